/**
 * Reads the IETF's `RateLimit` and `RateLimit-Policy`.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/11/
 */
import type { HeaderView, ParsePolicies } from "./limit-header-parser.js";
import { longestWait } from "./reset-header.js";
import type { PolicyReading } from "./limit-header-types.js";
import { parseStructuredList } from "./structured-fields.js";

/**
 * What `RateLimit` says of policies, and those besides that only `RateLimit-Policy` lists. Other units than requests, such as bytes, are
 * ignored: they are not counted here. A malformed field is ignored as a whole.
 */
export const ietfLimitHeaders: ParsePolicies = (look) => {
  const policies = new Map<unknown, PolicyReading | undefined>();
  for (const { value, name, amount, seconds, unit } of itemsOf(look, "RateLimit-Policy", "q", "w")) {
    const window = seconds ? seconds * 1000 : undefined;
    policies.set(value, /^requests?$/.test(unit) ? { name, limit: amount, window } : undefined);
  }
  for (const { value, name, amount, seconds } of itemsOf(look, "RateLimit", "r", "t")) {
    const known = policies.get(value);
    // Whole seconds may have been rounded down.
    const resetIn = seconds === undefined ? undefined : Math.min(longestWait, seconds * 1000 + 1000);
    if (known || !policies.has(value)) policies.set(value, { ...known, name, remaining: amount, resetIn });
  }
  return [...policies.values()].filter((policy) => policy !== undefined);
};

/** The items of a field: none unless all of them have an amount, and none a duration of more than a year. */
function itemsOf({ text, warnings }: HeaderView, field: string, amountKey: "q" | "r", durationKey: "w" | "t") {
  const found = text(field);
  const items = parseStructuredList(found).map(({ value, parameters }) => ({
    value,
    name: typeof value === "string" ? value : undefined,
    // Until draft 7, policies had no names: `100;w=60`.
    amount: whole(parameters.get(amountKey) ?? value),
    seconds: whole(parameters.get(durationKey)),
    unit: String(parameters.get("qu") ?? "request"),
  }));
  const isRight = items.every(
    ({ name, amount = NaN, seconds = 0 }) => amount >= 0 && seconds < 31_622_400 && (name !== undefined || amountKey === "q"),
  );
  if (isRight && items.length > 0) return items.slice(0, 9);
  if (found) warnings.push(`${field} makes no sense`);
  return [];
}

const whole = (value: unknown): number | undefined =>
  value === undefined ? undefined : typeof value === "number" && value >= 0 && Number.isInteger(value) ? value : NaN;
