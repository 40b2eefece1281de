/**
 * Milliseconds since the epoch of an HTTP-date in any of its three forms, NaN for everything else, and where there is none. Years of two
 * digits are those from 1950 to 2049.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
 */
export function httpDate(text: string | null | undefined): number {
  if (!text) return NaN; // as most headers are, of every response
  // Not every engine takes a time zone after the year.
  const time = Date.parse(text.replace(/ \d{4}$/, " GMT$&"));
  // Date.parse alone takes "120" for a year: only what the moment prints as, in one of the forms, is a date.
  const date = new Date(time).toUTCString();
  const rfc850 = date.replace(/ (...) \d\d/, "-$1-");
  const asctime = date.replace(/, (..) (...) (\d+) (.*) GMT/, " $2 $1 $4 $3").replace(/ 0(\d )/, "  $1");
  return [date, rfc850, asctime].includes(text.replace(/^(...)(|s|nes|rs|ur)day/, "$1")) ? time : NaN;
}
