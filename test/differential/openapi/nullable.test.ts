/** `nullable` of OpenAPI 3.0 beside everything that may stand beside it: null is accepted then, and what was valid without it stays so. */
import { expect, test } from "vitest";
import { validatorsOf } from "../../support/validators.js";
import { refTo, typeOf, type SchemaObject } from "../json-schema.js";
import { apiOfSchemas } from "./describing.js";

const text = { $ref: refTo("Text") };
const types: readonly SchemaObject[] = [{}, { type: "string" }, { type: "integer" }, { type: "object" }];
const enums: readonly SchemaObject[] = [{}, { enum: ["a", "b"] }, { enum: ["a", null] }];
const combinations: readonly SchemaObject[] = [
  {},
  { allOf: [text] },
  { allOf: [{ type: "string" }, { minLength: 1 }] },
  { allOf: [{ $ref: refTo("TextOrNull") }] },
  { anyOf: [text, { type: "integer" }] },
  { anyOf: [{ $ref: refTo("TextOrNull") }, { type: "integer" }] },
  { oneOf: [{ type: "string" }, { type: "integer" }] },
  { not: { enum: ["zz"] } },
];
const given: readonly unknown[] = [null, "a", "b", "c", "", 1, 1.5, true, {}, [], "zz"];

const shared: Readonly<Record<string, SchemaObject>> = { Text: { type: "string" }, TextOrNull: { type: "string", nullable: true } };
const cases = types.flatMap((type) =>
  enums.flatMap((values) =>
    combinations.flatMap((more) => [{}, { nullable: true }].map((mark): SchemaObject => ({ ...type, ...values, ...more, ...mark }))),
  ),
);

/** A type that none of the alternatives or of the values beside it has is not meant. */
function meantType({ type, anyOf, oneOf, allOf, enum: values }: SchemaObject): unknown {
  if (type !== "object") return type;
  if (anyOf !== undefined || oneOf !== undefined) return undefined;
  return values !== undefined && allOf === undefined ? "string" : type;
}

/** Who lists null beside a type, and says nothing else of it, takes it. */
const listsNull = ({ type, anyOf, oneOf, allOf, nullable, enum: values }: SchemaObject): boolean =>
  Array.isArray(values) &&
  values.includes(null) &&
  type !== undefined &&
  [anyOf, oneOf, allOf, nullable].every((each) => each === undefined);

/** By the letter, but that `nullable` means "or null" wherever it stands, and that what is evident is meant. */
function accepts(schema: SchemaObject, value: unknown): boolean {
  const list = (keyword: string): readonly SchemaObject[] | undefined => schema[keyword] as readonly SchemaObject[] | undefined; // written above
  const { $ref, nullable, not, minLength } = schema;
  const type = meantType(schema);
  if (typeof $ref === "string") return accepts(shared[$ref.slice(refTo("").length)] ?? {}, value);
  if (nullable === true && value === null) return true;
  const fits = (each: SchemaObject): boolean => accepts(each, value);
  return (
    (type === undefined ||
      (value === null && listsNull(schema)) ||
      (type === "integer" ? Number.isInteger(value) : type === typeOf(value))) &&
    (!Array.isArray(schema["enum"]) || schema["enum"].includes(value)) &&
    (minLength === undefined || value !== "") &&
    (list("allOf")?.every(fits) ?? true) &&
    (list("anyOf")?.some(fits) ?? true) &&
    (list("oneOf")?.filter(fits).length ?? 1) === 1 &&
    (not === undefined || !fits(not as SchemaObject))
  );
}

test.each(["fast", "small"] as const)("null is accepted where nullable says so, and nowhere else (%s)", async (mode) => {
  const places = cases.flatMap((schema, index): readonly (readonly [string, SchemaObject])[] => [
    [`Own${String(index)}`, schema],
    [`In${String(index)}`, { type: "object", properties: { inner: { $ref: refTo(`Own${String(index)}`) } } }],
  ]);
  const api = await apiOfSchemas({ ...shared, ...Object.fromEntries(places) }, { version: "3.0.3" });
  const { validator } = await validatorsOf(api, { mode });
  const faults = cases.flatMap((schema, index) =>
    given
      .filter((value) => {
        const expected = accepts(schema, value);
        const own = validator(`Own${String(index)}Schema`);
        const inner = validator(`In${String(index)}Schema`);
        return [own.is(value), own.safeParse(value).success, inner.is({ inner: value })].some((found) => found !== expected);
      })
      .map((value) => `${JSON.stringify(value)} of ${JSON.stringify(schema)}`),
  );
  expect(faults).toEqual([]);
});
