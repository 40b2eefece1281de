/** Parts of `allOf` that forbid each other's members are told; those that leave each other room are not. */
import { expect, it } from "vitest";
import { outcomeOf } from "../../../support/api.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const open = (name: string, more: object = {}): object => ({ type: "object", properties: { [name]: { type: "string" } }, ...more });
const closed = (name: string, more: object = {}): object => open(name, { additionalProperties: false, ...more });

async function told(schema: object): Promise<readonly string[]> {
  const schemas = { Base: closed("id"), Open: open("id"), Patterned: closed("id", { patternProperties: { "^n": {} } }), A: schema };
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
  const { diagnostics } = await outcomeOf(`${JSON.stringify(description)}\n`, {});
  return diagnostics.filter(({ code }) => code === "schema-impossible").map(({ message }) => message);
}

it.each([
  ["a closed base and a closed child", { allOf: [ref("Base"), closed("n")] }, '"id", "n"'],
  ["a closed base and an open child", { allOf: [ref("Base"), open("n")] }, '"n"'],
  ["members beside a closed base", { allOf: [ref("Base")], ...open("n") }, '"n"'],
  ["two closed parts", { allOf: [closed("id"), closed("n")] }, '"id", "n"'],
  ["a base that leaves room for other names", { allOf: [ref("Patterned"), open("m")] }, '"m"'],
])("%s", async (_what, schema, names) => {
  const messages = await told(schema);
  expect(messages.length).toBe(1);
  expect(messages[0]).toContain(`No value may have ${names}: `);
});

it.each([
  ["a closed base alone", { allOf: [ref("Base")] }],
  ["a closed base with a description", { allOf: [ref("Base"), { description: "d" }] }],
  ["an open base that a child closes", { allOf: [ref("Open"), closed("n")] }],
  ["a child that describes what its closed base does", { allOf: [ref("Base"), closed("id")] }],
  ["a base with a pattern for it", { allOf: [ref("Patterned"), open("n")] }],
  ["alternatives", { oneOf: [ref("Base"), closed("n")] }],
  ["closed around all", { allOf: [ref("Open"), open("n")], unevaluatedProperties: false }],
])("not %s", async (_what, schema) => {
  expect(await told(schema)).toEqual([]);
});
