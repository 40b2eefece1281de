import { linearPattern, type TextPattern } from "../ir/linear-pattern.gen.js";
import type { CheckedPattern } from "../ir/schema.js";
import { patternFlags } from "./flags.js";

/** What patterns were read as: each is held against many names. */
const known = new WeakMap<CheckedPattern, { readonly pattern: TextPattern | undefined }>();

function textPattern(checked: CheckedPattern): TextPattern | undefined {
  const read = known.get(checked) ?? { pattern: readPattern(checked) };
  known.set(checked, read);
  return read.pattern;
}

/** What tells whether a text matches a pattern, as the generated validators do; `undefined` where it is no regular expression. */
function readPattern({ pattern, linearPattern: linear }: CheckedPattern): TextPattern | undefined {
  const flags = patternFlags(pattern);
  if (flags === undefined) return undefined;
  return linear?.kind === "automaton" ? linearPattern(flags, linear.part) : new RegExp(linear?.pattern ?? pattern, flags);
}

/** Whether a text matches a pattern; `undefined` where that is not tried, as it could take long. */
export function matchesPattern(checked: CheckedPattern, text: string): boolean | undefined {
  const { patternLimit = Infinity } = checked;
  return text.length > patternLimit ? undefined : textPattern(checked)?.test(text);
}

type Maybe<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The pattern of an assertion or of names, with what is known of it; `undefined` where there is none. */
export function checkedPattern({ pattern, linearPattern: linear, patternLimit }: Maybe<CheckedPattern>): CheckedPattern | undefined {
  if (pattern === undefined) return undefined;
  return { pattern, ...(linear && { linearPattern: linear }), ...(patternLimit !== undefined && { patternLimit }) };
}
