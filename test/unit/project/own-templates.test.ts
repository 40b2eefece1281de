/** The folder of templates as a disk may have it. */
import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeIo } from "../../../src/io-node.js";
import { readTemplates } from "../../../src/project/own-templates.js";

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "sundial-own-"));
  await writeFile(join(base, "package.json"), "{}");
  await mkdir(join(base, "own"));
  await writeFile(join(base, "own/index.hbs"), "export {};\n");
});
afterEach(() => rm(base, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;

test.each<[what: string, make: (path: string) => Promise<unknown>, message: string]>([
  ["a link to nothing", (path) => symlink("nothing", path), "client.hbs is a link that leads to nothing, or may not be followed."],
  ["a link to itself", (path) => symlink("client.hbs", path), "client.hbs is a link that leads to nothing, or may not be followed."],
  ["a link to a folder", (path) => symlink(".", path), "client.hbs is a link to a folder."],
  ["a link to a pipe", (path) => pipe(`${path}.fifo`).then(() => symlink("client.hbs.fifo", path)), "client.hbs is a pipe or a device."],
  ["a pipe", (path) => pipe(path), "client.hbs is a pipe or a device."],
  ["NUL bytes", (path) => writeFile(path, Buffer.from("export {};\n", "utf16le")), "client.hbs holds NUL bytes, and is no text in UTF-8."],
  ["too much", (path) => writeFile(path, " ".repeat(200_001)), "client.hbs has more than 200000 bytes."],
  ["what may not be read", (path) => writeFile(path, "").then(() => chmod(path, 0)), isRoot ? "" : "client.hbs cannot be read (EACCES)."],
])("says what is wrong with a template, where, and reads the others: %s", async (_what, make, message) => {
  await make(join(base, "own/client.hbs"));
  const { files, problems } = await readTemplates(nodeIo(), { path: join(base, "own"), written: "own", base });
  if (message === "") return; // nothing is forbidden to root
  expect(files.map(({ name }) => name)).toEqual(["index"]);
  const wrong = problems.filter(({ message: text }) => text.startsWith("client.hbs "));
  expect(wrong).toMatchObject([{ code: "template-unreadable", severity: "error", message, at: { line: 1, column: 1 } }]);
  expect(wrong[0]?.at?.file).toMatch(/^file:.*\/own\/client\.hbs$/);
});

async function pipe(path: string): Promise<void> {
  execFileSync("mkfifo", [path]);
  return Promise.resolve();
}
