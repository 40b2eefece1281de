import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo } from "../../support/memory-io.js";

const description = `openapi: 3.1.0
info: { title: Things, version: "1" }
paths:
  /things:
    get:
      operationId: listThings
      responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/None" } } } } }
`;

const project = (config?: object) =>
  memoryIo({
    "/project/api.yaml": description,
    ...(config === undefined ? {} : { "/project/sundial.config.json": JSON.stringify({ input: "api.yaml", output: "api", ...config }) }),
  });
const flags = ["generate", "--input", "api.yaml", "--output", "api"];

describe("a defect with an evident meaning", () => {
  test("is an error where a server is generated from a file, and the message says the way out", async () => {
    const io = project();
    expect(await run(flags, io)).toBe(1);
    expect(io.printed.stderr).toMatch(/error.* "#\/components\/schemas\/None" leads to nothing\./);
    expect(io.printed.stderr).toContain("Without `strict`, any value is accepted.");
    expect(io.changes).toEqual([]);
  });

  test.each([
    ["--no-strict", [...flags, "--no-strict"]],
    ["without a server", [...flags, "--emit", "client"]],
  ])("is a warning: %s", async (_, argv) => {
    const io = project();
    expect(await run(argv, io)).toBe(0);
    expect(io.printed.stderr).toMatch(/warning.* "#\/components\/schemas\/None" leads to nothing; any value is accepted\./);
  });

  test("is an error with --strict", async () => {
    expect(await run([...flags, "--emit", "client", "--strict"], project())).toBe(1);
  });

  test("is what the configuration says", async () => {
    expect(await run(["generate"], project({}))).toBe(1);
    expect(await run(["generate"], project({ strict: "auto" }))).toBe(1);
    expect(await run(["generate"], project({ strict: false }))).toBe(0);
    expect(await run(["generate"], project({ strict: true, emit: ["types"] }))).toBe(1);
    expect(await run(["generate"], project({ severity: { "ref-not-found": "warning" } }))).toBe(0);
    expect(await run(["generate"], project({ strict: false, severity: { "ref-not-found": "error" } }))).toBe(1);
    const silent = project({ severity: { "ref-not-found": "off" } });
    expect(await run(["generate"], silent)).toBe(0);
    expect(silent.printed.stderr).toBe("");
  });

  test("makes an output stale that was made without strict, and a check mends nothing", async () => {
    const io = project({ strict: false });
    expect(await run(["generate"], io)).toBe(0);
    expect(await run(["check"], io)).toBe(0);
    await io.write("/project/sundial.config.json", new TextEncoder().encode(JSON.stringify({ input: "api.yaml", output: "api" })));
    expect(await run(["check"], io)).toBe(1);
    await io.write(
      "/project/sundial.config.json",
      new TextEncoder().encode(JSON.stringify({ input: "api.yaml", output: "api", strict: false, severity: { "ref-not-found": "error" } })),
    );
    expect(await run(["check"], io)).toBe(1);
    expect(await run(["generate"], io)).toBe(1);
  });

  test("is repeated by a run that changes nothing", async () => {
    const io = project({ strict: false });
    await run(["generate"], io);
    const before = io.printed.stderr;
    await run(["generate"], io);
    expect(io.printed.stderr).toBe(before + before);
  });

  test("is part of the command that a check of flags prints", async () => {
    const io = project();
    await run([...flags, "--no-strict"], io);
    await io.write("/project/api/types.ts", new TextEncoder().encode("// edited\n"));
    await run(["check", "--input", "api.yaml", "--output", "api", "--no-strict"], io);
    expect(io.printed.stdout + io.printed.stderr).toContain("--input api.yaml --output api --no-strict");
  });
});

test.each([
  [{ strict: "yes" }, '`strict` must be true, false or "auto", and is "yes".'],
  [{ strict: 1 }, '`strict` must be true, false or "auto", and is a number.'],
  [{ severity: [] }, "`severity` must be an object, and is a list."],
  [{ severity: { "ref-not-fuond": "off" } }, "`severity.ref-not-fuond` is not a known key."],
  [{ severity: { "ref-not-found": "silent" } }, '`severity.ref-not-found` does not take "silent".'],
  [{ severity: { syntax: "warning" } }, "`severity.syntax` cannot be warning: nothing can be generated while it stands."],
])("a wrong setting is told: %j", async (config, message) => {
  const io = project(config);
  expect(await run(["generate"], io)).toBe(2);
  expect(io.printed.stderr).toContain(message);
});

test("--strict belongs to --input", async () => {
  const io = project({});
  expect(await run(["generate", "--strict"], io)).toBe(2);
  expect(io.printed.stderr).toContain("--strict needs --input and --output.");
});

test("explain says what is assumed, and when", async () => {
  const io = project();
  expect(await run(["explain", "ref-not-found"], io)).toBe(0);
  expect(io.printed.stdout).toContain("Without `strict` it is a warning, and any value is accepted in its place");
  expect(io.printed.stdout).toContain("`strict` is on by default where a server is generated from a file");
});

test("a remark about the output that is made an error keeps the output from being written", async () => {
  const unused = { emit: ["client"], strict: false, gateStore: true };
  const told = project(unused);
  expect(await run(["generate"], told)).toBe(0);
  expect(told.printed.stderr).toContain("[gate-store-unused]");
  const held = project({ ...unused, severity: { "gate-store-unused": "error" } });
  expect(await run(["generate"], held)).toBe(1);
  expect(held.changes).toEqual([]);
});
