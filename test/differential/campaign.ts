/** Many bundles, one after the other: the same seed and number of pairs give the same campaign. */
import { seeded } from "../support/sample-text.js";
import { compare, type Disagreement, type Pair } from "./compare.js";
import type { Coverage } from "./interpreter.js";
import { randomInstance } from "./random-instance.js";
import { randomBundle } from "./random-schema.js";
import { shrink } from "./shrink.js";
import { isTheirs } from "./theirs.js";

/** Schemas in one description, and values for each of them. */
const schemas = 200;
const values = 20;

export interface Campaign {
  readonly compared: number;
  /** How many values the interpreter found valid. */
  readonly valid: number;
  readonly coverage: Coverage;
  /** As small as they get, at most one of each schema. */
  readonly disagreements: readonly Disagreement[];
}

/** Compares at least `pairs` values; gives up when it has found enough to think about. */
export async function campaign(seed: number, pairs: number, enough = 10): Promise<Campaign> {
  const coverage: Coverage = new Map();
  const found: Disagreement[] = [];
  let [compared, valid] = [0, 0];
  for (let round = 0; compared < pairs && found.length < enough; round += 1) {
    const random = seeded(seed * 7919 + round);
    const bundle = randomBundle(random, schemas);
    const given = Object.entries(bundle).flatMap(([name, schema]) =>
      Array.from({ length: values }, (): Pair => ({ name, value: randomInstance(random, bundle, schema) })),
    );
    const result = await compare(bundle, given, { coverage });
    compared += given.length;
    valid += result.valid;
    const firsts = new Map(result.disagreements.map((disagreement) => [disagreement.name, disagreement]));
    for (const disagreement of [...firsts.values()].slice(0, enough - found.length)) {
      // A recogniser sees only what is left: nothing else in the same schema hides behind it.
      const smallest = await shrink(disagreement);
      if (isTheirs(smallest)) continue;
      found.push(smallest);
    }
  }
  return { compared, valid, coverage, disagreements: found };
}

/** A disagreement as a person reads it. */
export function told({ bundle, name, value, expected, ours }: Disagreement): string {
  const verdicts = ours.map((line) => `    ${line.slice(0, 400)}`).join("\n");
  return `${name} of ${JSON.stringify(bundle)}\n  value ${JSON.stringify(value)}\n  expected ${expected ? "valid" : "invalid"}\n${verdicts}`;
}

/** A line per keyword: how often it was satisfied and how often it was not. */
export function coverageTable(coverage: Coverage): string {
  return [...coverage]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([keyword, { passes, fails }]) => `${keyword.padEnd(24)} ${String(passes).padStart(9)} pass ${String(fails).padStart(9)} fail`)
    .join("\n");
}
