import { expect, test } from "vitest";
import type { Operation } from "../../../../src/model/ir/operation.js";
import { apiOf, outcomeOf } from "../../../support/api.js";

async function operationOf(text: string, files: Readonly<Record<string, string>> = {}): Promise<Operation> {
  const [operation] = (await apiOf(text, { files })).operations;
  if (operation === undefined) throw new Error("no operation");
  return operation;
}

const description = (version: string, examples: string): string => `openapi: ${version}
info: { title: T, version: "1" }
paths:
  /a:
    post:
      requestBody: { content: { application/json: { schema: {}, ${examples} } } }
      responses: { "200": { description: Fine } }
components:
  examples:
    Cat: { summary: A cat, description: Of a house., value: { name: Tom } }
    Again: { $ref: "#/components/examples/Cat", summary: The same cat }
`;

const bodyOf = async (examples: string, version = "3.1.0", files: Readonly<Record<string, string>> = {}): Promise<unknown> =>
  (await operationOf(description(version, examples), files)).body?.contents[0]?.examples;

test("examples have their names, their prose and their values, in the order written", async () => {
  expect(await bodyOf("examples: { b: { value: [1, null] }, a: { summary: S, value: x, description: D } }")).toEqual([
    { name: "b", doc: {}, kind: "value", value: [1, null] },
    { name: "a", doc: { summary: "S", description: "D" }, kind: "value", value: "x" },
  ]);
});

test("one example has no name, and a description without any has an empty list", async () => {
  expect(await bodyOf("example: null")).toEqual([{ name: undefined, doc: {}, kind: "value", value: null }]);
  expect(await bodyOf("encoding: {}")).toEqual([]);
});

test("references are followed, also into files that were read, and what is beside them wins", async () => {
  const cat = { kind: "value", value: { name: "Tom" } };
  expect(await bodyOf('examples: { x: { $ref: "#/components/examples/Again", description: Mine. } }')).toEqual([
    { name: "x", doc: { summary: "The same cat", description: "Mine." }, ...cat },
  ]);
  const other = "schemas: { A: { type: string } }\nexamples: { Dog: { value: Rex } }\n";
  const examples = 'examples: { x: { $ref: "other.yaml#/examples/Dog" } }, schema: { $ref: "other.yaml#/schemas/A" }';
  const text = description("3.1.0", examples).replace("schema: {}, ", "");
  expect((await operationOf(text, { "/project/other.yaml": other })).body?.contents[0]?.examples).toEqual([
    { name: "x", doc: {}, kind: "value", value: "Rex" },
  ]);
});

test("what is elsewhere is kept as text, and what is sent as it is sent", async () => {
  expect(
    await bodyOf(
      "examples: { a: { externalValue: 'https://x.example/a.json' }, b: { serializedValue: '{}' }, c: { dataValue: {} } }",
      "3.2.0",
    ),
  ).toEqual([
    { name: "a", doc: {}, kind: "external", location: "https://x.example/a.json" },
    { name: "b", doc: {}, kind: "serialized", text: "{}" },
    { name: "c", doc: {}, kind: "value", value: {} },
  ]);
});

test.each([
  ["#/components/examples/None", '"#/components/examples/None" leads to nothing.'],
  ["#/components/examples", undefined],
  [
    "#/paths/~1a/post/requestBody/content/application~1json/examples/x",
    '"#/paths/~1a/post/requestBody/content/application~1json/examples/x" leads to no example.',
  ],
])("an example that is not at %s is left out, and reported once", async (reference, message) => {
  const text = description("3.1.0", `examples: { x: { $ref: "${reference}" }, y: { value: 1 } }`);
  const { value, diagnostics } = await outcomeOf(text);
  expect(value?.operations[0]?.body?.contents[0]?.examples).toEqual([{ name: "y", doc: {}, kind: "value", value: 1 }]);
  expect(diagnostics.map(({ code, severity, message, at }) => ({ code, severity, message, at }))).toEqual(
    message === undefined
      ? []
      : [
          {
            code: "ref-not-found",
            severity: "warning",
            message,
            at: { file: "file:///project/api.yaml", pointer: "/paths/~1a/post/requestBody/content/application~1json/examples/x" },
          },
        ],
  );
});

test("an example of a parameter that several operations share is reported once", async () => {
  const { diagnostics } = await outcomeOf(`openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a: { get: { parameters: [{ $ref: "#/components/parameters/P" }], responses: { "200": { description: Fine } } } }
  /b: { get: { parameters: [{ $ref: "#/components/parameters/P" }], responses: { "200": { description: Fine } } } }
components:
  parameters:
    P: { name: p, in: query, schema: {}, examples: { x: { $ref: "#/components/examples/None" } } }
`);
  expect(diagnostics.map(({ code }) => code)).toEqual(["ref-not-found"]);
});

test.each(['examples: { x: { $ref: "unread.yaml#/a" } }', "examples: { x: { $ref: 5 }, y: 1, z: {} }", "examples: [1, 2]"])(
  "what is no example says nothing: %s",
  async (examples) => {
    expect(await bodyOf(examples)).toEqual([]);
  },
);

test("parameters, headers and what 2.0 says of responses have theirs", async () => {
  const operation = await operationOf(`openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a:
    get:
      parameters:
        - { name: p, in: query, schema: {}, examples: { one: { value: 1 } } }
        - { name: q, in: query, content: { application/json: { schema: {}, example: 2 } } }
      responses: { "200": { description: Fine, headers: { X: { schema: {}, example: 3 } } } }
`);
  expect(operation.parameters.map(({ examples }) => examples)).toEqual([
    [{ name: "one", doc: {}, kind: "value", value: 1 }],
    [{ name: undefined, doc: {}, kind: "value", value: 2 }],
  ]);
  expect(operation.responses[0]?.headers[0]?.examples).toEqual([{ name: undefined, doc: {}, kind: "value", value: 3 }]);
  const old = await operationOf(`swagger: "2.0"
info: { title: T, version: "1" }
paths: { /a: { get: { produces: [application/json], responses: { "200": { description: Fine, schema: {}, examples: { application/json: { a: 1 } } } } } } }
`);
  expect(old.responses[0]?.contents[0]?.examples).toEqual([{ name: undefined, doc: {}, kind: "value", value: { a: 1 } }]);
});
