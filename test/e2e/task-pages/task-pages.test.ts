/** The pages of everyday tasks: every block of code is compiled under the strict options and run, and prints or answers what the page says. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allParts } from "../../../src/emit/emitters.js";
import { projectRoot, run, temporaryFolder, typeCheck, writeFiles } from "../../support/compile.js";
import { generateFrom, generateTexts } from "../../support/pipeline.js";
import { readPage, type Page } from "./read-page.js";
import * as services from "./services.js";

/** Beside each page the service that its programs call; undefined where the page has its own. */
const pages: Readonly<Record<string, string | undefined>> = {
  "docs/credentials.md": services.orders,
  "docs/error-bodies.md": undefined,
  "docs/errors.md": services.petstore,
  "docs/frameworks.md": undefined,
  "docs/several-apis.md": services.petsAndInvoices,
  "docs/uploads-and-downloads.md": undefined,
};

const execute = promisify(execFile);
const environment = { ORDERS_KEY: "4711", CLIENT_ID: "shop", CLIENT_SECRET: "hidden" };

describe.each(Object.entries(pages))("%s", (path, service) => {
  const page = readPage(path);
  const isProject = page.files.some((file) => file.path === "sundial.config.ts");
  const sources = isProject ? "" : "src";
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    folder = await temporaryFolder();
    await writeFiles(join(folder.path, sources), page.files);
    if (service !== undefined) await writeFiles(join(folder.path, "src"), [{ path: "service.js", text: service }]);
    await writeFiles(folder.path, [{ path: "rex.jpg", text: "bytes of Rex\n" }]);
    await (isProject ? generateAsConfigured(folder.path) : generateDescriptions(join(folder.path, "src"), page));
  });
  afterAll(() => folder.remove());

  test("every block of TypeScript says which file it is", () => {
    expect(page.unnamed).toEqual([]);
  });

  test("it compiles under the strict options", async () => {
    const paths = { "openapi-sundial": [join(projectRoot, "dist/index.d.ts")] };
    const errors = await typeCheck(folder.path, isProject ? ["src", "sundial.config.ts"] : ["src"], "7", "both", paths);
    expect(errors).toEqual([]);
  });

  test("its programs print what it says, and use all of it", async () => {
    const used = new Set(["sundial.config.ts"]);
    for (const [program, printed] of page.prints) {
      const { output, inputs } = await runProgram(folder.path, withService(join(sources, program)));
      expect([program, output]).toEqual([program, printed]);
      for (const input of inputs) used.add(input);
    }
    for (const [program, answered] of page.answers) {
      const { output, inputs } = await runProgram(folder.path, asking(join(sources, program), answered));
      expect([program, output]).toEqual([program, answered]);
      for (const input of inputs) used.add(input);
    }
    const unused = page.files.map((file) => join(sources, file.path)).filter((file) => file.endsWith(".ts") && !used.has(file));
    expect(unused.filter((file) => !isOfTypesAlone(readFileSync(join(folder.path, file), "utf8")))).toEqual([]);
  });
});

/** Such a module is nothing at run time: to compile it is all that can be done. */
const isOfTypesAlone = (text: string): boolean => text.split("\n").every((line) => line === "" || line.startsWith("export * as "));

/** Each description of a page is an API called like its file; a page without one is about the Petstore. */
async function generateDescriptions(sources: string, { files }: Page): Promise<void> {
  const descriptions = files.filter(({ path }) => path.endsWith(".yaml"));
  for (const { path, text } of descriptions) {
    const name = path.replace(".yaml", "");
    await writeFiles(join(sources, name), (await generateTexts({ [path]: text }, allParts, { name })).files);
  }
  if (descriptions.length > 0) return;
  await writeFiles(join(sources, "petstore"), (await generateFrom(join(projectRoot, "spec/petstore.yaml"))).files);
}

async function generateAsConfigured(folder: string): Promise<void> {
  const petstore = readFileSync(join(projectRoot, "spec/petstore.yaml"), "utf8");
  await writeFiles(folder, [{ path: "spec/petstore.yaml", text: petstore }]);
  const { status, output } = await run(process.execPath, [join(projectRoot, "dist/bin.js"), "generate", "--quiet"], folder);
  expect([status, output]).toEqual([0, ""]);
}

/** A program whose `fetch` is the page's service. */
const withService = (program: string): string => `
  import { server } from "./src/service.js";
  globalThis.fetch = (input, init) => server.fetch(new Request(input, init));
  const main = () => import(${JSON.stringify(`./${program}`)});
  main();
`;

/** A service that is asked what the page asks, at whatever port is free, or by its functions where it does not listen. */
const asking = (program: string, answers: string): string => `
  import { Server } from "node:net";
  const listening = new Promise((resolve) => {
    const listen = Server.prototype.listen;
    Server.prototype.listen = function (port, ...rest) {
      this.once("listening", () => resolve("http://localhost:" + this.address().port));
      return listen.call(this, typeof port === "object" ? { ...port, port: 0 } : 0, ...rest);
    };
  });
  const main = async () => {
    const service = await import(${JSON.stringify(`./${program}`)});
    for (const line of ${JSON.stringify(answers.split("\n").filter((line) => /^[A-Z]/.test(line)))}) {
      const [, method, path, body] = /^(\\S+) (\\S+) ?(.*)$/.exec(line);
      const origin = service[method] === undefined ? await listening : "https://petstore.test";
      const headers = { Authorization: "Bearer secret", ...(body !== "" && { "Content-Type": "application/json" }) };
      const request = new Request(origin + path, { method, headers, ...(body !== "" && { body }) });
      const answer = await (service[method] ?? fetch)(request);
      console.log(line + "\\n  " + answer.status + " " + (await answer.text()));
    }
    process.exit();
  };
  main();
`;

/** Bundles a program and runs it. `inputs` are the files that it is made of, relative to the folder. */
async function runProgram(folder: string, contents: string): Promise<{ readonly output: string; readonly inputs: readonly string[] }> {
  const { metafile } = await build({
    stdin: { contents, resolveDir: folder },
    absWorkingDir: folder,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: ["express", "fastify"],
    outfile: join(folder, "program.mjs"),
    metafile: true,
    logLevel: "silent",
  });
  // Warnings are on standard error, and the pages do not show them.
  const { stdout } = await execute(process.execPath, ["program.mjs"], { cwd: folder, env: { ...process.env, ...environment } });
  return { output: stdout, inputs: Object.keys(metafile.inputs) };
}
