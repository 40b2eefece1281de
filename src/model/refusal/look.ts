import { isJsonArray, type Json } from "../../source/source-file.js";
import type { Schema } from "../ir/schema.js";
import type { Held } from "./refusal.js";

/** Why a schema refuses a value. */
export interface Refusal {
  /** Where in the value: names of members and positions in lists. */
  readonly path: readonly (string | number)[];
  /** What is wrong there: "is not of type integer". */
  readonly reason: string;
}

/** What is known of a value and a schema: why it is refused, or else whether it is certainly accepted. */
export type Verdict = Refusal | "accepted" | "uncertain";

/** What looks at the schemas inside a schema. */
export interface Look {
  readonly held: Held;
  /** Why a schema certainly refuses a value. */
  refusal(schema: Schema, value: Json): Refusal | undefined;
  /** The same of a schema that references lead to: it is looked at once for each value. */
  refusalByNamed(schema: Schema, value: Json): Refusal | undefined;
  /** What is certain of the two, whatever it means for the schema around. */
  verdict(schema: Schema, value: Json): Verdict;
  /** Says that something was not looked at. What is then not refused is not certainly accepted. */
  doubt(): void;
}

export function here(reason: string): Refusal {
  return { path: [], reason };
}

export function within(key: string | number, refusal: Refusal | undefined): Refusal | undefined {
  return refusal && { ...refusal, path: [key, ...refusal.path] };
}

export function firstOf<T>(list: Iterable<T>, find: (item: T) => Refusal | undefined): Refusal | undefined {
  for (const item of list) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function counted(number: number, noun: string, nouns = `${noun}s`): string {
  return `${String(number)} ${number === 1 ? noun : nouns}`;
}

export interface Members {
  readonly [name: string]: Json;
}

export const isMembers = (value: Json): value is Members => typeof value === "object" && value !== null && !isJsonArray(value);
