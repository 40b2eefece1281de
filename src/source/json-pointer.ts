import { isJsonArray, type Json } from "./source-file.js";

/** JSON Pointers, RFC 6901: "" is the whole document, "/paths/~1pets/get" a member of a member. */

/** A name as a pointer has it: with ~0 for ~ and ~1 for /. */
export function escapeToken(token: string): string {
  return token.includes("~") || token.includes("/") ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token;
}

/** The pointer of a member or an item of what `pointer` points at. */
export function child(pointer: string, key: string | number): string {
  return `${pointer}/${typeof key === "number" ? key : escapeToken(key)}`;
}

/** The tokens of a pointer, unescaped; `undefined` when the text is no pointer. */
export function parse(pointer: string): readonly string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The pointer of a list of tokens. */
export function format(tokens: readonly (string | number)[]): string {
  return tokens.reduce<string>(child, "");
}

/** One step down: an own member, or an item by its decimal index; `undefined` when there is none. */
export function step(value: Json | undefined, token: string): Json | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!isJsonArray(value)) return Object.hasOwn(value, token) ? value[token] : undefined;
  return /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
}

/** The value the tokens lead to; `undefined` when there is none. */
export function at(value: Json, tokens: readonly string[]): Json | undefined {
  return tokens.reduce<Json | undefined>(step, value);
}
