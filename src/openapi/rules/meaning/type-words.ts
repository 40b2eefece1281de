import type { JsonType } from "../types.js";

/** Words that descriptions have in the place of a type, from the languages that their authors think in. */
const meanings: { readonly [type in JsonType]: string } = {
  null: "null nil none",
  boolean: "boolean bool",
  integer: "integer int int8 int16 int32 int64 uint uint32 uint64 long short bigint",
  number: "number float float32 float64 double decimal numeric",
  string:
    "string str text char varchar date date-time datetime timestamp time uuid guid uri url email password enum byte binary base64 hostname ipv4 ipv6",
  array: "array list set",
  object: "object map dict dictionary hash json",
};

const types: ReadonlyMap<string, JsonType> = new Map(
  (Object.keys(meanings) as JsonType[]).flatMap((type) => meanings[type].split(" ").map((word) => [word, type] as const)), // the keys of a record of every type
);

/** The type that a word means which is none, whatever its case; `undefined` where it means none of them, as "any" does. */
export function typeMeantBy(word: string): JsonType | undefined {
  return types.get(word.trim().toLowerCase());
}
