import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo } from "../../support/memory-io.js";

const described = (more: string): string => `openapi: 3.1.0
info: { title: Things, version: "1" }
paths: {}
components: { schemas: { A: { ${more} } } }
`;
const files = {
  "/project/spec/a.yaml": described("type: int"),
  "/project/spec/b.yml": described("type: string, minLength: 2, maxLength: 1"),
  "/project/noext": described("type: string"),
  "/project/change.yaml": "overlay: 1.1.0\ninfo: { title: C, version: '1' }\nactions: [{ target: $, update: {} }]\n",
  "/project/spec/c.json": JSON.stringify({ openapi: "3.1.0", info: { title: "C", version: "1" }, paths: {} }),
};

async function linted(argv: readonly string[], config?: object) {
  const io = memoryIo({ ...files, ...(config === undefined ? {} : { "/project/sundial.config.json": JSON.stringify(config) }) });
  const code = await run(["lint", ...argv], io);
  return { code, ...io.printed, changes: io.changes };
}

describe("lint of files", () => {
  test("reads each, and says of each what there is", async () => {
    const { code, stdout, stderr, changes } = await linted(["spec/a.yaml", "spec/b.yml", "spec/c.json"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "spec/a.yaml: 1 error\nspec/b.yml: 1 warning\nspec/c.json: nothing to say\n" });
    expect(stderr).toContain("spec/a.yaml: ");
    expect(changes).toEqual([]);
  });

  test("takes the flags that stand beside --input, for all of them", async () => {
    const { code, stdout } = await linted(["spec/a.yaml", "spec/b.yml", "--no-strict", "--severity", "bounds-impossible=error"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "spec/a.yaml: 1 warning\nspec/b.yml: 1 error\n" });
    expect(await linted(["--input", "spec/b.yml", "spec/c.json", "--silence", "bounds-impossible"])).toMatchObject({
      code: 0,
      stdout: "spec/b.yml: nothing to say\nspec/c.json: nothing to say\n",
      stderr: "",
    });
  });

  test("goes without a configuration, and beside one", async () => {
    const { stdout } = await linted(["spec/c.json"], { input: "gone.yaml", output: "o" });
    expect(stdout).toBe("spec/c.json: nothing to say\n");
    expect((await linted(["spec/gone.yaml"])).code).toBe(2);
    expect((await linted(["spec/a.yaml", "things"])).stderr).toContain(
      '"things" names an API of a configuration, and spec/a.yaml is read instead of one.',
    );
  });

  test("reads one that is named twice once", async () => {
    const { stdout } = await linted(["spec/b.yml", "./spec/b.yml", "--input", "/project/spec/b.yml"]);
    expect(stdout).toBe("spec/b.yml: 1 warning\n");
  });

  const config = { input: "spec/a.yaml" };
  test.each<[readonly string[], object | undefined, string]>([
    [["noext"], undefined, '"noext" is a file, and its name does not end in .yaml, .yml or .json'],
    [["noext"], config, "sundial lint --input noext"],
    [["spec/c.json", "noext"], undefined, "sundial lint --input noext"],
    [["spec"], undefined, '"spec" is a folder, and `lint` reads files.'],
    [["spec/"], config, "sundial lint spec/*.yaml"],
    [["nowhere"], config, 'The configuration has no API "nowhere".'],
    [["nowhere"], undefined, "[config-not-found]"],
  ])("says of what is there that it is a file or a folder: %j", async (argv, beside, expected) => {
    const { code, stderr } = await linted(argv, beside);
    expect(code).toBe(2);
    expect(stderr).toContain(expected);
  });

  test("says that an overlay is none", async () => {
    const { code, stderr } = await linted(["--input", "change.yaml"]);
    expect(code).toBe(1);
    expect(stderr).toContain("change.yaml is not an OpenAPI description: it is an overlay, which changes one.");
    expect(stderr).toContain("--overlay");
  });
});

describe("--max-warnings", () => {
  test.each([
    ["0", 1],
    ["1", 0],
  ])("%s exits with %i where there is one", async (most, expected) => {
    const { code, stderr } = await linted(["spec/b.yml", "--max-warnings", most]);
    expect(code).toBe(expected);
    expect(stderr.includes("[too-many-warnings]")).toBe(expected === 1);
  });

  test("counts for a configuration, and for reports", async () => {
    const config = { input: "spec/b.yml" };
    expect((await linted(["--max-warnings", "0"], config)).code).toBe(1);
    const { code, stdout, stderr } = await linted(["--max-warnings", "0", "--format", "sarif"], config);
    expect({ code, stderr: stderr.includes("There is 1 warning") }).toEqual({ code: 1, stderr: true });
    expect(stdout).not.toContain("too-many-warnings");
  });
});

test.each([
  [["--max-warnings", "few", "spec/a.yaml"], "--max-warnings does not take"],
  [["--severity", "unknown-kye=error", "spec/a.yaml"], "Did you mean unknown-key?"],
  [["--severity", "unknown-key=loud", "spec/a.yaml"], "Write CODE=error|warning|info|off."],
  [["--severity", "syntax=off", "spec/a.yaml"], "--severity cannot make syntax off"],
  [["--silence", "syntax", "spec/a.yaml"], "--silence cannot silence syntax"],
  [["--silence", "unknown-key"], "--silence needs --input, or a description."],
])("%j is a wrong use", async (argv, message) => {
  const { code, stderr } = await linted(argv);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

describe("an API without an output", () => {
  const apis = { linted: { input: "spec/c.json" }, also: { input: "spec/c.json" }, made: { input: "spec/c.json", output: "made" } };

  test("is for lint", async () => {
    expect(await linted([], { apis })).toMatchObject({ code: 0, stderr: "" });
    expect((await linted([], { input: "spec/c.json" })).code).toBe(0);
  });

  test.each(["generate", "check"])("is a mistake for %s, unless others are named", async (name) => {
    const io = memoryIo({ ...files, "/project/sundial.config.json": JSON.stringify({ apis }) });
    expect(await run([name], io)).toBe(2);
    expect(io.printed.stderr).toContain("`apis.linted.output` is required");
    expect(io.changes).toEqual([]);
    expect(await run([name, "made"], io)).toBe(name === "generate" ? 0 : 1);
  });
});

describe("silence", () => {
  const silencing = (...silence: readonly string[]): object => ({ input: "spec/a.yaml", strict: true, silence });

  test("says of what is an error that it is one", async () => {
    const { stderr } = await linted([], silencing("unknown-type"));
    expect(stderr).toContain("silences unknown-type, which is an error here.");
    expect(stderr).not.toContain("does not occur");
  });

  test("of silence-unused silences that", async () => {
    expect((await linted([], silencing("unknown-key"))).stderr).toContain("which does not occur");
    expect((await linted([], silencing("unknown-key", "silence-unused"))).stderr).not.toContain("[silence-unused]");
  });
});
