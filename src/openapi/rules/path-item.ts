import { diagnostic } from "../../diagnostic/catalogue.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import type { Json } from "../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { listOf, mapOf, meantReference, onlyOne, orReference } from "./collections.js";
import { assign, fields, readFields } from "./fields.js";
import { mistakenResponses } from "./meaning/mistaken-kind.js";
import { servers } from "./root.js";
import { isObject, meantAs, renamed, wrongType, type JsonObject, type KindRule, type Rule, type Walk } from "./rule.js";
import { anything, flag, nameText, text } from "./scalars.js";
import { security } from "./security.js";

/** Path items and their operations. */

export const METHODS: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]);

/** Tags of an operation are names; the object of one is meant as its name. */
export const tagNames = listOf((raw, parent, key, walk) => {
  const name = isObject(raw) ? raw["name"] : undefined;
  if (typeof name !== "string") return text(raw, parent, key, walk);
  return meantAs(name, `"${name}"`, raw, "a string", childLocation(parent, key), walk);
});

const parameterItems = listOf(orReference("parameter"));

/** Parameters; an object of some is meant as the list of them, each called as its key unless it has a name. */
const parameters: Rule = (raw, parent, key, walk) => {
  if (!isObject(raw) || ["name", "in", "$ref"].some((name) => Object.hasOwn(raw, name))) return parameterItems(raw, parent, key, walk);
  const members = Object.entries(raw);
  if (members.length === 0 || !members.every(([, value]) => isObject(value))) return parameterItems(raw, parent, key, walk);
  const at = childLocation(parent, key);
  wrongType(raw, "a list", at, walk, "its members are read as one");
  return members.flatMap(([name, value]) => {
    const named = isObject(value) && value["$ref"] === undefined ? { name, ...value } : value;
    return orReference("parameter")(named, at, name, walk) ?? [];
  });
};

export const operationTable = fields({
  operationId: nameText,
  tags: tagNames,
  summary: text,
  description: text,
  deprecated: flag,
  parameters,
  requestBody: orReference("requestBody"),
  responses: mistakenResponses(mapOf(orReference("response"), { extensible: true })),
  security,
  servers,
  externalDocs: anything,
  callbacks: anything,
});
const pathItemTable = fields({ deprecated: flag, $ref: text, summary: text, description: text, servers, parameters });

/** The method that a key of a path item means: one in capitals or misspelt is one, too, where an operation stands. */
export function methodOfKey(key: string, raw: JsonObject, at: DocumentLocation, walk: Walk): string | undefined {
  if (METHODS.has(key)) return key.toUpperCase();
  const value = raw[key];
  const isOperation = isObject(value) && (Object.hasOwn(value, "responses") || Object.hasOwn(value, "operationId"));
  const meant = isOperation && !pathItemTable.has(key) && !key.startsWith("x-") ? spellingSuggestion(key, METHODS) : undefined;
  if (meant === undefined || Object.hasOwn(raw, meant)) return undefined;
  renamed(key, meant, at, walk);
  return meant.toUpperCase();
}

/** A path item: its methods become one map, in upper case, those of 3.2's `additionalOperations` among them. */
export const pathItem: KindRule = (given, at, walk) => {
  const listed = onlyOne(given, "an object (a path item)", at, walk);
  if (listed !== undefined) return pathItem(listed, childLocation(at, 0), walk);
  const raw = meantReference(given, at, walk) ?? given;
  if (!isObject(raw)) return wrongType(raw, "an object (a path item)", at, walk);
  const rest: Record<string, Json> = {};
  const operations = Object.create(null) as Record<string, unknown>; // The type of a fresh object without prototype.
  for (const key of Object.keys(raw)) {
    const value = raw[key] ?? null;
    const method = methodOfKey(key, raw, at, walk);
    if (method !== undefined) readOperation(method, value, at, key, operations, walk);
    else if (key === "additionalOperations") readAdditional(value, raw, childLocation(at, key), operations, walk);
    else assign(rest, key, value);
  }
  const out = readFields(rest, pathItemTable, at, walk, [...METHODS, "additionalOperations"]);
  if (typeof raw["$ref"] === "string") walk.reference("pathItem", out, "$ref", at);
  walk.location(operations, at);
  out["operations"] = operations;
  return out;
};

function readOperation(
  method: string,
  raw: Json,
  at: DocumentLocation,
  key: string,
  operations: Record<string, unknown>,
  walk: Walk,
): void {
  if (walk.isLeftOut(raw)) return;
  const upgraded = orReference("operation")(raw, at, key, walk);
  if (upgraded !== undefined) operations[method] = upgraded;
}

function readAdditional(raw: Json, item: JsonObject, at: DocumentLocation, operations: Record<string, unknown>, walk: Walk): void {
  if (!isObject(raw)) {
    wrongType(raw, "an object (methods and their operations)", at, walk);
    return;
  }
  for (const method of Object.keys(raw)) {
    const own = method.toLowerCase();
    const isFree = !Object.hasOwn(item, own);
    const isToken = /^[\w!#$%&'*+.^`|~-]+$/.test(method);
    const isTaken = Object.hasOwn(operations, method.toUpperCase());
    if (METHODS.has(own) || !isToken || isTaken)
      reportAdditional(method, isToken ? own : undefined, isFree && !isTaken, childLocation(at, method), walk);
    if (isToken && isFree && !isTaken) readOperation(method.toUpperCase(), raw[method] ?? null, at, method, operations, walk);
  }
}

/** Methods that a path item has a member for belong there, and a method is a token (RFC 9110 section 9.1). */
function reportAdditional(method: string, own: string | undefined, isFree: boolean, at: DocumentLocation, walk: Walk): void {
  const name = JSON.stringify(method);
  walk.report(
    diagnostic("unknown-key", additionalProblem(name, own), {
      at: { ...originAt(at), on: "key" },
      hint:
        own === undefined
          ? "A method is a word without blanks."
          : METHODS.has(own)
            ? `Write it as "${own}" of the path item.`
            : "Methods are sent in capitals: give one of the two another name.",
      assumed: own !== undefined && isFree ? "it is read as that" : "it is left out",
    }),
  );
}

function additionalProblem(name: string, own: string | undefined): string {
  if (own === undefined) return `${name} is not a method.`;
  return METHODS.has(own) ? `${name} is not an additional method.` : `${name} differs from another method in case alone.`;
}
