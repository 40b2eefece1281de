import { describe, expect, test } from "vitest";
import { catalogue } from "../../../src/diagnostic/catalogue.js";
import { run } from "../../../src/cli/run.js";
import { memoryIo } from "../../support/memory-io.js";

async function printed(argv: readonly string[], columns?: number): Promise<readonly string[]> {
  const io = memoryIo({}, { terminal: columns !== undefined, env: { NO_COLOR: "1" } });
  const stdout = { ...io.stdout, columns: columns ?? 80 };
  await run(argv, { ...io, stdout });
  return io.printed.stdout.split("\n");
}

describe("lines for people have at most the columns of the terminal, and 100 where there is none", () => {
  const commands = ["generate", "check", "pull", "lint", "eject", "explain"];

  test.each([undefined, 80, 120])("in helps, of a terminal of %s", async (columns) => {
    for (const argv of [["--help"], ...commands.map((name) => [name, "--help"])])
      for (const line of await printed(argv, columns)) expect(line.length).toBeLessThanOrEqual(columns ?? 100);
  });

  test("in explanations, whose words stay", async () => {
    for (const code of Object.keys(catalogue)) {
      const lines = await printed(["explain", code]);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
      const { explanation } = catalogue[code as keyof typeof catalogue]; // a key of it
      expect(lines.join(" ")).toContain(explanation.replaceAll("\n", " "));
    }
  });

  test("in the list of codes on a terminal; elsewhere each is one line, to be looked for", async () => {
    expect((await printed(["explain"])).length).toBe(Object.keys(catalogue).length + 1);
    for (const line of await printed(["explain"], 80)) expect(line.length).toBeLessThanOrEqual(80);
  });
});

test.each([
  [{}, true],
  [{ TERM: "xterm" }, true],
  [{ TERM: "dumb" }, false],
])("on a terminal of %j the line of progress is written over: %s", async (env, expected) => {
  const files = { "/project/a.yaml": "openapi: 3.0.3\ninfo: { title: T, version: '1' }\npaths: {}\n" };
  const io = memoryIo(files, { terminal: true, env });
  await run(["lint", "--input", "a.yaml"], io);
  expect(io.printed.stderr.includes("\u001b[2K")).toBe(expected);
});
