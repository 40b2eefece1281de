import { describe, expect, it } from "vitest";
import { lint, ofExamples, pet, withSchemas } from "../../support/linted.js";

describe("an example of a schema", () => {
  it.each<[string, object, unknown, string]>([
    ["of another type", { type: "integer" }, "1", '"1" is not of type integer'],
    ["that is not the only value", { const: "a" }, "b", '"b" is not "a"'],
    ["that is none of the values", { enum: ["a", "b"] }, "c", '"c" is none of "a", "b"'],
    ["that is too small", { minimum: 1 }, 0, "0 is below the minimum 1"],
    ["that is too large", { maximum: 1 }, 2, "2 is above the maximum 1"],
    ["at the lower bound", { exclusiveMinimum: 1 }, 1, "1 is not above 1"],
    ["at the upper bound", { exclusiveMaximum: 1 }, 1, "1 is not below 1"],
    ["that is too short", { minLength: 2 }, "😀", '"😀" is shorter than 2 characters'],
    ["that is too long", { maxLength: 1 }, "ab", '"ab" is longer than 1 characters'],
    ["of another pattern", { type: "string", pattern: "^[a-z]+$" }, "A", '"A" does not match the pattern ^[a-z]+$'],
    ["with too few items", { minItems: 1 }, [], "[] has fewer than 1 item"],
    ["with too many items", { maxItems: 1 }, [1, 2], "[1,2] has more than 1 item"],
    ["with a wrong item", { type: "array", items: { type: "string" } }, ["a", 1], "1 at /1 is not of type string"],
    [
      "with a wrong member",
      { type: "object", properties: { "a/b": { type: "string" } } },
      { "a/b": 1 },
      "1 at /a~1b is not of type string",
    ],
    ["with an item twice", { uniqueItems: true }, [1, 2, 1], "1 at /2 stands in the list twice, and items must be unique"],
    [
      "without what it must contain",
      { contains: { type: "string" } },
      [1],
      "[1] has fewer than 1 item of the kind that `contains` asks for",
    ],
    ["with too much of that", { contains: {}, maxContains: 1 }, [1, 2], "[1,2] has more than 1 item of the kind that `contains` allows"],
    ["that is no multiple", { multipleOf: 0.1 }, 0.25, "0.25 is not a multiple of 0.1"],
    ["of another format", { format: "date" }, "2026/03/01", '"2026/03/01" is not a date such as 2026-03-01'],
    ["beyond the format of its number", { type: "integer", format: "int32" }, 3e9, "3000000000 is not of the format int32"],
    ["with too few members", { minProperties: 2 }, { a: 1 }, '{"a":1} has fewer than 2 properties'],
    ["with too many members", { maxProperties: 1 }, { a: 1, b: 2 }, '{"a":1,"b":2} has more than 1 property'],
    [
      "with a wrong name",
      { propertyNames: { maxLength: 1 } },
      { ab: 1 },
      '{"ab":1} has a property whose name "ab" is longer than 1 characters',
    ],
    [
      "with a name that no pattern takes",
      { type: "object", patternProperties: { "^a": {} }, additionalProperties: false },
      { b: 1 },
      "1 at /b is not allowed at all",
    ],
    [
      "with a member that its pattern refuses",
      { type: "object", patternProperties: { "^a": { type: "string" } } },
      { ab: 1 },
      "1 at /ab is not of type string",
    ],
    [
      "without what another member needs",
      { dependentRequired: { a: ["b"] } },
      { a: 1 },
      '{"a":1} does not have the property "b", which is required beside "a"',
    ],
    [
      "that is not what another member asks for",
      { dependentSchemas: { a: { maxProperties: 1 } } },
      { a: 1, b: 2 },
      '{"a":1,"b":2} has more than 1 property',
    ],
    ["that may not be so", { not: { type: "integer" } }, 1, "1 is what `not` excludes"],
    ["that is so, and not what that asks for", { if: { type: "integer" }, then: { minimum: 2 } }, 1, "1 is below the minimum 2"],
    ["that is not so, and not what that asks for", { if: { type: "string" }, else: { minimum: 2 } }, 1, "1 is below the minimum 2"],
    [
      "that fits two of oneOf",
      { oneOf: [{ type: "integer" }, { minimum: 0 }, { maximum: 0 }] },
      1,
      "1 fits 2 of the alternatives of `oneOf`, which allows one",
    ],
    [
      "with a member that nothing describes",
      { allOf: [{ type: "object", properties: { a: {} } }], unevaluatedProperties: false },
      { a: 1, b: 1 },
      "1 at /b is not allowed at all",
    ],
    [
      "without what is required",
      { type: "object", required: ["a"] },
      { b: 1 },
      '{"b":1} does not have the property "a", which is required',
    ],
    [
      "with what may not be",
      { type: "object", properties: { a: {} }, additionalProperties: false },
      { b: 1 },
      "1 at /b is not allowed at all",
    ],
    ["that fits no alternative", { anyOf: [{ type: "string" }, { type: "null" }] }, 1, "1 fits none of the alternatives"],
    [
      "that fails in the alternative that is meant",
      { oneOf: [{ type: "null" }, { type: "object", properties: { a: { type: "string" } } }] },
      { a: 1 },
      "1 at /a is not of type string",
    ],
  ])("%s is told, with its place and what is wrong", async (_what, schema, value, said) => {
    const found = await ofExamples(withSchemas({ A: { ...schema, examples: [value] } }));
    expect(found).toEqual([["/components/schemas/A/examples/0", said]]);
  });

  it.each<[string, object, unknown]>([
    ["by a format of a project's own", { format: "iban" }, "x"],
    ["inside of `not` by what is not looked at", { not: { format: "iban" } }, "x"],
    ["by a format beyond what numbers hold", { type: "integer", format: "int64" }, Number(2n ** 63n)],
    [
      "where a tag names the alternative",
      { oneOf: [{ $ref: "#/components/schemas/B" }, { $ref: "#/components/schemas/C" }], discriminator: { propertyName: "kind" } },
      { kind: "B" },
    ],
    [
      "where two alternatives may be one each way",
      { oneOf: [{ type: "object", required: ["a"], properties: { a: { readOnly: true } } }, {}] },
      {},
    ],
    ["in a list that is too long to compare", { uniqueItems: true }, Array.from({ length: 400 }, () => 1)],
  ])("is not told %s", async (_what, schema, value) => {
    const kind = (name: string) => ({ type: "object", properties: { kind: { enum: [name] } } });
    const A = { ...schema, examples: [value] };
    expect(await ofExamples(withSchemas({ A, B: kind("B"), C: kind("C") }))).toEqual([]);
  });

  it("is not held against formats that are for people", async () => {
    const description = withSchemas({ A: { type: "string", format: "date", examples: ["today"] } });
    expect(await ofExamples(description, { validators: { formats: "annotate" } })).toEqual([]);
  });

  it("is held against a format by the check that the project has for it", async () => {
    const description = withSchemas({ A: { type: "string", format: "date", examples: ["today"] } });
    expect(await ofExamples(description, { formats: { date: "some-package#isDay" } })).toEqual([]);
  });

  it("may leave out what goes one way only", async () => {
    expect(await ofExamples(withSchemas({ A: { ...pet, examples: [{ name: "Flint" }] } }))).toEqual([]);
  });

  it("is held against the alternative that its tag names", async () => {
    const kind = (name: string, value: object) => ({
      type: "object",
      required: ["kind"],
      properties: { kind: { const: name }, value },
    });
    const description = withSchemas({
      A: {
        oneOf: ["B", "C"].map((name) => ({ $ref: `#/components/schemas/${name}` })),
        discriminator: { propertyName: "kind" },
        examples: [{ kind: "C", value: 1 }],
      },
      B: kind("B", { type: "integer" }),
      C: kind("C", { type: "string" }),
    });
    expect(await ofExamples(description)).toEqual([["/components/schemas/A/examples/0", "1 at /value is not of type string"]]);
  });

  it("is held against the alternative that its tag names alone, and a tag names one", async () => {
    const kind = (required: readonly string[]) => ({ type: "object", required, properties: { kind: { type: "string" } } });
    const [B, C] = [kind(["kind"]), kind(["kind", "b"])];
    const oneOf = ["B", "C"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const A = { oneOf, discriminator: { propertyName: "kind" }, examples: [{ kind: "B" }, { kind: "C" }, { kind: "D" }] };
    const told = async (config: object) =>
      (await lint(withSchemas({ A, B, C }), config)).filter(({ code }) => code === "example-invalid").map(({ message }) => message);
    expect(await told({})).toEqual([
      expect.stringContaining('{"kind":"C"} does not have the property "b", which is required.'),
      expect.stringContaining('"D" at /kind names none of the alternatives.'),
    ]);
    expect(await told({ validators: { discriminator: "exact" } })).toEqual([]);
  });

  it("is held against the alternative whose own property has the tag, where nothing maps it", async () => {
    const kind = (tag: string, required: readonly string[]) => ({
      type: "object",
      required: ["kind", ...required],
      properties: { kind: { enum: [tag] }, why: { type: "string" } },
    });
    const oneOf = ["B", "C"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const A = { oneOf, discriminator: { propertyName: "kind" }, examples: [{ kind: "active" }, { kind: "closed" }, { kind: "B" }] };
    const found = await lint(withSchemas({ A, B: kind("active", []), C: kind("closed", ["why"]) }));
    expect(found.filter(({ code }) => code === "example-invalid").map(({ message }) => message)).toEqual([
      expect.stringContaining('{"kind":"closed"} does not have the property "why", which is required.'),
      expect.stringContaining('{"kind":"B"} fits none of the alternatives'),
    ]);
  });

  it("lies where it is written, beside another or under a name", async () => {
    const A = { type: "string", example: 1, examples: ["a", 2] };
    const B = { type: "string", examples: { wrong: { value: 3 } } };
    const found = await lint(withSchemas({ A, B }));
    expect(found.filter(({ code }) => code === "example-invalid").map(({ at }) => at.pointer)).toEqual([
      "/components/schemas/A/example",
      "/components/schemas/A/examples/1",
      "/components/schemas/B/examples/wrong",
    ]);
  });

  it("of as many digits as its bounds is not told for those that a number loses", async () => {
    const long = 9223372036854776000;
    const A = { type: "integer", maximum: long, enum: [long], examples: [long] };
    const found = await lint(withSchemas({ A }));
    expect(found.filter(({ code }) => code === "example-invalid")).toEqual([]);
  });

  it("lies where its version has it", async () => {
    const description = { ...withSchemas({ A: { type: "string", example: 1 } }), openapi: "3.0.3" };
    expect(await ofExamples(description)).toEqual([["/components/schemas/A/example", "1 is not of type string"]]);
  });

  it("ends where alternatives lead to one another in more ways than there is time for", async () => {
    const next = (name: string) => ({ type: "object", properties: { next: { $ref: `#/components/schemas/${name}` } }, required: ["next"] });
    const value = Array.from({ length: 30 }).reduce<object>((inner) => ({ next: inner }), { next: 1 });
    const other = { ...next("A"), minProperties: 1 };
    const A = { allOf: [{ oneOf: [next("A"), other] }, { oneOf: [next("A"), other] }], examples: [value] };
    expect(await ofExamples(withSchemas({ A }))).toEqual([]);
  });

  it("is not held against patterns where slow ones run without a limit", async () => {
    const description = withSchemas({ A: { type: "string", pattern: "^(?:a|b)c$", examples: ["d"] } });
    expect(await ofExamples(description, { validators: { patterns: "accept" } })).toEqual([]);
    expect(await ofExamples(description)).toHaveLength(1);
  });
});
