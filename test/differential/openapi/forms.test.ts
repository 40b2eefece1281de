/** `readOnly`, `writeOnly` and defaults: random schemas beside a naive reading of what they say for each direction. */
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import type { Validator } from "../../../templates/runtime/validate/validate.js";
import { seeded } from "../../support/sample-text.js";
import { validatorsOf } from "../../support/validators.js";
import { apiOfSchemas, frozen, shown } from "./describing.js";
import { randomForms, randomFormValue, root, type Wishes } from "./random-forms.js";
import { reading } from "./reading.js";

const seed = Number(process.env["SUNDIAL_SEED"] ?? 1);
const rounds = Number(process.env["SUNDIAL_ROUNDS"] ?? 3);
const count = 12;

interface Expected {
  readonly valid: boolean;
  /** What `parse` gives; with defaults, and without. */
  readonly filled: unknown;
  readonly bare: unknown;
  /** Whether that is valid by the letter, too: a default that contradicts what is said elsewhere is not filled in. */
  readonly lasting: boolean;
  /** The same without defaults: a property that is dropped may be one that something asks for. */
  readonly bareLasting: boolean;
}

test.each<[string, Wishes]>([
  ["what belongs to the other direction is not asked for, and dropped or refused", { marks: 0.15, defaults: 0 }],
  ["defaults are filled in to a copy, inside defaults too", { marks: 0, defaults: 0.4 }],
])("%s", { timeout: 3_600_000 }, async (_what, wishes) => {
  const faults: string[] = [];
  let [compared, valid] = [0, 0];
  for (let round = 0; round < rounds && faults.length < 10; round += 1) {
    const random = seeded(seed * 7919 + round);
    const schemas = randomForms(random, count, wishes);
    const bodies = Array.from({ length: count }, (_, index) => root(index));
    const api = await apiOfSchemas(schemas, { bodies });
    const compiled = await Promise.all((["fast", "small"] as const).map((mode) => validatorsOf(api, { mode })));
    for (const direction of ["request", "response"] as const) {
      const model = reading(schemas, direction);
      for (const [index, operation] of api.operations.entries()) {
        const content = direction === "request" ? operation.body?.contents[0] : operation.responses[0]?.contents[0];
        for (let values = 0; values < 25; values += 1) {
          const name = root(index);
          const schema = schemas[name] ?? {};
          const value = frozen(randomFormValue(random, schemas, schema));
          const isValid = model.valid(schema, value);
          const filled = isValid && model.completed(schema, value, true);
          const bare = isValid && model.completed(schema, value, false);
          const expected = {
            valid: isValid,
            filled,
            bare,
            lasting: isValid && model.valid(schema, filled),
            bareLasting: isValid && model.valid(schema, bare),
          };
          compared += 1;
          valid += Number(isValid);
          for (const { validator } of compiled) {
            const fault = faultOf(validator(content?.validator ?? ""), value, expected);
            if (fault !== undefined) faults.push(`${direction} ${name} of ${shown(schemas, name)}\n  ${JSON.stringify(value)}\n  ${fault}`);
          }
        }
      }
    }
  }
  console.log(`${String(compared)} values of forms compared, ${String(valid)} of them valid`);
  expect(faults.slice(0, 10).join("\n\n")).toBe("");
  expect(valid / compared).toBeGreaterThan(0.3);
});

function faultOf(validator: Validator<unknown>, value: unknown, expected: Expected): string | undefined {
  const result = validator.safeParse(value);
  if (validator.is(value) !== expected.valid || result.success !== expected.valid)
    return `expected ${String(expected.valid)}, found ${JSON.stringify(result)}`;
  if (!result.success) return undefined;
  const bare = validator.safeParse(value, { defaults: false });
  if (expected.bareLasting && !validator.is(result.data)) return `${JSON.stringify(result.data)} is refused`;
  if (expected.lasting && !isDeepStrictEqual(result.data, expected.filled)) return differs(expected.filled, result.data);
  if (!bare.success || !isDeepStrictEqual(bare.data, expected.bare)) return differs(expected.bare, bare);
  if (!validator.is(result.data)) return undefined;
  const again = validator.parse(frozen(result.data));
  return isDeepStrictEqual(again, result.data) ? undefined : `a second time: ${differs(result.data, again)}`;
}

const differs = (expected: unknown, found: unknown): string => `expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`;
