/** A validator that stops at the first issue tells the one that would come first of all. */
import { describe, expect, test } from "vitest";
import type { ValidatorOptions } from "../../../../src/emit/options.js";
import { randomInstance } from "../../../differential/random-instance.js";
import { randomBundle } from "../../../differential/random-schema.js";
import { seeded } from "../../../support/sample-text.js";
import { issuesOf } from "../../../support/schema-cases.js";
import { validatorsOfSchemas } from "../../../support/validators.js";

const ref = (name: string): unknown => ({ $ref: `#/components/schemas/${name}` });

const cat = {
  type: "object",
  required: ["name", "lives"],
  properties: { name: { type: "string" }, lives: { type: "integer", maximum: 9 } },
};
const owner = {
  type: "object",
  required: ["pets", "since"],
  properties: { pets: { type: "array", items: ref("Cat") }, since: { type: "string" } },
};

describe.each<ValidatorOptions>([{ mode: "fast" }, { mode: "small" }])("of alternatives, in mode $mode", (options) => {
  test("it is that of the one that comes closest", async () => {
    const schemas = {
      Cat: cat,
      Owner: owner,
      Any: { anyOf: [ref("Owner"), ref("Cat")] },
      One: { oneOf: [ref("Cat"), ref("Owner")] },
      Within: {
        type: "object",
        properties: { a: { anyOf: [ref("Owner"), { oneOf: [ref("Cat"), { type: "object", required: ["x", "y", "z"] }] }] } },
      },
    };
    const { validator } = await validatorsOfSchemas(schemas, { ...options, issues: "first" });
    const value = { name: "Tom", lives: 10 };
    expect(issuesOf(validator("AnySchema").safeParse(value))).toEqual(["lives maximum must be at most 9"]);
    expect(issuesOf(validator("OneSchema").safeParse(value))).toEqual(["lives maximum must be at most 9"]);
    expect(issuesOf(validator("OneSchema").safeParse({ pets: [value], since: "1" }))).toEqual(["pets.0.lives maximum must be at most 9"]);
    expect(issuesOf(validator("WithinSchema").safeParse({ a: value }))).toEqual(["a.lives maximum must be at most 9"]);
  });

  test("checks that tell everything are there for alternatives only", async () => {
    const schemas = { Cat: cat, Owner: owner, Any: { anyOf: [ref("Owner"), { type: "string" }] } };
    const { text } = await validatorsOfSchemas(schemas, { ...options, issues: "first" });
    expect(text).not.toContain("checkAll");
  });

  test("it is the same for random schemas and values", async () => {
    const random = seeded(4);
    const bundle = randomBundle(random, 80);
    const all = await validatorsOfSchemas(bundle, options);
    const first = await validatorsOfSchemas(bundle, { ...options, issues: "first" });
    let told = 0;
    for (const [name, schema] of Object.entries(bundle)) {
      for (let turn = 0; turn < 10; turn += 1) {
        const value = randomInstance(random, bundle, schema);
        const [wanted] = issuesOf(all.validator(`${name}Schema`).safeParse(value));
        if (wanted !== undefined) told += 1;
        expect(issuesOf(first.validator(`${name}Schema`).safeParse(value))).toEqual(wanted === undefined ? [] : [wanted]);
      }
    }
    expect(told).toBeGreaterThan(200);
  });
});
