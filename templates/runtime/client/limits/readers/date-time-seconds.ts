/**
 * Seconds since the epoch, in digits, of a moment of RFC 3339, as in `2026-11-20T12:00:30.5+01:00`. Empty for other texts, and for days and
 * hours that there are not.
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export function dateTimeSeconds(text: string): string {
  const [, day, time, fraction = "", sign, hours = "0", minutes = "0"] =
    /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(\.\d+)?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/.exec(text) ?? [];
  const local = `${day}T${time}`;
  const moment = Date.parse(`${local}Z`);
  // Engines take a 30th of February for a day in March.
  if (!(moment >= 0) || !new Date(moment).toISOString().startsWith(local)) return "";
  const ahead = Number(hours) * 3600 + Number(minutes) * 60;
  return `${moment / 1000 - (sign === "-" ? -ahead : ahead)}${fraction}`;
}
