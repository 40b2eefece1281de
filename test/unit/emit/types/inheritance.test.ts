import { beforeAll, describe, expect, it } from "vitest";
import { emit } from "../../../../src/emit/emit.js";
import { apiOf } from "../../../support/api.js";
import { options, validatorsOf, validatorsOfSchemas, type Compiled } from "../../../support/validators.js";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const withNumber = (parent: string, property: string): object => ({
  allOf: [ref(parent), { type: "object", required: [property], properties: { [property]: { type: "number" } } }],
});

const pets = {
  Pet: {
    type: "object",
    required: ["kind"],
    properties: { kind: { type: "string" }, friend: ref("Pet") },
    discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", "big dog": "Dog", guest: "Guest" } },
  },
  Cat: withNumber("Pet", "lives"),
  Dog: { ...withNumber("Pet", "barks"), discriminator: { propertyName: "kind" } },
  Puppy: withNumber("Dog", "toys"),
  // Not a child, though the mapping leads to it.
  Guest: { type: "object", required: ["until"], properties: { until: { type: "string" } } },
  Animal: ref("Pet"),
  Pets: { type: "array", items: ref("Pet") },
};

describe.each(["fast", "small"] as const)("a parent with a discriminator (%s)", (mode) => {
  let compiled: Compiled;
  beforeAll(async () => {
    compiled = await validatorsOfSchemas(pets, { mode });
  });

  /** What is wrong with a value: "path: keyword". */
  function issuesOf(value: unknown, name = "Pet"): readonly string[] {
    const validator = compiled.validator(`${name}Schema`);
    const result = validator.safeParse(value);
    expect(validator.is(value)).toBe(result.success);
    return result.success ? [] : result.issues.map(({ path, keyword }) => `${path.join(".")}: ${keyword}`);
  }

  it("holds a value against the child that its tag names, by the mapping or by its name", () => {
    expect(issuesOf({ kind: "cat", lives: 9 })).toEqual([]);
    expect(issuesOf({ kind: "cat", lives: "x", friend: 1 })).toEqual(["friend: type", "lives: type"]);
    expect(issuesOf({ kind: "big dog" })).toEqual(["barks: required"]);
    expect(issuesOf({ kind: "Puppy", barks: 1 })).toEqual(["toys: required"]);
    expect(issuesOf({ kind: "guest" })).toEqual(["until: required"]);
    expect(issuesOf({ kind: "guest", until: "noon", friend: 1 })).toEqual(["friend: type"]);
  });

  it("takes its own name for itself", () => {
    expect(issuesOf({ kind: "Pet" })).toEqual([]);
  });

  it("tells an unknown tag by one issue that lists the known ones, and a missing one as missing", () => {
    const result = compiled.validator("PetSchema").safeParse({ kind: "fish", friend: 1 });
    expect(result).toMatchObject({
      issues: [{ path: ["kind"], keyword: "discriminator", expected: ["cat", "big dog", "Puppy", "guest", "Pet"] }],
    });
    expect(issuesOf({ kind: "Cat", lives: 1 })).toEqual(["kind: discriminator"]);
    expect(issuesOf({})).toEqual(["kind: required"]);
    expect(issuesOf(1)).toEqual([": type"]);
  });

  it("stands for its children wherever it is named, and under other names", () => {
    expect(issuesOf({ kind: "cat", lives: 9, friend: { kind: "big dog" } })).toEqual(["friend.barks: required"]);
    expect(issuesOf([{ kind: "cat" }], "Pets")).toEqual(["0.lives: required"]);
    expect(issuesOf({ kind: "cat" }, "Animal")).toEqual(["lives: required"]);
  });

  it("gives a child the tags that the mapping has for it and for its own children, and no others", () => {
    expect(issuesOf({ kind: "cat", lives: 1 }, "Cat")).toEqual([]);
    expect(issuesOf({ kind: "anything", lives: 1 }, "Cat")).toEqual(["kind: const"]);
    expect(issuesOf({ lives: 1 }, "Cat")).toEqual(["kind: required", "kind: required"]);
    // A name is no tag by the mapping.
    expect(issuesOf({ kind: "Puppy", barks: 1, toys: 1 }, "Puppy")).toEqual([]);
    // What does not extend the parent has a tag only where the parent stands.
    expect(issuesOf({ until: "noon" }, "Guest")).toEqual([]);
  });

  it("may be a child of another", () => {
    expect(issuesOf({ kind: "Puppy", barks: 1 }, "Dog")).toEqual(["toys: required"]);
    expect(issuesOf({ kind: "cat", barks: 1 }, "Dog")).toEqual(["kind: discriminator"]);
    expect(issuesOf({ kind: "big dog", barks: 1 }, "Dog")).toEqual([]);
  });
});

it.each(["fast", "small"] as const)("the first issue alone is told where that is asked for (%s)", async (mode) => {
  const all = await validatorsOfSchemas(pets, { mode });
  const first = await validatorsOfSchemas(pets, { mode, issues: "first" });
  for (const value of [{ kind: "cat", lives: "x", friend: 1 }, { kind: "fish" }, {}, { kind: "Puppy", friend: { kind: "cat" } }, 1]) {
    const [expected, found] = [all, first].map(({ validator }) => {
      const result = validator("PetSchema").safeParse(value);
      return result.success ? [] : result.issues.map(String);
    });
    expect(found).toEqual(expected?.slice(0, 1));
    expect(found).toHaveLength(1);
  }
});

it("a parent fills in the defaults of the child that is meant", async () => {
  const { validator } = await validatorsOfSchemas({
    Pet: {
      type: "object",
      properties: { kind: { type: "string" }, name: { type: "string", default: "Rex" } },
      discriminator: { propertyName: "kind" },
    },
    Cat: { allOf: [ref("Pet"), { type: "object", properties: { lives: { type: "integer", default: 9 } } }] },
  });
  expect(validator("PetSchema").parse({ kind: "Cat" })).toEqual({ kind: "Cat", name: "Rex", lives: 9 });
  expect(validator("PetSchema").parse({ kind: "Pet" })).toEqual({ kind: "Pet", name: "Rex" });
  expect(validator("PetSchema").parse({})).toEqual({ name: "Rex" });
});

it("a child that names its tags itself has these", async () => {
  const { validator } = await validatorsOfSchemas({
    Pet: { type: "object", properties: { kind: { enum: ["cat", "dog"] } }, discriminator: { propertyName: "kind" } },
    Cat: { allOf: [ref("Pet"), { required: ["lives"], properties: { kind: { const: "cat" } } }] },
    Dog: { allOf: [ref("Pet"), { required: ["barks"], properties: { kind: ref("DogKind") } }] },
    DogKind: { enum: ["dog"] },
  });
  expect(validator("PetSchema").is({ kind: "cat" })).toBe(false);
  expect(validator("PetSchema").is({ kind: "dog" })).toBe(false);
  expect(validator("PetSchema").is({ kind: "dog", barks: 1 })).toBe(true);
  expect(validator("PetSchema").is({ kind: "cat", lives: 9 })).toBe(true);
  expect(validator("PetSchema").is({})).toBe(true);
});

it("a discriminator of 2.0, which is a name alone, knows its children by theirs", async () => {
  const { validator } = await validatorsOf(
    await apiOf(`
swagger: "2.0"
info: { title: Api, version: "1" }
paths: {}
definitions:
  Pet: { type: object, required: [petType], discriminator: petType, properties: { petType: { type: string } } }
  Cat: { allOf: [{ $ref: "#/definitions/Pet" }, { type: object, required: [lives], properties: { lives: { type: integer } } }] }
`),
  );
  expect(validator("PetSchema").is({ petType: "Cat", lives: 9 })).toBe(true);
  expect(validator("PetSchema").is({ petType: "Cat" })).toBe(false);
  expect(validator("PetSchema").is({ petType: "Dog" })).toBe(false);
});

it("a tag that two children claim says what they share, and no more", async () => {
  const twin = { allOf: [ref("Pet"), { required: ["twin"], properties: { kind: { const: "twin" } } }] };
  const { validator } = await validatorsOfSchemas({
    Pet: { type: "object", required: ["name"], discriminator: { propertyName: "kind" } },
    One: twin,
    Two: twin,
  });
  expect(validator("PetSchema").is({ kind: "twin", name: "Rex" })).toBe(true);
  expect(validator("PetSchema").is({ kind: "twin" })).toBe(false);
});

it.each([
  ["one of them extends the other", { Puppy: { allOf: [ref("Dog"), { properties: { age: { type: "integer" } } }] } }],
  [
    "others extend one of them, at any distance",
    { Puppy: { allOf: [ref("Dog")], title: "P" }, Whelp: { allOf: [ref("Puppy"), { type: "object" }] } },
  ],
  ["two extend one of them", { Puppy: { allOf: [ref("Dog"), { type: "object" }] }, Hound: { allOf: [{ type: "object" }, ref("Dog")] } }],
])("a tag that several claim is of the one that the others extend: %s", async (_, more) => {
  const Dog = { allOf: [ref("Pet"), { required: ["barks"], properties: { kind: { const: "dog" }, barks: { type: "boolean" } } }] };
  const Pet = { type: "object", required: ["kind"], discriminator: { propertyName: "kind" } };
  for (const schemas of [
    { Pet, Dog, ...more },
    { ...more, Dog, Pet },
  ]) {
    const { validator } = await validatorsOfSchemas(schemas);
    expect(validator("PetSchema").is({ kind: "dog", barks: true })).toBe(true);
    expect(validator("PetSchema").is({ kind: "dog" })).toBe(false);
    expect(validator("PetSchema").is({ kind: "dog", barks: 5 })).toBe(false);
  }
});

it("a discriminator that nothing extends is a remark", async () => {
  const { text, validator } = await validatorsOfSchemas({ Pet: { type: "object", discriminator: { propertyName: "kind" } } });
  expect(validator("PetSchema").is({ kind: "fish" })).toBe(true);
  expect(text).not.toContain("switch");
});

const description = `${JSON.stringify({ openapi: "3.1.0", info: { title: "Api", version: "1" }, paths: {}, components: { schemas: pets } })}\n`;

it("the type of a parent is its own shape, and what it says itself has no name of its own", async () => {
  const files = new Map((await emit(await apiOf(description), options)).map(({ path, text }) => [path, text]));
  expect(files.get("types.ts")).toContain("export type Pet = {\n  kind: string;\n  friend?: Pet;\n};");
  expect(files.get("types.ts")).toContain('export type Cat = Pet & {\n  kind: "cat";\n  lives: number;\n};');
  expect(files.get("types.ts")).toContain('export type Dog = Pet & {\n  kind: "big dog" | "Puppy";\n  barks: number;\n};');
  expect(files.get("types.ts")).toContain("export type Puppy = Dog & { toys: number };");
  expect([...files.values()].join("")).not.toMatch(/PetBaseSchema|import[^;]*\bPetBase\b/);
});

it("an operation that hides a property of a parent has the parent's type", async () => {
  const api = await apiOf(`
openapi: 3.1.0
info: { title: Api, version: "1" }
paths:
  /pets:
    post:
      operationId: addPet
      requestBody:
        content:
          application/json:
            schema: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { id: { type: integer, readOnly: true } } }] }
      responses: { "204": { description: Fine } }
components:
  schemas:
    Pet: { type: object, required: [kind, id], properties: { kind: { type: string }, id: { type: integer } }, discriminator: { propertyName: kind } }
    Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { lives: { type: integer } } }] }
`);
  const types = (await emit(api, options)).find(({ path }) => path === "types.ts")?.text ?? "";
  expect(types).toContain("export type Pet = ");
  expect(types).not.toContain("PetBase");
});

it("decides nothing where a description is to be taken by the letter", async () => {
  const api = await apiOf(description);
  const exact = await emit(api, { ...options, validators: { discriminator: "exact" } });
  expect(exact.find(({ path }) => path === "validators.ts")?.text).not.toContain("switch");
  const { validator } = await validatorsOf(api, { discriminator: "exact" });
  expect(validator("PetSchema").is({ kind: "fish" })).toBe(true);
});

it("is the parent's own form in requests where a child has one", async () => {
  const api = await apiOf(`
openapi: 3.1.0
info: { title: Api, version: "1" }
paths:
  /pets:
    post:
      operationId: addPet
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses: { "200": { description: Fine, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } }
components:
  schemas:
    Pet: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }
    Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { required: [id], properties: { id: { type: integer, readOnly: true } } }] }
`);
  const { validator } = await validatorsOf(api);
  expect(validator("AddPetBodySchema").is({ kind: "Cat" })).toBe(true);
  expect(validator("AddPet200Schema").is({ kind: "Cat" })).toBe(false);
  expect(validator("AddPetBodySchema").parse({ kind: "Cat", id: 5, name: "Tom" })).toEqual({ kind: "Cat", name: "Tom" });
});

it("defaults of a child are none of the parent's type, and of no other child's", async () => {
  const ofPet = (more: string): string => `
openapi: 3.1.0
info: { title: Api, version: "1" }
paths:
  /pets:
    post:
      operationId: addPet
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
      responses: { "200": { description: Fine, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } } }
components:
  schemas:
    Order: { type: object, properties: { pet: { $ref: "#/components/schemas/Pet" } } }
    Pet: { type: object, required: [kind], properties: { id: { type: integer, readOnly: true }, kind: { type: string }${more} }, discriminator: { propertyName: kind } }
    Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { lives: { type: integer } } }] }
    Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { barks: { type: boolean, default: true } } }] }
`;
  const api = await apiOf(ofPet(""));
  const types = (await emit(api, options)).find(({ path }) => path === "types.ts")?.text ?? "";
  expect(types).toContain("export type CatRequest = PetRequest & ");
  expect(types).toContain("export type DogRequestParsed = PetRequest & ");
  expect(types).not.toMatch(/(?:Order|Pet|Cat|Body)(?:Request)?Parsed/);
  const { validator } = await validatorsOf(api);
  expect(validator("AddPetBodySchema").parse({ pet: { kind: "Dog" } })).toEqual({ pet: { kind: "Dog", barks: true } });
  const own = (await emit(await apiOf(ofPet(", size: { type: string, default: m }")), options)).find(({ path }) => path === "types.ts");
  expect(own?.text).toContain("export type CatRequest = PetRequest & ");
  expect(own?.text).toContain("export type CatRequestParsed = PetRequestParsed & ");
  expect(own?.text).toMatch(/export type OrderRequestParsed = \{ pet\?: PetRequestParsed \}/);
});

const tagged = (property: object, child: object, more: object = {}): Readonly<Record<string, object>> => ({
  Pet: {
    ...{ type: "object", properties: { kind: property } },
    discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", tom: "Cat", dog: "Dog" } },
  },
  Cat: { allOf: [ref("Pet"), child] },
  Dog: { allOf: [ref("Pet")], ...more },
});
const text = { type: "string" };

it.each<[string, Readonly<Record<string, object>>, string, readonly unknown[], readonly unknown[]]>([
  ["optional as in the parent", tagged(text, {}), '{ kind?: "cat" | "tom" }', [{ kind: "cat" }, { kind: "tom" }, {}], [{ kind: "dog" }]],
  ["required by the child", tagged(text, { required: ["kind"] }), '{ kind: "cat" | "tom" }', [{ kind: "tom" }], [{}]],
  [
    "among those of an enumeration",
    tagged({ enum: ["cat", "dog"] }, {}),
    '{ kind?: "cat" }',
    [{ kind: "cat" }],
    [{ kind: "tom" }, { kind: "dog" }],
  ],
  [
    "a property of the child's own",
    tagged(text, { properties: { kind: text } }),
    '{ kind?: "cat" | "tom" }',
    [{ kind: "tom" }],
    [{ kind: "dog" }],
  ],
  ["no text at all", tagged({ type: "integer" }, {}), "Pet", [{ kind: 1 }], [{ kind: "cat" }]],
  ["what the parent does not allow", tagged({ enum: ["a"] }, {}), "Pet", [{ kind: "a" }], [{ kind: "cat" }]],
  ["the child's own", tagged(text, { properties: { kind: { const: "cat" } } }), '{ kind?: "cat" }', [{ kind: "cat" }], [{ kind: "tom" }]],
  [
    "beside a map",
    tagged(text, { additionalProperties: text }),
    'kind?: "cat" | "tom"',
    [{ kind: "cat", a: "b" }],
    [{ kind: "dog" }, { a: 1 }],
  ],
])("the tags of a child are literals: %s", async (_, schemas, type, valid, invalid) => {
  const api = await apiOf(
    `${JSON.stringify({ openapi: "3.1.0", info: { title: "Api", version: "1" }, paths: {}, components: { schemas } })}\n`,
  );
  const types = (await emit(api, options)).find(({ path }) => path === "types.ts")?.text.replace(/\s+/g, " ") ?? "";
  const [, cat = ""] = /export type Cat = (.*?); export/.exec(types) ?? [];
  expect(cat.replaceAll("; }", " }")).toContain(type);
  const { validator } = await validatorsOf(api);
  for (const value of valid) expect(validator("CatSchema").is(value)).toBe(true);
  for (const value of invalid) expect(validator("CatSchema").is(value)).toBe(false);
});
