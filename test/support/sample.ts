/**
 * Valid instances of a schema, the same ones for the same seed. Works on the model, so that it reads a description as the
 * emitters do; `isValid` judges each part, and another branch is tried where it finds fault.
 */
import type { Schema } from "../../src/model/ir/schema.js";
import { costsOf } from "./sample-cost.js";
import { expand } from "./sample-parts.js";
import { deep, Unsatisfiable, type Parts, type Run, type SampleOptions } from "./sample-run.js";
import { seeded } from "./sample-text.js";
import { build } from "./sample-values.js";
import { isValid, type Schemas } from "./valid.js";

export { Unsatisfiable, type SampleOptions } from "./sample-run.js";

/** Makes instances of the schemas of one API. Throws `Unsatisfiable`, also after so many `attempts`: parts of one instance that were tried. */
export function createSampler(schemas: Schemas, attempts = 20_000): (schema: Schema, options: SampleOptions) => unknown {
  const cost = costsOf(schemas);
  return (schema, options) =>
    generate(
      { schemas, cost, options, random: seeded(options.seed), left: { values: 250, attempts }, generate },
      [schema],
      0,
      options.carrier === "bytes",
    );
}

function generate(run: Run, wanted: readonly Schema[], depth: number, bytes: boolean): unknown {
  run.left.values -= 1;
  let widest = 0;
  const start = run.random();
  for (let attempt = 0; attempt < Math.max(4, widest * 2); attempt += 1) {
    if ((run.left.attempts -= 1) < 0) throw new Unsatisfiable("too many attempts");
    const parts: Parts = { attempt, types: undefined, enums: [], numbers: [], strings: [], arrays: [], objects: [] };
    const choose = (members: readonly Schema[]): number => {
      widest = Math.max(widest, members.length);
      return choice(run, members, depth, start, attempt);
    };
    try {
      for (const schema of wanted) expand(run, schema, parts, choose, 0);
      const value = build(run, parts, depth, bytes);
      if (wanted.every((schema) => isValid(run.schemas, schema, value))) return value;
    } catch (error) {
      if (!(error instanceof Unsatisfiable)) throw error;
    }
  }
  throw new Unsatisfiable(wanted.map((schema) => schema.origin.pointer).join(" and "));
}

/** Any member near the root, the cheapest one deep down, the others in turn after a failure. */
function choice(run: Run, members: readonly Schema[], depth: number, random: number, attempt: number): number {
  const usable = members.map((member, index) => ({ index, cost: run.cost(member) })).filter(({ cost }) => cost < Infinity);
  if (usable.length === 0) return 0;
  const ordered = deep(run, depth) ? usable.sort((one, other) => one.cost - other.cost) : usable;
  const start = deep(run, depth) ? 0 : Math.floor(random * ordered.length);
  return ordered[(start + attempt) % ordered.length]?.index ?? 0;
}
