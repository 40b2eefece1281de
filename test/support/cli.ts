/** The command line as a process of its own. */
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../../scripts/bundle.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Folder of this project. */
export const projectFolder = root;
export const petstore = join(root, "spec/petstore.yaml");

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds after which the process is killed with SIGKILL. */
  readonly killAfter?: number;
}

/** Bundles the tool as it is now, beside the project's packages, and returns a function that runs it. */
export async function buildCli(): Promise<{
  readonly run: (args: readonly string[], options: RunOptions) => Promise<Ran>;
  readonly bin: string;
  readonly dispose: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(root, "node_modules/.sundial-cli-"));
  await bundle(folder);
  const bin = join(folder, "bin.js");
  return {
    bin,
    run: (args, options) => runProcess(process.execPath, [bin, ...args], options),
    dispose: () => rm(folder, { recursive: true }),
  };
}

/** Runs a program to its end. */
export function runProcess(program: string, args: readonly string[], { cwd, stdin, env, killAfter }: RunOptions): Promise<Ran> {
  return new Promise((done, fail) => {
    const inherited = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(NO_COLOR|FORCE_COLOR|CI|NODE_OPTIONS|VITEST.*)$/.test(name)),
    );
    const child = spawn(program, [...args], { cwd, env: { ...inherited, ...env } });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
    child.on("error", fail);
    child.on("close", (code) => {
      clearTimeout(timer);
      done({ code, stdout, stderr });
    });
    child.stdin.on("error", () => undefined); // a program that ends without reading its input is no mistake here
    child.stdin.end(stdin ?? "");
  });
}

export async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "sundial-"));
}

/** Every file below a folder with its text, by its path with forward slashes. */
export async function readTree(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    files
      .sort()
      .map(async (file): Promise<readonly [string, string]> => [relative(folder, file).split(sep).join("/"), await readFile(file, "utf8")]),
  );
  return Object.fromEntries(texts);
}
