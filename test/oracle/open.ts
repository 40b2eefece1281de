/** The differences that nobody has given a reason for yet, one by one: a new one fails, and one that is gone, too. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { classes, classOf, type Class } from "./classes.js";
import type { Comparison, Difference } from "./compare.js";

const file = fileURLToPath(new URL("open.txt", import.meta.url));

export interface Verdict {
  /** How often each class occurs: of rules, how often they were applied. */
  readonly counts: ReadonlyMap<Class, number>;
  readonly open: readonly string[];
  /** Differences that are in no class and not listed. */
  readonly unexpected: readonly string[];
  /** Listed differences of these descriptions that there are no more. */
  readonly gone: readonly string[];
}

/** What is to be said of comparisons. */
export function judge(comparisons: readonly Comparison[]): Verdict {
  const differences = comparisons.flatMap((comparison) => comparison.differences);
  const counts = new Map(
    classes.map((each) => [
      each,
      differences.filter((difference) => classOf(difference) === each).length +
        comparisons.reduce((sum, { applied }) => sum + (applied.get(each.name) ?? 0), 0),
    ]),
  );
  const open = differences.filter((difference) => classOf(difference) === undefined);
  const lines = open.map(lineOf);
  const listed = readOpen();
  const looked = new Set(comparisons.map(({ description }) => description));
  return {
    counts,
    open: lines,
    unexpected: open
      .filter((difference) => !listed.has(lineOf(difference)))
      .map((each) => `${lineOf(each)}\n  ${each.what} ${each.message}`),
    gone: [...listed].filter((line) => looked.has(line.split(": ", 1)[0] ?? "") && !lines.includes(line)),
  };
}

function lineOf({ description, member }: Difference): string {
  return `${description}: ${member}`;
}

function readOpen(): ReadonlySet<string> {
  if (!existsSync(file)) return new Set();
  return new Set(
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#")),
  );
}

/** Writes the list anew. */
export function writeOpen(lines: readonly string[]): void {
  const head =
    "# Differences to openapi-typescript that nobody has given a reason for yet. `npm run test:oracle -- --update` writes this list.";
  writeFileSync(file, `${[head, ...lines].join("\n")}\n`);
}
