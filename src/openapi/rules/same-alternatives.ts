import { isJsonArray, type Json } from "../../source/source-file.js";
import { isAnnotation } from "./annotations.js";
import { isObject, type JsonObject } from "./rule.js";

/** The first two of some schemas that accept the same values by what they say, by their index; what only describes a schema does not count. */
export function sameAlternatives(schemas: readonly Json[]): readonly [number, number] | undefined {
  const groups = new Map<string, number[]>();
  // Only schemas with the same keywords are compared as a whole: most are not, and may be large.
  for (const [index, schema] of schemas.entries()) {
    const key = isObject(schema) ? keywordsOf(schema).join(" ") : JSON.stringify(schema);
    if (groups.get(key)?.push(index) === undefined) groups.set(key, [index]);
  }
  for (const group of groups.values()) {
    const first = new Map<string, number>();
    if (group.length < 2) continue;
    for (const index of group) {
      const schema = schemas[index] ?? null;
      const text = isObject(schema)
        ? keywordsOf(schema)
            .map((key) => textOf(schema[key] ?? null))
            .join("\n")
        : JSON.stringify(schema);
      const before = first.get(text);
      if (before !== undefined) return [before, index];
      first.set(text, index);
    }
  }
  return undefined;
}

function keywordsOf(schema: JsonObject): readonly string[] {
  return Object.keys(schema)
    .filter((key) => !isAnnotation(key))
    .sort();
}

/** A text that equal values have in common, whatever the order of their members. */
function textOf(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(textOf).join()}]`;
  if (isObject(value)) {
    const members = Object.keys(value).sort();
    return `{${members.map((key) => `${JSON.stringify(key)}:${textOf(value[key] ?? null)}`).join()}}`;
  }
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
