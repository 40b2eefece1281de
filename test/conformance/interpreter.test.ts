/**
 * Two readings of one model, written apart: emitted validators and the interpreter of `test/support/valid.ts` must agree about
 * valid values and about the same values with one thing changed. Formats are the validators' alone, and left out.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { NamedSchema } from "../../src/model/ir/schema.js";
import type { Validator } from "../../templates/runtime/validate/validate.js";
import { corpusFolder } from "../corpus/descriptions.js";
import { apiOf } from "../support/api.js";
import { createSampler, Unsatisfiable } from "../support/sample.js";
import { pick, seeded, type Random } from "../support/sample-text.js";
import { isMembers, isValid, type Schemas } from "../support/valid.js";
import { validatorsOf } from "../support/validators.js";

const descriptions = [
  "kratos.json",
  "readme-discriminators.json",
  "heyapi-full-3.1.yaml",
  "synthetic-names.yaml",
  "adyen-checkout.yaml",
  "discord.json",
];
const junk: readonly unknown[] = [null, true, 0, -1, 1.5, "", "x", [], {}, [null], { a: 1 }];

for (const [index, name] of descriptions.entries()) {
  const path = join(corpusFolder, name);
  test.skipIf(!existsSync(path))(`validators and interpreter agree about ${name}`, async () => {
    const api = await apiOf(path);
    const { validator } = await validatorsOf(api);
    const random = seeded(index + 1);
    const samples = createSampler(api.schemas);
    const disagreements: string[] = [];
    let compared = 0;
    for (const named of api.schemas.values()) {
      if (named.hidden === true) continue;
      for (const value of valuesOf(named, samples, random)) {
        compared += 1;
        const said = disagreement(validator(named.names.validator), api.schemas, named, value);
        if (said !== undefined) disagreements.push(said);
      }
    }
    expect(disagreements).toEqual([]);
    expect(compared).toBeGreaterThan(50);
  });
}

function valuesOf(named: NamedSchema, samples: ReturnType<typeof createSampler>, random: Random): readonly unknown[] {
  const values: unknown[] = [];
  for (const optional of ["all", "some"] as const) {
    try {
      const value = samples(named.schema, { seed: values.length + 1, direction: "response", carrier: "json", optional });
      values.push(value, mutated(value, random), mutated(value, random), mutated(value, random));
    } catch (error) {
      if (!(error instanceof Unsatisfiable)) throw error;
    }
  }
  return values;
}

function disagreement(validator: Validator<unknown>, schemas: Schemas, named: NamedSchema, value: unknown): string | undefined {
  const result = validator.safeParse(value);
  const expected = isValid(schemas, named.schema, value);
  if (result.success === expected) return undefined;
  // The interpreter judges no formats; an alternative that fails by one fails as a whole.
  const byFormat =
    !result.success &&
    result.issues.every(
      ({ keyword, message }) => keyword === "format" || message.includes("integer between") || keyword === "oneOf" || keyword === "anyOf",
    );
  return byFormat ? undefined : `${named.id}: ${expected ? "refused" : "accepted"} ${JSON.stringify(value).slice(0, 300)}`;
}

/** The value with one member changed, removed or replaced. */
function mutated(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random() < 0.15) return pick(random, junk);
  if (Array.isArray(value)) {
    const place = Math.floor(random() * value.length);
    return value.length === 0 ? ["x"] : value.map((item: unknown, index) => (index === place ? mutated(item, random) : item));
  }
  const key = isMembers(value) ? pick(random, Object.keys(value)) : undefined;
  if (key === undefined) return { unexpected: 1 };
  const entries = Object.entries(value).filter(([name]) => name !== key || random() > 0.3);
  return Object.fromEntries(entries.map(([name, member]: [string, unknown]) => [name, name === key ? mutated(member, random) : member]));
}
