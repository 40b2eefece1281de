/** Types that say no more than validators ask for. */
import { expect, test } from "vitest";
import { generateTexts } from "../../../support/pipeline.js";

const kind = { kind: { type: "string" } };
const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const list = { type: "array", prefixItems: [{ type: "string" }], unevaluatedItems: false };

async function typeOf(schema: object, options: object = {}): Promise<string | undefined> {
  const schemas = {
    Cat: { type: "object", required: ["kind"], properties: { ...kind, lives: { type: "integer" } } },
    Dog: { type: "object", properties: { ...kind, bark: { type: "boolean" } } },
    Pair: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }] },
    X: schema,
  };
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas } });
  const { files } = await generateTexts({ "a.json": text }, ["types", "validators"], { strict: false, ...options });
  return /export type X = ([^;]*(?:\{[^}]*\}[^;]*)*);\n/.exec(files.find(({ path }) => path === "types.ts")?.text ?? "")?.[1];
}

const discriminator = { propertyName: "kind", mapping: { c: "Cat" } };

test.each(["oneOf", "anyOf"])("tags of %s are said where they decide", async (choice) => {
  const schema = { [choice]: [to("Cat"), to("Dog")], discriminator };
  expect(await typeOf(schema)).toBe('(Cat & { kind: "c" }) | (Dog & { kind: "Dog" })');
  expect(await typeOf(schema, { validators: { discriminator: "tag" } })).toBe('(Cat & { kind: "c" }) | (Dog & { kind: "Dog" })');
  expect(await typeOf(schema, { validators: { discriminator: "exact" } })).toBe("Cat | Dog");
});

test("a list without items that nothing looks at is closed, where nothing else looks at some", async () => {
  expect(await typeOf(list)).toBe("[string?]");
  const looking = {
    contains: { contains: { type: "integer" } },
    choice: { anyOf: [to("Pair"), { type: "array" }] },
    condition: { if: to("Pair") },
  };
  for (const [name, more] of Object.entries(looking)) expect([name, await typeOf({ ...list, ...more })]).not.toEqual([name, "[string?]"]);
});

test("objects of several enumerations are the same, whatever the order of their members", async () => {
  const types = [
    await typeOf({ allOf: [{ enum: [{ a: 1, b: "x" }, 5] }, { enum: [{ b: "x", a: 1 }, "5"] }] }),
    await typeOf({ enum: [{ a: 1, b: "x" }, { a: 2 }], allOf: [{ enum: [{ b: "x", a: 1 }] }] }),
  ];
  // Up to the end of the first member, which is as far as `typeOf` reads.
  for (const type of types) expect(type).toMatch(/^\{\s*a: 1$/);
});
