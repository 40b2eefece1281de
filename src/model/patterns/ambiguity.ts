/**
 * How fast the number of runs of an automaton grows with the text. A backtracking matcher tries them all where none leads to a match, so
 * that it takes linear time when they are bounded. @see https://doi.org/10.1016/0304-3975(91)90381-B (Weber and Seidl: EDA and IDA)
 */
import type { Automaton } from "./automaton.js";
import { isUsedUp, spend, type Budget } from "./budget.js";
import { componentsOf } from "./components-of.js";

/** Effort after which a question is left to others. */
export const maxNodes = 100_000;
/** Runs that differ, and end soon: more than these are not taken for bounded. */
const maxChoices = 4096;

/** Whether the runs on every text are bounded, whatever its length: certain when true. False, too, where the budget is used up. */
export function isBounded(automaton: Automaton, budget: Budget): boolean {
  const { sets, follow, first, conditions } = automaton;
  if (!conditions.every((each) => isBounded(each.automaton, budget) && (each.once || !hasLoop(each.automaton, budget)))) return false;
  const size = sets.length;
  const loops = componentsOf(first, (node) => follow[node] ?? [], maxNodes, budget);
  if (loops === undefined || choices(automaton, budget) > maxChoices) return false;
  const isLooping = (from: number, to: number): boolean => loops.get(from) === loops.get(to);
  // Two ways to the same position, again and again.
  if (follow.some((next, from) => loops.has(from) && repeated(next).some((to) => isLooping(from, to)))) return false;
  const pairSteps = memoized((pair) => steps([Math.floor(pair / size), pair % size], automaton, budget));
  const diagonal = [...loops.keys()].map((position) => position * size + position);
  const pairs = componentsOf(diagonal, pairSteps, maxNodes, budget);
  if (pairs === undefined) return false;
  // Exponential: two runs part and meet again, and can do so forever.
  const same = new Set(diagonal.map((pair) => pairs.get(pair)));
  const apart = [...pairs.keys()].filter((pair) => Math.floor(pair / size) !== pair % size);
  if (apart.some((pair) => same.has(pairs.get(pair)))) return false;
  // Polynomial: a run can stay in one loop or go over to another on a text that both can go on with forever.
  const isPolynomial = apart.some(
    (pair) => isOnCycle(pair, pairs, pairSteps) && goesOver(Math.floor(pair / size), pair % size, automaton, isLooping, budget),
  );
  return !isPolynomial && !isUsedUp(budget);
}

/** Those that are in a list before, too. */
export function repeated(list: readonly number[]): readonly number[] {
  const seen = new Set<number>();
  return list.filter((each) => seen.size === seen.add(each).size);
}

/** Whether a match can be of any length. */
export function hasLoop({ follow, first }: Automaton, budget: Budget): boolean {
  const components = componentsOf(first, (node) => follow[node] ?? [], maxNodes, budget);
  return components === undefined || [...components.keys()].some((node) => isOnCycle(node, components, (each) => follow[each] ?? []));
}

export function isOnCycle(node: number, components: ReadonlyMap<number, number>, successors: (node: number) => readonly number[]): boolean {
  return successors(node).some((next) => components.get(next) === components.get(node));
}

/** In how many ways runs can part, at most, when each position is passed once. */
function choices({ kinds, follow, first, overlaps }: Automaton, budget: Budget): number {
  let product = 1;
  for (const next of [first, ...follow]) {
    // Those of one kind overlap with the same ones.
    const different = new Map(next.map((one) => [kinds[one], one]));
    if (!spend(budget, different.size * next.length)) return Infinity;
    if (next.length > 1)
      product *= Math.max(...Array.from(different.values(), (one) => next.filter((other) => overlaps(one, other)).length));
    if (product > maxChoices) break;
  }
  return product;
}

/** Whether a text leads from `one` back to it, from `one` to `other`, and from `other` back to it. */
export function goesOver(
  one: number,
  other: number,
  automaton: Automaton,
  isLooping: (from: number, to: number) => boolean,
  budget: Budget,
): boolean {
  const size = automaton.sets.length;
  const seen = new Set<number>();
  const waiting: (readonly [number, number, number])[] = [[one, one, other]];
  for (let triple = waiting.pop(); triple !== undefined; triple = waiting.pop()) {
    for (const next of steps(triple, automaton, budget)) {
      const [a, b, c] = [Math.floor(next / size / size), Math.floor(next / size) % size, next % size] as const; // as `steps` made it
      if (a === one && b === other && c === other) return true;
      if (seen.has(next) || !isLooping(a, one) || !isLooping(c, other)) continue;
      if (seen.add(next).size > maxNodes || isUsedUp(budget)) return true;
      waiting.push([a, b, c]);
    }
  }
  return false;
}

/** Where positions lead on the same character, all together, as one number each; nothing where the budget is used up. */
export function steps(positions: readonly number[], { follow, sets, overlaps }: Automaton, budget: Budget): readonly number[] {
  let result: (readonly number[])[] = [[]];
  for (const position of positions) {
    // Counted before it is done: where each leads to many, all together lead to their product.
    if (!spend(budget, result.length * (follow[position]?.length ?? 0))) return [];
    const next = [...new Set(follow[position])];
    result = result.flatMap((chosen) => next.filter((to) => chosen.every((other) => overlaps(to, other))).map((to) => [...chosen, to]));
  }
  return result.map((chosen) => chosen.reduce((number, position) => number * sets.length + position, 0));
}

function memoized(successors: (node: number) => readonly number[]): (node: number) => readonly number[] {
  const known = new Map<number, readonly number[]>();
  return (node) => {
    const found = known.get(node) ?? successors(node);
    known.set(node, found);
    return found;
  };
}
