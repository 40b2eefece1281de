import { steps } from "./ambiguity.js";
import type { Automaton } from "./automaton.js";
import { spend, type Budget } from "./budget.js";
import { commonCharacter } from "./character-set.js";

/** Positions of several runs at once that are looked at for one text. */
const maxVisited = 20_000;
/** Steps that looking for a character in several sets is counted as. */
const costOfCharacter = 20;

/** A short text that leads a run from the start to a position; `undefined` where none of visible ASCII is found. */
export function wordFromStart(to: number, automaton: Automaton, budget: Budget): string | undefined {
  return shortest(
    automaton.first.map((position) => [position]),
    [to],
    automaton,
    budget,
  );
}

/** A short text, of one character at least, that leads several runs from positions to positions, each from its own to its own. */
export function wordBetween(from: readonly number[], to: readonly number[], automaton: Automaton, budget: Budget): string | undefined {
  return shortest(successors(from, automaton, budget), to, automaton, budget);
}

function successors(positions: readonly number[], automaton: Automaton, budget: Budget): readonly (readonly number[])[] {
  const size = automaton.sets.length;
  return steps(positions, automaton, budget).map((code) => {
    const decoded: number[] = [];
    for (let rest = code; decoded.length < positions.length; rest = Math.floor(rest / size)) decoded.unshift(rest % size);
    return decoded;
  });
}

/** The text of the shortest way. `initial`: where the first character leads. */
function shortest(
  initial: readonly (readonly number[])[],
  goal: readonly number[],
  automaton: Automaton,
  budget: Budget,
): string | undefined {
  const wanted = goal.join();
  const seen = new Set<string>();
  let edge: { readonly at: readonly number[]; readonly word: string }[] = [];
  const enter = (at: readonly number[], word: string): void => {
    const character =
      seen.has(at.join()) || !spend(budget, costOfCharacter)
        ? undefined
        : commonCharacter(at.map((position) => automaton.sets[position] ?? []));
    if (character === undefined) return;
    seen.add(at.join());
    edge.push({ at, word: word + character });
  };
  for (const at of initial) enter(at, "");
  while (edge.length > 0 && seen.size <= maxVisited) {
    const reached = edge.find(({ at }) => at.join() === wanted);
    if (reached !== undefined) return reached.word;
    const before = edge;
    edge = [];
    for (const { at, word } of before) for (const next of successors(at, automaton, budget)) enter(next, word);
  }
  return undefined;
}
