/** docs/frameworks.md and docs/error-bodies.md: their code compiles, runs, and does what they say. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot, run, temporaryFolder, typeCheck, writeFiles } from "../support/compile.js";
import { blocksOf } from "../support/page-blocks.js";
import { generateFrom } from "../support/pipeline.js";

const read = (name: string): string => readFileSync(join(projectRoot, "docs", name), "utf8");
const pages = { frameworks: read("frameworks.md"), errors: read("error-bodies.md") };
const blocks = blocksOf(`${pages.frameworks}\n${pages.errors}`);
/** The configuration of its first lines, which is shown to be one. */
const configurations = 1;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  const { files } = await generateFrom(join(projectRoot, "spec/petstore.yaml"), ["types", "validators", "server"]);
  const config = /```ts\n\/\/ (sundial\.config\.ts)\n([^]*?)```/.exec(pages.frameworks);
  await writeFiles(join(folder.path, "src"), [...blocks, { path: "sundial.config.ts", text: config?.[2] ?? "" }]);
  await writeFiles(join(folder.path, "src/petstore"), files);
});
afterAll(() => folder.remove());

test("every block of TypeScript says which file it is", () => {
  expect(`${pages.frameworks}${pages.errors}`.match(/^```ts$/gm)?.length).toBe(blocks.length + configurations);
});

test("it compiles under the strict options", async () => {
  // The package as it is published: `npm test` builds it first.
  const paths = { "openapi-sundial": [join(projectRoot, "dist/index.d.ts")] };
  const errors = await typeCheck(folder.path, ["src"], "7", "both", paths);
  expect(errors.filter(({ file }) => file.startsWith("src/"))).toEqual([]);
});

/** Runs a program beside the files of the pages, and gives the lines that it prints of answers, without what servers warn of. Packages are those of this project. */
async function runProgram(name: string, text: string): Promise<readonly string[]> {
  await writeFiles(join(folder.path, "src"), [{ path: `${name}.ts`, text }]);
  const outfile = join(folder.path, `${name}.mjs`);
  const entryPoints = [join(folder.path, "src", `${name}.ts`)];
  await build({
    entryPoints,
    outfile,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "silent",
  });
  const { output } = await run(process.execPath, [outfile], folder.path, { ...process.env, PORT: "0" });
  return output.split("\n").filter((line) => /^\d{3} |^told: /.test(line));
}

/** What each service is asked, as a function `ask` of a program, and what it prints. */
const questions = `
  const show = async (path, init = {}) => {
    const answer = await ask(path, init);
    const { code, ok, length, name, id } = await answer.json();
    console.log(answer.status, JSON.stringify({ code, ok, length, name, id }), answer.headers.has("x-request-id"));
  };
  const headers = { authorization: "Bearer secret", "content-type": "application/json" };
  await show("/v1/pets");
  await show("/v1/pets", { method: "POST", headers, body: JSON.stringify({ name: "Rex", categoryId: 1 }) });
  await show("/v1/pets", { headers });
  await show("/v1/pets/7", { headers });
  await show("/health");
`;
const answers = (hasId: boolean): readonly string[] =>
  ['401 {"code":"unauthenticated"}', '201 {"name":"Rex","id":1}', '200 {"length":1}', '404 {"code":"not_found"}', '200 {"ok":true}'].map(
    (line) => `${line} ${String(hasId)}`,
  );

test.each(["express", "fastify"])("the service in %s serves the API, its own path, and what nobody has", async (name) => {
  const output = await runProgram(
    `ask-${name}`,
    `import { listening } from "./services/${name}.js";
    if (!listening.listening) await new Promise((done) => listening.once("listening", done));
    const ask = (path, init) => fetch(\`http://localhost:\${listening.address().port}\${path}\`, init);
    ${questions}
    await show("/nothing");
    process.exit();`,
  );
  expect(output).toEqual([...answers(true), '404 {"code":"not_found"} true']);
});

test("the routes of Next.js serve the API and a path of its own", async () => {
  const output = await runProgram(
    "ask-next",
    `import * as api from "./services/next/app/v1/path/route.js";
    import * as health from "./services/next/app/health/route.js";
    const ask = (path, { method = "GET", ...init } = {}) =>
      (path.startsWith("/v1/") ? api : health)[method](new Request("https://shop.example" + path, { method, ...init }));
    ${questions}`,
  );
  expect(output).toEqual(answers(false));
});

test("each answer of the page about errors is what its server answers, and what was thrown is told to nobody else", async () => {
  const rows = [...pages.errors.matchAll(/^\| (?:`(\w+) (\S+)`( without a key)?|`POST (\S+)` of Cerberus) \| (\d+) \| `(.*)` \|$/gm)].map(
    ([, method = "POST", path, without, posted, status = "", body = ""]) => ({
      method,
      path: path ?? posted,
      key: without === undefined,
      status,
      body,
    }),
  );
  expect(rows).toHaveLength(6);
  const output = await runProgram(
    "ask-errors",
    `import { server, told } from "./errors/server.js";
    for (const { method, path, key } of ${JSON.stringify(rows)}) {
      const headers = { "content-type": "application/json", ...(key ? { authorization: "Bearer secret" } : {}) };
      const body = method === "POST" ? JSON.stringify({ name: "Cerberus", categoryId: 1 }) : undefined;
      const answer = await server.fetch(new Request("https://shop.example" + path, { method, headers, body }));
      console.log(answer.status, await answer.text());
    }
    console.log("told: " + told.map(({ message }) => message).join());`,
  );
  expect(output).toEqual([...rows.map(({ status, body }) => `${status} ${body}`), "told: the database is down: host db-1, user admin"]);
});

test("its table of codes is that of the server", async () => {
  const { files } = await generateFrom(join(projectRoot, "spec/petstore.yaml"), ["types", "server"]);
  const text = files.find(({ path }) => path === "runtime/server.ts")?.text ?? "";
  const kinds = [...text.matchAll(/^ {2}"?([a-z-]+)"?: \{ status: (\d+), title: "(.*)" \},$/gm)].map(([, ...cells]) => cells);
  const rows = [...pages.errors.matchAll(/^\| `([a-z-]+)` \| (\d+) \| (.*) \|$/gm)].map(([, ...cells]) => cells);
  expect(kinds.length).toBeGreaterThan(10);
  expect(rows).toEqual(kinds);
});
