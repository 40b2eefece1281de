import { areEquivalent } from "./equivalence.js";
import { spend, type Budget } from "./budget.js";
import { compiles } from "./flags.js";
import { patternPart, printPart } from "./pattern-part.js";
import { spelledOut, wholeRewrites } from "./rewrites.js";

/** Steps from one pattern to the next. */
const maxRounds = 40;
/** Of a candidate, which are written and read again in the time of a step. */
const charactersPerStep = 50;

/**
 * A pattern that matches the same texts, and is linear; `undefined` where none is found within the budget. Every step is proved: what
 * proposes them may be wrong.
 */
export function rewritten(
  pattern: string,
  flags: "u" | "",
  isLinear: (pattern: string, flags: "u" | "") => boolean,
  budget: Budget,
): string | undefined {
  const original = patternPart(pattern, flags);
  if (original === undefined) return undefined;
  let part = spelledOut(original);
  const refused = new Set<string>();
  for (let round = 0; round < maxRounds; round += 1) {
    let next: typeof part | undefined;
    for (const candidate of wholeRewrites(part, flags)) {
      const text = printPart(candidate);
      if (!spend(budget, Math.ceil(text.length / charactersPerStep))) return undefined;
      if (refused.has(text)) continue;
      refused.add(text);
      // What is proved is what is printed, as it will be read.
      const read = compiles(text, flags) ? patternPart(text, flags) : undefined;
      if (read === undefined || !areEquivalent(original, read, flags, budget)) continue;
      next = candidate;
      break;
    }
    if (next === undefined) return undefined;
    part = next;
    const text = printPart(part);
    if (isLinear(text, flags)) return text;
  }
  return undefined;
}
