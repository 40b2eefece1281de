/**
 * Every format that is known: those of JSON Schema 2020-12 and of the OpenAPI format registry. All that is said of a format is in its
 * entry: validators, their messages, the table in docs/validators.md and the samples of tests are made of it, or held against it.
 * A format without an entry says something to people, and nothing is checked; so do `binary`, `commonmark`, `html` and `password`,
 * which allow every string.
 */
import type { Format, NumberFormat, TextFormat } from "./format.js";

const safe = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

export const formats = {
  date: {
    check: "isDate",
    module: "format-time",
    words: "a date such as 2026-03-01",
    accepts: ["2026-03-01", "2024-02-29", "2019-11-30", "2031-07-14"],
    refuses: ["2026-02-29", "2026-3-1"],
    neverDigits: true,
  },
  "date-time": {
    check: "isDateTime",
    module: "format-time",
    words: "a date and time such as 2026-03-01T09:30:00Z",
    accepts: ["2026-03-01T09:30:00Z", "2024-02-29T23:59:59.123+02:00", "2019-11-30T00:00:00Z", "2031-07-14T12:15:45Z"],
    refuses: ["2026-03-01T09:30:00", "2026-03-01 09:30:00Z"],
    neverDigits: true,
  },
  time: {
    check: "isTime",
    module: "format-time",
    words: "a time such as 09:30:00Z",
    accepts: ["09:30:00Z", "23:59:59.5+02:00", "00:00:00Z"],
    refuses: ["09:30:00", "9:30:00Z"],
    neverDigits: true,
  },
  duration: {
    check: "isDuration",
    module: "format-time",
    words: "a duration such as P3DT12H",
    accepts: ["P3DT12H", "P2W", "PT0S", "P1Y2M3D"],
    refuses: ["P", "P1D2H"],
    neverDigits: true,
  },
  email: {
    check: "isEmail",
    module: "format-net",
    words: "an email address",
    accepts: ["flint@example.com", "a.garnet@mail.example.org", "halite+1@example.com"],
    refuses: ["flint", "a..b@example.com"],
    neverDigits: true,
  },
  "idn-email": {
    check: "isIdnEmail",
    module: "format-idn",
    words: "an email address",
    accepts: ["flint@example.com", "grün@bücher.example", "halite@example.org"],
    refuses: ["grün", "a..b@example.com"],
    neverDigits: true,
  },
  hostname: {
    check: "isHostname",
    module: "format-idn",
    words: "a host name",
    accepts: ["flint.example.com", "localhost", "a-1.example.org"],
    refuses: ["a_b", "-a.example"],
  },
  "idn-hostname": {
    check: "isIdnHostname",
    module: "format-idn",
    words: "a host name",
    accepts: ["flint.example.com", "bücher.example", "a-1.example.org"],
    refuses: ["a_b", "-ü.example"],
  },
  ipv4: {
    check: "isIpv4",
    module: "format-net",
    words: "an IPv4 address",
    accepts: ["192.0.2.1", "0.0.0.0", "192.0.2.254"],
    refuses: ["192.0.2.256", "192.0.2"],
    neverDigits: true,
  },
  ipv6: {
    check: "isIpv6",
    module: "format-net",
    words: "an IPv6 address",
    accepts: ["2001:db8::1", "::", "::ffff:192.0.2.1"],
    refuses: ["1::2::3", "192.0.2.1"],
    neverDigits: true,
  },
  uri: {
    check: "isUri",
    module: "format-uri",
    words: "a URI such as https://example.com/a",
    accepts: ["https://example.com/a", "https://example.com/garnet?b=c#d", "urn:isbn:9780131103627"],
    refuses: ["/a", "https://example.com/a b"],
    neverDigits: true,
  },
  "uri-reference": {
    check: "isUriReference",
    module: "format-uri",
    words: "a URI reference",
    accepts: ["/flint", "a/b?c", "https://example.com/a"],
    refuses: ["a b", "1a:b"],
  },
  iri: {
    check: "isIri",
    module: "format-uri",
    words: "an IRI such as https://example.com/a",
    accepts: ["https://example.com/a", "https://bücher.example/ü", "urn:isbn:9780131103627"],
    refuses: ["/a", "https://example.com/a b"],
    neverDigits: true,
  },
  "iri-reference": {
    check: "isIriReference",
    module: "format-uri",
    words: "an IRI reference",
    accepts: ["/flint", "ü/b?c", "https://example.com/a"],
    refuses: ["ü ü", "\\"],
  },
  "uri-template": {
    check: "isUriTemplate",
    module: "format-uri",
    words: "a URI template",
    accepts: ["/flint/{id}", "/a{?b,c}", "/garnet"],
    refuses: ["/{", "/{a b}"],
  },
  uuid: {
    check: "isUuid",
    module: "formats",
    words: "a UUID",
    accepts: [
      "2eb8aa08-aa98-41ea-b4aa-73b441d16380",
      "0f9d5a1c-3b7e-4c2d-8e6f-1a2b3c4d5e6f",
      "6f1e2d3c-4b5a-4987-a6b5-c4d3e2f1a0b9",
      "c0ffee00-1234-4abc-9def-00112233aabb",
    ],
    refuses: ["2eb8aa08aa9841eab4aa73b441d16380", "2eb8aa08-aa98-41ea-b4aa-73b441d1638g"],
    neverDigits: true,
  },
  byte: {
    check: "isBase64",
    module: "formats",
    words: "base64",
    accepts: ["ZmxpbnQ=", "YWI+", "", "aGFsaXRl"],
    refuses: ["Zmxpbn", "-_-_"],
  },
  "json-pointer": {
    check: "isJsonPointer",
    module: "formats",
    words: "a JSON Pointer",
    accepts: ["/flint/0", "", "/a~1b"],
    refuses: ["flint", "/~2"],
    neverDigits: true,
  },
  "relative-json-pointer": {
    check: "isRelativeJsonPointer",
    module: "formats",
    words: "a relative JSON Pointer",
    accepts: ["0/name", "1#", "2/a/b"],
    refuses: ["/a", "01"],
  },
  regex: {
    check: "isRegex",
    module: "formats",
    words: "a regular expression",
    accepts: ["^[a-z]+$", "\\p{L}", "a|b"],
    refuses: ["(", "\\Z"],
  },
  base64url: {
    check: "isBase64Url",
    module: "formats",
    words: "base64url",
    accepts: ["ZmxpbnQ", "ZmxpbnQ=", "-_-_", "aGFsaXRl"],
    refuses: ["+/+/", "A"],
  },
  char: {
    check: "isCharacter",
    module: "formats",
    words: "one character",
    accepts: ["a", "ü", "😀"],
    refuses: ["", "ab"],
  },
  "date-time-local": {
    check: "isDateTimeLocal",
    module: "format-time",
    words: "a date and time such as 2026-03-01T09:30:00",
    accepts: ["2026-03-01T09:30:00", "2024-02-29T23:59:59.5", "2019-11-30T00:00:00"],
    refuses: ["2026-03-01T09:30:00Z", "2026-02-29T09:30:00"],
    neverDigits: true,
  },
  "time-local": {
    check: "isTimeLocal",
    module: "format-time",
    words: "a time such as 09:30:00",
    accepts: ["09:30:00", "23:59:59.5", "00:00:00"],
    refuses: ["09:30:00Z", "24:00:00"],
    neverDigits: true,
  },
  "http-date": {
    check: "isHttpDate",
    module: "format-http",
    words: "a date such as Sun, 06 Nov 1994 08:49:37 GMT",
    accepts: ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"],
    refuses: ["Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC"],
    neverDigits: true,
  },
  "media-range": {
    check: "isMediaRange",
    module: "format-http",
    words: "a media type such as text/plain or text/*",
    accepts: ["text/plain", "text/*", "application/json; charset=utf-8"],
    refuses: ["text", "text/plain;q"],
  },
  etag: {
    check: "isEntityTag",
    module: "format-http",
    words: 'an entity tag such as "v1"',
    accepts: ['"v1"', 'W/"v1"', '""'],
    refuses: ["v1", '"a b"'],
  },
  decimal: {
    check: "isDecimal",
    module: "format-number",
    words: "a decimal number",
    accepts: ["12.5", "-1.50", "40"],
    refuses: ["1e3", "1,5"],
    number: "any",
  },
  decimal128: {
    check: "isDecimal128",
    module: "format-number",
    words: "a decimal number of at most 34 digits",
    accepts: ["12.5", "1.5E+10", "-INF"],
    refuses: ["nan", "1e"],
  },
  int64: {
    check: "isInt64Text",
    module: "format-number",
    words: "an integer of 64 bits, in digits",
    accepts: ["42", "-9223372036854775808", "9223372036854775807", "7012"],
    refuses: ["9223372036854775808", "1.0"],
    number: { ...safe, exact: ["-9223372036854775808", "9223372036854775807"] },
  },
  uint64: {
    check: "isUint64Text",
    module: "format-number",
    words: "an integer of 64 bits from 0, in digits",
    accepts: ["42", "18446744073709551615", "7012"],
    refuses: ["-1", "18446744073709551616"],
    number: { min: 0, max: Number.MAX_SAFE_INTEGER, exact: ["0", "18446744073709551615"] },
  },
  "sf-boolean": {
    check: "isStructuredBoolean",
    module: "format-http",
    words: "?0 or ?1",
    accepts: ["?1", "?0"],
    refuses: ["1", "true"],
  },
  "sf-string": {
    check: "isStructuredString",
    module: "format-http",
    words: "a string in double quotes",
    accepts: ['"flint"', '"a\\"b"', '""'],
    refuses: ["flint", '"ü"'],
  },
  "sf-token": {
    check: "isStructuredToken",
    module: "format-http",
    words: "of the format sf-token",
    accepts: ["flint", "*a", "text/plain"],
    refuses: ["1a", "a b"],
  },
  "sf-binary": {
    check: "isStructuredBinary",
    module: "format-http",
    words: "of the format sf-binary",
    accepts: [":Zmxpbg==:", "::"],
    refuses: ["Zmxpbg==", ":"],
  },
  int8: { number: { min: -128, max: 127 } },
  uint8: { number: { min: 0, max: 255 } },
  int16: { number: { min: -32768, max: 32767 } },
  uint16: { number: { min: 0, max: 65535 } },
  int32: { number: { min: -2147483648, max: 2147483647 } },
  uint32: { number: { min: 0, max: 4294967295 } },
  "double-int": { number: safe },
  "sf-integer": { number: { min: -999_999_999_999_999, max: 999_999_999_999_999 } },
  integer: { number: "any" },
  long: { number: "any" },
  float: { number: "any" },
  double: { number: "any" },
  number: { number: "any" },
  "sf-decimal": { number: "any" },
  unixtime: { number: "any" },
  "unix-time": { number: "any" },
  timestamp: { number: "any" },
} as const satisfies Readonly<Record<string, Format>>;

/** Modules of the runtime that check formats. */
export type FormatModule = Extract<(typeof formats)[keyof typeof formats], TextFormat>["module"];

/** Everything that is known of a format. */
export function formatOf(name: string): Format | undefined {
  return isKnown(name) ? formats[name] : undefined;
}

/** A format of strings, with where it is checked. */
export function textFormatOf(name: string): (TextFormat & { readonly module: FormatModule }) | undefined {
  const format = isKnown(name) ? formats[name] : undefined;
  return format !== undefined && "check" in format ? format : undefined;
}

/** What a format says of numbers. */
export function numberFormatOf(name: string): NumberFormat | undefined {
  const format = formatOf(name);
  return format !== undefined && "number" in format ? format.number : undefined;
}

const isKnown = (name: string): name is keyof typeof formats => Object.hasOwn(formats, name);
