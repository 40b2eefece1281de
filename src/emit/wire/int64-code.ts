import type { Operation } from "../../model/ir/operation.js";
import type { Int64, Schema, SchemaId } from "../../model/ir/schema.js";
import { isInteger } from "../../model/ir/is-integer.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import { bigint, code, ident, indexedLiteral, indexedMember, literal, propertyKey, type Code } from "../print/code.js";
import type { Imports } from "../print/imports.js";
import { braces, brackets } from "../print/layout.js";
import { valueCode } from "../print/value-code.js";
import { matchesPattern } from "../../model/patterns/text-pattern.js";
import { limitedPatternCode } from "./pattern-code.js";
import { hasShape } from "./has-shape.gen.js";
import { unevaluatedIn, type Evaluated, type EvaluatedWhere } from "./int64-unevaluated.js";
import type { Int64ObjectLocation, Int64Location, Int64LocationList } from "./int64-locations.js";

/** What the files of an output say of 64-bit integers. Nothing at all where there are none. */
export interface Int64s {
  /** The schemas that `int64.ts` is about. */
  readonly named: ReadonlyMap<SchemaId, Int64LocationList>;
  /** The module of the type of its constants. */
  readonly runtime: string;
  /** What an operation's descriptor says of them; `undefined` where it has none. */
  entryOf(operation: Operation, imports: Imports): Code | undefined;
  /** A value of the description, such as a default of a schema, as an expression: on one line, or where it fits after so many columns. */
  literal(value: Json, schema: Schema, column?: number): Code;
  /** Whether an operation cannot be called without its descriptor, as it has some. */
  isExact(operation: Operation): boolean;
  /** An `ExactJson` of `runtime/operation.ts` for the values of a named schema; `undefined` where they have no such integers. */
  jsonOf(id: SchemaId, imports: Imports): Code | undefined;
  /** The same for the values of any schema. */
  exactOf(schema: Schema, imports: Imports): Code | undefined;
}

/** The constant of `int64.ts` that is about a named schema. Names of schemas are unique, and so are these. */
export const locationsName = (id: SchemaId): string => `int64sOf${id}`;

/** How code about places refers to what stands elsewhere. */
export interface Refer {
  /** The places of a named schema. */
  readonly places: (id: SchemaId) => Code;
  /** A function of `runtime/shared.ts`. */
  readonly runtime: (name: string) => Code;
}

/** The same in a file with these imports. `module`: the file of the named schemas; that file itself where there is none. */
export function referrer(imports: Imports, module?: string): Refer {
  return {
    places: (id) => (module === undefined ? ident(locationsName(id)) : imports.value(locationsName(id), module)),
    runtime: (name) => imports.value(name, "./runtime/shared.js"),
  };
}

/** Places as an `Int64s` of `runtime/int64-locations.ts`; `null` where there are none. */
export function locationsCode(locations: Int64LocationList, refer: Refer, column: number): Code {
  const [only, second] = locations;
  if (only === undefined) return literal(null);
  if (second === undefined) return locationCode(only, refer, column);
  return brackets(
    locations.map((location) => locationCode(location, refer, column + 2)),
    column,
  );
}

function locationCode(location: Int64Location, refer: Refer, column: number): Code {
  const inside = (locations: Int64LocationList, at: number): Code => locationsCode(locations, refer, at);
  switch (location.kind) {
    case "integer":
      return literal(location.text ? "int64 or text" : "int64");
    case "ref":
      return refer.places(location.target);
    case "either":
      // One alternative is as good as what it says, unless it may be meant where it is not.
      return braces(
        [code`either: ${inside(location.locations, column + 10)}`, ...(location.noText === true ? [code`noText: true`] : [])],
        column,
      );
    case "fitting": {
      const options = location.options.map(
        ([shape, inner]) => code`[${refer.runtime("hasShape")}(${indexedLiteral(shape)}), ${inside(inner, column + 4)}]`,
      );
      return braces([code`fitting: ${brackets(options, column + 11)}`], column);
    }
    case "tag": {
      const cases = location.cases.map(([tag, locations]) => indexedMember(tag, inside(locations, column + tag.length + 6)));
      const otherwise = location.otherwise.length === 0 ? [] : [code`otherwise: ${inside(location.otherwise, column + 13)}`];
      return braces([code`tag: ${literal(location.property)}`, code`cases: ${braces(cases, column + 9)}`, ...otherwise], column);
    }
    case "unevaluated": {
      const make = refer.runtime(location.of === "items" ? "unevaluatedItems" : "unevaluatedProperties");
      const places = inside(location.locations, column + 30);
      return braces([code`unevaluated: ${make}(${evaluatedCode(location.evaluated, refer, column + 40)}, ${places})`], column);
    }
    case "object":
      return objectCode(location, inside, refer, column);
    case "array": {
      const prefix = brackets(
        location.prefix.map((locations) => inside(locations, column + 10)),
        column + 10,
      );
      return braces(
        [
          ...(location.prefix.length === 0 ? [] : [code`prefix: ${prefix}`]),
          ...(location.items.length === 0 ? [] : [code`items: ${inside(location.items, column + 9)}`]),
        ],
        column,
      );
    }
  }
}

function objectCode(
  { properties, patterns, additional }: Int64ObjectLocation,
  inside: (locations: Int64LocationList, column: number) => Code,
  refer: Refer,
  column: number,
): Code {
  const members = properties.map(([name, locations]) => indexedMember(name, inside(locations, column + name.length + 4)));
  const matching = patterns.flatMap(([pattern, locations]) => {
    // What matches a pattern is of none of the other names.
    const matcher = locations.length + additional.length === 0 ? undefined : limitedPatternCode(pattern, refer.runtime);
    return matcher === undefined ? [] : [code`[${matcher}, ${locations.length === 0 ? code`[]` : inside(locations, column + 14)}]`];
  });
  return braces(
    [
      ...(members.length === 0 ? [] : [code`properties: ${braces(members, column + 14)}`]),
      ...(matching.length === 0 ? [] : [code`patterns: ${brackets(matching, column + 12)}`]),
      ...(additional.length === 0 ? [] : [code`additional: ${inside(additional, column + 14)}`]),
    ],
    column,
  );
}

function evaluatedCode({ names, patterns, allNames, items, contained, some, first }: Evaluated, refer: Refer, column: number): Code {
  const matching = patterns.flatMap((pattern) => limitedPatternCode(pattern, refer.runtime) ?? []);
  const has = (where: EvaluatedWhere["where"]): Code =>
    typeof where === "string"
      ? code`${refer.runtime("hasMember")}(${literal(where)})`
      : code`${refer.runtime("hasShape")}(${indexedLiteral(where)})`;
  const list = (all: readonly EvaluatedWhere[]): Code =>
    brackets(
      all.map(({ where, evaluated }) => code`[${has(where)}, ${evaluatedCode(evaluated, refer, column + 20)}]`),
      column + 8,
    );
  return braces(
    [
      ...(names.length === 0 ? [] : [code`names: ${literal(names)}`]),
      ...(matching.length === 0 ? [] : [code`patterns: ${brackets(matching, column)}`]),
      ...(allNames ? [code`allNames: true`] : []),
      ...(items === Infinity ? [code`allItems: true`] : items === 0 ? [] : [code`items: ${items}`]),
      ...(contained.length === 0 ? [] : [code`contained: ${brackets(contained.map(has), column)}`]),
      ...(some.length === 0 ? [] : [code`some: ${list(some)}`]),
      ...(first.length === 0 ? [] : [code`first: ${brackets(first.map(list), column)}`]),
    ],
    column,
  );
}

/** "200" is a number among keys; "4XX" is not. */
export function statusKey(status: string): Code {
  return /^[1-9]\d\d$/.test(status) ? code`${Number(status)}` : propertyKey(status);
}

/** An integer in the form that programs hold it in. */
export function int64Literal(value: number | bigint, { as }: Pick<Int64, "as">): Code {
  return as === "bigint" ? bigint(value) : literal(BigInt(value).toString());
}

/**
 * A value of the description as an expression, with the integers at its places in the form that programs hold them in. It is on one line
 * unless a column is given.
 */
export function literalAt(
  value: Json,
  locations: Int64LocationList,
  as: Int64["as"],
  named: ReadonlyMap<SchemaId, Int64LocationList>,
  column = -Infinity,
): Code {
  if (locations.length === 0 || value === null) return valueCode(value, column);
  const open = opened(locations, value, named);
  if (isInteger(value) && open.some(({ kind }) => kind === "integer")) return int64Literal(value, { as });
  if (typeof value !== "object") return literal(value);
  const inside = (one: Json, locate: (location: Int64Location) => Int64LocationList, width: number): Code =>
    literalAt(one, open.flatMap(locate), as, named, column + width);
  if (isJsonArray(value))
    return brackets(
      value.map((item, index) => inside(item, (location) => itemLocations(location, index), 2)),
      column,
    );
  const members = Object.entries(value).map(
    ([name, member]) => code`${propertyKey(name)}: ${inside(member, (location) => memberLocations(location, name), name.length + 4)}`,
  );
  return braces(members, column);
}

/** What holds of a value: references followed, alternatives chosen by its tag or its shape. */
function opened(
  locations: Int64LocationList,
  value: Json,
  named: ReadonlyMap<SchemaId, Int64LocationList>,
  seen = new Set<SchemaId>(),
): Int64LocationList {
  return locations.flatMap((location): Int64LocationList => {
    if (location.kind === "ref") {
      if (seen.has(location.target)) return [];
      seen.add(location.target);
      return opened(named.get(location.target) ?? [], value, named, seen);
    }
    if (location.kind === "either") return opened(location.locations, value, named, seen);
    if (location.kind === "fitting") {
      const read = asRead(value);
      const first = location.options.find(([shape]) => hasShape(shape)(read));
      const meant = first === undefined ? location.options : [first];
      return meant.flatMap(([, inner]) => opened(inner, value, named, new Set(seen)));
    }
    if (location.kind === "unevaluated") return unevaluatedIn(asRead(value), location);
    if (location.kind !== "tag") return [location];
    const members = typeof value === "object" && value !== null && !isJsonArray(value) ? value : {};
    const tag = Object.hasOwn(members, location.property) ? members[location.property] : undefined;
    return opened(location.cases.find(([name]) => name === tag)?.[1] ?? location.otherwise, value, named, seen);
  });
}

/** Integers as what reads JSON finds them. */
function asRead(value: Json): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  return isJsonArray(value) ? value.map(asRead) : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asRead(one)]));
}

function itemLocations(location: Int64Location, index: number): Int64LocationList {
  return location.kind === "array" ? (location.prefix[index] ?? location.items) : [];
}

function memberLocations(location: Int64Location, name: string): Int64LocationList {
  if (location.kind !== "object") return [];
  const own = location.properties.find(([property]) => property === name)?.[1];
  const matching = location.patterns.flatMap(([pattern, locations]) => (matchesPattern(pattern, name) === true ? locations : []));
  return own ?? (matching.length > 0 ? matching : location.additional);
}
