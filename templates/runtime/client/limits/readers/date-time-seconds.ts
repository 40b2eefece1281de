/**
 * Seconds since the epoch, in digits, of a moment of RFC 3339, as in `2026-11-20T12:00:30.5+01:00`, and as services write it besides:
 * without seconds, which is the end of the minute, and without the colon of the zone. Empty for other texts. Some engines take a 30th of
 * February for a day in March, which is no wait that is too short.
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export function dateTimeSeconds(text: string): string {
  const found = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?:(:\d\d)(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i.exec(text);
  if (found === null) return "";
  const [, day, time, seconds = ":59", fraction = "", zone = ""] = found;
  return `${Date.parse(`${day}T${time}${seconds}${zone.toUpperCase().replace(/\d\d$/, ":$&").replace("::", ":")}`) / 1000}${fraction}`;
}
