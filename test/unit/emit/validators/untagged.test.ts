/**
 * Alternatives that no discriminator is about: literals, names and kinds tell them apart, and what that leaves is tried. Whatever a guard does
 * instead of asking each, the answer is the number of those that fit.
 */
import { describe, expect, test } from "vitest";
import type { ValidatorOptions } from "../../../../src/emit/options.js";
import { pick, seeded, type Random } from "../../../support/sample-text.js";
import { testSchemas } from "../../../support/schema-cases.js";
import { validatorsOfSchemas } from "../../../support/validators.js";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const names = ["type", "a", "b", "c", "toString"];
const literals = ["x", "y", "z", 1, 2, true, null, "1"];

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const some = <T>(random: Random, values: readonly T[]): readonly T[] => values.filter(() => random() < 0.5);

function member(random: Random): unknown {
  const inner = { kind: { enum: [pick(random, literals)] }, x: { type: "integer" } };
  const all: readonly unknown[] = [
    { const: pick(random, literals) },
    { enum: [pick(random, literals), pick(random, literals)] },
    { type: "string", enum: ["x", pick(random, literals), "y"] },
    { const: { x: 1 } },
    { type: "string" },
    { type: ["integer", "null"] },
    { type: "object", properties: inner, required: some(random, ["kind", "x"]) },
    { type: "object", properties: inner, required: ["kind"], additionalProperties: false },
    { anyOf: [{ const: pick(random, literals) }, { type: "object" }] },
    { allOf: [ref("Text"), { enum: ["x", "z"] }] },
    false,
    true,
  ];
  return pick(random, all);
}

/** An alternative with something of its own, and something in common. */
function alternative(random: Random, index: number): unknown {
  const chosen = some(random, names);
  const tag = random() < 0.6 ? { type: { enum: [pick(random, literals), literals[index % literals.length]] } } : {};
  const own = random() < 0.4 ? { [`only${String(index)}`]: { type: "string" } } : {};
  const properties = { ...Object.fromEntries(chosen.map((name) => [name, member(random)])), ...tag, ...own };
  const required = some(random, [...Object.keys(properties), "a"]);
  const schema = {
    ...(random() < 0.9 ? { type: "object" } : {}),
    ...{ properties, required: [...new Set(required)] },
    ...(random() < 0.5 ? { additionalProperties: false } : {}),
    ...(random() < 0.1 ? { patternProperties: { "^only": { type: "string", maxLength: 1 } } } : {}),
  };
  if (random() < 0.1) return { allOf: [schema, { properties: { type: { enum: ["x", 1, null] } } }] };
  return random() < 0.1 ? { oneOf: [schema, { type: "object", required: ["toString"] }] } : schema;
}

function value(random: Random): unknown {
  if (random() < 0.05) return pick(random, ["x", 1, null, [], undefined]);
  const inner = (): unknown => ({ ...(random() < 0.7 ? { kind: pick(random, literals) } : {}), ...(random() < 0.5 ? { x: 1 } : {}) });
  const chosen = [...some(random, names), ...(random() < 0.5 ? [`only${String(Math.floor(random() * 10))}`] : [])];
  return Object.fromEntries(chosen.map((name) => [name, random() < 0.2 ? inner() : pick(random, [...literals, undefined])]));
}

const modes: readonly (readonly [string, ValidatorOptions])[] = [
  ["fast", {}],
  ["small", { mode: "small" }],
  ["first", { issues: "first" }],
];

describe.each(modes)("in mode %s", (_, options) => {
  test("random alternatives fit as many values as each of them does", { timeout: 120_000 }, async () => {
    const random = seeded(17);
    const groups = upTo(120).map((group) => upTo(2 + Math.floor(random() * 9)).map((index) => `Part${String(group)}Of${String(index)}`));
    const schemas = Object.fromEntries(
      groups.flatMap((members, group) => [
        ...members.map((name, index) => [name, alternative(random, index)] as const),
        [`One${String(group)}`, { oneOf: members.map(ref) }] as const,
        [`Any${String(group)}`, { anyOf: members.map(ref) }] as const,
        [`Within${String(group)}`, { type: "object", properties: { part: { oneOf: members.map(ref) } } }] as const,
      ]),
    );
    const { validator } = await validatorsOfSchemas({ Text: { type: "string" }, ...schemas }, options);
    const counts = new Map<number, number>();
    for (const [group, members] of groups.entries()) {
      const parts = members.map((name) => validator(`${name}Schema`));
      const [one, any, within] = ["One", "Any", "Within"].map((name) => validator(`${name}${String(group)}Schema`));
      for (const input of upTo(100).map(() => value(random))) {
        const count = parts.filter(({ is }) => is(input)).length;
        const answers = [
          one?.is(input),
          one?.safeParse(input).success,
          any?.is(input),
          any?.safeParse(input).success,
          within?.is({ part: input }),
        ];
        const isAbsent = input === undefined;
        expect(answers, `${JSON.stringify(input)} of ${JSON.stringify(members.map((name) => schemas[name]))}`).toEqual([
          ...[count === 1, count === 1, count > 0, count > 0, count === 1 || isAbsent],
        ]);
        counts.set(count, (counts.get(count) ?? 0) + 1);
      }
    }
    // Of each there are enough to mean something.
    for (const count of [0, 1, 2]) expect(counts.get(count)).toBeGreaterThan(500);
  });
});

describe("what is wrong is told as before", () => {
  const event = (tag: string, properties: object, required: readonly string[] = []): object => ({
    type: "object",
    required,
    properties: { type: { type: "string", enum: [tag] }, ...properties },
  });
  const closed = (properties: object): object => ({
    type: "object",
    required: Object.keys(properties),
    properties,
    additionalProperties: false,
  });
  testSchemas([
    {
      says: "a literal that may be left out",
      schema: {
        oneOf: ["a", "b", "c", "d", "e", "f", "g", "h"].map((tag, index) =>
          event(tag, { [`n${String(index)}`]: { type: "integer" } }, index < 6 ? ["type"] : [`n${String(index)}`]),
        ),
      },
      accepts: [{ type: "a" }, { type: "b", n1: 1 }, { n6: 1 }, { n7: 1 }, { type: "g", n6: 5 }],
      refuses: [
        [{ type: "a", n0: "x" }, "n0 type must be an integer"],
        [{ type: "z" }, " oneOf must match one of the described alternatives"],
        [{ n6: 1, n7: 1 }, " oneOf must match only one of the described alternatives"],
        [5, " oneOf must match one of the described alternatives"],
      ],
    },
    {
      says: "names that only one of them has",
      schema: {
        oneOf: [
          closed({ iban: { type: "string" } }),
          closed({ card: { type: "string" }, cvc: { type: "string" } }),
          closed({ phone: { type: "string" } }),
        ],
      },
      accepts: [{ iban: "x" }, { card: "x", cvc: "1" }, { phone: "5" }],
      refuses: [
        [{ iban: 5 }, "iban type must be a string"],
        [{ iban: "x", phone: "5" }, " oneOf must match one of the described alternatives"],
      ],
    },
  ]);
});

describe("a guard asks no more than it has to", () => {
  const tags = upTo(40).map((index) => `tag${String(index)}`);
  const text = { type: "string" };
  const kinds: Readonly<Record<string, { readonly of: (tag: string) => object; readonly value: object }>> = {
    "a literal that may be left out": {
      of: (tag) => ({ type: "object", properties: { x: text, y: text, kind: { const: tag } } }),
      value: { x: "x", y: "y", kind: "tag39" },
    },
    "a literal one step further in": {
      of: (tag) => ({
        type: "object",
        required: ["x", "about"],
        properties: { x: text, about: { type: "object", required: ["kind"], properties: { kind: { enum: [tag, `${tag}s`] } } } },
      }),
      value: { x: "x", about: { kind: "tag39s" } },
    },
    "names of their own": {
      of: (tag) => ({ type: "object", required: ["x", tag], properties: { x: text, [tag]: text }, additionalProperties: false }),
      value: { x: "x", tag0: "y" },
    },
  };
  const ways = Object.entries(kinds).flatMap(([name, kind]) =>
    (["oneOf", "anyOf"] as const).map((keyword) => [name, keyword, kind] as const),
  );
  test.each(ways)("%s, in %s", async (_, keyword, { of, value: input }) => {
    const { validator } = await validatorsOfSchemas({ One: { [keyword]: tags.map(of) } });
    const { is } = validator("OneSchema");
    let reads = 0;
    const get = (target: object, key: string | symbol): unknown => {
      reads += 1;
      return Reflect.get(target, key) as unknown;
    };
    expect(is(new Proxy(input, { get }))).toBe(true);
    // To ask each would take two hundred and more; of names each alternative has one of its own.
    expect(reads).toBeLessThan(50);
    expect(is({ ...input, x: 5 })).toBe(false);
  });
});

test("a schema is compared with a hundred others at the most, and with thousands by literals alone", async () => {
  const parts = upTo(1500).map((index) => ({
    type: "object",
    required: ["kind", "x"],
    properties: { kind: { const: `k${String(index)}` }, x: { type: "object", properties: { y: { type: "string" } } } },
  }));
  const { validator } = await validatorsOfSchemas({
    One: { oneOf: parts },
    Open: { oneOf: parts.map((part) => ({ ...part, required: ["x"] })) },
  });
  expect(validator("OneSchema").is({ kind: "k1499", x: {} })).toBe(true);
  expect(validator("OpenSchema").is({ kind: "k1499", x: {} })).toBe(true);
  expect(validator("OpenSchema").is({ x: {} })).toBe(false);
});

test("alternatives of alternatives of alternatives are compared so often and no more", async () => {
  const union = (level: number, of: readonly object[]): readonly (readonly [string, object])[] =>
    upTo(12).map((index) => [`L${String(level)}N${String(index)}`, { oneOf: of }]);
  const leaf = upTo(12).map((index) => ({ type: "object", required: [`x${String(index % 7)}`], properties: { y: { type: "integer" } } }));
  const levels = upTo(4).flatMap((level) => union(level, level === 0 ? leaf : union(level - 1, []).map(([name]) => ref(name))));
  const { validator } = await validatorsOfSchemas(Object.fromEntries(levels));
  expect(validator("L3N0Schema").is({ y: "x" })).toBe(false);
});
