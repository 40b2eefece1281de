/** The command on disks that have less room than it needs. Only root can make one: without it, nothing is tried. */
import { cp, mkdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { runProcess } from "../support/cli.js";
import { halves } from "./kills.js";
import { differences, makeProject, type Files, type Scene } from "./project.js";

const page = 4096;
const plenty = 64 * 1024 * 1024;

export async function tryDisks(scene: Scene, count: number): Promise<readonly string[]> {
  const disk = join(scene.scratch, "disk");
  await mkdir(disk);
  const faults: string[] = [];
  let full = 0;
  for (let index = 0; index < count; index += 1) {
    if (!(await mount(disk, plenty))) {
      console.log("No disks: to make one needs the rights of root.");
      return faults;
    }
    try {
      const found = await tryDisk(scene, disk, (index + 0.5) / count / 2, () => (full += 1));
      faults.push(...found.map((each) => `disk ${String(index)}: ${each}`));
    } finally {
      await runProcess("umount", [disk], { cwd: "/" });
    }
  }
  if (count > 0) console.log(`${String(count)} disks: ${String(full)} became full; ${String(faults.length)} faults`);
  return faults;
}

/** `share`: how much of what is written has room; one API is written after the other, so half of it may be enough. */
async function tryDisk(scene: Scene, disk: string, share: number, met: () => void): Promise<readonly string[]> {
  const project = await makeProject(join(disk, "project"), scene.bin);
  await cp(join(scene.scratch, "before/src"), join(project.folder, "src"), { recursive: true });
  await project.describe("after");
  const { blocks, bfree, bsize } = await statfs(disk);
  await mount(disk, (blocks - bfree) * bsize + share * written(scene), "remount,");
  const { code, stderr } = await project.generate();
  if (code === 0) return [`has room for all of it (${share.toFixed(2)})`];
  met();
  const faults = code === 2 && stderr.includes("output-failed") ? [] : [`ends with ${String(code)}: ${stderr.slice(-300)}`];
  faults.push(...halves(await project.read(), scene).map((path) => `${path} is neither what it was nor what it becomes`));
  await mount(disk, plenty, "remount,");
  const next = await project.generate();
  if (next.code !== 0) faults.push(`the next run ends with ${String(next.code)}: ${next.stderr.slice(-300)}`);
  return [...faults, ...differences(await project.read(), scene.after).map((path) => `${path} is another after the next run`)];
}

/** Bytes of the files that a run writes, in whole pages. */
function written({ before, after }: Scene): number {
  const changed: Files = new Map([...after].filter(([path, text]) => before.get(path) !== text));
  return [...changed.values()].reduce((sum, text) => sum + page * Math.ceil(Buffer.byteLength(text) / page), 0);
}

async function mount(disk: string, bytes: number, more = ""): Promise<boolean> {
  const { code } = await runProcess(
    "mount",
    ["-t", "tmpfs", "-o", `${more}size=${String(Math.ceil(bytes / page) * page)}`, "tmpfs", disk],
    {
      cwd: "/",
    },
  ).catch(() => ({ code: 1 }));
  return code === 0;
}
