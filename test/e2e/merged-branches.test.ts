/** Two branches that each changed the description, merged by git: what conflicts, what a check says, and how it is put in order. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildCli, petstore, runProcess, temporaryFolder, type Ran } from "../support/cli.js";

let cli: Awaited<ReturnType<typeof buildCli>>;
let folder = "";
beforeAll(async () => {
  cli = await buildCli();
});
afterAll(() => cli.dispose());
beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder, "spec"));
  await put("package.json", '{ "private": true, "type": "module", "scripts": { "generate": "sundial generate" } }\n');
  await put("sundial.config.json", '{ "input": "spec/petstore.yaml", "output": "src/gen", "emit": ["types", "validators", "client"] }\n');
  await put("spec/petstore.yaml", await readFile(petstore, "utf8"));
  await git("init", "-q", "-b", "main");
  await commit("start");
  return () => rm(folder, { recursive: true });
});

const put = (path: string, text: string): Promise<void> => writeFile(join(folder, path), text);
const run = (...args: readonly string[]): Promise<Ran> => cli.run(args, { cwd: folder });
const identity = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "core.autocrlf=false"] as const;
const git = (...args: readonly string[]): Promise<Ran> => runProcess("git", [...identity, ...args], { cwd: folder });

/** Generates, and commits everything. */
async function commit(message: string): Promise<void> {
  expect((await run("generate")).code).toBe(0);
  await git("add", "-A");
  expect(await git("commit", "-qm", message)).toMatchObject({ code: 0 });
}

/** A branch with a change of the description. */
async function branch(name: string, change: (text: string) => string): Promise<void> {
  await git("checkout", "-q", "-b", name, "main");
  const text = await readFile(join(folder, "spec/petstore.yaml"), "utf8");
  expect(change(text)).not.toBe(text);
  await put("spec/petstore.yaml", change(text));
  await commit(name);
}

const conflicts = async (): Promise<string> => (await git("diff", "--name-only", "--diff-filter=U")).stdout;
const described = (text: string): string => text.replace("The availability of an animal.", "Whether an animal is there.");
const other = (text: string): string => text.replaceAll("listPets", "findPets");
const member = (name: string) => (text: string) =>
  text.replace(/^( +)categoryId:$/m, (line, space: string) => `${space}${name}:\n${space}  type: string\n${line}`);

describe("two branches that change the description in two places", () => {
  test("conflict nowhere; what they made together is current, and put in order by the next run", async () => {
    await branch("ours", described);
    await branch("theirs", other);
    expect(await git("merge", "-q", "--no-edit", "ours")).toMatchObject({ code: 0 });
    const checked = await run("check");
    expect(checked).toMatchObject({ code: 0, stderr: "" });
    expect(checked.stdout).toContain("merged  sundial.json");
    expect(await run("generate")).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("[manifest-rebuilt]") as string,
      stdout: expect.stringMatching(/; 0 files written, \d+ unchanged, 0 removed, and sundial\.json written anew;/) as string,
    });
    expect(await run("check", "--frozen")).toMatchObject({ code: 0, stdout: expect.stringMatching(/is current\n$/) as string });
  });

  test("conflict where their outputs do, and a plain run resolves it", async () => {
    await branch("ours", member("colour"));
    await branch("theirs", member("size"));
    expect((await git("merge", "-q", "--no-edit", "ours")).code).toBe(1);
    const where = await conflicts();
    expect(where).toContain("spec/petstore.yaml\n");
    expect(where).not.toContain("sundial.json");
    // Both are wanted.
    const text = await readFile(join(folder, "spec/petstore.yaml"), "utf8");
    await put("spec/petstore.yaml", text.replace(/^(<{7}|={7}|>{7}).*\n/gm, ""));
    const checked = await run("check");
    expect(checked.code).toBe(1);
    expect(checked.stdout).toContain("fix: npm run generate\n");
    expect((await run("generate")).code).toBe(0);
    const types = await readFile(join(folder, "src/gen/types.ts"), "utf8");
    expect(types).toMatch(/colour[^]*size|size[^]*colour/);
    expect(types).not.toContain("<<<<<<<");
    expect(await run("check", "--frozen")).toMatchObject({ code: 0 });
  });
});

test("without what tells git of the manifest, it conflicts, and a plain run puts it in order", async () => {
  await rm(join(folder, "src/gen/.gitattributes"));
  await put("src/gen/.gitattributes", "# ours\n");
  await commit("attributes of our own");
  await branch("ours", described);
  await branch("theirs", other);
  expect((await git("merge", "-q", "--no-edit", "ours")).code).toBe(1);
  expect(await conflicts()).toBe("src/gen/sundial.json\n");
  expect((await run("check")).stdout).toContain("fix: npm run generate\n");
  expect(await run("generate")).toMatchObject({ code: 0 });
  expect(await run("check", "--frozen")).toMatchObject({ code: 0 });
  expect(await readFile(join(folder, "src/gen/.gitattributes"), "utf8")).toBe("# ours\n");
});

test("comments on two branches meet nowhere in the output, and ask for nothing", async () => {
  await branch("ours", (text) => `# ours\n${text}`);
  await branch("theirs", (text) => `${text}# theirs\n`);
  expect(await git("merge", "-q", "--no-edit", "ours")).toMatchObject({ code: 0 });
  const checked = await run("check");
  expect(checked.code).toBe(0);
  expect(checked.stdout).toContain("because comments or the layout of spec/petstore.yaml changed, and nothing that it says\n");
  expect((await git("status", "--porcelain")).stdout).toBe("");
  expect((await run("generate")).stdout).toContain("0 files written");
  expect((await git("status", "--porcelain")).stdout).toBe("");
});
