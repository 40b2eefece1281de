import type { Schema } from "../../ir/schema.js";
import type { Course } from "../compare-schema.js";

/** Schemas of two lists without an order: which is which. */
export interface Matched {
  readonly pairs: readonly (readonly [Schema, Schema])[];
  readonly gone: readonly Schema[];
  readonly added: readonly Schema[];
}

/** Those that say the same go together, then those of the same name, also where one is written at its place, then those of the same title or type, then, of as many, those at the same place. */
export function matched(before: readonly Schema[], now: readonly Schema[], course: Course): Matched {
  const pairs: (readonly [Schema, Schema])[] = [];
  let [gone, added] = [before, now];
  const take = (keyOf: (schema: Schema, side: "before" | "now") => string | undefined): void => {
    const waiting = new Map<string, Schema[]>();
    for (const each of added) {
      const key = keyOf(each, "now");
      if (key !== undefined) waiting.set(key, [...(waiting.get(key) ?? []), each]);
    }
    const found = new Set<Schema>();
    for (const each of gone) {
      const other = waiting.get(keyOf(each, "before") ?? "")?.shift();
      if (other === undefined) continue;
      pairs.push([each, other]);
      found.add(each).add(other);
    }
    [gone, added] = [gone.filter((each) => !found.has(each)), added.filter((each) => !found.has(each))];
  };
  take(course.textOf);
  take((schema, side) => referenceIn(schema, side, course));
  take((schema, side) => course.textOf(course.meant(schema, side), side));
  take(({ doc }) => doc.title);
  if (gone.length !== added.length) return { pairs, gone, added };
  take(({ assertions }) => assertions.map((each) => (each.kind === "type" ? each.types.join() : each.kind)).join(" ") || undefined);
  return {
    pairs: [...pairs, ...gone.flatMap((each, index) => (added[index] === undefined ? [] : [[each, added[index]] as const]))],
    gone: [],
    added: [],
  };
}

function referenceIn({ assertions }: Schema, side: "before" | "now", { nameOf }: Course): string | undefined {
  const reference = assertions.find(({ kind }) => kind === "ref");
  return reference?.kind === "ref" ? nameOf(reference.target, side) : undefined;
}
