import { stronglyConnected } from "../ir/strongly-connected-components.js";
import { spend, type Budget } from "./budget.js";

/** The number of its strongly connected component for each node that can be reached; `undefined` when more than `most` are met, or the budget is used up. */
export function componentsOf(
  roots: Iterable<number>,
  successors: (node: number) => readonly number[],
  most: number,
  budget: Budget,
): ReadonlyMap<number, number> | undefined {
  const components = stronglyConnected(successors, (met) => met <= most && spend(budget, 1));
  for (const root of roots) if (!components.follow(root)) return undefined;
  return components.of;
}
