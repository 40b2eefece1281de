/**
 * `npm run test:oracle`: the types of every description of the corpus, member by member, beside those that openapi-typescript prints.
 *
 *   npm run test:oracle -- [--only stripe-2024,square] [--update]   `--update` lists what differs in `differing.txt`
 */
import { parseArgs } from "node:util";
import { corpusRequired, readCorpus, type Description } from "../corpus/descriptions.js";
import { compare, type Comparison } from "./compare.js";
import { judge, writeListed } from "./judge.js";
import { options, unread } from "./theirs.js";

const { values } = parseArgs({ options: { only: { type: "string" }, update: { type: "boolean", default: false } } });

/** How much of descriptions is compiled at once: more takes more memory, less more time. */
const bytesAtOnce = 2_500_000;

async function run(corpus: readonly Description[]): Promise<boolean> {
  const only = values.only?.split(",");
  const wanted = corpus.filter(({ name }) => !unread.has(name) && (only === undefined || only.some((part) => name.includes(part))));
  const comparisons: Comparison[] = [];
  for (const some of inBatches(wanted)) {
    const compared = await compare(some);
    for (const each of compared) console.log(rowOf(each));
    comparisons.push(...compared);
  }
  const verdict = judge(comparisons);
  const members = comparisons.reduce((sum, comparison) => sum + comparison.members, 0);
  console.log(`\n${String(comparisons.length)} descriptions, ${String(members)} members compared\n`);
  for (const [{ name, reason }, count] of verdict.counts) console.log(`${String(count).padStart(7)}  ${name.padEnd(28)}${reason}`);
  console.log(`${String(verdict.open).padStart(7)}  ${"no reason given yet".padEnd(28)}listed in test/oracle/differing.txt`);
  for (const [option, reason] of options) console.log(`${"option".padStart(7)}  ${option.padEnd(28)}${reason}`);
  for (const [name, reason] of unread) console.log(`${"unread".padStart(7)}  ${name.padEnd(28)}${reason}`);
  if (values.update) {
    writeListed(verdict.lines);
    return true;
  }
  const idle = only === undefined ? Array.from(verdict.counts).filter(([, count]) => count === 0) : [];
  const wrong = [
    ...verdict.unexpected.map((line) => `new: ${line}`),
    ...verdict.gone.map((line) => `no more: ${line}`),
    ...idle.map(([{ name }]) => `no more: the class "${name}"`),
  ];
  if (wrong.length > 0) console.error(`\n${wrong.join("\n")}`);
  return wrong.length === 0;
}

function rowOf({ description, members, differences, repair }: Comparison): string {
  const figures = [members, members - differences.length, differences.length].map((figure) => String(figure).padStart(8));
  return `${description.padEnd(42)}${figures.join("")}${repair === "nothing" ? "" : `  ${repair}`}`;
}

function inBatches(descriptions: readonly Description[]): readonly (readonly Description[])[] {
  const batches: Description[][] = [];
  let size = Infinity;
  for (const description of descriptions.toSorted((one, other) => one.bytes - other.bytes)) {
    if (size + description.bytes > bytesAtOnce) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(description);
    size += description.bytes;
  }
  return batches;
}

const corpus = readCorpus();
if (corpus === undefined) process.exitCode = corpusRequired ? 1 : 0;
else {
  console.log(`${"description".padEnd(42)} members    same  differ`);
  if (!(await run(corpus))) process.exitCode = 1;
}
