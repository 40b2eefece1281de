/** Where the suite runs, and how a program is started there. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as chromium from "../support/chromium.js";
import { serveWorker, type WorkerOptions } from "../support/workerd.js";
import type { Ask, Entry } from "./suite.js";

/** A platform with the program on it. */
export interface RunningPlatform {
  readonly ask: Ask;
  /** Ends it, and gives what it has said: errors above all. */
  stop(): Promise<string>;
}

const asked =
  (origin: string): Ask =>
  async (path) =>
    (await fetch(`${origin}${path}`)).json();

/** A program of its own, on a runtime of servers. `command`: the runtime with its flags. */
export async function startProcess(folder: string, entry: Entry, [runtime = "", ...flags]: readonly string[]): Promise<RunningPlatform> {
  const child = spawn(runtime, [...flags, join(folder, `${entry}.js`)], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  });
  let said = "";
  const port = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        const found = /^port (\d+)$/m.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
    child.once("error", reject);
    child.once("exit", (code) => {
      reject(new Error(`${runtime} ended with ${String(code)}: ${said}`));
    });
  });
  return {
    ask: asked(`http://127.0.0.1:${port}`),
    stop: () =>
      new Promise((resolve) => {
        // Once it is closed, all that it said has come.
        child.once("close", () => {
          resolve(said.replace(/^port \d+\n/m, ""));
        });
        child.kill("SIGKILL");
      }),
  };
}

/** Whatever workerd says of requests that it cancels, or that touch what is another's. */
const trespass = /different request|will never generate|hung|cancel|on behalf/i;

/** A Worker, each request of which has a context of its own. */
export async function startWorker(folder: string, options: WorkerOptions): Promise<RunningPlatform> {
  const worker = await serveWorker(folder, options);
  return {
    ask: asked(worker.url),
    async stop() {
      const said = worker.log();
      await worker.stop();
      return trespass.test(said) ? said : "";
    },
  };
}

/** A page of Chromium. */
export async function startPage(folder: string): Promise<RunningPlatform> {
  const servers = chromium.localServers();
  const origin = await servers.listen((_, response) =>
    response.writeHead(200, { "Content-Type": "text/html" }).end("<title>Suite</title>"),
  );
  const browser = await chromium.launch();
  let said = "";
  const page = await browser.newPage();
  page.on("pageerror", (error) => (said += `${String(error)}\n`));
  await page.goto(origin);
  await page.addScriptTag({ content: await readFile(join(folder, "page.js"), "utf8") });
  return {
    ask: (path) => page.evaluate(`answerRequest(new Request(${JSON.stringify(`${origin}${path}`)})).then((answer) => answer.json())`),
    async stop() {
      await browser.close();
      servers.close();
      return said;
    },
  };
}

/** The rules of Workers: those of today, and those before the platform moved a promise that another request settles into its own context. */
export const workerRules: readonly WorkerOptions[] = [
  { compatibilityDate: "2026-10-01", compatibilityFlags: ["nodejs_compat"] },
  { compatibilityDate: "2023-06-01" },
];
