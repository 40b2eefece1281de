import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientSettings, copyInto, projectRoot, temporaryFolder, typeCheck, writeFiles } from "../support/compile.js";
import { generateFrom } from "../support/pipeline.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  await copyInto(folder.path, "test/types/client");
  for (const [name, path] of [
    ["petstore", "spec/petstore.yaml"],
    ["media", "test/types/client/media.yaml"],
    ["nowhere", "test/types/client/nowhere.yaml"],
    ["keys", "test/types/client/keys.yaml"],
  ] as const) {
    const { files, diagnostics } = await generateFrom(`${projectRoot}${path}`, ["types", "client", "paths"]);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    await writeFiles(
      folder.path,
      files.map((file) => ({ ...file, path: `${name}/${file.path}` })),
    );
  }
});

afterAll(() => folder.remove());

describe("the types of a client hold what they promise", () => {
  it.each(clientSettings)("under TypeScript %s in a %s", async (compiler, around) => {
    expect(await typeCheck(folder.path, ["*.ts", "petstore", "media", "nowhere", "keys"], compiler, around)).toEqual([]);
  });
});
