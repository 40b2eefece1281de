import { membersOf, skipBlank, type JsonMember } from "./json-text.js";
import type { Locate } from "./locate.js";

/** What is known of an object or a list: the members that were looked at so far, and those that are left. */
interface Opened {
  readonly known: Map<string, JsonMember>;
  readonly rest: Iterator<JsonMember, undefined>;
}

/**
 * Finds places in well-formed JSON text. Objects are taken apart on the way down, as far as the member that is looked for, and remembered:
 * many look-ups cost little more than one. Of members with one name the first is found; where there are several, that is a mistake by itself.
 */
export function locateInJson(text: string): Locate {
  const opened = new Map<number, Opened>();
  const memberOf = (start: number, name: string): JsonMember | undefined => {
    const { known, rest } = opened.get(start) ?? { known: new Map<string, JsonMember>(), rest: membersOf(text, start) };
    if (!opened.has(start)) opened.set(start, { known, rest });
    while (!known.has(name)) {
      const { value } = rest.next();
      if (value === undefined) return undefined;
      if (!known.has(value.name)) known.set(value.name, value);
    }
    return known.get(name);
  };
  const isContainer = (start: number): boolean => text.charAt(start) === "{" || text.charAt(start) === "[";
  return (tokens) => {
    const root = skipBlank(text, 0);
    let place: { readonly key: number; readonly value: number } = { key: root, value: root };
    for (const token of tokens) {
      const next = isContainer(place.value) ? memberOf(place.value, token) : undefined;
      if (next === undefined) break;
      place = next;
    }
    return { key: place.key, value: place.value, isContainer: isContainer(place.value) };
  };
}
