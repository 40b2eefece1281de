import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { child } from "./json-pointer.js";
import { MAX_PLACE_UNITS } from "./size-limits.js";
import type { Json, SourceFile } from "./source-file.js";

/**
 * That a file has names so long that the places of all its values take more memory than there is, if it has: each is a JSON Pointer, which
 * repeats the names above it. A file of two megabytes could otherwise stand for gigabytes.
 */
export function longPlaces(root: Json, locate: SourceFile["locate"], uri: string, most = MAX_PLACE_UNITS): Diagnostic | undefined {
  const values = [root];
  const lengths = [0];
  let total = 0;
  for (let value = values.pop(), length = lengths.pop(); value !== undefined && length !== undefined;) {
    total += length;
    if (total > most) return tooLong(root, locate, uri, most);
    if (typeof value === "object" && value !== null)
      for (const [key, member] of Object.entries<Json>(value)) {
        values.push(member);
        lengths.push(length + 1 + key.length);
      }
    value = values.pop();
    length = lengths.pop();
  }
  return undefined;
}

function tooLong(root: Json, locate: SourceFile["locate"], uri: string, most: number): Diagnostic {
  const { length, pointer } = longestName(root);
  const what = `Pointers to all values of this file have more than ${String(most)} characters, because names are long: one has ${String(length)} here.`;
  return diagnostic("names-too-long", what, {
    at: { ...locate(pointer, "key"), file: uri },
    hint: "Shorten them. No option raises this limit.",
  });
}

/** How long the longest name is, and where it stands. */
function longestName(root: Json): { readonly length: number; readonly pointer: string } {
  let longest = { length: 0, pointer: "" };
  const waiting: { readonly value: Json; readonly pointer: string }[] = [{ value: root, pointer: "" }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, pointer } = next;
    if (typeof value !== "object" || value === null) continue;
    for (const [key, member] of Object.entries<Json>(value)) {
      if (key.length > longest.length) longest = { length: key.length, pointer: child(pointer, key) };
      if (typeof member === "object" && member !== null) waiting.push({ value: member, pointer: child(pointer, key) });
    }
  }
  return longest;
}
