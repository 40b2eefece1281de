import type { SchemaKeywords } from "../../openapi/rules/types.js";
import { numberFormatOf } from "../formats/find-format.js";
import type { BuildContext } from "./context.js";
import type { JsonType, NumberAssertion, StringAssertion } from "../ir/schema.js";
import { applyPatternPolicy } from "../patterns/apply-pattern-policy.js";

/** Which of the two a format without a single type belongs to. */
function formatOwner({ type, format }: SchemaKeywords): "number" | "string" | undefined {
  if (format === undefined) return undefined;
  const types: readonly JsonType[] = type === undefined ? [] : typeof type === "string" ? [type] : type;
  const string = types.includes("string");
  const number = types.includes("number") || types.includes("integer");
  if (string !== number) return string ? "string" : "number";
  if (types.length > 0 && !string) return undefined;
  return numberFormatOf(format) === undefined ? "string" : "number";
}

/** The keywords that speak of numbers, as one assertion; `undefined` when there are none. */
export function buildNumber(value: SchemaKeywords, build: BuildContext): NumberAssertion | undefined {
  const assertion = {
    kind: "number",
    ...(value.minimum === undefined ? {} : { minimum: value.minimum }),
    ...(value.maximum === undefined ? {} : { maximum: value.maximum }),
    ...(value.exclusiveMinimum === undefined ? {} : { exclusiveMinimum: value.exclusiveMinimum }),
    ...(value.exclusiveMaximum === undefined ? {} : { exclusiveMaximum: value.exclusiveMaximum }),
    ...(value.multipleOf === undefined || value.multipleOf <= 0 ? {} : { multipleOf: value.multipleOf }),
    ...(value.format !== undefined && formatOwner(value) === "number" ? formatOf(value.format, value, build) : {}),
  } satisfies NumberAssertion;
  return Object.keys(assertion).length === 1 ? undefined : assertion;
}

/** The keywords that speak of strings, as one assertion; `undefined` when there are none. */
export function buildString(value: SchemaKeywords, build: BuildContext): StringAssertion | undefined {
  const binary = isBinary(value);
  const format = formatOwner(value) === "string" && value.format !== "binary" ? value.format : undefined;
  const place = { schema: value, keys: ["pattern"], maxLength: value.maxLength };
  const pattern = value.pattern === undefined ? undefined : applyPatternPolicy(value.pattern, place, build);
  const assertion = {
    kind: "string",
    ...(value.minLength === undefined ? {} : { minLength: value.minLength }),
    ...(value.maxLength === undefined ? {} : { maxLength: value.maxLength }),
    ...pattern,
    ...(format === undefined ? {} : formatOf(format, value, build)),
    ...(value.contentEncoding === undefined ? {} : { contentEncoding: value.contentEncoding }),
    ...(value.contentMediaType === undefined ? {} : { contentMediaType: value.contentMediaType }),
    ...(binary ? { binary } : {}),
  } satisfies StringAssertion;
  return Object.keys(assertion).length === 1 ? undefined : assertion;
}

function formatOf(format: string, value: SchemaKeywords, { resolved }: BuildContext): Pick<StringAssertion, "format" | "formatAsserted"> {
  return resolved.assertsFormats(value) ? { format, formatAsserted: true } : { format };
}

/** Media types whose content no string holds unless it is encoded. */
const byteTypes = /^(?:application\/(?:octet-stream|pdf|zip|gzip|x-tar|vnd\.apache\..*)|image\/(?!svg)|audio\/|video\/|font\/)/i;

/** OAS 3.1.1 section 4.7.14.2: raw bytes are said by a content media type without a content encoding; 3.0 said `format: binary`. */
function isBinary(value: SchemaKeywords): value is SchemaKeywords & { readonly binary?: true } {
  if (value.format === "binary" && formatOwner(value) === "string") return true;
  return value.contentMediaType !== undefined && value.contentEncoding === undefined && byteTypes.test(value.contentMediaType);
}
