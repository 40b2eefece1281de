/** Combinations that the table of tsconfigs leaves out are refused by TypeScript, whatever the file holds. */
import { describe, expect, it } from "vitest";
import { dimensions, type Tsconfig } from "../corpus/dimensions.js";
import { refusals } from "../corpus/refusals.js";
import { refused } from "../corpus/refused.js";
import { combinationOf } from "../corpus/tsconfigs.js";
import type { Compiler } from "../support/compile.js";

describe("what TypeScript refuses:", () => {
  // `npm run test:corpus -- --matrix` asks every compiler: those before 7 take longer.
  const cases = refusals.flatMap((refusal) => {
    const entries = Object.entries(refusal.errors).map(([compiler, error]) => ({ compiler: compiler as Compiler, error })); // the keys are compilers
    const { compiler, error } = entries.find((each) => each.compiler === "7") ?? entries[0] ?? { compiler: "7", error: "" };
    return [[refusal.says, compiler, error, refusal] as const];
  });
  it.each(cases)("%s, %s (%s)", async (_, compiler, error, refusal) => {
    expect(await refused(compiler, refusal)).toContain(error);
  });
});

describe("what the table leaves out with TypeScript 7:", () => {
  const plain: Tsconfig = {
    compiler: "7",
    flags: "strict",
    style: "",
    module: "nodenext",
    specifiers: ".js",
    emission: "no declarations",
    scripts: "",
    lib: "es2020",
    target: "es2022",
    around: "client, Node",
    useDefineForClassFields: true,
  };
  const names = ["flags", "module", "specifiers", "scripts"] as const;
  const every = names.reduce<readonly Tsconfig[]>(
    (rows, name) => rows.flatMap((row) => dimensions[name].map((value) => ({ ...row, [name]: value }))),
    [plain],
  );
  /** Whether each setting that is not the plain one has to do with it. */
  const isLeast = (row: Tsconfig, matches: (part: Partial<Tsconfig>) => boolean): boolean =>
    names.every((name) => row[name] === plain[name] || !matches({ ...row, [name]: plain[name] }));
  const cases = refusals.flatMap(({ says, errors, text, matches = () => false }) =>
    every
      .filter((row) => matches(row) && isLeast(row, matches) && refusals.filter((each) => each.matches?.(row)).length === 1)
      .map((row) => [says, names.map((name) => row[name]).join(", "), errors["7"], text, row] as const),
  );
  it.each(cases)("%s: %s (%s)", async (_, __, error, text, row) => {
    const { compilerOptions: options, inCommonJs } = combinationOf(row);
    expect(await refused("7", { options, inCommonJs, ...(text === undefined ? {} : { text }) })).toContain(error);
  });
});

describe("what no file is written of", () => {
  it.each(dimensions.compiler)("is still held to what its declarations can say, by TypeScript %s", async (compiler) => {
    const text = "export const hidden = class {\n  private one = 1;\n};\n";
    expect(await refused(compiler, { options: { declaration: true }, text })).toEqual(["TS4094"]);
    expect(await refused(compiler, { options: {}, text })).toEqual([]);
  });
});
