import { describe, expect, it } from "vitest";
import { head, json, lint, ofExamples, pet, withOperation } from "../../support/linted.js";

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
