/** A library that holds generated code, as its bundler publishes it, in a program that has it from a package. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runProcess } from "../support/cli.js";
import { compile, compilers, projectRoot, temporaryFolder, writeFiles } from "../support/compile.js";
import type { GeneratedFile } from "../../src/emit/print/file.js";
import { allParts } from "../../src/emit/emitters.js";
import { generateFrom, generateTexts, withGateStore } from "../support/pipeline.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let files: readonly GeneratedFile[];

beforeAll(async () => {
  folder = await temporaryFolder();
  ({ files } = await generateFrom(`${projectRoot}spec/petstore.yaml`, allParts, withGateStore));
  const library = files.map((file) => ({ ...file, path: `node_modules/@shop/api/src/${file.path}` }));
  // A package of its own: what is imported of it is what it exports.
  await writeFiles(join(folder.path, "app"), [
    ...library,
    { path: "node_modules/@shop/api/package.json", text: JSON.stringify({ name: "@shop/api", type: "module", exports: "./src/index.ts" }) },
    { path: "package.json", text: JSON.stringify({ type: "module" }) },
  ]);
});
afterAll(() => folder.remove());

describe("a bundle that leaves openapi-fetch where it is", () => {
  test.each([
    ["cjs", "module"],
    ["cjs", "commonjs"],
    ["esm", "module"],
  ] as const)("runs as %s, in a package of type %s", async (format, type) => {
    const at = join(folder.path, `${format}-in-${type}`);
    await writeFiles(at, [{ path: "package.json", text: JSON.stringify({ type }) }]);
    const outfile = join(at, format === "cjs" ? "bundle.cjs" : "bundle.mjs");
    const entry = join(folder.path, "app/node_modules/@shop/api/src/index.ts");
    await build({ entryPoints: [entry], outfile, bundle: true, format, platform: "node", external: ["openapi-fetch"], logLevel: "silent" });
    const loaded = format === "cjs" ? `Promise.resolve(require(${JSON.stringify(outfile)}))` : `import(${JSON.stringify(outfile)})`;
    const program = `${loaded}.then(async ({ createPetstoreClient, listPets, petstorePaths }) => {
  const client = createPetstoreClient({ auth: { bearerAuth: "key" }, fetch: async () => Response.json([]) });
  console.log((await listPets(client)).status, (await petstorePaths(client).GET("/pets")).data.length);
});`;
    await writeFile(join(at, "main.cjs"), program);
    const { stdout, stderr } = await runProcess(process.execPath, ["main.cjs"], { cwd: at });
    expect(stdout + stderr).toBe("200 0\n");
  });
});

/** What a program can say without naming a type, each exported, so that its declarations name them. */
const inferred = `import * as api from "@shop/api";
const client = api.createPetstoreClient();
const paths = api.petstorePaths(client);
export const descriptor = api.listPetsOperation;
export const descriptors = { get: api.getPetOperation };
export const get = paths.GET;
export const post = paths.POST;
export const request = paths.request;
export const use = client.use;
export const useByPath = paths.use;
export const call = client.call;
export const limits = client.limits;
export const byPath = () => paths.GET("/pets", {});
export const deprecated = () => paths.GET("/pets/{petId}", { params: { path: { petId: 1 } } });
export const create = () => paths.POST("/pets", { body: { name: "Rex", categoryId: 1 } });
export const byMethod = () => paths.request("get", "/pets");
export const schema = api.PetSchema;
export const parse = api.PetSchema.safeParse;
export const standard = api.PetSchema["~standard"];
export const issues = (error: api.ValidationError) => error.issues;
export const { deprecations, rateLimits, servers } = api;
export const list = api.listPets;
export const options = (given: api.PetstoreOptions) => given;
export const server = (given: api.PetstoreOptions) => given.server;
export const auth = (given: api.PetstoreOptions) => given.auth;
export const onLimit = (given: api.PetstoreOptions) => given.onLimit;
export const onDeprecation = (given: api.PetstoreOptions) => given.onDeprecation;
export const store = api.redisGateStore;
export const limit = (error: unknown) => (error instanceof api.RateLimitError ? [error.policy, error.source] : undefined);
export const query = (args: api.ListPetsArgs) => args?.query;
export const result = async () => {
  const listed = await api.listPets(client);
  return listed.ok ? listed : listed.response;
};
export const failure = async () => {
  const listed = await api.listPets(client);
  return listed.ok ? undefined : { ...listed };
};
declare const options_: api.PetstoreServerOptions<string>;
export const served = api.createPetstoreServer(options_);
export const { node, fetch, tryFetch } = served;
export const made = (given: api.PetstoreServerOptions<string>) => ({ ...given });
export const handler = (given: api.PetstoreHandlers<string>) => given.listPets;
export const handlers = (given: api.PetstoreHandlers<string>) => ({ ...given, createPet: given.createPet });
export const asked = (given: api.PetstoreRequest<"listPets">) => ({ given, query: given.query });
export const sent = (given: api.PetstoreRequest<"createPet">) => ({ ...given });
export const replied = (given: api.PetstoreReply<"getPet">) => given;
export const answer = async (given: api.PetstoreHandlers<string>, request: api.PetstoreRequest<"listPets">, context: api.Context<string>) =>
  given.listPets(request, context);
export const some = { listPets: ({ query }) => ({ status: 200, body: [{ id: query.limit, name: "Rex", categoryId: 1, status: "available" }] }) } satisfies Partial<
  api.PetstoreHandlers<string>
>;
export const making = () => ({ createPet: ({ body }) => ({ status: 201, body: { ...body, id: 1, status: "sold" } }) }) satisfies Pick<
  api.PetstoreHandlers<string>,
  "createPet"
>;
export class Handlers {
  readonly listPets = some.listPets;
  readonly createPet = making().createPet;
}
export const requestOf = (given: api.PetstoreRequest<"getPet">) => given;
export const credential = (given: api.PetstoreAuth) => given.bearerAuth;
export const shared = (given: Parameters<typeof api.sharedGates>[0]) => api.sharedGates(given);
`;

const settings = { strict: true, declaration: true, module: "nodenext", target: "es2022", types: ["node"], noEmit: true };

test.each(["5.9", "6", "7"] as const)("declarations name what a program infers of the package: TypeScript %s", async (compiler) => {
  await writeFiles(join(folder.path, "app"), [{ path: "main.ts", text: inferred }]);
  expect(await compile(join(folder.path, "app"), ["main.ts"], compiler, settings)).toEqual([]);
});

test("declarations name operations by their keys, and not all that they are", async () => {
  const create = '{ createPet: ({ body }) => ({ status: 201, body: { ...body, id: 1, status: "sold" } }) }';
  const text = `export const handlers = ${create} satisfies Partial<api.PetstoreHandlers<string>>;`;
  const declared = await declare("by-key", `import * as api from "@shop/api";\n${text}\n`, "5.9");
  expect(declared).toContain('createPet: ({ body }: api.ServerRequest<api.operations, "createPet", api.Defaults>) => {');
  expect(declared).not.toContain("responses");
});

/** One description, and nothing of it but a server. */
const servedOnly = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /a:
    put:
      operationId: putA
      parameters: [{ name: q, in: query, schema: { type: integer, default: 1 } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Tree" } } } }
      responses: { "200": { description: Fine, content: { application/json: { schema: { $ref: "#/components/schemas/Tree" } } } } }
    delete: { operationId: deleteA, responses: { "204": { description: Gone } } }
components:
  schemas:
    Tree: { type: object, properties: { left: { $ref: "#/components/schemas/Tree" }, name: { type: string, default: oak } } }
`;

test.each(["5.9", "6", "7"] as const)("so do those of a package that is a server alone: TypeScript %s", async (compiler) => {
  const made = await generateTexts({ "api.yaml": servedOnly }, ["types", "validators", "server"], { name: "api" });
  await writeFiles(join(folder.path, "served"), [
    ...made.files.map((file) => ({ ...file, path: `node_modules/@shop/served/src/${file.path}` })),
    { path: "node_modules/@shop/served/package.json", text: JSON.stringify({ type: "module", exports: "./src/index.ts" }) },
    { path: "package.json", text: JSON.stringify({ type: "module" }) },
    {
      path: "main.ts",
      text: `import * as api from "@shop/served";
export const handlers = { putA: ({ body }) => ({ status: 200, body }), deleteA: () => ({ status: 204 }) } satisfies api.ApiHandlers;
export const some = { putA: ({ query }) => ({ status: 200, body: { name: String(query.q) } }) } satisfies Partial<api.ApiHandlers>;
export const descriptor = api.putAOperation;
export const descriptors = { ...api };
export const requestOf = (given: api.ApiRequest<"putA">) => given;
export const replyOf = (given: api.ApiReply<"putA">) => given;
export const server = api.createApiServer({ handlers });
`,
    },
  ]);
  expect(await compile(join(folder.path, "served"), ["main.ts"], compiler, settings)).toEqual([]);
});

/** Of openapi-fetch's types, those that a program infers of a client: a program that has the package need not have openapi-fetch. */
const passedThrough = `
export const { use: add, eject, HEAD, OPTIONS, TRACE, GET, POST } = paths;
export const plainly = () => paths.GET("/pets");
export const plainRequest = () => paths.request("get", "/pets");
export const head = () => paths.HEAD;
export const settings = (given: api.PetstoreOptions) => ({ ...given });
export const call_ = (given: api.CallOptions) => ({ ...given });
export const middleware = (given: Parameters<typeof paths.use>[0]) => given;
export const onRequest = (given: Parameters<typeof paths.use>[0]) => given.onRequest;
export const ofRequest = (given: Parameters<NonNullable<ReturnType<typeof onRequest>>>[0]) => ({ ...given });
`;

test.each(["5.9", "7"] as const)("declarations name nothing of openapi-fetch: TypeScript %s", async (compiler) => {
  for (const [name, text] of [
    ["whole", `${inferred}${passedThrough}`],
    // Without a name for the package, what is inferred is found by the module.
    [
      "named",
      `import { createPetstoreClient, petstorePaths } from "@shop/api";\nconst client = createPetstoreClient();\nconst paths = petstorePaths(client);\nexport const { use, eject } = client;\nexport const raw = () => paths.GET("/pets");\n`,
    ],
  ] as const) {
    const declared = await declare(name, text, compiler);
    expect(declared).toContain("@shop/api");
    expect(declared.split("\n").filter((line) => line.includes("openapi-"))).toEqual([]);
  }
});

/** The declarations of a program of the package. */
async function declare(name: string, text: string, compiler: keyof typeof compilers): Promise<string> {
  const app = join(folder.path, "app");
  await writeFiles(app, [{ path: `${name}.ts`, text }]);
  const options = ["--declaration", "--emitDeclarationOnly", "--strict", "--module", "nodenext", "--target", "es2022", "--types", "node"];
  const tsc = join(projectRoot, "node_modules", compilers[compiler], "bin/tsc");
  const { stdout } = await runProcess(process.execPath, [tsc, `${name}.ts`, "--outDir", `declared-${compiler}`, ...options], { cwd: app });
  expect(stdout).toBe("");
  return declarationsOf(join(app, `declared-${compiler}`), `${name}.d.ts`);
}

/** The text of one file, wherever it is below the folder: a compiler keeps the folders of what it was given. */
async function declarationsOf(below: string, name: string): Promise<string> {
  const path = (await readdir(below, { recursive: true })).find((each) => basename(each) === name) ?? name;
  return readFile(join(below, path), "utf8");
}

/** Made by the package and given back to it: nobody is to look into them. */
const opaque = new Set(["CallableOperation", "DeprecatedOperation", "SharedGates"]);

/** The types that a module exports, itself and through what it passes on whole, without those that have parameters. */
function typesOf(path: string): readonly string[] {
  const text = files.find((file) => file.path === path)?.text ?? "";
  const listed = [...text.matchAll(/^export type \{([^}]*)\}/gm)].flatMap(
    ([, names = ""]) => names.replace(/\w+ as /g, "").match(/\w+/g) ?? [],
  );
  const declared = [...text.matchAll(/^export (?:type|interface) (\w+)(?= )/gm)].flatMap(([, name = ""]) => name);
  const passedOn = [...text.matchAll(/^export (?:type )?\* from "\.\/(\w+)\.js"/gm)].flatMap(([, name = ""]) => typesOf(`${name}.ts`));
  return [...listed, ...declared, ...passedOn];
}

test("declarations name the members of every type that the package exports", async () => {
  const looked = [...new Set(typesOf("index.ts"))].filter((name) => !opaque.has(name));
  const members = looked.map((name) => `export const membersOf${name} = (given: api.${name}) => ({ ...given });`);
  await writeFiles(join(folder.path, "app"), [{ path: "members.ts", text: `import * as api from "@shop/api";\n${members.join("\n")}\n` }]);
  const errors = await compile(join(folder.path, "app"), ["members.ts"], "7", settings);
  // Types with parameters, and those that are no objects, cannot be looked at so.
  expect(errors.filter(({ text }) => !/^TS(?:2698|2314|2707):/.test(text))).toEqual([]);
  expect(looked.length - errors.length).toBeGreaterThan(30);
});
