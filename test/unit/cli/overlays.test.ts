import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo, type MemoryIo } from "../../support/memory-io.js";

const description = `openapi: 3.1.0
info: { title: Things, version: "1" }
paths:
  /things:
    get: { operationId: things_get, responses: { "204": { description: Done } } }
`;
const renaming = (name: string, type = "boolean"): string => `overlay: 1.1.0
info: { title: Names, version: "1" }
actions:
  - target: $.paths['/things'].get
    update:
      operationId: ${name}
      parameters: [{ name: all, in: query, schema: { type: ${type} } }]
`;
const second = JSON.stringify({
  overlay: "1.0.0",
  info: { title: "x", version: "1" },
  actions: [{ target: "$.info", update: { description: "Things of ours." } }],
});

const files = { "/project/api/api.yaml": description, "/project/api/fix.yaml": renaming("listThings"), "/project/more.json": second };
const configured = (overlays: readonly string[], more: object = {}): object => ({
  input: "api/api.yaml",
  overlays,
  output: "out",
  emit: ["types"],
  ...more,
});

function project(config?: object, others: Readonly<Record<string, string>> = {}): MemoryIo {
  const written = config === undefined ? {} : { "/project/sundial.config.json": JSON.stringify(config) };
  return memoryIo({ ...files, ...written, ...others }, { cwd: "/project", web: { "https://example.com/o.yaml": renaming("fetchThings") } });
}

/** What a command prints to stderr, and its code. */
async function ran(io: MemoryIo, ...args: readonly string[]) {
  const { stdout, stderr } = io.printed;
  const code = await run(args, io);
  return { code, stdout: io.printed.stdout.slice(stdout.length), stderr: io.printed.stderr.slice(stderr.length) };
}

const write = (io: MemoryIo, path: string, text: string): unknown => io.files.set(path, new TextEncoder().encode(text));
const types = (io: MemoryIo): string => io.text("/project/out/types.ts");

describe("overlays of a configuration", () => {
  test("are applied in their order, and recorded with their hashes", async () => {
    const io = project(configured(["api/fix.yaml", "more.json"]));
    expect(await ran(io, "generate")).toMatchObject({ code: 0, stderr: "" });
    expect(types(io)).toContain("listThings: {");
    const manifest = JSON.parse(io.text("/project/out/sundial.json")) as {
      readonly inputs: object;
      readonly options: object;
    };
    expect(Object.keys(manifest.inputs)).toEqual(["../api/api.yaml", "../api/fix.yaml", "../more.json"]);
    expect(manifest.options).toMatchObject({ overlays: ["../api/fix.yaml", "../more.json"] });
    expect((await ran(io, "check")).code).toBe(0);
    expect((await ran(io, "check", "--full")).code).toBe(0);
  });

  test("make an output stale when one changes, is added, is taken out, or takes another's place", async () => {
    const cases: readonly [string, readonly string[], string][] = [
      ["changed", ["api/fix.yaml", "more.json"], "the overlay changed: api/fix.yaml"],
      ["added", ["api/fix.yaml", "more.json", "new.yaml"], "the option overlays changed from"],
      ["taken out", ["api/fix.yaml"], "the option overlays changed from"],
      ["in another order", ["more.json", "api/fix.yaml"], "the option overlays changed from"],
    ];
    for (const [name, overlays, reason] of cases) {
      const io = project(configured(["api/fix.yaml", "more.json"]), { "/project/new.yaml": renaming("newThings") });
      await ran(io, "generate");
      if (name === "changed") write(io, "/project/api/fix.yaml", renaming("getThings"));
      write(io, "/project/sundial.config.json", JSON.stringify(configured(overlays)));
      // Also where the types stay as they are.
      const checked = await ran(io, "check", "--frozen");
      expect([name, checked.code]).toEqual([name, 1]);
      expect(checked.stderr + checked.stdout).toContain(reason);
      // A run sees it, too: it does not take the run before for its own.
      expect((await ran(io, "generate")).code).toBe(0);
      expect(types(io)).toContain(name === "changed" ? "getThings: {" : name === "added" ? "newThings: {" : "listThings: {");
      expect((await ran(io, "check")).code).toBe(0);
    }
  });

  test("say the same again in a run that changes nothing, with the line of the overlay", async () => {
    const io = project(configured(["api/fix.yaml"], { strict: false }), { "/project/api/fix.yaml": renaming("listThings", "bool") });
    const first = await ran(io, "generate");
    expect(first.stderr).toContain("api/fix.yaml:7:60");
    expect(first.stderr).toContain("parameters: [{ name: all");
    expect((await ran(io, "generate")).stderr).toBe(first.stderr);
  });

  test("are fetched from a URL, and each API has its own", async () => {
    const api = (output: string, overlays: readonly string[]): object => ({ input: "api/api.yaml", output, overlays, emit: ["types"] });
    const io = project({ apis: { a: api("a", ["https://example.com/o.yaml"]), b: api("b", []) } });
    expect((await ran(io, "generate")).code).toBe(0);
    expect(io.text("/project/a/types.ts")).toContain("fetchThings");
    expect(io.text("/project/b/types.ts")).toContain("things_get");
    expect(io.text("/project/b/sundial.json")).not.toContain("overlays");
    expect(io.text("/project/a/sundial.json")).toContain("https://example.com/o.yaml");
  });

  test.each([
    [{ overlays: "api/fix.yaml" }, "`overlays` must be a list of paths and URLs."],
    [{ overlays: ["api/fix.yaml", 1] }, "`overlays.1` must be the path or the URL of an overlay."],
    [{ overlays: ["-"] }, "`overlays.0` must be the path or the URL of an overlay."],
    [{ overlay: ["api/fix.yaml"] }, "Did you mean `overlays`?"],
  ])("are a list: not %j", async (wrong, message) => {
    const { overlays, ...others } = configured([]) as Record<string, unknown>;
    expect(overlays).toEqual([]);
    const { code, stderr } = await ran(project({ ...others, ...wrong }), "generate");
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test("write nothing while one of them has an error, and all mistakes are told", async () => {
    const io = project(configured(["api/fix.yaml", "missing.yaml", "api/api.yaml"]), {
      "/project/api/fix.yaml": "overlay: 1.0.0\nactions: [{ target: $.paths[, remove: true }]\n",
    });
    const { code, stderr } = await ran(io, "generate");
    expect(code).not.toBe(0);
    for (const text of ["missing.yaml does not exist", "is not an overlay: it is an OpenAPI description", "api/fix.yaml:2:"])
      expect(stderr).toContain(text);
    expect(io.files.has("/project/out/types.ts")).toBe(false);
  });

  test("show no text of a page from the network that is no overlay", async () => {
    const io = memoryIo(
      { ...files, "/project/sundial.config.json": JSON.stringify(configured(["https://example.com/page"])) },
      { web: { "https://example.com/page": "<p>secret</p>: [" } },
    );
    const { code, stderr } = await ran(io, "generate");
    expect(code).toBe(1);
    expect(stderr).not.toContain("secret");
  });
});

describe("--overlay", () => {
  test("applies files in their order, beside --input, and the command that is suggested has it", async () => {
    const io = project();
    const args = ["--input", "api/api.yaml", "--overlay", "api/fix.yaml, more.json", "--output", "out", "--emit", "types"];
    expect((await ran(io, "generate", ...args)).code).toBe(0);
    expect(types(io)).toContain("listThings: {");
    expect((await ran(io, "check", ...args)).code).toBe(0);
    write(io, "/project/more.json", second.replace("ours", "yours"));
    const checked = await ran(io, "check", "--frozen", ...args);
    expect(checked.code).toBe(1);
    expect(checked.stdout + checked.stderr).toContain("--overlay api/fix.yaml,more.json");
  });

  test("checks the output of a configuration, which has the same overlays", async () => {
    const io = project(configured(["api/fix.yaml"]));
    await ran(io, "generate");
    const flags = ["--input", "api/api.yaml", "--output", "out", "--emit", "types"];
    expect((await ran(io, "check", ...flags, "--overlay", "api/fix.yaml")).code).toBe(0);
    expect((await ran(io, "check", ...flags)).code).toBe(1);
  });

  test("is a usage mistake without --input", async () => {
    const { code, stderr } = await ran(project(configured([])), "generate", "--overlay", "api/fix.yaml");
    expect(code).toBe(2);
    expect(stderr).toContain("--overlay needs --input and --output.");
  });

  test("counts for lint, which says what of a description is wrong with its overlays", async () => {
    const io = project(undefined, { "/project/api/fix.yaml": renaming("listThings", "bool") });
    const { code, stdout, stderr } = await ran(io, "lint", "--input", "api/api.yaml", "--overlay", "api/fix.yaml");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "api/api.yaml: 1 error\n" });
    expect(stderr).toContain("api/fix.yaml:7:60 /actions/0/update/parameters/0/schema/type");
    const json = await ran(io, "lint", "--input", "api/api.yaml", "--overlay", "api/fix.yaml", "--format", "json");
    expect(json.stdout).toContain("api/fix.yaml");
    const sarif = await ran(io, "lint", "--input", "api/api.yaml", "--overlay", "api/fix.yaml", "--format", "sarif");
    expect(sarif.stdout).toContain("api/fix.yaml");
  });

  test("says where an overlay has what only the model finds", async () => {
    const overlay = `overlay: 1.1.0
info: { title: Bounds, version: "1" }
actions:
  - target: $.paths['/things'].get
    update:
      parameters:
        - { name: old, in: query, schema: { type: string } }
        - { name: size, in: query, schema: { type: integer, enum: [1, 9007199254740993], default: 7 } }
        - { name: word, in: query, schema: { type: string, pattern: "^(a+)+$" } }
  - target: $.paths['/things'].get.parameters[0]
    remove: true
`;
    const io = project(undefined, { "/project/api/fix.yaml": overlay });
    const { stderr } = await ran(io, "lint", "--input", "api/api.yaml", "--overlay", "api/fix.yaml");
    const places = Array.from(
      stderr.matchAll(/\[([a-z-]+)\]\n {2}(\S+) (\S+)/g),
      ([, code, place, pointer]) => `${code} ${place} ${pointer}`,
    );
    const schema = (index: number): string => `/actions/0/update/parameters/${index}/schema`;
    expect(places.sort()).toEqual([
      `default-invalid api/fix.yaml:8:99 ${schema(1)}/default`,
      `pattern-vulnerable api/fix.yaml:9:69 ${schema(2)}/pattern`,
      `unsafe-integer api/fix.yaml:8:71 ${schema(1)}/enum/1`,
    ]);
  });
});
