/**
 * Reads the IETF's `RateLimit` and `RateLimit-Policy`.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/11/
 */
import { declaredPolicies, type HeaderView, type ParsePolicies } from "./declared-limit-headers.js";
import type { PolicyReading } from "./limit-header-types.js";
import { longestWait } from "./reset-header.js";
import { parseStructuredList } from "./structured-fields.js";

/**
 * What `RateLimit` says of policies, and those besides that only `RateLimit-Policy` lists. A malformed field is ignored as a whole. A policy
 * that has partitions has a counter for each.
 */
export const ietfLimitHeaders: ParsePolicies = (look, limits) => {
  const listed = itemsOf(look, "RateLimit-Policy", "q", "w");
  const told = itemsOf(look, "RateLimit", "r", "t");
  const used = new Set<Item>();
  const readings = told.map(({ name, bucket, amount, seconds }): PolicyReading => {
    const named = listed.filter((policy) => policy.name === name);
    // One that is listed without a partition holds in each of them.
    const policy = named.find((each) => each.bucket === bucket) ?? named[0];
    if (policy) used.add(policy);
    // Whole seconds may have been rounded down.
    const resetIn = seconds === undefined ? undefined : Math.min(longestWait, seconds * 1000 + 1000);
    return { ...(policy && policyOf(policy)), name, remaining: amount, resetIn, bucket };
  });
  const policies = [...readings, ...listed.filter((policy) => !used.has(policy)).map(policyOf)];
  return policies.length > 0 ? policies : declaredPolicies(look, limits);
};

/** The same for services whose other headers are read by `parse`. */
export const ietfBefore =
  (parse: ParsePolicies): ParsePolicies =>
  (look, limits) => {
    const listed = ietfLimitHeaders(look, {});
    return listed.length > 0 ? listed : parse(look, limits);
  };

interface Item {
  readonly name: string | undefined;
  readonly amount: number | undefined;
  readonly seconds: number | undefined;
  /** Undefined for requests. */
  readonly unit: string | undefined;
  readonly bucket: string | undefined;
}

const policyOf = ({ name, amount, seconds, unit, bucket }: Item): PolicyReading => ({
  name,
  limit: amount,
  window: seconds ? seconds * 1000 : undefined,
  unit,
  bucket,
});

/** The items of a field: none unless all of them have an amount, and none a duration of more than a year. Of one policy twice, the smaller. */
function itemsOf({ text, warnings }: HeaderView, field: string, amountKey: "q" | "r", durationKey: "w" | "t"): readonly Item[] {
  const found = text(field);
  const items = parseStructuredList(found).map(({ value, parameters }): Item => {
    const unit = shortText(parameters.get("qu"));
    return {
      name: typeof value === "string" ? value : undefined,
      // Until draft 7, policies had no names: `100;w=60`.
      amount: whole(parameters.get(amountKey) ?? value),
      seconds: whole(parameters.get(durationKey)),
      unit: /^requests?$/.test(unit ?? "request") ? undefined : unit,
      bucket: shortText(parameters.get("pk")),
    };
  });
  const isRight = items.every(
    ({ name, amount = NaN, seconds = 0 }) => amount >= 0 && seconds < 31_622_400 && (name !== undefined || amountKey === "q"),
  );
  if (found && (!isRight || items.length === 0)) warnings.push(`${field} makes no sense`);
  const known = new Map<string, Item>();
  for (const item of isRight ? items : []) {
    const { name, amount = 0, seconds, bucket } = item;
    const key = JSON.stringify([name ?? [amount, seconds], bucket]);
    if (amount <= (known.get(key)?.amount ?? amount)) known.set(key, item);
  }
  return [...known.values()].slice(0, 9);
}

const shortText = (value: string | number | true | undefined): string | undefined =>
  value === undefined ? undefined : String(value).slice(0, 100);

const whole = (value: unknown): number | undefined =>
  value === undefined ? undefined : typeof value === "number" && value >= 0 && Number.isInteger(value) ? value : NaN;
