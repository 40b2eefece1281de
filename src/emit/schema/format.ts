/** Formats that are asserted. Any other is an annotation: it says something to people, and nothing is checked. */
import type { RuntimeFile } from "./function-scope.js";

/** Where a format of strings is checked, and how a message calls it. */
export interface StringFormat {
  readonly check: string;
  readonly file: RuntimeFile;
  readonly words: string;
}

const stringFormats: Readonly<Record<string, StringFormat>> = {
  date: { check: "isDate", file: "format-time", words: "a date such as 2026-03-01" },
  "date-time": { check: "isDateTime", file: "format-time", words: "a date and time such as 2026-03-01T09:30:00Z" },
  time: { check: "isTime", file: "format-time", words: "a time such as 09:30:00Z" },
  duration: { check: "isDuration", file: "format-time", words: "a duration such as P3DT12H" },
  email: { check: "isEmail", file: "format-net", words: "an email address" },
  "idn-email": { check: "isIdnEmail", file: "format-net", words: "an email address" },
  hostname: { check: "isHostname", file: "format-net", words: "a host name" },
  ipv4: { check: "isIpv4", file: "format-net", words: "an IPv4 address" },
  ipv6: { check: "isIpv6", file: "format-net", words: "an IPv6 address" },
  uri: { check: "isUri", file: "format-uri", words: "a URI such as https://example.com/a" },
  "uri-reference": { check: "isUriReference", file: "format-uri", words: "a URI reference" },
  iri: { check: "isIri", file: "format-uri", words: "an IRI such as https://example.com/a" },
  "iri-reference": { check: "isIriReference", file: "format-uri", words: "an IRI reference" },
  "uri-template": { check: "isUriTemplate", file: "format-uri", words: "a URI template" },
  uuid: { check: "isUuid", file: "formats", words: "a UUID" },
  byte: { check: "isBase64", file: "formats", words: "base64" },
  "json-pointer": { check: "isJsonPointer", file: "formats", words: "a JSON Pointer" },
  "relative-json-pointer": { check: "isRelativeJsonPointer", file: "formats", words: "a relative JSON Pointer" },
  regex: { check: "isRegex", file: "formats", words: "a regular expression" },
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
};

/** The whole numbers that a format of numbers allows. `float` and `double` allow every number. */
export function numberRange(format: string): { readonly min: number; readonly max: number } | undefined {
  return Object.hasOwn(numberRanges, format) ? numberRanges[format] : undefined;
}
