/** `generate --watch` as a process: on a real disk, with files that an editor replaces, and a configuration of modules. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCli, temporaryFolder } from "../support/cli.js";

let cli: Awaited<ReturnType<typeof buildCli>>;
let folder = "";
beforeAll(async () => {
  cli = await buildCli();
  folder = await temporaryFolder();
});
afterAll(async () => {
  await cli.dispose();
  await rm(folder, { recursive: true });
});

const at = (path: string): string => join(folder, path);
const put = (path: string, text: string): Promise<void> => writeFile(at(path), text);
/** As an editor saves. */
async function replace(path: string, text: string): Promise<void> {
  await put(`${path}.new`, text);
  await rename(at(`${path}.new`), at(path));
}
const described = (name: string): string =>
  `openapi: 3.1.0\ninfo: { title: Zoo, version: "1" }\npaths: {}\ncomponents: { schemas: { ${name}: { type: object } } }\n`;

/** What a process has said, and whoever waits for it to say more. */
function listen(child: ChildProcessWithoutNullStreams): {
  readonly rounds: (count: number) => Promise<void>;
  readonly ended: Promise<number | null>;
} {
  let said = "";
  let wake: () => void = () => undefined;
  child.stdout.resume();
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    wake();
  });
  const ended = new Promise<number | null>((done) => child.on("close", done));
  return {
    ended,
    async rounds(count) {
      while (said.split("Ctrl+C ends it\n").length - 1 < count)
        await new Promise<void>((done) => {
          wake = done;
        });
    },
  };
}

test("runs again for each file that is replaced, and ends when it is asked to", async () => {
  await mkdir(at("spec"));
  await put("package.json", '{ "type": "module" }');
  await put("spec/zoo.yaml", described("Animal"));
  await put("settings.ts", "export const header = 'One';\n");
  await put(
    "sundial.config.ts",
    'import { header } from "./settings.ts";\nexport default { input: "spec/zoo.yaml", output: "src/zoo", emit: ["types", "client"], header };\n',
  );
  const child = spawn(process.execPath, [cli.bin, "generate", "--watch"], { cwd: folder });
  const { rounds, ended } = listen(child);
  const types = (): Promise<string> => readFile(at("src/zoo/types.ts"), "utf8");
  try {
    await rounds(1);
    expect(await types()).toContain("export type Animal");
    const runtime = await stat(at("src/zoo/runtime/client.ts"));
    await replace("spec/zoo.yaml", described("Beast"));
    await rounds(2);
    expect(await types()).toContain("export type Beast");
    expect((await stat(at("src/zoo/runtime/client.ts"))).mtimeMs).toBe(runtime.mtimeMs);
    // A module of the configuration was loaded before: it is loaded anew.
    await replace("settings.ts", "export const header = 'Two';\n");
    await rounds(3);
    expect(await types()).toMatch(/^\/\/ Two\n/);
    await rm(at("spec"), { recursive: true });
    await rounds(4);
    // It comes back as a link, and is changed where that leads.
    await mkdir(at("elsewhere"));
    await put("elsewhere/zoo.yaml", described("Creature"));
    await symlink(at("elsewhere"), at("spec"));
    while (!(await types()).includes("Creature")) await new Promise((done) => setImmediate(done));
    await replace("elsewhere/zoo.yaml", described("Being"));
    while (!(await types()).includes("Being")) await new Promise((done) => setImmediate(done));
  } finally {
    child.kill("SIGINT");
  }
  expect(await ended).toBe(0);
});
