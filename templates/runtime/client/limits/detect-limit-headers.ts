/** Reads the limits of a service whose description does not name their headers: every common form, by its name. */
import { ietfLimitHeaders } from "./ietf-limit-headers.js";
import { limitHeaderParser, readHeaderTriple } from "./limit-header-parser.js";
import type { PolicyReading, ReadLimits } from "./limit-header-types.js";

const headerTriples = /* @__PURE__ */ ["ratelimit-", "x-ratelimit-", "x-rate-limit-"].map((prefix) => ({
  limit: `${prefix}limit`,
  remaining: `${prefix}remaining`,
  reset: { name: `${prefix}reset` },
  // Discord's is a duration by its name.
  after: { name: `${prefix}reset-after`, format: "delta-seconds" } as const,
}));

const readAny = /* @__PURE__ */ limitHeaderParser(
  (look) => {
    const listed = ietfLimitHeaders(look);
    if (listed.some(({ remaining }) => remaining !== undefined)) return listed;
    for (const { limit, remaining, reset, after } of headerTriples) {
      const [found] = readHeaderTriple(look, { limit, remaining, reset: look.text(after.name) ? after : reset });
      const isListed = (policy: PolicyReading): boolean => policy.limit === found?.limit;
      if (found) return [{ ...listed.find(isListed), ...found }, ...listed.filter((policy) => !isListed(policy))];
    }
    return listed;
  },
  { name: "retry-after-ms", formats: ["delta-millis"] },
);

/**
 * The IETF's fields in the form of any of its drafts, else `X-RateLimit-*` or `X-Rate-Limit-*`. Their reset is a time with some services
 * and a duration with others. Which one is a guess, with a warning.
 */
export const detectLimitHeaders: ReadLimits = ({ status, headers }, exchange, service) => {
  const fields = limitFields(headers);
  return readAny({ status, headers: { get: (name) => fields.get(name.toLowerCase()) ?? null } }, exchange, service);
};

/**
 * What a response says of limits and time, by names in lower case: gone through once, for each question to `Headers` costs more. What
 * older drafts wrote into one header gets a place of its own: `limit=100, remaining=50, reset=5`, or `100, 100;w=60`.
 */
function limitFields(headers: Headers): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  headers.forEach((value, name) => {
    if (/rate-?limit|^age$|^date$|^retry-/.test(name)) fields.set(name, value);
  });
  const limit = fields.get("ratelimit-limit");
  if (limit?.includes(";")) fields.set("ratelimit-policy", limit);
  const all = fields.get("ratelimit");
  if (all && /^(limit|remaining|reset)=/.test(all)) {
    fields.delete("ratelimit");
    for (const [, key = "", value = ""] of all.matchAll(/(limit|remaining|reset)=(\d+)/g)) {
      fields.set(`ratelimit-${key === "reset" ? "reset-after" : key}`, value);
    }
  }
  return fields;
}
