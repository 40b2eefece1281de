/** What is generated compiles in the projects of others, whose tsconfig is not ours. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dimensions } from "../corpus/dimensions.js";
import { features, petstore } from "../corpus/features.js";
import { firstOfEach, frameworkCombinations } from "../corpus/frameworks.js";
import { writeMatrix, type Matrix } from "../corpus/matrix.js";
import { runtimeFiles } from "../../src/emit/templates.gen.js";
import { combinationOf, tsconfigs, type Combination } from "../corpus/tsconfigs.js";
import { runtimePaths } from "../../scripts/runtime-sources.mjs";
import { modulesIn } from "../support/shared-runtime.js";
import { compile, temporaryFolder, writeFiles } from "../support/compile.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let matrix: Matrix;

beforeAll(async () => {
  folder = await temporaryFolder();
  matrix = await writeMatrix(folder.path, [petstore, ...features]);
});

afterAll(() => folder.remove());

it("has every module of the runtime to judge", () => {
  const reached = Object.keys(runtimeFiles).map((file) => ({
    path: `runtime/${file}.ts`,
    text: readFileSync(join(folder.path, `js/all/runtime/${file}.ts`), "utf8"),
  }));
  expect(modulesIn(reached)).toEqual(
    runtimePaths()
      .map((path) => basename(path, ".ts"))
      .sort(),
  );
  expect(matrix.outputs.flatMap(({ mistakes }) => mistakes)).toEqual([]);
});

// `npm run test:corpus -- --matrix` takes each two settings together, all compilers, and real descriptions.
const named = (combinations: readonly Combination[]): readonly (readonly [string, Combination])[] =>
  combinations.map((combination) => [combination.name, combination] as const);

describe("compiles under each setting once, as TypeScript", () => {
  it.each(named(tsconfigs({ compiler: ["7"] }, 1).map(combinationOf)))("%s", async (_, combination) => {
    expect(await matrix.judge(combination)).toMatchObject({ errors: [] });
  });
});

describe("compiles under the tsconfigs of frameworks that differ most, as TypeScript", () => {
  const most = ["Next 16", "Vite, react-ts: the page", "Nest 12"];
  it.each(named(firstOfEach(frameworkCombinations("7")).filter(({ group }) => most.includes(group))))("%s", async (_, combination) => {
    expect(await matrix.judge(combination)).toMatchObject({ errors: [] });
  });
});

describe("compiles under all flags with a compiler written in JavaScript, as TypeScript", () => {
  const chosen = {
    flags: ["all stricter"],
    style: ["and style"],
    module: ["nodenext"],
    emission: ["declaration"],
    around: dimensions.around.slice(0, 1),
  };
  const rows = tsconfigs({ ...chosen, compiler: ["6"] }, 1).slice(0, 1); // those of 5.9 are in test/golden
  it.each(named(rows.map(combinationOf)))("%s", async (_, combination) => {
    expect(await matrix.judge(combination, [petstore])).toEqual({ outputs: 1, errors: [] });
  });
});

/** What a library makes of the output and exports, its types inferred. */
const exporting = `import { createPetstoreClient, createPetstoreServer, getPet, listPets, petstorePaths, PetSchema, RateLimitError } from "./js/all/petstore/index.js";
import * as petstore from "./js/all/petstore/index.js";

export const client = createPetstoreClient({ auth: { bearerAuth: "key" } });
export const pet = () => getPet(client, { path: { petId: 1 } });
export const pets = async () => await listPets(client);
export const byPath = async () => (await petstorePaths(client).GET("/pets", {})).data;
export const limits = client.limits;
export const handlers = {} as petstore.PetstoreHandlers<{ name: string }>;
export const options = { handlers, plan: () => "free" as const, authenticate: {} as never, errors: {} as never };
export const server = createPetstoreServer(options);
export const parsed = PetSchema.safeParse({});
export const issues = parsed.success ? [] : parsed.issues;
export const standard = PetSchema["~standard"];
export const all = { ...petstore };
export const limit = (error: unknown) => (error instanceof RateLimitError ? error : undefined);
export class Service {
  client = createPetstoreClient();
  get = getPet;
}
`;

it("has a name for every type that a program exports without naming it", async () => {
  await writeFiles(folder.path, [
    { path: "exporting.ts", text: exporting },
    { path: "package.json", text: '{ "type": "module" }' },
  ]);
  const options = { strict: true, declaration: true, module: "nodenext", target: "es2022", types: ["node"], noEmit: true };
  expect(await compile(folder.path, ["exporting.ts"], "7", options)).toEqual([]);
});

/** As docs/compilers.md advises. */
const asking = `import { createPetstoreClient, getPet } from "./js/client/petstore/index.js";

export async function nameOf(petId: number): Promise<string> {
  const result = await getPet(createPetstoreClient({ auth: { bearerAuth: "key" } }), { path: { petId } });
  if ("error" in result) return String(result.error);
  return result.data.name;
}

export async function unclear(petId: number): Promise<string> {
  const result = await getPet(createPetstoreClient(), { path: { petId } });
  // @ts-expect-error What is promised is no more than that one can ask for the member.
  if (!result.ok) return String(result.error);
  return "";
}
`;

describe("tells results apart by a member without null checks", () => {
  it.each([{ strict: false }, { strict: true, strictNullChecks: false }])("%j", async (flags) => {
    await writeFiles(folder.path, [
      { path: "asking.ts", text: asking },
      { path: "package.json", text: '{ "type": "module" }' },
    ]);
    const options = { ...flags, module: "nodenext", target: "es2022", types: ["node"], noEmit: true };
    expect(await compile(folder.path, ["asking.ts"], "7", options)).toEqual([]);
  });
});
