import { isJsonArray, type Json } from "../../source/source-file.js";

/** JSON of a value, as `JSON.stringify` has it with as many blanks to a step; bigints in digits. */
export function printJson(value: Json, blanks = 0, outer = ""): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = outer + " ".repeat(blanks);
  const colon = blanks === 0 ? ":" : ": ";
  const parts = isJsonArray(value)
    ? value.map((item) => printJson(item, blanks, inner))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}${colon}${printJson(member, blanks, inner)}`);
  const [open, close] = isJsonArray(value) ? "[]" : "{}";
  if (parts.length === 0 || blanks === 0) return `${open}${parts.join()}${close}`;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${outer}${close}`;
}
