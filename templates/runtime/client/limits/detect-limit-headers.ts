/** Reads the limits of a service whose description does not name their headers: every common form, by its name. */
import { declaredLimitHeaders, declaredPolicies, type HeaderView, type ParsePolicies } from "./declared-limit-headers.js";
import { ietfLimitHeaders } from "./ietf-limit-headers.js";
import type { LimitReading, PolicyReading, ReadLimits } from "./limit-header-types.js";
import { dateTimeSeconds } from "./readers/date-time-seconds.js";
import { detectSets, type DetectedSet } from "./readers/detected-sets.js";
import { durationSeconds } from "./readers/duration-seconds.js";
import { formatWait } from "./readers/format-wait.js";
import { fractionFigures } from "./readers/fraction-headers.js";
import { bucketName } from "./readers/policy-headers.js";
import { headerValues } from "./reset-header.js";
import type { ResetFormat } from "../../shared/rate-limits.js";

const readWait = /* @__PURE__ */ formatWait({ duration: durationSeconds, "date-time": dateTimeSeconds });

/**
 * The IETF's fields in the form of any of its drafts, else `X-RateLimit-*` and its like. Where a reset is a number, it is a time with some
 * services and a duration with others: which one is a guess, with a warning.
 */
export const detectLimitHeaders: ReadLimits = ({ status, headers }, exchange, service) => {
  const fields = limitFields(headers);
  const sets = detectSets(fields.keys());
  const parse: ParsePolicies = (look) => detectedPolicies(look, sets);
  const read = declaredLimitHeaders({ retryAfter: { name: "retry-after-ms", formats: ["delta-millis"] } }, parse, readWait);
  const reading = read({ status, headers: { get: (name) => fields.get(name.toLowerCase()) ?? null } }, exchange, service);
  return reading.cached ? reading : { ...reading, ...detectedMeaning(status, fields) };
};

/** Waits in milliseconds by their names. What has the service's own name is not trusted less: nobody else sends it. */
const millisHeaders = ["retry-after-ms", "x-ms-retry-after-ms", "x-amz-retry-after"];

/**
 * What a response says of limits and time, by names in lower case: gone through once, for each question to `Headers` costs more. What
 * older drafts wrote into one header gets a place of its own: `limit=100, remaining=50, reset=5`, or `100, 100;w=60`.
 */
function limitFields(headers: Headers): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  headers.forEach((value, name) => {
    if (/rate-?limit|^age$|^date$|retry|call-limit$|errortype$/.test(name)) fields.set(name, value.slice(0, 999));
  });
  const millis = millisHeaders.find((name) => fields.has(name));
  if (millis !== undefined) fields.set("retry-after-ms", fields.get(millis) ?? "");
  const seconds = fields.get("x-rate-limit-retry-after-seconds");
  if (seconds !== undefined && !fields.has("retry-after")) fields.set("retry-after", seconds);
  const limit = fields.get("ratelimit-limit");
  if (limit?.includes(";") && !fields.has("ratelimit-policy")) fields.set("ratelimit-policy", limit.replace(/^\d+ *, */, ""));
  // As some write each value: `100;w=21600`.
  for (const name of ["ratelimit-limit", "ratelimit-remaining"]) {
    const value = fields.get(name);
    if (value !== undefined) fields.set(name, value.replace(/^(\d+);[^,]*/, "$1"));
  }
  const all = fields.get("ratelimit");
  if (all && /^(limit|remaining|reset)=/.test(all)) {
    fields.delete("ratelimit");
    for (const [, key = "", value = ""] of all.matchAll(/(limit|remaining|reset)=(\d+)/g)) {
      fields.set(`ratelimit-${key === "reset" ? "reset-after" : key}`, value);
    }
  }
  return fields;
}

function detectedPolicies(look: HeaderView, sets: readonly DetectedSet[]): readonly PolicyReading[] {
  const listed = ietfLimitHeaders(look, {});
  if (listed.some(({ remaining }) => remaining !== undefined)) return listed;
  const found = sets.flatMap((set) => readSet(look, set));
  const used = new Set<PolicyReading>();
  const merged: PolicyReading[] = [];
  for (const policy of found) {
    // A policy is listed once, and told by the headers of its figures; and some services tell the same again with its window in the name.
    const isSame = (other: PolicyReading): boolean =>
      !used.has(other) &&
      other.limit === policy.limit &&
      other.unit === policy.unit &&
      (other.remaining ?? policy.remaining) === policy.remaining;
    if (used.has(policy)) continue;
    const twin =
      policy.limit === undefined || policy.name !== undefined
        ? undefined
        : [...listed, ...found.filter((one) => one !== policy)].find(isSame);
    if (twin !== undefined) used.add(twin);
    used.add(policy);
    merged.push({ ...twin, ...withoutUndefined(policy) });
  }
  return [...merged, ...shopifyBucket(look), ...listed.filter((policy) => !used.has(policy))];
}

const withoutUndefined = (policy: PolicyReading): PolicyReading =>
  Object.fromEntries(Object.entries(policy).filter(([, value]) => value !== undefined));

function readSet(look: HeaderView, { key, unit, window, names }: DetectedSet): readonly PolicyReading[] {
  const { limit, remaining, interval } = names;
  const name = names.after ?? names.afterMillis ?? names.reset;
  const format = names.after ? "delta-seconds" : names.afterMillis ? "delta-millis" : formatOf(look.text(names.reset));
  const reset = name === undefined ? {} : { reset: { name, ...(format && { format }) } };
  const [figures] = declaredPolicies(look, { headers: { ...(limit && { limit }), ...(remaining && { remaining }), ...reset } });
  // A limit alone says nothing: it may be one per second, or of another thing.
  if ((figures?.remaining ?? figures?.resetIn) === undefined) return [];
  const bucket = key === "" ? bucketHeaders.map((each) => bucketName(look.text(each))).find((each) => each !== undefined) : undefined;
  return [{ ...figures, name: key || undefined, unit, window: look.read(interval) ?? window, bucket }];
}

/** Discord's, GitHub's, Datadog's and GitLab's names of the counter that a call was counted in. */
const bucketHeaders = ["x-ratelimit-bucket", "x-ratelimit-resource", "x-ratelimit-name", "ratelimit-name"];

/** The format of a reset, where its shape leaves no doubt. */
const formatOf = (text: string): ResetFormat | undefined => {
  const [value = ""] = headerValues(text);
  return durationSeconds(value) ? "duration" : dateTimeSeconds(value) ? "date-time" : undefined;
};

/**
 * Shopify's bucket, which is full again after 20 seconds whatever plan a shop has: 40 and 2 per second, 80 and 4, 400 and 20.
 * @see https://shopify.dev/docs/api/usage/limits
 */
function shopifyBucket(look: HeaderView): readonly PolicyReading[] {
  const name = "x-shopify-shop-api-call-limit";
  const figures = fractionFigures(look, name);
  return figures.limit === undefined ? [] : [{ ...figures, refill: 20_000 }];
}

/** What AWS calls a rejection, whatever its status is: the name may stand behind that of its service, and before an address. */
const awsThrottling =
  /^[^:]*(?:throttl|TooManyRequests|RequestLimitExceeded|ProvisionedThroughputExceeded|BandwidthLimitExceeded|SlowDown)/i;

function detectedMeaning(status: number, fields: ReadonlyMap<string, string>): Partial<LimitReading> {
  const text = (name: string): string => fields.get(name) ?? "";
  const isThrottled = status >= 400 && status !== 429 && awsThrottling.test(text("x-amzn-errortype"));
  const isGlobal =
    !/^(?:false)?$/i.test(text("x-ratelimit-global")) || /^global/i.test(text("x-ratelimit-scope") || text("stripe-rate-limited-reason"));
  const isFinal = [text("stripe-should-retry"), text("x-should-retry")].some((value) => /^false$/i.test(value));
  return { ...(isThrottled && { isRejection: true }), ...(isGlobal && { isGlobal }), ...(isFinal && { isFinal }) };
}
