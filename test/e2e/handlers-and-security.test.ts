/** Handlers that somebody has, while security comes into a description and leaves it: what was written before compiles after. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCli, readTree, type Ran } from "../support/cli.js";
import { compile, surroundings, temporaryFolder, typeCheck } from "../support/compile.js";

let cli: Awaited<ReturnType<typeof buildCli>>;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (path: string): string => join(folder.path, path);
const generate = (): Promise<Ran> => cli.run(["generate"], { cwd: folder.path });

async function files(texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), text);
  }
}

const edit = async (path: string, change: (text: string) => string): Promise<void> =>
  writeFile(at(path), change(await readFile(at(path), "utf8")));

/** Under all strict options, and with `strict` alone. */
async function compiled(...folders: readonly string[]): Promise<readonly string[]> {
  const plain = { strict: true, noEmit: true, target: "es2022", module: "nodenext", ...surroundings.node };
  const found = [...(await typeCheck(folder.path, folders, "5.9", "node")), ...(await compile(folder.path, folders, "7", plain))];
  return found.map(({ file, text }) => `${file}: ${text}`);
}

const described = (security: "all" | "one" | "none"): string => `openapi: 3.1.0
info: { title: Shop, version: "1" }
${security === "all" ? "security: [{ key: [] }]" : ""}
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
paths:
  /pets:
    get: { operationId: listPets, tags: [pets], responses: { "200": { description: OK, content: { text/plain: { schema: { type: string } } } } } }
    post: { operationId: addPet, tags: [pets], ${security === "one" ? "security: [{ key: [] }], " : ""}responses: { "204": { description: OK } } }
    delete: { operationId: removePets, tags: [pets], responses: { "204": { description: OK } } }
  /health: { get: { operationId: health, security: [], responses: { "204": { description: OK } } } }
`;

const apis = ["first", "second", "third"] as const;

beforeAll(async () => {
  cli = await buildCli();
  folder = await temporaryFolder();
  const api = (name: string): object => ({
    input: `${name}.yaml`,
    output: `${name}/api`,
    emit: ["types", "validators", "server"],
    handlers: `${name}/handlers`,
  });
  const config = { apis: Object.fromEntries(apis.map((name) => [name, api(name)])), runtime: "runtime" };
  await files({ "sundial.config.json": JSON.stringify(config) });
});
afterAll(async () => {
  await cli.dispose();
  await folder.remove();
});

/** A handler that does something, and knows of no principal. */
const written = (text: string): string =>
  text
    .replace(/listPets\(\) \{[^}]*\}/, "listPets(_request, context) {\n    return { status: 200, body: context.operation };\n  }")
    .replace(/addPet\(\) \{[^}]*\}/, "addPet: () => ({ status: 204 })");

test("security comes and goes", { timeout: 300_000 }, async () => {
  await files({ "first.yaml": described("none"), "second.yaml": described("all"), "third.yaml": described("one") });
  expect(await generate()).toMatchObject({ code: 0 });
  for (const name of apis) await edit(`${name}/handlers/pets.ts`, written);
  const before = await Promise.all(apis.map((name) => readTree(at(`${name}/handlers`))));
  expect(before.map((each) => "principal.ts" in each)).toEqual([false, true, true]);
  expect(await compiled(...apis)).toEqual([]);

  // Into the first, out of the others.
  await files({ "first.yaml": described("one"), "second.yaml": described("none"), "third.yaml": described("none") });
  const changed = await generate();
  expect(changed.code).toBe(0);
  const after = await Promise.all(apis.map((name) => readTree(at(`${name}/handlers`))));
  expect(after.map(({ "principal.ts": _, ...rest }) => rest)).toEqual(before.map(({ "principal.ts": _, ...rest }) => rest));
  expect(after.map((each) => "principal.ts" in each)).toEqual([true, true, true]);
  expect(await compiled(...apis)).toEqual([]);
  expect(changed.stderr).toMatch(
    /\[handlers-without-principal\]\n {2}first\/handlers\/index\.ts:9:13\n {2}help: Write `FirstHandlers<Principal>`/,
  );
  expect(changed.stderr).toMatch(/\[handlers-principal-unused\]\n {2}second\/handlers\/default\.ts:\d+:\d+\n/);
  expect(changed.stderr).toMatch(/\[handlers-principal-unused\]\n {2}third\/handlers\//);

  // What the remarks say is done, and no more is said.
  await edit("first/handlers/pets.ts", (text) =>
    `import type { Principal } from "./principal.js";\n${text}`
      .replace("<FirstHandlers>", "<FirstHandlers<Principal>>")
      .replace("() => ({ status: 204 })", "(_request, { principal }) => (console.log(principal.name), { status: 204 })"),
  );
  await edit("first/handlers/index.ts", (text) =>
    `import type { Principal } from "./principal.js";\n${text}`.replace("FirstHandlers;", "FirstHandlers<Principal>;"),
  );
  expect((await generate()).stderr).not.toContain("first/handlers");
  expect(await compiled("first")).toEqual([]);

  // Who does not want to hear of it, does not.
  const codes = ["handlers-principal-unused", "handlers-without-principal"];
  await edit("sundial.config.json", (text) => text.replaceAll('"handlers":', `"silence":${JSON.stringify(codes)},"handlers":`));
  expect((await generate()).stderr).not.toMatch(/handlers-|silence/);
  expect((await cli.run(["check", "--full"], { cwd: folder.path })).stderr).not.toMatch(/handlers-|silence/);
});
