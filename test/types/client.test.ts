import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compilers, copyInto, projectRoot, temporaryFolder, typeCheck, writeFiles, type Compiler } from "../support/compile.js";
import { generateFrom } from "../support/pipeline.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  await copyInto(folder.path, "test/types/client");
  for (const [name, path] of [
    ["petstore", "spec/petstore.yaml"],
    ["media", "test/types/client/media.yaml"],
    ["nowhere", "test/types/client/nowhere.yaml"],
  ] as const) {
    const { files, diagnostics } = await generateFrom(`${projectRoot}${path}`, ["types", "client"]);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    await writeFiles(
      folder.path,
      files.map((file) => ({ ...file, path: `${name}/${file.path}` })),
    );
  }
});

afterAll(() => folder.remove());

describe("the types of a client hold what they promise", () => {
  for (const compiler of Object.keys(compilers) as Compiler[]) {
    for (const around of ["browser", "node"] as const) {
      it(`under TypeScript ${compiler} in a ${around}`, async () => {
        expect(await typeCheck(folder.path, ["*.ts", "petstore", "media", "nowhere"], compiler, around)).toEqual([]);
      });
    }
  }
});
