import { diagnostic, type DiagnosticCode } from "../../diagnostic/catalogue.js";
import type { Origin, Report } from "../../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import { inside } from "../build/origin.js";

export type JsonObject = { readonly [key: string]: Json };

/** A value among limits, its name as a person would say it, and where it stands. */
export interface Written {
  readonly value: Json;
  readonly name: string;
  readonly at: Origin;
}

/** A fact, and who says it. */
export interface Sourced<T> {
  readonly value: T;
  readonly name: string;
  readonly at: Origin;
}

/** What an object has at a key; `undefined` when it has nothing there. */
export function member({ value, name, at }: Written, key: string): Written | undefined {
  const found = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return found === undefined ? undefined : { value: found, name: `${name}.${key}`, at: inside(at, key) };
}

/** The members of an object, none of anything else. */
export function members(written: Written): readonly (Written & { readonly key: string })[] {
  if (!isObject(written.value)) return [];
  return Object.entries(written.value).map(([key, value]) => ({
    key,
    value,
    name: `${written.name}.${key}`,
    at: inside(written.at, key),
  }));
}

/** The items of a list, or a value that is none as the only one. */
export function items({ value, name, at }: Written): readonly Written[] {
  const list = isJsonArray(value) ? value : undefined;
  return list?.map((item, index) => ({ value: item, name: `${name}.${index}`, at: inside(at, index) })) ?? [{ value, name, at }];
}

/** A value that `read` understands, as a fact; otherwise what it takes is reported. `undefined` in, `undefined` out. */
export function fact<T>(
  written: Written | undefined,
  read: (value: Json) => T | undefined,
  takes: string,
  report: Report,
): Sourced<T> | undefined {
  if (written === undefined) return undefined;
  const value = read(written.value);
  if (value === undefined) reportUnread(`"${written.name}" must be ${takes}.`, "it is not read", written.at, report);
  return value === undefined ? undefined : { value, name: written.name, at: written.at };
}

/** One of some words, as a fact; otherwise which there are is reported, and which of them is probably meant. */
export function wordFact<Word extends string>(
  written: Written | undefined,
  words: readonly Word[],
  report: Report,
): Sourced<Word> | undefined {
  if (written === undefined) return undefined;
  const { name, at, value } = written;
  const word = words.find((each) => each === value);
  if (word !== undefined) return { value: word, name, at };
  const meant = typeof value === "string" ? spellingSuggestion(value, words) : undefined;
  const hint = meant === undefined ? undefined : `Did you mean "${meant}"?`;
  reportUnread(`"${name}" must be one of ${words.join(", ")}.`, "it is not read", at, report, hint);
  return undefined;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const asFlag = (value: Json): boolean | undefined => (typeof value === "boolean" ? value : undefined);

/** Headers have it as an integer of a structured field, which has at most 15 digits (RFC 9651, section 3.3.1). */
const largest = 999_999_999_999_999;

export const asPositive = (value: Json | undefined): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value <= largest ? value : undefined;

/** A year, in seconds: what is longer is nobody's limit. */
export const longestSeconds = 31_536_000;

/** A hundred years, in seconds. Windows that were longer would end on no date. */
export const longestWindow = 100 * longestSeconds;

/** Seconds, or a part of one: timers know milliseconds. */
export const asSeconds = (value: Json | undefined): number | undefined =>
  typeof value === "number" && value >= 0.001 && value <= longestSeconds ? value : undefined;

export const asTexts = (value: Json): readonly string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined; // every one was looked at

/** RFC 9110 section 5.1. */
export const asFieldName = (value: Json | undefined): string | undefined =>
  typeof value === "string" && /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(value) ? value : undefined;

/** RFC 6901: empty for the whole, or steps that begin with a slash, in which `~` is escaped. */
export const asPointer = (value: Json | undefined): string | undefined =>
  typeof value === "string" && /^(?:\/(?:[^/~]|~[01])*)*$/.test(value) ? value : undefined;

/** Reports members that mean nothing; keys of others (`x-`) are theirs. `meanings`: the keys that other words mean, which are not spelt like them. */
export function reportUnknownMembers(
  written: Written,
  known: readonly string[],
  report: Report,
  meanings: ReadonlyMap<string, string> = new Map(),
): void {
  for (const { key, name, at } of members(written)) {
    if (known.includes(key) || key.startsWith("x-")) continue;
    const meant = meanings.get(key.toLowerCase()) ?? spellingSuggestion(key, known);
    const hint = meant === undefined ? `Known keys: ${known.join(", ")}.` : `Did you mean "${meant}"?`;
    invalid(`"${name}" is not a known key of limits.`, at, report, "rate-limit-key-unknown", hint);
  }
}

export function invalid(message: string, at: Origin, report: Report, code: DiagnosticCode, hint?: string): void {
  report(diagnostic(code, message, { at, hint }));
}

/** What cannot be read is an error where the description is held strictly: a server whose limit is lost would let everything pass. `assumed`: what becomes of it else. */
export function reportUnread(message: string, assumed: string, at: Origin, report: Report, hint?: string): void {
  report(diagnostic("rate-limit-invalid", message, { at, hint, assumed }));
}
