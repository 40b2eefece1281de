import { headerNumber } from "../header-number.js";

const unitSeconds: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 };

/**
 * Seconds, in digits, of a duration with units: as Go prints it, in days, or as ISO 8601 has times (`6m0s`, `120ms`, `1.5s`, `2d`, `PT6M`).
 * Units come from the longest to the shortest, each at most once. What is not written is zero: `2d` is no rounded 2.9 days.
 */
export function durationSeconds(text: string): string {
  let shortest = Infinity;
  let seconds = 0;
  let digits = 0;
  const plain = /^PT\d/.test(text) ? text.slice(2).toLowerCase() : text;
  const rest = plain.replace(/([\d.]+)([a-zµÂÎ¼]+)/gy, (_, amount: string, unit: string) => {
    // A micro sign of UTF-8 comes as two characters, because headers are read as Latin-1.
    const scale = unitSeconds[unit.replace(/^Â?µ|^Î¼/, "u")] ?? NaN;
    seconds += scale < shortest ? headerNumber(amount) * scale : NaN;
    shortest = scale;
    digits = Math.max(digits, (amount.split(".")[1] ?? "").length - Math.min(0, Math.round(Math.log10(scale))));
    return "";
  });
  return rest === "" && text !== "" && seconds >= 0 ? seconds.toFixed(Math.min(digits, 9)) : "";
}
