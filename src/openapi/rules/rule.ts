import { diagnostic } from "../../diagnostic/catalogue.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import type { Diagnostic, Report } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import type { Kinds } from "../resolve/resolved.js";

export type Kind = keyof Kinds;
export type JsonObject = { readonly [key: string]: Json };

/** What rules share while a description is walked. */
export interface Walk {
  readonly report: Report;
  /** Remembers where an upgraded object was written. */
  location(value: object, location: DocumentLocation): void;
  /** The upgraded form of a value that must be of a kind; each value is upgraded once. `undefined`: reported, and of no use. */
  visit(kind: Kind, raw: Json, location: DocumentLocation): unknown;
  /** What a reference leads to, as written, when its file is loaded already. */
  peek(reference: string, at: DocumentLocation): { readonly raw: Json; readonly at: DocumentLocation } | undefined;
  /** Makes the reference in `holder[key]` absolute, and takes care that what it leads to is loaded and upgraded. */
  reference(kind: Kind, holder: Record<string, unknown>, key: string, location: DocumentLocation): void;
  /** Whether the root file has a schema of this name in its components. */
  isSchemaName(name: string): boolean;
  /** Notes what a schema and those inside it call themselves; its place, with what references in it are relative to. */
  enter(raw: JsonObject, at: DocumentLocation): DocumentLocation;
}

/**
 * How a value is read: it returns the upgraded value, or reports what is wrong and returns `undefined`, and the member is left out.
 * A rule gets its parent's location and its own key, so that scalars cost no location.
 */
export type Rule = (raw: Json, parent: DocumentLocation, key: string | number, walk: Walk) => unknown;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a parameter of 2.0 that is, or is part of, the body of a request. */
export function isInBody(raw: Json): boolean {
  return isObject(raw) && (raw["in"] === "body" || raw["in"] === "formData");
}

function nameOfType(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "object" ? "an object" : "a string";
}

/** Reports a value of the wrong type. Returns nothing, as a rule does for what it cannot read. `assumed`: what is done about it. */
export function wrongType(
  raw: Json,
  expected: string,
  location: DocumentLocation,
  walk: Walk,
  assumed = "it is left out",
  given = nameOfType(raw),
): unknown {
  const message = `${subjectOf(location)} must be ${expected}, not ${given}.`;
  walk.report(diagnostic("wrong-type", message, { at: originAt(location), assumed }));
  return undefined;
}

/** Reports a value of the wrong type that can only mean one thing, and gives that; `read`: how messages call it. */
export function meantAs<T>(meant: T, read: string, raw: Json, expected: string, location: DocumentLocation, walk: Walk): T {
  wrongType(raw, expected, location, walk, `it is read as ${read}`);
  return meant;
}

/** Reports a member that is empty where it must not be, and says nothing: a warning, however strict. */
export function saysNothing(expected: string, at: DocumentLocation, walk: Walk): unknown {
  return nothing(at, expected, undefined, walk);
}

/** A key without a value is YAML's null; where a list, a map or a text belongs it is meant as an empty one, or as left out. */
function nothing(at: DocumentLocation, expected: string, empty: unknown, walk: Walk): unknown {
  const message = `${subjectOf(at)} must be ${expected}, and has no value.`;
  walk.report(diagnostic("wrong-type", message, { at: originAt(at), severity: "warning", hint: "Give it a value, or remove the key." }));
  if (typeof empty === "object" && empty !== null) walk.location(empty, at);
  return empty;
}

function subjectOf(location: DocumentLocation): string {
  if (location.parent === undefined) return "The document";
  return typeof location.key === "number" ? `Item ${location.key}` : `"${location.key}"`;
}

export const anything: Rule = (raw) => raw;

export const text: Rule = (raw, parent, key, walk) => {
  if (typeof raw === "string") return raw;
  const at = childLocation(parent, key);
  if (typeof raw === "number" || typeof raw === "boolean") return meantAs(String(raw), `"${String(raw)}"`, raw, "a string", at, walk);
  return raw === null && typeof key === "string" ? nothing(at, "a string", undefined, walk) : wrongType(raw, "a string", at, walk);
};

/** A text that asserts something: of another type it asserts nothing. */
export const keywordText: Rule = (raw, parent, key, walk) =>
  typeof raw === "number" || typeof raw === "boolean"
    ? wrongType(raw, "a string", childLocation(parent, key), walk)
    : text(raw, parent, key, walk);

/** A text that names something; an empty one names nothing, and is left out. */
export const nameText: Rule = (raw, parent, key, walk) =>
  raw === "" ? nothing(childLocation(parent, key), "a name", undefined, walk) : text(raw, parent, key, walk);

export const flag: Rule = (raw, parent, key, walk) => {
  if (typeof raw === "boolean") return raw;
  const at = childLocation(parent, key);
  const word = typeof raw === "string" ? raw.toLowerCase() : "";
  if (word !== "true" && word !== "false") return wrongType(raw, "true or false", at, walk);
  return meantAs(word === "true", word, raw, "true or false", at, walk);
};

export const count: Rule = (raw, parent, key, walk) => {
  const expected = "a whole number, 0 or more";
  if (isCount(raw)) return raw;
  const at = childLocation(parent, key);
  const quoted = numberIn(raw);
  return isCount(quoted) ? meantAs(quoted, String(quoted), raw, expected, at, walk) : wrongType(raw, expected, at, walk);
};

function isCount(raw: Json | undefined): raw is number {
  return typeof raw === "number" && Number.isInteger(raw) && raw >= 0;
}

/** The number that a text is, as JSON writes it. */
export function numberIn(raw: Json): number | undefined {
  return typeof raw === "string" && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(raw) ? Number(raw) : undefined;
}

/** One of a closed set of words. */
export function oneOf(words: readonly string[]): Rule {
  const known = new Set<Json>(words);
  return (raw, parent, key, walk) => {
    if (known.has(raw)) return raw;
    const at = childLocation(parent, key);
    if (typeof raw !== "string") return wrongType(raw, `one of ${words.join(", ")}`, at, walk);
    const meant = words.find((word) => word.toLowerCase() === raw.toLowerCase()) ?? spellingSuggestion(raw, words);
    const message = `"${String(key)}" is ${JSON.stringify(raw)}, and must be one of ${words.join(", ")}.`;
    const [hint, assumed] = meant === undefined ? [undefined, "it is left out"] : [`Did you mean "${meant}"?`, `it is read as "${meant}"`];
    walk.report(diagnostic("unknown-word", message, { at: originAt(at), hint, assumed }));
    return meant;
  };
}

export function listOf(item: Rule): Rule {
  return (raw, parent, key, walk) => {
    const at = childLocation(parent, key);
    if (!Array.isArray(raw)) return raw === null ? nothing(at, "a list", [], walk) : oneItem(item, raw, parent, key, walk);
    const out: unknown[] = [];
    (raw as readonly Json[]).forEach((value, index) => {
      const upgraded = item(value, at, index, walk);
      if (upgraded !== undefined) out.push(upgraded);
    });
    return out;
  };
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
    if (!isObject(raw)) return raw === null ? nothing(at, "an object", {}, walk) : noMembers(raw, "an object", at, walk);
    const out = Object.create(null) as Record<string, unknown>; // The type of a fresh object without prototype.
    for (const name of Object.keys(raw)) {
      if (options?.extensible === true && name.startsWith("x-")) continue;
      const upgraded = value(raw[name] ?? null, at, name, walk);
      if (upgraded !== undefined) out[name] = upgraded;
    }
    walk.location(out, at);
    return out;
  };
}

/** A list without items is what some languages make of an object without members. */
function noMembers(raw: Json, expected: string, at: DocumentLocation, walk: Walk): Record<string, unknown> | undefined {
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
  const isReference = name !== "schema" && name !== "pathItem" && isObject(raw) && typeof raw["$ref"] === "string";
  return isReference ? readReference(name, raw, at, walk) : walk.visit(name, raw, at);
}

/** A Reference Object: its text, the two siblings that count, and what the extensions and `deprecated` say of this use alone. */
function readReference(name: Kind, raw: JsonObject, at: DocumentLocation, walk: Walk): unknown {
  const out: Record<string, unknown> = { $ref: raw["$ref"] };
  for (const sibling of ["summary", "description"]) if (typeof raw[sibling] === "string") out[sibling] = raw[sibling];
  if (raw["deprecated"] === true) out["deprecated"] = true;
  for (const key of Object.keys(raw)) if (key.startsWith("x-")) out[key] = raw[key];
  walk.reference(name, out, "$ref", at);
  walk.location(out, at);
  return out;
}

/** Assigns a member whatever its name: `__proto__` too becomes an own member. */
export function assign(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

export type Fields = ReadonlyMap<string, Rule>;

export function fields(table: Readonly<Record<string, Rule>>): Fields {
  return new Map(Object.entries(table));
}

/** Reads the members of an object by a table; members not in the table are kept as they are. `others`: known keys that are read elsewhere. */
export function readFields(
  raw: JsonObject,
  table: Fields,
  at: DocumentLocation,
  walk: Walk,
  others: Iterable<string> = [],
): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(raw)) {
    const rule = table.get(key);
    const value = raw[key] ?? null;
    if (rule === undefined) unknown(key, () => [...table.keys(), ...others], at, walk);
    const upgraded = rule === undefined ? value : rule(value, at, key, walk);
    if (upgraded !== undefined) assign(out, key, upgraded);
  }
  walk.location(out, at);
  return out;
}

/** An unknown key is kept, and reported when it resembles a known one. */
export function unknown(key: string, known: () => Iterable<string>, at: DocumentLocation, walk: Walk): void {
  const meant = key.startsWith("x-") ? undefined : spellingSuggestion(key, known());
  if (meant === undefined) return;
  walk.report(
    diagnostic("unknown-key", `${JSON.stringify(key)} is not a key of OpenAPI here.`, {
      at: { ...originAt(childLocation(at, key)), on: "key" },
      hint: `Did you mean "${meant}"?`,
    }),
  );
}

/** What stands in for a member that an object must have, and how messages say that. */
export interface StandIn {
  readonly value: string | object;
  readonly assumed: string;
}

/** Members that an object must have, each with what stands in for it. `null`: without the member the object is of no use, and left out. */
export type Required = Readonly<Record<string, StandIn | null>>;

/** An object read by a table of its members; `what` names it in messages. */
export function object(table: Readonly<Record<string, Rule>>, what: string, required: Required = {}): Rule {
  const known = fields(table);
  return (raw, parent, key, walk) => readObject(raw, known, what, required, childLocation(parent, key), walk);
}

export function readObject(
  raw: Json,
  table: Fields,
  what: string,
  required: Required,
  at: DocumentLocation,
  walk: Walk,
): Record<string, unknown> | undefined {
  const expected = `an object (${what.charAt(0).toLowerCase()}${what.slice(1)})`;
  const given = isObject(raw) ? raw : noMembers(raw, expected, at, walk);
  if (given === undefined) return undefined;
  const members = given as JsonObject; // as it was written, or empty
  const out = readFields(members, table, at, walk);
  let isUsable = true;
  for (const [name, standIn] of Object.entries(required)) {
    if (!Object.hasOwn(members, name) || members[name] === null) missing(name, what, at, walk, standIn?.assumed);
    if (out[name] !== undefined) continue;
    if (standIn === null) isUsable = false;
    else out[name] = placed(standIn.value, at, walk);
  }
  return isUsable ? out : undefined;
}

function placed(value: string | object, at: DocumentLocation, walk: Walk): unknown {
  if (typeof value === "string") return value;
  const own = { ...value };
  walk.location(own, at);
  return own;
}

/** Reports a member that an object lacks, and what is assumed instead. */
export function missing(name: string, what: string, at: DocumentLocation, walk: Walk, assumed = "it is left out"): void {
  walk.report(diagnostic("missing-member", `${what} needs "${name}".`, { at: originAt(at), assumed }));
}
