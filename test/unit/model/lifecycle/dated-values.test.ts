import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../../support/api.js";

/** The deprecated values of an enum, each with its reason, and what was reported. */
async function valuesOf(schema: object) {
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas: { Thing: schema } } };
  const { value, diagnostics } = await outcomeOf(`${JSON.stringify(description, undefined, 1)}\n`);
  const { datedValues = [] } = value?.schemas.get("Thing")?.schema.doc ?? {};
  return {
    values: datedValues.map(({ value: one, lifecycle }) => [one, lifecycle.message]),
    reported: diagnostics.map(({ code, at }) => [code, at !== undefined && "pointer" in at ? at.pointer : undefined]),
    elements: value?.deprecatedElements.length,
  };
}

const at = "/components/schemas/Thing";

describe("the deprecated values of an enum", () => {
  it.each([
    [{ enum: ["a", "b"], "x-enumDeprecated": [false, true] }, [["b", undefined]]],
    [{ enum: ["a", "b"], "x-enum-deprecated": ["b"] }, [["b", undefined]]],
    [
      { enum: ["a", "b"], "x-enum-deprecated": ["b", "a"] },
      [
        ["a", undefined],
        ["b", undefined],
      ],
    ],
    [{ enum: ["a", "b"], "x-enum-deprecated": { a: true, b: false } }, [["a", undefined]]],
    [{ enum: ["a", "b"], "x-enum-deprecated": { b: "Use a." } }, [["b", "Use a."]]],
    [{ enum: ["a", "b"], "x-enum-deprecated-messages": ["", "Use a."] }, [["b", "Use a."]]],
    [{ enum: ["a", "b"], "x-enum-deprecated": [false, true], "x-enum-deprecated-messages": { b: "Use a." } }, [["b", "Use a."]]],
    [{ enum: [1, 2], "x-enum-deprecated": [2] }, [[2, undefined]]],
    [{ enum: [1, 2], "x-enum-deprecated": { 2: true } }, [[2, undefined]]],
    [{ enum: [true, false, null], "x-enum-deprecated": [null] }, [[null, undefined]]],
    [{ enum: ["constructor", "toString"], "x-enum-deprecated": { constructor: true } }, [["constructor", undefined]]],
    [{ enum: ["a", "b"], "x-enumDeprecated": [false, false] }, []],
    [{ enum: ["a", "b"] }, []],
  ])("are read from %j", async (schema, values) => {
    expect(await valuesOf(schema)).toEqual({ values, reported: [], elements: values.length });
  });

  it.each([
    [{ enum: ["a", "b"], "x-enumDeprecated": [true] }, "x-enumDeprecated"],
    [{ enum: ["a", "b"], "x-enumDeprecated": "b" }, "x-enumDeprecated"],
    [{ enum: ["a", "b"], "x-enum-deprecated": ["c"] }, "x-enum-deprecated"],
    [{ enum: ["a", "b"], "x-enum-deprecated": { c: true } }, "x-enum-deprecated"],
    [{ enum: ["a", "b"], "x-enum-deprecated": { toString: true } }, "x-enum-deprecated"],
    [{ type: "string", "x-enumDeprecated": [true] }, "x-enumDeprecated"],
  ])("are not guessed from %j", async (schema, key) => {
    expect(await valuesOf(schema)).toEqual({ values: [], reported: [["lifecycle-value-invalid", `${at}/${key}`]], elements: 0 });
  });

  it("are read in a parameter of 2.0, whose schema stands beside its name", async () => {
    const parameter = "{name: q, in: query, type: string, enum: [a, b], x-enumDeprecated: [true, false]}";
    const text = `swagger: '2.0'\ninfo: {title: T, version: '1'}\npaths: {/a: {get: {parameters: [${parameter}], responses: {200: {description: ok}}}}}\n`;
    const { value, diagnostics } = await outcomeOf(text);
    expect(diagnostics).toEqual([]);
    expect(value?.operations[0]?.parameters[0]?.schema.doc.datedValues).toMatchObject([{ value: "a" }]);
  });
});

it("tells stages that nothing carries, and unknown words, once for each kind with the number of their places", async () => {
  const links = Object.fromEntries(["a", "b", "c"].map((name) => [name, { operationId: "x", "x-is-beta": true }]));
  const get = { "x-maturity": "Ripe", responses: { 200: { description: "Fine.", links } } };
  const put = { "x-maturity": "ripe", responses: {} };
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/a": { get, put } } };
  const { diagnostics } = await outcomeOf(`${JSON.stringify(description, undefined, 1)}\n`);
  expect(diagnostics.map(({ code, severity, message }) => [code, severity, message])).toEqual([
    ["lifecycle-word-unread", "info", '"x-maturity" says "Ripe", which is no stage that is known (2 places).'],
    ["lifecycle-place-unread", "info", "Nothing in the output can say that a link is not stable yet (3 places)."],
  ]);
});

it("reads what is shared once, and what is said beside a reference for that use alone", async () => {
  const response = (ref: string): string => `{$ref: '#/components/responses/R'${ref}}`;
  const operation = (ref: string): string => `{responses: {200: ${response(ref)}}}`;
  const text = `openapi: 3.1.0
info: {title: T, version: '1'}
paths: {/a: {get: ${operation("")}, put: ${operation(", x-sunset: 2030-01-01")}, post: ${operation("")}}}
components: {responses: {R: {description: ok, headers: {X: {deprecated: true, schema: {type: string}}}}}}
`;
  const { value, diagnostics } = await outcomeOf(text.replaceAll("\n", "\r\n"));
  expect(diagnostics).toEqual([]);
  expect(value?.operations.map(({ responses: [one] }) => [one?.component, one?.doc.lifecycle?.sunset?.text])).toEqual([
    ["R", undefined],
    [undefined, "2030-01-01"],
    ["R", undefined],
  ]);
  expect(value?.deprecatedElements.map(({ what, pointer }) => [what, pointer])).toEqual([
    ["response header", "/components/responses/R/headers/X"],
    ["response", "/paths/~1a/put/responses/200"],
  ]);
});
