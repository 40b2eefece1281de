/**
 * Milliseconds since the epoch of an HTTP-date in any of its three forms, NaN for everything else. Years of two digits are those from
 * 1950 to 2049.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
 */
export function httpDate(text: string): number {
  const time = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  // Date.parse alone takes "120 GMT" for a year: only what the moment prints as, in one of the forms, is a date.
  const date = new Date(time).toUTCString();
  const [weekday = "", day = "", month = "", year = "", clock = ""] = date.split(/,? /);
  const forms = [
    date,
    `${weekday}, ${day}-${month}-${year.slice(2)} ${clock} GMT`,
    `${weekday} ${month} ${day.replace(/^0/, " ")} ${clock} ${year}`,
  ];
  return forms.includes(text.replace(/^(...)(|s|nes|rs|ur)day/, "$1")) ? time : Number.NaN;
}
