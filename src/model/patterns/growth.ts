/**
 * How fast the time of a backtracking matcher grows on texts that do not match. Two runs that separate and meet again in a loop make it
 * exponential (EDA). A run that can stay in a loop or go on to another loop, on the same text, adds a degree (IDA).
 * @see https://doi.org/10.1016/0304-3975(91)90381-B (Weber and Seidl)
 */
import { goesOver, isOnCycle, maxNodes, repeated, steps } from "./ambiguity.js";
import type { Attack } from "./attack.js";
import type { Automaton } from "./automaton.js";
import { isUsedUp, spend, type Budget } from "./budget.js";
import { componentsOf } from "./components-of.js";
import { wordBetween, wordFromStart } from "./shortest-words.js";

export interface Growth {
  /** The steps grow as the length of the text to this power: 1 where runs are bounded, Infinity where they grow exponentially. Never too small. */
  readonly degree: number;
  /** Texts that lead runs through the loops which make it so. */
  readonly attacks: readonly Attack[];
}

/** Two loops: on some text again and again, a run stays in the first, or in the second, or goes over. */
interface Link {
  readonly from: number;
  readonly to: number;
}

/** Attacks that are worth a try. */
const maxAttacks = 5;
/** Pairs of loops that are looked at closely. */
const maxCandidates = 50;

/** The growth of an automaton without conditions; `undefined` where that takes too long to find out. */
export function growthOf(automaton: Automaton, budget: Budget): Growth | undefined {
  const { sets, follow, first } = automaton;
  const size = sets.length;
  const loops = componentsOf(first, (node) => follow[node] ?? [], maxNodes, budget);
  if (loops === undefined || automaton.conditions.length > 0) return undefined;
  const pairSteps = (pair: number): readonly number[] => steps([Math.floor(pair / size), pair % size], automaton, budget);
  const diagonal = [...loops.keys()].map((position) => position * size + position);
  const pairs = componentsOf(diagonal, pairSteps, maxNodes, budget);
  if (pairs === undefined) return undefined;
  const pumps = [...doubledSteps(automaton, loops), ...meetings(diagonal, pairs, size)];
  if (pumps.length > 0) {
    const attacks = pumps.slice(0, maxAttacks).map((through) => loopAttack(through, automaton, budget));
    return { degree: Infinity, attacks: attacks.filter((each) => each !== undefined) };
  }
  const isLooping = (from: number, to: number): boolean => loops.get(from) === loops.get(to);
  const links: Link[] = [];
  const tried = new Set<number>();
  for (const [pair, component] of pairs) {
    const [from, to] = [Math.floor(pair / size), pair % size];
    // All pairs of a component are linked or none is: a text leads from each to the linked one and back.
    if (tried.has(component) || isLooping(from, to) || !isOnCycle(pair, pairs, pairSteps)) continue;
    if (tried.add(component).size > maxCandidates) return undefined;
    if (goesOver(from, to, automaton, isLooping, budget)) links.push({ from, to });
  }
  const chains = longestChains(links, automaton, budget);
  // What was not looked at to the end may have been taken for more than it is.
  if (isUsedUp(budget)) return undefined;
  const attacks = chains.slice(0, maxAttacks).map((chain) => chainAttack(chain, automaton, budget));
  return { degree: 1 + (chains[0]?.length ?? 0), attacks: attacks.filter((each) => each !== undefined) };
}

/** Positions from which two runs lead back to the same place: both go through these. */
interface Meeting {
  readonly at: number;
  /** Positions of one run, or of two, on the way. */
  readonly through: readonly number[];
}

/** A step that can be taken in two ways, in a loop. */
function doubledSteps({ follow }: Automaton, loops: ReadonlyMap<number, number>): readonly Meeting[] {
  return [...loops.keys()].flatMap((at) => {
    const next = follow[at] ?? [];
    const doubled = repeated(next).filter((to) => loops.get(to) === loops.get(at));
    return doubled.map((to) => ({ at, through: [to] }));
  });
}

/** One for each component in which two runs are together and apart. */
function meetings(diagonal: readonly number[], pairs: ReadonlyMap<number, number>, size: number): readonly Meeting[] {
  const together = new Map(diagonal.map((pair) => [pairs.get(pair), pair % size]));
  const found = new Map<number, Meeting>();
  for (const [pair, component] of pairs) {
    const [one, other] = [Math.floor(pair / size), pair % size];
    const at = together.get(component);
    if (one !== other && at !== undefined && !found.has(component)) found.set(component, { at, through: [one, other] });
  }
  return [...found.values()];
}

function loopAttack({ at, through }: Meeting, automaton: Automaton, budget: Budget): Attack | undefined {
  const start = through.map(() => at);
  const before = wordFromStart(at, automaton, budget);
  const there = wordBetween(start, through, automaton, budget);
  const back = wordBetween(through, start, automaton, budget);
  if (before === undefined || there === undefined || back === undefined) return undefined;
  return { before, pumps: [{ pump: there + back, after: "" }] };
}

/** The longest ways from link to link. Loops are left for good, so that no way comes back to where it was. */
function longestChains(links: readonly Link[], automaton: Automaton, budget: Budget): readonly (readonly Link[])[] {
  const known = new Map<Link, readonly Link[]>();
  const chainFrom = (link: Link): readonly Link[] => {
    const before = known.get(link);
    if (before !== undefined) return before;
    const ahead = reachableFrom(link.to, automaton, budget);
    const tails = links.filter((next) => next !== link && ahead.has(next.from)).map(chainFrom);
    const tail = tails.reduce<readonly Link[]>((longest, each) => (each.length > longest.length ? each : longest), []);
    known.set(link, [link, ...tail]);
    return [link, ...tail];
  };
  const chains = links.map(chainFrom).toSorted((a, b) => b.length - a.length);
  return chains.filter(({ length }) => length === chains[0]?.length);
}

/** Positions that a position leads to, itself among them. */
function reachableFrom(position: number, { follow }: Automaton, budget: Budget): ReadonlySet<number> {
  const reached = new Set([position]);
  // A set yields what is added while it is walked.
  for (const each of reached) for (const next of follow[each] ?? []) if (spend(budget, 1)) reached.add(next);
  return reached;
}

function chainAttack(chain: readonly Link[], automaton: Automaton, budget: Budget): Attack | undefined {
  const [link] = chain;
  const before = link && wordFromStart(link.from, automaton, budget);
  const pumps = chain.map(({ from, to }, index) => {
    const next = chain[index + 1];
    const after = next === undefined || next.from === to ? "" : wordBetween([to], [next.from], automaton, budget);
    const pump = wordBetween([from, from, to], [from, to, to], automaton, budget);
    return pump === undefined || after === undefined ? undefined : { pump, after };
  });
  const found = pumps.filter((each) => each !== undefined);
  return before === undefined || found.length < pumps.length ? undefined : { before, pumps: found };
}
