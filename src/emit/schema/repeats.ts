/**
 * Which checks could be asked about the same part of a value again and again: where two ways lead from a schema to one part of a value
 * and from there back to the schema, each level of the value would double the number of questions. Such checks remember.
 */
import type { Assertion, Schema, SchemaId } from "../../model/types.js";
import { rivals } from "./alternatives.js";
import type { Choices } from "./function-scope.js";
import type { Graph } from "./graph.js";
import { children, references } from "./walk.js";

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

/** @param cycle Schemas that all lead to each other. */
function findRepeated(cycle: ReadonlySet<SchemaId>, graph: Graph, choices: Asking, found: Set<SchemaId>): void {
  const known = new Map<SchemaId, Steps>();

  const stepsOfNamed = (target: SchemaId): Steps => {
    const named = graph.resolve(target);
    if (named === undefined || !cycle.has(named.id)) return noSteps;
    const before = known.get(named.id);
    if (before !== undefined) return before;
    known.set(named.id, noSteps);
    const steps = stepsOf(named.schema);
    known.set(named.id, steps);
    return steps;
  };

  const stepsOf = ({ assertions }: Schema): Steps => together(assertions.map(stepsOfAssertion), found);

  const stepsOfAssertion = (assertion: Assertion): Steps => {
    switch (assertion.kind) {
      case "ref":
        return stepsOfNamed(assertion.target);
      case "anyOf":
      case "oneOf":
        return either(rivals(assertion, graph, choices.discriminator === "exact").map(stepsOfRivals));
      case "if": {
        const branches = [assertion.then, assertion.else].map((schema) => (schema === undefined ? noSteps : stepsOf(schema)));
        return together([stepsOf(assertion.if), either(branches)], found);
      }
      case "object": {
        const { properties, patternProperties, additionalProperties, dependentSchemas } = assertion;
        const named = properties.map(({ name, schema }) => step(`.${name}`, schema));
        const byPattern = patternProperties.map(({ schema }) => step(anyName, schema));
        const inPlace = dependentSchemas.map(({ schema }) => stepsOf(schema));
        return together([either([...named, step(anyName, additionalProperties)]), ...byPattern, ...inPlace], found);
      }
      case "array": {
        const { prefixItems, items, contains } = assertion;
        const all = [...prefixItems, items].map((schema) => step(anyItem, schema));
        return together([either(all), step(anyItem, contains?.schema)], found);
      }
      case "unevaluatedProperties":
        return step(anyName, assertion.schema);
      case "unevaluatedItems":
        return step(anyItem, assertion.schema);
      default:
        return together(
          children(assertion).map(({ schema }) => stepsOf(schema)),
          found,
        );
    }
  };

  const stepsOfRivals = (schemas: readonly Schema[]): Steps => {
    const steps = together(schemas.map(stepsOf), found);
    // A collector asks guards which alternative fits, then for the issues of each; and both lead to the level below, where it does so again.
    if (schemas.length > 1 && choices.mode === "fast") for (const targets of steps.values()) addAll(found, targets);
    return steps;
  };

  const step = (name: string, schema: Schema | undefined): Steps => {
    if (schema === undefined) return noSteps;
    stepsOf(schema);
    const targets = [...references(schema, false)].flatMap((target) => graph.resolve(target)?.id ?? []).filter((id) => cycle.has(id));
    return targets.length === 0 ? noSteps : new Map([[name, new Set(targets)]]);
  };

  for (const id of cycle) {
    stepsOfNamed(id);
    // What leads back to itself without a step has been followed once only.
    if (graph.circular.has(id)) addAll(found, cycle);
  }
}

/** Of parts that one value is held against all of. What two of them lead to by the same step is found to be asked twice. */
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
