/** Random schemas as descriptions of each version have them: every kind and keyword, sound unless changed afterwards. */
import type { Dice } from "../../support/dice.js";
import type { Tree } from "../mutations/tree.js";

export type Version = "2.0" | "3.0.3" | "3.1.1" | "3.2.0";

/** What a schema may be made of. */
export interface SchemaSurroundings {
  readonly dice: Dice;
  readonly version: Version;
  /** Names of component schemas. */
  readonly names: readonly string[];
}

type Schema = { [member: string]: Tree };

export const schemaReference = ({ version, names, dice }: SchemaSurroundings): Schema => {
  const name = encodeURIComponent(names[dice.below(names.length)] ?? "None")
    .replaceAll("~", "~0")
    .replaceAll("%2F", "~1");
  return { $ref: `${version === "2.0" ? "#/definitions/" : "#/components/schemas/"}${name}` };
};

/** Names of properties, some of which no language has as they are. */
export const propertyNames = [
  "id",
  "name",
  "kind",
  "created_at",
  "X-Odd",
  "class",
  "0",
  "a.b",
  "äöü",
  "constructor",
  "$ref2",
  "then",
  "a b",
];
const formats = ["date", "date-time", "uuid", "email", "uri", "byte", "binary", "ipv4", "int64", "password", "time", "regex", "unknown"];
const patterns = ["^[a-z]+$", "^\\d{3}-\\d{4}$", "^(a+)+$", "^\\p{Lu}", "(?=a)a", "^[^/]{1,64}$"];

export function randomSchema(at: SchemaSurroundings, depth = 0): Schema {
  const { dice } = at;
  if (at.names.length > 0 && dice.chance(0.25)) return schemaReference(at);
  if (depth > 3) return described(scalar(at), at);
  const make = dice.of(scalar, scalar, object, object, list, composition, enumeration, only31);
  return described(make(at, depth + 1), at);
}

type Make = (at: SchemaSurroundings, depth?: number) => Schema;

const scalar: Make = ({ dice, version }) => {
  const is31 = version === "3.1.1" || version === "3.2.0";
  const number = (): Schema => ({
    type: dice.of("integer", "number"),
    ...(dice.chance(0.4) ? { format: dice.of("int32", "int64", "float", "double") } : {}),
    ...(dice.chance(0.3) ? { minimum: dice.of(0, -1, 1.5, 2 ** 53) } : {}),
    ...(dice.chance(0.3) ? { maximum: dice.of(100, 1e21, 5) } : {}),
    ...(dice.chance(0.2) ? { exclusiveMinimum: is31 ? 3 : true } : {}),
    ...(dice.chance(0.2) ? { multipleOf: dice.of(1, 5, 0.01) } : {}),
    ...(dice.chance(0.2) ? { default: dice.below(9) } : {}),
  });
  const text = (): Schema => ({
    type: "string",
    ...(dice.chance(0.5) ? { format: dice.of("date", ...formats) } : {}),
    ...(dice.chance(0.2) ? { pattern: dice.of("a", ...patterns) } : {}),
    ...(dice.chance(0.2) ? { minLength: dice.below(4), maxLength: 4 + dice.below(60) } : {}),
    ...(dice.chance(0.2) ? { default: dice.of("", "a", "2030-01-01") } : {}),
    ...(is31 && dice.chance(0.1) ? { contentEncoding: "base64", contentMediaType: "image/png" } : {}),
  });
  return dice.of(number, text, text, (): Schema => ({ type: "boolean", ...(dice.chance(0.3) ? { default: true } : {}) }))();
};

const object: Make = (at, depth = 0) => {
  const { dice } = at;
  const names = propertyNames.filter(() => dice.chance(0.3));
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, randomSchema(at, depth)])),
    ...(dice.chance(0.6) ? { required: names.filter(() => dice.chance(0.5)).concat(dice.chance(0.1) ? ["elsewhere"] : []) } : {}),
    ...(dice.chance(0.3) ? { additionalProperties: dice.chance(0.5) ? dice.chance(0.5) : randomSchema(at, depth) } : {}),
    ...(dice.chance(0.1) ? { minProperties: 1, maxProperties: 9 } : {}),
    ...(dice.chance(0.1) ? { example: Object.fromEntries(names.map((name) => [name, "x"])) } : {}),
  };
};

const list: Make = (at, depth = 0) => ({
  type: "array",
  items: randomSchema(at, depth),
  ...(at.dice.chance(0.3) ? { minItems: 1, maxItems: 5 } : {}),
  ...(at.dice.chance(0.2) ? { uniqueItems: true } : {}),
});

const composition: Make = (at, depth = 0) => {
  const { dice, version, names } = at;
  const word = version === "2.0" ? "allOf" : dice.of("allOf", "anyOf", "oneOf");
  const parts = Array.from({ length: 1 + dice.below(3) }, () => randomSchema(at, depth));
  if (word !== "oneOf" || names.length < 2 || dice.chance(0.4)) return { [word]: parts };
  const some = [schemaReference(at), schemaReference(at)];
  const mapping = dice.chance(0.5) ? { mapping: { a: some[0]?.["$ref"] ?? "", b: some[1]?.["$ref"] ?? "" } } : {};
  return { oneOf: some, discriminator: { propertyName: "kind", ...mapping } };
};

const enumeration: Make = ({ dice, version }) =>
  dice.of<() => Schema>(
    () => ({ type: "string", enum: Array.from({ length: 1 + dice.below(dice.of(4, 60)) }, (_, index) => `value ${String(index)}`) }),
    () => ({ type: "integer", enum: [1, 2, 3], "x-enum-varnames": ["One", "Two", "three 3"] }),
    () => ({ type: "string", enum: ["a", "A", "a-b", "a_b", "", "*/"], default: "a" }),
    () => ({ enum: version === "2.0" ? ["a"] : [null, true, 1, "a", [1], { a: 1 }] }),
  )();

/** What 3.1 brought; in older versions, a word that is not known there. */
const only31: Make = (at, depth = 0) => {
  const { dice } = at;
  return dice.of<() => Schema>(
    () => ({ type: ["string", "null"] }),
    () => ({ const: dice.of<Tree>("a", 1, null, { a: [1] }) }),
    () => ({
      type: "array",
      prefixItems: [randomSchema(at, depth), randomSchema(at, depth)],
      items: dice.chance(0.5) && randomSchema(at, depth),
    }),
    () => ({ if: randomSchema(at, depth), then: randomSchema(at, depth), else: randomSchema(at, depth) }),
    () => ({ type: "object", patternProperties: { "^x-": randomSchema(at, depth) }, unevaluatedProperties: false }),
    () => ({ not: randomSchema(at, depth) }),
    () => ({ type: "object", propertyNames: { pattern: "^[a-z]" }, dependentRequired: { a: ["b"] } }),
    () => ({ type: "array", contains: randomSchema(at, depth), minContains: 1, maxContains: 2 }),
    () => ({
      $defs: { Inner: randomSchema(at, depth) },
      $dynamicAnchor: "node",
      type: "object",
      properties: { next: { $dynamicRef: "#node" } },
    }),
    () => ({ type: "string", contentMediaType: "application/json", contentSchema: randomSchema(at, depth) }),
  )();
};

function described(schema: Schema, { dice, version }: SchemaSurroundings): Schema {
  if ("$ref" in schema && version !== "3.1.1" && version !== "3.2.0") return schema;
  return {
    ...schema,
    ...(dice.chance(0.2) ? { description: dice.of("Something.", "Two lines.\n\nAnd `code` */ of it.", "") } : {}),
    ...(dice.chance(0.1) ? { title: "A title" } : {}),
    ...(dice.chance(0.1) ? { deprecated: true, "x-sunset": "2031-01-01" } : {}),
    ...(dice.chance(0.1) ? { [dice.of("readOnly", "writeOnly")]: true } : {}),
    ...(dice.chance(0.1) && version === "3.0.3" ? { nullable: true } : {}),
    ...(dice.chance(0.05) ? { xml: { name: "a", attribute: true } } : {}),
    ...(dice.chance(0.05) ? { externalDocs: { url: "https://example.com" } } : {}),
  };
}
