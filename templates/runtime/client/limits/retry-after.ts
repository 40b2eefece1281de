import { httpDate } from "../../shared/http-date.js";
import { headerNumber } from "./header-number.js";
import { headerValues, longestPlausible, longestWait } from "./reset-header.js";

const prefixes = ["X-RateLimit-", "X-Rate-Limit-", "RateLimit-"];

/**
 * Milliseconds that a service asks to wait, a day at most; read as the gate reads it. A date is read by the service's own clock where the
 * answer has a `Date`, and means the end of its second. Where a service tells milliseconds, in a header of that name, these count.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfter(headers: Pick<Headers, "get">, now: number): number | undefined {
  const millis = headerNumber(headers.get("Retry-After-Ms"));
  if (millis < longestPlausible) return Math.ceil(Math.min(longestWait, millis));
  const date = httpDate(headers.get("Date"));
  const today = date >= 0 ? date : now;
  // Where nothing is left of a limit, and no wait is told: its reset. What is far away from any wait is a moment, since the epoch.
  const spent = prefixes.find((prefix) => headers.get(`${prefix}Remaining`) === "0");
  const reset = headerNumber(headers.get(`${String(spent)}Reset`));
  const text = headers.get("Retry-After")?.slice(0, 999) ?? `${Math.ceil(reset > 1e9 ? reset - today / 1000 : reset) + 1}`;
  const waits = headerValues(text).map((value) => (/^\d/.test(value) ? headerNumber(value) : (httpDate(value) - today) / 1000 + 1) * 1000);
  return waits.every((wait) => wait >= 0 && wait < longestPlausible) ? Math.ceil(Math.min(longestWait, Math.max(...waits))) : undefined;
}
