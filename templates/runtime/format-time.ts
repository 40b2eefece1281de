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
  const separator = text.charCodeAt(10) | 0x20;
  return isDateAt(text) && separator === 0x74 && isTimeFrom(text, 11);
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
  return year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(month, year);
}

function daysOf(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isTimeFrom(text: string, start: number): boolean {
  const hour = twoDigits(text, start);
  const minute = twoDigits(text, start + 3);
  const second = twoDigits(text, start + 6);
  if (text.charCodeAt(start + 2) !== 0x3a || text.charCodeAt(start + 5) !== 0x3a) return false;
  if (!(hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 60)) return false;
  let at = start + 8;
  if (text.charCodeAt(at) === 0x2e) {
    const fraction = at + 1;
    for (at = fraction; isDigit(text.charCodeAt(at)); at += 1);
    if (at === fraction) return false;
  }
  const offset = offsetAt(text, at);
  if (Number.isNaN(offset)) return false;
  // A leap second is the last one of a day in UTC.
  return second < 60 || (((hour * 60 + minute - offset) % 1440) + 1440) % 1440 === 1439;
}

/** Minutes east of UTC of what the text ends with: `Z` or `+02:00`; NaN when it does not. */
function offsetAt(text: string, at: number): number {
  const sign = text.charCodeAt(at);
  if ((sign | 0x20) === 0x7a) return at + 1 === text.length ? 0 : Number.NaN;
  if ((sign !== 0x2b && sign !== 0x2d) || at + 6 !== text.length || text.charCodeAt(at + 3) !== 0x3a) return Number.NaN;
  const hours = twoDigits(text, at + 1);
  const minutes = twoDigits(text, at + 4);
  if (!(hours >= 0 && hours <= 23 && minutes >= 0 && minutes <= 59)) return Number.NaN;
  return (sign === 0x2b ? 1 : -1) * (hours * 60 + minutes);
}

/** The number that two digits make; NaN where there are none. */
function twoDigits(text: string, at: number): number {
  const high = text.charCodeAt(at);
  const low = text.charCodeAt(at + 1);
  return isDigit(high) && isDigit(low) ? (high - 0x30) * 10 + low - 0x30 : Number.NaN;
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;
