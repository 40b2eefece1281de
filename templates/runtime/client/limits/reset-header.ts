import { httpDate } from "../../shared/http-date.js";
import { headerNumber } from "./header-number.js";
import type { ResetFormat } from "../../shared/rate-limits.js";

/** A year. Anything longer is a mistake, such as a time where a duration belongs. */
export const longestPlausible = 31_622_400_000;

/**
 * Milliseconds from `at`, on our clock, until the time in a header. The first format in which its text makes sense counts. NaN when it is
 * malformed, over, or absurdly far away. Times may have been rounded down, and are read as the end of their second or fraction. So are
 * durations when they are `rounded`.
 */
export function resetWait(
  text: string,
  formats: readonly ResetFormat[],
  at: number,
  service: { readonly until: (time: number, at: number) => number },
  rounded?: boolean,
): number {
  for (const format of formats) {
    const unit = format.includes("millis") ? 1 : 1000;
    const isMoment = !format.includes("delta");
    const start = format === "http-date" ? httpDate(text) : headerNumber(text) * unit;
    const end = isMoment || rounded ? start + unit / 10 ** (text.split(".")[1] ?? "").length : start;
    const wait = Math.ceil(isMoment ? service.until(end, at) : end);
    if (wait >= 0 && wait < longestPlausible) return Math.min(wait, longestWait);
  }
  return NaN;
}

/** A day, and a minute for rounding and transport. A longer wait polls after that, and then continues. */
export const longestWait = 86_460_000;

/**
 * Of several values, sent by a gateway and by what is behind it, each alone. Those with parameters describe a policy, not what is left of
 * it; and a comma within a date parts nothing.
 */
export const headerValues = (text: string): readonly string[] => text.replace(/,[^,]*;[^,]*/g, "").split(/ *,(?! ?\d\d[ -]) */);
