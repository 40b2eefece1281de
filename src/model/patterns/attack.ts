import type { TextPattern } from "../ir/linear-pattern.gen.js";
import { spend, type Budget } from "./budget.js";

/** A text that takes a pattern long: `before`, then each pump as often as one likes with what stands `after` it, then something on which nothing matches. */
export interface Attack {
  readonly before: string;
  readonly pumps: readonly { readonly pump: string; readonly after: string }[];
}

/** What may keep a text from matching: its end, and characters that many patterns leave out. */
const ends = ["", "\u0000", "\n", "!", "-", " ", "a", "0"] as const;

/**
 * An end with which a text matches nowhere, however often its pumps are repeated; `undefined` where none is found. A matcher that finds no
 * match has tried all runs. `longest`: the characters that the pattern is quick on in any case.
 */
export function unmatchedEnd(
  attack: Attack,
  { pattern, states }: { readonly pattern: TextPattern; readonly states: number },
  longest: number,
  budget: Budget,
): string | undefined {
  return ends.find((end) => {
    const texts = [1, 2, 3, 7].map((count) => textOf(attack, count, end)).filter(({ length }, index) => index < 2 || length <= longest / 2);
    return texts.every((text) => text.length <= longest && spend(budget, text.length * states) && !pattern.test(text));
  });
}

function textOf({ before, pumps }: Attack, count: number, end: string): string {
  return before + pumps.map(({ pump, after }) => pump.repeat(count) + after).join("") + end;
}

/** The text as an expression of JavaScript, with each pump so many times. */
export function attackExpression({ before, pumps }: Attack, end: string, count: number): string {
  const parts = [before, ...pumps.flatMap(({ pump, after }) => [{ pump }, after]), end].map((part) =>
    typeof part === "string" ? (part === "" ? [] : [quoted(part)]) : [`${quoted(part.pump)}.repeat(${String(count)})`],
  );
  return parts.flat().join(" + ");
}

function quoted(text: string): string {
  const escaped = text.replace(/['\\]/g, "\\$&").replace(/\n/g, "\\n").replace(/[^ -~]/g, (unit) => `\\x${unit.charCodeAt(0).toString(16).padStart(2, "0")}`); // prettier-ignore
  return `'${escaped}'`;
}
