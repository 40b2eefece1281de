/** Which reference of a circle is left out: never the one that a named schema stands on, where another one is only asked. */
import { expect, test } from "vitest";
import { outcomeOf } from "../../../support/api.js";
import { validatorsOf } from "../../../support/validators.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = { type: "object", properties: { k: { type: "string" } }, required: ["k"] };

test.each<[string, object, string, unknown, unknown]>([
  ["in not", { A: ref("B"), B: { ...object, not: { allOf: [ref("A"), { required: ["z"] }] } } }, "A", { k: "a" }, 1],
  ["in then", { A: { type: "string", allOf: [ref("B")] }, B: { maxLength: 3, if: { pattern: "^a" }, then: ref("A") } }, "A", "abc", "abcd"],
  ["in dependentSchemas", { A: ref("B"), B: { ...object, dependentSchemas: { k: ref("A") } } }, "A", { k: "a" }, { k: 1 }],
  ["in allOf", { A: { minLength: 2, type: "string", allOf: [ref("B")] }, B: ref("A") }, "B", "ab", "a"],
])("the reference %s is left out of a circle", async (_where, schemas, name, valid, invalid) => {
  const description = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas } });
  const { value: api, diagnostics } = await outcomeOf(`${description}\n`);
  expect(diagnostics.map(({ code }) => code)).toEqual(["ref-cycle"]);
  expect(diagnostics[0]?.message).toContain("leads back to the schema that it stands in");
  if (api === undefined) throw new Error("no API");
  const { is } = (await validatorsOf(api)).validator(`${name}Schema`);
  expect([is(valid), is(invalid)]).toEqual([true, false]);
});
