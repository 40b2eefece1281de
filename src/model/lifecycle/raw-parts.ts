/** Walks a description as it is written: which members of an object are objects of OpenAPI, which are names, and which are data. */
import type { Origin } from "../../diagnostic/diagnostic.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import { parse } from "../../source/json-pointer.js";
import { insideLater } from "../build/origin.js";

export type JsonObject = { readonly [key: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !isJsonArray(value);

/** A value as written, and what is known of it by where it stands. */
export interface RawPart {
  readonly value: Json;
  readonly at: Origin;
  /** The member of its holder that it is in, or is. */
  readonly key: string;
  /** Whether its members are named by the description. */
  readonly isMap: boolean;
  readonly isSchema: boolean;
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Members whose values are maps: what looks like a key in them is a name. */
const maps = wordsOf(
  "properties patternProperties dependentSchemas $defs definitions schemas headers content encoding examples responses links variables webhooks callbacks " +
    "parameters securitySchemes securityDefinitions requestBodies pathItems mediaTypes additionalOperations paths",
);
/** Members whose values are values, or name things, and say nothing. */
const values = wordsOf("example default enum const security scopes mapping required value dataValue");
/** Members that are schemas; all that is in one is one, too. */
const schemas = wordsOf("schema itemSchema schemas definitions");

/** The map that a place is in, and its name there; `undefined` of what has no name. */
export function nameInMap(pointer: string): { readonly map: string; readonly name: string } | undefined {
  let map: string | undefined;
  let found: { readonly map: string; readonly name: string } | undefined;
  for (const token of parse(pointer) ?? []) {
    found = map === undefined ? undefined : { map, name: token };
    map = map === undefined && maps.has(token) ? token : undefined;
  }
  return found;
}

/** The parts of a part: of a list its items, of an object its members but extensions and data. */
export function partsOf({ value, at, key: holder, isMap, isSchema }: RawPart): readonly RawPart[] {
  if (isJsonArray(value))
    return value.map((item, index) => ({ value: item, at: insideLater(at, index), key: holder, isMap: false, isSchema }));
  const parts: RawPart[] = [];
  if (!isObject(value)) return parts;
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== "object" || member === null) continue;
    if ((!isMap || holder === "paths") && key.startsWith("x-")) continue;
    if (!isMap && (values.has(key) || (key === "examples" && (isSchema || isJsonArray(member))))) continue;
    // 2.0 has values there, by their media types.
    if (isMap && holder === "examples" && key.includes("/")) continue;
    const isInner = isSchema || (!isMap && schemas.has(key));
    parts.push({ value: member, at: insideLater(at, key), key: isMap ? holder : key, isMap: !isMap && maps.has(key), isSchema: isInner });
  }
  return parts;
}
