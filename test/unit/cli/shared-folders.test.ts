/** Two APIs whose names for a folder differ, and whose folder is one. */
import { expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo } from "../../support/memory-io.js";

const description = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n';

test.each([
  ["output", "runtime folder of a", { "/project/link": "/project/a/runtime" }, { output: "link" }],
  ["output", "also the folder of a", { "/project/link": "/project/a" }, { output: "link" }],
  ["handlers", "also the folder of the handlers of a", { "/project/link": "/project/h" }, { output: "b", handlers: "link" }],
])("%s of one API is %s by a link, which generate and check refuse", async (key, message, symlinks, b) => {
  const apis = { a: { input: "a.yaml", output: "a", handlers: "h" }, b: { input: "a.yaml", ...b } };
  const files = { "/project/sundial.config.json": JSON.stringify({ runtime: false, apis }), "/project/a.yaml": description };
  for (const command of ["generate", "check"]) {
    const io = memoryIo(files, { symlinks, folders: ["/project/a/runtime", "/project/h"] });
    expect(await run([command], io)).toBe(2);
    expect(io.printed.stderr).toContain(`\`apis.b.${key}\` is`);
    expect(io.printed.stderr).toContain(message);
    expect(io.changes).toEqual([]);
  }
});
