import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { itemsByIndex, membersInList, misspeltReference, referenceIn } from "./meaning/meant-value.js";
import { isObject, meantAs, nothing, renamed, wrongType, type JsonObject, type Kind, type Rule, type Walk } from "./rule.js";

export function listOf(item: Rule): Rule {
  return (raw, parent, key, walk) => {
    const at = childLocation(parent, key);
    if (Array.isArray(raw)) return items(raw as readonly Json[], item, at, walk);
    const referred = isObject(raw) && typeof raw["$ref"] === "string" ? walk.peek(raw["$ref"], at) : undefined;
    if (Array.isArray(referred?.raw)) {
      wrongType(raw, "a list", at, walk, "the list that it refers to is read", "a reference");
      return items(referred.raw as readonly Json[], item, referred.at, walk);
    }
    const indexed = itemsByIndex(raw);
    if (indexed !== undefined) return items(meantAs(indexed, "one", raw, "a list", at, walk), item, at, walk);
    return raw === null ? nothing(at, "a list", [], walk) : oneItem(item, raw, parent, key, walk);
  };
}

function items(raw: readonly Json[], item: Rule, at: DocumentLocation, walk: Walk): readonly unknown[] {
  const out: unknown[] = [];
  raw.forEach((value, index) => {
    const upgraded = item(value, at, index, walk);
    if (upgraded !== undefined) out.push(upgraded);
  });
  return out;
}

/** One value where a list belongs is a list of one; an object without members is what some languages make of an empty list. */
function oneItem(item: Rule, raw: Json, parent: DocumentLocation, key: string | number, walk: Walk): unknown {
  const at = childLocation(parent, key);
  if (isObject(raw) && Object.keys(raw).length === 0) return meantAs([], "an empty list", raw, "a list", at, walk);
  const held: Diagnostic[] = [];
  const upgraded = item(raw, parent, key, { ...walk, report: (each) => held.push(each) });
  if (upgraded === undefined) return wrongType(raw, "a list", at, walk); // and nothing of the item that it is not
  // What is wrong with the item as such is that it is no list.
  const { pointer } = originAt(at);
  for (const each of held) if (each.at === undefined || !("pointer" in each.at) || each.at.pointer !== pointer) walk.report(each);
  return meantAs([upgraded], "a list of one", raw, "a list", at, walk);
}

/** An object that may be written as the text of one of its members, and is meant as an object with that alone. */
export function orMember(member: string, rule: Rule, what: string): Rule {
  return (raw, parent, key, walk) => {
    if (typeof raw !== "string" || raw === "") return rule(raw, parent, key, walk);
    const meant = { [member]: raw };
    return rule(meantAs(meant, `its "${member}"`, raw, what, childLocation(parent, key), walk), parent, key, walk);
  };
}

/** Names of the author's to values of one kind. The result has no prototype, so that no name is special. */
export function mapOf(value: Rule, options?: { readonly extensible?: boolean }): Rule {
  return (raw, parent, key, walk) => {
    const at = childLocation(parent, key);
    const out = Object.create(null) as Record<string, unknown>; // The type of a fresh object without prototype.
    const add = (members: JsonObject, place: DocumentLocation): void => {
      for (const name of Object.keys(members)) {
        if (options?.extensible === true && name.startsWith("x-")) continue;
        const upgraded = value(members[name] ?? null, place, name, walk);
        if (upgraded !== undefined) out[name] = upgraded;
      }
    };
    const referred = referredMembers(raw, at, walk);
    if (referred !== undefined)
      referred.forEach(({ members, place }) => {
        add(members, place);
      });
    else if (isObject(raw)) add(raw, at);
    else {
      const listed = membersInList(raw)?.every(isOfObjects) === true ? (membersInList(raw) ?? []) : undefined;
      if (listed === undefined) return raw === null ? nothing(at, "an object", {}, walk) : noMembers(raw, "an object", at, walk);
      wrongType(raw, "an object", at, walk, "the members of its items are read as its own");
      listed.forEach((members, index) => {
        add(members, childLocation(at, index));
      });
    }
    walk.location(out, at);
    return out;
  };
}

/** References in a row that are followed. */
const longestChain = 50;

/** The members of a map that is written as a reference, perhaps with some of its own beside it. */
function referredMembers(
  raw: Json,
  at: DocumentLocation,
  walk: Walk,
  steps = 0,
): readonly { readonly members: JsonObject; readonly place: DocumentLocation }[] | undefined {
  if (!isObject(raw) || typeof raw["$ref"] !== "string" || steps > longestChain) return undefined;
  const { $ref, ...own } = raw;
  const text = typeof $ref === "string" ? $ref : "";
  const found = walk.peek(text, at);
  const inner =
    found === undefined
      ? undefined
      : (referredMembers(found.raw, found.at, walk, steps + 1) ??
        (isObject(found.raw) ? [{ members: found.raw, place: found.at }] : undefined));
  wrongType(
    raw,
    "an object",
    at,
    walk,
    inner === undefined ? "it is left out" : "the members that it refers to are read",
    `a reference to ${JSON.stringify(text)}`,
  );
  return [...(inner ?? []), { members: own, place: at }];
}

function isOfObjects(members: JsonObject): boolean {
  return Object.values<Json>(members).every(isObject);
}

/** A list without items is what some languages make of an object without members; and of an object in a list of its own, that is meant. */
export function noMembers(raw: Json, expected: string, at: DocumentLocation, walk: Walk): Record<string, unknown> | undefined {
  if (!Array.isArray(raw) || raw.length > 0) {
    wrongType(raw, expected, at, walk);
    return undefined;
  }
  const empty = meantAs({}, "an empty object", raw, expected, at, walk);
  walk.location(empty, at);
  return empty;
}

/** A value of a kind that may be referred to, here in place. */
export function kind(name: Kind): Rule {
  return (raw, parent, key, walk) => walk.visit(name, raw, childLocation(parent, key));
}

/** A value of a kind, or a reference to one. */
export function orReference(name: Kind): Rule {
  return (raw, parent, key, walk) => readOrReference(name, raw, childLocation(parent, key), walk);
}

/** In a schema and a path item `$ref` is a member like others; in place of every other kind it makes the object a reference. */
export function readOrReference(name: Kind, raw: Json, at: DocumentLocation, walk: Walk): unknown {
  if (name === "schema" || name === "pathItem") return walk.visit(name, raw, at);
  if (isObject(raw) && typeof raw["$ref"] === "string") return readReference(name, raw, at, walk);
  if (isObject(raw) && Object.hasOwn(raw, "$ref")) {
    const { $ref, ...rest } = raw;
    wrongType($ref ?? null, "a string", childLocation(at, "$ref"), walk);
    return walk.visit(name, rest, at);
  }
  if (isReferenceInList(raw)) {
    const only = onlyOne(raw, "an object", at, walk);
    return readOrReference(name, only ?? null, childLocation(at, 0), walk);
  }
  const meant = meantReference(raw, at, walk);
  return meant === undefined ? walk.visit(name, raw, at) : readReference(name, meant, at, walk);
}

/** Whether a list holds a reference and nothing else. */
function isReferenceInList(raw: Json): boolean {
  const [only = null, ...others] = Array.isArray(raw) ? (raw as readonly Json[]) : [];
  return isObject(only) && others.length === 0 && (Object.hasOwn(only, "$ref") || misspeltReference(only) !== undefined);
}

/** A reference that is written as a text, or under a misspelt key. `undefined` where there is none. */
export function meantReference(raw: Json, at: DocumentLocation, walk: Walk): JsonObject | undefined {
  const text = referenceIn(raw);
  if (text !== undefined) return meantAs({ $ref: text }, "a reference", raw, "an object", at, walk);
  const misspelt = misspeltReference(raw);
  if (misspelt === undefined) return undefined;
  renamed(misspelt.key, "$ref", at, walk);
  return { $ref: misspelt.reference };
}

/** A Reference Object: its text, the two siblings that count, and what the extensions and `deprecated` say of this use alone. */
function readReference(name: Kind, raw: JsonObject, at: DocumentLocation, walk: Walk): unknown {
  const out: Record<string, unknown> = { $ref: raw["$ref"] };
  for (const sibling of ["summary", "description"]) if (typeof raw[sibling] === "string") out[sibling] = raw[sibling];
  if (typeof raw["deprecated"] === "boolean") out["deprecated"] = raw["deprecated"];
  for (const key of Object.keys(raw)) if (key.startsWith("x-")) out[key] = raw[key];
  walk.reference(name, out, "$ref", at);
  walk.location(out, at);
  return out;
}

/** The object in a list of one that stands where the object belongs, which is reported. */
export function onlyOne(raw: Json, expected: string, at: DocumentLocation, walk: Walk): JsonObject | undefined {
  const [only = null, ...others] = Array.isArray(raw) ? (raw as readonly Json[]) : [];
  if (!isObject(only) || others.length > 0) return undefined;
  wrongType(raw, expected, at, walk, "the one in the list is read");
  return only;
}
