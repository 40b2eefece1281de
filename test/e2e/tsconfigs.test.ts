/** What is generated compiles in the projects of others, whose tsconfig is not ours. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { features, petstore } from "../corpus/features.js";
import { writeMatrix, type Matrix } from "../corpus/matrix.js";
import { combinationOf, dimensions, forbidden, tsconfigs, type Tsconfig } from "../corpus/tsconfigs.js";
import { compile, projectRoot, temporaryFolder, writeFiles } from "../support/compile.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let matrix: Matrix;

beforeAll(async () => {
  folder = await temporaryFolder();
  matrix = await writeMatrix(folder.path, [petstore, ...features]);
});

afterAll(() => folder.remove());

it("has every runtime file to judge", () => {
  const reached = readdirSync(join(folder.path, "module/all/runtime"));
  const all = readdirSync(join(projectRoot, "templates/runtime")).filter((file) => file.endsWith(".ts"));
  expect(reached.sort()).toEqual(all.sort());
  expect(matrix.outputs.flatMap(({ mistakes }) => mistakes)).toEqual([]);
});

const plain: Tsconfig = {
  compiler: "7",
  flags: "strict",
  module: "nodenext",
  lib: "es2022",
  target: "es2022",
  around: "all, both",
  useDefineForClassFields: true,
};

it.each(dimensions.compiler)("compiles under plain strict with TypeScript %s", async (compiler) => {
  expect((await matrix.judge({ ...plain, compiler })).errors).toEqual([]);
});

// `npm run test:corpus -- --matrix` takes all flags, all compilers and real descriptions.
const chosen = {
  compiler: ["7"],
  flags: ["strict", "isolatedDeclarations", "all and style", "strictNullChecks: false"],
  lib: ["es2020", "es2023"],
} as const;

describe("compiles with TypeScript 7 under", () => {
  it.each(tsconfigs(chosen).map((row) => [Object.values(row).slice(1).join(", "), row] as const))("%s", async (_, row) => {
    expect((await matrix.judge(row)).errors).toEqual([]);
  });
});

describe("leaves out what TypeScript itself refuses:", () => {
  const every = Object.entries(dimensions).reduce<readonly Partial<Tsconfig>[]>(
    (rows, [name, values]) =>
      name === "module" || name === "flags" ? rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))) : rows,
    [{}],
  );
  const refused = forbidden.flatMap(({ says, error, matches }) =>
    every.filter(matches).map((part) => [`${says}: ${Object.values(part).join(", ")}`, error, part] as const),
  );
  it.each(refused)("%s (%s)", async (_, error, part) => {
    const { inCommonJs, compilerOptions } = combinationOf({ ...plain, ...part });
    const own = await temporaryFolder();
    try {
      await writeFiles(own.path, [
        { path: "package.json", text: JSON.stringify({ type: inCommonJs ? "commonjs" : "module" }) },
        { path: "one.ts", text: "const one = 1;\nexport { one };\n" },
      ]);
      expect((await compile(own.path, ["one.ts"], "7", compilerOptions)).map(({ text }) => text.slice(0, 6))).toEqual([error]);
    } finally {
      await own.remove();
    }
  });
});
