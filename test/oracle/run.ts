/**
 * `npm run test:oracle`: the types of every description of the corpus, member by member, beside those that openapi-typescript prints.
 *
 *   npm run test:oracle -- [--only stripe-2024,square] [--update]   `--update` lists what differs in `differing.txt`
 *   npm run test:oracle -- --folder PATH [--only NAME]              descriptions of a folder, with what differs; `NAME.ts` beside
 *                                                                   `NAME.yaml` is what openapi-typescript has printed of it
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { corpusRequired, readCorpus, type Description } from "../corpus/descriptions.js";
import { compare, type Comparison } from "./compare.js";
import { judge, writeListed } from "./judge.js";
import { options, unread } from "./theirs.js";

const { values } = parseArgs({
  options: { only: { type: "string" }, folder: { type: "string" }, update: { type: "boolean", default: false } },
});

/** How much of descriptions is compiled at once: more takes more memory, less more time. */
const bytesAtOnce = values.folder === undefined ? 2_500_000 : 0;

/** Of somebody else's descriptions, what one side refuses is said and passed over. */
function notReadable(error: unknown): readonly Comparison[] {
  if (values.folder === undefined) throw error;
  console.log(`not compared: ${error instanceof Error ? error.message : String(error)}`);
  return [];
}

async function run(corpus: readonly Description[]): Promise<boolean> {
  const only = values.only?.split(",");
  const wanted = corpus.filter(({ name }) => !unread.has(name) && (only === undefined || only.some((part) => name.includes(part))));
  const comparisons: Comparison[] = [];
  for (const some of inBatches(wanted)) {
    const compared = await compare(some).catch(notReadable);
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
  if (values.folder !== undefined) {
    console.log(`\n${verdict.lines.join("\n")}`);
    return verdict.open === 0;
  }
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

/** Descriptions that somebody else has; what is no whole one, but a part of another, is left out. */
function readFolder(folder: string): readonly Description[] {
  const files = readdirSync(folder).filter((file) => /\.(?:ya?ml|json)$/.test(file));
  return files.flatMap((file): readonly Description[] => {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    if (!/^[\s{]*"?openapi"?\s*:/m.test(text)) return [];
    return [{ name: basename(file).replace(/\.\w+$/, ""), path, bytes: text.length, operations: 0 }];
  });
}

const corpus = values.folder === undefined ? readCorpus() : readFolder(values.folder);
if (corpus === undefined) process.exitCode = corpusRequired ? 1 : 0;
else {
  console.log(`${"description".padEnd(42)} members    same  differ`);
  if (!(await run(corpus))) process.exitCode = 1;
}
