/**
 * What was said of the parts of one value. Where several alternatives lead to the same part, and each of them again to what is below
 * it, a function would be asked about that twice as often with every level: of a value that is deep, endlessly.
 */
import type { Complete } from "./apply-defaults.js";
import { addIssues, noIssues, type Issues } from "./issues.js";

interface Memory {
  /** How often a check was asked. */
  asked: number;
  /** By the function that gave them. */
  readonly answers: Map<unknown, Map<unknown, unknown>>;
}

/** Most values are small: to ask so many times takes less time than to take notes. */
const patience = 500;

/** From the first question about a value to its answer. */
let memory: Memory | undefined;

/** Whether a value is valid. */
export function memoized(guard: (value: unknown, depth: number) => boolean, value: unknown, depth: number): boolean {
  if (memory === undefined) return begin(() => guard(value, depth));
  const answers = answersAbout(value, guard);
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
): Issues {
  if (memory === undefined) return begin(() => check(value, issues, depth));
  const answers = answersAbout(value, check);
  if (answers === undefined) return check(value, issues, depth);
  const found = (answers.get(value) as Issues | undefined) ?? check(value, noIssues(), depth);
  answers.set(value, found);
  return addIssues(issues, found);
}

/** What a function has answered so far; `undefined` while it is quicker to ask again. */
function answersAbout(value: unknown, by: unknown): Map<unknown, unknown> | undefined {
  if (memory === undefined || typeof value !== "object" || value === null) return undefined;
  memory.asked += 1;
  return memory.asked < patience ? undefined : answersOf(memory, by);
}

/** A value completed: once, whoever asks for it, for the next one gets it as the one before has left it. */
export function memoizedDefaults(complete: Complete, value: unknown, fill: boolean): unknown {
  if (typeof value !== "object" || value === null) return complete(value, fill);
  if (memory === undefined) return begin(() => complete(value, fill));
  const answers = answersOf(memory, complete);
  if (answers.has(value)) return answers.get(value);
  const answer = complete(value, fill);
  answers.set(value, answer);
  if (typeof answer === "object" && answer !== null) answers.set(answer, answer);
  return answer;
}

function begin<Answer>(ask: () => Answer): Answer {
  memory = { asked: 0, answers: new Map() };
  try {
    return ask();
  } finally {
    memory = undefined;
  }
}

function answersOf({ answers }: Memory, ask: unknown): Map<unknown, unknown> {
  const known = answers.get(ask);
  if (known !== undefined) return known;
  const made = new Map<unknown, unknown>();
  answers.set(ask, made);
  return made;
}
