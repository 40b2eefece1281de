/**
 * Where a value holds 64-bit integers, and the ways to reach them.
 */
import { hasOwn } from "./has-own.js";
import type { TextPattern } from "./linear-pattern.js";

/**
 * `int64`: the value is one itself; `int64 or text`: it is one, or may be any string. A function: as another schema says. A list:
 * all of these hold places.
 */
export type Int64Locations =
  | "int64"
  | "int64 or text"
  | (() => Int64Locations)
  | InsideObject
  | InsideArray
  | ByTag
  | Either
  | Fitting
  | Unevaluated
  | readonly Int64Locations[];

export interface InsideObject {
  readonly properties?: { readonly [name: string]: Int64Locations | null };
  /** Of names that a pattern takes in. */
  readonly patterns?: readonly (readonly [pattern: TextPattern, places: Int64Locations])[];
  /** Of names that are among neither. */
  readonly additional?: Int64Locations;
}

export interface InsideArray {
  readonly prefix?: readonly (Int64Locations | null)[];
  /** Of the items after those. */
  readonly items?: Int64Locations;
}

/** One of several, by what a property of the value says. */
export interface ByTag {
  readonly tag: string;
  readonly cases: { readonly [value: string]: Int64Locations | null };
  /** Where the property says none of them. */
  readonly otherwise?: Int64Locations;
}

/** Of alternatives that nothing tells apart: what is an integer in one may be text in another. */
export interface Either {
  readonly either: Int64Locations;
  /** The value itself is text in none of them. */
  readonly noText?: true;
}

/** Of alternatives some of which have a number where others have such an integer: the first whose values look like this one. */
export interface Fitting {
  readonly fitting: readonly (readonly [fits: (value: unknown) => boolean, places: Int64Locations | null])[];
}

/** Of members or items that nothing else looks at: which these are depends on the value. `isHeld`: it is one of a program, and none of JSON. */
export interface Unevaluated {
  readonly unevaluated: (value: unknown, isHeld: boolean) => InsideObject | InsideArray;
}

type Container = InsideObject | InsideArray | ByTag | Either | Fitting | Unevaluated;

/** What is at a value: whether it is an integer itself, and where to look inside. References are followed, lists opened, each once. */
interface Found {
  readonly isInteger: boolean;
  /** Whether text that is no integer is wrong there. */
  readonly isStrict: boolean;
  /** Whether what is inside is certain: of one of several alternatives nothing is. */
  readonly isOnly: boolean;
  readonly inside: readonly (InsideObject | InsideArray)[];
}

/** Tells where to look inside for what nothing else looks at. */
type LeftIn = (unevaluated: Unevaluated["unevaluated"]) => InsideObject | InsideArray;

/** Chooses among alternatives by the value of JSON that is there. */
type Choose = (fitting: Fitting["fitting"]) => Fitting["fitting"];

/** What holds of a value; `tagOf` tells the tag of an object, `undefined` asks for every case. Without `choose`, any alternative may be meant. */
function find(places: Int64Locations, tagOf: ((property: string) => unknown) | undefined, left: LeftIn, choose?: Choose): Found {
  if (places === "int64") return integer;
  let isInteger = false;
  let isStrict = true;
  let isOnly = true;
  const inside: (InsideObject | InsideArray)[] = [];
  const met = new Set<Int64Locations>();
  const look = (place: Int64Locations | null | undefined): void => {
    if (place === null || place === undefined) return;
    if (typeof place === "string") {
      isInteger = true;
      isStrict &&= place === "int64";
    } else if (!met.has(place)) {
      met.add(place);
      if (typeof place === "function") look(place());
      else if (isList(place)) place.forEach(look);
      else if ("tag" in place) casesOf(place, tagOf).forEach(look);
      else if ("either" in place) {
        isOnly = false;
        isStrict &&= place.noText === true;
        look(place.either);
      } else if ("fitting" in place) {
        isStrict &&= choose !== undefined;
        for (const [, one] of choose?.(place.fitting) ?? place.fitting) look(one);
      } else if ("unevaluated" in place) inside.push(left(place.unevaluated));
      else inside.push(place);
    }
    isOnly &&= isStrict;
  };
  look(places);
  return { isInteger, isStrict, isOnly, inside };
}

const integer: Found = { isInteger: true, isStrict: true, isOnly: true, inside: [] };

function casesOf(
  { tag, cases, otherwise }: ByTag,
  tagOf: ((property: string) => unknown) | undefined,
): readonly (Int64Locations | null | undefined)[] {
  if (tagOf === undefined) return [...Object.values(cases), otherwise];
  const value = tagOf(tag);
  return [typeof value === "string" && hasOwn(cases, value) ? cases[value] : otherwise];
}

// `Array.isArray` does not narrow a readonly array.
const isList = (places: Container | readonly Int64Locations[]): places is readonly Int64Locations[] => Array.isArray(places);

function memberOf(inside: InsideObject | InsideArray, name: string): Int64Locations | null | undefined {
  if (!("properties" in inside || "patterns" in inside || "additional" in inside)) return undefined;
  if (inside.properties !== undefined && hasOwn(inside.properties, name)) return inside.properties[name];
  const matching = inside.patterns?.filter(([pattern]) => pattern.test(name)).map(([, places]) => places) ?? [];
  return matching.length > 0 ? matching : inside.additional;
}

function itemOf(inside: InsideObject | InsideArray, index: number): Int64Locations | null | undefined {
  if (!("prefix" in inside || "items" in inside)) return undefined;
  return inside.prefix !== undefined && index < inside.prefix.length ? inside.prefix[index] : inside.items;
}

/** Where a member of an object holds integers, or, without a name, an item of a list. */
export function insideOf(places: Int64Locations, name: string | undefined): Int64Locations | undefined {
  const all = find(places, undefined, (unevaluated) => unevaluated(undefined, false)).inside.flatMap((inside) =>
    name === undefined
      ? ["prefix" in inside ? inside.prefix : [], "items" in inside ? inside.items : null].flat()
      : [memberOf(inside, name)],
  );
  const some = all.filter((one) => one !== null && one !== undefined);
  const [only] = some;
  return some.length > 1 ? some : only;
}

/** Makes something else of what stands at a place. `isStrict`: only an integer may stand there. */
export type Change = (value: unknown, isStrict: boolean) => unknown;

interface Task {
  readonly value: object;
  readonly inside: readonly (InsideObject | InsideArray)[];
  readonly isCertain: boolean;
}

/**
 * What stands at the places of a value, exchanged for something else, inside objects and lists in place: the value is freshly
 * read. `asRead`: what a part of the value stands for.
 */
export function replaced(root: unknown, places: Int64Locations, change: Change, asRead: (value: unknown) => unknown = same): unknown {
  // A list of what is to do: values may nest deeper than calls can.
  const open: Task[] = [];
  const look = (value: unknown, given: Int64Locations | null | undefined, isCertain: boolean): unknown => {
    if (given === null || given === undefined || value === null) return value;
    const left: LeftIn = (unevaluated) => unevaluated(asRead(value), false);
    const { isInteger, isStrict, isOnly, inside } = find(given, tagsOf(value, asRead), left, (fitting) => {
      const read = asRead(value);
      const first = fitting.find(([fits]) => fits(read));
      return first === undefined ? fitting : [first];
    });
    if (typeof value !== "object") return isInteger ? change(value, isCertain && isStrict) : value;
    if (inside.length > 0) open.push({ value, inside, isCertain: isCertain && isOnly });
    return value;
  };
  const result = look(root, places, true);
  for (let task = open.pop(); task !== undefined; task = open.pop()) {
    const { value, inside, isCertain } = task;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        value[index] = look(
          item,
          joined(inside, (one) => itemOf(one, index)),
          isCertain,
        );
      continue;
    }
    const members = value as Record<string, unknown>; // JSON has no other objects
    // What JSON calls `__proto__` is a member of its own like any other, so this sets that.
    for (const name of namesOf(members, inside))
      members[name] = look(
        members[name],
        joined(inside, (one) => memberOf(one, name)),
        isCertain,
      );
  }
  return result;
}

/** The members of an object that may hold something: of one that says which, these alone. */
function namesOf(members: object, [only, second]: Task["inside"]): readonly string[] {
  const isClosed = second === undefined && only !== undefined && !("patterns" in only || "additional" in only);
  if (!isClosed) return Object.keys(members);
  return "properties" in only ? Object.keys(only.properties ?? {}).filter((name) => hasOwn(members, name)) : [];
}

type At = (inside: InsideObject | InsideArray) => Int64Locations | null | undefined;

/** What all of them say of one member or item. */
function joined(inside: Task["inside"], at: At): Int64Locations | undefined {
  const [first, second] = inside;
  if (first !== undefined && second === undefined) return at(first) ?? undefined;
  const all = inside.map(at).filter((one) => one !== null && one !== undefined);
  return all.length > 1 ? all : all[0];
}

const same = (value: unknown): unknown => value;

const tagsOf =
  (value: unknown, asTag = same) =>
  (property: string): unknown =>
    typeof value === "object" && value !== null && hasOwn(value, property) ? asTag(Reflect.get(value, property)) : undefined;

/** Values nested deeper than this are circular, or nothing a service would take. */
const deepest = 1000;

/** Makes what is sent of a value at a place. */
export type Ready = (value: unknown, isStrict: boolean, path: readonly (string | number)[]) => unknown;

/** A value with what stands at the places exchanged; where something is, objects and lists are copies: they are the caller's. */
export function copied(
  value: unknown,
  places: Int64Locations,
  ready: Ready,
  isCertain = true,
  path: readonly (string | number)[] = [],
): unknown {
  if (value === null || value === undefined) return value;
  const { isInteger, isStrict, isOnly, inside } = find(places, tagsOf(value), (unevaluated) => unevaluated(value, true));
  if (typeof value !== "object") return isInteger ? ready(value, isCertain && isStrict, path) : value;
  if (inside.length === 0) return value;
  if (path.length > deepest) throw new TypeError("The value is circular, or nested too deeply to be sent");
  const each = (item: unknown, key: string | number): unknown => {
    const within = joined(inside, (one) => (typeof key === "number" ? itemOf(one, key) : memberOf(one, key)));
    return within === undefined ? item : copied(item, within, ready, isCertain && isOnly, [...path, key]);
  };
  if (Array.isArray(value)) {
    const items = value.map(each);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value).map(([name, member]: [string, unknown]) => [name, each(member, name), member] as const);
  return entries.some(([, made, member]) => made !== member) ? Object.fromEntries(entries) : value;
}
