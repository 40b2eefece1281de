/**
 * Reads the IETF's `RateLimit` and `RateLimit-Policy`.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/11/
 */
import type { Look, ReadPolicies } from "./limit-reader.js";
import { within } from "./limit-reader.js";
import type { PolicyReading } from "./limit-reading.js";
import type { ListItem } from "./structured-list.js";
import { structuredList } from "./structured-list.js";

/**
 * What `RateLimit` says of policies, and those besides that only `RateLimit-Policy` lists. Of other units than requests, such as
 * bytes, nothing is told: those are not counted here. A malformed field is ignored as a whole.
 */
export const ietfLimits: ReadPolicies = (look) => {
  const policies = new Map<string | number, PolicyReading | undefined>();
  for (const { value, parameters } of itemsOf(look, "RateLimit-Policy", "w", quotaOf)) {
    const window = whole(parameters.get("w"));
    const policy = {
      name: typeof value === "string" ? value : undefined,
      limit: quotaOf({ value, parameters }),
      window: window ? window * 1000 : undefined,
    };
    policies.set(value, /^requests?$/.test(String(parameters.get("qu") ?? "request")) ? policy : undefined);
  }
  for (const item of itemsOf(look, "RateLimit", "t", restOf)) {
    const { value, parameters } = item;
    const known = policies.get(value);
    if (policies.has(value) && known === undefined) continue;
    const resetIn = within(look.until(parameters.get("t")), known?.window);
    policies.set(value, { ...known, name: String(value), remaining: restOf(item), resetIn });
  }
  return [...policies.values()].filter((policy) => policy !== undefined);
};

/** Until draft 7, policies had no names: `100;w=60`. */
const quotaOf = ({ value, parameters }: ListItem): number | undefined => whole(parameters.get("q") ?? value);
const restOf = ({ value, parameters }: ListItem): number | undefined =>
  typeof value === "string" ? whole(parameters.get("r")) : undefined;

/** The items of a field, if each has its amount, and none of them a duration that is none or longer than a year. */
function itemsOf({ text, warn }: Look, name: string, duration: "t" | "w", amountOf: typeof quotaOf): readonly ListItem[] {
  const items = structuredList(text(name));
  const isRight = (item: ListItem): boolean =>
    amountOf(item) !== undefined && Number(whole(item.parameters.get(duration) ?? 0)) < 31_622_400;
  if (items.length > 0 && items.every(isRight)) return items.slice(0, 9);
  if (text(name) !== "") warn(`${name} is malformed`);
  return [];
}

const whole = (value: unknown): number | undefined =>
  typeof value === "number" && value >= 0 && Number.isInteger(value) ? value : undefined;
