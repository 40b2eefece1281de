import { diagnostic } from "../../diagnostic/catalogue.js";
import { isNear, spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import type { Json } from "../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { noMembers, onlyOne } from "./collections.js";
import { sameKey } from "./meaning/meant-value.js";
import { isObject, renamed, type JsonObject, type KindRule, type Rule, type Walk } from "./rule.js";

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
  const isElsewhere = new Set(others);
  for (const key of Object.keys(raw)) {
    const value = raw[key] ?? null;
    const name = table.has(key) || isElsewhere.has(key) ? key : (meantKey(key, table, raw, at, walk, true) ?? key);
    const rule = table.get(name);
    if (rule === undefined) unknown(key, value, [...table.keys(), ...isElsewhere], at, walk);
    const upgraded = rule === undefined ? value : rule(value, at, key, walk);
    if (upgraded !== undefined) assign(out, name, upgraded);
  }
  walk.location(out, at);
  return out;
}

/** What the values of keys are that are read when they are misspelt: the same wherever OpenAPI has them but in schemas. */
const typesOfKeys: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    "description summary operationId title name scheme bearerFormat style contentType url".split(" ").map((key) => [key, "string"]),
  ),
  ...Object.fromEntries("required deprecated explode allowReserved allowEmptyValue".split(" ").map((key) => [key, "boolean"])),
  ...Object.fromEntries("parameters servers security".split(" ").map((key) => [key, "array"])),
  ...Object.fromEntries(
    "responses requestBody schema content headers encoding variables schemas requestBodies securitySchemes components paths info"
      .split(" ")
      .map((key) => [key, "object"]),
  ),
};

/** The known key that an unknown one means which has a letter or two wrong, where its value is what that takes. */
export function misspelt(key: string, known: ReadonlyMap<string, unknown>, value: Json): string | undefined {
  const meant = key.startsWith("x-") ? undefined : spellingSuggestion(key, known.keys());
  if (meant === undefined || !isNear(key, meant, 2)) return undefined;
  const type = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  // One tag is read as a list of one.
  return typesOfKeys[meant] === type || (meant === "tags" && (type === "array" || type === "string")) ? meant : undefined;
}

/** The known key that an unknown one means, where it differs from that in case, or in how its words are joined; which is reported. `nearToo`: also in a letter or two. */
export function meantKey(
  key: string,
  known: ReadonlyMap<string, unknown>,
  raw: JsonObject,
  at: DocumentLocation,
  walk: Walk,
  nearToo = false,
): string | undefined {
  const same = key.startsWith("x-") ? undefined : sameKey(key, known.keys());
  const meant = same ?? (nearToo ? misspelt(key, known, raw[key] ?? null) : undefined);
  if (meant === undefined || Object.hasOwn(raw, meant)) return undefined;
  renamed(key, meant, at, walk);
  return meant;
}

/** An unknown key is kept, and reported: at once when it resembles a known one. `isClosed`: whether there are no keys but the known ones. */
export function unknown(key: string, value: Json, known: readonly string[], at: DocumentLocation, walk: Walk, isClosed = true): void {
  if (/^x-/i.test(key) || known.includes(key)) return;
  const meant = spellingSuggestion(key, known);
  if (meant === undefined) {
    if (isClosed) walk.unknown(key, value, at);
    return;
  }
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
  const listed = onlyOne(raw, expected, at, walk);
  if (listed !== undefined) return readObject(listed, table, what, required, childLocation(at, 0), walk);
  const given = isObject(raw) ? raw : noMembers(raw, expected, at, walk);
  if (given === undefined) return undefined;
  const members = given as JsonObject; // as it was written, or empty
  const out = readFields(members, table, at, walk);
  // What is no reference here must not be taken for one: nothing has followed it.
  if (!table.has("$ref")) Reflect.deleteProperty(out, "$ref");
  let isUsable = true;
  for (const [name, standIn] of Object.entries(required)) {
    const isGiven = Object.hasOwn(members, name) ? members[name] !== null : out[name] !== undefined;
    if (!isGiven) missing(name, what, at, walk, standIn?.assumed);
    if (out[name] !== undefined) continue;
    if (standIn === null) isUsable = false;
    else out[name] = placed(standIn.value, at, walk);
  }
  return isUsable ? out : undefined;
}

/** A kind that is read by a table of its members. */
export function tabled(table: Fields, what: string, required: Required = {}): KindRule {
  return (raw, at, walk) => readObject(raw, table, what, required, at, walk);
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
