import { printJson } from "../ir/print-json.js";
import { isJsonArray, type Json } from "../../source/source-file.js";

/** Characters of JSON that a value may have, and items of a list where it has more. */
const maxSize = 2000;
const fewItems = 2;

/** Characters of a value as JSON. */
export const sizeOf = (value: Json): number => (typeof value === "string" ? value.length : printJson(value).length);

/** A value that is not too long: itself, or with two items of each list at most; `undefined` where it is too long for all that. */
export function shortened(value: Json): Json | undefined {
  if (sizeOf(value) <= maxSize) return value;
  const cut = withFewItems(value);
  return sizeOf(cut) <= maxSize ? cut : undefined;
}

function withFewItems(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isJsonArray(value)) return value.slice(0, fewItems).map(withFewItems);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withFewItems(member)]));
}
