/**
 * What is read-only, write-only or left out, from the generated client to the generated server and back over real HTTP, and in the
 * types of both.
 */
import type { Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emit } from "../../src/emit/emit.js";
import type { GeneratedFile } from "../../src/emit/print/file.js";
import type { ReadOnlyPolicy } from "../../src/model/passes/direction-variants.js";
import type { Api } from "../../src/model/ir/api.js";
import { apiOf } from "../support/api.js";
import { temporaryFolder, typeCheck, writeFiles } from "../support/compile.js";
import { loadProgram, type GeneratedProgram } from "./roundtrip/module.js";

const description = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /pets:
    post:
      operationId: addPet
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses: { "201": { description: Added., content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } }
  /pets/{id}:
    put:
      operationId: putPet
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses: { "200": { description: Put., content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } }
    patch:
      operationId: changePet
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Change" } } } }
      responses: { "204": { description: Changed. } }
components:
  schemas:
    Entity: { type: object, required: [id], properties: { id: { type: integer, readOnly: true } } }
    Pet:
      allOf:
        - { $ref: "#/components/schemas/Entity" }
        - type: object
          required: [name, code]
          properties:
            name: { type: string }
            code: { type: string, writeOnly: true }
            status: { type: string, enum: [new, old], default: new }
            friend: { $ref: "#/components/schemas/Friend" }
    Friend: { type: object, additionalProperties: false, required: [id], properties: { id: { type: integer, readOnly: true }, since: { type: integer, default: 1 } } }
    Change: { type: object, properties: { id: { type: integer, readOnly: true }, status: { type: string, default: new } } }
`;

async function generated(readOnlyInRequests: ReadOnlyPolicy): Promise<{ readonly api: Api; readonly files: readonly GeneratedFile[] }> {
  const api = await apiOf(description, { name: "shop", readOnlyInRequests });
  const parts = new Set(["types", "validators", "client", "server"] as const);
  return { api, files: await emit(api, { parts, source: "api.yaml", command: "npm run generate" }) };
}

interface Request {
  readonly body: Readonly<Record<string, unknown>>;
}

describe.each(["drop", "reject"] as const)("read-only properties, with %s", (mode) => {
  let program: GeneratedProgram;
  let server: Server;
  let client: unknown;
  let seen: unknown;
  let answer: object = {};
  const errors: unknown[] = [];
  beforeAll(async () => {
    const { api, files } = await generated(mode);
    program = await loadProgram(api, files);
    const keep = (status: number) => (request: unknown) => {
      const { body } = request as Request; // what the server gives to handlers
      seen = body;
      return status === 204 ? { status } : { status, body: { ...body, ...answer } };
    };
    const serving = await program.serve({
      handlers: { addPet: keep(201), putPet: keep(200), changePet: keep(204) },
      onError: (error) => errors.push(error),
    });
    server = serving.server;
    client = program.createClient(serving.baseUrl);
  });
  afterAll(() => server.close());
  const pet = { name: "Rex", code: "1234" };
  const put = (body: object, operation = "putPet") => program.call(operation, client, { path: { id: 1 }, body });

  test("are left out by the client and stand in what comes back", async () => {
    answer = { id: 7, code: undefined, friend: { id: 8 } };
    const result = await program.call("addPet", client, { body: { ...pet, friend: {} } });
    expect(result.status).toBe(201);
    expect(seen).toEqual({ ...pet, status: "new", friend: { since: 1 } });
    expect(result.data).toEqual({ id: 7, name: "Rex", status: "new", friend: { id: 8 } });
  });

  test(mode === "drop" ? "are dropped where they are sent back" : "are refused where they are sent back", async () => {
    answer = {};
    const whole = { ...pet, id: 7, friend: { id: 8, since: 2 } };
    if (mode === "drop") {
      expect((await put(whole)).status).toBe(200);
      expect(seen).toEqual({ ...pet, status: "new", friend: { since: 2 } });
    } else {
      const { status, error } = await put(whole);
      expect(status).toBe(400);
      expect(error).toMatchObject({ issues: [{ path: ["id"] }, { path: ["friend", "id"] }] });
    }
  });

  test("are no reason to let anything else through", async () => {
    expect((await put({ name: "Rex" })).status).toBe(400);
    expect((await put({ ...pet, friend: { other: 1 } })).status).toBe(400);
  });

  test("leave a change without defaults", async () => {
    expect((await put({}, "changePet")).status).toBe(204);
    expect(seen).toEqual({});
  });
});

test("the types of client, server and validators say so", async () => {
  const { files } = await generated("drop");
  const folder = await temporaryFolder();
  const use = `import { createShopClient, addPet, putPet, PetSchema, PetRequestSchema, type Pet, type PetRequest, type PetRequestParsed, type ShopHandlers } from "./shop/index.js";

const client = createShopClient({ baseUrl: "https://example.com" });
export async function calls(pet: Pet & { code: string }): Promise<number> {
  const added = await addPet(client, { body: { name: "Rex", code: "1", friend: {} } });
  // @ts-expect-error the service gives it
  await addPet(client, { body: { name: "Rex", code: "1", id: 1 } });
  // @ts-expect-error it is required
  await addPet(client, { body: { name: "Rex" } });
  // A whole pet may be sent back as it came.
  await putPet(client, { path: { id: 1 }, body: pet });
  // @ts-expect-error it never comes back
  void PetSchema.parse({}).code;
  return added.ok ? added.data.id : 0;
}
export const parsed: PetRequestParsed = PetRequestSchema.parse({});
export const status: "new" | "old" = parsed.status;
const output: NonNullable<(typeof PetRequestSchema)["~standard"]["types"]>["output"] = parsed;
export const since: number | undefined = output.friend?.since;
export const input: PetRequest = { name: "Rex", code: "1" };
export const handlers: Pick<ShopHandlers, "addPet" | "changePet"> = {
  addPet({ body }) {
    const given: "new" | "old" = body.status;
    // @ts-expect-error it was dropped
    void body.id;
    return { status: 201, body: { id: 1, name: body.name, status: given } };
  },
  changePet({ body }) {
    // @ts-expect-error what a change leaves out stays as it is
    const given: string = body.status;
    return { status: given === "" ? 204 : 204 };
  },
};
`;
  try {
    await writeFiles(join(folder.path, "shop"), files);
    await writeFiles(folder.path, [{ path: "use.ts", text: use }]);
    expect(await typeCheck(folder.path, ["use.ts"], "5.9", "both")).toEqual([]);
  } finally {
    await folder.remove();
  }
});
