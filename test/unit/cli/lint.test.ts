import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo } from "../../support/memory-io.js";

const description = `openapi: 3.1.0
info: { title: Things, version: "1" }
paths:
  /things:
    get: { operationId: listThings, responses: { "200": { description: ok, content: { application/json: { schema: { type: int } } } } } }
components: { schemas: { A: { type: string, minLength: 2, maxLength: 1 } } }
`;

async function linted(argv: readonly string[], config?: object, env: Readonly<Record<string, string>> = {}) {
  const io = memoryIo(
    {
      "/project/api.yaml": description,
      ...(config === undefined ? {} : { "/project/sundial.config.json": JSON.stringify(config) }),
    },
    { cwd: "/project", env },
  );
  const code = await run(["lint", ...argv], io);
  return { code, ...io.printed, changes: io.changes };
}

describe("lint", () => {
  test("judges one description, and writes nothing", async () => {
    const { code, stdout, stderr, changes } = await linted(["--input", "api.yaml"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/error.* "int" is not a type\./);
    expect(stderr).toContain("[bounds-impossible]");
    expect(stdout).toBe("api.yaml: 1 error, 1 warning\n");
    expect(changes).toEqual([]);
  });

  test("judges those of a configuration, each as it says", async () => {
    const apis = {
      own: { input: "api.yaml", output: "own" },
      vendor: { input: "api.yaml", output: "vendor", emit: ["client"], silence: ["bounds-impossible"] },
      quiet: { input: "api.yaml", output: "quiet", severity: { "unknown-type": "off", "bounds-impossible": "info" } },
    };
    const { code, stdout, changes } = await linted(["--format", "json"], { apis });
    expect(code).toBe(1);
    expect((JSON.parse(stdout) as { apis: object }).apis).toEqual([
      { api: "own", input: "api.yaml", errors: 1, warnings: 1, remarks: 0 },
      { api: "vendor", input: "api.yaml", errors: 0, warnings: 1, remarks: 0 },
      { api: "quiet", input: "api.yaml", errors: 0, warnings: 0, remarks: 1 },
    ]);
    expect((await linted(["vendor"], { apis })).code).toBe(0);
    expect((await linted(["vendour"], { apis })).stderr).toContain("Did you mean vendor?");
    expect(changes).toEqual([]);
  });

  test("is strict where it is asked to be", async () => {
    expect((await linted(["--input", "api.yaml", "--no-strict"])).code).toBe(0);
  });

  test("prints a report of Code Quality, with places as the repository knows them", async () => {
    const { code, stdout } = await linted(["--input", "api.yaml", "--format", "gitlab"], undefined, { CI_PROJECT_DIR: "/" });
    expect(code).toBe(1);
    const report = JSON.parse(stdout) as readonly { readonly fingerprint: string }[];
    expect(report).toMatchObject([
      { check_name: "unknown-type", severity: "critical", location: { path: "project/api.yaml", lines: { begin: 5 } } },
      { check_name: "bounds-impossible", severity: "minor", location: { path: "project/api.yaml", lines: { begin: 6 } } },
    ]);
    expect(new Set(report.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  });

  test("prints SARIF", async () => {
    const { stdout } = await linted(["--input", "api.yaml", "--format", "sarif"], undefined, { GITHUB_WORKSPACE: "/project" });
    expect(JSON.parse(stdout)).toMatchObject({
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { name: "sundial", rules: [{ id: "bounds-impossible" }, { id: "unknown-type" }] } },
          results: [
            {
              ruleId: "unknown-type",
              ruleIndex: 1,
              level: "error",
              locations: [{ physicalLocation: { artifactLocation: { uri: "api.yaml" }, region: { startLine: 5 } } }],
            },
            { ruleId: "bounds-impossible", ruleIndex: 0, level: "warning" },
          ],
        },
      ],
    });
  });

  test("prints annotations", async () => {
    const { stderr } = await linted(["--input", "api.yaml", "--format", "github"]);
    expect(stderr).toContain("::error file=api.yaml,line=5,");
  });

  test("tells what is wrong with how it is called", async () => {
    expect(await linted(["--format", "xml"])).toMatchObject({ code: 2 });
    expect(await linted(["--input", "none.yaml"])).toMatchObject({ code: 2 });
    expect(await linted(["--input", "api.yaml", "--output", "x"])).toMatchObject({ code: 2 });
    expect((await linted([])).stderr).toContain("[config-not-found]");
  });
});
