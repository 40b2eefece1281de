import type { Rule } from "../compare-schema.js";
import { compareBound } from "./bound.js";
import { compareOptional } from "./optional-schema.js";

/** Items and their number. */
export const arrayRule: Rule = ({ array: before }, { array: now }, course) => {
  if (before === undefined && now === undefined) return;
  const [old, fresh] = [before?.prefixItems ?? [], now?.prefixItems ?? []];
  for (let index = 0; index < Math.max(old.length, fresh.length); index += 1)
    compareOptional(
      ["items", `its item ${String(index)}`, `[${String(index)}]`],
      old[index] ?? before?.items,
      fresh[index] ?? now?.items,
      course,
    );
  compareOptional(["items", "its items", "[]"], before?.items, now?.items, course);
  compareOptional(["contains", "what it contains", "[]"], before?.contains?.schema, now?.contains?.schema, course);
  compareBound("contains", "least number of such items", true, [before?.contains?.min, now?.contains?.min], course);
  compareBound("contains", "greatest number of such items", false, [before?.contains?.max, now?.contains?.max], course);
  compareBound("minItems", "least number of items", true, [before?.minItems, now?.minItems], course, 0);
  compareBound("maxItems", "greatest number of items", false, [before?.maxItems, now?.maxItems], course);
  const [wasUnique, isUnique] = [before?.uniqueItems ?? false, now?.uniqueItems ?? false];
  if (wasUnique !== isUnique)
    course.say("uniqueItems", isUnique ? "narrower" : "wider", isUnique ? "has no item twice now" : "may have an item twice now");
};
