/** What is generated compiles in the projects of others, whose tsconfig is not ours. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Compiler, compile, compilers, projectRoot, temporaryFolder, writeFiles } from "../support/compile.js";
import { generateFrom } from "../support/pipeline.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  const { files } = await generateFrom(`${projectRoot}spec/petstore.yaml`, ["types", "client", "server", "validators"]);
  await writeFiles(join(folder.path, "petstore"), files);
});

afterAll(() => folder.remove());

// `Object.keys` keeps no names.
it.each(Object.keys(compilers) as Compiler[])("compiles under plain strict with TypeScript %s", async (compiler) => {
  const options = { module: "nodenext", target: "es2022", types: ["node"], strict: true, noEmit: true };
  expect(await compile(folder.path, ["petstore"], compiler, options)).toEqual([]);
});
