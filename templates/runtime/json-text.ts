/**
 * JSON from outside. `JSON.parse` makes an own property of `__proto__`, which the next `Object.assign` or `{ ...value }`-and-assign
 * turns into a prototype; no API needs such members, so they are refused.
 */
import { hasOwn } from "./has-own.js";
import type { ExactJson } from "./operation.js";

/** `value` is `undefined` when the text is refused, and `problem` says why. JSON itself has no `undefined`. */
export interface ParsedJson {
  readonly value: unknown;
  readonly problem?: string;
}

/** Parses text that came from outside; `exact`: with its 64-bit integers as they are written. */
export function parseJson(text: string, exact?: ExactJson): ParsedJson {
  let value: unknown;
  try {
    value = exact === undefined ? JSON.parse(text) : exact.parse(text, true);
  } catch {
    return { value: undefined, problem: "is not well-formed JSON" };
  }
  if (suspicious.test(text) && reachesPrototype(value))
    return { value: undefined, problem: "has a member that could change what all objects share" };
  return { value };
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
