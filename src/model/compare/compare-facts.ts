import type { Change, Direction } from "./change.js";
import type { RawFact, RawFacts } from "./raw-facts.js";

/** Sentences by operation; those of the whole by the empty text. */
export function compareFacts(before: RawFacts, now: RawFacts): ReadonlyMap<string, readonly Change[]> {
  const said = new Map<string, Change[]>();
  const say = (name: string, { operation = "", rule }: RawFact, what: string, breaking: boolean): void => {
    const text = `${operation === "" ? name : name.slice(operation.length + 1)} ${what}`;
    said.set(operation, [...(said.get(operation) ?? []), { rule, text, breaking }]);
  };
  for (const [name, fact] of before) if (!now.has(name)) say(name, fact, "is gone", true);
  for (const [name, fact] of now) {
    const was = before.get(name);
    if (was === undefined) continue;
    if (was.text !== fact.text) say(name, fact, "changed", true);
    if (fact.need !== undefined && was.need?.required !== fact.need.required)
      say(name, fact, needText(fact.need), fact.need.required === (fact.need.way === "request"));
  }
  for (const [name, fact] of now) {
    const isNeeded = fact.need?.required === true && fact.need.way === "request";
    if (!before.has(name)) say(name, fact, isNeeded ? "is new, and required" : "is new", isNeeded);
  }
  return said;
}

function needText({ way, required }: { readonly way: Direction; readonly required: boolean }): string {
  if (way === "request") return required ? "is required now" : "is optional now";
  return required ? "is always there now" : "is no longer always there";
}
