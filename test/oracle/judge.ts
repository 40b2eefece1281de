/** The members whose types differ, one by one, each with its class: a new one fails, however well a class fits, and one that is gone, too. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { classes, classOf, type Class } from "./classes.js";
import type { Comparison, Difference } from "./compare.js";

const file = fileURLToPath(new URL("differing.txt", import.meta.url));

export interface Verdict {
  /** How often each class occurs: of rules, how often they were applied. */
  readonly counts: ReadonlyMap<Class, number>;
  /** Those that nobody has given a reason for yet. */
  readonly open: number;
  /** All members whose types differ, as they are listed. */
  readonly lines: readonly string[];
  /** Differences that are not listed. */
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
  const differing = differences.filter((difference) => difference.what === "differs" || classOf(difference) === undefined);
  const lines = differing.map(lineOf);
  const listed = readListed();
  const [known, found] = [new Set([...listed].map(memberOf)), new Set(lines.map(memberOf))];
  const looked = new Set(comparisons.map(({ description }) => description));
  return {
    counts,
    open: differing.filter((difference) => classOf(difference) === undefined).length,
    lines,
    unexpected: differing
      .filter((difference) => !known.has(memberOf(lineOf(difference))))
      .map((each) => `${lineOf(each)}\n  ${each.what} ${each.message}`),
    gone: [...listed].filter((line) => looked.has(line.split(": ", 1)[0] ?? "") && !found.has(memberOf(line))),
  };
}

/** "kratos: discriminators: schema updateLoginFlowWithCodeMethod" */
function lineOf(difference: Difference): string {
  return `${difference.description}: ${classOf(difference)?.name ?? noReason}: ${difference.member}`;
}

/** A line without its class: where a member differs in several ways, the compiler may name one today and another tomorrow. */
function memberOf(line: string): string {
  return line.replace(/^([^:]+): [^:]+: /, "$1: ");
}

const noReason = "no reason given yet";

function readListed(): ReadonlySet<string> {
  if (!existsSync(file)) return new Set();
  return new Set(
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#")),
  );
}

/** Writes the list anew. */
export function writeListed(lines: readonly string[]): void {
  const head =
    "# The members whose types differ from those of openapi-typescript, each with the class of the difference. `npm run test:oracle -- --update` writes this list.";
  writeFileSync(file, `${[head, ...lines].join("\n")}\n`);
}
