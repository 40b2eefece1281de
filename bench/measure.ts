import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export interface Run {
  /** From the start of the process to its end. */
  readonly milliseconds: number;
  /** Peak resident memory of the process, or of all its Node processes together. */
  readonly megabytes: number;
}

const usage = pathToFileURL(fileURLToPath(new URL("usage.mjs", import.meta.url))).href;

/** Runs a Node program to its end and measures it from outside. Throws with its output when it fails. */
export async function measure(node: string, script: string, arguments_: readonly string[], cwd: string): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), "sundial-bench-usage-"));
  try {
    const start = process.hrtime.bigint();
    await finish(node, [script, ...arguments_], cwd, {
      ...process.env,
      NODE_OPTIONS: `--import=${usage}`,
      BENCH_USAGE: folder,
      NO_COLOR: "1",
    });
    const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
    const kilobytes = readdirSync(folder).reduce((sum, name) => sum + Number(readFileSync(join(folder, name), "utf8")), 0);
    return { milliseconds, megabytes: kilobytes / 1024 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function finish(node: string, arguments_: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, arguments_, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const add = (chunk: Buffer): void => void (output += chunk.toString());
    child.stdout.on("data", add);
    child.stderr.on("data", add);
    child.on("error", reject);
    child.on("close", (status) => {
      if (status === 0) resolve();
      else reject(new Error(`${arguments_.join(" ")} ended with ${String(status)}\n${output.slice(-1500)}`));
    });
  });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}
