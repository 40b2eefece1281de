import { isJsonArray, type Json } from "../../source/source-file.js";

/** Levels of a value, of which some parts may stand in several places. `known`: those of values that nobody writes to. */
export function depthOf(value: Json, known: Pick<WeakMap<object, number>, "get" | "set"> = new Map<object, number>()): number {
  const depth = (each: Json): number => {
    if (typeof each !== "object" || each === null) return 0;
    const before = known.get(each);
    if (before !== undefined) return before;
    let most = 0;
    for (const member of isJsonArray(each) ? each : Object.values<Json>(each)) most = Math.max(most, depth(member));
    known.set(each, most + 1);
    return most + 1;
  };
  return depth(value);
}
