import { childLocation, type DocumentLocation } from "../resolve/document-location.js";
import { missing } from "./fields.js";
import { membersInList } from "./meaning/meant-value.js";
import { isObject, meantAs, wrongType, type JsonObject, type Rule, type Walk } from "./rule.js";
import { keywordText } from "./scalars.js";
import { escapeToken } from "../../source/json-pointer.js";
import { isJsonArray, type Json } from "../../source/source-file.js";

/**
 * A Discriminator Object. In 2.0 it is the property's name alone. A value of the mapping is a schema's name or a reference
 * (a name is whatever could be one, OAS 3.1.1 section 4.8.25.3); both become absolute references.
 */
export const readDiscriminator: Rule = (raw, parent, key, walk) => {
  const at = childLocation(parent, key);
  if (typeof raw === "string") return { propertyName: raw };
  if (!isObject(raw)) return wrongType(raw, "an object", at, walk);
  const out: Record<string, unknown> = { ...raw };
  if (raw["propertyName"] === undefined || raw["propertyName"] === null) {
    missing("propertyName", "A discriminator", at, walk);
    return undefined;
  }
  if (keywordText(raw["propertyName"], at, "propertyName", walk) === undefined) return undefined;
  if (raw["mapping"] !== undefined) out["mapping"] = readMapping(raw["mapping"], childLocation(at, "mapping"), walk);
  const fallback = raw["defaultMapping"] === undefined ? undefined : keywordText(raw["defaultMapping"], at, "defaultMapping", walk);
  if (typeof fallback === "string") target(out, "defaultMapping", fallback, at, walk);
  else Reflect.deleteProperty(out, "defaultMapping");
  walk.location(out, at);
  return out;
};

function readMapping(raw: Json, at: DocumentLocation, walk: Walk): unknown {
  if (!isObject(raw)) {
    const listed = mappingInList(raw);
    if (listed === undefined) return wrongType(raw, "an object", at, walk);
    return readMapping(meantAs(listed, "one", raw, "an object (values and schemas)", at, walk), at, walk);
  }
  const out = Object.create(null) as Record<string, unknown>; // The type of a fresh object without prototype.
  for (const value of Object.keys(raw)) {
    const member = raw[value] ?? null;
    const reference = isObject(member) && typeof member["$ref"] === "string" ? member["$ref"] : undefined;
    const place = childLocation(at, value);
    const meant =
      reference === undefined
        ? keywordText(member, at, value, walk)
        : meantAs(reference, "the reference in it", member, "a string", place, walk);
    if (typeof meant === "string") target(out, value, meant, at, walk);
  }
  walk.location(out, at);
  return out;
}

/** The mapping that a list means: objects of which each has some of it, or references, each for the value that its schema is called. */
function mappingInList(raw: Json): JsonObject | undefined {
  const objects = membersInList(raw);
  if (objects?.every((each) => Object.values<Json>(each).every((value) => typeof value === "string" || isObject(value))) === true)
    return Object.assign({}, ...objects) as JsonObject; // of objects
  const names = (isJsonArray(raw) ? raw : []).map((each) => [nameIn(each), each] as const);
  const isNamed = names.length > 0 && names.every(([name]) => name !== undefined);
  return isNamed ? Object.fromEntries(names.map(([name = "", each]) => [name, each])) : undefined;
}

/** What the schema is called that a reference leads to. */
function nameIn(reference: Json): string | undefined {
  return typeof reference === "string" ? /(?<![\w.-])([\w.-]+?)(?:\.(?:json|ya?ml))?$/i.exec(reference)?.[1] : undefined;
}

/** A value that could be a name is one, even if no schema has it: then its reference is reported as unresolved. */
function target(holder: Record<string, unknown>, key: string, meant: string, at: DocumentLocation, walk: Walk): void {
  holder[key] = walk.isSchemaName(meant) || /^[\w-]+$/.test(meant) ? `#/components/schemas/${escapeToken(meant)}` : meant;
  walk.reference("schema", holder, key, at);
}
