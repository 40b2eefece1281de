import { describe, expect, test } from "vitest";
import { leadsTo, surveyOf, type Survey } from "../../../../src/model/ir/survey.js";
import type { Schema } from "../../../../src/model/ir/schema.js";
import { apiOf } from "../../../support/api.js";

/** The schemas of a description, by name. `Marked` has one thing to be found; the others refer to it, or do not. */
async function schemasWith(schemas: Readonly<Record<string, unknown>>) {
  const description = { openapi: "3.1.0", info: { title: "Api", version: "1" }, paths: {}, components: { schemas } };
  return (await apiOf(`${JSON.stringify(description)}\n`)).schemas;
}

const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** Each thing that a survey tells, and a schema that has it. Directions are worked out when a model is built: see the last test. */
const marks: readonly (readonly [Exclude<keyof Survey, "references" | "formats" | "readOnly" | "writeOnly">, object])[] = [
  ["default", { type: "string", default: "a" }],
  ["default", { type: ["string", "null"], default: null }],
  ["deprecated", { type: "string", deprecated: true }],
  ["int64", { type: "integer", format: "int64" }],
  ["int64", { type: "integer", format: "uint64" }],
  ["large", { type: "integer", maximum: 2 ** 60 }],
  ["large", { type: "number", exclusiveMinimum: -(2 ** 60) }],
  ["large", { enum: [1, { a: [2 ** 53] }] }],
  ["large", { type: "array", default: [{ a: 2 ** 54 }] }],
  ["compares", { type: "array", uniqueItems: true }],
  ["compares", { enum: ["a", { b: 1 }] }],
  ["unevaluated", { type: "object", unevaluatedProperties: false }],
  ["unevaluated", { type: "array", unevaluatedItems: { type: "string" } }],
];

const around: readonly (readonly [string, (inner: object) => object])[] = [
  ["itself", (inner) => inner],
  ["a property", (inner) => ({ type: "object", properties: { a: { type: "object", properties: { b: inner } } } })],
  ["items", (inner) => ({ type: "array", items: { type: "array", prefixItems: [inner] } })],
  ["an alternative", (inner) => ({ anyOf: [{ type: "boolean" }, { oneOf: [inner] }] })],
  ["a condition", (inner) => ({ if: inner, then: {}, else: false })],
  ["what is not", (inner) => ({ not: { not: inner } })],
  ["others", (inner) => ({ type: "object", additionalProperties: { allOf: [inner] } })],
  ["a name", (inner) => ({ type: "object", propertyNames: inner, patternProperties: { "^a": inner } })],
];

describe("a survey", () => {
  test.each(marks.flatMap(([mark, schema]) => around.map(([place, within]) => [mark, place, within(schema)] as const)))(
    "finds %s in %s, and whatever leads to it",
    async (mark, _place, marked) => {
      const schemas = await schemasWith({
        Marked: marked,
        Near: { type: "object", properties: { a: to("Marked") } },
        Far: { type: "array", items: { anyOf: [to("Near"), to("Circle")] } },
        Circle: { type: "object", properties: { next: to("Circle"), far: to("Far") } },
        Lone: { type: "object", properties: { self: to("Lone"), text: { type: "string" } } },
      });
      const leads = leadsTo(schemas, (survey) => survey[mark]);
      expect([...schemas].filter(([, { schema }]) => surveyOf(schema)[mark]).map(([id]) => id)).toEqual(["Marked"]);
      expect([...schemas].filter(([, { schema }]) => leads(schema)).map(([id]) => id)).toEqual(["Marked", "Near", "Far", "Circle"]);
    },
  );

  test("tells the references at any depth, once each, in order", async () => {
    const schemas = await schemasWith({ A: {}, B: {}, C: { allOf: [to("B")], properties: { a: { items: to("A") }, b: to("B") } } });
    const { schema } = schemas.get("C") ?? {};
    expect(schema === undefined ? undefined : [...surveyOf(schema).references].sort()).toEqual(["A", "B"]);
  });

  test("finds marks for a direction, and a property that is hidden by one", () => {
    const plain: Schema = {
      origin: { file: "", pointer: "" },
      doc: {},
      assertions: [],
      default: undefined,
      examples: [],
      readOnly: false,
      writeOnly: false,
    };
    const of = (schema: Schema, hidden?: Schema["hidden"]): Survey => {
      const property = { name: "a", required: false, schema: { ...schema, ...(hidden && { hidden }) } };
      const object = {
        kind: "object",
        properties: [property],
        patternProperties: [],
        dependentSchemas: [],
        required: [],
        dependentRequired: [],
      } as const;
      return surveyOf({ ...plain, assertions: [object] });
    };
    expect(of(plain)).toMatchObject({ readOnly: false, writeOnly: false, hidden: false });
    expect(of({ ...plain, readOnly: true })).toMatchObject({ readOnly: true, writeOnly: false });
    expect(of({ ...plain, writeOnly: true })).toMatchObject({ readOnly: false, writeOnly: true });
    expect(of(plain, "readOnly")).toMatchObject({ hidden: true });
  });
});
