/** Work that may be done: counted, so that the same description gets the same answer on every machine. */
export interface Budget {
  steps: number;
}

/** Takes steps from a budget; false where they are used up. */
export function spend(budget: Budget, steps: number): boolean {
  budget.steps -= steps;
  return budget.steps >= 0;
}
