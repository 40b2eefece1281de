/**
 * Patterns that a backtracking matcher would be slow on, matched in time that grows with the text and no faster: all ways through the
 * pattern are followed side by side. @see https://swtch.com/~rsc/regexp/regexp1.html
 */

/**
 * A part of a pattern. A text: `^`, `$`, `\b` or `\B`, or the source of a regular expression that matches one character, such as `[a-z]`.
 * A list: one part after the other. `any`: one of them. `many`: from `min` times, none when absent, to `max` times, without end when absent.
 */
export type PatternPart =
  | string
  | readonly PatternPart[]
  | { readonly text: string }
  | { readonly any: readonly PatternPart[] }
  | { readonly many: PatternPart; readonly min?: number; readonly max?: number };

/** What tells whether a text matches, as a regular expression does. */
export interface TextPattern {
  test(text: string): boolean;
}

/** With "u", characters are code points, else units of UTF-16. The automaton is made when it is first asked. */
export function linearPattern(flags: "u" | "", part: PatternPart): TextPattern {
  let automaton: PatternAutomaton | undefined;
  return {
    test(text) {
      automaton = automaton ?? patternAutomaton(flags, part);
      return runPattern(automaton, text).matches;
    },
  };
}

/** A pattern that is slow on some texts: one of more units of UTF-16 does not match. */
export function limitedPattern(limit: number, pattern: TextPattern): TextPattern {
  return { test: (text) => text.length <= limit && pattern.test(text) };
}

/** A place in a pattern. `next`: where it goes on, by the index of the state. */
export type PatternState =
  | { readonly kind: "character"; readonly code: number; readonly next: number }
  | { readonly kind: "class"; readonly source: string; readonly has: (code: number) => boolean; readonly next: number }
  | { readonly kind: "assertion"; readonly assertion: string; readonly next: number }
  | { readonly kind: "fork"; readonly next: readonly number[] }
  | { readonly kind: "match" };

export interface PatternAutomaton {
  readonly unicode: boolean;
  readonly states: readonly PatternState[];
  readonly start: number;
  /** Whether a match begins at the start of the text and nowhere else. */
  readonly anchored: boolean;
}

/** The automaton of a pattern: counted repetitions are spelled out. */
export function patternAutomaton(flags: "u" | "", part: PatternPart): PatternAutomaton {
  const classes = new Map<string, (code: number) => boolean>();
  const states: PatternState[] = [];
  const add = (state: PatternState): number => states.push(state) - 1;
  const before = (each: PatternPart, next: number): number => {
    if (typeof each === "string") {
      if (isAssertion(each)) return add({ kind: "assertion", assertion: each, next });
      const has = classes.get(each) ?? characterTest(each, flags);
      classes.set(each, has);
      return add({ kind: "class", source: each, has, next });
    }
    if (isSequence(each)) return each.reduceRight<number>((after, one) => before(one, after), next);
    if ("text" in each) {
      const characters = flags === "u" ? Array.from(each.text) : each.text.split("");
      return characters.reduceRight<number>((after, one) => add({ kind: "character", code: one.codePointAt(0) ?? 0, next: after }), next);
    }
    if ("any" in each) return add({ kind: "fork", next: each.any.map((one) => before(one, next)) });
    const { many, min = 0, max } = each;
    let first = next;
    if (max === undefined) {
      // Of the rounds that there have to be, the last is the one that is repeated.
      const ways = [next];
      const loop = add({ kind: "fork", next: ways });
      const round = before(many, loop);
      ways.push(round);
      first = min === 0 ? loop : round;
    } else for (let count = min; count < max; count += 1) first = add({ kind: "fork", next: [before(many, first), next] });
    for (let count = max === undefined ? 1 : 0; count < min; count += 1) first = before(many, first);
    return first;
  };
  const start = before(part, add({ kind: "match" }));
  return { unicode: flags === "u", states, start, anchored: isAnchored(part) };
}

const isAssertion = (source: string): boolean => source === "^" || source === "$" || source === "\\b" || source === "\\B";

const isSequence = (part: PatternPart): part is readonly PatternPart[] => Array.isArray(part);

function isAnchored(part: PatternPart): boolean {
  if (typeof part === "string") return part === "^";
  if (isSequence(part)) return part[0] !== undefined && isAnchored(part[0]);
  return "any" in part && part.any.length > 0 && part.any.every(isAnchored);
}

/** Whether a character, by its number, is of a class. What was said of those of ASCII is kept. */
function characterTest(source: string, flags: string): (code: number) => boolean {
  const pattern = new RegExp(`^(?:${source})$`, flags);
  const ask = (code: number): boolean => pattern.test(String.fromCodePoint(code));
  const known: (boolean | undefined)[] = [];
  return (code) => {
    if (code > 0x7f) return ask(code);
    const answer = known[code] ?? ask(code);
    known[code] = answer;
    return answer;
  };
}

/** Whether a text matches somewhere, and how many states were looked at: at most so many for each character as the automaton has ways. */
export function runPattern(automaton: PatternAutomaton, text: string): { readonly matches: boolean; readonly steps: number } {
  const { unicode, states, start, anchored } = automaton;
  const reached = new Int32Array(states.length);
  let steps = 0;
  let open: number[] = [];
  let previous = -1;
  for (let index = 0; ;) {
    const code = index >= text.length ? -1 : ((unicode ? text.codePointAt(index) : text.charCodeAt(index)) ?? -1);
    if (index === 0 || !anchored) open.push(start);
    else if (open.length === 0) return { matches: false, steps };
    const next: number[] = [];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      steps += 1;
      // Each state is looked at once for each place in the text.
      if (reached[id] === index + 1) continue;
      reached[id] = index + 1;
      const state = states[id];
      if (state === undefined || state.kind === "match") return { matches: true, steps };
      if (state.kind === "fork") open.push(...state.next);
      else if (state.kind === "assertion") {
        if (assertionHolds(state.assertion, previous, code)) open.push(state.next);
      } else if (code >= 0 && (state.kind === "character" ? state.code === code : state.has(code))) next.push(state.next);
    }
    if (code < 0) return { matches: false, steps };
    open = next;
    previous = code;
    index += code > 0xffff ? 2 : 1;
  }
}

/** Whether an assertion holds between two characters; below zero where there is none. */
export function assertionHolds(assertion: string, previous: number, next: number): boolean {
  if (assertion === "^") return previous < 0;
  if (assertion === "$") return next < 0;
  return (isWordCharacter(previous) === isWordCharacter(next)) === (assertion === "\\B");
}

/** A letter of ASCII, a digit or `_`. */
const isWordCharacter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
