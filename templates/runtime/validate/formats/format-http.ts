/** Values of header fields: exact by their grammars, and in time proportional to the text. */

/** All three forms of an HTTP-date. @see https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7 */
export function isHttpDate(text: string): boolean {
  const found = httpDate.exec(text)?.groups;
  if (found === undefined) return false;
  const year = Number(found["year1"] ?? found["year3"]);
  const month = months.indexOf(found["month1"] ?? found["month2"] ?? found["month3"] ?? "") / 3;
  const day = Number(found["day1"] ?? found["day2"] ?? found["day3"]);
  // Two digits do not say which century: there is a 29 February in every fourth year of one.
  const date = new Date(Date.UTC(Number.isNaN(year) ? 2000 + Number(found["year2"]) : year, month, day));
  return date.getUTCDate() === day && (Number.isNaN(year) || text.startsWith(days.slice(3 * date.getUTCDay(), 3 * date.getUTCDay() + 3)));
}

const months = "JanFebMarAprMayJunJulAugSepOctNovDec";
const days = "SunMonTueWedThuFriSat";
const httpDate = /* @__PURE__ */ (() => {
  const name = "(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)";
  const longName = "(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day";
  const month = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec";
  const time = "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)";
  const fixed = `${name}, (?<day1>\\d\\d) (?<month1>${month}) (?<year1>\\d{4}) ${time} GMT`;
  const rfc850 = `${longName}, (?<day2>\\d\\d)-(?<month2>${month})-(?<year2>\\d\\d) ${time} GMT`;
  const asctime = `${name} (?<month3>${month}) (?<day3>\\d\\d| \\d) ${time} (?<year3>\\d{4})`;
  return new RegExp(`^(?:${fixed}|${rfc850}|${asctime})$`);
})();

/** `text/plain; charset=utf-8`, `text/*`. @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1 */
export function isMediaRange(text: string): boolean {
  return mediaRange.test(text);
}

const mediaRange =
  /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:[\t ]*;(?:[\t ]*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"(?:[\t !#-[\]-~\x80-\xff]|\\[\t -~\x80-\xff])*"))?)*(?:[\t ]*;[\t ]*)?$/;

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3 */
export function isEntityTag(text: string): boolean {
  return /^(?:W\/)?"[!#-~\x80-\xff]*"$/.test(text);
}

/** @see https://www.rfc-editor.org/rfc/rfc8941#section-3.3.6 */
export function isStructuredBoolean(text: string): boolean {
  return text === "?0" || text === "?1";
}

/** @see https://www.rfc-editor.org/rfc/rfc8941#section-3.3.3 */
export function isStructuredString(text: string): boolean {
  return /^"[ !#-[\]-~]*(?:\\["\\][ !#-[\]-~]*)*"$/.test(text);
}

/** @see https://www.rfc-editor.org/rfc/rfc8941#section-3.3.4 */
export function isStructuredToken(text: string): boolean {
  return /^[A-Za-z*][\w!#$%&'*+.^`|~:/-]*$/.test(text);
}

/** @see https://www.rfc-editor.org/rfc/rfc8941#section-3.3.5 */
export function isStructuredBinary(text: string): boolean {
  return /^:[A-Za-z\d+/=]*:$/.test(text);
}
