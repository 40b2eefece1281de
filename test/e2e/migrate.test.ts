/** A project of openapi-typescript and openapi-fetch that is migrated by the command: it compiles and sends the same as before. */
import { spawn, spawnSync } from "node:child_process";
import { copyFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCli } from "../support/cli.js";
import { projectRoot, temporaryFolder, writeFiles } from "../support/compile.js";

let cli: Awaited<ReturnType<typeof buildCli>>;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Server;
const seen: string[] = [];

const program = `import createClient, { type Middleware } from "openapi-fetch";
import type { components, paths } from "./api/schema.js";

const base = process.env.API;
const client = createClient<paths>({
  baseUrl: base,
  headers: { "x-from": "shop" },
  querySerializer: { array: { style: "form", explode: true } },
});
const middleware: Middleware = {
  onRequest({ request }) {
    request.headers.set("authorization", "Bearer key");
    return request;
  },
};
client.use(middleware);

type Pet = components["schemas"]["Pet"];
const { data, error } = await client.GET("/pets", { params: { query: { limit: 2 } } });
const names: string[] = (data ?? []).map((pet: Pet) => pet.name);
const made = await client.POST("/pets", { body: { name: "Rex", categoryId: 1 } });
console.log(JSON.stringify({ names, error, status: made.response.status }));
`;

beforeAll(async () => {
  cli = await buildCli();
  folder = await temporaryFolder();
  const at = (path: string): string => join(folder.path, path);
  await writeFiles(folder.path, [
    {
      path: "package.json",
      text: JSON.stringify({
        name: "shop",
        type: "module",
        scripts: { types: "openapi-typescript petstore.yaml -o src/api/schema.d.ts" },
        dependencies: { "openapi-fetch": "^0.17.0" },
        devDependencies: { "openapi-typescript": "^7.13.0" },
      }),
    },
    {
      path: "tsconfig.json",
      text: JSON.stringify({
        compilerOptions: { module: "nodenext", target: "es2022", strict: true, outDir: "dist", types: ["node"], skipLibCheck: true },
        include: ["src"],
      }),
    },
    { path: "src/main.ts", text: program },
  ]);
  await copyFile(join(projectRoot, "spec/petstore.yaml"), at("petstore.yaml"));
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { authorization, "x-from": from, "content-type": type } = request.headers;
      seen.push([request.method, request.url, authorization, from, type, body].join(" "));
      response.writeHead(request.method === "POST" ? 503 : 200, { "content-type": "application/json" });
      response.end(request.method === "POST" ? '{"code":"down","message":"no"}' : '[{"id":1,"name":"Tom","status":"sold"}]');
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  server.close();
  await folder.remove();
  await cli.dispose();
});

function node(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder.path, encoding: "utf8" });
  expect({ status, told: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, told: "" });
  return stdout;
}

/** Compiles and runs the program; returns what it prints and what it has sent. */
async function compiled(): Promise<{ readonly printed: unknown; readonly sent: readonly string[] }> {
  node(join(projectRoot, "node_modules/typescript/bin/tsc"));
  seen.length = 0;
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, [join(folder.path, "dist/main.js")], {
    env: { ...process.env, API: `http://127.0.0.1:${String(port)}/v1` },
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await new Promise((done) => child.on("close", done));
  return { printed: JSON.parse(text) as unknown, sent: [...seen] };
}

test("it compiles, prints and sends the same before and after, and a second run finds nothing", async () => {
  const openapiTypescript = join(projectRoot, "node_modules/openapi-typescript/bin/cli.js");
  node(openapiTypescript, "petstore.yaml", "-o", "src/api/schema.d.ts");
  const before = await compiled();
  expect(before.sent).toHaveLength(2);

  const shown = node(cli.bin, "migrate");
  expect(shown).toContain('-import createClient, { type Middleware } from "openapi-fetch";');
  node(cli.bin, "migrate", "--write");
  node(cli.bin, "generate");
  expect(await compiled()).toEqual(before);
  node(cli.bin, "check");
  expect(node(cli.bin, "migrate", "--write")).toContain("nothing was written");
}, 300_000);
