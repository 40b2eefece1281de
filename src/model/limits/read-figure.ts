import type { Report } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import { durationOf } from "./ad-hoc-keys.js";
import { member, reportUnread, type Written } from "./limit-values.js";

/** Figures that are seconds: a text may say them in other units. */
const durations: ReadonlySet<string> = new Set(["w", "spacing"]);

/** A figure of a policy as it is written, or the number that a text evidently means, which is reported: "60", "1m", "PT1M". */
export function readFigure(policy: Written, key: string, report: Report): Json | undefined {
  const written = member(policy, key);
  if (typeof written?.value !== "string") return written?.value;
  const meant = durations.has(key) ? secondsOf(written.value) : numberOf(written.value);
  if (meant === undefined || meant === 0) return written.value;
  const message = `"${written.name}" is ${JSON.stringify(written.value)}, and must be a number${durations.has(key) ? " of seconds" : ""}.`;
  reportUnread(message, `it is read as ${String(meant)}`, written.at, report, `Write ${key}: ${String(meant)}.`);
  return meant;
}

const numberOf = (text: string): number | undefined => (/^\d{1,12}(?:\.\d{1,6})?$/.test(text.trim()) ? Number(text) : undefined);

/** A capital M alone may as well be a month. */
const secondsOf = (text: string): number | undefined =>
  /^\d*\s*M$/.test(text.trim()) ? undefined : (numberOf(text) ?? isoSeconds(text.trim()) ?? durationOf(text)?.window);

/** ISO 8601, without years and months, whose lengths differ. */
function isoSeconds(text: string): number | undefined {
  const match = /^P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/i.exec(text);
  const [, weeks = "0", days = "0", hours = "0", minutes = "0", seconds = "0"] = match ?? [];
  const sum = Number(weeks) * 604_800 + Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return sum === 0 ? undefined : sum;
}
