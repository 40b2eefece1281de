import { describe, expect, it } from "vitest";
import { emitTypes } from "../../../../src/emit/files/types-file.js";
import { withoutDiscriminatedParents } from "../../../../src/model/passes/discriminators/without-discriminated-parents.js";
import type { Api } from "../../../../src/model/ir/api.js";
import type { ObjectAssertion, Schema } from "../../../../src/model/ir/schema.js";
import { apiOf, outcomeOf, type ApiOptions } from "../../../support/api.js";
import { validatorsOf } from "../../../support/validators.js";

/** A description with these schemas; each named pair says which schema a body and a reply is. */
function describing(
  schemas: object,
  uses: { readonly request?: string; readonly response?: string }[],
  webhooks: typeof uses = [],
): string {
  const content = (name: string) => ({ content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } } });
  const item = ({ request, response }: (typeof uses)[number]) => ({
    post: {
      ...(request === undefined ? {} : { requestBody: content(request) }),
      responses: { "200": { description: "Done.", ...(response === undefined ? {} : content(response)) } },
    },
  });
  const paths = (all: typeof uses, start: string) => Object.fromEntries(all.map((use, index) => [`${start}${String(index)}`, item(use)]));
  return `${JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: paths(uses, "/p"),
    webhooks: paths(webhooks, "hook"),
    components: { schemas },
  })}\n`;
}

async function schemasOf(...[schemas, uses, webhooks, options]: [...Parameters<typeof describing>, ApiOptions?]): Promise<Api["schemas"]> {
  return (await apiOf(describing(schemas, uses, webhooks), options)).schemas;
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const id = { type: "integer", readOnly: true };
const pet = { type: "object", required: ["id", "name"], properties: { id, name: { type: "string" } } };
const user = {
  type: "object",
  required: ["name", "password"],
  properties: { name: { type: "string" }, password: { type: "string", writeOnly: true } },
};

/** `name!` is required, `-name` hidden, `x` refused; of all objects that hold of the same value. */
function members(schema: Schema | undefined): readonly string[] {
  return (schema?.assertions ?? []).flatMap((assertion) => {
    if (assertion.kind === "allOf") return assertion.members.flatMap(members);
    if (assertion.kind === "ref") return [`=${assertion.target}`];
    return assertion.kind === "object" ? ofObject(assertion) : [];
  });
}

function ofObject({ properties, required }: ObjectAssertion): readonly string[] {
  const written = properties.map(({ name, required: must, schema }) => {
    const refused = schema.assertions.some(({ kind }) => kind === "never");
    return `${schema.hidden !== undefined ? "-" : ""}${name}${must ? "!" : ""}${refused ? "x" : ""}`;
  });
  return [...written, ...required.map((name) => `${name}!`)];
}

async function typesOf(description: string): Promise<string> {
  const api = await apiOf(description);
  return emitTypes(api, { parts: new Set(["types"]), source: "a", command: "b" }).text;
}

describe("forms of schemas", () => {
  it.each(["readOnly", "writeOnly"])("end where a part of a schema is the schema itself, and hides more (%s)", async (mark) => {
    const hiding = (name: string) => ({ allOf: [ref("User"), { properties: { [name]: { type: "string", [mark]: true } } }] });
    const properties = { name: { type: "string" }, password: { type: "string" }, manager: hiding("password"), friend: hiding("name") };
    const schemas = { User: { type: "object", required: ["name", "password"], properties } };
    for (const uses of [[], [{ request: "User" }], [{ response: "User" }], [{ request: "User", response: "User" }]]) {
      const made = await schemasOf(schemas, uses);
      expect(members(made.get("User")?.schema)).toEqual(["name!", "password!", "manager", "friend"]);
    }
  });

  it("are two where requests and responses reach a schema that means something else in each", async () => {
    const schemas = await schemasOf({ Pet: pet, Other: { type: "string" } }, [{ request: "Pet", response: "Pet" }]);
    expect([...schemas.keys()]).toEqual(["Pet", "PetRequest", "Other"]);
    expect(members(schemas.get("Pet")?.schema)).toEqual(["id!", "name!"]);
    expect(members(schemas.get("PetRequest")?.schema)).toEqual(["-id", "name!"]);
    expect(schemas.get("PetRequest")).toMatchObject({
      form: { of: "Pet", kind: "request" },
      names: { type: "PetRequest", validator: "PetRequestSchema" },
    });
  });

  it("are what the operations use", async () => {
    const api = await apiOf(describing({ Pet: pet }, [{ request: "Pet", response: "Pet" }]));
    expect(api.operations[0]?.body?.contents[0]?.schema?.assertions).toEqual([{ kind: "ref", target: "PetRequest" }]);
    expect(api.operations[0]?.responses[0]?.contents[0]?.schema?.assertions).toEqual([{ kind: "ref", target: "Pet" }]);
  });

  it.each([
    ["the request form where only requests reach it", [{ request: "Pet" }], [], ["-id", "name!"]],
    ["the response form where only responses reach it", [{ response: "Pet" }], [], ["id!", "name!"]],
    ["what was written where neither reaches it", [], [], ["id!", "name!"]],
    ["the response form in what a webhook is sent", [], [{ request: "Pet" }], ["id!", "name!"]],
    ["the request form in what a webhook answers", [], [{ response: "Pet" }], ["-id", "name!"]],
  ])("are one under the plain name: %s", async (_what, uses, webhooks, expected) => {
    const schemas = await schemasOf({ Pet: pet }, uses, webhooks);
    expect([...schemas.keys()]).toEqual(["Pet"]);
    expect(members(schemas.get("Pet")?.schema)).toEqual(expected);
  });

  it("refuse what is write-only in responses", async () => {
    const schemas = await schemasOf({ User: user }, [{ request: "User", response: "User" }]);
    expect(members(schemas.get("User")?.schema)).toEqual(["name!", "-passwordx"]);
    expect(members(schemas.get("UserRequest")?.schema)).toEqual(["name!", "password!"]);
  });

  it("refuse what is read-only in requests where the configuration says so", async () => {
    const schemas = await schemasOf({ Pet: pet }, [{ request: "Pet" }], [], { readOnlyInRequests: "reject" });
    expect(members(schemas.get("Pet")?.schema)).toEqual(["-idx", "name!"]);
  });

  it("do without the name through allOf, wherever it is declared and required", async () => {
    const base = { type: "object", properties: { id } };
    const strict = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
    const schemas = await schemasOf(
      {
        Base: base,
        Derived: { allOf: [ref("Base"), { required: ["id"] }] },
        Strict: strict,
        Marked: { allOf: [ref("Strict"), { type: "object", properties: { id: { readOnly: true } } }] },
      },
      [{ request: "Derived", response: "Derived" }, { request: "Marked" }],
    );
    expect(members(schemas.get("Derived")?.schema)).toEqual(["=Base", "id!"]);
    expect(members(schemas.get("DerivedRequest")?.schema)).toEqual(["=BaseRequest"]);
    // `Strict` requires what only `Marked` hides: there its content stands in place of the reference.
    expect(members(schemas.get("Marked")?.schema)).toEqual(["-id", "-id"]);
    expect(members(schemas.get("Strict")?.schema)).toEqual(["id!"]);
  });

  it("hide what one alternative marks in that alternative only, and do not require it outside", async () => {
    const schemas = await schemasOf(
      { Either: { type: "object", required: ["id"], oneOf: [{ properties: { id } }, { properties: { id: { type: "string" } } }] } },
      [{ request: "Either" }],
    );
    const either = schemas.get("Either")?.schema;
    expect(members(either)).toEqual([]);
    const alternatives = either?.assertions.find((assertion) => assertion.kind === "oneOf")?.members;
    expect(alternatives?.map(members)).toEqual([["-id"], ["id"]]);
  });

  it("require in an alternative what another one hides", async () => {
    const strict = { required: ["id"], properties: { id: { type: "string" } } };
    const schemas = await schemasOf({ Either: { oneOf: [{ required: ["id"], properties: { id } }, strict] } }, [{ request: "Either" }]);
    const alternatives = schemas.get("Either")?.schema.assertions.find((assertion) => assertion.kind === "oneOf")?.members;
    expect(alternatives?.map(members)).toEqual([["-id"], ["id!"]]);
  });

  it("lead a parent to the forms of what extends it", async () => {
    const schemas = await schemasOf(
      {
        Pet: {
          type: "object",
          required: ["kind", "id"],
          properties: { kind: { type: "string" }, id },
          discriminator: { propertyName: "kind" },
        },
        Cat: { allOf: [ref("Pet"), { type: "object", properties: { lives: { type: "integer" } } }] },
      },
      [{ request: "Pet", response: "Pet" }],
    );
    expect(schemas.get("PetRequest")?.schema.assertions).toMatchObject([
      { kind: "anyOf", members: [{ assertions: [{ target: "CatRequest" }] }, { assertions: [{ target: "PetBaseRequest" }] }] },
    ]);
    expect(members(schemas.get("CatRequest")?.schema)).toEqual(["=PetBaseRequest", "lives"]);
    expect(members(schemas.get("PetBaseRequest")?.schema)).toEqual(["kind!", "-id"]);
  });

  it("hide beside a choice what the alternatives require, where a tag tells these apart too", async () => {
    const kind = (name: string) => ({ required: ["kind", "id"], properties: { kind: { const: name }, id: { type: "integer" } } });
    const schemas = {
      Animal: { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } },
      Cat: kind("Cat"),
      Dog: kind("Dog"),
      Stored: { allOf: [ref("Animal"), { properties: { id: { readOnly: true } } }] },
    };
    const api = await apiOf(describing(schemas, [{ request: "Stored", response: "Stored" }]));
    const { validator } = await validatorsOf(api);
    expect(validator("StoredRequestSchema").is({ kind: "Cat" })).toBe(true);
    expect(validator("StoredRequestSchema").is({ kind: "Cow" })).toBe(false);
    expect(validator("StoredSchema").is({ kind: "Cat" })).toBe(false);
    expect(validator("StoredRequestSchema").parse({ kind: "Dog", id: "x" })).toEqual({ kind: "Dog" });
  });

  it("reach through everything that refers, circles included", async () => {
    const node = { type: "object", properties: { pet: ref("Pet"), next: { type: "array", items: ref("Node") } } };
    const schemas = await schemasOf({ Pet: pet, Node: node, Plain: { type: "array", items: { type: "string" } } }, [
      { request: "Node", response: "Node" },
      { request: "Plain", response: "Plain" },
    ]);
    expect([...schemas.keys()]).toEqual(["Pet", "PetRequest", "Node", "NodeRequest", "Plain"]);
    const [object] = schemas.get("NodeRequest")?.schema.assertions.filter((assertion) => assertion.kind === "object") ?? [];
    expect(object?.properties[0]?.schema.assertions).toEqual([{ kind: "ref", target: "PetRequest" }]);
    const list = object?.properties[1]?.schema.assertions.find((assertion) => assertion.kind === "array");
    expect(list?.items?.assertions).toEqual([{ kind: "ref", target: "NodeRequest" }]);
  });

  it("lead the tags of a discriminator to the forms of the direction", async () => {
    const kind = (name: string) => ({
      type: "object",
      required: ["kind", "id"],
      properties: { kind: { type: "string", const: name }, id },
    });
    const animal = {
      oneOf: [ref("Cat"), ref("Dog")],
      discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" } },
    };
    const schemas = await schemasOf({ Animal: animal, Cat: kind("cat"), Dog: kind("dog") }, [{ request: "Animal", response: "Animal" }]);
    const choice = schemas.get("AnimalRequest")?.schema.assertions[0];
    expect(choice).toMatchObject({
      kind: "oneOf",
      members: [{ assertions: [{ target: "CatRequest" }] }, { assertions: [{ target: "DogRequest" }] }],
      discriminator: { property: "kind", tags: [["cat"], ["dog"]] },
    });
  });

  it.each([
    ["beside a reference", { properties: { owner: { ...ref("Name"), readOnly: true } }, required: ["owner"] }],
    ["behind a reference", { properties: { owner: ref("Given") }, required: ["owner"] }],
    ["in allOf", { properties: { owner: { allOf: [ref("Name"), { readOnly: true }] } }, required: ["owner"] }],
  ])("know the mark %s", async (_where, schema) => {
    const schemas = await schemasOf(
      { A: { type: "object", ...schema }, Name: { type: "string" }, Given: { type: "string", readOnly: true } },
      [{ request: "A" }],
    );
    expect(members(schemas.get("A")?.schema)).toEqual(["-owner"]);
  });

  it("take a property that claims both for neither", async () => {
    const schemas = await schemasOf(
      { A: { type: "object", required: ["b"], properties: { b: { type: "string", readOnly: true, writeOnly: true } } } },
      [{ request: "A", response: "A" }],
    );
    expect([...schemas.keys()]).toEqual(["A"]);
    expect(members(schemas.get("A")?.schema)).toEqual(["b!"]);
  });

  it("leave other names alone, and say which name they took instead of theirs", async () => {
    const { value, diagnostics } = await outcomeOf(
      describing({ Pet: pet, PetRequest: { type: "string" } }, [{ request: "Pet", response: "Pet" }, { request: "PetRequest" }]),
    );
    expect([...(value?.schemas.keys() ?? [])]).toEqual(["Pet", "PetInput", "PetRequest"]);
    expect(diagnostics).toMatchObject([
      {
        code: "name-changed",
        message: 'Schema "Pet", as requests have it, is called "PetInput" in generated code, because "PetRequest" is taken.',
      },
    ]);
  });

  it("are not made where only a part of no value is marked", async () => {
    const schemas = await schemasOf({ Ids: { type: "array", items: { type: "string", readOnly: true } } }, [
      { request: "Ids", response: "Ids" },
    ]);
    expect([...schemas.keys()]).toEqual(["Ids"]);
  });

  it("read as two types, neither of which speaks of the other direction", async () => {
    const types = await typesOf(describing({ Pet: pet }, [{ request: "Pet", response: "Pet" }]));
    expect(types).toContain("export type Pet = {\n  /** Integer. */\n  readonly id: number;\n  name: string;\n};");
    expect(types).toContain("export type PetRequest = { name: string };");
    expect(types).toContain("PetRequest: PetRequest;");
    expect(types).toContain('requestBody?: { content: { "application/json": PetRequest } };');
  });

  it("take a component that webhooks share with operations out of what is shared where its form differs", async () => {
    const body = { content: { "application/json": { schema: ref("Pet") } } };
    const description = {
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: { "/a": { post: { requestBody: { $ref: "#/components/requestBodies/Body" }, responses: {} } } },
      webhooks: { hook: { post: { requestBody: { $ref: "#/components/requestBodies/Body" }, responses: {} } } },
      components: { schemas: { Pet: pet }, requestBodies: { Body: body } },
    };
    const types = await typesOf(`${JSON.stringify(description)}\n`);
    expect(types).toContain('requestBody?: components["requestBodies"]["Body"];');
    expect(types).toContain('requestBody?: { content: { "application/json": Pet } };');
    expect(types).toContain('Body: { content: { "application/json": PetRequest } };');
  });
});

describe("a parent with a discriminator", () => {
  const child = { allOf: [ref("Base"), { type: "object", properties: { c: { type: "string" } } }] };
  const base = {
    type: "object",
    required: ["kind"],
    discriminator: { propertyName: "kind" },
    properties: { kind: { type: "string" }, id, n: { type: "string", default: "x" } },
  };

  it.each([
    ["its child", "Child", "Child"],
    ["itself and its child", "Base", "Child"],
    ["its child and itself", "Child", "Base"],
    ["itself", "Base", "Base"],
  ])("has types by its own name where a body and a reply are %s", async (_, request, response) => {
    const api = await apiOf(describing({ Base: base, Child: child }, [{ request, response }]));
    const { text } = emitTypes(withoutDiscriminatedParents(api), {
      parts: new Set(["types"]),
      source: "api.yaml",
      command: "npm run generate",
    });
    expect(text).not.toMatch(/BaseBase/);
    expect(text).toContain(
      "/** `Base` in requests: without read-only properties, with write-only properties. */\nexport type BaseRequest = {",
    );
    expect(text).toContain("export type BaseRequestParsed = {");
    expect(text).toContain("export type ChildRequest = BaseRequest & {");
    expect(api.schemas.get("BaseRequest")).toMatchObject({ names: { validator: "BaseRequestSchema" } });
  });

  it("has one of another name where its own is taken", async () => {
    const taken = { BaseRequest: { type: "string" }, BaseBase: { type: "string" } };
    const { value, diagnostics } = await outcomeOf(
      describing({ Base: base, Child: child, ...taken }, [{ request: "Child", response: "Child" }]),
    );
    expect(value?.schemas.get("BaseInput")).toMatchObject({ form: { of: "Base", kind: "request" } });
    expect(diagnostics.map(({ message }) => message)).toContain(
      'Schema "Base", as requests have it, is called "BaseInput" in generated code, because "BaseRequest" is taken.',
    );
  });
});
