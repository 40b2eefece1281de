/** Formats that are asserted. Any other is an annotation: it says something to people, and nothing is checked. */

/** Runtime files that check formats. */
export type FormatFile = "formats" | "format-time" | "format-net" | "format-idn" | "format-uri" | "format-http" | "format-number";

/** Where a format of strings is checked. */
export interface StringFormat {
  readonly check: string;
  readonly file: FormatFile;
}

// Those of JSON Schema 2020-12 and of the OpenAPI format registry. Of the registry, `binary`, `commonmark`, `html` and `password` allow
// every string; what it says of numbers only (`int32`, `sf-integer`) says nothing of a string.
const stringFormats: Readonly<Record<string, StringFormat>> = {
  date: { check: "isDate", file: "format-time" },
  "date-time": { check: "isDateTime", file: "format-time" },
  "date-time-local": { check: "isDateTimeLocal", file: "format-time" },
  time: { check: "isTime", file: "format-time" },
  "time-local": { check: "isTimeLocal", file: "format-time" },
  duration: { check: "isDuration", file: "format-time" },
  "http-date": { check: "isHttpDate", file: "format-http" },
  email: { check: "isEmail", file: "format-net" },
  "idn-email": { check: "isIdnEmail", file: "format-idn" },
  hostname: { check: "isHostname", file: "format-idn" },
  "idn-hostname": { check: "isIdnHostname", file: "format-idn" },
  ipv4: { check: "isIpv4", file: "format-net" },
  ipv6: { check: "isIpv6", file: "format-net" },
  uri: { check: "isUri", file: "format-uri" },
  "uri-reference": { check: "isUriReference", file: "format-uri" },
  iri: { check: "isIri", file: "format-uri" },
  "iri-reference": { check: "isIriReference", file: "format-uri" },
  "uri-template": { check: "isUriTemplate", file: "format-uri" },
  uuid: { check: "isUuid", file: "formats" },
  byte: { check: "isBase64", file: "formats" },
  base64url: { check: "isBase64Url", file: "formats" },
  char: { check: "isCharacter", file: "formats" },
  "json-pointer": { check: "isJsonPointer", file: "formats" },
  "relative-json-pointer": { check: "isRelativeJsonPointer", file: "formats" },
  regex: { check: "isRegex", file: "formats" },
  int64: { check: "isInt64Text", file: "format-number" },
  uint64: { check: "isUint64Text", file: "format-number" },
  decimal: { check: "isDecimal", file: "format-number" },
  decimal128: { check: "isDecimal128", file: "format-number" },
  "media-range": { check: "isMediaRange", file: "format-http" },
  etag: { check: "isEntityTag", file: "format-http" },
  "sf-boolean": { check: "isStructuredBoolean", file: "format-http" },
  "sf-string": { check: "isStructuredString", file: "format-http" },
  "sf-token": { check: "isStructuredToken", file: "format-http" },
  "sf-binary": { check: "isStructuredBinary", file: "format-http" },
};

export function stringFormat(name: string): StringFormat | undefined {
  return Object.hasOwn(stringFormats, name) ? stringFormats[name] : undefined;
}

// A 64-bit integer beyond 2^53 arrives rounded in a number: it is refused rather than changed.
const numberRanges: Readonly<Record<string, { readonly min: number; readonly max: number }>> = {
  int8: { min: -128, max: 127 },
  uint8: { min: 0, max: 255 },
  int16: { min: -32768, max: 32767 },
  uint16: { min: 0, max: 65535 },
  int32: { min: -2147483648, max: 2147483647 },
  uint32: { min: 0, max: 4294967295 },
  int64: { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER },
  uint64: { min: 0, max: Number.MAX_SAFE_INTEGER },
  "double-int": { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER },
  "sf-integer": { min: -999_999_999_999_999, max: 999_999_999_999_999 },
};

/** The whole numbers that a format of numbers allows. `float`, `double`, `decimal`, `decimal128`, `sf-decimal` and `unixtime` allow every number. */
export function numberRange(format: string): { readonly min: number; readonly max: number } | undefined {
  return Object.hasOwn(numberRanges, format) ? numberRanges[format] : undefined;
}
