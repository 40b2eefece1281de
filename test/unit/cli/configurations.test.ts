import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo } from "../../support/memory-io.js";

const description = `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /p: { get: { operationId: o, x-null: null, responses: { "200": { description: k } } } }
  /q/{id}: { post: { x-off: false, parameters: [{ name: id, in: path, required: true, schema: {} }], responses: { "200": { description: k } } } }
webhooks: { w: { post: { operationId: hook, responses: { "200": { description: k } } } } }
`;

async function ran(argv: readonly string[], config?: object | string, files: Readonly<Record<string, string>> = {}) {
  const written =
    config === undefined ? {} : { "/project/sundial.config.json": typeof config === "string" ? config : JSON.stringify(config) };
  const io = memoryIo({ "/project/api.yaml": description, ...written, ...files });
  const code = await run(argv, io);
  return { code, ...io.printed };
}

describe("a mistake in a configuration of JSON has its line", () => {
  test.each([
    ['{\n  "input": "api.yaml",\n  "output": "o",\n  "emti": ["types"]\n}', "sundial.config.json:4:3 /emti"],
    ['{\n  "input": "api.yaml",\n  "output": "o",\n  "emit": "types"\n}', "sundial.config.json:4:11 /emit"],
    ['{\n  "apis": {\n    "a": { "input": "api.yaml", "output": 5 } } }', "sundial.config.json:3:43 /apis/a/output"],
  ])("%s", async (config, place) => {
    for (const name of ["generate", "check", "lint"]) expect((await ran([name], config)).stderr).toContain(place);
  });

  test("and never shows the line, which may hold a secret", async () => {
    const config =
      '{ "input": { "url": "https://a.dev/x.yaml", "headers": { "Authorization": "Bearer s3cr3t" }, "snapshto": 1 }, "output": "o" }';
    const { stderr } = await ran(["lint"], config);
    expect(stderr).toContain("snapshto");
    expect(stderr).not.toContain("s3cr3t");
  });
});

test("--no-strict beside a configuration is called as it was written", async () => {
  const { stderr } = await ran(["lint", "--no-strict"], { input: "api.yaml" });
  expect(stderr).toContain("--no-strict needs --input.");
});

describe("what is selected", () => {
  const names = (stdout: string): string => /: (\d+ operations?)/.exec(stdout)?.[1] ?? stdout;
  const selected = async (include: object): Promise<string> => {
    const { stdout, stderr } = await ran(["generate"], { input: "api.yaml", output: "o", emit: ["types"], include });
    return stdout === "" ? stderr : names(stdout);
  };

  test("an extension that is null is there, and one that is false is not", async () => {
    expect(await selected({ extensions: "x-null" })).toBe("1 operation");
    expect(await selected({ extensions: "x-off" })).toContain("select-nothing");
  });

  test.each(["GET /p", "get /p", "POST /q/*", "POST /q/{id}"])(
    "an operation may be called by its method and path: %s",
    async (operations) => {
      expect(await selected({ operations })).toBe("1 operation");
    },
  );

  test("where nothing is left, the help is about what was asked for", async () => {
    expect(await selected({ deprecated: true })).toContain("help: No operation of the description is `deprecated: true`.");
    expect(await selected({ extensions: "x-none" })).toContain("help: No operation or path of the description has `x-none`.");
    expect(await selected({ operations: "GET /q/{id}" })).toContain("none of the 2 operations and 1 webhook");
  });
});

test("check names inputs relative to the current folder", async () => {
  const io = memoryIo({
    "/project/spec/api.yaml": description,
    "/project/ov.yaml": 'overlay: 1.0.0\ninfo: { title: o, version: "1" }\nactions: [{ target: $.info, update: { title: A } }]\n',
    "/project/sundial.config.json": JSON.stringify({
      input: "spec/api.yaml",
      overlays: ["ov.yaml"],
      output: "src/api/gen",
      emit: ["types"],
    }),
  });
  await run(["generate"], io);
  await io.write("/project/ov.yaml", `${io.text("/project/ov.yaml")}# x\n`);
  await io.write("/project/spec/api.yaml", `${description}# x\n`);
  // A comment changes nothing of the output: it is current, and says why it is not as a run would leave it.
  expect(await run(["check"], io)).toBe(0);
  expect(await run(["check", "--frozen"], io)).toBe(1);
  expect(io.printed.stdout).toContain("because the overlay changed: ov.yaml\n");
  expect(io.printed.stdout).not.toContain("because the description changed");
  await io.write("/project/spec/api.yaml", description.replaceAll("operationId: o,", "operationId: other,"));
  expect(await run(["check"], io)).toBe(1);
  expect(io.printed.stdout).toContain("because the description changed: spec/api.yaml\n");
});

test("a node_modules that is a link is told, as nothing can be kept in it", async () => {
  const files = { "/project/api.yaml": description, "/project/package.json": "{}", "/elsewhere/x/index.js": "" };
  const config = { "/project/sundial.config.json": JSON.stringify({ input: "api.yaml", output: "o", emit: ["types"] }) };
  const io = memoryIo({ ...files, ...config }, { symlinks: { "/project/node_modules": "/elsewhere" } });
  expect(await run(["generate"], io)).toBe(0);
  expect(io.printed.stderr).toContain("node_modules is a symbolic link");
  expect(io.printed.stderr).toContain("[cache-not-kept]");
  await io.write(
    "/project/sundial.config.json",
    JSON.stringify({ input: "api.yaml", output: "o", emit: ["types"], silence: ["cache-not-kept"] }),
  );
  const before = io.printed.stderr.length;
  expect(await run(["generate"], io)).toBe(0);
  expect(io.printed.stderr.slice(before)).toBe("");
});
