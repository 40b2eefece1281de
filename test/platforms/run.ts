/**
 * `npm run test:platforms`: the gate's suite on every platform that the registry has, and on those of a checkout. Prints a table.
 *
 * `-- --only deno,bun` tries some of them.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { projectEnvironment } from "../projects/environment.js";
import { toolVersion, toolsIn } from "../projects/tools.js";
import { temporaryFolder } from "../support/compile.js";
import { startPage, startProcess, startWorker, workerRules, type RunningPlatform } from "./platforms.js";
import { allFine, runSuite, writePrograms } from "./suite.js";

const { values } = parseArgs({ options: { only: { type: "string" } } });
const root = await mkdtemp(join(tmpdir(), "sundial-platforms-"));
const folder = await temporaryFolder();
const tools = toolsIn(root, projectEnvironment(), false);

const node = (tool: "node-22" | "node-24") => async (): Promise<RunningPlatform> =>
  startProcess(folder.path, "node", [join(await tools.folder(tool), "node")]);

const platforms: Readonly<Record<string, { readonly title: () => Promise<string>; readonly start: () => Promise<RunningPlatform> }>> = {
  node: {
    title: () => Promise.resolve(`Node ${process.versions.node}`),
    start: () => startProcess(folder.path, "node", [process.execPath]),
  },
  "node-22": { title: async () => `Node ${await toolVersion("node-22", false)}`, start: node("node-22") },
  "node-24": { title: async () => `Node ${await toolVersion("node-24", false)}`, start: node("node-24") },
  deno: {
    title: async () => `Deno ${await toolVersion("deno", false)}`,
    start: async () => startProcess(folder.path, "deno", [join(await tools.folder("deno"), "deno"), "run", "--allow-net", "--no-config"]),
  },
  bun: {
    title: async () => `Bun ${await toolVersion("bun", false)}`,
    start: async () => startProcess(folder.path, "bun", [join(await tools.folder("bun"), "bun"), "run"]),
  },
  ...Object.fromEntries(
    workerRules.map((rules, index) => [
      `workerd-${index + 1}`,
      { title: () => Promise.resolve(`workerd, ${rules.compatibilityDate}`), start: () => startWorker(folder.path, rules) },
    ]),
  ),
  chromium: { title: () => Promise.resolve("Chromium"), start: () => startPage(folder.path) },
};

try {
  await writePrograms(folder.path);
  const names = values.only?.split(",") ?? Object.keys(platforms);
  for (const name of names) {
    const platform = platforms[name];
    if (platform === undefined) throw new Error(`There is no platform ${name}; there are ${Object.keys(platforms).join(", ")}`);
    const running = await platform.start();
    const failures = Object.entries(await runSuite(running.ask)).filter(([, failure]) => failure !== undefined);
    const said = await running.stop();
    const all = Object.keys(allFine).length;
    console.log(`| ${await platform.title()} | ${all - failures.length}/${all} |${said === "" ? "" : ` and it said: ${said}`}`);
    for (const [scenario, failure] of failures) console.error(`${scenario}: ${failure ?? ""}`);
    if (failures.length > 0 || said !== "") process.exitCode = 1;
  }
} finally {
  await folder.remove();
  await rm(root, { recursive: true, force: true });
}
