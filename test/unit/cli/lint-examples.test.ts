import { describe, expect, it } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo } from "../../support/memory-io.js";

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly at: { readonly pointer: string };
}

/** What lint says of a description. */
async function lint(description: object, config: object = {}, others: Readonly<Record<string, string>> = {}): Promise<readonly Found[]> {
  const files = {
    ...others,
    "/project/api.json": `${JSON.stringify(description)}\n`,
    "/project/sundial.config.json": JSON.stringify({ apis: { api: { input: "api.json", output: "out", ...config } } }),
  };
  const io = memoryIo(files, { cwd: "/project" });
  await run(["lint", "--format", "json"], io);
  const { diagnostics } = JSON.parse(io.printed.stdout) as { readonly diagnostics: readonly Found[] };
  return diagnostics;
}

/** What it says of the examples of one that is right otherwise. */
async function ofExamples(description: object, config: object = {}): Promise<readonly (readonly [pointer: string, said: string])[]> {
  const diagnostics = await lint(description, config);
  expect(diagnostics.filter(({ code }) => code !== "example-invalid")).toEqual([]);
  return diagnostics.map(({ at, message }) => [at.pointer, /schema: the value (.*)\.$/.exec(message)?.[1] ?? message]);
}

const head = { openapi: "3.1.0", info: { title: "T", version: "1" } };
const withSchemas = (schemas: object) => ({ ...head, paths: {}, components: { schemas } });
const withOperation = (operation: object, schemas: object = {}) => ({
  ...head,
  paths: { "/a": { post: { operationId: "a", responses: { 204: { description: "done" } }, ...operation } } },
  components: { schemas },
});

/** The schema of the very first kind that people mistake. */
const pet = { type: "object", required: ["id", "name"], properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } } };
const json = (content: object) => ({ content: { "application/json": content } });

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
    ["with a wrong item", { items: { type: "string" } }, ["a", 1], "1 at /1 is not of type string"],
    ["with a wrong member", { properties: { "a/b": { type: "string" } } }, { "a/b": 1 }, "1 at /a~1b is not of type string"],
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
      { patternProperties: { "^a": {} }, additionalProperties: false },
      { b: 1 },
      "1 at /b is not allowed at all",
    ],
    [
      "with a member that its pattern refuses",
      { patternProperties: { "^a": { type: "string" } } },
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
      { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      { a: 1, b: 1 },
      "1 at /b is not allowed at all",
    ],
    ["without what is required", { required: ["a"] }, { b: 1 }, '{"b":1} does not have the property "a", which is required'],
    ["with what may not be", { properties: { a: {} }, additionalProperties: false }, { b: 1 }, "1 at /b is not allowed at all"],
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
    ["where two alternatives may be one each way", { oneOf: [{ required: ["a"], properties: { a: { readOnly: true } } }, {}] }, {}],
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
    const next = (name: string) => ({ properties: { next: { $ref: `#/components/schemas/${name}` } }, required: ["next"] });
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

describe("an example beside a schema", () => {
  const ref = { $ref: "#/components/schemas/Pet" };

  it("of a body is held against what goes that way", async () => {
    const operation = {
      requestBody: json({ schema: ref, example: { name: "Flint" } }),
      responses: { 200: { description: "ok", ...json({ schema: ref, examples: { first: { value: { name: "Flint" } } } }) } },
    };
    expect(await ofExamples(withOperation(operation, { Pet: pet }))).toEqual([
      [
        "/paths/~1a/post/responses/200/content/application~1json/examples/first/value",
        '{"name":"Flint"} does not have the property "id", which is required',
      ],
    ]);
  });

  it("may be the text that is sent", async () => {
    const examples = { right: { value: '{"name":"Flint"}' }, wrong: { value: '{"name":1}' }, none: { value: "Flint" } };
    const found = await ofExamples(withOperation({ requestBody: json({ schema: ref, examples }) }, { Pet: pet }));
    const at = "/paths/~1a/post/requestBody/content/application~1json/examples";
    expect(found).toEqual([
      [`${at}/wrong/value`, "1 at /name is not of type string"],
      [`${at}/none/value`, '"Flint" is not of type object'],
    ]);
  });

  it("may leave out what has a default", async () => {
    const Settings = { type: "object", properties: { size: { default: 1, type: "integer" } }, example: {} };
    const description = withOperation(
      { requestBody: json({ schema: { $ref: "#/components/schemas/Settings" }, example: {} }) },
      { Settings },
    );
    expect(await ofExamples(description, { emit: ["types", "server"] })).toEqual([]);
  });

  it("of a schema of texts is the text, whatever it looks like", async () => {
    const text = { schema: { type: "string", pattern: "^\\d+$" }, example: "12345" };
    const orNull = { schema: { type: ["string", "null"] }, examples: { none: { value: "null" } } };
    const responses = { 200: { description: "ok", ...json(text) }, 201: { description: "ok", ...json(orNull) } };
    expect(await ofExamples(withOperation({ responses }))).toEqual([]);
    const wrong = { 200: { description: "ok", ...json({ schema: { type: "string", maxLength: 2 }, example: "12345" }) } };
    expect((await ofExamples(withOperation({ responses: wrong }))).map(([, said]) => said)).toEqual([
      '"12345" is longer than 2 characters',
    ]);
  });

  it("of a parameter or a header of one number is that number, or its text", async () => {
    const parameters = [
      { name: "a", in: "query", schema: { type: "integer" }, example: "abc" },
      { name: "b", in: "query", schema: { type: "integer", maximum: 9 }, example: "10" },
      { name: "c", in: "query", schema: { type: ["boolean", "null"] }, examples: { yes: { value: "true" }, none: { value: "null" } } },
      { name: "d", in: "query", schema: { type: "integer", examples: ["5", "x"] } },
      { name: "e", in: "query", content: { "application/json": { schema: { type: "object" }, example: 1 } } },
    ];
    const headers = { "X-A": { schema: { type: "number" }, example: "many" } };
    const responses = { 200: { description: "ok", headers } };
    const at = "/paths/~1a/post";
    expect(await ofExamples(withOperation({ parameters, responses }))).toEqual([
      [`${at}/responses/200/headers/X-A/example`, '"many" is not of type number'],
      [`${at}/parameters/0/example`, '"abc" is not of type integer'],
      [`${at}/parameters/1/example`, "10 is above the maximum 9"],
      [`${at}/parameters/3/schema/examples/1`, '"x" is not of type integer'],
      [`${at}/parameters/4/content/application~1json/example`, "1 is not of type object"],
    ]);
  });

  it("in a file of its own is read, too, and one that is not there is told", async () => {
    const examples = {
      far: { $ref: "./far.json" },
      part: { $ref: "./parts.json#/two" },
      other: { $ref: "./other.json" },
      gone: { $ref: "./gone.json" },
    };
    const files = {
      "/project/other.json": '{ "password": "p" }',
      "/project/far.json": '{ "summary": "Far", "value": "x" }',
      "/project/parts.json": '{ "one": { "value": "y" }, "two": { "$ref": "#/one" } }',
    };
    const found = await lint(withOperation({ requestBody: json({ schema: { type: "integer" }, examples }) }), {}, files);
    const at = "/paths/~1a/post/requestBody/content/application~1json/examples";
    expect(found.map(({ code, severity, at: { pointer } }) => [code, severity, pointer])).toEqual([
      ["ref-kind", "warning", `${at}/other`],
      ["file-not-found", "warning", `${at}/gone`],
      ["example-invalid", "warning", `${at}/far`],
      ["example-invalid", "warning", `${at}/part`],
    ]);
  });

  it("of another form than JSON says what is sent", async () => {
    const content = { "application/xml": { schema: ref, example: "<pet/>" }, "text/plain": { schema: { type: "integer" }, example: "5" } };
    expect(await ofExamples(withOperation({ requestBody: { content } }, { Pet: pet }))).toEqual([]);
  });

  it("of a parameter may be its text", async () => {
    const list = { type: "array", items: { type: "string", enum: ["US", "CA"] } };
    const parameters = [
      { name: "a", in: "query", schema: { ...list, examples: ["US,CA"] } },
      { name: "b", in: "query", schema: list, example: "US,CA" },
      { name: "c", in: "query", schema: list, example: ["US", "FR"] },
      { name: "d", in: "query", schema: { type: "string", enum: ["JSON"], examples: ["json"] } },
    ];
    expect(await ofExamples(withOperation({ parameters }))).toEqual([
      ["/paths/~1a/post/parameters/2/example", '"FR" at /1 is none of "US", "CA"'],
      ["/paths/~1a/post/parameters/3/schema/examples/0", '"json" is not "JSON"'],
    ]);
  });

  it("lies where Swagger has it", async () => {
    const responses = { 200: { description: "ok", schema: { type: "integer" }, examples: { "application/json": "five" } } };
    const description = {
      swagger: "2.0",
      info: head.info,
      paths: { "/a": { get: { operationId: "a", produces: ["application/json"], responses } } },
    };
    expect(await ofExamples(description)).toEqual([
      ["/paths/~1a/get/responses/200/examples/application~1json", '"five" is not of type integer'],
    ]);
  });
});

describe("other values beside a schema", () => {
  it.each<[string, object, string, string, string]>([
    [
      "a default by its format",
      { format: "date-time", default: "now" },
      "default-invalid",
      "/default",
      '"now" is not a date and time such as 2026-03-01T09:30:00Z',
    ],
    [
      "a value of an enumeration by bounds",
      { maxLength: 1, enum: ["a", "bc"] },
      "enum-invalid",
      "/enum/1",
      '"bc" is longer than 1 characters',
    ],
    ["one by its format", { format: "date", enum: ["today"] }, "enum-invalid", "/enum/0", '"today" is not a date such as 2026-03-01'],
    ["a constant by its format", { format: "date", const: "today" }, "enum-invalid", "/const", '"today" is not a date such as 2026-03-01'],
    [
      "one that stands behind what is no value of the type",
      { type: "string", maxLength: 1, enum: [null, "a", "bc"] },
      "enum-invalid",
      "/enum/2",
      '"bc" is longer than 1 characters',
    ],
  ])("%s", async (_what, schema, code, at, said) => {
    const found = (await lint(withSchemas({ A: { type: "string", ...schema } }))).filter((each) => each.code === code);
    expect(found.map(({ at: { pointer }, message }) => [pointer, message])).toEqual([
      [`/components/schemas/A${at}`, expect.stringContaining(`schema: the value ${said}.`)],
    ]);
  });

  it("are not told twice where no value is left", async () => {
    const found = await lint(withSchemas({ A: { type: "string", maxLength: 1, enum: ["ab", "bc"] } }));
    expect(found.map(({ code }) => code)).toEqual(["schema-impossible"]);
  });
});

describe("lint of what no code is made of", () => {
  const told = async (description: object): Promise<readonly (readonly [code: string, pointer: string])[]> =>
    (await lint({ ...head, paths: {}, ...description })).map(({ code, at }) => [code, at.pointer]);

  it.each<[object, readonly (readonly [string, string])[]]>([
    [{ info: { ...head.info, license: { url: "https://a.example/l" } } }, [["metadata-invalid", "/info/license"]]],
    [{ info: { ...head.info, contact: { url: "not a url" } } }, [["metadata-invalid", "/info/contact/url"]]],
    [{ info: { ...head.info, contact: { url: "a.example/%zz" } } }, [["metadata-invalid", "/info/contact/url"]]],
    [{ info: { ...head.info, contact: { url: "../support" }, license: { name: "MIT" }, termsOfService: "https://a.example/%C3%A9" } }, []],
    [{ externalDocs: { description: "Wiki" } }, [["metadata-invalid", "/externalDocs"]]],
    [
      { tags: [{ name: "a", externalDocs: { url: "" } }, { name: "b" }, { name: "a" }] },
      [
        ["metadata-invalid", "/tags/0/externalDocs/url"],
        ["tag-repeated", "/tags/2/name"],
      ],
    ],
    [
      { components: { schemas: { "Page«Pet»": {}, "a.b-C_1": {} }, responses: { "a b": { description: "d" } }, "x-a b": { "c d": 1 } } },
      [
        ["component-name", "/components/schemas/Page«Pet»"],
        ["component-name", "/components/responses/a b"],
      ],
    ],
    [{ paths: { "/a": { get: { responses: { 200: {} } } } } }, []],
  ])("%j", async (description, expected) => {
    expect(await told(description)).toEqual(expected);
  });

  it("is nothing that `generate` says", async () => {
    const description = { ...head, info: { ...head.info, license: {} }, paths: {}, tags: [{ name: "a" }, { name: "a" }] };
    const io = memoryIo({ "/project/api.json": JSON.stringify(description) }, { cwd: "/project" });
    expect(await run(["generate", "--input", "api.json", "--output", "out"], io)).toBe(0);
    expect(io.printed.stderr).toBe("");
  });
});
