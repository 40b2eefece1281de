import { diagnostic } from "../../../diagnostic/catalogue.js";
import type { Json } from "../../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../../resolve/document-location.js";
import { isObject, type JsonObject, type Walk } from "../rule.js";

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

/** What may describe an object: all keywords that are about one, and those that hold schemas of the same value, or values. */
const ofObjects = [
  ...["properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames", "required"],
  ...["minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "dependencies"],
  ...["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "discriminator", "if", "enum", "const"],
];

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
