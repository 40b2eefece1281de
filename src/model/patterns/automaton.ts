import { visitRegExpAST, type AST } from "@eslint-community/regexpp";
import { hasMatched, isInOwnGroup, withShortEnd } from "./back-reference.js";
import { spend, type Budget } from "./budget.js";
import { characterSet, everything, overlap, type CharacterSet } from "./character-set.js";

/**
 * The positions of a pattern and the transitions between them (Glushkov's automaton), each listed as often as there are ways. A
 * backtracking matcher that finds no match tries at most as many ways as the automaton has runs.
 */
export interface Automaton {
  /** The characters that lead into each position. */
  readonly sets: readonly CharacterSet[];
  /** By position: the number of its set. Those of the same set have the same. */
  readonly kinds: readonly number[];
  readonly follow: readonly (readonly number[])[];
  /** Positions a match can begin with; with repetitions. */
  readonly first: readonly number[];
  /** Conditions on what comes before or after, which are matched apart. `once`: tried at a bounded number of places. */
  readonly conditions: readonly { readonly automaton: Automaton; readonly once: boolean }[];
  readonly overlaps: (one: number, other: number) => boolean;
  /** Whether each run is one of the pattern's: no counted repetition was read as an unbounded one, and no reference back as its group. */
  readonly exact: boolean;
}

interface Draft {
  readonly sets: CharacterSet[];
  readonly follow: number[][];
  readonly conditions: Automaton["conditions"][number][];
  edges: number;
  /** Positions that a counted repetition may be spelled out to. */
  readonly mostCounted: number;
  /** Spent while repetitions are spelled out, as those in others multiply. */
  readonly budget: Budget;
  exact: boolean;
  /** The groups that are read once more, each in the one before, for references back to them. */
  readonly repeated: Set<AST.CapturingGroup>;
  /** In how many ways nothing may be matched at the places where alternatives match nothing. */
  waysThroughNothing: number;
  /** Something in the pattern is beyond this reading of it. */
  failed: boolean;
}

/** A part of a pattern: where it can begin and end, and whether it can match nothing. */
interface Fragment {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly empty: boolean;
}

const nothing: Fragment = { first: [], last: [], empty: true };
/** Positions that an automaton may have. */
export const maxPositions = 1500;
const maxEdges = 20_000;
/** Such ways stand beside the runs, which are as many times more. */
const maxWaysThroughNothing = 16;
/** Steps that a condition is counted as, beside those of its positions. */
const costOfCondition = 100;

/**
 * The automaton of a pattern; `undefined` where it has what this reading does not know, or too much of it.
 * @param once Whether it is tried at a bounded number of places.
 * @param mostCounted Positions that a counted repetition may be spelled out to; a longer one is read as unbounded, which only adds runs.
 * @param budget Spent on every part of the pattern, as often as it is spelled out.
 * @param search Whether a match may begin anywhere: a first position stands for all that was skipped. What leads to a match is left out then, as nothing is skipped after it.
 */
export function automatonOf(
  alternatives: readonly AST.Alternative[],
  once: boolean,
  mostCounted: number,
  budget: Budget,
  search = false,
): Automaton | undefined {
  const draft: Draft = {
    sets: [],
    follow: [],
    conditions: [],
    edges: 0,
    mostCounted,
    budget,
    exact: true,
    repeated: new Set(),
    waysThroughNothing: 1,
    failed: false,
  };
  const parts = alternatives.map((alternative) => ({
    whole: ofAlternative(once || search ? withShortEnd(alternative) : alternative, once, draft),
    alternative,
  }));
  if (draft.failed) return undefined;
  let first = parts.flatMap(({ whole }) => whole.first);
  if (search) {
    const free = parts.filter(({ alternative }) => endsFreely(alternative));
    const settled = new Set(free.flatMap(({ whole }) => whole.last));
    const on = free.some(({ whole }) => whole.empty) ? (): boolean => false : (to: number): boolean => !settled.has(to);
    for (const [from, next] of draft.follow.entries()) draft.follow[from] = settled.has(from) ? [] : next.filter(on);
    const skipped = draft.sets.push(everything) - 1;
    draft.follow.push([skipped, ...first.filter(on)]);
    first = [skipped];
  }
  const { sets, follow, conditions } = draft;
  const kinds = kindsOf(sets);
  return { sets, kinds, follow, first, conditions, overlaps: overlapsOf(sets, kinds), exact: draft.exact };
}

function kindsOf(sets: readonly CharacterSet[]): readonly number[] {
  const numbers = new Map<string, number>();
  return sets.map((set) => {
    const key = set.join();
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}

/** Whether two positions have characters in common. Most positions of a pattern have the same few sets, so that those are compared. */
function overlapsOf(sets: readonly CharacterSet[], kinds: readonly number[]): Automaton["overlaps"] {
  const size = new Set(kinds).size;
  const known = new Uint8Array(size ** 2);
  const [yes, no] = [1, 2];
  return (one, other) => {
    const key = (kinds[one] ?? 0) * size + (kinds[other] ?? 0);
    if (known[key] === 0) known[key] = overlap(sets[one] ?? everything, sets[other] ?? everything) ? yes : no;
    return known[key] === yes;
  };
}

/** Whether an alternative matches as soon as its last position is reached: nothing is asked of what stands around it, nor what a group matched. */
function endsFreely({ elements }: AST.Alternative): boolean {
  let others = 0;
  const count = (): number => (others += 1);
  for (const element of elements)
    if (!(element.type === "Assertion" && element.kind === "start"))
      visitRegExpAST(element, { onAssertionEnter: count, onBackreferenceEnter: count });
  return others === 0;
}

/** Whether a pattern asks for nothing around a match but the start and the end of the text: what else it asks for may rule out runs. */
export function assertsOnlyAtEnds(pattern: AST.Pattern): boolean {
  const known = new Set<AST.Element | undefined>();
  for (const { elements } of pattern.alternatives) {
    const [start, end] = [elements[0], elements.at(-1)];
    if (start?.type === "Assertion" && start.kind === "start") known.add(start);
    if (end?.type === "Assertion" && end.kind === "end") known.add(end);
  }
  let others = 0;
  visitRegExpAST(pattern, { onAssertionEnter: (assertion) => (others += known.has(assertion) ? 0 : 1) });
  return others === 0;
}

/** The characters of a pattern with its counted repetitions spelled out. */
export function spelledOutStates(node: AST.Pattern | AST.Element): number {
  switch (node.type) {
    case "Pattern":
    case "Group":
    case "CapturingGroup":
      return node.alternatives.reduce((sum, { elements }) => elements.reduce((all, each) => all + spelledOutStates(each), sum), 0);
    case "Assertion":
      return node.kind === "lookahead" || node.kind === "lookbehind"
        ? node.alternatives.reduce((sum, { elements }) => elements.reduce((all, each) => all + spelledOutStates(each), sum), 0)
        : 1;
    case "Quantifier":
      return spelledOutStates(node.element) * Math.max(1, node.max === Infinity ? node.min : node.max);
    case "Backreference":
    case "Character":
    case "CharacterClass":
    case "CharacterSet":
    case "ExpressionCharacterClass":
      return 1;
  }
}

/** Whether an element matches at the start of the text only. */
export function isStart(element: AST.Element | undefined): boolean {
  if (element?.type === "Assertion" && element.kind !== "lookahead") return element.kind === "start";
  if (element?.type === "Assertion" && element.negate) return false;
  if (element?.type !== "Group" && element?.type !== "CapturingGroup" && element?.type !== "Assertion") return false;
  return element.alternatives.every(({ elements }) => isStart(elements[0]));
}

function ofAlternatives(alternatives: readonly AST.Alternative[], once: boolean, draft: Draft): Fragment {
  const parts = alternatives.map((alternative) => ofAlternative(alternative, once, draft));
  const empty = parts.filter((part) => part.empty).length;
  // In a loop they would multiply with every round.
  if (empty > 1 && (!once || (draft.waysThroughNothing *= empty) > maxWaysThroughNothing)) draft.failed = true;
  return {
    first: parts.flatMap(({ first }) => first),
    last: parts.flatMap(({ last }) => last),
    empty: parts.some(({ empty }) => empty),
  };
}

function ofAlternative({ elements }: AST.Alternative, once: boolean, draft: Draft): Fragment {
  let whole = nothing;
  let still = once;
  for (const element of elements) {
    const part = ofElement(element, still, draft);
    connect(whole.last, part.first, draft);
    whole = {
      first: whole.empty ? [...whole.first, ...part.first] : whole.first,
      last: part.empty ? [...whole.last, ...part.last] : part.last,
      empty: whole.empty && part.empty,
    };
    still &&= element.type === "Assertion" || !/[*+{]/.test(element.raw);
  }
  return whole;
}

function ofElement(element: AST.Element, once: boolean, draft: Draft): Fragment {
  if (!spend(draft.budget, 1)) draft.failed = true;
  if (draft.failed) return nothing;
  switch (element.type) {
    case "Character":
    case "CharacterSet":
    case "CharacterClass":
      return position(element.type === "CharacterClass" && element.unicodeSets ? everything : characterSet(element), draft);
    case "Group":
      if (element.modifiers !== null) draft.failed = true;
      return ofAlternatives(element.alternatives, once, draft);
    case "CapturingGroup":
      return ofAlternatives(element.alternatives, once, draft);
    case "Quantifier":
      return ofQuantifier(element, once, draft);
    case "Assertion":
      // A reference back matches the text of a group again, not what was asked around it.
      if ((element.kind === "lookahead" || element.kind === "lookbehind") && draft.repeated.size === 0) {
        const isLeft = spend(draft.budget, costOfCondition);
        const automaton = isLeft ? automatonOf(element.alternatives, once, draft.mostCounted, draft.budget) : undefined;
        if (automaton === undefined) draft.failed = true;
        else draft.conditions.push({ automaton, once: once && element.kind === "lookahead" });
      }
      return nothing;
    case "Backreference":
      return ofBackreference(element, draft);
    case "ExpressionCharacterClass":
      draft.failed = true;
      return nothing;
  }
}

/**
 * A reference back is read as its group once more: whatever the group matched, there is a run of the group for it, and the matcher goes one
 * way only. That the texts are to be the same is left out, which only adds runs.
 */
function ofBackreference(reference: AST.Backreference, draft: Draft): Fragment {
  draft.exact = false;
  const group = reference.ambiguous ? undefined : reference.resolved;
  // A group that is repeated in itself, through others, has no end.
  if (group === undefined || draft.repeated.has(group)) draft.failed = true;
  if (group === undefined || draft.failed || isInOwnGroup(reference, group)) return nothing;
  draft.repeated.add(group);
  const part = ofAlternatives(group.alternatives, false, draft);
  draft.repeated.delete(group);
  return { ...part, empty: part.empty || !hasMatched(reference, group) };
}

function ofQuantifier({ min, max, element }: AST.Quantifier, once: boolean, draft: Draft): Fragment {
  if (max === 0) return nothing;
  const before = draft.sets.length;
  const part = ofElement(element, once && max === 1, draft);
  // Which of several rounds were empty would be ways of their own.
  if (part.empty && min > 1) draft.failed = true;
  const empty = part.empty || min === 0;
  // Rounds of nothing are none, however many.
  if (max === 1 || draft.sets.length === before) return { ...part, empty };
  if ((draft.sets.length - before) * max <= draft.mostCounted)
    return { ...counted(part, min, max, () => ofElement(element, false, draft), draft), empty };
  if (min > 1 || max !== Infinity) draft.exact = false;
  connect(part.last, part.first, draft);
  return { ...part, empty };
}

/** Rounds one after the other; a round is entered from the one before it only, so that there is one way to each number of them. */
function counted(part: Fragment, min: number, max: number, again: () => Fragment, draft: Draft): Pick<Fragment, "first" | "last"> {
  let round = part;
  let last = min <= 1 ? part.last : [];
  for (let count = 2; count <= max && !draft.failed; count += 1) {
    const next = again();
    connect(round.last, next.first, draft);
    if (count >= min) last = [...last, ...next.last];
    round = next;
  }
  return { first: part.first, last };
}

function position(set: CharacterSet, draft: Draft): Fragment {
  if (draft.sets.length >= maxPositions) draft.failed = true;
  if (!spend(draft.budget, set.length)) draft.failed = true;
  if (draft.failed) return nothing;
  const here = [draft.sets.push(set) - 1];
  draft.follow.push([]);
  return { first: here, last: here, empty: false };
}

function connect(from: readonly number[], to: readonly number[], draft: Draft): void {
  draft.edges += from.length * to.length;
  if (draft.edges > maxEdges) draft.failed = true;
  if (draft.failed) return;
  for (const each of from) for (const state of to) draft.follow[each]?.push(state);
}
