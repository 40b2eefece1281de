import { isJsonArray, type Json } from "../../source/source-file.js";

/** Characters of JSON that a value may have, and items of a list where it has more. */
const maxSize = 2000;
const fewItems = 2;

/** What tells whether values have about so many characters of JSON at most. Many schemas may refer to one that has an example: it is measured once. */
export function shortOnes(most: number): (value: Json) => boolean {
  const known = new WeakMap<object, boolean>();
  return (value) => {
    if (typeof value !== "object" || value === null) return isShort(value, most);
    const short = known.get(value) ?? isShort(value, most);
    known.set(value, short);
    return short;
  };
}

function isShort(value: Json, most: number): boolean {
  return roomAfter(value, most) >= 0;
}

/** What is left of so many characters; less than nothing where the value has more. */
function roomAfter(value: Json, most: number): number {
  if (typeof value === "string") return most - value.length - 2;
  if (typeof value !== "object" || value === null) return most - String(value).length;
  let room = most - 2;
  if (isJsonArray(value)) {
    for (const item of value) {
      if (room < 0) break;
      room = roomAfter(item, room) - 1;
    }
    return room;
  }
  for (const [name, member] of Object.entries(value)) {
    if (room < 0) break;
    room = roomAfter(member, room - name.length - 4);
  }
  return room;
}

/** A value that is not too long: itself, or with two items of each list at most; `undefined` where it is too long for all that. */
export function shortened(value: Json): Json | undefined {
  if (isShort(value, maxSize)) return value;
  const cut = withFewItems(value);
  return isShort(cut, maxSize) ? cut : undefined;
}

function withFewItems(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isJsonArray(value)) return value.slice(0, fewItems).map(withFewItems);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withFewItems(member)]));
}
