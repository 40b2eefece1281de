/**
 * What was said of the parts of one value. Where several alternatives lead to the same part, and each of them again to what is below
 * it, a function would be asked about that twice as often with every level: of a value that is deep, endlessly.
 */
import type { Complete } from "./apply-defaults.js";
import { copyIssues, type Issues } from "./issues.js";

type Ask<Answer> = (value: unknown, depth: number) => Answer;

interface Memory {
  /** How often a check was asked. */
  asked: number;
  /** By the function that gave them. */
  readonly answers: Map<unknown, Map<object, unknown>>;
}

/** Most values are small: to ask so many times takes less time than to take notes. */
const patience = 500;

/** From the first question about a value to its answer. */
let memory: Memory | undefined;

/** Whether a value is valid. */
export function memoized(guard: Ask<boolean>, value: unknown, depth: number): boolean {
  return memoizedAnswer(guard, value, depth, (answer) => answer);
}

/** What is wrong with a value. Issues are moved on their way out: each who asks gets some of their own. */
export function memoizedIssues(check: Ask<Issues>, value: unknown, depth: number): Issues {
  return memoizedAnswer(check, value, depth, copyIssues);
}

/** @param keep Makes of an answer one that can be given again. */
function memoizedAnswer<Answer>(ask: Ask<Answer>, value: unknown, depth: number, keep: (answer: Answer) => Answer): Answer {
  if (typeof value !== "object" || value === null) return ask(value, depth);
  if (memory === undefined) return begin(() => ask(value, depth));
  memory.asked += 1;
  if (memory.asked < patience) return ask(value, depth);
  const answers = answersOf(memory, ask);
  // Only answers of this function are kept under it.
  if (answers.has(value)) return keep(answers.get(value) as Answer);
  const answer = ask(value, depth);
  answers.set(value, keep(answer));
  return answer;
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

function answersOf({ answers }: Memory, ask: unknown): Map<object, unknown> {
  const known = answers.get(ask);
  if (known !== undefined) return known;
  const made = new Map<object, unknown>();
  answers.set(ask, made);
  return made;
}
