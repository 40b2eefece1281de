import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../../src/io-node-command.js";
import { temporaryFolder } from "../support/cli.js";

const cwd = process.cwd();
const node = (program: string, more: object = {}) =>
  runCommand(["node", "-e", program], { cwd, input: "in é", milliseconds: 60_000, ...more });

test("a program gets its input, and what it prints is returned with how it ended", async () => {
  expect(await node("process.stdin.pipe(process.stdout); process.stderr.write('e'); process.exitCode = 3")).toEqual({
    code: 3,
    stdout: "in é",
    stderr: "e",
  });
  // One that does not read, of an input that no pipe holds.
  expect(await node("process.exit(4)", { input: "x".repeat(1_000_000) })).toMatchObject({ code: 4 });
  expect(await node("process.kill(process.pid, 'SIGTERM')")).toMatchObject({ code: -1 });
});

test("one that never ends is ended", async () => {
  await expect(node("setInterval(() => {}, 1000)", { milliseconds: 300 })).rejects.toMatchObject({ code: "ETIMEDOUT" });
});

test("one that is not there is told, and words are no shell's", async () => {
  await expect(runCommand(["no-such-program"], { cwd, input: "", milliseconds: 1000 })).rejects.toMatchObject({ code: "ENOENT" });
  const { stdout } = await runCommand(["node", "-p", "process.argv[1]", "$(id); 'x'"], { cwd, input: "", milliseconds: 60_000 });
  expect(stdout).toBe("$(id); 'x'\n");
});

test("programs of the given folders come first", async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "bin"));
  await symlink(process.execPath, join(folder, "bin/our-node"));
  const { stdout } = await runCommand(["our-node", "-p", "1"], { cwd, input: "", milliseconds: 60_000, path: [join(folder, "bin")] });
  expect(stdout).toBe("1\n");
  await rm(folder, { recursive: true });
});
