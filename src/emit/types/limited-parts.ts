/**
 * Parts of a type that are said beside one another, each without what the others leave no room for. TypeScript takes a text, or true, for an
 * object all of whose members may be absent, where another part has such values; and every list for such an object.
 */
import type { Api } from "../../model/ir/api.js";
import { typesInCommon } from "../../model/ir/asserted-types.js";
import type { Assertion, Int64, JsonType, Schema } from "../../model/ir/schema.js";
import { stronglyConnected } from "../../model/ir/strongly-connected-components.js";
import { surveyOf } from "../../model/ir/survey.js";
import { inCommon, possibleTypesOf, type Types } from "../../model/passes/possible-types.js";
import { anything, either, isAnything, isNothing, keyword, limitedToLists, withinTypes, type TypeNode } from "./type-node.js";

type TypeWord = Exclude<JsonType, "integer"> | Int64["as"];

/** Any value of these types. */
const wordTypes = {
  null: keyword("null"),
  boolean: keyword("boolean"),
  number: keyword("number"),
  bigint: keyword("bigint"),
  string: keyword("string"),
  array: { kind: "array", items: anything },
  object: keyword("object"),
} satisfies Record<TypeWord, TypeNode>;

const allWords = Object.keys(wordTypes) as readonly TypeWord[];

/** The words for types in TypeScript. */
export function wordsOf(kinds: readonly JsonType[], int64: Int64 | undefined): ReadonlySet<TypeWord> {
  return new Set(kinds.map((kind) => (kind === "integer" ? (int64?.as ?? "number") : kind)));
}

/**
 * The types that are left of those that a schema says by the references and choices beside them; where it says none, those that these have in
 * common. Beside references integers may have another form, that of a text too.
 */
export function leftTypes(said: Types, compositions: readonly Assertion[], api: Api): Types {
  const left = inCommon([said, ...compositions.map(possibleTypesOf(api.schemas).by)]);
  // What no value can be is told elsewhere; its type is that of an answer which the service gives all the same.
  if (left?.length === 0) return said;
  if (left?.some(isNumeric) !== true) return left;
  return said?.filter((type) => isNumeric(type) || type === "string" || left.includes(type));
}

const isNumeric = (type: JsonType): boolean => type === "integer" || type === "number";

/**
 * References and choices without what is of none of these types; beside the words for them, where values of others would do for all parts.
 * @param beside What else is said.
 */
export function limitedTo(
  kinds: readonly JsonType[],
  parts: readonly TypeNode[],
  beside: readonly TypeNode[],
  int64: Int64 | undefined,
  api: Api,
): readonly TypeNode[] {
  const typesOf = typesBehind(api);
  const words = wordsOf(kinds, int64);
  const mayBe = (name: string): boolean => typesInCommon(typesOf(name) ?? kinds, kinds).length > 0;
  const within = parts.map((part) => {
    const left = withListsOf(kinds, withinTypes(part, words, mayBe), typesOf, api.schemas);
    // Of what can be nothing else but objects nothing is left; of what contradicts a text its name tells more.
    return isNothing(left) && !kinds.includes("object") ? part : left;
  });
  const taken = takenByAll([...within, ...beside].map((part) => takenBy(part, typesOf)));
  if (taken.every((word) => words.has(word))) return within;
  return [...within, either([...words].map((word) => wordTypes[word]))];
}

/** A list is an object for TypeScript: of the values of names, those that are lists where these are meant, and those that are none where objects are. */
function withListsOf(kinds: readonly JsonType[], part: TypeNode, typesOf: TypesOf, schemas: Api["schemas"]): TypeNode {
  const lists = kinds.includes("array") ? (kinds.length === 1 ? "only" : undefined) : kinds.includes("object") ? "none" : undefined;
  if (lists === undefined) return part;
  const others: readonly JsonType[] = lists === "only" ? ["object"] : ["array"];
  return limitedToLists(part, lists, (name) => typesInCommon(typesOf(name) ?? others, others).length > 0 && !isOnCycle(name, schemas));
}

/** What was found out of the names of an API. */
const onCycles = new WeakMap<Api["schemas"], (name: string) => boolean>();

/** Whether a schema leads to itself: TypeScript takes its name apart for `Exclude`, and may be about to declare it. */
function isOnCycle(name: string, schemas: Api["schemas"]): boolean {
  const ask = onCycles.get(schemas) ?? cyclesOf(schemas);
  onCycles.set(schemas, ask);
  return ask(name);
}

function cyclesOf(schemas: Api["schemas"]): (name: string) => boolean {
  const components = stronglyConnected((from: string): readonly string[] => {
    const schema = schemas.get(from)?.schema;
    return schema === undefined ? [] : [...surveyOf(schema).references].filter((target) => schemas.has(target));
  });
  const found = new Map<string, boolean>();
  return (name) => {
    const isOne = found.get(name) ?? components.isOnCycle(name);
    found.set(name, isOne);
    return isOne;
  };
}

/** Whether lists of one part would do for objects of another: then lists and all else have a type each. */
export function haveListsAmongObjects(kinds: readonly JsonType[], parts: readonly TypeNode[], api: Api): boolean {
  if (!kinds.includes("array") || !kinds.includes("object")) return false;
  return parts.some((part) => {
    const taken = takenBy(part, typesBehind(api));
    return part.kind === "union" && taken.includes("array") && taken.includes("object");
  });
}

type TypesOf = (name: string) => Types;

const anySchema: Pick<Schema, "assertions"> = { assertions: [] };

function typesBehind(api: Api): TypesOf {
  const possible = possibleTypesOf(api.schemas);
  return (name) => possible.of(api.schemas.get(name)?.schema ?? anySchema);
}

/** What TypeScript may take for a value of a type. */
function takenBy(type: TypeNode, typesOf: TypesOf): readonly TypeWord[] {
  switch (type.kind) {
    case "literals":
      return allWords.filter((word) => type.values.some((value) => word === (value === null ? "null" : typeof value)));
    case "keyword":
      return isAnything(type) ? allWords : allWords.filter((word) => word === type.word);
    case "named": {
      const types = typesOf(type.name);
      const words = types === undefined ? allWords : [...wordsOf(types, undefined)];
      if (type.lists === "only") return ["array"];
      return type.lists === "none" ? words.filter((word) => word !== "array") : words;
    }
    case "bigint":
    case "object":
      return [type.kind];
    case "array":
    case "tuple":
      return ["array"];
    case "union":
      return [...new Set(type.members.flatMap((member) => takenBy(member, typesOf)))];
    case "intersection":
      return takenByAll(type.members.map((member) => takenBy(member, typesOf)));
  }
}

/** What is taken for a value of each type: what is of one, and of each other or perhaps taken for an object. */
function takenByAll(parts: readonly (readonly TypeWord[])[]): readonly TypeWord[] {
  const sets = parts.map((words) => new Set(words));
  return allWords.filter((word) => sets.some((words) => words.has(word)) && sets.every((words) => words.has(word) || words.has("object")));
}
