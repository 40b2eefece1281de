/**
 * `npm run test:consumers`: repositories of users, with this package in them as it would be published, and their own git, hooks, formatters,
 * linters and compilers. Each is generated, checked, linted, compiled and tested; then it is changed, and each change has the verdict it must.
 *
 * `-- --quick` takes one repository and the changes that matter most; `--only edited,merged` takes some changes, `--cells client,pnpm` the
 * repositories and tools with all of these words; `--table` has other generators judge the changes instead, and writes the rows of docs/ci.md;
 * `--keep` leaves the folders, `--pin` adds to `versions.json` what it lacks.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pack } from "../../../scripts/pack.mjs";
import { projectEnvironment } from "../environment.js";
import { toolsIn } from "../tools.js";
import type { Change } from "./change.js";
import { changes } from "./changes.js";
import { cells, titleOf, type Cell } from "./consumer.js";
import { setUpPeers } from "./peers.js";
import type { Repository } from "./repository.js";
import { setUp, type Surroundings } from "./set-up.js";
import type { Generator } from "./subject.js";
import { subjectOf } from "./sundial-subject.js";
import { stepsOf } from "./try-cell.js";
import { tryChange } from "./try-change.js";
import { hasMeaning, judge, writeRow, type Judged } from "./verdicts.js";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    cells: { type: "string" },
    table: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    pin: { type: "boolean", default: false },
  },
});

const failures: string[] = [];
let passed = 0;

/** Whether it went well. */
async function step(title: string, work: () => Promise<unknown>): Promise<boolean> {
  const begun = performance.now();
  try {
    await work();
    passed += 1;
    console.log(`  ${title}: fine, ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    failures.push(title);
    console.error(`  ${title}: FAILED\n${message.trimEnd().replace(/^/gm, "      ")}`);
    return false;
  }
}

function chosenCells(): readonly Cell[] {
  const words = values.cells?.split(",") ?? [];
  const found = cells.filter((cell) => words.every((word) => Object.values(cell).map(String).includes(word)));
  if (found.length === 0) throw new Error(`There is no repository with ${words.join(" and ")}`);
  return values.quick ? found.slice(0, 1) : found;
}

/** The first cell has all changes; the first of each other repository those that are tried everywhere. */
function changesOf(cell: Cell): readonly Change[] {
  const names = values.only?.split(",");
  if (cell !== cells.find(({ consumer }) => consumer === cell.consumer)) return [];
  return changes
    .filter(({ everywhere }) => cell === cells[0] || everywhere === true)
    .filter(({ name, quick }) => (names === undefined ? !values.quick || quick === true : names.includes(name)));
}

async function tryCell(cell: Cell, surroundings: Surroundings): Promise<void> {
  console.log(titleOf(cell));
  const made: Repository[] = [];
  await step("install", async () => made.push(await setUp(cell, surroundings)));
  const [repository] = made;
  if (repository === undefined) return;
  for (const { title, take } of stepsOf(cell, repository)) if (!(await step(title, take)) && title === "generate") return;
  const subject = subjectOf(cell, repository, surroundings.tools);
  for (const change of changesOf(cell)) await step(change.what, () => tryChange(change, subject));
}

/** Has the peers judge changes, and writes each into the table. What sundial says is what the other runs demand of it. */
async function compare(surroundings: Surroundings): Promise<void> {
  console.log("other generators");
  const peers = await setUpPeers(surroundings);
  const names = values.only?.split(",");
  for (const change of changes.filter(({ name }) => names?.includes(name) !== false)) {
    const judged = new Map<Generator, Judged>([["sundial", change.verdict === "green" ? "green" : "red"]]);
    for (const peer of peers.filter(({ generator }) => hasMeaning(change, generator)))
      await step(`${change.what}, ${peer.generator}`, async () => judged.set(peer.generator, await judge(change, peer)));
    await writeRow(change, judged);
  }
}

const root = await mkdtemp(join(tmpdir(), "sundial-consumers-"));
try {
  const environment = projectEnvironment();
  const tarball = join(root, (await pack(root)).file);
  const surroundings: Surroundings = {
    root,
    tarball,
    environment,
    tools: toolsIn(join(root, "tools"), environment, values.pin),
    pin: values.pin,
  };
  if (values.table) await compare(surroundings);
  else for (const cell of chosenCells()) await tryCell(cell, surroundings);
} finally {
  if (values.keep) console.log(`The repositories are in ${root}`);
  else await rm(root, { recursive: true, force: true });
}
console.log(`\n${String(passed)} passed, ${String(failures.length)} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
