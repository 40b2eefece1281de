/** What a schema accepts, in a few words, for messages about alternatives. */
import { isTypeOrEnum } from "../../model/ir/kinds.js";
import { printJson } from "../../model/ir/print-json.js";
import type { JsonType, Schema } from "../../model/ir/schema.js";

const nouns: Readonly<Record<JsonType, string>> = {
  null: "null",
  boolean: "a boolean",
  integer: "an integer",
  number: "a number",
  string: "a string",
  array: "an array",
  object: "an object",
};

/** The order in which a sentence names types: "null" goes last, as in "a string or null". */
export function inOrder(types: readonly JsonType[]): readonly JsonType[] {
  return types.includes("null") ? [...types.filter((type) => type !== "null"), ...types.filter((type) => type === "null")] : types;
}

/** "a, b or c" */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

/** "a string", "null", "\"cat\""; `undefined` when it takes more words. */
export function describe(schema: Schema): string | undefined {
  const [only] = schema.assertions;
  if (schema.assertions.length !== 1 || only === undefined) return undefined;
  if (!isTypeOrEnum(only)) return undefined;
  if (only.kind === "type") return listed(inOrder(only.types).map((type) => nouns[type]));
  return only.values.length <= 3 ? listed(only.values.map((value) => printJson(value))) : undefined;
}
