import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectRoot, temporaryFolder, writeFiles } from "../../support/compile.js";
import { generateFrom } from "../../support/pipeline.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let runtime: readonly string[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  const { files } = await generateFrom(`${projectRoot}spec/petstore.yaml`, ["types", "client"]);
  runtime = files.flatMap(({ path }) => (path.startsWith("runtime/") ? [path.slice("runtime/".length)] : []));
  await writeFiles(folder.path, files);
});

afterAll(() => folder.remove());

async function bundleOf(program: string): Promise<{ readonly text: string; readonly gzipped: number }> {
  const entry = { contents: program, resolveDir: folder.path, loader: "ts" } as const;
  const { outputFiles } = await build({
    stdin: entry,
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    absWorkingDir: folder.path,
    outfile: join(folder.path, "out.js"),
  });
  const text = outputFiles[0]?.text ?? "";
  return { text, gzipped: gzipSync(text, { level: 9 }).length };
}

it("the whole Petstore client, openapi-fetch included, is under 9 kB", async () => {
  const { gzipped } = await bundleOf('export * from "./index.js";');
  expect(gzipped).toBeLessThan(9_000);
});

it("operations that are not called are left out of a bundle", async () => {
  const { text } = await bundleOf('import { createPetstoreClient, listPets } from "./index.js"; void listPets(createPetstoreClient());');
  expect(text).toContain('"listPets"');
  expect(text).not.toContain('"createPet"');
});

it("only the runtime files that the client needs are copied", () => {
  expect(runtime).toEqual([
    "call.ts",
    "client.ts",
    "credentials.ts",
    "deprecated-operation.ts",
    "deprecation.ts",
    "operation.ts",
    "response-body.ts",
    "serialise.ts",
    "servers.ts",
  ]);
});
