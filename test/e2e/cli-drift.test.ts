import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildCli, petstore, readTree, runProcess, temporaryFolder, type Ran } from "../support/cli.js";

let cli: Awaited<ReturnType<typeof buildCli>>;
let pristine = "";
let folder = "";
const config = `{ "command": "npm run generate", "apis": {
  "petstore": { "input": "spec/petstore.yaml", "output": "generated/petstore" },
  "second": { "input": "spec/second.yaml", "output": "generated/second", "emit": ["types"] } } }
`;

beforeAll(async () => {
  cli = await buildCli();
  pristine = await temporaryFolder();
  await mkdir(join(pristine, "spec"));
  await writeFile(join(pristine, "spec/petstore.yaml"), await readFile(petstore, "utf8"));
  await writeFile(join(pristine, "spec/second.yaml"), await readFile(petstore, "utf8"));
  await writeFile(join(pristine, "sundial.config.json"), config);
  const ran = await cli.run(["generate"], { cwd: pristine });
  expect(ran).toMatchObject({ code: 0, stderr: "" });
});
afterAll(async () => {
  await cli.dispose();
  await rm(pristine, { recursive: true });
});
beforeEach(async () => {
  folder = await temporaryFolder();
  await cp(pristine, folder, { recursive: true });
  return () => rm(folder, { recursive: true });
});

const at = (path: string): string => join(folder, path);
const check = (...args: readonly string[]): Promise<Ran> => cli.run(["check", ...args], { cwd: folder });
async function edit(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(at(path), change(await readFile(at(path), "utf8")));
}

describe("check", () => {
  test("passes right after generate, by hashes and in full", async () => {
    for (const args of [[], ["--full"]]) {
      expect(await check(...args)).toEqual({
        code: 0,
        stdout: "petstore: generated/petstore is current\nsecond: generated/second is current\n2 of 2 APIs current\n",
        stderr: "",
      });
    }
  });

  test("names a missing file", async () => {
    await rm(at("generated/petstore/types.ts"));
    const { code, stdout } = await check();
    expect(code).toBe(1);
    expect(stdout).toContain("petstore: generated/petstore is not current\n  missing  types.ts\n");
    expect(stdout).toContain("fix: npm run generate\n");
    expect(stdout).toContain("second: generated/second is current\n");
  });

  test.each([
    ["the marks of a merge", "conflicted", (text: string) => `<<<<<<< ours\n${text}=======\n${text}>>>>>>> theirs\n`],
    ["no JSON", "unreadable", () => "broken"],
  ])("tells of a manifest with %s, and the command that it names makes all current", async (_, word, change) => {
    await edit("generated/petstore/sundial.json", change);
    const { code, stdout } = await check();
    expect(code).toBe(1);
    expect(stdout).toContain(`  ${word}  sundial.json  (the manifest of the output`);
    // Every file is as it would be written: nothing can be lost.
    expect(stdout).toContain("fix: npm run generate\n");
    expect(await cli.run(["generate"], { cwd: folder })).toMatchObject({ code: 0 });
    expect(await check()).toMatchObject({ code: 0 });
  });

  test("names a file that was edited by hand, and what it takes to lose the edit", async () => {
    await edit("generated/petstore/types.ts", (text) => `${text}// mine\n`);
    const { code, stdout } = await check("--diff");
    expect(code).toBe(1);
    expect(stdout).toContain("  edited  types.ts  (changed by hand after it was generated)\n");
    expect(stdout).toContain("fix: npx openapi-sundial generate petstore --force\n");
    expect(stdout).toContain("--- a/generated/petstore/types.ts\n+++ b/generated/petstore/types.ts\n");
    expect(stdout).toContain("\n-// mine\n");
  });

  test("says of every API that its description changed, not only of the first", async () => {
    for (const name of ["petstore", "second"]) await edit(`spec/${name}.yaml`, (text) => text.replaceAll("categoryId", "kindId"));
    const { code, stdout } = await check("--diff");
    expect(code).toBe(1);
    for (const name of ["petstore", "second"]) {
      expect(stdout).toContain(`${name}: generated/${name} is not current\n`);
      expect(stdout).toContain(`  because the description changed: spec/${name}.yaml\n`);
      expect(stdout).toMatch(new RegExp(`\\+\\+\\+ b/generated/${name}/types\\.ts\n[^]*-.*categoryId[^]*\\+.*kindId`));
    }
    expect(stdout).toContain("  changed  types.ts");
  });

  test("says that an option changed", async () => {
    await edit("sundial.config.json", (text) => text.replace('"emit": ["types"]', '"emit": ["types", "validators"]'));
    const { code, stdout } = await check("second");
    expect(code).toBe(1);
    expect(stdout).toContain(`  because the option emit changed from ["types"] to ["types","validators"]\n`);
  });

  test("says that the tool changed", async () => {
    await edit("generated/petstore/sundial.json", (text) => text.replace(/"sundial": ".*?"/, '"sundial": "0.0.1"'));
    // It writes the same: nothing has to be done.
    const { code, stdout } = await check("petstore");
    expect(code).toBe(0);
    expect(stdout).toMatch(/because openapi-sundial changed from 0\.0\.1 to \d+\.\d+\.\d+\n/);
    expect((await check("petstore", "--frozen")).code).toBe(1);
  });

  test("names orphaned files: ours that left the output, and copies of ours; a file of the user's is none", async () => {
    await writeFile(at("generated/petstore/mine.ts"), "export {};\n");
    expect((await check("petstore")).code).toBe(0);
    await cp(at("generated/petstore/types.ts"), at("generated/petstore/types-copy.ts"));
    const { code, stdout } = await check("petstore");
    expect(code).toBe(1);
    expect(stdout).toContain(
      "  orphaned  types-copy.ts  (looks generated, but is not part of the output; `generate` does not remove it)\n",
    );
    expect(stdout).not.toContain("mine.ts");
    // The command that is told makes it current.
    expect(stdout).toMatch(/^ {2}fix: rm generated\/petstore\/types-copy\.ts$/m);
    await edit("generated/petstore/client.ts", (text) => `${text}// mine\n`);
    expect((await check("petstore")).stdout).toMatch(
      /^ {2}fix: npx openapi-sundial generate petstore .*--force && rm generated\/petstore\/types-copy\.ts$/m,
    );
    await rm(at("generated/petstore/types-copy.ts"));
    expect((await check("petstore")).stdout).not.toContain(" && rm ");
  });

  test("says that the output was never generated", async () => {
    await rm(at("generated/petstore"), { recursive: true });
    const { code, stdout } = await check("petstore");
    expect(code).toBe(1);
    expect(stdout).toContain("because there is no sundial.json: it was never generated, or not committed\n");
  });

  test("says that a run was interrupted", async () => {
    await writeFile(at("generated/petstore/.sundial-journal.json"), "{}\n");
    const { code, stdout } = await check("petstore");
    expect(code).toBe(1);
    expect(stdout).toContain("interrupted");
    const ran = await cli.run(["generate"], { cwd: folder });
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain("[output-interrupted]");
    expect((await check()).code).toBe(0);
  });

  test("does not take line endings for a change", async () => {
    const tree = await readTree(at("generated"));
    for (const [path, text] of Object.entries(tree)) await writeFile(at(`generated/${path}`), text.replaceAll("\n", "\r\n"));
    await edit("spec/petstore.yaml", (text) => text.replaceAll("\n", "\r\n"));
    for (const args of [[], ["--full"]]) expect((await check(...args)).code).toBe(0);
  });

  test("prints the same as data", async () => {
    await rm(at("generated/petstore/types.ts"));
    const { code, stdout } = await check("--format", "json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      apis: [
        { name: "petstore", current: false, drift: [{ kind: "missing", path: "types.ts" }], fix: "npm run generate" },
        { name: "second", current: true },
      ],
    });
    const github = await check("--format", "github");
    expect(github.stdout).toContain("::error file=generated/petstore/types.ts,title=output-stale::types.ts is missing.");
  });

  test("writes nothing", async () => {
    await edit("spec/petstore.yaml", (text) => text.replaceAll("categoryId", "kindId"));
    const before = await readTree(folder);
    await check("--full", "--diff");
    expect(await readTree(folder)).toEqual(before);
  });
});

describe("generate", () => {
  test("stops at a file that was edited, names it, and with --force goes on", async () => {
    await edit("generated/petstore/types.ts", (text) => `${text}// mine\n`);
    const before = await readTree(folder);
    const stopped = await cli.run(["generate"], { cwd: folder });
    expect(stopped.code).toBe(1);
    expect(stopped.stderr).toContain(`${at("generated/petstore/types.ts")} was changed after it was generated.`);
    expect(stopped.stderr).toContain("to discard it, run `npx openapi-sundial generate petstore --force`.");
    expect(await readTree(folder)).toEqual(before);
    expect((await cli.run(["generate", "--force"], { cwd: folder })).code).toBe(0);
    expect(await readTree(folder)).toEqual(await readTree(pristine));
  });

  test("refuses a folder that holds the user's own files where ours belong", async () => {
    await rm(at("generated/second"), { recursive: true });
    await mkdir(at("generated/second"));
    await writeFile(at("generated/second/types.ts"), "export const mine = 1;\n");
    const ran = await cli.run(["generate", "--force"], { cwd: folder });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("[output-in-the-way]");
    expect(await readFile(at("generated/second/types.ts"), "utf8")).toBe("export const mine = 1;\n");
  });

  test("does not mix its files with those of another run at the same time", async () => {
    await edit("spec/petstore.yaml", (text) => text.replaceAll("categoryId", "kindId"));
    const runs = await Promise.all([1, 2, 3].map(() => cli.run(["generate"], { cwd: folder })));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await check("--full")).code).toBe(0);
    expect(Object.keys(await readTree(at("generated"))).filter((path) => path.includes(".sundial"))).toEqual([]);
  });

  test.skipIf(process.platform === "win32")("leaves no lock on a disk that takes no more, and goes on when it does", async () => {
    await edit("spec/petstore.yaml", (text) => text.replaceAll("categoryId", "kindId"));
    const before = await readTree(at("generated"));
    // A limit of the system on the size of files: they can be made, and nothing can be written into them.
    const full = await runProcess("sh", ["-c", 'ulimit -f 0; exec "$0" "$@"', process.execPath, cli.bin, "generate"], { cwd: folder });
    expect(full).toMatchObject({ code: 2 });
    expect(full.stderr).toContain("[output-failed]");
    expect(await readTree(at("generated"))).toEqual(before);
    expect(await cli.run(["generate"], { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
  });

  test("leaves, when it is killed at any time, an output that is whole or says that it is not", { timeout: 600_000 }, async () => {
    await edit("spec/petstore.yaml", (text) => text.replaceAll("categoryId", "kindId"));
    for (const killAfter of [60, 150, 250, 300, 350, 400, 500]) {
      await cli.run(["generate", "petstore"], { cwd: folder, killAfter });
      const { stdout } = await check("petstore");
      const tree = await readTree(at("generated/petstore"));
      if (!stdout.includes("interrupted")) {
        // What was staged beside the output by a run that died before it touched the output is no part of it.
        const own = Object.entries(tree).filter(([path]) => !path.startsWith(".sundial"));
        const texts = own.map(([, text]) => text).filter((text) => !text.startsWith("{"));
        const met = new Set(texts.flatMap((text) => text.match(/categoryId|kindId/g) ?? []));
        expect(met.size, `killed after ${String(killAfter)} ms, and the check says: ${stdout}`).toBe(1);
      }
    }
    const last = await cli.run(["generate", "petstore"], { cwd: folder });
    expect(last).toMatchObject({ code: 0 });
    expect((await check("petstore", "--full")).code).toBe(0);
    expect(Object.keys(await readTree(at("generated/petstore"))).filter((path) => path.includes(".sundial"))).toEqual([]);
  });
});
