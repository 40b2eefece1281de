/** A choice of one, and the same with an alternative more: what breaks is what the table of docs/pinned-inputs.md says, wherever it stands. */
import { describe, expect, test } from "vitest";
import fc from "../../../support/property.js";
import { validatorsOfSchemas } from "../../../support/validators.js";
import { changesOf } from "./described.js";

type Place = (schema: object) => object;

const content = (schema: object): object => ({ content: { "application/json": { schema } } });
const ok = { description: "ok" };
const operation = (more: object): object => ({ "/a": { post: { responses: { "200": ok }, ...more } } });

/** Where values are sent, and where they are read. */
const sent: Readonly<Record<string, Place>> = {
  body: (schema) => ({ paths: operation({ requestBody: { required: true, ...content(schema) } }) }),
  parameter: (schema) => ({ paths: operation({ parameters: [{ name: "q", in: "query", ...content(schema) }] }) }),
};
const read: Readonly<Record<string, Place>> = {
  answer: (schema) => ({ paths: operation({ responses: { "200": { ...ok, ...content(schema) } } }) }),
  error: (schema) => ({ paths: operation({ responses: { "200": ok, "400": { ...ok, ...content(schema) } } }) }),
  header: (schema) => ({
    paths: operation({ responses: { "200": { ...ok, headers: { "X-H": { required: true, ...content(schema) } } } } }),
  }),
  webhook: (schema) => ({ webhooks: { h: { post: { requestBody: { required: true, ...content(schema) }, responses: { "200": ok } } } } }),
};

const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const tagged = (kind: string): object => object({ kind: { const: kind } }, { required: ["kind"] });
const [x, y] = [tagged("x"), tagged("y")];
const [refX, refY] = ["X", "Y"].map((name) => ({ $ref: `#/components/schemas/${name}` })) as [object, object]; // a map of two
const nothing = { type: "null" };
const schemas = { X: x, Y: y };

/** How it stands where values go. */
const around: Readonly<Record<string, Place>> = {
  alone: (schema) => schema,
  property: (schema) => object({ w: schema }),
  items: (schema) => ({ type: "array", items: schema }),
  others: (schema) => ({ type: "object", additionalProperties: schema }),
  "a part of all": (schema) => ({ allOf: [object({ z: { type: "integer" } }), object({ w: schema })] }),
  "an alternative": (schema) => ({ oneOf: [object({ k: { const: 1 }, w: schema }, { required: ["k"] }), { type: "string" }] }),
};

async function isBreaking(before: object, now: object): Promise<boolean> {
  const { changed, whole, schemas: named } = await changesOf({ components: { schemas }, ...before }, { components: { schemas }, ...now });
  const all = [...changed.flatMap(({ what }) => what), ...whole, ...named.changed.flatMap(({ what }) => what)];
  expect(all).not.toEqual([]);
  return all.some(({ breaking }) => breaking);
}

/** The same with an alternative less and more. */
const pairs: Readonly<Record<string, readonly [less: object, more: object]>> = {
  "oneOf of one": [{ oneOf: [x] }, { oneOf: [x, y] }],
  "anyOf of one": [{ anyOf: [x] }, { anyOf: [x, y] }],
  "one kind, and the other": [{ anyOf: [x] }, { oneOf: [x, y] }],
  "references in oneOf": [{ oneOf: [refX] }, { oneOf: [refX, refY] }],
  "references in anyOf": [{ anyOf: [refX] }, { anyOf: [refX, refY] }],
  "one that was alone": [x, { oneOf: [x, y] }],
  "a reference that was alone": [refX, { anyOf: [refX, refY] }],
  "what was written at its place, and has a name": [x, { oneOf: [refX, refY] }],
  "what had a name, and is written at its place": [refX, { oneOf: [x, y] }],
  "one of one that was written at its place": [{ oneOf: [x] }, { oneOf: [refX, y] }],
  "oneOf of one beside a type": [
    { type: "object", oneOf: [x] },
    { type: "object", oneOf: [x, y] },
  ],
  "what was alone, beside a type": [x, { type: "object", oneOf: [x, y] }],
  "one of one of one": [{ anyOf: [{ oneOf: [x] }] }, { anyOf: [{ oneOf: [x] }, y] }],
  "one or null in oneOf": [{ oneOf: [x, nothing] }, { oneOf: [x, y, nothing] }],
  "one or null in anyOf": [{ anyOf: [x, nothing] }, { anyOf: [x, nothing, y] }],
  "references or null": [{ anyOf: [refX, nothing] }, { anyOf: [refX, refY, nothing] }],
  "null as a type": [{ ...x, type: ["object", "null"] }, { oneOf: [x, y, nothing] }],
  "null more": [{ oneOf: [x] }, { oneOf: [x, nothing] }],
  "null more, of a reference": [{ oneOf: [refX] }, { oneOf: [refX, nothing] }],
  values: [{ oneOf: [{ const: "a" }, { const: "b" }] }, { oneOf: [{ const: "a" }, { const: "b" }, { type: "integer" }] }],
  "one of two choices that hold": [
    { allOf: [{ oneOf: [x, y] }, { anyOf: [object({ a: {} }, { required: ["a"] })] }] },
    { allOf: [{ oneOf: [x, y] }, { anyOf: [object({ a: {} }, { required: ["a"] }), object({ b: {} }, { required: ["b"] })] }] },
  ],
};

describe.each(Object.entries(pairs))("%s", (_, [less, more]) => {
  test.each(Object.entries(around))("as %s", async (__, wrapped) => {
    for (const [places, isSent] of [[sent, true] as const, [read, false] as const])
      for (const [name, place] of Object.entries(places)) {
        const [one, two] = [place(wrapped(less)), place(wrapped(more))];
        expect([await isBreaking(one, two), await isBreaking(two, one)], name).toEqual([!isSent, isSent]);
      }
  });
});

/** Of alternatives that take the same values, `oneOf` takes none of these: with one of them more or less, verdicts turn round as well. */
test.each<readonly [string, object, object]>([
  ["whole numbers among numbers", { oneOf: [{ type: "number" }] }, { oneOf: [{ type: "number" }, { type: "integer" }] }],
  ["any object among objects", { oneOf: [x] }, { oneOf: [x, { type: "object" }] }],
  ["the same once more", { oneOf: [x] }, { oneOf: [x, x] }],
  ["the same by a reference", { oneOf: [x] }, { oneOf: [x, refX] }],
])("%s", async (_, less, more) => {
  const [body, answer] = [sent["body"], read["answer"]];
  if (body === undefined || answer === undefined) throw new Error("there are these places");
  expect(await isBreaking(body(less), body(more))).toBe(true);
  expect(await isBreaking(answer(more), answer(less))).toBe(true);
});

const kinds = ["p", "q", "r", "s"];
const members = [
  ...kinds.map(tagged),
  ...[nothing, { type: "string" }, { type: "integer" }, { type: "number" }, { type: "boolean" }],
  { const: "a" },
];
const list = fc.uniqueArray(fc.nat(members.length - 1), { minLength: 1, maxLength: 4 });
const written = fc.tuple(fc.constantFrom("oneOf", "anyOf"), list).map(([key, indices]) => {
  const chosen = indices.map((index) => members[index] ?? {});
  const all: Readonly<Record<string, readonly object[]>> = { [key]: chosen };
  return all;
});
const values = [null, "a", "b", 1, 1.5, true, ...kinds.map((kind) => ({ kind })), { kind: "t" }];

test("verdicts on random choices hold of values that generated validators judge", { timeout: 120_000 }, async () => {
  const drawn = fc.sample(fc.tuple(written, written), { numRuns: 600, seed: Number(process.env["SUNDIAL_SEED"] ?? 20_301_206) });
  const both = drawn.map(([before, now]) => [JSON.parse(JSON.stringify(before)), JSON.parse(JSON.stringify(now))] as [object, object]);
  const { validator } = await validatorsOfSchemas(
    Object.fromEntries(
      both.flatMap(
        ([before, now], index) =>
          [
            [`Before${String(index)}`, before],
            [`Now${String(index)}`, now],
          ] as const,
      ),
    ),
  );
  const accepts = (name: string, value: unknown): boolean => validator(`${name}Schema`)["~standard"].validate(value).issues === undefined;
  const [body, answer] = [sent["body"], read["answer"]];
  if (body === undefined || answer === undefined) throw new Error("there are these places");
  const wrong: string[] = [];
  let count = 0;
  for (const [index, [before, now]] of both.entries()) {
    const [old, fresh] = [`Before${String(index)}`, `Now${String(index)}`].map((name) => values.map((value) => accepts(name, value)));
    const isNarrower = old?.some((is, at) => is && fresh?.[at] === false) === true;
    const isWider = old?.some((is, at) => !is && fresh?.[at] === true) === true;
    const verdicts = [await breaksIn(body, before, now), await breaksIn(answer, before, now)];
    if (isNarrower !== isWider) count += 1;
    if ((isNarrower && verdicts[0] !== true) || (isWider && verdicts[1] !== true))
      wrong.push(JSON.stringify([before, now, { isNarrower, isWider, verdicts }]));
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(60);
});

async function breaksIn(place: Place, before: object, now: object): Promise<boolean> {
  const { changed } = await changesOf(place(before), place(now));
  return changed.some(({ what }) => what.some(({ breaking }) => breaking));
}
