/**
 * `npm run test:projects`: projects as their own makers set them up, with this package in them as it would be published. Each installs,
 * generates, type-checks, builds, calls the Petstore service by a function and by path, and passes `generate:check`.
 *
 * `-- --only next,vite` tries some of them, `--quick` those that take seconds, `--jobs 2` so many at once; `--keep` leaves the folders,
 * `--json FILE` writes the results, `--pin` adds to `versions.json` what it lacks.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pack } from "../../scripts/pack.mjs";
import { projectEnvironment } from "./environment.js";
import { startPetstore } from "./petstore.js";
import { projects, unavailable } from "./projects.js";
import type { Project } from "./project.js";
import { printTable } from "./table.js";
import { toolsIn } from "./tools.js";
import { folderOf, tryProject, type Result } from "./try-project.js";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    jobs: { type: "string", default: "2" },
    keep: { type: "boolean", default: false },
    json: { type: "string" },
    pin: { type: "boolean", default: false },
  },
});

function chosen(): readonly Project[] {
  const names = values.only?.split(",");
  const unknown = names?.filter((name) => !projects.some((project) => project.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`There is no project ${unknown.join(", ")}; there are ${projects.map(({ name }) => name).join(", ")}`);
  return projects.filter(({ name, quick }) => (names === undefined ? !values.quick || quick === true : names.includes(name)));
}

/** Outside of this repository, whose node_modules and tsconfig.json are none of theirs. */
const root = await mkdtemp(join(tmpdir(), "sundial-projects-"));
const petstore = await startPetstore();
try {
  const environment = projectEnvironment();
  const tarball = join(root, (await pack(root)).file);
  const tools = toolsIn(join(root, "tools"), environment, values.pin);
  const waiting = chosen().map((project, index) => ({ project, index }));
  const results: Result[] = [];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const result = await tryProject(next.project, { root, tarball, environment, petstore, tools, pin: values.pin });
      results[next.index] = result;
      report(result);
      if (!values.keep) await rm(folderOf(root, next.project), { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, worker));
  const isWhole = values.only === undefined && !values.quick;
  console.log(`\n${printTable(results, isWhole ? unavailable : [])}`);
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(results, undefined, 2)}\n`);
  const failed = results.filter((result) => result.failed !== undefined);
  console.log(`\n${String(results.length - failed.length)} passed, ${String(failed.length)} failed`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  await petstore.close();
  if (values.keep) console.log(`The projects are in ${root}`);
  else await rm(root, { recursive: true, force: true });
}

function report({ project, failed, seconds }: Result): void {
  const time = `${seconds.toFixed(0)} s`;
  if (failed === undefined) console.log(`${project.title}: fine, ${time}`);
  else console.error(`${project.title}: FAILED at ${failed.step}, ${time}\n${failed.message.trimEnd().replace(/^/gm, "    ")}`);
}
