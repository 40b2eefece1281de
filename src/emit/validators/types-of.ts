/** Which types of JSON a schema lets through. */
import { isAlternatives, isConjunction, isTypeOrEnum } from "../../model/ir/kinds.js";
import { emptySchema } from "../../model/ir/empty-schema.js";
import { isInteger } from "../../model/ir/is-integer.js";
import type { Json } from "../../source/source-file.js";
import type { Assertion, Int64, JsonType, Schema } from "../../model/ir/schema.js";
import type { Graph } from "./graph.js";

/** `integer` is not apart here: it is a number, or a bigint where integers of 64 bits are held as such. */
export type ValueType = Exclude<JsonType, "integer"> | "bigint";

const allTypes: readonly ValueType[] = ["null", "boolean", "number", "bigint", "string", "array", "object"];

const everyType: ReadonlySet<ValueType> = new Set(allTypes);

export const valueType = (type: JsonType | "bigint"): ValueType => (type === "integer" ? "number" : type);

export function typeOfJson(value: Json): ValueType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  if (type === "bigint") return "number";
  return type === "boolean" || type === "number" || type === "string" ? type : "object";
}

/** References are followed this far: enough for real chains, and it ends on cycles. */
const maxReferences = 12;

/** The types a value can have that the schema accepts. May name too many, never too few. */
export function typesOf(schema: Schema, graph: Graph, steps = maxReferences): ReadonlySet<ValueType> {
  const known = knownTypes(graph, steps);
  const before = known.get(schema);
  if (before !== undefined) return before;
  const types = typesInCommon(schema, graph, steps);
  known.set(schema, types);
  return types;
}

/** By the references still followed, what was found of schemas: without it, each way through alternatives would be walked. */
const found = new WeakMap<Graph, Map<number, WeakMap<Schema, ReadonlySet<ValueType>>>>();

function knownTypes(graph: Graph, steps: number): WeakMap<Schema, ReadonlySet<ValueType>> {
  const bySteps = found.get(graph) ?? new Map<number, WeakMap<Schema, ReadonlySet<ValueType>>>();
  found.set(graph, bySteps);
  const known = bySteps.get(steps) ?? new WeakMap<Schema, ReadonlySet<ValueType>>();
  bySteps.set(steps, known);
  return known;
}

function typesInCommon(schema: Schema, graph: Graph, steps: number): ReadonlySet<ValueType> {
  let types = everyType;
  for (const assertion of schema.assertions) {
    const other = typesOfAssertion(assertion, graph, steps);
    if (other !== undefined) types = new Set([...types].filter((type) => other.has(type)));
  }
  return types;
}

/** Whether a schema lets through values of each type. */
export function acceptsAllTypes({ assertions }: Schema, graph: Graph): boolean {
  return assertions.every((assertion) => (typesOfAssertion(assertion, graph, maxReferences)?.size ?? allTypes.length) === allTypes.length);
}

function typesOfAssertion(assertion: Assertion, graph: Graph, steps: number): ReadonlySet<ValueType> | undefined {
  switch (assertion.kind) {
    case "never":
      return new Set();
    case "type":
      return new Set(assertion.types.map((type) => (type === "integer" ? heldAs(assertion.int64) : type)));
    case "enum": {
      const types = assertion.values.map((value) => (isInteger(value) ? heldAs(assertion.int64) : typeOfJson(value)));
      return new Set(types);
    }
    case "ref": {
      const named = steps === 0 ? undefined : graph.resolve(assertion.target);
      return named === undefined ? undefined : typesOf(named.schema, graph, steps - 1);
    }
    case "allOf":
      return typesInCommon({ ...emptySchema, assertions: assertion.members.flatMap(({ assertions }) => assertions) }, graph, steps);
    case "anyOf":
    case "oneOf":
      return steps === 0 ? undefined : new Set(assertion.members.flatMap((member) => [...typesOf(member, graph, steps - 1)]));
    // Say nothing of values of another type.
    case "number":
    case "string":
    case "array":
    case "object":
    case "unevaluatedProperties":
    case "unevaluatedItems":
    // May let through any.
    case "not":
    case "if":
      return undefined;
  }
}

/** The type of integers in a program. */
const heldAs = (int64: Int64 | undefined): ValueType => int64?.as ?? "number";

/** The form in which the integers that a schema is about are held; `undefined` where it is that of JSON. */
export function int64Of(schema: Schema): Int64 | undefined {
  for (const assertion of schema.assertions) {
    if (isTypeOrEnum(assertion) && assertion.int64 !== undefined) return assertion.int64;
  }
  return undefined;
}

/** Whether bytes are welcome where a string is. */
export function takesBytes(schema: Schema): boolean {
  return schema.assertions.some((assertion) => assertion.kind === "string" && assertion.binary === true);
}

/** Whether an assertion says that a string is bytes, and nothing else. */
export const isBytes = (assertion: Assertion): boolean =>
  assertion.kind === "string" && assertion.binary === true && Object.keys(assertion).every((key) => saysBytes.has(key));

/** What says of a string that it is bytes; a media type is not checked. */
const saysBytes: ReadonlySet<string> = new Set(["kind", "binary", "contentMediaType"]);

/** The same of a schema, of what it refers to, and of what it is made of. */
export function mayTakeBytes(schema: Schema, graph: Graph): boolean {
  const known = takers.get(graph) ?? new WeakMap<Schema, boolean>();
  takers.set(graph, known);
  const seen = new Set<Schema>();
  const isFound = looksForBytes(schema, graph, known, seen);
  // What was found nowhere is in none of what was looked at.
  if (!isFound) for (const each of seen) known.set(each, false);
  return isFound;
}

/** What was found of schemas: parents share their children, and would each walk all of them. */
const takers = new WeakMap<Graph, WeakMap<Schema, boolean>>();

function looksForBytes(schema: Schema, graph: Graph, known: WeakMap<Schema, boolean>, seen: Set<Schema>): boolean {
  const before = known.get(schema);
  if (before !== undefined) return before;
  if (seen.has(schema)) return false;
  seen.add(schema);
  const isFound = takesBytes(schema) || partsOf(schema, graph).some((part) => looksForBytes(part, graph, known, seen));
  if (isFound) known.set(schema, true);
  return isFound;
}

/** The schemas that a schema is made of, about the same value. */
function partsOf({ assertions }: Schema, graph: Graph): readonly Schema[] {
  return assertions.flatMap((assertion): readonly Schema[] => {
    if (isAlternatives(assertion)) return assertion.members;
    if (!isConjunction(assertion)) return [];
    return assertion.kind === "allOf" ? assertion.members : [graph.resolve(assertion.target)?.schema].filter((each) => each !== undefined);
  });
}
