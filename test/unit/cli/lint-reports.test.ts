import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo } from "../../support/memory-io.js";

interface Sarif {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly help: { readonly text: string } }[] } };
    readonly results: readonly {
      readonly ruleIndex: number;
      readonly message: { readonly text: string };
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region?: { readonly startLine: number; readonly startColumn: number };
        };
      }[];
    }[];
  }[];
}

type CodeQuality = readonly { readonly location: { readonly path: string; readonly lines: { readonly begin: number } } }[];

const description = `openapi: 3.0.3
info: { title: A, version: "1" }
paths: { /p: { get: { operationId: o, tags: 5, responses: { "200": { description: ok } } } } }
`;
const config = "/project/sundial.config.json";
const cases: Readonly<
  Record<string, { readonly argv?: readonly string[]; readonly files: Readonly<Record<string, string>>; readonly path: string }>
> = {
  "a missing input": { files: { [config]: '{\n"input": "gone.yaml", "output": "o" }' }, path: "sundial.config.json" },
  "a missing overlay": {
    files: {
      [config]: '{ "input": "a.yaml", "output": "o", "overlays": ["gone.yaml"] }',
      "/project/a.yaml": description.replace("tags: 5, ", ""),
    },
    path: "sundial.config.json",
  },
  "broken syntax of the configuration": { files: { [config]: "{ input: 'a.yaml' " }, path: "sundial.config.json" },
  "a mistake in the configuration": { files: { [config]: '{ "input": "a.yaml", "output": "o", "emti": 1 }' }, path: "sundial.config.json" },
  "a missing input without a configuration": { argv: ["--input", "gone.yaml"], files: {}, path: "." },
  "no configuration": { files: {}, path: "." },
  "a wrong flag": { argv: ["--severity", "x=error", "--input", "a.yaml"], files: {}, path: "." },
  "a description from standard input": { argv: ["--input", "-"], files: {}, path: "." },
  "a description whose name has a hash": {
    argv: ["--input", "a#b 1.yaml"],
    files: { "/project/a#b 1.yaml": description },
    path: "a#b 1.yaml",
  },
};

async function report<T>(format: string, name: string): Promise<T> {
  const { argv = [], files = {} } = cases[name] ?? {};
  const io = memoryIo({ "/project/a.yaml": description, ...files }, { stdin: description });
  await run(["lint", "--format", format, ...argv], io);
  return JSON.parse(io.printed.stdout) as T;
}

describe.each(Object.keys(cases))("%s", (name) => {
  const path = cases[name]?.path ?? "";

  test("is SARIF that code scanning takes", async () => {
    const { runs } = await report<Sarif>("sarif", name);
    const { tool, results } = runs[0] ?? { tool: { driver: { rules: [] } }, results: [] };
    expect(results.length).toBeGreaterThan(0);
    for (const { help } of tool.driver.rules) expect(help.text).not.toBe("");
    for (const { locations, ruleIndex, message } of results) {
      expect(tool.driver.rules[ruleIndex]).toBeDefined();
      expect(message.text).not.toBe("");
      expect(locations).toHaveLength(1);
      const { artifactLocation, region } = locations[0]?.physicalLocation ?? { artifactLocation: { uri: "" } };
      expect(decodeURIComponent(artifactLocation.uri)).toBe(path);
      expect(artifactLocation.uri).not.toMatch(/[#? ]/);
      if (region !== undefined) {
        expect(region.startLine).toBeGreaterThanOrEqual(1);
        expect(region.startColumn).toBeGreaterThanOrEqual(1);
      }
    }
  });

  test("is Code Quality with the path of what it is about", async () => {
    const found = await report<CodeQuality>("gitlab", name);
    expect(found.length).toBeGreaterThan(0);
    for (const { location } of found) {
      expect(location.path).toBe(path);
      expect(location.lines.begin).toBeGreaterThanOrEqual(1);
    }
  });
});

test("what is read from standard input has its line in the message", async () => {
  const { runs } = await report<Sarif>("sarif", "a description from standard input");
  expect(runs[0]?.results[0]?.message.text).toMatch(/^standard input:3:\d+: "tags" must be a list/);
});

test("a missing input has its line in the configuration", async () => {
  const found = await report<CodeQuality>("gitlab", "a missing input");
  expect(found[0]?.location.lines.begin).toBe(2);
});
