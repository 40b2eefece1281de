/** Values that are no JSON, inside values that are: every way to emit a validator says the same of them, and throws nothing of its own. */
import { expect, test } from "vitest";
import type { Validator } from "../../../templates/runtime/validate/validate.js";
import { seeded, type Random } from "../../support/sample-text.js";
import { validatorsOfSchemas } from "../../support/validators.js";
import { randomInstance } from "../random-instance.js";
import { randomBundle } from "../random-schema.js";
import { one, record } from "../words.js";

const seed = Number(process.env["SUNDIAL_SEED"] ?? 1);
const rounds = Number(process.env["SUNDIAL_ROUNDS"] ?? 1);
const own = new Error("of the value");

/** Throws `own` whatever is asked of it. */
const hedgehog = new Proxy(
  {},
  Object.fromEntries(
    ["get", "has", "ownKeys", "getOwnPropertyDescriptor"].map((trap) => [
      trap,
      (): never => {
        throw own;
      },
    ]),
  ),
);
const fail = (): never => {
  throw own;
};

const strange: readonly (() => unknown)[] = [
  // Without NaN, which a bound beside no type may or may not be about, and without circles: whether one is met depends on what is looked at first.
  ...[undefined, Infinity, -Infinity, -0, 10n, -(2n ** 70n), Symbol("x"), fail, /x/].map((value) => () => value),
  () => new Date(NaN),
  () => new Map([["a", 1]]),
  () => Object.create(null) as unknown,
  () => Object.assign(Object.create({ a: 1, foo: 2 }) as object, { b: 1 }),
  () => JSON.parse('{"__proto__":{"a":1},"constructor":1,"toString":null,"hasOwnProperty":0,"valueOf":1}') as unknown,
  () => [, 1, undefined] as readonly unknown[],
  () => ({ a: undefined, foo: undefined }),
  () => [Object("a"), Object(1n), new Uint8Array(3), new Blob(["x"])] as readonly unknown[],
  () => new Proxy([1, 2], {}),
  () => hedgehog,
  () => ({ valueOf: fail, toString: fail, toJSON: fail, [Symbol.toPrimitive]: fail, [Symbol.iterator]: 1 }),
  () => Object.defineProperty({ foo: 1 }, "a", { enumerable: true, get: fail }),
  () => Object.freeze([1]),
];

/** A value with one part of it exchanged for something strange. */
function spoilt(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random() < 0.25) return one(random, strange)();
  if (Array.isArray(value)) {
    const at = Math.floor(random() * value.length);
    return value.length === 0
      ? [one(random, strange)()]
      : value.map((item: unknown, index) => (index === at ? spoilt(item, random) : item));
  }
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  if (entries.length === 0) return { foo: one(random, strange)() };
  const name = one(random, entries)[0];
  return record(entries.map(([each, member]) => [each, each === name ? spoilt(member, random) : member] as const));
}

/** Answers of a validator, one per way to ask; "own" where the value itself threw, which it does in whoever looks at that part. */
function answers(validator: Validator<unknown>, value: unknown): readonly string[] {
  const asked = [
    () => validator.is(value),
    () => {
      const result = validator.safeParse(value);
      // Whoever reads issues reads what the description said, and nothing of the value.
      if (!result.success) JSON.stringify(result.issues.map(String));
      return result.success;
    },
    () => validator.parse(value) === value,
    () => validator["~standard"].validate(value) instanceof Promise || !("issues" in validator["~standard"].validate(value)),
  ];
  return asked.map((ask) => {
    try {
      return String(ask());
    } catch (error) {
      return error === own ? "own" : error instanceof Error && error.name === "ValidationError" ? "false" : String(error);
    }
  });
}

test("nothing that a value may be makes validators throw, or differ", { timeout: 3_600_000 }, async () => {
  const faults: string[] = [];
  let asked = 0;
  for (let round = 0; round < rounds; round += 1) {
    const random = seeded(seed * 7919 + round);
    const bundle = randomBundle(random, 60);
    const compiled = await Promise.all((["fast", "small"] as const).map((mode) => validatorsOfSchemas(bundle, { mode })));
    for (const [name, schema] of Object.entries(bundle)) {
      for (let count = 0; count < 25; count += 1) {
        const value = spoilt(randomInstance(random, bundle, schema), random);
        const said = new Set(compiled.flatMap(({ validator }) => answers(validator(`${name}Schema`), value)));
        said.delete("own");
        asked += 1;
        if (said.size > 1 || ![...said].every((answer) => answer === "true" || answer === "false"))
          faults.push(`${[...said].join(" and ")}: round ${String(round)}, ${name} of ${JSON.stringify(schema).slice(0, 1000)}`);
      }
    }
  }
  expect(asked).toBeGreaterThan(1000);
  expect(faults.slice(0, 5)).toEqual([]);
});
