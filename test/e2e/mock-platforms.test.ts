/** A mock outside of Node: in a page, which has no other network, and in a Worker, where each request has a context of its own. */
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allParts } from "../../src/emit/emitters.js";
import * as chromium from "../support/chromium.js";
import { projectRoot, temporaryFolder, writeFiles } from "../support/compile.js";
import { generateFrom } from "../support/pipeline.js";
import * as workerd from "../support/workerd.js";

const program = `
import { createPetstoreMock } from "./petstore/mock.js";
import { getPet, listPets, petstorePaths } from "./petstore/index.js";

export async function tried() {
  let now = Date.parse("2030-12-01T12:00:00Z");
  const getNone = ({ path }) => ({ status: 404, body: { code: "none", message: "No " + path.petId, status: 404 } });
  const options = { plan: () => "free", now: () => now, client: { onDeprecation: () => undefined } };
  const { client, calls } = createPetstoreMock({ getPet: getNone }, options);
  const listed = await listPets(client, { query: { limit: 3 } });
  const none = await getPet(client, { path: { petId: 7 } });
  const byPath = await petstorePaths(client).GET("/pets");
  for (let call = 3; call < 60; call += 1) await listPets(client);
  const late = await listPets(client);
  now += 60_000;
  const next = await listPets(client);
  return [listed.data.length, none.error.message, none.response.headers.get("sunset"), byPath.data.length, late.status, next.status, calls.length];
}
`;
const expected = [1, "No 7", "Thu, 05 Dec 2030 00:00:00 GMT", 1, 429, 200, 62];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  const { files } = await generateFrom(join(projectRoot, "spec/petstore.yaml"), allParts);
  await writeFiles(join(folder.path, "petstore"), files);
  await writeFiles(folder.path, [{ path: "tried.js", text: program }]);
});
afterAll(() => folder.remove());

async function bundle(contents: string, format: "esm" | "iife", outfile: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder.path },
    bundle: true,
    format,
    platform: "browser",
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  const text = outputFiles[0]?.text ?? "";
  await writeFiles(folder.path, [{ path: outfile, text }]);
  return text;
}

test(`in a page${chromium.missing}`, { skip: chromium.missing !== "" }, async () => {
  const script = await bundle('import { tried } from "./tried.js"; globalThis.tried = tried;', "iife", "page.js");
  const browser = await chromium.launch();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: script });
    expect(await page.evaluate("tried()")).toEqual(expected);
  } finally {
    await browser.close();
  }
});

test(`in a Worker${workerd.missing}`, { skip: workerd.missing !== "" }, async () => {
  const contents = 'import { tried } from "./tried.js"; export default { fetch: async () => Response.json(await tried()) };';
  await bundle(contents, "esm", "worker.js");
  const worker = await workerd.serveWorker(folder.path, { compatibilityDate: "2025-09-01" });
  try {
    const answer = await fetch(worker.url);
    expect([answer.status, await answer.text(), worker.log()]).toEqual([200, JSON.stringify(expected), worker.log()]);
  } finally {
    await worker.stop();
  }
});
