import type { Int64 } from "../../model/ir/schema.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import type { DocText } from "../print/doc.js";

/** A TypeScript type, as far as types of JSON need one. Names and texts in it are as the description has them; printing makes them safe. */
export type TypeNode =
  | { readonly kind: "keyword"; readonly word: Keyword }
  /** Any of these values; none is `never`. */
  | { readonly kind: "literals"; readonly values: readonly Scalar[] }
  /** One integer that is held as a bigint. */
  | { readonly kind: "bigint"; readonly value: bigint }
  /** A schema with a type of its own; `lists`: no others of its values than lists, or none that are. */
  | { readonly kind: "named"; readonly name: string; readonly lists?: Lists }
  | { readonly kind: "intersection"; readonly members: readonly TypeNode[] }
  | { readonly kind: "union"; readonly members: readonly TypeNode[] }
  | { readonly kind: "array"; readonly items: TypeNode }
  /** `required`: how many items there are at least. */
  | { readonly kind: "tuple"; readonly items: readonly TypeNode[]; readonly required: number; readonly rest?: TypeNode }
  /** `index`: the type of all other properties. */
  | { readonly kind: "object"; readonly properties: readonly PropertyNode[]; readonly index?: TypeNode };

export type Lists = "only" | "none";
export type Keyword = "unknown" | "string" | "number" | "boolean" | "null" | "undefined" | "bigint" | "object" | "Blob";
export type Scalar = string | number | bigint | boolean | null;

export interface PropertyNode {
  readonly name: string;
  readonly optional: boolean;
  readonly readonly: boolean;
  readonly doc: DocText | undefined;
  readonly type: TypeNode;
}

export const anything: TypeNode = { kind: "keyword", word: "unknown" };
export const nothing: TypeNode = { kind: "literals", values: [] };

export const keyword = (word: Keyword): TypeNode => ({ kind: "keyword", word });

export function isAnything(type: TypeNode): boolean {
  return type.kind === "keyword" && type.word === "unknown";
}

export function isNothing(type: TypeNode): boolean {
  return type.kind === "literals" && type.values.length === 0;
}

/** The type of values that are of all of these. */
export function both(types: readonly TypeNode[]): TypeNode {
  if (types.length < 2) return types[0] ?? anything;
  const members = distinct(types.flatMap((type) => (type.kind === "intersection" ? type.members : isAnything(type) ? [] : [type])));
  if (members.some(isNothing)) return nothing;
  return members.length > 1 ? { kind: "intersection", members } : (members[0] ?? anything);
}

/** The type of values that are of any of these; null comes last. */
export function either(types: readonly TypeNode[]): TypeNode {
  if (types.length < 2) return types[0] ?? nothing;
  if (types.some(isAnything)) return anything;
  const members = distinct(types.flatMap((type) => (type.kind === "union" ? type.members.flatMap(oneByOne) : oneByOne(type))));
  if (members.every((type) => type.kind === "literals")) return { kind: "literals", values: members.flatMap(({ values }) => values) };
  const ordered = members.filter((type) => !isNull(type));
  const none = members.find(isNull);
  if (none !== undefined) ordered.push(none);
  return ordered.length > 1 ? { kind: "union", members: ordered } : (ordered[0] ?? nothing);
}

/** Values as a type each. */
function oneByOne(type: TypeNode): TypeNode | readonly TypeNode[] {
  return type.kind === "literals" ? type.values.map((value) => ({ kind: "literals", values: [value] })) : type;
}

function isNull(type: TypeNode): boolean {
  return (type.kind === "keyword" && type.word === "null") || (type.kind === "literals" && type.values[0] === null);
}

/** So many types are told apart in less time by comparing each with each than by what a set needs. */
const maxCompared = 8;

/** Each type once, where it stands first. Most are words, values and names, which a set can tell apart. */
function distinct(types: readonly TypeNode[]): readonly TypeNode[] {
  if (types.length <= maxCompared) return types.filter((type, index) => types.findIndex((other) => sameType(other, type)) === index);
  const keys = new Set<string>();
  const described = new Map<TypeNode, number>();
  return types.filter((type) => {
    const key = keyOf(type, described);
    return !keys.has(key) && keys.add(key).size > 0;
  });
}

/** What tells types apart: the same for those that `sameType` takes for the same. `described`: objects that are the same as nothing but themselves. */
function keyOf(type: TypeNode, described: Map<TypeNode, number>): string {
  const keyOfRest = (rest: TypeNode | undefined): string => (rest === undefined ? "" : keyOf(rest, described));
  const list = (types: readonly TypeNode[]): string => types.map((each) => keyOf(each, described)).join();
  switch (type.kind) {
    case "keyword":
      return type.word;
    case "named":
      return `:${JSON.stringify(type.name)}${type.lists ?? ""}`;
    case "bigint":
      return `#${String(type.value)}`;
    case "literals":
      return `=${type.values.map((value) => `${typeof value} ${JSON.stringify(String(value))}`).join()}`;
    case "intersection":
      return `&(${list(type.members)})`;
    case "union":
      return `|(${list(type.members)})`;
    case "array":
      return `${keyOf(type.items, described)}[]`;
    case "tuple":
      return `[${list(type.items)};${String(type.required)};${keyOfRest(type.rest)}]`;
    case "object": {
      if (type.properties.some(({ doc }) => doc !== undefined)) {
        if (!described.has(type)) described.set(type, described.size);
        return `@${String(described.get(type))}`;
      }
      const properties = type.properties.map(
        (each) => `${each.optional ? "?" : ""}${each.readonly ? "!" : ""}${JSON.stringify(each.name)}:${keyOf(each.type, described)}`,
      );
      return `{${properties.join()};${keyOfRest(type.index)}}`;
    }
  }
}

function sameType(left: TypeNode, right: TypeNode): boolean {
  if (left === right) return true;
  switch (left.kind) {
    case "keyword":
      return right.kind === "keyword" && left.word === right.word;
    case "named":
      return right.kind === "named" && left.name === right.name && left.lists === right.lists;
    case "bigint":
      return right.kind === "bigint" && left.value === right.value;
    case "literals":
      return right.kind === "literals" && sameLists(left.values, right.values, (value, other) => value === other);
    case "intersection":
    case "union":
      return right.kind === left.kind && sameLists(left.members, right.members, sameType);
    case "array":
      return right.kind === "array" && sameType(left.items, right.items);
    case "tuple":
      if (right.kind !== "tuple" || left.required !== right.required) return false;
      return sameRest(left.rest, right.rest) && sameLists(left.items, right.items, sameType);
    case "object":
      if (right.kind !== "object" || !sameRest(left.index, right.index)) return false;
      return sameLists(left.properties, right.properties, sameProperty);
  }
}

function sameLists<T>(left: readonly T[], right: readonly T[], same: (left: T, right: T) => boolean): boolean {
  if (left.length !== right.length) return false;
  return left.every((item, index) => {
    const other = right[index];
    return other !== undefined && same(item, other);
  });
}

function sameRest(left: TypeNode | undefined, right: TypeNode | undefined): boolean {
  return left === undefined || right === undefined ? left === right : sameType(left, right);
}

/** What is said of a property belongs to the one place where it stands: two that are described are never the same. */
function sameProperty(left: PropertyNode, right: PropertyNode): boolean {
  return (
    left.name === right.name &&
    left.optional === right.optional &&
    left.readonly === right.readonly &&
    left.doc === undefined &&
    right.doc === undefined &&
    sameType(left.type, right.type)
  );
}

/** A JSON value as the type of just that value. */
function typeOfValue(value: Json): TypeNode {
  if (typeof value !== "object" || value === null) return { kind: "literals", values: [value] };
  if (isJsonArray(value)) return { kind: "tuple", items: value.map(typeOfValue), required: value.length };
  const properties = Object.entries(value).map(([name, member]) => required(name, typeOfValue(member)));
  return { kind: "object", properties };
}

/** A property that is always there, of which nothing is said. */
export function required(name: string, type: TypeNode): PropertyNode {
  return { name, optional: false, readonly: false, doc: undefined, type };
}

/** The type of the integers that are held in a form of their own. */
export function typeOfInt64({ as }: Int64): TypeNode {
  return keyword(as);
}

/** One integer of such a form, as a type. */
export function typeOfInt64Value(value: number | bigint, { as }: Int64): TypeNode {
  const exact = BigInt(value);
  return as === "bigint" ? { kind: "bigint", value: exact } : { kind: "literals", values: [exact.toString()] };
}

/** `enum` as a type. */
export function typeOfValues(values: readonly Json[]): TypeNode {
  return values.every((value) => typeof value !== "object" || value === null)
    ? { kind: "literals", values }
    : either(values.map(typeOfValue));
}

/** Whether every value of a type is of one of the types named. `isOnly` tells it of what is behind a name. */
export function isWithin(type: TypeNode, names: ReadonlySet<string>, isOnly: (name: string) => boolean = () => false): boolean {
  switch (type.kind) {
    case "literals":
      return type.values.every((value) => names.has(value === null ? "null" : typeof value));
    case "union":
      return type.members.every((member) => isWithin(member, names, isOnly));
    case "keyword":
      return names.has(type.word);
    case "bigint":
      return names.has("bigint");
    case "array":
    case "tuple":
    case "object":
      return names.has(type.kind);
    case "named":
      return isOnly(type.name);
    case "intersection":
      return type.members.some((member) => isWithin(member, names, isOnly));
  }
}

/** A type without what is of none of the types named: texts, where objects are asked for. `isPossible` tells it of what is behind a name. */
export function withinTypes(type: TypeNode, names: ReadonlySet<string>, isPossible: (name: string) => boolean): TypeNode {
  switch (type.kind) {
    case "union":
      return either(type.members.map((member) => withinTypes(member, names, isPossible)));
    case "literals":
      return { ...type, values: type.values.filter((value) => names.has(value === null ? "null" : typeof value)) };
    case "keyword":
      return isAnything(type) || names.has(type.word === "Blob" ? "string" : type.word) ? type : nothing;
    case "array":
    case "tuple":
      return names.has("array") ? type : nothing;
    case "object":
      return names.has("object") ? type : nothing;
    case "named":
      return isPossible(type.name) ? type : nothing;
    case "bigint":
    case "intersection":
      return type;
  }
}

/** A type of lists alone, or without any, where `hasOthers` tells that a name has values of the other sort. */
export function limitedToLists(type: TypeNode, lists: Lists, hasOthers: (name: string) => boolean): TypeNode {
  switch (type.kind) {
    case "named":
      return hasOthers(type.name) ? { ...type, lists } : type;
    case "union":
    case "intersection":
      return { ...type, members: type.members.map((member) => limitedToLists(member, lists, hasOthers)) };
    case "literals":
    case "keyword":
    case "bigint":
    case "array":
    case "tuple":
    case "object":
      return type;
  }
}

/** About how many columns a type takes on one line. */
export function columnsOf(type: TypeNode): number {
  const sum = (types: readonly TypeNode[]): number => types.reduce((columns, each) => columns + columnsOf(each) + " | ".length, 0);
  switch (type.kind) {
    case "keyword":
      return type.word.length;
    case "named":
      return type.name.length + (type.lists === undefined ? 0 : "Exclude<, unknown[]>".length);
    case "bigint":
      return `${String(type.value)}n`.length;
    case "literals":
      return type.values.reduce<number>((columns, value) => columns + String(value).length + `"" | `.length, 0);
    case "intersection":
    case "union":
      return sum(type.members);
    case "array":
      return columnsOf(type.items) + "[]".length;
    case "tuple":
      return sum(type.items) + (type.rest === undefined ? 0 : columnsOf(type.rest));
    case "object":
      return (
        type.properties.reduce((columns, property) => columns + property.name.length + ": ; ".length + columnsOf(property.type), 0) +
        (type.index === undefined ? 0 : columnsOf(type.index) + "{ [key: string]: }".length)
      );
  }
}

/** Whether a type has a list with the type of a schema in it, outside objects. */
export function hasNameInList(type: TypeNode, isInList = false): boolean {
  switch (type.kind) {
    case "named":
      return isInList;
    case "intersection":
    case "union":
      return type.members.some((member) => hasNameInList(member, isInList));
    case "array":
      return hasNameInList(type.items, true);
    case "tuple":
      return [...type.items, ...(type.rest === undefined ? [] : [type.rest])].some((item) => hasNameInList(item, true));
    case "keyword":
    case "literals":
    case "bigint":
    case "object":
      return false;
  }
}
