/** Which types of JSON a schema lets through. */
import type { Json } from "../../source/source-file.js";
import type { Assertion, JsonType, Schema } from "../../model/types.js";
import type { Graph } from "./graph.js";

/** `integer` is not apart here: it is a number. */
export type ValueType = Exclude<JsonType, "integer">;

export const allTypes: readonly ValueType[] = ["null", "boolean", "number", "string", "array", "object"];

export const valueType = (type: JsonType): ValueType => (type === "integer" ? "number" : type);

export function typeOfJson(value: Json): ValueType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" || type === "number" || type === "string" ? type : "object";
}

/** References are followed this far: enough for real chains, and it ends on cycles. */
const reach = 12;

/** The types a value can have that the schema accepts. May name too many, never too few. */
export function typesOf(schema: Schema, graph: Graph, steps = reach): ReadonlySet<ValueType> {
  let types: ReadonlySet<ValueType> = new Set(allTypes);
  for (const assertion of schema.assertions) {
    const other = typesOfAssertion(assertion, graph, steps);
    if (other !== undefined) types = new Set([...types].filter((type) => other.has(type)));
  }
  return types;
}

function typesOfAssertion(assertion: Assertion, graph: Graph, steps: number): ReadonlySet<ValueType> | undefined {
  switch (assertion.kind) {
    case "never":
      return new Set();
    case "type":
      return new Set(assertion.types.map(valueType));
    case "enum":
      return new Set(assertion.values.map(typeOfJson));
    case "ref": {
      const named = steps === 0 ? undefined : graph.resolve(assertion.target);
      return named === undefined ? undefined : typesOf(named.schema, graph, steps - 1);
    }
    case "allOf":
      return typesOf({ ...emptySchema, assertions: assertion.members.flatMap(({ assertions }) => assertions) }, graph, steps);
    case "anyOf":
    case "oneOf":
      return steps === 0 ? undefined : new Set(assertion.members.flatMap((member) => [...typesOf(member, graph, steps - 1)]));
    default:
      return undefined;
  }
}

export const emptySchema: Schema = {
  origin: { file: "", pointer: "" },
  doc: {},
  assertions: [],
  default: undefined,
  examples: [],
  readOnly: false,
  writeOnly: false,
};

/** Whether bytes are welcome where a string is. */
export function takesBytes(schema: Schema): boolean {
  return schema.assertions.some((assertion) => assertion.kind === "string" && assertion.binary === true);
}
