/**
 * 64-bit integers at the members and items of a value that nothing else looks at.
 */
import { hasOwn } from "./has-own.js";
import { isDigits } from "./int64.js";
import type { InsideArray, InsideObject, Int64Locations } from "./int64-locations.js";
import type { TextPattern } from "./linear-pattern.js";

/** What is looked at of a value. What is absent is nothing. */
export interface Evaluated {
  readonly names?: readonly string[];
  readonly patterns?: readonly TextPattern[];
  readonly allNames?: true;
  /** The first items, so many of them. */
  readonly items?: number;
  readonly allItems?: true;
  /** Items of which one of these is true. */
  readonly contained?: readonly Fits[];
  /** More, where what stands before it is true of the value. */
  readonly some?: readonly Where[];
  /** The same, of each list the first of which that is true. */
  readonly first?: readonly (readonly Where[])[];
}

type Fits = (value: unknown, isHeld: boolean) => boolean;
type Where = readonly [fits: Fits, evaluated: Evaluated];

/** The places of integers of members that nothing looks at. */
export const unevaluatedProperties =
  (evaluated: Evaluated, places: Int64Locations) =>
  (value: unknown, isHeld: boolean): InsideObject => {
    if (typeof value === "object" && (value === null || Array.isArray(value))) return {};
    const all = everything(evaluated, value, isHeld);
    if (all.some(({ allNames }) => allNames === true)) return {};
    return {
      properties: Object.fromEntries(all.flatMap(({ names = [] }) => names.map((name): [string, null] => [name, null]))),
      patterns: all.flatMap(({ patterns = [] }) => patterns.map((pattern) => [pattern, []] as const)),
      additional: places,
    };
  };

/** The places of integers of items that nothing looks at. */
export const unevaluatedItems =
  (evaluated: Evaluated, places: Int64Locations) =>
  (value: unknown, isHeld: boolean): InsideArray => {
    const all = everything(evaluated, value, isHeld);
    if (all.some(({ allItems }) => allItems === true)) return {};
    const first = Math.max(0, ...all.map(({ items = 0 }) => items));
    if (!Array.isArray(value)) return { prefix: Array.from({ length: first }, (): null => null), items: places };
    const contained = all.flatMap((one) => one.contained ?? []);
    // In doubt a text of digits is sent as the integer.
    const isSeen = (item: unknown, index: number): boolean =>
      index < first || (!(isHeld && isDigits(item)) && contained.some((fits) => fits(item, isHeld)));
    return { prefix: value.map((item, index) => (isSeen(item, index) ? null : places)) };
  };

/** All that is looked at, also where it depends on the value. */
function everything(evaluated: Evaluated, value: unknown, isHeld: boolean): readonly Evaluated[] {
  const all = [evaluated];
  if (value === undefined) return all;
  const fits = ([test]: Where): boolean => test(value, isHeld);
  // The list grows while it is walked.
  for (const { some = [], first = [] } of all) {
    for (const where of some) if (fits(where)) all.push(where[1]);
    for (const list of first) {
      const found = list.find(fits);
      if (found !== undefined) all.push(found[1]);
    }
  }
  return all;
}

/** Whether an object has a member. */
export const hasMember =
  (name: string) =>
  (value: unknown): boolean =>
    typeof value === "object" && value !== null && !Array.isArray(value) && hasOwn(value, name);
