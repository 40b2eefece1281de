import { httpDate } from "../../shared/http-date.js";
import { headerNumber } from "./header-number.js";
import type { ServiceClock } from "./limit-header-types.js";
import type { ResetFormat, RetryFormat } from "../../shared/rate-limits.js";

/** A year. Anything longer is a mistake, such as a time where a duration belongs. */
const longestPlausible = 31_622_400_000;

/**
 * Milliseconds from `at`, on our clock, until the time in a header. The first format in which its text makes sense counts. NaN when it is
 * malformed, over, or absurdly far away. Times may have been rounded down, and are read as the end of their second or fraction. So are
 * durations when they are `rounded`.
 */
export function resetWait(
  text: string,
  formats: readonly (ResetFormat | RetryFormat)[],
  at: number,
  service: ServiceClock,
  rounded?: boolean,
): number {
  for (const format of formats) {
    const unit = format.endsWith("millis") ? 1 : 1000;
    const moment = !format.startsWith("delta");
    const start = format === "http-date" ? httpDate(text) : headerNumber(text) * unit;
    const end = moment || rounded ? start + unit / 10 ** (text.split(".")[1] ?? "").length : start;
    const wait = Math.ceil(moment ? service.until(end, at) : end);
    if (wait >= 0 && wait < longestPlausible) return wait;
  }
  return NaN;
}
