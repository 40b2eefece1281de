import type { Json } from "../../source/source-file.js";
import { METHODS } from "../rules/path-item.js";
import { isObject, type JsonObject } from "../rules/rule.js";
import { isMark } from "./recognize-description.js";

/**
 * Whether a value is a part of a description and nothing else: an object of one of the kinds that references lead to, with keys of that kind
 * alone, or objects of such by name. Files of secrets have texts by name, or other keys.
 */
export function isPlainPart(value: Json, levels = maxLevels): boolean {
  if (!isObject(value)) return false;
  if (kinds.some(({ keys, marks }) => hasKeysOf(value, keys) && marks.some((key) => isMark(key, value)))) return true;
  if (isPathItem(value)) return true;
  const members = Object.values<Json>(value);
  return levels > 0 && members.length > 0 && members.every((member) => isPlainPart(member, levels - 1));
}

/** Levels of names: `components`, `schemas`, and those of the schemas. */
const maxLevels = 4;

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Keys of each kind, and those of which one tells it. */
const kinds: readonly { readonly keys: ReadonlySet<string>; readonly marks: readonly string[] }[] = [
  { keys: words("$ref summary description"), marks: ["$ref"] },
  {
    keys: words(
      "openapi swagger info servers paths webhooks components security tags externalDocs jsonSchemaDialect $self host basePath schemes consumes produces definitions parameters responses securityDefinitions",
    ),
    marks: ["openapi", "swagger"],
  },
  {
    keys: words(
      "operationId summary description tags parameters requestBody responses callbacks deprecated security servers externalDocs consumes produces schemes",
    ),
    marks: ["responses"],
  },
  { keys: words("description summary required content headers links"), marks: ["content"] },
  {
    keys: words(
      "name in description required deprecated allowEmptyValue style explode allowReserved schema content example examples type format items default enum pattern minimum maximum minLength maxLength collectionFormat",
    ),
    marks: ["in"],
  },
  {
    keys: words(
      "$ref $id $schema $anchor $defs $comment definitions type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern format contentEncoding contentMediaType items prefixItems additionalItems contains maxItems minItems uniqueItems properties patternProperties additionalProperties propertyNames maxProperties minProperties required dependentRequired allOf anyOf oneOf not if then else unevaluatedProperties unevaluatedItems discriminator title description default deprecated readOnly writeOnly nullable example examples xml externalDocs",
    ),
    marks: ["type", "properties", "allOf", "anyOf", "oneOf", "$defs"],
  },
];

/** Whether an object has these keys and extensions alone. */
function hasKeysOf(value: JsonObject, keys: ReadonlySet<string>): boolean {
  return Object.keys(value).every((key) => keys.has(key) || key.startsWith("x-"));
}

const besideMethods = words("$ref summary description servers parameters");

/** A path item, of which each method has an operation. */
function isPathItem(value: JsonObject): boolean {
  const methods = Object.keys(value).filter((key) => METHODS.has(key));
  const others = Object.keys(value).filter((key) => !METHODS.has(key));
  const isOperation = (operation: Json | undefined): boolean => isObject(operation) && isMark("responses", operation);
  return (
    methods.length > 0 &&
    methods.every((key) => isOperation(value[key])) &&
    others.every((key) => besideMethods.has(key) || key.startsWith("x-"))
  );
}
