/** A value is held against what its tag means, and nothing else: random unions and families beside an interpreter that knows no discriminator. */
import { expect, test } from "vitest";
import type { ValidatorOptions } from "../../../src/emit/options.js";
import type { Result } from "../../../templates/runtime/validate/validate.js";
import { seeded } from "../../support/sample-text.js";
import { validatorsOf, type Compiled } from "../../support/validators.js";
import { judgeOf } from "../interpreter.js";
import { apiOfSchemas, shown } from "./describing.js";
import { randomUnions, randomValueOf, type Union } from "./random-unions.js";

const seed = Number(process.env["SUNDIAL_SEED"] ?? 1);
const rounds = Number(process.env["SUNDIAL_ROUNDS"] ?? 2);
const ways: readonly ValidatorOptions[] = [{ mode: "fast" }, { mode: "small" }, { mode: "small", issues: "first" }];

test("validators and an interpreter agree about what a tag means", { timeout: 3_600_000 }, async () => {
  const faults: string[] = [];
  let [compared, valid] = [0, 0];
  for (let round = 0; round < rounds && faults.length < 10; round += 1) {
    const random = seeded(seed * 7919 + round);
    const made = randomUnions(random, 50);
    const api = await apiOfSchemas(made.schemas, { version: made.version, untyped: "any" });
    const compiled = await Promise.all(ways.map(async (way) => ({ way, ...(await validatorsOf(api, way)) })));
    const judge = await judgeOf(made.meaning, new Set(Object.keys(made.meaning)));
    for (const name of Object.keys(made.schemas).filter((each) => /[UPH]$/.test(each))) {
      const union = made.unions.find((each) => each.name === name);
      for (let count = 0; count < 25; count += 1) {
        const value = randomValueOf(random, made, name);
        const expected = judge(name, value);
        compared += 1;
        valid += Number(expected);
        for (const { way, validator } of compiled) {
          const fault = faultOf({ name, union, value, expected, first: way.issues === "first" }, validator);
          if (fault !== undefined)
            faults.push(
              `${made.version} ${JSON.stringify(way)} ${name} of ${shown(made.schemas, name)}\n  ${JSON.stringify(value)}\n  ${fault}`,
            );
        }
      }
    }
  }
  console.log(`${String(compared)} values of unions compared, ${String(valid)} of them valid`);
  expect(faults.slice(0, 10).join("\n\n")).toBe("");
  expect(valid / compared).toBeGreaterThan(0.25);
});

interface Case {
  readonly name: string;
  readonly union: Union | undefined;
  readonly value: unknown;
  readonly expected: boolean;
  readonly first: boolean;
}

function faultOf({ name, union, value, expected, first }: Case, validator: Compiled["validator"]): string | undefined {
  const own = validator(`${name}Schema`);
  const result = own.safeParse(value);
  if (own.is(value) !== expected) return `expected ${String(expected)} of is()`;
  if (result.success !== expected) return `expected ${String(expected)}, found ${JSON.stringify(result)}`;
  if (result.success) return undefined;
  if (first) return result.issues.length === 1 ? undefined : `${String(result.issues.length)} issues`;
  const tag = tagOf(value, union);
  if (tag === undefined) return undefined;
  const branch = union?.branches.get(tag as string); // a tag of another type is none of the keys
  if (branch !== undefined) {
    const meant = validator(`${branch}Schema`).safeParse(value);
    return told(meant) === told(result) ? undefined : `expected the issues of ${branch}: ${told(meant)}, found ${told(result)}`;
  }
  const isUnknown = result.issues.length === 1 && result.issues[0]?.keyword === "discriminator";
  return isUnknown || tag === name ? undefined : `expected one issue about the tag, found ${told(result)}`;
}

function tagOf(value: unknown, union: Union | undefined): unknown {
  if (union === undefined || typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, union.property) ? value[union.property as never] : undefined;
}

const told = (result: Result<unknown>): string => JSON.stringify(result.success ? [] : result.issues);
