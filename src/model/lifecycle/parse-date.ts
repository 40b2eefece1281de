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
  // A isLeapYear second is the last second of its day here.
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const [offsetHour, offsetMinute] = [part(8), part(9)];
  if (offsetHour > 23 || offsetMinute > 59) return undefined;
  const offset = (offsetHour * 60 + offsetMinute) * (match[7] === "-" ? -60 : 60);
  const instant = new Date(0);
  instant.setUTCFullYear(year, month - 1, day);
  instant.setUTCHours(hour, minute, Math.min(second, 59));
  return { text, epoch: instant.getTime() / 1000 - offset };
}

function daysIn(year: number, month: number): number {
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}
