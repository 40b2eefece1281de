/** The sentences that tell what is wrong: each goes on where "The value" or the name of a property leaves off. */
import type { JsonType, Schema } from "../../model/types.js";
import type { Json } from "../../source/source-file.js";

const nouns: Readonly<Record<JsonType, string>> = {
  null: "null",
  boolean: "true or false",
  integer: "an integer",
  number: "a number",
  string: "a string",
  array: "an array",
  object: "an object",
};

/** Longest list of allowed values, in characters and in values. */
const longestList = 120;
const mostValues = 12;

export function typeMessage(types: readonly JsonType[], bytes: boolean): string {
  const only = types[0];
  if (types.length === 1 && only !== undefined && !bytes) return `must be ${nouns[only]}`;
  // "null" goes last: "a string or null".
  const sorted = [...types.filter((type) => type !== "null"), ...types.filter((type) => type === "null")];
  const words = sorted.map((type) => (type === "string" && bytes ? "a string or binary data" : nouns[type]));
  return `must be ${listed(words, "or")}`;
}

export function enumMessage(values: readonly Json[]): string {
  if (values.length === 0) return "is never valid";
  const written = values.slice(0, mostValues).map((value) => JSON.stringify(value));
  while (written.join(", ").length > longestList && written.length > 1) written.pop();
  const [only] = written;
  if (only !== undefined && values.length === 1)
    return only.length <= longestList ? `must be ${only}` : "must be the one value that is allowed";
  if (written.length === values.length) return `must be ${listed(written, "or")}`;
  return `must be one of ${String(values.length)} values: ${written.join(", ")}, …`;
}

export function atLeast(count: number, noun: string, plural = `${noun}s`): string {
  return `must have at least ${String(count)} ${count === 1 ? noun : plural}`;
}

export function atMost(count: number, noun: string, plural = `${noun}s`): string {
  return `must have at most ${String(count)} ${count === 1 ? noun : plural}`;
}

/** "a, b or c" */
export function listed(words: readonly string[], conjunction: "and" | "or"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1) ?? ""}`;
}

/** What a schema accepts, in a few words: "a string", "null", "\"cat\""; `undefined` when it takes more words. */
export function describe(schema: Schema): string | undefined {
  const [only] = schema.assertions;
  if (schema.assertions.length !== 1 || only === undefined) return undefined;
  if (only.kind === "type") return typeMessage(only.types, false).replace(/^must be /, "");
  if (only.kind === "enum" && only.values.length <= 3)
    return listed(
      only.values.map((value) => JSON.stringify(value)),
      "or",
    );
  return undefined;
}
