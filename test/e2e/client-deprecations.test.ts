/** A client made of an older description, against the server of a newer one: what it learns from the service, over real HTTP. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { temporaryFolder, writeFiles } from "../support/compile.js";
import { generateTexts } from "../support/pipeline.js";

const description = (facts: { readonly list: string; readonly get: string }): string => `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
servers: [{ url: https://shop.example.com/v1 }]
paths:
  /pets:
    get:
      operationId: listPets
      ${facts.list}
      parameters: [{ name: sort, in: query, deprecated: true, schema: { type: string } }]
      responses: { "200": { description: Done, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pet" } } } } } }
    post:
      operationId: createPet
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses: { "201": { description: Made, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } }
  /pets/{petId}:
    get:
      operationId: getPet
      deprecated: true
      ${facts.get}
      parameters: [{ name: petId, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: Done, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }, "404": { description: None } }
  /v2/pets: { get: { operationId: findPets, responses: { "204": { description: Done } } } }
components:
  schemas: { Pet: { type: object, properties: { name: { type: string }, tag: { type: string, deprecated: true }, parents: { type: array, items: { $ref: "#/components/schemas/Pet" } } } } }
`;

const older = description({ list: "summary: List", get: 'x-sunset: "2030-12-05"' });
const newer = description({
  list: 'deprecated: true\n      x-sunset: "2031-06-30"\n      x-deprecation: { since: "2026-01-01", replacement: { operationId: findPets }, link: "https://example.com/why" }',
  get: 'x-sunset: "2020-01-01"',
});

type Call = (client: unknown, args?: unknown) => Promise<{ readonly ok: boolean; readonly status: number; readonly data?: unknown }>;
interface Client {
  readonly createShopClient: (options: object) => object;
  readonly shopPaths: (client: object) => { GET(path: string, init?: object): Promise<{ readonly data?: unknown }> };
  readonly listPets: Call;
  readonly createPet: Call;
  readonly getPet: Call;
}
interface Service {
  readonly createShopServer: (options: object) => { readonly node: RequestListener };
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let http: Server;
let library: Client;
/** With `deprecations: "service"`. */
let hearing: Client;
let baseUrl = "";
const requests: string[] = [];
const warned: { readonly code: string; readonly message: string }[] = [];

async function outputOf(name: string, text: string, part: "paths" | "server", deprecations?: "service"): Promise<unknown> {
  const { files } = await generateTexts({ "shop.yaml": text }, [part], deprecations && { deprecations });
  await writeFiles(join(folder.path, name), files);
  const outfile = join(folder.path, `${name}.mjs`);
  const entryPoints = [join(folder.path, name, "index.ts")];
  await build({ entryPoints, bundle: true, format: "esm", platform: "node", outfile, logLevel: "silent" });
  return import(/* @vite-ignore */ pathToFileURL(outfile).href);
}

beforeAll(async () => {
  folder = await temporaryFolder();
  // The bundles are typed by what is generated, which is not there when this is checked.
  library = (await outputOf("client", older, "paths")) as Client;
  hearing = (await outputOf("hearing", older, "paths", "service")) as Client;
  const { createShopServer } = (await outputOf("server", newer, "server")) as Service;
  const pet = { name: "Rex" };
  const server = createShopServer({
    handlers: {
      listPets: () => ({ status: 200, body: [pet] }),
      createPet: () => ({ status: 201, body: pet }),
      getPet: ({ path }: { readonly path: { readonly petId: string } }) =>
        path.petId === "1" ? { status: 200, body: pet } : { status: 404 },
      findPets: () => ({ status: 204 }),
    },
    onDeprecatedCall: () => undefined,
  });
  http = createServer((request, response) => {
    requests.push(`${request.method ?? ""} ${request.url ?? ""}`);
    server.node(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${String((http.address() as AddressInfo).port)}/v1`;
});

afterAll(async () => {
  vi.restoreAllMocks();
  http.closeAllConnections();
  http.close();
  await folder.remove();
});

beforeEach(() => {
  const registry = globalThis as { readonly [key: symbol]: Set<string> | undefined };
  registry[Symbol.for("sundial.deprecations.warned")]?.clear();
  requests.length = 0;
  warned.length = 0;
  vi.spyOn(process, "emitWarning").mockImplementation((message, options) => {
    const { code = "", detail = "" } = typeof options === "object" ? options : {};
    warned.push({ code, message: `${String(message)} ${detail}`.trim() });
  });
});

it("hears that an operation has become deprecated, where to go instead, and where to read of it", async () => {
  await library.listPets(library.createShopClient({ baseUrl }));
  expect(warned).toEqual([]); // only where the configuration asks for it
  const shop = hearing.createShopClient({ baseUrl });
  for (let call = 0; call < 3; call += 1) expect(await hearing.listPets(shop)).toMatchObject({ ok: true, data: [{ name: "Rex" }] });
  expect(warned).toEqual([
    {
      code: "SHOP_DEP_SERVER_LISTPETS",
      message:
        "listPets (GET /pets) is deprecated, says the service: it is to be removed on 2031-06-30. Use /v1/v2/pets. See https://example.com/why.",
    },
  ]);
});

it.each(["a client", "one that hears all"])("hears that the end has come nearer, and that it is over: %s", async (which) => {
  const client = which === "a client" ? library : hearing;
  const shop = client.createShopClient({ baseUrl });
  expect(await client.getPet(shop, { path: { petId: "1" } })).toMatchObject({ ok: true, status: 200 });
  expect(await client.getPet(shop, { path: { petId: "2" } })).toMatchObject({ ok: false, status: 404 });
  expect(warned.map(({ code }) => code)).toEqual(["SHOP_DEP_GETPET", "SHOP_DEP_GETPET_SUNSET_MOVED", "SHOP_DEP_GETPET_REMOVED"]);
  expect(warned[1]?.message).toBe(
    "getPet (GET /pets/{petId}) ends on another day than 2030-12-05, says the service: it was to be removed on 2020-01-01.",
  );
  expect(warned[2]?.message).toBe("getPet (GET /pets/{petId}) answered 404: it was to be removed on 2020-01-01.");
});

it("warns of deprecated parts of a call, by name and by path", async () => {
  const shop = hearing.createShopClient({ baseUrl });
  await hearing.createPet(shop, { body: { name: "Rex", parents: [{ parents: [{ tag: "old" }] }] } });
  await hearing.shopPaths(shop).GET("/pets", { params: { query: { sort: "name" } } });
  expect(warned.map(({ code }) => code)).toEqual(["SHOP_DEP_CREATEPET_TAG", "SHOP_DEP_LISTPETS_SORT", "SHOP_DEP_SERVER_LISTPETS"]);
  expect(warned[0]?.message).toBe('The property "Pet.tag" in the body of createPet (POST /pets) is deprecated.');
});

it("warns of a deprecated security scheme where its credential is sent, and never shows it", async () => {
  const schemes = `components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    oldKey: { type: apiKey, in: query, name: key, deprecated: true, x-sunset: "2030-12-05", x-deprecation: { message: Use a token. } }
`;
  const paths =
    'paths: { /a: { get: { operationId: getA, security: [{ oldKey: [] }, { token: [] }], responses: { "204": { description: Done } } } } }\n';
  const text = `openapi: 3.1.0\ninfo: { title: Shop, version: 1.0.0 }\n${paths}${schemes}`;
  const { createShopClient, shopPaths } = (await outputOf("schemes", text, "paths")) as Client;
  const sent: string[] = [];
  const fetch = (request: Request): Promise<Response> => {
    sent.push(request.url);
    return Promise.resolve(new Response(null, { status: 204 }));
  };
  const call = (auth: object): Promise<unknown> => shopPaths(createShopClient({ baseUrl: "https://a.example.com", auth, fetch })).GET("/a");
  await call({ token: "t0ken" });
  expect(warned).toEqual([]);
  await call({ oldKey: "s3cret" });
  await call({ oldKey: () => Promise.resolve("s3cret") });
  expect(sent).toEqual(["https://a.example.com/a", "https://a.example.com/a?key=s3cret", "https://a.example.com/a?key=s3cret"]);
  const message = 'The security scheme "oldKey" of GET /a is deprecated: it is to be removed on 2030-12-05. Use a token.';
  expect(warned).toEqual([{ code: "SHOP_DEP_SECURITY_OLDKEY", message }]);
});

it("sends nothing of a call where an error is asked for", async () => {
  const shop = library.createShopClient({ baseUrl, deprecations: { SHOP_DEP_GETPET: "error", SHOP_DEP_CREATEPET_TAG: "error" } });
  await expect(library.getPet(shop, { path: { petId: "1" } })).rejects.toMatchObject({ name: "DeprecationError", code: "SHOP_DEP_GETPET" });
  await expect(library.shopPaths(shop).GET("/pets/{petId}", { params: { path: { petId: "1" } } })).rejects.toMatchObject({
    code: "SHOP_DEP_GETPET",
  });
  await expect(library.createPet(shop, { body: { tag: "x" } })).rejects.toMatchObject({ code: "SHOP_DEP_CREATEPET_TAG" });
  expect(requests).toEqual([]);
  expect(await library.createPet(shop, { body: { name: "x" } })).toMatchObject({ status: 201 });
  expect(requests).toEqual(["POST /v1/pets"]);
  expect(warned).toEqual([]);
});
