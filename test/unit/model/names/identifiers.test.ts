import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createScope, safeValue, typeName, valueName } from "../../../../src/model/names/identifiers.js";
import { identifierPattern } from "../../../../src/model/names/letters.js";
import { refName } from "../../../../src/model/names/ref-name.js";
import { corpusFolder } from "../../../corpus/descriptions.js";
import { apiOf, outcomeOf } from "../../../support/api.js";

const head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n";

describe("a scope", () => {
  it("gives each name once, the first candidate that is free, then the smallest free number", () => {
    const scope = createScope(["Taken"]);
    expect([scope.take(["Pet"]), scope.take(["Pet", "StorePet"]), scope.take(["Pet", "StorePet"]), scope.take(["Pet"])]).toEqual([
      "Pet",
      "StorePet",
      "Pet2",
      "Pet3",
    ]);
    expect(scope.take(["Taken"])).toBe("Taken2");
    expect([scope.take(["V1"]), scope.take(["V1"])]).toEqual(["V1", "V1_2"]);
  });

  it("takes stems of files that differ in case only for one", () => {
    const scope = createScope([], "stems");
    expect([scope.take(["pets"]), scope.take(["Pets"])]).toEqual(["pets", "Pets-2"]);
  });
});

describe("names", () => {
  it("are identifiers of at most 80 characters, whatever was written", () => {
    for (const text of ["1Two", "a".repeat(500), `x${"-long-word".repeat(50)}`, "$ref", "__proto__", "a b", "Größe", "4XX"]) {
      expect(typeName(text)).toMatch(/^[A-Za-z_$][A-Za-z0-9_$]{0,79}$/);
      expect(valueName(text)).toMatch(/^[A-Za-z_$][A-Za-z0-9_$]{0,79}$/);
    }
    expect(typeName("a".repeat(500))).not.toBe(typeName("a".repeat(501)));
  });

  it("keep off words that cannot be functions, and off what every object has", () => {
    expect(["delete", "import", "default", "constructor", "then", "toString", "await", "getPet", "get", "type"].map(safeValue)).toEqual([
      "delete_",
      "import_",
      "default_",
      "constructor_",
      "then_",
      "toString_",
      "await_",
      "getPet",
      "get",
      "type",
    ]);
  });
});

describe("the name of a reference", () => {
  it.each([
    ["file:///a/openapi.yaml#/components/schemas/Pet", "Pet"],
    ["file:///a/schemas/new-pet.yaml", "new-pet"],
    ["file:///a/schemas/Pet.schema.json", "Pet"],
    ["file:///a/pets.yaml#/Pet", "Pet"],
    ["file:///a/a.yaml#/$defs/Pet", "Pet"],
    ["file:///a/a.yaml#/components/schemas/Pet/properties/owner", "Pet owner"],
    ["file:///a/a.yaml#/components/schemas/Pet/properties/tags/items", "Pet tags item"],
    ["file:///a/a.yaml#/components/schemas/properties/properties/items", "properties items"],
    ["file:///a/a.yaml#/components/schemas/Pet/allOf/1", "Pet part 2"],
    ["file:///a/a.yaml#/components/responses/NotFound/content/application~1json/schema", "NotFound"],
    ["file:///a/a.yaml#/paths/~1pets/get/responses/200/content/application~1json/schema", "/pets get 200"],
    ["https://example.com/schemas/a%20b.json", "a b"],
  ])("%s is %j", (ref, expected) => {
    expect(refName(ref).last).toBe(expected);
  });
});

describe("names of schemas", () => {
  const names = async (schemas: string, more = "") => [
    ...(await apiOf(`${head}components:\n  schemas: {${schemas}}\n${more}`)).schemas.keys(),
  ];

  it("leave the plain name to the schema that is written so, and number the others in order", async () => {
    expect(await names("foo-bar: {}, fooBar: {}, FooBar: {}, foo_bar: {}")).toEqual(["FooBar2", "FooBar3", "FooBar", "FooBar4"]);
  });

  it("do not hide what generated files use, and leave names of other globals alone", async () => {
    expect(
      await names("Promise: {}, Record: {}, string: {}, Blob: {}, Error: {}, Event: {}, Date: {}, Response: {}, Node: {}, File: {}"),
    ).toEqual(["PromiseModel", "RecordModel", "StringModel", "BlobModel", "Error", "Event", "Date", "Response", "Node", "File"]);
  });

  it("do not take the fixed exports of the API", async () => {
    expect(await names("ApiClient: {}, ApiHandlers: {}, ProblemError: {}, Problem: {}, ApiPet: {}, Issue: {}")).toEqual([
      "ApiClientModel",
      "ApiHandlersModel",
      "ProblemErrorModel",
      "Problem",
      "ApiPet",
      "Issue",
    ]);
  });

  it("survive names without a letter, and names of Object's own", async () => {
    const given = await names("'العميل': {}, '!!!': {}, __proto__: {type: string}, constructor: {}, 1a: {}");
    expect(given.slice(2)).toEqual(["Proto", "Constructor", "_1a"]);
    expect(given[0]).toMatch(/^Schema[0-9a-z]{7}$/);
    expect(new Set(given).size).toBe(5);
  });

  it("keep their letters in other scripts, in the case of their kind", async () => {
    const given = await names("勤怠情報: {}, счёт-фактура: {}, ΆλφαΒήτα: {}, 인증_토큰: {}, ユーザー: {}, 'が': {}, ｱﾊﾟｰﾄ: {}, Größe: {}");
    expect(given).toEqual(["勤怠情報", "СчётФактура", "ΆλφαΒήτα", "인증토큰", "ユーザー", "が", "アパート", "Grosse"]);
  });

  it("are told when they are not what one would expect", async () => {
    const { diagnostics } = await outcomeOf(`${head}components: {schemas: {foo-bar: {}, FooBar: {}, pet_status: {}}}\n`);
    expect(diagnostics.map(({ code, severity, message }) => [code, severity, message])).toEqual([
      ["name-changed", "info", 'Schema "foo-bar" is called "FooBar2" in generated code, because "FooBar" is taken.'],
    ]);
  });

  it("give a schema behind a reference out of the components the component's name, and only once", async () => {
    const api = await apiOf(
      `${head}components: {schemas: {Pet: {$ref: ./models/animal.yaml}, Pets: {items: {$ref: ./models/animal.yaml}}}}\n`,
      {
        files: {
          "/project/models/animal.yaml": "type: object\nproperties: {owner: {$ref: owner.yaml}}\n",
          "/project/models/owner.yaml": "type: string\n",
        },
      },
    );
    expect([...api.schemas.keys()]).toEqual(["Pet", "Pets", "Owner"]);
    expect(api.schemas.get("Pet")?.schema.assertions.map(({ kind }) => kind)).toEqual(["type", "object"]);
  });

  it("tell two files' schemas of one name apart by place, not by number", async () => {
    const api = await apiOf(
      `${head}components: {schemas: {Error: {}, A: {$ref: 'a.yaml#/x'}, B: {properties: {e: {$ref: 'billing.yaml#/$defs/Error'}}}}}\n`,
      {
        files: { "/project/a.yaml": "x: {type: string}\n", "/project/billing.yaml": "$defs: {Error: {type: object}}\n" },
      },
    );
    expect([...api.schemas.keys()]).toEqual(["Error", "A", "B", "BillingError"]);
  });

  it("keep chains of references between components", async () => {
    const api = await apiOf(`${head}components: {schemas: {A: {$ref: '#/components/schemas/B'}, B: {type: string}}}\n`);
    expect(api.schemas.get("A")?.schema.assertions).toEqual([{ kind: "ref", target: "B" }]);
  });

  it("find another name for a validator when a schema has it", async () => {
    const api = await apiOf(`${head}components: {schemas: {Pet: {}, PetSchema: {}}}\n`);
    expect([...api.schemas.values()].map(({ names }) => names.validator)).toEqual(["PetValidator", "PetSchemaSchema"]);
  });
});

describe("names of operations", () => {
  const names = async (paths: string, more = "") =>
    (await apiOf(`${head}paths:\n${paths}\n${more}`)).operations.map((operation) => operation.names.value);
  const ok = "responses: {200: {description: ok}}";

  it("are made of method and path where there is no operationId", async () => {
    expect(
      await names(
        `  /: {get: {${ok}}}\n  /pets/{petId}: {get: {${ok}, parameters: [{name: petId, in: path, required: true, schema: {}}]}}\n  /pets: {post: {${ok}}}`,
      ),
    ).toEqual(["getRoot", "getPetsByPetId", "postPets"]);
  });

  it("are told apart by tag, then by method, before any number", async () => {
    expect(
      await names(
        `  /a: {get: {operationId: list-users, tags: [admin], ${ok}}, put: {operationId: list_users, ${ok}}, post: {operationId: listUsers, ${ok}}, patch: {operationId: ListUsers, ${ok}}}`,
      ),
    ).toEqual(["listUsersAdmin", "listUsersPut", "listUsers", "listUsersPatch"]);
  });

  it("that are too long leave out the path and the method at their end, where they are there", async () => {
    const path = "/api/v1/frontend_users/{auth_method}/{username}/messages";
    const id = "mark_frontend_user_messages_deleted_api_v1_frontend_users__auth_method___username__messages_delete";
    const parameters =
      "parameters: [{name: auth_method, in: path, required: true, schema: {}}, {name: username, in: path, required: true, schema: {}}]";
    expect(await names(`  ${path}: {delete: {operationId: ${id}, ${parameters}, ${ok}}}`)).toEqual(["markFrontendUserMessagesDeleted"]);
    const short = "list_api_v1_items_get";
    expect(await names(`  /api/v1/items: {get: {operationId: ${short}, ${ok}}}`)).toEqual(["listApiV1ItemsGet"]);
  });

  it("step aside for fixed exports and keywords", async () => {
    expect(
      await names(`  /a: {get: {operationId: servers, ${ok}}, delete: {operationId: delete, ${ok}}, put: {operationId: "!", ${ok}}}`),
    ).toEqual(["serversGet", "delete_", "putA"]);
  });

  it("leave a schema its name, and say that the operation's is one", async () => {
    const api = await apiOf(
      `${head}paths: {/p: {post: {operationId: createPet, requestBody: {content: {application/json: {schema: {}}}}, ${ok}}}}\ncomponents: {schemas: {CreatePetArgs: {}, CreatePetBody: {}}}\n`,
    );
    const operation = api.operations[0];
    expect(operation?.names).toMatchObject({ args: "CreatePetOperationArgs", result: "CreatePetResult" });
    expect(operation?.body?.contents.map(({ validator }) => validator)).toEqual(["CreatePetOperationBodySchema"]);
    expect([...api.schemas.keys()]).toEqual(["CreatePetArgs", "CreatePetBody"]);
  });

  it("name the media type in validators where there are several", async () => {
    const api = await apiOf(
      `${head}paths: {/p: {get: {operationId: getPet, responses: {200: {description: '', content: {application/json: {}, text/csv: {}, image/*: {}, 'application/json; v=2': {}}}, 4xx: {description: '', content: {application/problem+json: {}}}}}}}\n`,
    );
    expect(api.operations[0]?.responses.flatMap(({ contents }) => contents.map(({ validator }) => validator))).toEqual([
      "GetPet200JsonSchema",
      "GetPet200TextCsvSchema",
      "GetPet200ImageSchema",
      "GetPet200ApplicationJsonV2Schema",
      "GetPet4XXSchema",
    ]);
  });

  it("are unique in one scope with those of schemas, for hostile descriptions too", async () => {
    const path = join(corpusFolder, "synthetic-names.yaml");
    const api = await apiOf(existsSync(path) ? path : "spec/petstore.yaml");
    const all = [
      ...[...api.schemas.values()].flatMap(({ names: { type, validator } }) => [type, validator]),
      ...api.operations.flatMap(({ names: { value, descriptor, args, result, parts }, body, responses }) => [
        ...[value, descriptor, args, result],
        ...Object.values(parts),
        ...(body?.contents ?? []).map(({ validator }) => validator),
        ...responses.flatMap(({ contents }) => contents.map(({ validator }) => validator)),
      ]),
    ];
    expect(new Set(all).size).toBe(all.length);
    for (const name of all) {
      expect(name).toMatch(identifierPattern);
      expect(name.length).toBeLessThan(121);
    }
  });
});
