import type { ArrayAssertion } from "../../ir/schema.js";
import type { Course, Rule } from "../compare-schema.js";
import { compareBound } from "./bound.js";
import { compareOptional } from "./optional-schema.js";
import { restOf, rests } from "./patterns.js";

/** Items and their number. */
export const arrayRule: Rule = (whole, wholeNow, course) => {
  const [{ array: before }, { array: now }] = [whole, wholeNow];
  if (before === undefined && now === undefined) return;
  const [old, fresh] = [before?.prefixItems ?? [], now?.prefixItems ?? []];
  for (let index = 0; index < Math.max(old.length, fresh.length); index += 1)
    compareOptional(
      ["items", `an item ${String(index)}`, `[${String(index)}]`],
      old[index] ?? restOf(whole, "items"),
      fresh[index] ?? restOf(wholeNow, "items"),
      course,
    );
  const first = Math.max(old.length, fresh.length);
  compareOptional(
    ["items", first === 0 ? "its items" : `its items from ${String(first)} on`, "[]"],
    ...rests(whole, wholeNow, "items"),
    course,
  );
  compareContains(before?.contains, now?.contains, course);
  compareBound("minItems", "least number of items", true, [before?.minItems, now?.minItems], course, 0);
  compareBound("maxItems", "greatest number of items", false, [before?.maxItems, now?.maxItems], course);
  const [wasUnique, isUnique] = [before?.uniqueItems ?? false, now?.uniqueItems ?? false];
  if (wasUnique !== isUnique)
    course.say("uniqueItems", isUnique ? "narrower" : "wider", isUnique ? "has no item twice now" : "may have an item twice now");
};

type Contains = ArrayAssertion["contains"];

function compareContains(before: Contains, now: Contains, course: Course): void {
  if (before === undefined && now === undefined) return;
  if (before === undefined || now === undefined) {
    const { min, max } = now ?? before ?? { min: 0, max: undefined };
    const most = max === undefined ? "" : ` and at most ${String(max)}`;
    const what = `have at least ${String(min)}${most} of its items of a certain kind`;
    course.say("contains", now === undefined ? "wider" : "narrower", now === undefined ? `need no longer ${what}` : `must ${what} now`);
    return;
  }
  course.compare(before.schema, now.schema, "[contains]");
  compareBound("contains", "least number of such items", true, [before.min, now.min], course);
  compareBound("contains", "greatest number of such items", false, [before.max, now.max], course);
}
