/**
 * Dates and times, read character by character: in time proportional to the text, and with the days each month really has.
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */

/** `2026-03-01` */
export function isDate(text: string): boolean {
  return text.length === 10 && isDateAt(text);
}

/** `09:30:00Z`, `09:30:00.5+02:00` */
export function isTime(text: string): boolean {
  return isTimeFrom(text, 0);
}

/** A date, `T`, and a time. */
export function isDateTime(text: string): boolean {
  return isDateAt(text) && (text.charCodeAt(10) | 0x20) === 0x74 && isTimeFrom(text, 11);
}

/** A time without an offset: `09:30:00.5`. */
export function isTimeLocal(text: string): boolean {
  return afterTime(text, 0) === text.length;
}

/** A date, `T`, and a time without an offset. */
export function isDateTimeLocal(text: string): boolean {
  return isDateAt(text) && (text.charCodeAt(10) | 0x20) === 0x74 && afterTime(text, 11) === text.length;
}

const designators = /^P(?:\d+W|(?:\d+D|\d+M(?:\d+D)?|\d+Y(?:\d+M(?:\d+D)?)?)?(?:T(?:\d+S|\d+M(?:\d+S)?|\d+H(?:\d+M(?:\d+S)?)?))?)$/;

/** `P3Y6M4DT12H30M5S`, `P2W`: units in order, none left out between two. @see https://www.rfc-editor.org/rfc/rfc3339#appendix-A */
export function isDuration(text: string): boolean {
  return text.length > 1 && designators.test(text);
}

function isDateAt(text: string): boolean {
  if (text.charCodeAt(4) !== 0x2d || text.charCodeAt(7) !== 0x2d) return false;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  return year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(month, year); // NaN is none of these
}

function daysOf(month: number, year: number): number {
  if (month === 2) return year % (year % 100 === 0 ? 400 : 4) === 0 ? 29 : 28;
  // The odd months up to July have 31, the even ones from August.
  return 30 + ((month + (month >> 3)) & 1);
}

function isTimeFrom(text: string, start: number): boolean {
  const offset = offsetAt(text, afterTime(text, start));
  if (Number.isNaN(offset)) return false;
  // A leap second is the last one of a day in UTC.
  return text.charCodeAt(start + 6) < 0x36 || (twoDigits(text, start) * 60 + twoDigits(text, start + 3) - offset + 2880) % 1440 === 1439;
}

/** Where a time of the day ends; NaN where there is none. */
function afterTime(text: string, start: number): number {
  const hour = twoDigits(text, start);
  const minute = twoDigits(text, start + 3);
  const second = twoDigits(text, start + 6);
  if (text.charCodeAt(start + 2) !== 0x3a || text.charCodeAt(start + 5) !== 0x3a) return NaN;
  if (!(hour <= 23 && minute <= 59 && second <= 60)) return NaN; // so is one without digits
  const end = start + 8;
  if (text.charCodeAt(end) !== 0x2e) return end;
  let at = end + 1;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at > end + 1 ? at : NaN;
}

/** Minutes east of UTC of what the text ends with: `Z` or `+02:00`; NaN when it does not. */
function offsetAt(text: string, at: number): number {
  const sign = text.charCodeAt(at);
  if ((sign | 0x20) === 0x7a) return at + 1 === text.length ? 0 : NaN;
  if ((sign !== 0x2b && sign !== 0x2d) || at + 6 !== text.length || text.charCodeAt(at + 3) !== 0x3a) return NaN;
  const hours = twoDigits(text, at + 1);
  const minutes = twoDigits(text, at + 4);
  return hours <= 23 && minutes <= 59 ? (sign === 0x2b ? 1 : -1) * (hours * 60 + minutes) : NaN;
}

/** The number that two digits make; NaN where there are none. */
function twoDigits(text: string, at: number): number {
  const high = text.charCodeAt(at);
  const low = text.charCodeAt(at + 1);
  return isDigit(high) && isDigit(low) ? (high - 0x30) * 10 + low - 0x30 : NaN;
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;
