/**
 * Whether two patterns match the same texts. Both are made deterministic, as far as they are walked together, letter by letter: they are the
 * same where no way leads to two states of which one matches here and the other does not.
 */
import { assertionHolds, patternAutomaton, type PatternAutomaton, type PatternPart, type PatternState } from "../ir/linear-pattern.gen.js";
import { characterNode, isWordCode, lettersOf, matchesNode, type Letter } from "./alphabet.js";
import { spend, type Budget } from "./budget.js";

type Node = NonNullable<ReturnType<typeof characterNode>>;

/** False, too, where it was not found out within the budget. */
export function areEquivalent(one: PatternPart, other: PatternPart, flags: "u" | "", budget: Budget): boolean {
  const automata = [patternAutomaton(flags, one), patternAutomaton(flags, other)] as const;
  const nodes = nodesOf(automata, flags);
  const letters = nodes && lettersOf(automata, nodes, budget);
  const states = automata.reduce((sum, each) => sum + each.states.length, 0);
  if (nodes === undefined || letters === undefined || !spend(budget, letters.length * (nodes.size + states))) return false;
  const [a, b] = automata.map((automaton) => deterministic(automaton, letters, nodes, budget));
  return a !== undefined && b !== undefined && walk(a, b, letters.length);
}

/** The classes of some automata, by their source; `undefined` where one of them is none. */
function nodesOf(automata: readonly PatternAutomaton[], flags: "u" | ""): ReadonlyMap<string, Node> | undefined {
  const nodes = new Map<string, Node>();
  for (const { states } of automata)
    for (const state of states) {
      if (state.kind !== "class" || nodes.has(state.source)) continue;
      const node = characterNode(state.source, flags);
      if (node === undefined) return undefined;
      nodes.set(state.source, node);
    }
  return nodes;
}

function walk(a: Deterministic, b: Deterministic, letters: number): boolean {
  const seen = new Set(["0 0"]);
  const waiting: (readonly [number, number])[] = [[0, 0]];
  // A list yields what is added while it is walked: where they differ, short texts mostly tell.
  for (const [one, other] of waiting) {
    const matches = [a.matchesAtEnd(one), b.matchesAtEnd(other)];
    if (matches[0] === undefined || matches[0] !== matches[1]) return false;
    for (let letter = 0; letter < letters; letter += 1) {
      const next = [a.next(one, letter), b.next(other, letter)] as const;
      if (next[0] === undefined || next[1] === undefined) return false;
      const key = next.join(" ");
      if (seen.has(key)) continue;
      seen.add(key);
      waiting.push([next[0], next[1]]);
    }
  }
  return true;
}

/** States by number: 0 is where a text begins. What is `undefined` is beyond the budget. */
interface Deterministic {
  readonly matchesAtEnd: (state: number) => boolean | undefined;
  readonly next: (state: number, letter: number) => number | undefined;
}

/** What has been read: states that it leads to, and its last letter as far as `\b` and `^` ask for it. */
interface Reached {
  readonly open: readonly number[];
  readonly previous: number;
  /** By what comes next: what each of these reaches before it reads a letter. */
  readonly before: Map<number, Waiting>;
  readonly next: (number | undefined)[];
}

/** States that wait for a letter; "matched" where all that follows matches. */
type Waiting = readonly number[] | "matched";

const [word, other, none] = [0x61, 0x20, -1];

function deterministic(
  automaton: PatternAutomaton,
  letters: readonly Letter[],
  nodes: ReadonlyMap<string, Node>,
  budget: Budget,
): Deterministic {
  const { states, start } = automaton;
  // Only where an assertion asks does it matter what a letter is beside others.
  const asksWords = states.some((state) => state.kind === "assertion" && state.assertion.startsWith("\\"));
  const kinds = letters.map(({ code }) => (asksWords && isWordCode(code) ? word : other));
  const takes = memberships(automaton, letters, nodes);
  const known = new Map<string, number>();
  const all: Reached[] = [];
  const numberOf = (open: readonly number[], previous: number): number => {
    const key = `${String(previous)} ${open.join()}`;
    const number = known.get(key) ?? all.push({ open, previous, before: new Map(), next: [] }) - 1;
    known.set(key, number);
    return number;
  };
  const waitingAt = (reached: Reached, next: number): Waiting | undefined => {
    const found = reached.before.get(next) ?? closure(automaton, reached, next, budget);
    if (found !== undefined) reached.before.set(next, found);
    return found;
  };
  numberOf([start], none);
  const matched = numberOf([], Infinity);
  return {
    matchesAtEnd(state) {
      const reached = all[state];
      const waiting = state === matched ? "matched" : reached && waitingAt(reached, none);
      return waiting === undefined ? undefined : waiting === "matched";
    },
    next(state, letter) {
      const reached = all[state];
      if (state === matched) return matched;
      if (reached === undefined || !spend(budget, 1)) return undefined;
      const before = reached.next[letter];
      if (before !== undefined) return before;
      const waiting = waitingAt(reached, kinds[letter] ?? other);
      if (waiting === undefined || !spend(budget, waiting.length)) return undefined;
      const found = waiting === "matched" ? matched : numberOf(after(automaton, waiting, takes[letter]), kinds[letter] ?? other);
      reached.next[letter] = found;
      return found;
    },
  };
}

/** By letter: the states that take it. */
function memberships(
  { states }: PatternAutomaton,
  letters: readonly Letter[],
  nodes: ReadonlyMap<string, Node>,
): readonly ReadonlySet<number>[] {
  return letters.map((letter) => {
    const sources = new Set([...nodes].flatMap(([source, node]) => (matchesNode(node, letter) ? [source] : [])));
    return new Set(states.flatMap((state, id) => (takesLetter(state, letter, sources) ? [id] : [])));
  });
}

function takesLetter(state: PatternState, letter: Letter, sources: ReadonlySet<string>): boolean {
  switch (state.kind) {
    case "class":
      return sources.has(state.source);
    case "character":
      return state.code === letter.code;
    case "assertion":
    case "fork":
    case "match":
      return false;
  }
}

/** Where states lead on a letter; a match may begin anew at each place. */
function after(
  { states, start, anchored }: PatternAutomaton,
  waiting: readonly number[],
  takes: ReadonlySet<number> | undefined,
): readonly number[] {
  const next = new Set(anchored ? [] : [start]);
  for (const id of waiting) {
    const state = states[id];
    // What takes a letter leads on to one state.
    if (takes?.has(id) === true && state !== undefined && "next" in state && typeof state.next === "number") next.add(state.next);
  }
  return [...next].sort((one, other) => one - other);
}

/** What is reached between two letters without reading one. */
function closure({ states }: PatternAutomaton, { open, previous }: Reached, next: number, budget: Budget): Waiting | undefined {
  const seen = new Set<number>();
  const waiting: number[] = [];
  const rest = [...open];
  for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
    const state = states[id];
    if (!spend(budget, 1)) return undefined;
    if (state === undefined || seen.has(id)) continue;
    seen.add(id);
    switch (state.kind) {
      case "match":
        return "matched";
      case "fork":
        for (const each of state.next) rest.push(each);
        break;
      case "assertion":
        if (assertionHolds(state.assertion, previous, next)) rest.push(state.next);
        break;
      case "class":
      case "character":
        waiting.push(id);
    }
  }
  return waiting;
}
