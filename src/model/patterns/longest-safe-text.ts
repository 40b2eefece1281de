import type { Automaton } from "./automaton.js";
import { isUsedUp, spend, type Budget } from "./budget.js";

/** Steps that take ten or twenty milliseconds. */
const maxMatchSteps = 2_000_000;
/** Steps of an automaton of the runtime that take a tenth of a second or two: all of its states on each character. */
const maxAutomatonSteps = 20_000_000;
/** No text needs to be longer to be told from a reasonable one. */
const maxTextLength = 10_000;

/** The length of text, in characters, up to which an automaton has few enough runs whatever the text is: what a pattern may be given that is slow on long ones. Shorter where the budget is used up before. */
export function longestSafeText({ sets, kinds, follow, first, overlaps }: Automaton, budget: Budget): number {
  // For each list of positions: those of them that one character can lead to together.
  const together = (next: readonly number[]): readonly (readonly number[])[] =>
    // Those of one kind are together with the same ones.
    [...new Map(next.map((one) => [kinds[one], one])).values()].map((one) =>
      spend(budget, next.length) ? next.filter((other) => overlaps(one, other)) : [],
    );
  const groups = follow.map(together);
  const begin = together(first);
  if (isUsedUp(budget)) return 1;
  const perCharacter = groups.flat().reduce((sum, { length }) => sum + 1 + length, sets.length);
  // By position: the steps that the characters left can take, if each is the worst for the run at hand.
  let steps: readonly number[] = sets.map(() => 1);
  const worst = (all: readonly (readonly number[])[]): number =>
    all.reduce((most, group) => Math.max(most, group.reduce((sum, to) => sum + (steps[to] ?? 0), 0)), 0); // prettier-ignore
  for (let length = 1; length < maxTextLength; length += 1) {
    if (worst(begin) > maxMatchSteps || !spend(budget, perCharacter)) return length - 1;
    steps = groups.map((all) => 1 + worst(all));
  }
  return maxTextLength;
}

/** The same where it is known that a text of length n takes at most as many steps as there are ways to cut it at `degree` places: n^degree / degree!. */
export function longestSafeTextOfDegree(degree: number): number {
  let steps = maxMatchSteps;
  for (let factor = 2; factor <= degree; factor += 1) steps *= factor;
  return Math.floor(steps ** (1 / degree));
}

/** The same where an automaton of so many states matches a text. */
export const longestTextOfStates = (states: number): number => Math.floor(maxAutomatonSteps / states);
