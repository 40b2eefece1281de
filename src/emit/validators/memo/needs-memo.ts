/**
 * Which checks could be asked about the same part of a value again and again, and so remember. Where two ways lead from a schema to one
 * part of a value and from there back to the schema, each level of the value would double the number of questions; and where many ways
 * lead through layers of schemas, each layer would.
 */
import type { Schema, SchemaId } from "../../../model/ir/schema.js";
import { rivals } from "../alternatives/alternatives.js";
import { oftenAskedIds } from "./count-visits.js";
import type { Choices } from "../function-scope.js";
import type { Graph } from "../graph.js";
import { anyItem, anyName, read, type Reading, type Step } from "./value-reading.js";
import { references } from "../walk.js";

type Asking = Pick<Choices, "mode" | "discriminator">;

/** First steps into a value by which a schema leads back to where it came from, and the schemas they lead to. */
type Steps = ReadonlyMap<Step, ReadonlySet<SchemaId>>;

const noSteps: Steps = new Map();

/** Of which values a check remembers what it said: of objects and lists, which are asked about again from parts of parts, or of all. */
export type Remembered = "parts" | "values";

export interface Repeated {
  readonly of: ReadonlyMap<SchemaId, Remembered>;
  /** Circles, by their numbers in the graph, of which a check remembers. */
  readonly cycles: ReadonlySet<number>;
  /** Whether checks remember all values. */
  readonly isLayered: boolean;
}

/** No check remembers. */
export const noneRepeated: Repeated = { of: new Map(), cycles: new Set(), isLayered: false };

/** Schemas whose checks remember. */
export function repeatedIds(graph: Graph, choices: Asking): Repeated {
  const repeated = new Map<SchemaId, Remembered>();
  for (const id of twiceReachedIds(graph, choices)) repeated.set(id, "parts");
  const often = oftenAskedIds(graph, choices);
  for (const id of often) repeated.set(id, "values");
  const cycles = new Set([...repeated.keys()].flatMap((id) => graph.recursive.get(id) ?? []));
  return { of: repeated, cycles, isLayered: often.size > 0 };
}

/** Schemas of a circle that two ways lead to. */
function twiceReachedIds(graph: Graph, choices: Asking): ReadonlySet<SchemaId> {
  const cycles = new Map<number, SchemaId[]>();
  for (const [id, number] of graph.recursive) {
    const members = cycles.get(number);
    if (members === undefined) cycles.set(number, [id]);
    else members.push(id);
  }
  const found = new Set<SchemaId>();
  for (const members of cycles.values()) findRepeated(new Set(members), graph, choices, found);
  return found;
}

/** @param cycle Schemas that all lead to each other. */
function findRepeated(cycle: ReadonlySet<SchemaId>, graph: Graph, choices: Asking, found: Set<SchemaId>): void {
  const known = new Map<SchemaId, Steps>();
  // Schemas of parts of the value, which can be a part of one another any number of times.
  const pending: Schema[] = [];
  const all = (parts: readonly Steps[]): Steps => together(parts, found);
  const reading: Reading<Steps> = {
    nothing: noSteps,
    ofNamed(target) {
      const named = graph.resolve(target);
      if (named === undefined || !cycle.has(named.id)) return noSteps;
      const before = known.get(named.id);
      if (before !== undefined) return before;
      known.set(named.id, noSteps);
      const steps = read(named.schema, reading);
      known.set(named.id, steps);
      return steps;
    },
    ofAlternatives(assertion) {
      const lists = rivals(assertion, graph, choices.discriminator === "exact");
      return either(
        lists.map((schemas) => {
          const steps = all(schemas.map((schema) => read(schema, reading)));
          // A collector asks guards which alternative fits, then for the issues of each; and both lead to the level below, where it does so again.
          if (schemas.length > 1 && choices.mode === "fast") for (const targets of steps.values()) addAll(found, targets);
          return steps;
        }),
      );
    },
    step(name, schema) {
      if (schema === undefined) return noSteps;
      pending.push(schema);
      const targets = [...references(schema, false)].flatMap((target) => graph.resolve(target)?.id ?? []).filter((id) => cycle.has(id));
      return targets.length === 0 ? noSteps : new Map([[name, new Set(targets)]]);
    },
    all,
    either,
  };
  for (const id of cycle) {
    reading.ofNamed(id);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) read(next, reading);
    // What leads back to itself without a step has been followed once only.
    if (graph.circular.has(id)) addAll(found, cycle);
  }
}

/** What two parts lead to by the same step is found to be asked twice. */
function together(all: readonly Steps[], found: Set<SchemaId>): Steps {
  const sum = new Map<Step, ReadonlySet<SchemaId>>();
  for (const steps of all) {
    for (const [name, targets] of steps) {
      for (const [other, others] of sum) if (canBeSame(name, other)) addAll(addAll(found, targets), others);
    }
    for (const [name, targets] of steps) sum.set(name, addAll(new Set(sum.get(name)), targets));
  }
  return sum;
}

/** Of parts that one value is held against one of. */
const either = (all: readonly Steps[]): Steps => together(all, new Set());

const canBeSame = (one: Step, other: Step): boolean =>
  one === other || (one !== anyItem && other !== anyItem && (one === anyName || other === anyName));

function addAll(set: Set<SchemaId>, more: Iterable<SchemaId>): Set<SchemaId> {
  for (const id of more) set.add(id);
  return set;
}
