import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo } from "../../support/memory-io.js";

const parameters = (count: number, at = 0): string =>
  Array.from({ length: count }, (_, index) => `{ name: q${at + index}, in: query, schema: { type: integer, default: "x" } }`).join(", ");
const described = (more = "", responses = '"200": { description: ok }'): string => `openapi: 3.0.3
info: { title: A, version: "1" }
paths: { /p: { get: { operationId: o, tags: [pets], parameters: [${more}], responses: { ${responses} } } } }
`;
const shared = '"200": { description: ok, content: { application/json: { schema: { $ref: "common.yaml#/Money" } } } }';

async function ran(argv: readonly string[], apis: object, files: Readonly<Record<string, string>> = {}) {
  const config = JSON.stringify({ apis }, undefined, 2);
  const io = memoryIo({ "/project/spec/a.yaml": described(), "/project/work/sundial.config.json": config, ...files });
  const code = await run(argv.includes("--config") ? argv : [...argv, "--config", "work/sundial.config.json"], io);
  return { code, ...io.printed };
}

const mistaken = {
  good: { input: "../spec/a.yaml", output: "good", include: { tags: ["pets"] } },
  bad: { input: "../spec/a.yaml", output: "bad", include: { tags: ["pats"] } },
  gone: { input: "gone.yaml", output: "gone" },
  overlaid: { input: "../spec/a.yaml", output: "overlaid", overlays: ["gone.overlay.yaml"] },
};

describe("with several APIs", () => {
  test.each(["lint", "generate", "check"])(
    "%s says of which API a message is, and where the configuration names what is missing",
    async (name) => {
      const { code, stderr } = await ran([name], mistaken);
      expect(code).toBe(2);
      expect(stderr).toMatch(/error bad: `include` selects none .*\n {2}work\/sundial\.config\.json:\d+:\d+ \/apis\/bad\/include/);
      expect(stderr).toMatch(/error gone: work\/gone\.yaml does not exist.*\n {2}work\/sundial\.config\.json:\d+:\d+ \/apis\/gone\/input/);
      expect(stderr).toMatch(
        /error overlaid: work\/gone\.overlay\.yaml does not exist.*\n {2}work\/sundial\.config\.json:\d+:\d+ \/apis\/overlaid\/overlays\/0/,
      );
    },
  );

  test("lines of lint name the API, and its file as the current folder has it", async () => {
    const { stdout } = await ran(["lint"], mistaken);
    expect(stdout.split("\n").slice(0, 2)).toEqual(["good: spec/a.yaml: nothing to say", "bad: spec/a.yaml: 1 error"]);
  });

  test.each(["lint", "generate", "check"])("data of %s name the API of each finding", async (name) => {
    const { stdout } = await ran([name, "--format", "json"], mistaken);
    const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly { readonly api?: string }[] };
    // What is about all of them is of none: that each has a copy of the runtime.
    expect(diagnostics.flatMap(({ api }) => api ?? [])).toEqual(["bad", "gone", "overlaid"]);
  });

  test("warnings of each API are shown, five of a code", async () => {
    const apis = { a: { input: "../a.yaml", output: "a", strict: false }, b: { input: "../b.yaml", output: "b", strict: false } };
    const files = { "/project/a.yaml": described(parameters(7)), "/project/b.yaml": described(parameters(8)) };
    const { stderr } = await ran(["lint"], apis, files);
    expect(stderr.match(/warning a: The default/g)).toHaveLength(5);
    expect(stderr.match(/warning b: The default/g)).toHaveLength(5);
    expect(stderr).toContain("a: and 2 more of default-invalid");
    expect(stderr).toContain("b: and 3 more of default-invalid");
  });

  test.each(["github", "gitlab", "sarif"])("a mistake in a file that they share is one of %s, and the more severe", async (format) => {
    const apis = {
      c: { input: "../a.yaml", output: "c", emit: ["types"] },
      a: { input: "../a.yaml", output: "a" },
      b: { input: "../b.yaml", output: "b" },
    };
    const files = {
      "/project/a.yaml": described("", shared),
      "/project/b.yaml": described("", shared),
      "/project/common.yaml": "Money: { type: object, properties: { amount: { type: nubmer } } }\n",
    };
    const { stdout, stderr } = await ran(["lint", "--format", format], apis, files);
    const text = format === "github" ? stderr : stdout;
    expect(text.match(/is not a type/g)).toHaveLength(1);
    expect(text).toMatch({ github: /^::error /, gitlab: /"severity": "critical"/, sarif: /"level": "error"/ }[format] ?? /^$/);
    expect(text).toContain("Without `strict`");
  });
});

test("one API is not named before its messages", async () => {
  const { stderr, stdout } = await ran(["lint"], { gone: mistaken.gone });
  expect(stderr).toContain("error work/gone.yaml does not exist.");
  expect(stdout).toBe("work/gone.yaml: 1 error\n");
});

test("data of a description without a configuration name its file", async () => {
  const io = memoryIo({ "/project/spec/a.yaml": described() });
  await run(["lint", "--input", "spec/a.yaml", "--format", "json"], io);
  expect(JSON.parse(io.printed.stdout)).toEqual({
    apis: [{ api: "spec/a.yaml", input: "spec/a.yaml", errors: 0, warnings: 0, remarks: 0 }],
    diagnostics: [],
  });
});

describe("many errors of one code", () => {
  test("are a hundred and a number", async () => {
    const io = memoryIo({ "/project/a.yaml": described(parameters(130).replaceAll("integer", "intger").replaceAll(', default: "x"', "")) });
    await run(["lint", "--input", "a.yaml"], io);
    expect(io.printed.stderr.match(/^error "intger" is not a type/gm)).toHaveLength(100);
    expect(io.printed.stderr).toContain("and 30 more of unknown-type; --format json lists them all");
    expect(io.printed.stdout).toBe("a.yaml: 130 errors\n");
  });
});
