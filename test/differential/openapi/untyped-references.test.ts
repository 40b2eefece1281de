/** What a schema without a type says beside one holds alike where it is written there and where it is referred to, as an interpreter has it. */
import { expect, test } from "vitest";
import { seeded } from "../../support/sample-text.js";
import { validatorsOf } from "../../support/validators.js";
import { judgeOf } from "../interpreter.js";
import { apiOfSchemas, shown } from "./describing.js";
import { randomUntyped, values } from "./random-untyped.js";

const seed = Number(process.env["SUNDIAL_SEED"] ?? 1);
const rounds = Number(process.env["SUNDIAL_ROUNDS"] ?? 2);

test.each(Array.from({ length: rounds }, (_, round) => seed * 1000 + round))(
  "a schema without a type beside one is the same by reference (seed %d)",
  async (own) => {
    const { schemas, pairs } = randomUntyped(seeded(own), 60);
    const names = new Set(pairs.flatMap(([inline, references]) => [inline, ...references]));
    const [{ validator }, judge] = await Promise.all([validatorsOf(await apiOfSchemas(schemas)), judgeOf(schemas, names)]);
    let valid = 0;
    const wrong: string[] = [];
    for (const name of names) {
      const { is } = validator(`${name}Schema`);
      const others = values.filter((value) => is(value) !== judge(name, value));
      valid += values.filter(is).length;
      if (others.length > 0) wrong.push(`${name}: ${JSON.stringify(others)} in ${shown(schemas, name)}`);
    }
    expect(valid).toBeGreaterThan(names.size / 2);
    expect(wrong.sort((one, other) => one.length - other.length).slice(0, 5)).toEqual([]);
  },
);
