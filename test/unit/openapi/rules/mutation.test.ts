import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { build } from "../../../../src/model/build/build.js";
import { resolve } from "../../../../src/openapi/resolve/resolve.js";
import { parseBytes } from "../../../../src/source/parse.js";
import type { Json, SourceFile } from "../../../../src/source/source-file.js";

const swagger = `
swagger: "2.0"
info: {title: T, version: "1"}
host: a.example
consumes: [application/json]
securityDefinitions: {k: {type: apiKey, name: K, in: header}}
security: [{k: []}]
parameters: {B: {name: b, in: body, schema: {$ref: '#/definitions/A'}}}
responses: {R: {description: d, schema: {type: array, items: {$ref: '#/definitions/A'}}, headers: {X: {type: integer}}}}
definitions: {A: {type: object, discriminator: k, required: [k], properties: {k: {type: string, enum: [a, b]}, a: {$ref: '#/definitions/A'}}}}
paths:
  /a/{x}:
    parameters: [{name: x, in: path, required: true, type: string}]
    get: {operationId: g, parameters: [{name: q, in: query, type: array, items: {type: string}, collectionFormat: pipes}], responses: {200: {$ref: '#/responses/R'}}}
    put: {parameters: [{$ref: '#/parameters/B'}], produces: [text/plain], responses: {default: {$ref: '#/responses/R'}}}
    post: {consumes: [multipart/form-data], parameters: [{name: f, in: formData, type: file}, {name: g, in: formData, type: integer}], responses: {201: {description: d}}}
`;

/** Schemas that give themselves names, and depend on how they are reached. */
const named = `
openapi: 3.1.0
info: {title: T, version: "1"}
jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema
paths: {/a: {get: {responses: {200: {description: d, content: {application/json: {schema: {$id: use, $ref: page, $defs: {i: {$dynamicAnchor: item, type: string}}}}}}}}}}
components:
  schemas:
    Page: {$id: page, properties: {items: {items: {$dynamicRef: '#item'}}}, $defs: {any: {$dynamicAnchor: item}, b: {$anchor: b}}}
    Tree: {$id: 'urn:tree', $dynamicAnchor: node, $schema: 'https://example.com/s', properties: {c: {items: {$dynamicRef: '#node'}}, d: {$ref: '#/$defs/x'}}, $defs: {x: {$dynamicRef: '#item', $dynamicAnchor: item}}}
    Strict: {$id: 'urn:strict', $dynamicAnchor: node, $ref: 'urn:tree', unevaluatedProperties: false, allOf: [{$dynamicRef: 'urn:tree#node'}]}
    Use: {$ref: 'page#b', anyOf: [{$ref: page}, {$dynamicRef: 'page#item'}], discriminator: {propertyName: k, mapping: {a: page}, defaultMapping: page}}
`;

const junk: readonly Json[] = [
  null,
  5,
  -1,
  "x",
  "",
  true,
  [],
  {},
  ["x"],
  [null],
  { $ref: "#/nowhere" },
  { $ref: 5 },
  { $ref: "#" },
  { x: 1 },
  "__proto__",
  "urn:tree",
  "page",
  "item",
  "#item",
];

/** The same numbers each time: a linear congruential generator. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

/** Deletes, replaces or exchanges one member of a value somewhere. */
function mutate(value: Json, random: (below: number) => number): void {
  const members: { readonly holder: Record<string, Json>; readonly key: string }[] = [];
  const collect = (each: Json): void => {
    if (typeof each !== "object" || each === null) return;
    for (const [key, member] of Object.entries(each)) {
      members.push({ holder: each as Record<string, Json>, key }); // A list is changed by its index alike.
      collect(member);
    }
  };
  collect(value);
  const { holder, key } = members[random(members.length)] ?? { holder: {}, key: "" };
  const how = random(3);
  const other = members[random(members.length)];
  if (how === 0) Reflect.deleteProperty(holder, key);
  else if (how === 1) holder[key] = junk[random(junk.length)] ?? null;
  else holder[key] = structuredClone(other?.holder[other.key] ?? null);
}

async function read(text: string): Promise<SourceFile> {
  const { value, diagnostics } = await parseBytes(new TextEncoder().encode(text), "file:///project/a.yaml", "a.yaml");
  if (value === undefined) throw new Error(JSON.stringify(diagnostics));
  return value;
}

test.each([
  ["2.0", swagger],
  ["3.1 with names", named],
  ["3.1", readFileSync(join(import.meta.dirname, "../../../../spec/petstore.yaml"), "utf8")],
])("whatever is wrong in a description (%s) is a diagnostic with a place in it, never a thrown error", async (_, text) => {
  const file = await read(text);
  const random = numbers(42);
  for (let round = 0; round < 400; round++) {
    const value = structuredClone(file.value);
    for (let count = 1 + random(3); count > 0; count--) mutate(value, random);
    // Holes that a deletion leaves in a list are no JSON.
    const mutant = { ...file, value: JSON.parse(JSON.stringify(value)) as Json };
    const { value: resolved, diagnostics } = await resolve(mutant, () => Promise.resolve({ value: undefined, diagnostics: [] }));
    if (resolved !== undefined) build(resolved, { name: undefined });
    for (const { at } of diagnostics) expect(at === undefined || "pointer" in at).toBe(true);
  }
});
