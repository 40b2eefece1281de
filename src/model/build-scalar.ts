import { diagnostic } from "../diagnostic/catalogue.js";
import type { SchemaKeywords } from "../openapi/types.js";
import type { Build } from "./context.js";
import type { JsonType, NumberAssertion, StringAssertion } from "./types.js";
import { memberOrigin } from "./origin.js";

const numberFormats: ReadonlySet<string> = new Set(
  "int8 int16 int32 int64 uint8 uint16 uint32 uint64 integer long float double decimal number double-int unixtime unix-time timestamp".split(
    " ",
  ),
);
/** Formats of the registry that may stand with strings, and mean numbers when no type says otherwise. */

/** Which of the two a format without a single type belongs to. */
function formatOwner({ type, format }: SchemaKeywords): "number" | "string" | undefined {
  if (format === undefined) return undefined;
  const types: readonly JsonType[] = type === undefined ? [] : typeof type === "string" ? [type] : type;
  const string = types.includes("string");
  const number = types.includes("number") || types.includes("integer");
  if (string !== number) return string ? "string" : "number";
  if (types.length > 0 && !string) return undefined;
  return numberFormats.has(format) ? "number" : "string";
}

/** The keywords that speak of numbers, as one assertion; `undefined` when there are none. */
export function buildNumber(value: SchemaKeywords): NumberAssertion | undefined {
  const assertion = {
    kind: "number",
    ...(value.minimum === undefined ? {} : { minimum: value.minimum }),
    ...(value.maximum === undefined ? {} : { maximum: value.maximum }),
    ...(value.exclusiveMinimum === undefined ? {} : { exclusiveMinimum: value.exclusiveMinimum }),
    ...(value.exclusiveMaximum === undefined ? {} : { exclusiveMaximum: value.exclusiveMaximum }),
    ...(value.multipleOf === undefined || value.multipleOf <= 0 ? {} : { multipleOf: value.multipleOf }),
    ...(value.format !== undefined && formatOwner(value) === "number" ? { format: value.format } : {}),
  } satisfies NumberAssertion;
  return Object.keys(assertion).length === 1 ? undefined : assertion;
}

/** The keywords that speak of strings, as one assertion; `undefined` when there are none. */
export function buildString(value: SchemaKeywords, build: Build): StringAssertion | undefined {
  const binary = isBinary(value);
  const format = formatOwner(value) === "string" && value.format !== "binary" ? value.format : undefined;
  const pattern = value.pattern === undefined ? undefined : usablePattern(value.pattern, value, ["pattern"], build);
  const assertion = {
    kind: "string",
    ...(value.minLength === undefined ? {} : { minLength: value.minLength }),
    ...(value.maxLength === undefined ? {} : { maxLength: value.maxLength }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(format === undefined ? {} : { format }),
    ...(value.contentEncoding === undefined ? {} : { contentEncoding: value.contentEncoding }),
    ...(value.contentMediaType === undefined ? {} : { contentMediaType: value.contentMediaType }),
    ...(binary ? { binary } : {}),
  } satisfies StringAssertion;
  return Object.keys(assertion).length === 1 ? undefined : assertion;
}

/** Media types whose content no string holds unless it is encoded. */
const byteTypes = /^(?:application\/(?:octet-stream|pdf|zip|gzip|x-tar|vnd\.apache\..*)|image\/(?!svg)|audio\/|video\/|font\/)/i;

/** OAS 3.1.1 section 4.7.14.2: raw bytes are said by a content media type without a content encoding; 3.0 said `format: binary`. */
function isBinary(value: SchemaKeywords): value is SchemaKeywords & { readonly binary?: true } {
  if (value.format === "binary" && formatOwner(value) === "string") return true;
  return value.contentMediaType !== undefined && value.contentEncoding === undefined && byteTypes.test(value.contentMediaType);
}

/** A pattern as written when it is a regular expression of ECMAScript, with or without `u`; else it is reported and left out. `keys` lead to it in `schema`. */
export function usablePattern(pattern: string, schema: object, keys: readonly string[], build: Build): string | undefined {
  if (compiles(pattern, "u") || compiles(pattern, "")) return pattern;
  const hint = "Patterns are ECMAScript's; inline flags, possessive quantifiers and \\A or \\Z of other languages are not among them.";
  build.report(
    diagnostic("pattern-invalid", `The pattern "${pattern}" is not a regular expression; it is not checked.`, {
      at: memberOrigin(schema, build.resolved, ...keys),
      hint,
    }),
  );
  return undefined;
}

function compiles(pattern: string, flags: "u" | ""): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    // The constructor's error is its only answer to "is it one?".
    return false;
  }
}
