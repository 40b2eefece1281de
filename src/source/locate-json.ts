import { membersOf, skipBlank, type JsonMember } from "./json-text.js";
import type { Locate } from "./locate.js";

/** Finds places in well-formed JSON text. Objects are taken apart on the way down and remembered, so that many look-ups cost little more than one. */
export function locateInJson(text: string): Locate {
  const known = new Map<number, ReadonlyMap<string, JsonMember>>();
  const members = (start: number): ReadonlyMap<string, JsonMember> => {
    const before = known.get(start);
    if (before !== undefined) return before;
    const found = new Map(membersOf(text, start).map((member) => [member.name, member]));
    known.set(start, found);
    return found;
  };
  const isContainer = (start: number): boolean => text.charAt(start) === "{" || text.charAt(start) === "[";
  return (tokens) => {
    const root = skipBlank(text, 0);
    let place: { readonly key: number; readonly value: number } = { key: root, value: root };
    for (const token of tokens) {
      const next = isContainer(place.value) ? members(place.value).get(token) : undefined;
      if (next === undefined) break;
      place = next;
    }
    return { key: place.key, value: place.value, isContainer: isContainer(place.value) };
  };
}
