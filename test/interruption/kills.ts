/** The command ended with SIGKILL, which no process can hear of, at moments spread over a whole run. */
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { differences, makeProject, mark, type Files, type Scene } from "./project.js";

/** Files that a run makes for itself while it writes, drafts of handlers included. */
const isOwn = (path: string): boolean => path.split("/").some((part) => /^\.sundial-|\.ts\.sundial-\d+$/.test(part));

/** Runs that end themselves do not count: they are tried again, sooner. */
export async function tryKills(scene: Scene, count: number): Promise<readonly string[]> {
  const faults: string[] = [];
  const seen = { old: 0, between: 0, new: 0 };
  let killed = 0;
  for (let index = 0; killed < count && index < 3 * count; index += 1) {
    const fault = await tryKill(scene, index, (state) => {
      killed += 1;
      seen[state] += 1;
    });
    faults.push(...fault.map((each) => `kill ${String(index)}: ${each}`));
  }
  if (killed < count) faults.push(`${String(killed)} kills of ${String(count)}`);
  if (count > 0)
    console.log(
      `${String(killed)} kills: ${String(seen.old)} before anything was written, ${String(seen.between)} between, ${String(seen.new)} after; ${String(faults.length)} faults`,
    );
  return faults;
}

async function tryKill(scene: Scene, index: number, met: (state: "old" | "between" | "new") => void): Promise<readonly string[]> {
  const folder = join(scene.scratch, "killed");
  await rm(folder, { recursive: true, force: true });
  const project = await makeProject(folder, scene.bin);
  await cp(join(scene.scratch, "before/src"), join(folder, "src"), { recursive: true });
  await project.describe("after");
  // Most of a run reads and thinks: two in three are ended a little after the first file is written.
  const share = fraction(scene.seed, index);
  const ended = index % 3 === 0 ? await endAfter(scene, folder, share * scene.time) : await endWhileWriting(scene, folder, share * 120);
  if (!ended) return [];
  const left = await project.read();
  met(stateOf(left, scene));
  const faults = halves(left, scene).map((path) => `${path} is neither what it was nor what it becomes`);
  const next = await project.generate();
  if (next.code !== 0) return [...faults, `the next run ends with ${String(next.code)}: ${next.stderr.slice(-300)}`];
  return [...faults, ...differences(await project.read(), scene.after).map((path) => `${path} is another after the next run`)];
}

/** Both: whether the command was still running. */
const endAfter = (scene: Scene, folder: string, moment: number): Promise<boolean> =>
  endWhen(scene, folder, (end) => {
    setTimeout(end, moment).unref();
  });

function endWhileWriting(scene: Scene, folder: string, delay: number): Promise<boolean> {
  // Not recursively: folders in there come and go while they would be looked at.
  const watchers = ["petstore", "copy", "handlers", "runtime"].map((name) => watch(join(folder, "src", name)));
  return endWhen(scene, folder, (end) => {
    for (const watcher of watchers) watcher.once("change", () => setTimeout(end, delay).unref());
  }).finally(() => {
    for (const watcher of watchers) watcher.close();
  });
}

function endWhen({ bin }: Scene, folder: string, when: (end: () => void) => void): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, "generate"], { cwd: folder, stdio: "ignore" });
    child.once("error", reject);
    child.once("exit", (_, signal) => {
      resolve(signal === "SIGKILL");
    });
    when(() => void child.kill("SIGKILL"));
  });
}

function stateOf(left: Files, { before, after }: Scene): "old" | "between" | "new" {
  if (differences(left, before).length === 0) return "old";
  return differences(left, after).length === 0 ? "new" : "between";
}

/** Files that are not whole, and those of a person without the words in them. Between two moves a file may be in neither place. */
export function halves(left: Files, { before, after }: Scene): readonly string[] {
  const isWhole = (path: string, text: string): boolean => text === before.get(path) || text === after.get(path);
  const broken = [...left].filter(([path, text]) => !isOwn(path) && !isWhole(path, text)).map(([path]) => path);
  const byHand = [...before].filter(([path, text]) => text.startsWith(mark) && left.get(path)?.startsWith(mark) !== true);
  return [...broken, ...byHand.map(([path]) => path)];
}

/** The same for a seed and an index, between 0 and 1. */
function fraction(seed: number, index: number): number {
  const mixed = Math.sin(seed * 7919 + index * 104_729) * 43_758.5453;
  return mixed - Math.floor(mixed);
}
