/** Patterns as expressions of what has a method `test`. */
import type { PatternPart } from "../../model/ir/linear-pattern.gen.js";
import type { CheckedPattern } from "../../model/ir/schema.js";
import { patternFlags } from "../../model/patterns/flags.js";
import { code, literal, regExp, type Code } from "../print/code.js";
import { brackets } from "../print/layout.js";

/** What tells whether a text matches; `undefined` where the pattern is no regular expression. `runtime`: a function of `runtime/shared.ts`. */
export function patternCode({ pattern, linearPattern }: CheckedPattern, runtime: (name: string) => Code): Code | undefined {
  const flags = patternFlags(pattern);
  if (flags === undefined) return undefined;
  return linearPattern?.kind === "automaton"
    ? code`${runtime("linearPattern")}(${literal(flags)}, ${partCode(linearPattern.part)})`
    : regExp(linearPattern?.pattern ?? pattern, flags);
}

/** A sequence is a part a line where it is long. */
function partCode(part: PatternPart): Code {
  return typeof part === "object" && Array.isArray(part)
    ? brackets(
        part.map((each: PatternPart) => literal(each)),
        60,
      )
    : literal(part);
}

/** The same where nobody else looks how long the text is: one that is too long for the pattern does not match. */
export function limitedPatternCode(checked: CheckedPattern, runtime: (name: string) => Code): Code | undefined {
  const pattern = patternCode(checked, runtime);
  const { patternLimit } = checked;
  return pattern === undefined || patternLimit === undefined ? pattern : code`${runtime("limitedPattern")}(${patternLimit}, ${pattern})`;
}
