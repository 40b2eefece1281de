import { httpDate } from "../../shared/http-date.js";
import { longestReset } from "./reset-header.js";

/**
 * Milliseconds that a service asks to wait, a day at most; read as the gate reads it. A date is read by the service's own clock where the
 * answer has a `Date`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfter(headers: Pick<Headers, "get">, now: number): number | undefined {
  const text = headers.get("Retry-After")?.slice(0, 999);
  if (!text) return undefined;
  const today = httpDate(headers.get("Date") ?? "");
  const wait = longestReset(text, ["delta-seconds", "http-date"], now, { until: (moment) => moment - (today >= 0 ? today : now) });
  return wait >= 0 ? wait : undefined;
}
