import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importExtensions } from "../../../../src/emit/print/import-specifiers.js";
import { generateTexts } from "../../../support/pipeline.js";

const petstore = readFileSync(new URL("../../../../spec/petstore.yaml", import.meta.url), "utf8");
const endings = { js: ".js", ts: ".ts", none: "" } as const;

async function filesWith(importExtension: "js" | "ts" | "none" | undefined, text = petstore) {
  const { files } = await generateTexts({ "openapi.yaml": text }, undefined, { importExtension });
  expect(files.length).toBeGreaterThan(5);
  return new Map(files.map((file) => [file.path, file.text]));
}

/** Every relative module that a file names, in whatever way. */
function modulesOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/(?:from|import|import\() ?"(\.[^"]*)"/g), ([, module = ""]) => module);
}

test.each(importExtensions)("every import of every file ends as asked, the runtime's too: %s", async (extension) => {
  const files = await filesWith(extension);
  for (const [path, text] of files) {
    for (const module of modulesOf(text)) {
      expect(
        module.endsWith(endings[extension]) && !/\.[jt]s\.?[jt]?s?$/.test(module.slice(0, module.length - endings[extension].length)),
      ).toBe(true);
      const target = new URL(module, `file:///${path}`).pathname.slice(1).replace(/\.[jt]s$/, "");
      expect(files.has(`${target}.ts`)).toBe(true);
    }
  }
});

test("nothing else differs between them, and `js` is what there is without the option", async () => {
  const js = await filesWith("js");
  expect(await filesWith(undefined)).toEqual(js);
  for (const extension of ["ts", "none"] as const) {
    const back = Array.from(
      await filesWith(extension),
      ([path, text]) => [path, text.replace(/("\.\.?\/[a-z0-9/-]+)(?:\.ts)?"/g, '$1.js"')] as const,
    );
    expect(new Map(back)).toEqual(js);
  }
});

test("words of a description that look like an import stay as they are", async () => {
  const line = String.raw`import { x } from \"./x.js\";\nexport * from \"./y.js\";\n} from \"./z.js\";`;
  const hostile = `{ "openapi": "3.1.0", "info": { "title": "T", "version": "1", "description": "${line}" },
    "servers": [{ "url": "https://example.com", "description": "${line}" }],
    "paths": { "/a": { "get": { "operationId": "a", "summary": "${line}", "description": "${line}", "responses": { "200": { "description": "${line}",
      "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } } } } } },
    "components": { "schemas": { "A": { "type": "object", "description": "${line}", "properties": { "a": { "const": "${line}" },
      "import { x } from '../x.js';": { "enum": ["${line}", "./b.js"], "default": "./b.js" } } } } } }`;
  const js = await filesWith("js", hostile);
  const own = (text: string): string => text.replace(/^(?:import|export|\} from) .*$/gm, "");
  for (const extension of ["ts", "none"] as const)
    for (const [path, text] of await filesWith(extension, hostile)) expect(own(text)).toBe(own(js.get(path) ?? ""));
});
