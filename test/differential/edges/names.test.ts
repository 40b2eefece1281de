/** Names that every object inherits are names like any other. */
import { json, testEdges, type Edge } from "./edge-cases.js";

const inherited = [
  "__proto__",
  "constructor",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "isPrototypeOf",
  "toLocaleString",
  "propertyIsEnumerable",
];
/** An object with one own property, whatever its name is. */
const having = (name: string, value: unknown = 1): unknown => json(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);

testEdges(
  inherited.flatMap((name): readonly Edge[] => [
    { says: `required ${name}`, schema: { required: [name] }, accepts: [having(name), []], refuses: [{}, { other: 1 }] },
    {
      says: `required ${name} among described properties`,
      schema: { type: "object", required: [name, "a"], properties: having(name, { type: "integer" }) },
      accepts: [json(`{${JSON.stringify(name)}:1,"a":2}`)],
      refuses: [{ a: 2 }, having(name), json(`{${JSON.stringify(name)}:"x","a":2}`)],
    },
    {
      says: `a property ${name} that may be absent`,
      schema: { properties: having(name, { type: "string" }) },
      accepts: [{}, having(name, "x"), { other: 1 }],
      refuses: [having(name, 1), having(name, null)],
    },
    {
      says: `a property ${name} that must be absent`,
      schema: { properties: having(name, false) },
      accepts: [{}, { other: 1 }],
      refuses: [having(name)],
    },
    {
      says: `${name} is no additional property where it is described`,
      schema: { properties: having(name, { type: "integer" }), additionalProperties: false },
      accepts: [{}, having(name)],
      refuses: [having("other"), having(`${name}x`)],
    },
    {
      says: `${name} is an additional property where it is not`,
      schema: { type: "object", additionalProperties: false },
      accepts: [{}],
      refuses: [having(name)],
    },
    {
      says: `the schema of additional properties holds for ${name}`,
      schema: { properties: { a: true }, additionalProperties: { type: "string" } },
      accepts: [{}, having(name, "x")],
      refuses: [having(name, 1)],
    },
    {
      says: `a pattern that matches ${name}`,
      schema: { patternProperties: having(`^${name}$`, { type: "string" }), additionalProperties: false },
      accepts: [{}, having(name, "x")],
      refuses: [having(name, 1), having(`${name}2`, "x")],
    },
    {
      says: `a rule for names that allows ${name}`,
      schema: { propertyNames: { enum: [name] } },
      accepts: [{}, having(name)],
      refuses: [having("other")],
    },
    {
      says: `a rule for names that forbids ${name}`,
      schema: { propertyNames: { not: { const: name } } },
      accepts: [{}, having("other")],
      refuses: [having(name)],
    },
    {
      says: `${name} requires another property`,
      schema: { dependentRequired: having(name, ["a"]) },
      accepts: [{}, { b: 1 }, json(`{${JSON.stringify(name)}:1,"a":1}`)],
      refuses: [having(name)],
    },
    {
      says: `another property requires ${name}`,
      schema: { dependentRequired: { a: [name] } },
      accepts: [{}, json(`{${JSON.stringify(name)}:1,"a":1}`)],
      refuses: [{ a: 1 }],
    },
    {
      says: `a schema depends on ${name}`,
      schema: { dependentSchemas: having(name, { required: ["a"] }) },
      accepts: [{}, { b: 1 }],
      refuses: [having(name)],
    },
    {
      says: `${name} is unevaluated`,
      schema: { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      accepts: [{}, { a: 1 }],
      refuses: [having(name)],
    },
    {
      says: `${name} is evaluated in allOf`,
      schema: { allOf: [{ properties: having(name, true) }], unevaluatedProperties: false },
      accepts: [{}, having(name)],
      refuses: [having("other")],
    },
    {
      says: `${name} counts`,
      schema: { minProperties: 1, maxProperties: 1 },
      accepts: [having(name)],
      refuses: [{}, json(`{${JSON.stringify(name)}:1,"a":1}`)],
    },
    {
      says: `a constant with ${name}`,
      schema: { const: having(name, [1]) },
      accepts: [having(name, [1])],
      refuses: [{}, having(name, [2]), { other: [1] }],
    },
    {
      says: `a text ${name} in an enumeration`,
      schema: { enum: ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", name] },
      accepts: [name],
      refuses: ["x", having(name)],
    },
    {
      says: `twice the text ${name}`,
      schema: { uniqueItems: true },
      accepts: [[name], [name, "a"]],
      refuses: [
        [name, name],
        [having(name), having(name)],
      ],
    },
    {
      says: `a tag named ${name}`,
      schema: {
        oneOf: [{ $ref: "#/components/schemas/First" }, { $ref: "#/components/schemas/Second" }],
        discriminator: { propertyName: "kind", mapping: having(name, "#/components/schemas/First") },
      },
      accepts: [{ kind: name, a: 1 }],
      refuses: [{}, { kind: "other" }, { kind: having(name) }],
    },
    {
      says: `a tag under the name ${name}`,
      schema: {
        oneOf: [
          { type: "object", required: [name], properties: having(name, { const: "x" }) },
          { type: "object", required: [name], properties: having(name, { const: "y" }) },
        ],
        discriminator: { propertyName: name },
      },
      accepts: [having(name, "x"), having(name, "y")],
      refuses: [{}, having(name, "z"), having(name, 1)],
    },
  ]),
  {
    First: { type: "object", required: ["kind", "a"], properties: { kind: { type: "string" }, a: { type: "integer" } } },
    Second: { type: "object", required: ["kind", "b"], properties: { kind: { type: "string" }, b: { type: "integer" } } },
  },
);
