import { afterAll, beforeAll, expect, it } from "vitest";
import { literal } from "../../../../src/emit/print/code.js";
import { emitTypes } from "../../../../src/emit/files/types-file.js";
import type { Api } from "../../../../src/model/ir/api.js";
import type { Json } from "../../../../src/source/source-file.js";
import { apiOf } from "../../../support/api.js";
import { temporaryFolder, typeCheck, writeFiles } from "../../../support/compile.js";
import { createSampler } from "../../../support/sample.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let api: Api;
beforeAll(async () => {
  folder = await temporaryFolder();
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
  api = await apiOf(`${JSON.stringify(description)}\n`);
  await writeFiles(folder.path, [emitTypes(api, { parts: new Set(["types"]), source: "api.yaml", command: "npm run generate" })]);
});
afterAll(() => folder.remove());

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });

/** Schemas that are hard to say in TypeScript. */
const schemas: Readonly<Record<string, unknown>> = {
  Word: { enum: ["a", 1, null, true, { k: [1, "x"] }] },
  Base: object({ kind: { type: "string" }, id: { type: "integer" } }, { required: ["id"] }),
  Cat: { allOf: [ref("Base"), object({ kind: { enum: ["cat"] }, lives: { type: "integer", maximum: 9 } }, { required: ["kind"] })] },
  Dog: { allOf: [ref("Base"), object({ kind: { const: "dog" } })], required: ["kind"] },
  Pet: {
    oneOf: [ref("Cat"), ref("Dog")],
    discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" } },
  },
  Node: object({
    value: {},
    next: { anyOf: [ref("Node"), { type: "null" }] },
    children: { type: "array", items: ref("Node"), maxItems: 2 },
  }),
  Counts: object({ total: { type: "string" } }, { additionalProperties: { type: "integer" } }),
  Named: object({ name: { type: "string" } }, { additionalProperties: true, required: ["name", "other"] }),
  Closed: object({}, { additionalProperties: false }),
  Headers: object({}, { patternProperties: { "^x-[a-z]+$": { type: "string" } }, additionalProperties: false }),
  Pair: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false, minItems: 2 },
  Row: { type: "array", prefixItems: [{ type: "string" }], items: { type: "integer" }, minItems: 1 },
  Loose: { type: "array", prefixItems: [{ type: "string" }, ref("Pet")] },
  Matrix: { type: "array", items: { type: "array", items: { enum: [0, 1] }, minItems: 1 }, minItems: 1 },
  Either: { type: ["string", "array", "null"], items: ref("Word") },
  Choice: object({ x: { type: "string" }, y: { type: "integer" } }, { anyOf: [{ required: ["x"] }, { required: ["y"] }] }),
  Merged: {
    allOf: [object({ a: { type: "string" } }), object({ b: { type: "boolean" } }, { required: ["a", "b"] })],
    description: "Both.",
  },
  Narrowed: { type: "string", allOf: [{ enum: ["a", "b", "c"] }], anyOf: [{ enum: ["a", "b"] }, { const: "c" }] },
};

it("accepts what validates", async () => {
  const sample = createSampler(api.schemas);
  const checks: string[] = [];
  for (const { names, schema } of api.schemas.values()) {
    for (const optional of ["all", "some", "none"] as const) {
      for (let seed = 1; seed <= 5; seed += 1) {
        const value = sample(schema, { seed, direction: "request", carrier: "json", optional }) as Json; // what that carrier can carry
        checks.push(`check<T.${names.type}>(${literal(value)});`);
      }
    }
  }
  await writeFiles(folder.path, [
    { path: "use.ts", text: `import type * as T from "./types.js";\ndeclare function check<V>(value: V): void;\n${checks.join("\n")}\n` },
  ]);
  expect(checks.length).toBe(Object.keys(schemas).length * 15);
  expect(await typeCheck(folder.path, ["*.ts"], "7", "browser")).toEqual([]);
});

it("refuses what does not, where a type can tell", async () => {
  const wrong = [
    "check<T.Word>(2)",
    "check<T.Pet>({ id: 1, kind: 'cow' })",
    "check<T.Cat>({ kind: 'cat' })",
    "check<T.Counts>({ a: true })",
    "check<T.Closed>({ a: 1 })",
    "check<T.Pair>(['a'])",
    "check<T.Pair>(['a', 1, 2])",
    "check<T.Row>([])",
    "check<T.Matrix>([[2]])",
    "check<T.Choice>({})",
    "check<T.Merged>({ a: '' })",
    "check<T.Narrowed>('d')",
    "check<T.Named>({ name: '' })",
  ];
  const lines = wrong.map((line) => `// @ts-expect-error\n${line.replaceAll("'", '"')};`);
  await writeFiles(folder.path, [
    { path: "use.ts", text: `import type * as T from "./types.js";\ndeclare function check<V>(value: V): void;\n${lines.join("\n")}\n` },
  ]);
  expect(await typeCheck(folder.path, ["*.ts"], "7", "browser")).toEqual([]);
});
