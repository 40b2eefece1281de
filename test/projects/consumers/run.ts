/**
 * `npm run test:consumers`: repositories of users, with this package in them as it would be published, and their own git, hooks, formatters,
 * linters and compilers. Each is generated, checked, linted, compiled and tested; then it is changed, and each change has the verdict it must.
 *
 * `-- --quick` takes one repository and the changes that matter most; `--only edited,merged` some changes; `--cells 0` none but the first
 * cell; `--keep` leaves the folders, `--pin` adds to `versions.json` what it lacks.
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
import { cells, titleOf } from "./consumer.js";
import { generateAndCommit, setUp, type Surroundings } from "./set-up.js";
import { subjectOf } from "./sundial-subject.js";
import { tryChange } from "./try-change.js";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    cells: { type: "string" },
    keep: { type: "boolean", default: false },
    pin: { type: "boolean", default: false },
  },
});

const root = await mkdtemp(join(tmpdir(), "sundial-consumers-"));
const failures: string[] = [];
let passed = 0;

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

function chosenChanges(): readonly Change[] {
  const names = values.only?.split(",");
  return changes.filter(({ name, quick }) => (names === undefined ? !values.quick || quick === true : names.includes(name)));
}

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
  for (const cell of cells.slice(0, 1)) {
    console.log(titleOf(cell));
    const repository = await setUp(cell, surroundings);
    if (!(await step("generate", () => generateAndCommit(cell, repository)))) continue;
    const subject = subjectOf(cell, repository, surroundings.tools);
    for (const change of chosenChanges()) await step(change.what, () => tryChange(change, subject));
  }
} finally {
  if (values.keep) console.log(`The repositories are in ${root}`);
  else await rm(root, { recursive: true, force: true });
}
console.log(`\n${String(passed)} passed, ${String(failures.length)} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
