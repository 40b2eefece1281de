import { describe, expect, it } from "vitest";
import { emitTypes } from "../../../../../src/emit/files/types-file.js";
import { withoutDiscriminatedParents } from "../../../../../src/model/passes/discriminators/without-discriminated-parents.js";
import { apiOf, type ApiOptions } from "../../../../support/api.js";
import { validatorsOf } from "../../../../support/validators.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const tag = { type: "string", readOnly: true };
const one = { type: "object", required: ["kind", "id"], properties: { kind: tag, id: { type: "integer", readOnly: true }, a: {} } };
const other = { type: "object", required: ["kind"], properties: { kind: tag, b: {} } };
const mapping = { one: "#/components/schemas/One", other: "#/components/schemas/Other" };

/** A body `Body`, and what else there is. */
async function apiWith(schemas: object, options?: ApiOptions) {
  const content = { "application/json": { schema: ref("Body") } };
  const description = {
    openapi: "3.0.3",
    info: { title: "T", version: "1" },
    paths: {
      "/": { post: { operationId: "send", requestBody: { required: true, content }, responses: { "200": { description: "Done." } } } },
    },
    components: { schemas },
  };
  return apiOf(`${JSON.stringify(description)}\n`, options);
}

const cases: readonly (readonly [string, object, object, object])[] = [
  [
    "of alternatives",
    { Body: { oneOf: [ref("One"), ref("Other")], discriminator: { propertyName: "kind", mapping } }, One: one, Other: other },
    { kind: "one", id: 1, a: 1 },
    { kind: "one", a: 1 },
  ],
  [
    "beside alternatives",
    {
      Body: { allOf: [ref("Union"), { type: "object", properties: { kind: tag } }] },
      Union: { anyOf: [ref("One"), ref("Other")], discriminator: { propertyName: "kind", mapping } },
      One: one,
      Other: other,
    },
    { kind: "one", id: 1, a: 1 },
    { kind: "one", a: 1 },
  ],
  [
    "that a reference marks",
    {
      Body: { oneOf: [ref("One"), ref("Other")], discriminator: { propertyName: "kind", mapping } },
      One: { ...one, properties: { ...one.properties, kind: { allOf: [ref("Tag")] } } },
      Other: { allOf: [other] },
      Tag: tag,
    },
    { kind: "one", id: 1, a: 1 },
    { kind: "one", a: 1 },
  ],
  [
    "of a parent",
    {
      Body: { ...one, discriminator: { propertyName: "kind" } },
      Child: { allOf: [ref("Body"), { type: "object", properties: { c: {} } }] },
    },
    { kind: "Child", id: 1, c: 1 },
    { kind: "Child", c: 1 },
  ],
];

describe.each(["fast", "small"] as const)("a read-only tag, in %s validators,", (mode) => {
  it.each(cases)("stays where it decides: %s", async (_where, schemas, sent, kept) => {
    const { validator } = await validatorsOf(await apiWith(schemas), { mode });
    expect(validator("BodySchema").safeParse(sent)).toEqual({ success: true, data: kept });
    const { kind: _kind, ...without } = kept as Record<string, unknown>;
    expect(validator("BodySchema").is(without)).toBe(false);
  });
});

it.each(cases)("is in the types of requests: %s", async (_where, schemas) => {
  const { text } = emitTypes(withoutDiscriminatedParents(await apiWith(schemas)), { parts: new Set(["types"]), source: "a", command: "b" });
  expect(text).toMatch(/readonly kind: (?:string|Tag)\b/);
  expect(text).not.toMatch(/\bid\b/);
});

it("is no issue where what is read-only is refused", async () => {
  const [, schemas] = cases[0] ?? ["", {}];
  const { validator } = await validatorsOf(await apiWith(schemas, { readOnlyInRequests: "reject" }));
  expect(validator("BodySchema").is({ kind: "one", a: 1 })).toBe(true);
  expect(validator("BodySchema").is({ kind: "one", id: 1 })).toBe(false);
});

it("is dropped where it decides nothing", async () => {
  const { validator } = await validatorsOf(await apiWith({ Body: one }));
  expect(validator("BodySchema").parse({ kind: "any", id: 1, a: 1 })).toEqual({ a: 1 });
});
