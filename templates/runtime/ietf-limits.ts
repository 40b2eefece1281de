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
  for (const { value, parameters } of listOf(look, "RateLimit-Policy", isPolicy)) {
    const window = whole(parameters.get("w"));
    const reading = { limit: whole(parameters.get("q") ?? value), window: window && window * 1000 };
    const counted = /^requests?$/.test(`${parameters.get("qu") ?? "request"}`);
    policies.set(value, counted ? (typeof value === "string" ? { name: value, ...reading } : reading) : undefined);
  }
  for (const { value, parameters } of listOf(look, "RateLimit", isLimit)) {
    const known = policies.get(value);
    if (policies.has(value) && known === undefined) continue;
    const resetIn = within(look.until(parameters.get("t")), known?.window);
    policies.set(value, { ...known, name: `${value}`, remaining: whole(parameters.get("r")), resetIn });
  }
  return [...policies.values()].filter((policy) => policy !== undefined);
};

/** Until draft 7, policies had no names: `100;w=60`. */
const isPolicy = ({ value, parameters }: ListItem): boolean =>
  whole(parameters.get("q") ?? value) !== undefined && whole(parameters.get("w") ?? 1) !== 0;

const isLimit = ({ value, parameters }: ListItem): boolean =>
  typeof value === "string" && whole(parameters.get("r")) !== undefined && whole(parameters.get("t") ?? 0) !== undefined;

function listOf({ text, warn }: Look, name: string, isRight: (item: ListItem) => boolean): readonly ListItem[] {
  const items = structuredList(text(name));
  if (items.length > 0 && items.every(isRight)) return items.slice(0, 9);
  if (text(name) !== "") warn(`${name} is malformed`);
  return [];
}

const whole = (value: unknown): number | undefined =>
  typeof value === "number" && value >= 0 && Number.isInteger(value) ? value : undefined;
