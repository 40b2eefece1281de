/** Workers on the runtime of Cloudflare Workers: each request has a context of its own there. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

const required = process.env["SUNDIAL_REQUIRE_SERVICES"] === "1";

/** The program of this machine's platform: a package of its own beside `workerd`. */
const program = ((): string | undefined => {
  const { resolve } = createRequire(import.meta.url);
  try {
    return resolve(`@cloudflare/workerd-${process.platform}-${process.arch === "x64" ? "64" : process.arch}/bin/workerd`);
  } catch {
    return undefined;
  }
})();

const runs = program !== undefined && existsSync(program) && spawnSync(program, ["--version"]).status === 0;

/** Why tests are skipped, for their titles; empty where they are not. */
export const missing = required || runs ? "" : " (skipped: no workerd that runs here)";

export interface WorkerOptions {
  /** The rules of the platform as of that day. */
  readonly compatibilityDate: string;
  readonly compatibilityFlags?: readonly string[];
}

export interface RunningWorker {
  readonly url: string;
  /** What the runtime has said so far: errors above all. */
  readonly log: () => string;
  stop(): Promise<void>;
}

/** Serves `worker.js` of a folder on a free port. */
export async function serveWorker(folder: string, { compatibilityDate, compatibilityFlags = [] }: WorkerOptions): Promise<RunningWorker> {
  const name = `${compatibilityDate}.capnp`;
  await writeFile(
    join(folder, name),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "${compatibilityDate}",
      compatibilityFlags = ${JSON.stringify(compatibilityFlags)},
    )),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`,
  );
  const child = spawn(program ?? "workerd", ["serve", name, "--verbose", "--control-fd=3"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text: string) => (log += text));
  const port = await listening(child, () => log);
  return {
    url: `http://127.0.0.1:${port}`,
    log: () => log,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => {
          resolve();
        });
        child.kill("SIGKILL");
      }),
  };
}

/** The port, which the runtime says on a channel of its own. */
function listening(child: ChildProcess, log: () => string): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.once("error", reject);
    child.once("exit", (code) => {
      reject(new Error(`workerd ended with ${String(code)}: ${log()}`));
    });
    child.stdio[3]?.on("data", (chunk: Buffer) => {
      said += String(chunk);
      const port = /"port":\s*(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
  });
}
