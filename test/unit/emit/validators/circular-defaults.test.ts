/** A default that holds itself has no end: what `parse` gives of it is of the type that says so, however many schemas are in the ring. */
import { expect, it } from "vitest";
import type { Json } from "../../../../src/source/source-file.js";
import { holdsFilled, type FilledCase } from "../../../support/filled-cases.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const filled = (schema: object, value: Json): object => ({ ...schema, default: value });
const one = { type: "integer", default: 1 };

/** From a schema to the next of the ring, and the default that leaves out as much as it may. */
const links: Readonly<Record<string, (to: object) => object>> = {
  "a member": (to) => object({ n: filled(to, {}) }),
  "a member beside another default": (to) => object({ n: filled(to, {}), d: one }),
  "a member whose default has a level": (to) => object({ n: filled(to, { n: {} }), d: one }),
  "a list": (to) => object({ n: filled({ type: "array", items: to }, [{}]), d: one }),
  "a first item": (to) => object({ n: filled({ type: "array", prefixItems: [to] }, [{}]), d: one }),
  "any member": (to) => object({ n: filled({ type: "object", additionalProperties: to }, { x: {} }), d: one }),
  "a member of a member": (to) => object({ n: filled(object({ m: filled(to, {}) }), {}), d: one }),
  "a part": (to) => ({ allOf: [object({ d: one }), object({ n: filled(to, {}) })] }),
  "a part that another part completes": (to) => ({ allOf: [object({ n: to }), object({ n: filled(to, {}), d: one })] }),
  "a part before one that completes it": (to) => ({ allOf: [object({ n: filled(to, {}), d: one }), object({ n: to })] }),
  "what is wrapped": (to) => object({ n: { allOf: [to], default: {} }, d: one }),
  "what must be there": (to) => object({ n: filled(to, {}), d: one }, { required: ["n"] }),
  "a nullable": (to) => object({ n: filled({ anyOf: [to, { type: "null" }] }, {}), d: one }),
  "an alternative": (to) => ({ anyOf: [object({ n: filled(to, {}), d: one }), { type: "null" }] }),
  "a part behind a name": (to) => ({ allOf: [ref("Other"), object({ n: filled(to, {}) })] }),
  "what is beside a part behind a name": (to) => object({ n: filled(to, {}), d: one }, { allOf: [ref("Other")] }),
  "a pattern": (to) => object({ n: filled(to, {}), d: one }, { patternProperties: { "^n": to } }),
  others: (to) => ({ allOf: [object({ n: filled(to, {}), d: one }), { type: "object", additionalProperties: to }] }),
};

/** Values that go the way of a link, and back. */
const plain: readonly Json[] = [{}, { n: {} }, { n: { n: {} } }, { n: { n: { n: {} } } }];
const values: Readonly<Record<string, readonly Json[]>> = {
  "a list": [{}, { n: [] }, { n: [{}] }, { n: [{ n: [{}] }, {}] }],
  "a first item": [{}, { n: [] }, { n: [{}] }, { n: [{ n: [{}] }] }],
  "any member": [{}, { n: {} }, { n: { x: {} } }, { n: { x: { n: { y: {} } } } }],
  "a member of a member": [{}, { n: {} }, { n: { m: {} } }, { n: { m: { n: {} } } }, { n: { m: { n: { m: {} } } } }],
  "a nullable": [...plain, { n: null }, { n: { n: null } }],
};

function ring(what: string, length: number, link: (to: object) => object): FilledCase {
  const names = Array.from({ length }, (_, index) => (index === 0 ? "Root" : `Link${String(index)}`));
  const schemas = names.map((_, index) => link(ref(names[(index + 1) % length] ?? "Root")));
  const [schema = {}, ...others] = schemas;
  const named = Object.fromEntries(others.map((each, index) => [names[index + 1] ?? "", each]));
  return { schema, values: values[what] ?? plain, named: { ...named, Other: object({ n: ref("Root") }) } };
}

it.each([1, 2, 3])("a ring of %i", async (length) => {
  await holdsFilled(Object.fromEntries(Object.entries(links).map(([what, link]) => [what, ring(what, length, link)])));
});

it("a ring that something leads to", async () => {
  const leads = Object.entries(links).map(([what, link]): readonly [string, FilledCase] => {
    const { schema, named = {} } = ring(what, 1, link);
    const behind = JSON.parse(JSON.stringify(schema).replaceAll("schemas/Root", "schemas/Ring")) as object;
    return [
      what,
      {
        schema: object({ n: filled(ref("Ring"), {}), d: one }),
        values: [{}, ...(values[what] ?? plain).map((n): Json => ({ n }))],
        named: { ...named, Ring: behind },
      },
    ];
  });
  expect(leads.length).toBeGreaterThan(9);
  await holdsFilled(Object.fromEntries(leads));
});
