import { MAX_NESTING } from "./size-limits.js";
import { isJsonArray, type Json } from "./source-file.js";

/** What is known of JSON text without building values. */
export interface JsonShape {
  /** Offset of the first bracket that nests deeper than is read; `undefined` when none does. */
  readonly tooDeepAt: number | undefined;
  /** Members of all objects, repeated ones included. */
  readonly members: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Measures text that `JSON.parse` accepts, in one pass that skips strings. */
export function measureJson(text: string): JsonShape {
  let depth = 0;
  let tooDeepAt: number | undefined;
  let members = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === 0x3a) members++;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > MAX_NESTING) tooDeepAt ??= at;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return { tooDeepAt, members };
}

/** The index of the quote that closes the string which opens at `start`; the last index when none does. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length - 1;
}

/** What is known of a value that was read, in one pass. The value is no deeper than `measureJson` lets pass. */
export interface JsonSurvey {
  /** Members of all objects. */
  readonly members: number;
  /** Whether there is an integer that a number may not hold exactly. */
  readonly hasLarge: boolean;
  /** Whether there is a number beyond all that are held: JSON has no infinity, and `JSON.parse` reads 1e400 as one. */
  readonly hasInfinite: boolean;
}

export function surveyJson(root: Json): JsonSurvey {
  let members = 0;
  let hasLarge = false;
  let hasInfinite = false;
  const look = (value: Json): void => {
    if (typeof value !== "object" || value === null) {
      if (typeof value !== "number") return;
      hasLarge ||= isLarge(value);
      hasInfinite ||= !Number.isFinite(value);
    } else if (isJsonArray(value)) {
      for (const item of value) look(item);
    } else {
      const names = Object.keys(value);
      members += names.length;
      for (const name of names) look(value[name] ?? null);
    }
  };
  look(root);
  return { members, hasLarge, hasInfinite };
}

/** Where a member of an object, or an item of a list, stands in well-formed JSON text. */
export interface JsonMember {
  /** Offset of the key's quote; of the value for an item. */
  readonly key: number;
  readonly value: number;
  readonly name: string;
}

/** The members of the object or the items of the list that begins at `start`, in order, each found when it is asked for. */
export function* membersOf(text: string, start: number): Generator<JsonMember, undefined> {
  const isObject = text.charCodeAt(start) === 0x7b;
  for (let at = skipBlank(text, start + 1), count = 0; !isClose(text.charCodeAt(at)); count += 1) {
    const key = at;
    let name = String(count);
    if (isObject) {
      const end = endOfString(text, at);
      name = JSON.parse(text.slice(at, end + 1)) as string; // The text between two quotes of well-formed JSON.
      at = skipBlank(text, skipBlank(text, end + 1) + 1);
    }
    yield { key, value: at, name };
    at = skipBlank(text, endOfValue(text, at));
    if (text.charCodeAt(at) === 0x2c) at = skipBlank(text, at + 1);
  }
}

function isClose(code: number): boolean {
  return code === 0x7d || code === 0x5d || Number.isNaN(code);
}

export function skipBlank(text: string, start: number): number {
  let at = start;
  for (let code = text.charCodeAt(at); code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09; code = text.charCodeAt(at)) at++;
  return at;
}

/** The offset after the value that begins at `start`. */
export function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      if (depth === 0) return at + 1;
    } else if (code === 0x7b || code === 0x5b) depth++;
    else if (code === 0x7d || code === 0x5d) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (code === 0x2c && depth === 0) return at;
  }
  return text.length;
}

/** Whether a number may stand for another integer of 64 bits than the one that was written. What is larger is of no format that has integers. */
export function isLarge(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) && value >= -(2 ** 63) && value <= 2 ** 64;
}
