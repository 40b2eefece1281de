import type { Int64, Operation, Schema, SchemaId } from "../../model/ir/types.js";
import { isInteger } from "../../model/ir/is-integer.js";
import { isList, type Json } from "../../source/source-file.js";
import { bigint, code, empty, indexedMember, literal, propertyKey, regExp, type Code } from "../print/code.js";
import type { Imports } from "../print/imports.js";
import { braces, brackets } from "../print/layout.js";
import { patternFlags } from "../../model/patterns/flags.js";
import type { ObjectPlace, Place, Places } from "./int64-places.js";

/** What the files of an output say of 64-bit integers. Nothing at all where there are none. */
export interface Int64s {
  /** The schemas that `int64.ts` is about. */
  readonly named: ReadonlyMap<SchemaId, Places>;
  /** The module of the type of its constants. */
  readonly runtime: string;
  /** What an operation's descriptor says of them; `undefined` where it has none. */
  entryOf(operation: Operation, imports: Imports): Code | undefined;
  /** A value of the description, such as a default of a schema, as an expression. */
  literal(value: Json, schema: Schema): Code;
  /** Whether an operation cannot be called without its descriptor, as it has some. */
  isExact(operation: Operation): boolean;
  /** An `ExactJson` of `runtime/operation.ts` for the values of a named schema; `undefined` where they have no such integers. */
  jsonOf(id: SchemaId, imports: Imports): Code | undefined;
}

/** The constant of `int64.ts` that is about a named schema. Names of schemas are unique, and so are these. */
export const locationsName = (id: SchemaId): string => `int64sOf${id}`;

/** How the places of a named schema are referred to. */
export type Refer = (id: SchemaId) => Code;

/** Places as an `Int64s` of `runtime/int64-locations.ts`; `null` where there are none. */
export function placesCode(places: Places, refer: Refer, column: number): Code {
  const [only, second] = places;
  if (only === undefined) return literal(null);
  if (second === undefined) return placeCode(only, refer, column);
  return brackets(
    places.map((place) => placeCode(place, refer, column + 2)),
    column,
  );
}

function placeCode(place: Place, refer: Refer, column: number): Code {
  const inside = (places: Places, at: number): Code => placesCode(places, refer, at);
  switch (place.kind) {
    case "leaf":
      return literal(place.text ? "int64 or text" : "int64");
    case "ref":
      return refer(place.target);
    case "either":
      // One alternative is as good as what it says, unless it may be meant where it is not.
      return braces([code`either: ${inside(place.places, column + 10)}`], column);
    case "tag": {
      const cases = place.cases.map(([tag, places]) => indexedMember(tag, inside(places, column + tag.length + 6)));
      const otherwise = place.otherwise.length === 0 ? [] : [code`otherwise: ${inside(place.otherwise, column + 13)}`];
      return braces([code`tag: ${literal(place.property)}`, code`cases: ${braces(cases, column + 9)}`, ...otherwise], column);
    }
    case "object":
      return objectCode(place, inside, column);
    case "array": {
      const prefix = brackets(
        place.prefix.map((places) => inside(places, column + 10)),
        column + 10,
      );
      return braces(
        [
          ...(place.prefix.length === 0 ? [] : [code`prefix: ${prefix}`]),
          ...(place.items.length === 0 ? [] : [code`items: ${inside(place.items, column + 9)}`]),
        ],
        column,
      );
    }
  }
}

function objectCode(
  { properties, patterns, additional }: ObjectPlace,
  inside: (places: Places, column: number) => Code,
  column: number,
): Code {
  const members = properties.map(([name, places]) => indexedMember(name, inside(places, column + name.length + 4)));
  const matching = patterns.flatMap(([pattern, places]) => {
    const flags = patternFlags(pattern);
    return flags === undefined || places.length === 0 ? [] : [code`[${regExp(pattern, flags)}, ${inside(places, column + 14)}]`];
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

/** "200" is a number among keys; "4XX" is not. */
export function statusKey(status: string): Code {
  return /^[1-9]\d\d$/.test(status) ? code`${Number(status)}` : propertyKey(status);
}

/** An integer in the form that programs hold it in. */
export function int64Literal(value: number | bigint, { as }: Pick<Int64, "as">): Code {
  return as === "bigint" ? bigint(value) : literal(BigInt(value).toString());
}

/** A value of the description as an expression, with the integers at its places in the form that programs hold them in. */
export function literalAt(value: Json, places: Places, as: Int64["as"], named: ReadonlyMap<SchemaId, Places>): Code {
  if (places.length === 0 || value === null) return literal(value);
  const open = opened(places, value, named);
  if (isInteger(value) && open.some(({ kind }) => kind === "leaf")) return int64Literal(value, { as });
  if (typeof value !== "object") return literal(value);
  if (isList(value)) {
    const items = value.map((item, index) =>
      literalAt(
        item,
        open.flatMap((place) => itemPlaces(place, index)),
        as,
        named,
      ),
    );
    return code`[${joined(items)}]`;
  }
  const members = Object.entries(value).map(
    ([name, member]) =>
      code`${propertyKey(name)}: ${literalAt(
        member,
        open.flatMap((place) => memberPlaces(place, name)),
        as,
        named,
      )}`,
  );
  return members.length === 0 ? code`{}` : code`{ ${joined(members)} }`;
}

const joined = (pieces: readonly Code[]): Code => pieces.reduce((all, piece) => (all === "" ? piece : code`${all}, ${piece}`), empty);

/** What holds of a value: references followed, alternatives chosen by its tag. */
function opened(places: Places, value: Json, named: ReadonlyMap<SchemaId, Places>, met = new Set<SchemaId>()): Places {
  return places.flatMap((place): Places => {
    if (place.kind === "ref") {
      if (met.has(place.target)) return [];
      met.add(place.target);
      return opened(named.get(place.target) ?? [], value, named, met);
    }
    if (place.kind === "either") return opened(place.places, value, named, met);
    if (place.kind !== "tag") return [place];
    const members = typeof value === "object" && value !== null && !isList(value) ? value : {};
    const tag = Object.hasOwn(members, place.property) ? members[place.property] : undefined;
    return opened(place.cases.find(([name]) => name === tag)?.[1] ?? place.otherwise, value, named, met);
  });
}

function itemPlaces(place: Place, index: number): Places {
  return place.kind === "array" ? (place.prefix[index] ?? place.items) : [];
}

function memberPlaces(place: Place, name: string): Places {
  if (place.kind !== "object") return [];
  const own = place.properties.find(([property]) => property === name)?.[1];
  const matching = place.patterns.flatMap(([pattern, places]) => {
    const flags = patternFlags(pattern);
    return flags !== undefined && new RegExp(pattern, flags).test(name) ? places : [];
  });
  return own ?? (matching.length > 0 ? matching : place.additional);
}
