/** Which descriptions are tried under which tsconfigs. */
import type { Compiler } from "../support/compile.js";
import { firstOfEach, frameworkCombinations } from "./frameworks.js";
import type { Output, Source } from "./outputs.js";
import { combinationOf, tsconfigs, type Combination } from "./tsconfigs.js";

export interface Task {
  readonly combination: Combination;
  readonly descriptions: readonly Source[];
}

/** What takes an eighth of the time of the others: it is given the most. */
const fast: Compiler = "7";

/**
 * Descriptions of this project: some that are always there, and others dealt out, a few to each tsconfig. With the fast compiler, each
 * two settings meet; with the others, each two settings meet with one of the three compilers, and each setting with each of them.
 */
export function projectTasks(compiler: Compiler, always: readonly Source[], others: readonly Source[]): readonly Task[] {
  const rows = compiler === fast ? tsconfigs({ compiler: [compiler] }) : tsconfigs().filter((row) => row.compiler === compiler);
  const groups = Math.ceil(others.length / 4);
  return [...rows.map(combinationOf), ...givenTo(compiler)].map((combination, index) => ({
    combination,
    descriptions: [...always, ...others.filter((_, at) => at % groups === index % groups)],
  }));
}

/**
 * Real descriptions. With the fast compiler each two settings meet, and each description is judged under several tsconfigs; with the
 * others each setting, each framework and each description is there once.
 */
export function corpusTasks(compiler: Compiler, outputs: readonly Output[]): readonly Task[] {
  const isFast = compiler === fast;
  const rows = tsconfigs({ compiler: [compiler] }, isFast ? 2 : 1);
  const groups = grouped(outputs, isFast ? outputs.length : 20);
  return [...rows.map(combinationOf), ...givenTo(compiler)].map((combination, index) => ({
    combination,
    descriptions: groups[index % groups.length] ?? [],
  }));
}

function givenTo(compiler: Compiler): readonly Combination[] {
  const combinations = frameworkCombinations(compiler);
  return compiler === fast ? combinations : firstOfEach(combinations);
}

/** Descriptions in so many groups, none much larger than another; the smallest first. `outputs` are those of one kind. */
function grouped(outputs: readonly Output[], count: number): readonly (readonly Source[])[] {
  const groups = Array.from({ length: Math.min(count, outputs.length) }, () => ({ bytes: 0, descriptions: [] as Source[] }));
  for (const { bytes, description } of [...outputs].sort((one, other) => other.bytes - one.bytes)) {
    const smallest = groups.reduce((best, group) => (group.bytes < best.bytes ? group : best));
    smallest.bytes += bytes;
    smallest.descriptions.push(description);
  }
  return groups.sort((one, other) => one.bytes - other.bytes).map(({ descriptions }) => descriptions);
}
