/** What the fuzzer asks of a case is asked: an output that was tampered with, and messages without what they need, are faults. */
import { expect, test } from "vitest";
import { allParts } from "../../src/emit/emitters.js";
import type { FuzzCase } from "./cases/fuzz-case.js";
import { ownSources } from "./cases/sources.js";
import { diagnosticFaults } from "./judge/diagnostic-faults.js";
import { faultKey } from "./judge/fault.js";
import { generateCase, type Attempt } from "./judge/generate-case.js";
import { judgeCase } from "./judge/judge-case.js";
import { readKnownDeeds } from "./judge/known-deeds.js";
import { outputFaults } from "./judge/output-faults.js";

const known = readKnownDeeds();
const caseOf = (name: string): FuzzCase => ({
  seed: 1,
  index: 1,
  source: name,
  mutations: [],
  files: [...(ownSources().find((each) => each.name === name)?.files ?? [])].map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
  settings: { emit: allParts, strict: false },
});

test.each(["spec/petstore.yaml", "golden/bodies", "golden/names", "golden/several-files", "golden/ref-cycle", "golden/bad-syntax-json"])(
  "%s has none",
  async (name) => {
    const { faults, files, exit } = await judgeCase(caseOf(name), known, true);
    expect(faults).toEqual([]);
    expect(exit === 0).toBe(files > 0);
  },
);

test.each([
  ["a statement", "client.ts", (text: string) => `${text}\nglobalThis.PWN = 1;\n`, "leak"],
  ["a value among types", "types.ts", (text: string) => `${text}\nexport const x = 1;\n`, "leak"],
  ["a call of what is not ours", "operations.ts", (text: string) => text.replace("query: [", 'query: [eval("1"), '), "leak"],
  ["an import of something else", "index.ts", (text: string) => `import "node:fs";\n${text}`, "leak"],
  ["a directive", "server.ts", (text: string) => `// @ts-nocheck\n${text}`, "leak"],
  ["a text that turns around", "validators.ts", (text: string) => text.replace("//", "// \u202e"), "leak"],
  ["what is no TypeScript", "types.ts", (text: string) => `${text}\nexport type = ;\n`, "syntax"],
])("notices %s", async (_what, path, change, kind) => {
  const { generated } = await generateCase(caseOf("spec/petstore.yaml"));
  const files = (generated.value?.files ?? []).map((file) => (file.path === path ? { path, text: change(file.text) } : file));
  expect(outputFaults(files, known).map((fault) => fault.kind)).toContain(kind);
});

test("notices an error without a place, a line that is not there, and a code that nobody knows", async () => {
  const given = caseOf("golden/bad-ref");
  const attempt = await generateCase({ ...given, settings: { ...given.settings, strict: true } });
  const changed = (change: object): Attempt => ({
    ...attempt,
    generated: { ...attempt.generated, diagnostics: attempt.generated.diagnostics.map((each) => ({ ...each, ...change })) },
  });
  const strict = { ...given, settings: { emit: allParts } };
  expect(diagnosticFaults(strict, attempt)).toEqual([]);
  const file = "file:///project/description.yaml";
  const keys = [{ at: undefined }, { at: { file, line: 9999, column: 1 } }, { code: "no-such-code" }, { message: "" }].map(
    (change) => diagnosticFaults(strict, changed(change)).map(faultKey)[0] ?? "",
  );
  expect(keys.map((key) => key.split(":")[0])).toEqual(["place", "place", "code", "code"]);
});

test("notices files beside an error, and nothing without one", async () => {
  const given = caseOf("spec/petstore.yaml");
  const attempt = await generateCase(given);
  const none: Attempt = { ...attempt, generated: { ...attempt.generated, value: undefined } };
  expect(diagnosticFaults(given, none)).toMatchObject([{ kind: "half" }]);
});
