/**
 * `npm run test:interruption -- --kills N --disks N --seed S`: the command itself, ended by force at any moment, and on disks that become
 * full. Nothing that a person wrote may be lost, no file may be half of one, and the next run must do what the first was to do.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildCli } from "../support/cli.js";
import { tryDisks } from "./disks.js";
import { tryKills } from "./kills.js";
import { filesOf, makeProject, mark, type Scene } from "./project.js";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "300" }, disks: { type: "string", default: "20" }, seed: { type: "string", default: "1" } },
});

const cli = await buildCli();
const scratch = await mkdtemp(join(tmpdir(), "sundial-interruption-"));
try {
  const scene = await prepare();
  const faults = [...(await tryKills(scene, Number(values.kills))), ...(await tryDisks(scene, Number(values.disks)))];
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await rm(scratch, { recursive: true, force: true });
  await cli.dispose();
}

/** The outputs of two runs that nothing disturbs. */
async function prepare(): Promise<Scene> {
  const folder = join(scratch, "before");
  const project = await makeProject(folder, cli.bin);
  await project.describe("before");
  demandDone(await project.generate());
  const handlers = join(folder, "src/handlers/pets.ts");
  await writeFile(handlers, mark + (await readFile(handlers, "utf8")));
  const before = await project.read();
  const other = await makeProject(join(scratch, "after"), cli.bin);
  await cp(join(folder, "src"), join(other.folder, "src"), { recursive: true });
  await other.describe("after");
  const start = performance.now();
  demandDone(await other.generate());
  const time = performance.now() - start;
  return { bin: cli.bin, scratch, before, after: await filesOf(join(other.folder, "src")), time, seed: Number(values.seed) };
}

function demandDone({ code, stderr }: { readonly code: number | null; readonly stderr: string }): void {
  if (code !== 0) throw new Error(`The project does not generate: ${stderr.slice(-1000)}`);
}
