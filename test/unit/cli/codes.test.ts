import { expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo } from "../../support/memory-io.js";

const description = JSON.stringify({ openapi: "3.1.0", info: { title: "Things", version: "1.0.0" }, paths: {} });

test("silencing a warning that never occurs is itself a warning", async () => {
  const config = { input: "things.json", output: "api", silence: ["pattern-invalid"] };
  const io = memoryIo({ "/project/things.json": description, "/project/sundial.config.json": JSON.stringify(config) }, { cwd: "/project" });
  expect(await run(["generate", "--format", "json"], io)).toBe(0);
  expect(io.printed.stdout).toContain('"silence-unused"');
});

test("a file larger than what is read is refused, and nothing is written", async () => {
  const io = memoryIo({ "/project/things.json": new Uint8Array(101 * 1024 * 1024) }, { cwd: "/project" });
  expect(await run(["generate", "--input", "things.json", "--output", "api", "--format", "json"], io)).toBe(2);
  expect(io.printed.stdout).toContain('"file-too-large"');
  expect(io.changes).toEqual([]);
});
