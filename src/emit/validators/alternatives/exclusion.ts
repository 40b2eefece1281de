/** Which schemas exclude each other: no value fits both, so that of several such alternatives one at most can fit. */
import { loneReference } from "../../../model/ir/lone-reference.js";
import { isAlternatives, isConjunction, type AssertionOf } from "../../../model/ir/kinds.js";
import type { Assertion, ObjectAssertion, Property, Schema } from "../../../model/ir/schema.js";
import type { Json } from "../../../source/source-file.js";
import type { Graph } from "../graph.js";
import { mayTakeBytes, typesOf, type ValueType } from "../types-of.js";
import { isNever } from "../walk.js";
import { scalarsOf } from "./tags.js";

/** Steps into a value, or into alternatives of alternatives. */
const deepest = 3;

/** Alternatives up to which each is compared with each. */
const mostCompared = 100;

/** Comparisons of two schemas after which no more is found out of some alternatives: alternatives of alternatives multiply. */
const mostComparisons = 100_000;

/** The same of all alternatives of a description together. */
const mostOfAll = 500_000;

/** What a schema says of a value, together with all that it refers to. What is not sure is not in it. */
export interface Facts {
  readonly types: ReadonlySet<ValueType>;
  /** The scalars of an enumeration, as a program holds them: no other value fits. */
  readonly values: readonly Json[] | undefined;
  /** Names that an object has. */
  readonly required: ReadonlySet<string>;
  readonly objects: readonly ObjectFacts[];
  readonly alternatives: readonly AssertionOf<"anyOf" | "oneOf">[];
  /** Bytes are text in one place and an object in another. */
  readonly bytes: boolean;
}

interface ObjectFacts {
  readonly properties: ReadonlyMap<string, Property>;
  /** The schema of all other names, where none has one by a pattern. */
  readonly others: Schema | undefined;
}

export interface Exclusion {
  factsOf(schema: Schema): Facts;
  /** What has to hold of the value of a property, where an object has it. */
  membersOf(schema: Schema, name: string): readonly Schema[];
  /** Whether each of some schemas excludes each other one. */
  allExclude(schemas: readonly Schema[]): boolean;
}

/** What was found of the schemas of a graph: alternatives of different schemas share theirs, and are compared with each other again and again. */
interface Findings {
  readonly facts: Map<Schema, Facts>;
  /** By the steps that were left, whether two schemas exclude each other. */
  readonly pairs: Map<Schema, Map<Schema, boolean>>[];
  comparisons: number;
}

const findings = new WeakMap<Graph, Findings>();

function findingsOf(graph: Graph): Findings {
  const before = findings.get(graph);
  if (before !== undefined) return before;
  const found: Findings = { facts: new Map(), pairs: [], comparisons: 0 };
  findings.set(graph, found);
  return found;
}

export function exclusionIn(graph: Graph): Exclusion {
  const found = findingsOf(graph);
  const meant = (schema: Schema): Schema => {
    const target = loneReference(schema);
    return (target === undefined ? undefined : graph.resolve(target)?.schema) ?? schema;
  };
  const factsOf = (schema: Schema): Facts => {
    const key = meant(schema);
    const before = found.facts.get(key);
    if (before !== undefined) return before;
    const facts = collect(key, graph);
    found.facts.set(key, facts);
    return facts;
  };
  const membersOf = (schema: Schema, name: string): readonly Schema[] =>
    factsOf(schema).objects.flatMap(({ properties, others }) => properties.get(name)?.schema ?? others ?? []);
  let comparisons = 0;
  const isSpent = (): boolean => comparisons > mostComparisons || found.comparisons > mostOfAll;
  const exclude = (one: Schema, other: Schema, steps: number): boolean => {
    comparisons += 1;
    found.comparisons += 1;
    const [left, right] = [meant(one), meant(other)];
    const bySteps = (found.pairs[steps] ??= new Map<Schema, Map<Schema, boolean>>());
    const known = bySteps.get(left) ?? new Map<Schema, boolean>();
    bySteps.set(left, known);
    const before = known.get(right);
    if (before !== undefined) return before;
    if (isSpent()) return false;
    const answer = compare(left, right, steps);
    // With more comparisons left, others may find it out.
    if (answer || !isSpent()) known.set(right, answer);
    return answer;
  };
  const compare = (one: Schema, other: Schema, steps: number): boolean => {
    const [left, right] = [factsOf(one), factsOf(other)];
    if (left.bytes || right.bytes) return false;
    const types = [...left.types].filter((type) => right.types.has(type));
    if (types.length === 0 || areApart(left.values, right.values)) return true;
    if (steps === 0) return false;
    const differ = (name: string): boolean => {
      const others = membersOf(other, name);
      return (
        membersOf(one, name).some((part) => isNever(part) || others.some((rest) => exclude(part, rest, steps - 1))) || others.some(isNever)
      );
    };
    if (types.every((type) => type === "object") && [...left.required, ...right.required].some(differ)) return true;
    return isApart(left, other, steps) || isApart(right, one, steps);
  };
  const isApart = ({ alternatives }: Facts, other: Schema, steps: number): boolean =>
    alternatives.some(({ members }) => members.length <= mostCompared && members.every((member) => exclude(member, other, steps - 1)));
  return {
    factsOf,
    membersOf,
    allExclude: (schemas) =>
      schemas.length <= mostCompared &&
      schemas.every((schema, index) => schemas.slice(0, index).every((other) => exclude(schema, other, deepest))),
  };
}

function areApart(left: Facts["values"], right: Facts["values"]): boolean {
  if (left === undefined || right === undefined) return false;
  const values = new Set(left);
  return !right.some((value) => values.has(value));
}

function collect(schema: Schema, graph: Graph): Facts {
  const assertions = allAssertions(schema, graph);
  const objects = assertions.filter(isAboutObjects);
  const required = objects.flatMap((assertion) => [
    ...assertion.properties.flatMap((property) => (property.required ? [property.name] : [])),
    ...assertion.required,
  ]);
  return {
    types: typesOf(schema, graph),
    values: scalarsOf(schema, graph),
    required: new Set(required),
    objects: objects.map(({ properties, patternProperties, additionalProperties }) => ({
      properties: new Map(properties.map((property) => [property.name, property])),
      others: patternProperties.length === 0 ? additionalProperties : undefined,
    })),
    alternatives: assertions.filter(isAlternatives),
    bytes: mayTakeBytes(schema, graph),
  };
}

/** All that has to hold of a value, with what is referred to. */
function allAssertions(schema: Schema, graph: Graph): readonly Assertion[] {
  const schemas = new Set([schema]);
  const found: Assertion[] = [];
  // A set yields what is added while it is walked.
  for (const { assertions } of schemas) {
    for (const assertion of assertions) {
      if (!isConjunction(assertion)) found.push(assertion);
      else if (assertion.kind === "allOf") for (const member of assertion.members) schemas.add(member);
      else {
        const named = graph.resolve(assertion.target);
        if (named !== undefined) schemas.add(named.schema);
      }
    }
  }
  return found;
}

const isAboutObjects = (assertion: Assertion): assertion is ObjectAssertion => assertion.kind === "object";
