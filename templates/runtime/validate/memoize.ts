/**
 * What was said of the parts of one value. Where several alternatives lead to the same part, and each of them again to what is below
 * it, a function would be asked about that twice as often with every level: of a value that is deep, endlessly.
 */
import { hasOwn } from "../shared/has-own.js";
import type { Complete } from "./apply-defaults.js";
import { evaluated, join, type Evaluated } from "./evaluated.js";
import { addIssues, isFull, noIssues, type Issues } from "./issues.js";

interface Memory {
  /** How often a check was asked. */
  asked: number;
  /** By the function that gave them. */
  readonly answers: Map<unknown, Map<unknown, unknown>>;
  /** The same of those that were given with what was looked at. */
  readonly marked: Map<unknown, Map<unknown, unknown>>;
  /** Objects that were made while a value was completed. */
  readonly copies: Set<object>;
}

/** Most values are small: to ask so many times takes less time than to take notes. */
const patience = 500;

/** From the first question about a value to its answer. */
let memory: Memory | undefined;

/** Whether a value is valid. `ofAll`: it can be asked again of a text or a number too. */
export function memoized(guard: (value: unknown, depth: number) => boolean, value: unknown, depth: number, ofAll = false): boolean {
  if (memory === undefined) return begin(() => guard(value, depth));
  const answers = answersAbout(value, guard, ofAll);
  // Only answers of this function are kept under it.
  const known = answers?.get(value) as boolean | undefined;
  if (known !== undefined) return known;
  const answer = guard(value, depth);
  answers?.set(value, answer);
  return answer;
}

/** What is wrong with a value. Who asks gets copies of the issues, for each asks from another place. */
export function memoizedIssues(
  check: (value: unknown, issues: Issues, depth: number) => Issues,
  value: unknown,
  issues: Issues,
  depth: number,
  ofAll = false,
): Issues {
  if (isFull(issues)) return issues;
  if (memory === undefined) return begin(() => check(value, issues, depth));
  const answers = answersAbout(value, check, ofAll);
  if (answers === undefined) return check(value, issues, depth);
  const found = (answers.get(value) as Issues | undefined) ?? check(value, noIssues(), depth);
  answers.set(value, found);
  return addIssues(issues, found);
}

/** What a function has answered so far; `undefined` while it is quicker to ask again. */
function answersAbout(value: unknown, by: unknown, ofAll: boolean): Map<unknown, unknown> | undefined {
  if (memory === undefined || (!ofAll && (typeof value !== "object" || value === null))) return undefined;
  memory.asked += 1;
  return memory.asked < patience ? undefined : answersOf(memory.answers, by);
}

/** Whether a value is valid, and what was looked at for that. */
export function memoizedSeen(
  guard: (value: unknown, depth: number, seen: Evaluated) => boolean,
  value: unknown,
  depth: number,
  seen: Evaluated,
): boolean {
  return recalled(guard, value, seen, (own) => guard(value, depth, own));
}

/** What is wrong with a value, and what was looked at for that. */
export function memoizedIssuesSeen(
  check: (value: unknown, issues: Issues, depth: number, seen: Evaluated) => Issues,
  value: unknown,
  issues: Issues,
  depth: number,
  seen: Evaluated,
): Issues {
  if (isFull(issues)) return issues;
  return addIssues(
    issues,
    recalled(check, value, seen, (own) => check(value, noIssues(), depth, own)),
  );
}

/** What a function answers with a record of its own, which the one who asks takes over. */
function recalled<Answer>(by: unknown, value: unknown, seen: Evaluated, ask: (own: Evaluated) => Answer): Answer {
  if (memory === undefined) return begin(() => ask(seen));
  memory.asked += 1;
  if (memory.asked < patience) return ask(seen);
  const answers = answersOf(memory.marked, by);
  let known = answers.get(value) as { readonly answer: Answer; readonly own: Evaluated } | undefined;
  if (known === undefined) {
    const own = evaluated();
    known = { answer: ask(own), own };
    answers.set(value, known);
  }
  join(seen, known.own);
  return known.answer;
}

/** A value completed: once, whoever asks for it, for the next one gets it as the one before has left it. */
export function memoizedDefaults(complete: Complete, value: unknown, fill: boolean): unknown {
  if (typeof value !== "object" || value === null) return complete(value, fill);
  if (memory === undefined) return begin(() => complete(value, fill));
  const answers = answersOf(memory.answers, complete);
  if (answers.has(value)) return answers.get(value);
  const answer = complete(value, fill);
  answers.set(value, answer);
  if (typeof answer === "object" && answer !== null) answers.set(answer, answer);
  return answer;
}

/** A copy, or what it was made of where that is a copy itself and nothing was changed: who completes it next knows it then. */
export function settledCopy(value: object, copy: object): object {
  if (memory === undefined) return copy;
  if (memory.copies.has(value) && hasSameMembers(value, copy)) return value;
  memory.copies.add(copy);
  return copy;
}

function hasSameMembers(one: object, other: object): boolean {
  const members = Object.entries(one);
  if (members.length !== Object.keys(other).length) return false;
  return members.every(([name, value]) => hasOwn(other, name) && Reflect.get(other, name) === value);
}

function begin<Answer>(ask: () => Answer): Answer {
  memory = { asked: 0, answers: new Map(), marked: new Map(), copies: new Set() };
  try {
    return ask();
  } finally {
    memory = undefined;
  }
}

function answersOf(answers: Memory["answers"], ask: unknown): Map<unknown, unknown> {
  const known = answers.get(ask);
  if (known !== undefined) return known;
  const made = new Map<unknown, unknown>();
  answers.set(ask, made);
  return made;
}
