import type { Json } from "../../source/source-file.js";
import type { DateFact } from "../ir/lifecycle.js";

/** RFC 3339 section 5.6: `full-date`, or `date-time` with its offset. */
const written = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|([+-])(\d{2}):(\d{2})))?$/;

/** A date of the calendar as an instant; `undefined` for everything else. A full-date is the first instant of its day, UTC. */
export function parseDate(text: string): DateFact | undefined {
  const match = written.exec(text);
  if (match === null) return undefined;
  // The time of day is absent in a full-date, which the types of a match do not say.
  const part = (index: number): number => Number(match.at(index) ?? 0);
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const [offsetHour, offsetMinute] = [part(8), part(9)];
  if (offsetHour > 23 || offsetMinute > 59) return undefined;
  const offset = (offsetHour * 60 + offsetMinute) * (match[7] === "-" ? -60 : 60);
  // A leap second is the last of a day in UTC (RFC 3339, section 5.7), and the one before it here.
  const minuteOfDay = hour * 60 + minute - offset / 60;
  if (second === 60 && (minuteOfDay + 2 * minutesOfDay) % minutesOfDay !== minutesOfDay - 1) return undefined;
  const instant = new Date(0);
  instant.setUTCFullYear(year, month - 1, day);
  instant.setUTCHours(hour, minute, Math.min(second, 59));
  return { text, epoch: instant.getTime() / 1000 - offset };
}

const minutesOfDay = 24 * 60;

/** What to write in place of a value that is no date, where its meaning is evident, or what is wrong with it. */
export function dateHint(value: Json): string {
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  if (/^\d{8}$/.test(text)) return suggested(text.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3"));
  if (/^\d{9,10}$/.test(text)) return instantHint(text, "seconds", Number(text) * 1000);
  if (/^\d{12,13}$/.test(text)) return instantHint(text, "milliseconds", Number(text));
  if (/T24:00/i.test(text)) return "The first instant of the next day is T00:00:00 of that day.";
  if (text.includes(":60")) return "A leap second is 23:59:60 in UTC.";
  const parts = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (parts !== null) return suggested([parts[1], parts[2]?.padStart(2, "0"), parts[3]?.padStart(2, "0")].join("-"));
  if (/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/.test(text))
    return `Write the date alone, or all of it with its offset: ${text.slice(0, 10)}T12:00:00Z.`;
  if (/^\d{4}-?W\d/i.test(text) || /^\d{4}-\d{3}$/.test(text))
    return "Write the year, the month and the day; weeks and days of the year are not read.";
  if (/^\d{4}(?:-\d\d)?$/.test(text)) return "Add the day: it is not guessed.";
  if (/^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}$/.test(text)) return "Write the year with four digits, then the month, then the day.";
  return "Write a date (2030-12-05), or a date and time with its offset (2030-12-05T12:00:00Z).";
}

function suggested(text: string): string {
  return parseDate(text) === undefined ? `There is no day ${text}.` : `Write "${text}".`;
}

function instantHint(text: string, unit: string, milliseconds: number): string {
  return `If ${text} are ${unit} since 1970, write "${new Date(milliseconds).toISOString().replace(".000Z", "Z")}".`;
}

function daysIn(year: number, month: number): number {
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}
