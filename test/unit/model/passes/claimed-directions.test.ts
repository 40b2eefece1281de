/** A property that is read-only by one part of a schema and write-only by another stays in requests and responses, as one that is both at once. */
import { expect, test } from "vitest";
import { outcomeOf } from "../../../support/api.js";
import { validatorsOf } from "../../../support/validators.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const having = (mark: string) => ({ type: "object", properties: { d: { type: "integer", [mark]: true } } });
const schemas = { Base: having("readOnly"), Behind: ref("Base"), Mark: { type: "integer", readOnly: true } };

test.each<[string, object]>([
  ["one schema", { type: "object", properties: { d: { type: "integer", readOnly: true, writeOnly: true } } }],
  ["two parts", { allOf: [having("readOnly"), having("writeOnly")] }],
  ["a part and a reference", { ...having("writeOnly"), allOf: [ref("Base")] }],
  ["a part and a reference to a reference", { allOf: [{ allOf: [ref("Behind")] }, having("writeOnly")] }],
  ["a property and what it refers to", { type: "object", properties: { d: { ...ref("Mark"), writeOnly: true } } }],
  ["three parts", { allOf: [having("readOnly"), having("writeOnly"), ref("Base")] }],
])("by %s", async (_what, body) => {
  const content = { content: { "application/json": { schema: ref("Body") } } };
  const put = {
    operationId: "put",
    requestBody: { required: true, ...content },
    responses: { "200": { description: "Done.", ...content } },
  };
  const info = { title: "T", version: "1" };
  const description = { openapi: "3.1.0", info, paths: { "/a": { put } }, components: { schemas: { ...schemas, Body: body } } };
  const { value: api, diagnostics } = await outcomeOf(`${JSON.stringify(description)}\n`);
  expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(["warning schema-impossible"]);
  const [operation] = api?.operations ?? [];
  if (api === undefined || operation === undefined) throw new Error("no API");
  const { validator } = await validatorsOf(api);
  for (const part of [operation.body?.contents[0], operation.responses[0]?.contents[0]]) {
    const { is, safeParse } = validator(part?.validator ?? "");
    expect([is({ d: 1 }), is({ d: "x" })]).toEqual([true, false]);
    expect(safeParse({ d: 1 })).toMatchObject({ data: { d: 1 } });
  }
});
