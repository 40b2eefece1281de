/** What a request may send and a service refuses from now on is told as what breaks: by values, which generated validators judge. */
import { describe, expect, test } from "vitest";
import fc from "../../../support/property.js";
import { validatorsOfSchemas } from "../../../support/validators.js";
import { changesOf } from "./described.js";

type Schemas = Readonly<Record<string, object>>;
type Pair = readonly [before: object, now: object];

const content = (schema: object): object => ({ content: { "application/json": { schema } } });
const sent = (schema: object, schemas: Schemas): object => ({
  paths: { "/a": { post: { requestBody: content(schema), responses: { "204": { description: "ok" } } } } },
  components: { schemas },
});
const read = (schema: object, schemas: Schemas): object => ({
  paths: { "/a": { post: { responses: { "200": { description: "ok", ...content(schema) } } } } },
  components: { schemas },
});

async function isBreaking(place: typeof sent, [before, now]: Pair, schemas: readonly [Schemas, Schemas] = [{}, {}]): Promise<boolean> {
  const { changed } = await changesOf(place(before, schemas[0]), place(now, schemas[1]));
  return changed.some(({ what }) => what.some(({ breaking }) => breaking));
}

const [text, whole] = [{ type: "string" }, { type: "integer" }];
const open = { type: "object", properties: { a: text } };
const like = (schema: unknown, more: object = { additionalProperties: false }): object => ({
  ...open,
  patternProperties: { "^x-": schema },
  ...more,
});
const closed = { ...open, additionalProperties: false };
const typed = { additionalProperties: whole };
const unevaluated = { unevaluatedProperties: false };

/** Before, now, and whether it breaks requests there, and back. */
const patterns: Readonly<Record<string, readonly [object, object, boolean, boolean]>> = {
  "a pattern of a closed object": [like(text), closed, true, false],
  "a pattern of any values in a closed object": [like({}), closed, true, false],
  "a pattern of an object that closes otherwise": [like(text, unevaluated), { ...open, ...unevaluated }, true, false],
  "one of two patterns": [
    like(text, { ...closed, patternProperties: { "^x-": text, "^y-": text } }),
    like(text, { ...closed, patternProperties: { "^y-": text } }),
    ...([true, false] as const),
  ],
  "a pattern beside a type of others": [like(text, typed), { ...open, ...typed }, true, true],
  "a pattern of what others are, too": [like(whole, typed), { ...open, ...typed }, false, false],
  "a pattern of more than others are": [like({ type: "number" }, typed), { ...open, ...typed }, true, false],
  "a pattern of less than others are": [like({ ...whole, minimum: 3 }, typed), { ...open, ...typed }, false, true],
  "a pattern of an open object": [like(text, {}), open, false, true],
  "a pattern that allows nothing": [like(false, {}), open, false, true],
  "a pattern that allows nothing, in a closed object": [like(false), closed, false, false],
  "first items of a closed list": [
    { type: "array", prefixItems: [text, text], unevaluatedItems: false },
    { type: "array", prefixItems: [text], unevaluatedItems: false },
    ...([true, false] as const),
  ],
};

test.each(Object.entries(patterns))("%s that is gone, and back", async (_, [before, now, there, back]) => {
  expect(await isBreaking(sent, [before, now])).toBe(there);
  expect(await isBreaking(sent, [now, before])).toBe(back);
});

test("a pattern that is new holds for properties with names, too", async () => {
  const named = { type: "object", properties: { "x-a": text }, additionalProperties: false };
  expect(await isBreaking(sent, [named, { ...named, patternProperties: { "^x-": whole } }])).toBe(true);
  expect(await isBreaking(sent, [named, { ...named, patternProperties: { "^y-": whole } }])).toBe(false);
});

const tagged = (...kinds: readonly string[]): object => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { type: "string", enum: kinds } },
});
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

describe("an alternative that comes to overlap another", () => {
  const cases: Readonly<Record<string, readonly [object, object, boolean]>> = {
    "by null": [
      { oneOf: [{ type: "boolean" }, { type: ["string", "null"] }] },
      { oneOf: [{ type: ["boolean", "null"] }, { type: ["string", "null"] }] },
      true,
    ],
    "by a new one": [
      { oneOf: [{ type: ["string", "null"] }, whole] },
      { oneOf: [{ type: ["string", "null"] }, whole, { type: ["boolean", "null"] }] },
      true,
    ],
    "by a value": [{ oneOf: [{ enum: ["a"] }, { enum: ["b", 1] }] }, { oneOf: [{ enum: ["a", "b"] }, { enum: ["b", 1] }] }, true],
    "by whole numbers": [{ oneOf: [whole, { type: "string" }] }, { oneOf: [whole, { type: ["string", "number"] }] }, true],
    "by a tag": [{ oneOf: [tagged("a"), tagged("b")] }, { oneOf: [tagged("a", "b"), tagged("b")] }, true],
    "not, in anyOf": [
      { anyOf: [{ type: "boolean" }, { type: ["string", "null"] }] },
      { anyOf: [{ type: ["boolean", "null"] }, { type: ["string", "null"] }] },
      false,
    ],
    "not, by another tag": [{ oneOf: [tagged("a"), tagged("b")] }, { oneOf: [tagged("a", "c"), tagged("b")] }, false],
    "not, by another type": [{ oneOf: [{ type: "boolean" }, text] }, { oneOf: [{ type: ["boolean", "null"] }, text] }, false],
  };
  test.each(Object.entries(cases))("%s", async (_, [before, now, breaking]) => {
    expect(await isBreaking(sent, [before, now])).toBe(breaking);
    const [old, fresh] = [before, now].map((choice) => (Object.values(choice) as readonly object[][]).flat());
    const same = { [Object.keys(before)[0] ?? ""]: [ref("A"), ref("B")] };
    if (old?.length === 2 && fresh?.length === 2)
      expect(await isBreaking(sent, [same, same], [named(old), named(fresh)]), "by references").toBe(breaking);
  });
  const named = ([A = {}, B = {}]: readonly object[]): Schemas => ({ A, B });
});

describe("all of the same", () => {
  const same: Readonly<Record<string, Pair>> = {
    types: [{ allOf: [{ type: "number" }, { type: "number" }] }, { allOf: [{ type: "number" }, { type: ["number", "null"] }] }],
    "whole numbers": [{ allOf: [whole, { type: "number" }] }, whole],
    values: [{ allOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] }, { enum: ["b"] }],
  };
  test.each(Object.entries(same))("%s", async (_, [before, now]) => {
    for (const place of [sent, read])
      expect([await isBreaking(place, [before, now]), await isBreaking(place, [now, before])]).toEqual([false, false]);
  });
});

const schema = fc.constantFrom<unknown>(text, whole, { type: "number" }, { type: ["string", "null"] }, { enum: ["s"] }, {}, false);
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined });
const objects = fc.record({
  type: fc.constant("object"),
  properties: fc.dictionary(fc.constantFrom("a", "x-a"), schema, { maxKeys: 2 }),
  patternProperties: maybe(fc.dictionary(fc.constantFrom("^x-", "b$"), schema, { maxKeys: 2 })),
  additionalProperties: maybe(schema),
  unevaluatedProperties: maybe(schema),
  required: fc.subarray(["a", "x-a", "y"]),
});
const types = fc.uniqueArray(fc.constantFrom("null", "boolean", "integer", "number", "string", "array"), { minLength: 1, maxLength: 3 });
const choices = fc
  .array(types, { minLength: 1, maxLength: 3 })
  .chain((lists) => fc.constantFrom("oneOf", "anyOf", "allOf").map((key) => ({ [key]: lists.map((type) => ({ type })) })));
const bare = [null, true, 1, 1.5, "s", "t", []];
const objectsWith = ["a", "x-a", "x-b", "b", "y"].flatMap((name) => bare.map((value) => ({ [name]: value })));
const values = [...bare, {}, ...objectsWith, ...objectsWith.map((value) => ({ a: "s", y: 1, ...value })), { a: "s", "x-a": "s", y: 1 }];
/** What a new property says of a value that was another one's before is no break, as nobody knew of it. */
const namesOf = (value: object): string => JSON.stringify(Object.keys("properties" in value ? (value.properties as object) : {}).sort());
const hasSameNames = ([before, now]: Pair): boolean => namesOf(before) === namesOf(now);
const shown = (value: object): object => JSON.parse(JSON.stringify(value)) as object;

test.each<readonly [string, fc.Arbitrary<readonly [object, object]>]>([
  ["objects", fc.tuple(objects, objects)],
  ["choices", fc.tuple(choices, choices)],
])("a value that was accepted of %s, and is refused, is told to break", { timeout: 120_000 }, async (_, pairs) => {
  const drawn = fc.sample(pairs, { numRuns: 1_200, seed: Number(process.env["SUNDIAL_SEED"] ?? 20_301_205) });
  const both = drawn.map(([before, now]): Pair => [shown(before), shown(now)]).filter(hasSameNames);
  const { validator } = await validatorsOfSchemas(
    Object.fromEntries(
      both.flatMap(([before, now], index) => [[`Before${String(index)}`, before] as const, [`Now${String(index)}`, now] as const]),
    ),
  );
  const accepts = (name: string, value: unknown): boolean => validator(`${name}Schema`)["~standard"].validate(value).issues === undefined;
  const untold: unknown[] = [];
  let count = 0;
  for (const [index, pair] of both.entries()) {
    const refused = values.find((value) => accepts(`Before${String(index)}`, value) && !accepts(`Now${String(index)}`, value));
    if (refused === undefined) continue;
    count += 1;
    if (!(await isBreaking(sent, pair))) untold.push([...pair, refused]);
  }
  expect(untold.map((each) => JSON.stringify(each))).toEqual([]);
  expect(count).toBeGreaterThan(80);
});
