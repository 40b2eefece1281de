/** The code of the README and of the pages it leads to compiles, and does what they say. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Part } from "../../src/emit/emitters.js";
import { projectRoot, run, temporaryFolder, typeCheck, writeFiles } from "../support/compile.js";
import { allParts } from "../../src/emit/emitters.js";
import { blocksOf } from "../support/page-blocks.js";
import { generateFrom, generateTexts, withGateStore } from "../support/pipeline.js";

const readme = [
  "README.md",
  "docs/client.md",
  "docs/configuration.md",
  "docs/limits.md",
  "docs/selection.md",
  "docs/pinned-inputs.md",
  "docs/server.md",
  "docs/testing.md",
  "docs/validators.md",
  "docs/migrate-openapi-typescript.md",
  "docs/templates.md",
]
  .map((path) => readFileSync(join(projectRoot, path), "utf8"))
  .join("\n");
const blocks = blocksOf(readme);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  // One of its programs shares gates.
  const { files } = await generateFrom(join(projectRoot, "spec/petstore.yaml"), allParts, withGateStore);
  await writeFiles(join(folder.path, "src"), blocks);
  await writeFiles(join(folder.path, "src/petstore"), files);
  const [, feed = ""] = /<!-- file: feed\.yaml -->\n```yaml\n([\s\S]*?)```/.exec(readme) ?? [];
  await writeFiles(join(folder.path, "src/feed"), (await generateTexts({ "feed.yaml": feed }, allParts, { name: "feed" })).files);
  // As the configuration beside it says, which test/unit/selection-page.test.ts reads.
  const selected = await generateFrom(join(projectRoot, "spec/petstore.yaml"), allParts, {
    include: [{ value: { tags: ["pets"] }, name: "include" }],
    exclude: [{ value: { deprecated: true }, name: "exclude" }],
    names: {
      schemas: { NewPet: "PetToAdd" },
      operations: { listPets: "findPets", "POST /pets": "addPet" },
      ...{ name: "names", at: { file: "file:///sundial.config.ts", pointer: "/names" } },
    },
  });
  await writeFiles(join(folder.path, "src/selected/petstore"), selected.files);
});
afterAll(() => folder.remove());

test("every block of TypeScript but one, which shows generated code, says which file it is", () => {
  expect(readme.match(/^```ts$/gm)?.length).toBe(blocks.length + 1);
});

test("it compiles under the strict options", async () => {
  // The package as it is published: `npm test` builds it first.
  const paths = { "openapi-sundial": [join(projectRoot, "dist/index.d.ts")] };
  const errors = await typeCheck(folder.path, ["src"], "7", "both", paths);
  expect(errors.filter(({ file }) => file.startsWith("src/"))).toEqual([]);
});

test("the generated code it shows is what is generated", async () => {
  const shown = /```ts\n(\/\*\*\n \* Get an animal[\s\S]*?>);\n```/.exec(readme)?.[1] ?? "nothing";
  const { files } = await generateFrom(join(projectRoot, "spec/petstore.yaml"));
  const words = (text: string): string => text.replace(/[\s*]+/g, " ");
  expect(words(files.find(({ path }) => path === "operations.ts")?.text ?? "")).toContain(words(shown));
});

test("the validators tell valid from invalid", async () => {
  expect((await runBlock("validators.ts")).output).toBe("Rex\n1\n");
});

test("issues are what the page about validators says", async () => {
  expect((await runBlock("issues.ts")).output).toBe(
    [
      "/categoryId must be an integer (type)",
      '/status must be one of "available", "pending", "sold" (enum)',
      'categoryId must be an integer; status must be one of "available", "pending", "sold" 2',
      "",
    ].join("\n"),
  );
  expect((await runBlock("standard.ts")).output).toBe("categoryId is required\n");
});

test("the service serves, and the client calls it", async () => {
  const script = `
    import server from "./server.ts";
    globalThis.fetch = (request) => server.fetch(request);
    const answer = await server.fetch(new Request("https://api.petstore.example.com/v1/pets", {
      method: "POST",
      headers: { authorization: "Bearer secret", "content-type": "application/json" },
      body: JSON.stringify({ name: "Rex", categoryId: 1, status: "available" }),
    }));
    console.log(answer.status);
    await import("./client.ts");
    await import("./by-path.ts");
    await import("./middleware.ts");
    await import("./answers.ts");
    const { names, namesByPath } = await import("./migrated-functions.ts");
    const { signal } = new AbortController();
    console.log(...(await names(signal)), ...(await namesByPath(signal)));
    process.exit();
  `;
  await writeFiles(join(folder.path, "src"), [{ path: "both.ts", text: script }]);
  expect((await runBlock("both.ts", { PETSTORE_KEY: "secret" })).output).toBe("201\nRex\nRex\n56\nGET /pets 200\nRex\nRex Rex\n");
});

test("tests with mocks pass", async () => {
  const vitest = join(projectRoot, "node_modules/vitest/vitest.mjs");
  const { output } = await run(process.execPath, [vitest, "run", "--root", join(folder.path, "src")], folder.path, process.env);
  expect(stripVTControlCharacters(output)).toMatch(/Test Files +3 passed \(3\)\n +Tests +5 passed \(5\)/);
});

test("a dashboard shows what is left, which calls wait for what, and what happened", async () => {
  const script = `
    import { listPets } from "./petstore/index.ts";
    import { watchedClient } from "./watched-client.ts";
    const reset = Math.ceil(Date.now() / 1000) + 40;
    const headers = { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) };
    globalThis.fetch = async () => Response.json([], { headers });
    const gauges = new Map();
    const events = [];
    const client = watchedClient(
      {
        createCounter: () => ({ add: (_, { kind, policy, state }) => events.push([kind, policy, state].join(" ")) }),
        createObservableGauge: (name) => ({ addCallback: (callback) => gauges.set(name, callback) }),
      },
      "secret",
    );
    await listPets(client);
    for (let count = 0; count < 3; count += 1) void listPets(client);
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const [name, observe] of gauges)
      observe({ observe: (value, { policy }) => console.log(name, policy, value) });
    console.log([...new Set(events)].join(", "));
    process.exit();
  `;
  await writeFiles(join(folder.path, "src"), [{ path: "watch.ts", text: script }]);
  expect((await runBlock("watch.ts")).output).toBe(
    [
      "petstore_limit_remaining minute 0",
      "petstore_limit_remaining day 999",
      "petstore_calls_waiting minute 3",
      "petstore_calls_waiting day 0",
      "petstore_calls_under_way all 0",
      "nearly-spent minute paced, state none paced, held-back minute paced",
      "",
    ].join("\n"),
  );
});

test("streams are replied and read", async () => {
  expect((await runBlock("streams/client.ts")).output).toBe("1\n2\n1\n2\n3\n");
});

test("what is generated without calls by path imports no package", async () => {
  const imported = async (...parts: readonly Part[]): Promise<readonly string[]> => {
    const { files } = await generateFrom(join(projectRoot, "spec/petstore.yaml"), parts);
    const names = files.flatMap(({ text }) => Array.from(text.matchAll(/(?:from|import) "([^.][^"]*)";$/gm), ([, name = ""]) => name));
    return [...new Set(names)];
  };
  expect(await imported("types", "validators", "client")).toEqual([]);
  expect(await imported("types", "validators", "client", "paths")).toEqual(["openapi-fetch"]);
});

test("parameters are refused with the sentences that the page about validators shows", async () => {
  const rows = [...readme.matchAll(/^\| (`limit(?:=|\[).*`) \| ([^|]+) \|$/gm)];
  const told = rows.flatMap(([, sent = "", sentence = ""]) =>
    [...sent.matchAll(/`([^`]+)`/g)].map(([, query = ""]) => [query, sentence] as const),
  );
  expect(told.length).toBeGreaterThan(8);
  const script = `
    import server from "./server.ts";
    for (const query of ${JSON.stringify(told.map(([query]) => query))}) {
      const answer = await server.fetch(new Request("https://x/v1/pets?" + query, { headers: { authorization: "Bearer secret" } }));
      console.log((await answer.json()).message);
    }
    process.exit();
  `;
  await writeFiles(join(folder.path, "src"), [{ path: "parameters.ts", text: script }]);
  const expected = told.map(([, sentence]) => `The query parameter \`limit\` ${sentence}.\n`);
  expect((await runBlock("parameters.ts")).output).toBe(expected.join(""));
});

/** Runs a file of the README as a program; the port that it listens on may be taken here, so that it gets a free one. */
async function runBlock(path: string, env: NodeJS.ProcessEnv = {}): Promise<{ readonly output: string }> {
  const outfile = join(folder.path, `${path}.mjs`);
  await build({
    stdin: { contents: `import ${JSON.stringify(pathToFileURL(join(folder.path, "src", path)).pathname)};`, resolveDir: folder.path },
    bundle: true,
    splitting: false,
    format: "esm",
    platform: "node",
    target: "node20",
    outfile,
    logLevel: "silent",
    plugins: [freePort],
  });
  return run(process.execPath, [outfile], folder.path, { ...process.env, ...env });
}

const freePort: NonNullable<Parameters<typeof build>[0]["plugins"]>[number] = {
  name: "free-port",
  setup(builder) {
    builder.onLoad({ filter: /server\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace("listen(3000)", "listen(0)"),
      loader: "ts",
    }));
  },
};
