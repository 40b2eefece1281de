/** A case as users have it: the command in a process of its own, on files of the disk. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { allParts } from "../../../src/emit/emitters.js";
import { runProcess } from "../../support/cli.js";
import { projectRoot } from "../../support/compile.js";
import type { FuzzCase } from "../cases/fuzz-case.js";
import type { Fault } from "./fault.js";
import type { WatchedJudge } from "./watched-judge.js";

/** The command must end as the same settings do in memory. Its settings are those that no flag says. */
export async function commandFaults(given: FuzzCase, judge: WatchedJudge): Promise<readonly Fault[]> {
  const { faults, exit } = await judge.judge({ ...given, settings: { emit: allParts } });
  if (faults.length > 0) return []; // found without it
  const folder = await mkdtemp(join(tmpdir(), "sundial-fuzz-"));
  try {
    for (const { path, bytes } of given.files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
    await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
    const words = ["generate", "--input", given.files[0]?.path ?? "", "--output", "out"];
    const { code, stderr } = await runProcess(process.execPath, [join(projectRoot, "dist/bin.js"), ...words], {
      cwd: folder,
      killAfter: 120_000,
    });
    if (code === exit && !stderr.includes("This is a bug")) return [];
    return [{ kind: "command", detail: `ends with ${String(code)}, in memory with ${String(exit)}\n${stderr.slice(-2000)}` }];
  } finally {
    await rm(folder, { recursive: true });
  }
}
