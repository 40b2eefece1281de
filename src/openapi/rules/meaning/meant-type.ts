import { diagnostic } from "../../../diagnostic/catalogue.js";
import type { Json } from "../../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../../resolve/document-location.js";
import { isObject, type JsonObject, type Walk } from "../rule.js";
import type { SchemaKeywords } from "../types.js";

/** A schema with the type that its keywords mean: `type: object` with `items` and nothing of objects is a list. What else says nothing of its type is told. */
export function withMeantType(raw: JsonObject, at: DocumentLocation, walk: Walk): JsonObject {
  const { type } = raw;
  if (!isSaid(raw["items"]) && !isSaid(raw["properties"])) return raw;
  const types = typeof type === "string" ? [type] : Array.isArray(type) ? (type as readonly Json[]) : [];
  if (types.length === 0 || !types.every((each) => TYPES.has(each))) return raw;
  if (isSaid(raw["items"]) && !types.includes("array")) {
    if (types.includes("object") && !ofObjects.some((key) => raw[key] !== undefined)) {
      const meant = types.map((each) => (each === "object" ? "array" : each));
      report('The type is "object", and "items" describes a list; it is read as "array".', "type", 'Write "array".', at, walk);
      return { ...raw, type: typeof type === "string" ? "array" : meant };
    }
    reportUnused("items", types, at, walk);
  }
  if (isSaid(raw["properties"]) && !types.includes("object")) reportUnused("properties", types, at, walk);
  return raw;
}

const TYPES: ReadonlySet<Json> = new Set(["null", "boolean", "integer", "number", "string", "array", "object"]);

/** What a keyword is about: values of some types, any value, or none at all. A keyword that is added does not compile until this table has it. */
const subjects = {
  ...{ properties: "object", patternProperties: "object", additionalProperties: "object", unevaluatedProperties: "object" },
  ...{ propertyNames: "object", required: "object", minProperties: "object", maxProperties: "object" },
  ...{ dependentRequired: "object", dependentSchemas: "object", dependencies: "object", discriminator: "object" },
  ...{ $ref: "any", $dynamicRef: "any", $recursiveRef: "any", enum: "any", const: "any" },
  ...{ allOf: "any", anyOf: "any", oneOf: "any", not: "any", if: "any", then: "any", else: "any" },
  ...{ prefixItems: "array", items: "array", additionalItems: "array", contains: "array", minContains: "array", maxContains: "array" },
  ...{ minItems: "array", maxItems: "array", uniqueItems: "array", unevaluatedItems: "array" },
  ...{ minLength: "string", maxLength: "string", pattern: "string", format: "string" },
  ...{ contentEncoding: "string", contentMediaType: "string", contentSchema: "string" },
  ...{ multipleOf: "number", minimum: "number", maximum: "number", exclusiveMinimum: "number", exclusiveMaximum: "number" },
  ...{ type: "none", title: "none", description: "none", default: "none", example: "none", examples: "none" },
  ...{ deprecated: "none", readOnly: "none", writeOnly: "none" },
  ...{ $id: "none", $anchor: "none", $dynamicAnchor: "none", $recursiveAnchor: "none", $defs: "none", definitions: "none" },
} as const satisfies Readonly<Record<Known | Earlier, string>>;

type Known = Exclude<keyof SchemaKeywords, `x-${string}`>;
/** Of earlier drafts. */
type Earlier = "dependencies" | "additionalItems" | "definitions" | "$recursiveRef" | "$recursiveAnchor";

/** What may describe an object. */
const ofObjects = Object.entries(subjects).flatMap(([key, subject]) => (subject === "object" || subject === "any" ? [key] : []));

const isSaid = (value: Json | undefined): boolean => isObject(value) && Object.keys(value).length > 0;

const home = { items: "array", properties: "object" } as const;

function reportUnused(key: "items" | "properties", types: readonly Json[], at: DocumentLocation, walk: Walk): void {
  const given = types.map((type) => JSON.stringify(type)).join(" or ");
  const hint =
    key === "properties" && types.includes("array")
      ? 'Move them into "items", or write "object".'
      : `Write "${home[key]}", or remove "${key}".`;
  report(`The type is ${given}, of which "${key}" says nothing.`, key, hint, at, walk);
}

function report(message: string, key: string, hint: string, at: DocumentLocation, walk: Walk): void {
  walk.report(diagnostic("type-contradicted", message, { at: { ...originAt(childLocation(at, key)), on: "key" }, hint }));
}
