import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { projectRoot, temporaryFolder, writeFiles, type Compiler } from "./compile.js";
import { openEditor, type Editor } from "./editor.js";
import { generateFrom } from "./pipeline.js";

/** What an editor shows of a file beside `petstore/`, a client of the Petstore: it is open while the tests of a `describe` run. */
export function petstoreEditor(compiler: Compiler): Editor["show"] {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let editor: Editor;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const { files } = await generateFrom(`${projectRoot}spec/petstore.yaml`, ["types", "client", "paths"]);
    await writeFiles(
      folder.path,
      files.map((file) => ({ ...file, path: `petstore/${file.path}` })),
    );
    editor = await openEditor(join(folder.path, "use.ts"), compiler);
  });

  afterAll(async () => {
    await editor.close();
    await folder.remove();
  });

  return (marked) => editor.show(marked);
}
