/** Schemas of real descriptions: emitted validators beside three interpreters, with values that fit and the same with one thing spoilt. */
import { Validator as Cfworker, type Schema as CfworkerSchema } from "@cfworker/json-schema";
import { createSampler, Unsatisfiable } from "../support/sample.js";
import { seeded, type Random } from "../support/sample-text.js";
import { isValid, type Schemas } from "../support/valid.js";
import { apiOf } from "../support/api.js";
import { spoilt } from "../agreement/values.js";
import { compare, type Disagreement, type Pair } from "./compare.js";
import type { Bundle } from "./json-schema.js";
import { isTheirs } from "./theirs.js";

export interface RealComparison {
  readonly schemas: number;
  readonly compared: number;
  readonly valid: number;
  /** What emitted validators and the first interpreter do not agree about. */
  readonly disagreements: readonly Disagreement[];
  /** What the other two interpreters say otherwise than the first: by their names. */
  readonly others: Readonly<Record<"cfworker" | "ours", number>>;
}

/** At most `most` schemas of a bundle. */
export async function compareReal(bundle: Bundle, seed: number, most: number): Promise<RealComparison> {
  const names = Object.keys(bundle).slice(0, most);
  const { schemas } = await apiOf(`${JSON.stringify(describing(bundle))}\n`, { untyped: "any", vulnerablePatterns: "accept" });
  const pairs = pairsOf(names, schemas, seeded(seed));
  const judgeOfCfworker = cfworkerOf(bundle);
  const others = { cfworker: 0, ours: 0 };
  const hear = ({ name, value }: Pair, expected: boolean): void => {
    const schema = schemas.get(name)?.schema;
    if (schema !== undefined && isValid(schemas, schema, value) !== expected) others.ours += 1;
    if (judgeOfCfworker(name, value) !== expected) others.cfworker += 1;
  };
  const variants = { fast: { mode: "fast", discriminator: "exact" }, small: { mode: "small", discriminator: "exact" } } as const;
  const { valid, disagreements } = await compare(bundle, pairs, { variants, hear });
  return { schemas: names.length, compared: pairs.length, valid, disagreements: disagreements.filter((found) => !isTheirs(found)), others };
}

const describing = (schemas: Bundle): object => ({
  openapi: "3.1.0",
  info: { title: "Real", version: "1" },
  paths: {},
  components: { schemas },
});

function pairsOf(names: readonly string[], schemas: Schemas, random: Random): readonly Pair[] {
  const sample = createSampler(schemas, 1_500);
  return names.flatMap((name, index): readonly Pair[] => {
    const schema = schemas.get(name)?.schema;
    if (schema === undefined) return [];
    try {
      return (["all", "some"] as const).flatMap((optional) => {
        const value = sample(schema, { seed: index + 1, direction: "response", carrier: "json", optional, words: "plain" });
        return [value, ...Array.from({ length: 5 }, () => spoilt(value, random))].map((each) => ({ name, value: each }));
      });
    } catch (error) {
      if (error instanceof Unsatisfiable) return [];
      throw error;
    }
  });
}

function cfworkerOf(bundle: Bundle): (name: string, value: unknown) => boolean {
  const known = new Map<string, Cfworker>();
  return (name, value) => {
    const root = { $ref: `#/components/schemas/${name}`, components: { schemas: bundle } } as CfworkerSchema;
    const validator = known.get(name) ?? new Cfworker(root, "2020-12");
    known.set(name, validator);
    return validator.validate(value).valid;
  };
}
