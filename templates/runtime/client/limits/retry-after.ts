import { httpDate } from "../../shared/http-date.js";
import { headerNumber } from "./header-number.js";

/** A day, and a minute for rounding and transport. A longer wait polls after that, and then continues. */
export const longestWait = 86_460_000;

/**
 * Milliseconds that a service asks to wait, a day at most. A date is read by the service's own clock where the answer has a `Date`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfter(headers: Pick<Headers, "get">, now: number): number | undefined {
  const text = headers.get("Retry-After")?.slice(0, 99) ?? "";
  const today = httpDate(headers.get("Date") ?? "");
  // Both may have been rounded down to their second.
  const untilDate = httpDate(text) + 1000 - (today >= 0 ? today : now);
  const wait = /^\d/.test(text) ? headerNumber(text) * 1000 : untilDate;
  return wait >= 0 ? Math.min(wait, longestWait) : undefined;
}
