/** `check` remarks on a folder of handlers that has none, and is not red for it. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo } from "../../support/memory-io.js";

const petstore = readFileSync(new URL("../../../spec/petstore.yaml", import.meta.url), "utf8");
const project = (more: object = {}) => {
  const config = { input: "petstore.yaml", output: "out", emit: ["server"], handlers: "handlers", ...more };
  return memoryIo({ "/project/petstore.yaml": petstore, "/project/sundial.config.json": JSON.stringify(config) });
};
const remark = "there are no handlers in handlers.";

it.each([["check"], ["check", "--full"]])("%s %s says that handlers are missing, and is green", async (...args) => {
  const io = project();
  expect(await run(["generate"], io)).toBe(0);
  expect(await run(args, io)).toBe(0);
  expect(io.printed.stderr).not.toContain("handlers-missing");
  for (const path of [...io.files.keys()].filter((each) => each.startsWith("/project/handlers/"))) io.files.delete(path);
  expect(await run(args, io)).toBe(0);
  expect(io.printed.stderr).toContain("handlers-missing");
  expect(io.printed.stderr).toContain(remark);
});

it("is red where the configuration says that it is an error", async () => {
  const io = project({ severity: { "handlers-missing": "error" } });
  expect(await run(["generate"], io)).toBe(0);
  for (const path of [...io.files.keys()].filter((each) => each.startsWith("/project/handlers/"))) io.files.delete(path);
  for (const args of [["check"], ["check", "--full"]]) expect(await run(args, io)).toBe(1);
});
