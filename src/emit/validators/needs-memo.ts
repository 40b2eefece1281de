/**
 * Which checks could be asked about the same part of a value again and again: where two ways lead from a schema to one part of a value
 * and from there back to the schema, each level of the value would double the number of questions. Such checks remember.
 */
import type { Assertion, Schema, SchemaId } from "../../model/ir/schema.js";
import { rivals } from "./alternatives/alternatives.js";
import type { Choices } from "./function-scope.js";
import type { Graph } from "./graph.js";
import { references } from "./walk.js";

type Asking = Pick<Choices, "mode" | "discriminator">;

/** First steps into a value by which a schema leads back to where it came from, and the schemas they lead to: `.name`, `.*` for any name, `[]` for any item. */
type Steps = ReadonlyMap<string, ReadonlySet<SchemaId>>;

const noSteps: Steps = new Map();
const anyName = ".*";
const anyItem = "[]";

/** Schemas that two ways lead to. */
export function repeatedIds(graph: Graph, choices: Asking): ReadonlySet<SchemaId> {
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

/** How the schemas of one cycle are followed. */
interface Walk {
  ofNamed(target: SchemaId): Steps;
  of(schema: Schema): Steps;
  /** Of alternatives in lists of those that one value may be held against. */
  ofRivals(assertion: Assertion & { readonly kind: "anyOf" | "oneOf" }): Steps;
  /** Of a schema of a part of the value. */
  step(name: string, schema: Schema | undefined): Steps;
  /** Of parts that one value is held against all of. */
  all(parts: readonly Steps[]): Steps;
}

/** @param cycle Schemas that all lead to each other. */
function findRepeated(cycle: ReadonlySet<SchemaId>, graph: Graph, choices: Asking, found: Set<SchemaId>): void {
  const known = new Map<SchemaId, Steps>();
  // Schemas of parts of the value, which can be a part of one another any number of times.
  const pending: Schema[] = [];
  const walk: Walk = {
    ofNamed(target) {
      const named = graph.resolve(target);
      if (named === undefined || !cycle.has(named.id)) return noSteps;
      const before = known.get(named.id);
      if (before !== undefined) return before;
      known.set(named.id, noSteps);
      const steps = walk.of(named.schema);
      known.set(named.id, steps);
      return steps;
    },
    of: ({ assertions }) => walk.all(assertions.map((assertion) => stepsOf(assertion, walk))),
    ofRivals(assertion) {
      const lists = rivals(assertion, graph, choices.discriminator === "exact");
      return either(
        lists.map((schemas) => {
          const steps = walk.all(schemas.map((schema) => walk.of(schema)));
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
    all: (parts) => together(parts, found),
  };
  for (const id of cycle) {
    walk.ofNamed(id);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) walk.of(next);
    // What leads back to itself without a step has been followed once only.
    if (graph.circular.has(id)) addAll(found, cycle);
  }
}

function stepsOf(assertion: Assertion, walk: Walk): Steps {
  switch (assertion.kind) {
    case "ref":
      return walk.ofNamed(assertion.target);
    case "anyOf":
    case "oneOf":
      return walk.ofRivals(assertion);
    case "if": {
      const branches = [assertion.then, assertion.else].map((schema) => (schema === undefined ? noSteps : walk.of(schema)));
      return walk.all([walk.of(assertion.if), either(branches)]);
    }
    case "object": {
      const { properties, patternProperties, additionalProperties, dependentSchemas } = assertion;
      const named = properties.map(({ name, schema }) => walk.step(`.${name}`, schema));
      const byPattern = patternProperties.map(({ schema }) => walk.step(anyName, schema));
      const inPlace = dependentSchemas.map(({ schema }) => walk.of(schema));
      return walk.all([either([...named, walk.step(anyName, additionalProperties)]), ...byPattern, ...inPlace]);
    }
    case "array": {
      const { prefixItems, items, contains } = assertion;
      const all = [...prefixItems, items].map((schema) => walk.step(anyItem, schema));
      return walk.all([either(all), walk.step(anyItem, contains?.schema)]);
    }
    case "unevaluatedProperties":
      return walk.step(anyName, assertion.schema);
    case "unevaluatedItems":
      return walk.step(anyItem, assertion.schema);
    case "allOf":
      return walk.all(assertion.members.map((member) => walk.of(member)));
    case "not":
      return walk.of(assertion.schema);
    // Lead to no schema.
    case "never":
    case "type":
    case "enum":
    case "number":
    case "string":
      return noSteps;
  }
}

/** What two parts lead to by the same step is found to be asked twice. */
function together(all: readonly Steps[], found: Set<SchemaId>): Steps {
  const sum = new Map<string, ReadonlySet<SchemaId>>();
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

const canBeSame = (one: string, other: string): boolean =>
  one === other || (one !== anyItem && other !== anyItem && (one === anyName || other === anyName));

function addAll(set: Set<SchemaId>, more: Iterable<SchemaId>): Set<SchemaId> {
  for (const id of more) set.add(id);
  return set;
}
