import { headerNumber } from "../header-number.js";

/** What Go prints and reads, and days. A micro sign of UTF-8 comes as two characters, because headers are read as Latin-1. */
const goDuration = /^(?:([\d.]+)d)?(?:([\d.]+)h)?(?:([\d.]+)m)?(?:([\d.]+)s)?(?:([\d.]+)ms)?(?:([\d.]+)(?:u|Â?µ|Î¼)s)?(?:([\d.]+)ns)?$/;

/** Of ISO 8601, what has the same length always: no months and years. */
const isoDuration = /^P(\d+D)?(?:T(\d+H)?(\d+M)?([\d.]+S)?)?$/;

const unitSeconds = [86_400, 3600, 60, 1, 1e-3, 1e-6, 1e-9];

/**
 * Seconds, in digits, of a duration with units, as in `6m0s`, `120ms`, `1.5s`, `2d` or `PT6M`: units from the longest to the shortest, each
 * at most once. What is not written is zero: `2d` is no rounded 2.9 days.
 */
export function durationSeconds(text: string): string {
  const iso = isoDuration.exec(text);
  const found = goDuration.exec(iso === null ? text : iso.slice(1).join("").toLowerCase());
  let seconds = NaN;
  let digits = 0;
  found?.slice(1).forEach((amount: string | undefined, index) => {
    if (amount === undefined) return;
    seconds = (seconds || 0) + headerNumber(amount) * (unitSeconds[index] ?? NaN);
    digits = Math.max(digits, 3 * Math.max(0, index - 3) + (amount.split(".")[1] ?? "").length);
  });
  return seconds >= 0 ? seconds.toFixed(Math.min(digits, 9)) : "";
}
