import { isJsonArray, type Json } from "../../../source/source-file.js";

/** What values mean that are of the wrong type, from what they are alone. Each returns `undefined` for what means nothing else. */

type Members = { readonly [key: string]: Json };

const flags: ReadonlyMap<Json, boolean> = new Map<Json, boolean>([
  ...["true", "yes", "on", "y", "1", 1].map((word) => [word, true] as const),
  ...["false", "no", "off", "n", "0", 0].map((word) => [word, false] as const),
]);

/** YAML 1.1 and many authors have other words for true and false. */
export function flagIn(raw: Json): boolean | undefined {
  return flags.get(typeof raw === "string" ? raw.trim().toLowerCase() : raw);
}

/** The items of a list that some languages write as an object with the keys 0, 1, 2, … */
export function itemsByIndex(raw: Json): readonly Json[] | undefined {
  if (!isMembers(raw)) return undefined;
  const keys = Object.keys(raw);
  return keys.length > 0 && keys.every((key, index) => key === String(index)) ? Object.values(raw) : undefined;
}

/** Where the members of an object stand that is written as a list: in the one item, or in objects of which each has some, and no two the same. */
export function membersInList(raw: Json): readonly Members[] | undefined {
  if (!isJsonArray(raw) || raw.length === 0 || !raw.every(isMembers)) return undefined;
  const names = raw.flatMap((item) => Object.keys(item));
  return new Set(names).size === names.length ? raw : undefined;
}

/** The words of a list that is written as one text. */
export function wordsIn(text: string, separator: RegExp): readonly string[] | undefined {
  const words = text.split(separator).map((word) => word.trim());
  return words.length > 1 && words.every((word) => /^[\w$.-]+$/.test(word)) ? words : undefined;
}

/** The reference that a text is in the place of an object. */
export function referenceIn(raw: Json): string | undefined {
  return typeof raw === "string" && /^[^\s#]*#\/\S+$/.test(raw) ? raw : undefined;
}

/** The reference of an object that has nothing but a misspelt `$ref`, and its key. */
export function misspeltReference(raw: Json): { readonly key: string; readonly reference: string } | undefined {
  if (!isMembers(raw)) return undefined;
  const [key = "", ...others] = Object.keys(raw);
  const reference = referenceIn(raw[key] ?? null);
  const isMisspelt = others.length === 0 && key !== "$ref" && /^[$@#]?ref$/i.test(key);
  return isMisspelt && reference !== undefined ? { key, reference } : undefined;
}

/** A known key that differs from a given one in its case alone, or in how its words are joined. */
export function sameKey(key: string, known: Iterable<string>): string | undefined {
  const plain = plainKey(key);
  for (const each of known) if (each !== key && plainKey(each) === plain) return each;
  return undefined;
}

/** Whether two keys differ in their case alone, or in how their words are joined. */
export function isSameKey(key: string, other: string): boolean {
  return plainKey(key) === plainKey(other);
}

/** A name without what sets its words apart: two of the same one differ in that alone. */
export function plainKey(key: string): string {
  return key.replace(/[\s_-]/g, "").toLowerCase();
}

function isMembers(raw: Json): raw is Members {
  return typeof raw === "object" && raw !== null && !isJsonArray(raw);
}
