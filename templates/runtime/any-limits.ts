/**
 * Reads the limits of a service whose description does not say how it tells of them: every shape in use, known by its name.
 */
import { ietfLimits } from "./ietf-limits.js";
import { limitReader, readTrio } from "./limit-reader.js";
import type { ReadLimits } from "./limit-reading.js";

const readAny = /* @__PURE__ */ limitReader(
  (look) => {
    const listed = ietfLimits(look);
    if (listed.some(({ remaining }) => remaining !== undefined)) return listed;
    for (const prefix of ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"]) {
      const after = { name: `${prefix}Reset-After`, format: "delta-seconds" as const };
      const reset = look.text(after.name) ? after : { name: `${prefix}Reset` };
      const [found] = readTrio(look, { limit: `${prefix}Limit`, remaining: `${prefix}Remaining`, reset });
      const isListed = ({ limit }: { readonly limit?: number | undefined }): boolean => limit === found?.limit;
      if (found) return [{ ...listed.find(isListed), ...found }, ...listed.filter((policy) => !isListed(policy))];
    }
    return listed;
  },
  { name: "Retry-After-Ms", formats: ["delta-millis"] },
);

/**
 * The IETF's fields in the form of any of its drafts, else `X-RateLimit-*` or `X-Rate-Limit-*`. Their reset is a moment with some
 * services and a duration with others: which one is a guess, with a warning.
 */
export const anyLimits: ReadLimits = ({ status, headers }, exchange, service) =>
  readAny({ status, headers: modern(headers) }, exchange, service);

/** Puts what older drafts wrote into one header into a place of its own: `limit=100, remaining=50, reset=5`, or `100, 100;w=60`. */
function modern(headers: Headers): Headers {
  const all = headers.get("RateLimit") ?? "";
  const limit = headers.get("RateLimit-Limit") ?? "";
  const isSingle = /^(limit|remaining|reset)=/.test(all);
  if (!isSingle && !limit.includes(";")) return headers;
  const parts = new Headers(headers);
  if (limit.includes(";")) parts.set("RateLimit-Policy", limit);
  if (isSingle) parts.delete("RateLimit");
  for (const [, key = "", value = ""] of all.matchAll(/(limit|remaining|reset)=(\d+)/g)) {
    parts.set(`RateLimit-${key === "reset" ? "Reset-After" : key}`, value);
  }
  return parts;
}
