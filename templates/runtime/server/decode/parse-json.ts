/**
 * JSON from outside. `JSON.parse` makes an own property of `__proto__`, which the next `Object.assign` or `{ ...value }`-and-assign
 * turns into a prototype; no API needs such members, so they are refused. And it reads values of any depth, which
 * `JSON.stringify` cannot write again: whoever stores one could answer with it no more.
 */
import { mountOrderError } from "../route/http-exchange.js";
import { hasOwn } from "../../shared/has-own.js";
import type { ExactJson } from "../../shared/operation.js";

/** `value` is `undefined` when the text is refused, and `problem` says why. JSON itself has no `undefined`. */
export interface ParsedJson {
  readonly value: unknown;
  readonly problem?: string;
}

/** Most lists and objects inside each other. Validators have the same limit for the values that they look into. */
const maxDepth = 500;

/** Parses text that came from outside; `exact`: with its 64-bit integers as they are written. */
export function parseJson(text: string, exact?: ExactJson): ParsedJson {
  if (isTooDeep(text)) return { value: undefined, problem: tooDeep };
  let value: unknown;
  try {
    value = exact === undefined ? JSON.parse(text) : exact.parse(text, true);
  } catch {
    return { value: undefined, problem: "is not well-formed JSON" };
  }
  if (suspicious.test(text) && reachesPrototype(value)) return { value: undefined, problem: reaching };
  return { value };
}

/** The same checks of a value that another parser has made of a text. */
export function checkedJson(value: unknown, exact?: ExactJson): ParsedJson {
  if (nestsTooDeeply(value)) return { value: undefined, problem: tooDeep };
  if (reachesPrototype(value)) return { value: undefined, problem: reaching };
  if (exact === undefined) return { value };
  const result = exact.parse(JSON.stringify(value), true);
  if (wasRounded(value, result)) throw mountOrderError("An integer of 64 bits was rounded");
  return { value: result };
}

const tooDeep = `must not be nested more than ${maxDepth} levels deep`;

const reaching = "has a member that could change what all objects share";

/** Whether lists and objects of a JSON text are nested too deeply. What is no JSON may be either. */
function isTooDeep(text: string): boolean {
  // Every level has a beginning and an end.
  if (text.length <= 2 * maxDepth) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case 0x22 /* " */:
        index = endOfString(text, index);
        break;
      case 0x5b /* [ */:
      case 0x7b /* { */:
        depth += 1;
        if (depth > maxDepth) return true;
        break;
      case 0x5d /* ] */:
      case 0x7d /* } */:
        depth -= 1;
    }
  }
  return false;
}

/** Where the quote is that ends a string. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 0x5c /* \\ */) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

// Every letter may be written as an escape, so the text only tells whether a closer look is needed.
const suspicious = /__proto__|constructor|\\u00[567]/;

function reachesPrototype(root: unknown): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    if (hasOwn(value, "__proto__")) return true;
    const maker: unknown = hasOwn(value, "constructor") ? value.constructor : undefined;
    if (typeof maker === "object" && maker !== null && hasOwn(maker, "prototype")) return true;
    for (const member of Object.values(value)) open.push(member);
  }
  return false;
}

function nestsTooDeeply(root: unknown): boolean {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== "object" || value === null) continue;
    if (depth > maxDepth) return true;
    for (const member of Object.values(value)) open.push({ value: member, depth: depth + 1 });
  }
  return false;
}

/** Whether a number that is held as an integer of 64 bits now was too large to be one in a number before. */
function wasRounded(before: unknown, after: unknown): boolean {
  if (typeof before === "number") return typeof after !== "number" && !Number.isSafeInteger(before);
  if (typeof before !== "object" || before === null || typeof after !== "object" || after === null) return false;
  return Object.entries(before).some(([name, member]) => wasRounded(member, Reflect.get(after, name)));
}
