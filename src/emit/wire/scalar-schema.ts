/** What schemas say of values that are no lists and no objects: one text may stand for several of these, and only the schema says which it takes. */
import { emptySchema } from "../../model/ir/empty-schema.js";
import type { AssertionOf } from "../../model/ir/kinds.js";
import type { Assertion, JsonType, Schema } from "../../model/ir/schema.js";

/** `undefined`: it takes every one. */
type Scalars = Schema | undefined;

const asserting = (...assertions: readonly Assertion[]): Schema => ({ ...emptySchema, assertions });

/** What an assertion says by itself. What schemas inside it say is put together with the functions below. */
export function scalarOf(assertion: Assertion): Scalars {
  switch (assertion.kind) {
    case "never":
    case "number":
      return asserting(assertion);
    case "string":
      // Bytes are no text.
      return assertion.binary === true ? undefined : asserting(assertion);
    case "type": {
      const types = assertion.types.filter((type) => !isStructure.has(type));
      return types.length === 0 ? asserting({ kind: "never" }) : asserting({ ...assertion, types });
    }
    case "enum": {
      const values = assertion.values.filter((value) => typeof value !== "object" || value === null);
      return values.length === 0 ? asserting({ kind: "never" }) : asserting({ ...assertion, values });
    }
    case "ref":
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "not":
    case "if":
    // Say nothing of a scalar.
    case "array":
    case "object":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return undefined;
  }
}

const isStructure: ReadonlySet<JsonType> = new Set(["array", "object"]);

/** What both say. */
export function bothScalars(one: Scalars, other: Scalars): Scalars {
  if (one === undefined || other === undefined) return one ?? other;
  return asserting(...one.assertions, ...other.assertions);
}

/** What one of several takes, or exactly one. */
export function alternativeScalars(kind: "anyOf" | "oneOf", all: readonly Scalars[]): Scalars {
  const members = all.map((each) => each ?? emptySchema);
  if (members.length < 2) return all[0];
  if (kind === "anyOf" && all.includes(undefined)) return undefined;
  return asserting({ kind, members, discriminator: undefined });
}

/** What does not take every one is turned round; of what does, the walk may have come to its end before it saw more. */
export function negated(schema: Scalars): Scalars {
  return schema && asserting({ kind: "not", schema });
}

export function conditionalScalar(condition: Scalars, then: Scalars, otherwise: Scalars): Scalars {
  if (then === undefined && otherwise === undefined) return undefined;
  return asserting({ kind: "if", if: condition ?? emptySchema, then, else: otherwise });
}

/** Whether a schema may take a text that begins like a list or an object of JSON. */
export function mayTakeJson(schema: Scalars): boolean {
  if (schema === undefined) return true;
  return schema.assertions.every((assertion) => {
    switch (assertion.kind) {
      case "never":
        return false;
      case "type":
        return assertion.types.includes("string");
      case "enum":
        return assertion.values.some((value) => typeof value === "string" && /^\s*[[{]/.test(value));
      case "allOf":
        return assertion.members.every(mayTakeJson);
      case "anyOf":
      case "oneOf":
        return assertion.members.some(mayTakeJson);
      case "number":
      case "string":
      case "ref":
      case "not":
      case "if":
      case "array":
      case "object":
      case "unevaluatedProperties":
      case "unevaluatedItems":
        return true;
    }
  });
}

/** Whether a schema refuses a value of a type that it names: else the types say it all. */
export function saysMoreThanTypes({ assertions }: Schema): boolean {
  return assertions.some((assertion) => {
    switch (assertion.kind) {
      case "type":
      case "never": // names no type
        return false;
      case "anyOf":
        return assertion.members.some(saysMoreThanTypes);
      case "oneOf":
        return assertion.members.some(saysMoreThanTypes) || !areApart(assertion);
      case "number":
      case "string":
        return Object.keys(assertion).some((key) => key !== "kind");
      case "enum":
      case "ref":
      case "allOf":
      case "not":
      case "if":
      case "array":
      case "object":
      case "unevaluatedProperties":
      case "unevaluatedItems":
        return true;
    }
  });
}

/** Whether no value is of two of several types. */
function areApart({ members }: AssertionOf<"oneOf">): boolean {
  const types = members.flatMap(({ assertions }) => {
    const own = assertions.flatMap((assertion) => (assertion.kind === "type" ? assertion.types : []));
    return [...new Set(own.map((type) => (type === "integer" ? "number" : type)))];
  });
  return new Set(types).size === types.length && members.every(({ assertions }) => assertions.length > 0);
}
