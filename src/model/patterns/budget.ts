/** Work that may be done: counted, so that the same description gets the same answer on every machine. */
export interface Budget {
  steps: number;
}

/** Takes steps from a budget; false where they are used up. */
export function spend(budget: Budget, steps: number): boolean {
  budget.steps -= steps;
  return budget.steps >= 0;
}

export const isUsedUp = ({ steps }: Budget): boolean => steps < 0;

/**
 * Does some work within a part of a budget, which takes no more than what is left of it. `free`: steps that are not taken from it, so that
 * what is little work is done in any case.
 */
export function within<T>(all: Budget, most: number, free: number, work: (own: Budget) => T): T {
  const given = Math.max(0, Math.min(most, all.steps));
  const own = { steps: free + given };
  const result = work(own);
  all.steps -= Math.min(given, Math.max(0, given - own.steps));
  return result;
}
