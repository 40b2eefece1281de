import { allRead } from "../ir/assertion-fields.js";
import { isInteger } from "../ir/is-integer.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import { isWithinBounds } from "../ir/bounds.js";
import { sameJson } from "../ir/same-json.js";
import type { Api } from "../ir/api.js";
import type { ArrayAssertion, Assertion, JsonType, ObjectAssertion, Schema } from "../ir/schema.js";

/** Deeper than this nobody writes a value into a description. */
const maxNesting = 40;

/**
 * Whether a schema certainly refuses a value. What takes a closer look (`not`, `if`, formats, how many of `oneOf` fit) does not
 * count: this reports plain mistakes of authors, and validators do the rest.
 */
export function isInvalid(schema: Schema, value: Json, schemas: Api["schemas"], depth = 0): boolean {
  if (depth > maxNesting) return false;
  const inner: IsInvalid = (part, member) => isInvalid(part, member, schemas, depth + 1);
  return schema.assertions.some((assertion) => failsAssertion(assertion, value, schemas, inner));
}

type IsInvalid = (schema: Schema, value: Json) => boolean;

function failsAssertion(assertion: Assertion, value: Json, schemas: Api["schemas"], inner: IsInvalid): boolean {
  switch (assertion.kind) {
    case "never":
      return true;
    case "type":
      return !assertion.types.some((type) => isOfType(value, type));
    case "enum":
      return !assertion.values.some((member) => sameJson(member, value));
    case "number":
    case "string":
      // Patterns are not tried: one may take its time.
      return !isWithinBounds(assertion, value);
    case "array":
      return isJsonArray(value) && failsList(assertion, value, inner);
    case "object":
      return isMembers(value) && failsObject(assertion, value, inner);
    case "ref": {
      const target = schemas.get(assertion.target);
      return target !== undefined && inner(target.schema, value);
    }
    case "allOf":
      return assertion.members.some((member) => inner(member, value));
    case "anyOf":
    case "oneOf":
      return assertion.members.every((member) => inner(member, value));
    // Take a closer look.
    case "not":
    case "if":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return false;
  }
}

function isOfType(value: Json, type: JsonType): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return isJsonArray(value);
    case "object":
      return isMembers(value);
    case "integer":
      return isInteger(value);
    case "number":
      return typeof value === "number" || typeof value === "bigint";
    case "boolean":
    case "string":
      return typeof value === type;
  }
}

function failsList(
  { prefixItems, items, minItems = 0, maxItems = Infinity, ...rest }: ArrayAssertion,
  value: readonly Json[],
  inner: IsInvalid,
): boolean {
  // Take a closer look.
  allRead(rest, "contains", "uniqueItems");
  if (value.length < minItems || value.length > maxItems) return true;
  return value.some((item, index) => {
    const schema = prefixItems[index] ?? items;
    return schema !== undefined && inner(schema, item);
  });
}

function failsObject(
  { properties, required, patternProperties, additionalProperties, ...rest }: ObjectAssertion,
  value: { readonly [name: string]: Json },
  inner: IsInvalid,
): boolean {
  // Take a closer look.
  allRead(rest, "propertyNames", "minProperties", "maxProperties", "dependentRequired", "dependentSchemas");
  const wanted = [...required, ...properties.filter((property) => property.required).map(({ name }) => name)];
  if (wanted.some((name) => !Object.hasOwn(value, name))) return true;
  const described = new Map(properties.map(({ name, schema }) => [name, schema]));
  return Object.entries(value).some(([name, member]) => {
    const schema = described.get(name) ?? (patternProperties.length === 0 ? additionalProperties : undefined);
    return schema !== undefined && inner(schema, member);
  });
}

const isMembers = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !isJsonArray(value);
