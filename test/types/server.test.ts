import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compilers, copyInto, projectRoot, temporaryFolder, typeCheck, writeFiles, type Compiler } from "../support/compile.js";
import { generateTexts } from "../support/pipeline.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  await copyInto(folder.path, "test/types/server");
  for (const [name, description] of [
    ["shop", "test/types/server/openapi.yaml"],
    ["petstore", "spec/petstore.yaml"],
  ] as const) {
    const text = await readFile(`${projectRoot}${description}`, "utf8");
    const { files, diagnostics } = await generateTexts({ [`${name}.yaml`]: text }, ["types", "validators", "server"]);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    await writeFiles(
      folder.path,
      files.map((file) => ({ ...file, path: `${name}/${file.path}` })),
    );
  }
});

afterAll(() => folder.remove());

describe("the types of a server hold what they promise", () => {
  for (const compiler of Object.keys(compilers) as Compiler[]) {
    it(`under TypeScript ${compiler}, with the types of Node alone`, async () => {
      expect(await typeCheck(folder.path, ["*.ts", "shop", "petstore"], compiler, "node")).toEqual([]);
    });
  }
});
