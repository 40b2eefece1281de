/** Slips that change nothing in the generated code, and that other tools trip over. */
import { expect, test } from "vitest";
import { brief, description, resolving } from "../resolve/resolving.js";

const told = async (members: string, version: string): Promise<readonly string[]> =>
  (await resolving({ "a.yaml": description(members, version) })).diagnostics.map(brief);
const schema = (text: string, version: string): Promise<readonly string[]> =>
  told(version === "2.0" ? `definitions: {A: ${text}}` : `components: {schemas: {A: ${text}}}`, version);
const at = "/components/schemas/A";

test.each([
  ["{type: string, readOnly: true, writeOnly: true}", "3.1.0", [`warning schema-impossible ${at}/writeOnly`]],
  ["{type: object, properties: {a: {}}, required: [a, a]}", "3.0.3", [`info required-repeated ${at}/required/1`]],
  ["{type: array}", "3.0.3", [`info items-missing ${at}`]],
  ["{type: array}", "2.0", ["info items-missing /definitions/A"]],
  ["{type: array}", "3.1.0", []],
  ["{type: array, allOf: [{items: {type: string}}]}", "3.0.3", []],
  ["{oneOf: [{type: string}, {type: string}]}", "3.1.0", [`warning schema-impossible ${at}/oneOf/1`]],
  [
    "{oneOf: [{type: integer}, {title: One, type: string, enum: [a, b]}, {enum: [a, b], type: string, description: Two}]}",
    "3.0.3",
    [`warning schema-impossible ${at}/oneOf/2`],
  ],
  [
    "{oneOf: [{$ref: '#/components/schemas/A/not'}, {$ref: '#/components/schemas/A/not'}], not: {type: string}}",
    "3.1.0",
    [`warning schema-impossible ${at}/oneOf/1`],
  ],
  ["{oneOf: [{}, {description: x}]}", "3.1.0", [`warning schema-impossible ${at}/oneOf/1`]],
  [
    "{oneOf: [{const: 1}, {const: '1'}, {const: 1, type: integer}, {type: object, properties: {a: {}}}, {type: object, properties: {b: {}}}]}",
    "3.1.0",
    [],
  ],
  ["{anyOf: [{type: string}, {type: string}]}", "3.1.0", []],
  ["{type: number, exclusiveMinimum: 0}", "3.0.3", [`warning other-version ${at}/exclusiveMinimum`]],
])("the schema %s in %s", async (text, version, expected) => {
  expect(await schema(text, version)).toEqual(expected);
});

const scheme = (text: string): string => `components: {securitySchemes: {s: ${text}}}`;
const s = "/components/securitySchemes/s";

test.each([
  ["{type: openIdConnect}", [`warning missing-member ${s}`]],
  ["{type: oauth2, flows: {clientCredential: {tokenUrl: a, scopes: {}}}}", [`warning unknown-key ${s}/flows/clientCredential`]],
  ["{type: oauth2, flows: {password: {scopes: {}}}}", [`warning missing-member ${s}/flows/password`]],
  ["{type: oauth2, flows: {password: {tokenUrl: a, scopes: {}}, x-a: {}}}", []],
])("the security scheme %s", async (text, expected) => {
  expect(await told(scheme(text), "3.0.3")).toEqual(expected);
});

test.each([
  ["securityDefinitions: {s: {type: oauth2, flow: authorizationCode, scopes: {}}}", ["warning unknown-word /securityDefinitions/s/flow"]],
  [
    "paths: {/a: {get: {produces: [aplication/json], responses: {200: {description: k}}}}}",
    ["warning media-type-invalid /paths/~1a/get/produces/0"],
  ],
  ["paths: {/a: {get: {produces: [x-app/json, gemini/text], responses: {200: {description: k}}}}}", []],
  [
    "paths: {/a: {post: {parameters: [{name: b, in: body}], responses: {200: {description: k}}}}}",
    ["warning parameter-shape /paths/~1a/post/parameters/0"],
  ],
  [
    "definitions: {A: {properties: {b: {$ref: '#/components/schemas/B'}, c: {$ref: '#/components/schemas/C'}}}, B: {type: string}, C: {type: string}}",
    ["warning other-version /definitions/A/properties/b/$ref"],
  ],
  [
    "paths: {/a: {post: {parameters: [{name: f, in: formData, type: string, schema: {type: object}}], responses: {200: {description: k}}}}}",
    ["warning unknown-key /paths/~1a/post/parameters/0/schema"],
  ],
  [
    "paths: {/a: {post: {parameters: [{name: f, in: query, type: string, require: true}], responses: {200: {description: k}}}}}",
    ["warning unknown-key /paths/~1a/post/parameters/0/require"],
  ],
])("in 2.0: %s", async (members, expected) => {
  expect(await told(members, "2.0")).toEqual(expected);
});

test("a variable that the URL of its server does not have", async () => {
  expect(await told("servers: [{url: 'https://a.example', variables: {region: {default: eu}}}]", "3.0.3")).toEqual([
    "info server-variable /servers/0/variables/region",
  ]);
});
