import { describe, expect, test } from "vitest";
import { issuesOf } from "../../../support/schema-cases.js";
import { validatorsOfSchemas } from "../../../support/validators.js";

const ref = (name: string): unknown => ({ $ref: `#/components/schemas/${name}` });
const tree = {
  Tree: {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string" }, left: ref("Tree"), right: ref("Tree"), children: { type: "array", items: ref("Tree") } },
  },
};

describe("named schemas", () => {
  test("are one function each, called where they are referred to", async () => {
    const { text, validator } = await validatorsOfSchemas({
      Owner: { type: "object", required: ["pet"], properties: { pet: ref("Pet"), pets: { type: "array", items: ref("Pet") } } },
      Pet: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
    });
    expect(text.match(/function checkPet\(/g)).toHaveLength(1);
    expect(issuesOf(validator("OwnerSchema").safeParse({ pet: {}, pets: [{ name: "a" }, { name: 1 }] }))).toEqual([
      "pet.name required is required",
      "pets.1.name type must be a string",
    ]);
  });

  test("that only stand for another name share its function", async () => {
    const { text, validator } = await validatorsOfSchemas({ A: ref("B"), B: ref("C"), C: { type: "string" } });
    expect(text.match(/^function (?:is|check)/gm)).toEqual(["function is", "function check"]);
    expect([validator("ASchema").is("x"), validator("ASchema").is(1)]).toEqual([true, false]);
  });

  test("may refer to themselves", async () => {
    const { validator } = await validatorsOfSchemas(tree);
    expect(issuesOf(validator("TreeSchema").safeParse({ name: "a", left: { name: "b", children: [{ name: "c" }, {}] } }))).toEqual([
      "left.children.1.name required is required",
    ]);
  });

  test("refuse what is nested too deep, instead of overflowing the stack", async () => {
    const { validator } = await validatorsOfSchemas(tree);
    const nested = (levels: number): unknown => {
      let value: unknown = { name: "leaf" };
      for (let level = 0; level < levels; level += 1) value = { name: "inner", left: value };
      return value;
    };
    expect(validator("TreeSchema").is(nested(499))).toBe(true);
    expect(issuesOf(validator("TreeSchema").safeParse(nested(100_000)))).toEqual([" depth must not be nested more than 500 levels deep"]);
  });

  test("count the levels of a value, not the schemas that look at one", async () => {
    const { validator } = await validatorsOfSchemas({
      Node: { allOf: [ref("Middle")], type: "object" },
      Middle: { allOf: [ref("Base")], type: "object" },
      Base: { type: "object", properties: { next: ref("Node"), list: { type: "array", items: { allOf: [ref("Node"), ref("Middle")] } } } },
    });
    const nested = (levels: number): unknown => {
      let value: unknown = {};
      for (let level = 0; level < levels; level += 1) value = { next: value };
      return value;
    };
    expect([450, 499, 501, 100_000].map((levels) => validator("NodeSchema").is(nested(levels)))).toEqual([true, true, false, false]);
    const circle: { list?: unknown } = {};
    circle.list = [circle];
    expect(validator("NodeSchema").is(circle)).toBe(false);
  });

  test("end on values that contain themselves, and no alternative takes them for a mismatch", async () => {
    const { validator } = await validatorsOfSchemas({
      ...tree,
      Not: { type: "object", properties: { next: { not: ref("Not") } } },
      Either: {
        anyOf: [
          { type: "object", properties: { next: ref("Either") }, required: ["next"] },
          { type: "object", properties: { next: { type: "integer" } } },
        ],
      },
    });
    const value: Record<string, unknown> = { name: "a" };
    value["left"] = value;
    value["right"] = value;
    value["next"] = value;
    for (const name of ["TreeSchema", "NotSchema", "EitherSchema"]) {
      expect(issuesOf(validator(name).safeParse(value)), name).toEqual([" depth must not be nested more than 500 levels deep"]);
    }
  });

  test("with deep values under uniqueItems and const", async () => {
    const { validator } = await validatorsOfSchemas({ List: { type: "array", uniqueItems: true } });
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    let other: unknown = [];
    for (let level = 0; level < 100_000; level += 1) other = [other];
    expect(issuesOf(validator("ListSchema").safeParse([deep, other]))).toEqual([" depth must not be nested more than 500 levels deep"]);
    expect(validator("ListSchema").is(Array.from({ length: 20_000 }, (_, index) => ({ index })))).toBe(true);
  });
});

test("a schema that tells others what it looked at takes nothing but a value from outside", async () => {
  const { validator } = await validatorsOfSchemas({
    Rec: { type: "object", properties: { a: ref("Rec") } },
    Part: { type: "object", properties: { b: { type: "integer" } }, allOf: [ref("Rec")] },
    Whole: { anyOf: [ref("Part")], unevaluatedProperties: false },
  });
  for (const name of ["PartSchema", "WholeSchema"]) {
    expect([{ b: 1 }, { a: { b: 2 } }, { b: "1" }].map(validator(name).is), name).toEqual([true, true, false]);
  }
  expect(validator("WholeSchema").is({ b: 1, c: 1 })).toBe(false);
});

describe("a validator", () => {
  const pets = {
    Pet: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
    Pets: { type: "array", items: ref("Pet") },
  };

  test("lists at most a hundred issues", async () => {
    const { validator } = await validatorsOfSchemas(pets);
    const result = validator("PetsSchema").safeParse(Array.from({ length: 1000 }, () => ({ name: 1 })));
    expect(result.success ? [] : result.issues).toHaveLength(100);
    expect(issuesOf(result).at(-1)).toBe("99.name type must be a string");
  });

  test("gives the value back, or throws with the first issues in the message", async () => {
    const { validator } = await validatorsOfSchemas(pets);
    const value = [{ name: "a" }];
    expect(validator("PetsSchema").parse(value)).toBe(value);
    expect(() => validator("PetsSchema").parse([{}, {}, {}, {}, "x"])).toThrow(
      "0.name is required; 1.name is required; 2.name is required",
    );
    expect(() => validator("PetSchema").parse(1)).toThrow("The value must be an object");
  });

  test("is a Standard Schema", async () => {
    const { validator } = await validatorsOfSchemas(pets);
    const { version, vendor, validate } = validator("PetSchema")["~standard"];
    expect([version, vendor]).toEqual([1, "sundial"]);
    expect(validate({ name: "a" })).toEqual({ value: { name: "a" } });
    expect(validate({})).toMatchObject({ issues: [{ path: ["name"], keyword: "required", message: "is required" }] });
  });

  test("can be passed around without its object", async () => {
    const { validator } = await validatorsOfSchemas(pets);
    const { is, parse, safeParse } = validator("PetSchema");
    expect([is({ name: "a" }), parse({ name: "a" }), safeParse({ name: "a" }).success]).toEqual([true, { name: "a" }, true]);
  });

  test("never repeats the value", async () => {
    const { validator } = await validatorsOfSchemas({
      Login: {
        type: "object",
        properties: { password: { type: "string", minLength: 20, pattern: "^x", format: "uuid" } },
        additionalProperties: false,
      },
    });
    const result = validator("LoginSchema").safeParse({ password: "hunter2", other: "hunter3" });
    expect(result.success ? [] : result.issues.map(({ message }) => message).filter((message) => message.includes("hunter"))).toEqual([]);
    expect(issuesOf(result)).toHaveLength(4);
  });

  test("leaves the value as it is", async () => {
    const { validator } = await validatorsOfSchemas({
      Strict: { type: "object", properties: { a: { type: "integer", default: 1 } }, additionalProperties: false },
    });
    const value = Object.freeze({ b: 1 });
    expect(validator("StrictSchema").is(value)).toBe(false);
    expect(value).toEqual({ b: 1 });
  });
});

describe("discriminators", () => {
  const cat = { type: "object", required: ["petType", "lives"], properties: { petType: { type: "string" }, lives: { type: "integer" } } };
  const dog = { type: "object", required: ["petType"], properties: { petType: { type: "string" }, bark: { type: "string" } } };

  test("choose the alternative by its name or its mapping, and only its issues are told", async () => {
    const { validator } = await validatorsOfSchemas({
      Cat: cat,
      Dog: dog,
      Pet: { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "petType", mapping: { kitten: "#/components/schemas/Cat" } } },
      Owner: { type: "object", properties: { pets: { type: "array", items: ref("Pet") } } },
    });
    const pet = validator("PetSchema");
    expect([{ petType: "kitten", lives: 9 }, { petType: "Dog" }].map(pet.is)).toEqual([true, true]);
    expect(issuesOf(pet.safeParse({ petType: "kitten" }))).toEqual(["lives required is required"]);
    expect(issuesOf(pet.safeParse({ petType: "Bird" }))[0]).toMatch(/^petType discriminator must be .*"kitten"/);
    expect(issuesOf(validator("OwnerSchema").safeParse({ pets: [{ petType: "Dog", bark: 1 }] }))).toEqual([
      "pets.0.bark type must be a string",
    ]);
  });

  test("without a mapping mean what the alternatives say themselves", async () => {
    const tagged = (...tags: string[]): unknown => ({
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string", enum: tags } },
    });
    const discriminator = { propertyName: "kind" };
    const { validator } = await validatorsOfSchemas({
      TextPart: tagged("text"),
      ImagePart: tagged("image", "picture"),
      Part: { oneOf: [ref("TextPart"), ref("ImagePart")], discriminator },
      Base: tagged("Circle", "Square"),
      Circle: { allOf: [ref("Base"), { type: "object", required: ["r"] }] },
      Square: { allOf: [ref("Base"), { type: "object", required: ["a"] }] },
      Shape: { oneOf: [ref("Circle"), ref("Square")], discriminator },
    });
    expect([{ kind: "text" }, { kind: "picture" }, { kind: "TextPart" }].map(validator("PartSchema").is)).toEqual([true, true, false]);
    expect(issuesOf(validator("ShapeSchema").safeParse({ kind: "Square", r: 1 }))).toEqual(["a required is required"]);
  });

  test("stand beside null", async () => {
    const { validator } = await validatorsOfSchemas({
      Cat: cat,
      Dog: dog,
      Pet: { oneOf: [ref("Cat"), ref("Dog"), { type: "null" }], discriminator: { propertyName: "petType" } },
    });
    expect([null, { petType: "Dog" }, { petType: "Cat" }, 1].map(validator("PetSchema").is)).toEqual([true, true, false, false]);
  });

  test("whose tag every object inherits", async () => {
    const { validator } = await validatorsOfSchemas({
      A: { type: "object", required: ["constructor"], properties: { constructor: { const: "a" } } },
      B: { type: "object", required: ["constructor"], properties: { constructor: { const: "b" } } },
      Either: { oneOf: [ref("A"), ref("B")] },
    });
    expect([{ constructor: "a" }, {}, { constructor: "c" }].map(validator("EitherSchema").is)).toEqual([true, false, false]);
  });
});
