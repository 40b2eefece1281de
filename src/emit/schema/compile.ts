/** A schema as statements about a value. */
import type { Assertion, JsonType, Schema } from "../../model/types.js";
import type { Json } from "../../source/source-file.js";
import { code, literal, type Code } from "../code.js";
import { compileArray } from "./array.js";
import { callNamed, compilePart } from "./call.js";
import { compileAlternatives } from "./alternatives.js";
import { constant, runtime, seenAt, type FunctionScope, type Place } from "./function-scope.js";
import { numberChecks, rangeMessage, stringChecks, type Check } from "./leaf.js";
import { enumMessage, typeMessage } from "./message.js";
import { compileObject } from "./object.js";
import { line, when, type Block, type Statement } from "./statement.js";
import { always, and, atom, different, isKnown, never, not, or, same, type Test } from "./test.js";
import { takesBytes, typeOfJson, valueType } from "./types-of.js";
import { guard, typeTest } from "./types-test.js";
import { compileUnevaluated } from "./unevaluated.js";
import { compileCondition, compileNot } from "./condition.js";

const typeKeyword = literal("type");

/** Values up to which an enumeration is a chain of comparisons; longer ones are a set. */
const longestChain = 8;

export function failure(keyword: string, message: string, path: readonly Code[]): Statement {
  return { kind: "fail", keyword: literal(keyword), message: literal(message), path };
}

/** What has to be done to hold the value at a place against a schema. Nothing where the schema accepts everything. */
export function compile(schema: Schema, place: Place, scope: FunctionScope): Block {
  if (!schema.assertions.some(isUnevaluated)) return compileAssertions(schema, place, scope);
  const record = scope.locals.take("seenHere");
  const ordered = [...schema.assertions.filter((assertion) => !isUnevaluated(assertion)), ...schema.assertions.filter(isUnevaluated)];
  const outer = seenAt(place, scope);
  return [
    line(code`const ${record} = ${runtime(scope, "evaluated", "evaluated")}();`),
    ...compileAssertions({ ...schema, assertions: ordered }, { ...place, seen: record }, scope),
    ...(outer === undefined ? [] : [line(code`${runtime(scope, "join", "evaluated")}(${outer}, ${record});`)]),
  ];
}

const isUnevaluated = ({ kind }: Assertion): boolean => kind === "unevaluatedProperties" || kind === "unevaluatedItems";

function compileAssertions(schema: Schema, place: Place, scope: FunctionScope): Block {
  if (schema.assertions.some(({ kind }) => kind === "never")) return [failure("false", "is not allowed", place.path)];
  const facts = valueFacts(schema, place);
  const rest = schema.assertions.filter(({ kind }) => kind !== "type" && kind !== "enum");
  if (facts.values !== undefined) {
    return [...compileEnum(facts.values, place, scope), ...rest.flatMap((assertion) => compileAssertion(assertion, place, scope))];
  }
  const types = facts.types ?? (place.known === undefined ? sharedType(rest) : undefined);
  if (types === undefined) return rest.flatMap((assertion) => compileAssertion(assertion, place, scope));
  return compileTyped(types, rest, schema, place, scope);
}

/** The one type that a member of `allOf` asks for: asked at once, it need not be asked again in each member. */
function sharedType(assertions: readonly Assertion[]): readonly JsonType[] | undefined {
  for (const assertion of assertions) {
    if (assertion.kind !== "allOf") continue;
    for (const { assertions: inner } of assertion.members) {
      const own = inner.find((member) => member.kind === "type");
      if (own?.types.length === 1 && (own.types[0] === "object" || own.types[0] === "array")) return own.types;
    }
  }
  return undefined;
}

interface ValueFacts {
  readonly types: readonly JsonType[] | undefined;
  /** The values of an enumeration that the types let through. */
  readonly values: readonly Json[] | undefined;
}

export function valueFacts(schema: Schema, { known }: Pick<Place, "known">): ValueFacts {
  let types: readonly JsonType[] | undefined;
  let values: readonly Json[] | undefined;
  for (const assertion of schema.assertions) {
    if (assertion.kind === "type")
      types = types === undefined ? assertion.types : types.filter((type) => includesType(assertion.types, type));
    if (assertion.kind === "enum")
      values = values === undefined ? assertion.values : values.filter((value) => assertion.values.includes(value));
  }
  const isPossible = (value: Json): boolean =>
    (types === undefined || types.some((type) => hasType(value, type))) && (known === undefined || hasType(value, known));
  return { types, values: values?.filter(isPossible) };
}

const includesType = (types: readonly JsonType[], type: JsonType): boolean =>
  types.includes(type) || (type === "integer" && types.includes("number"));

function hasType(value: Json, type: JsonType): boolean {
  return typeOfJson(value) === valueType(type) && (type !== "integer" || Number.isInteger(value));
}

function compileTyped(types: readonly JsonType[], rest: readonly Assertion[], schema: Schema, place: Place, scope: FunctionScope): Block {
  const bytes = takesBytes(schema);
  const others = types.filter((type) => type !== "null");
  const only = others[0];
  // "X or null": nothing but the test for null stands in the way of what is said about X.
  if (
    place.known === undefined &&
    types.length === 2 &&
    others.length === 1 &&
    only !== undefined &&
    rest.every((assertion) => isAbout(assertion, only))
  ) {
    const body = compileTyped(others, rest, schema, place, scope);
    const first = body[0];
    const failed = failure("type", typeMessage(types, bytes), place.path);
    const said: Block = first?.kind === "if" && body.length === 1 && isTypeFailure(first.then) ? [{ ...first, then: [failed] }] : body;
    return when(different(place.value, code`null`), said);
  }
  const settled = types.length === 1 && !bytes ? types[0] : place.known;
  const inside: Place = { ...place, known: settled };
  const message = typeMessage(types, bytes);
  if (
    settled === "integer" &&
    place.known === undefined &&
    rest.some((assertion) => assertion.kind === "number" && assertion.format === "int64")
  ) {
    const inner = withoutInt64(rest).flatMap((assertion) => compileAssertion(assertion, inside, scope));
    const number = inner.length > 0 ? same(code`typeof ${place.value}`, code`"number"`) : always;
    const fits = and(number, atom(code`Number.isSafeInteger(${place.value})`));
    return when(not(fits), [failure("type", rangeMessage(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER), place.path)], inner);
  }
  const inner = rest.flatMap((assertion) => compileAssertion(assertion, inside, scope));
  const fits = typeTest(types, place, scope, inner.length > 0, bytes);
  return when(not(fits), [failure("type", message, place.path)], inner);
}

/** What is left to check of a 64-bit integer once it is known to be one that a number holds exactly: the test of its type says both. */
function withoutInt64(assertions: readonly Assertion[]): readonly Assertion[] {
  return assertions.map((assertion) => (assertion.kind === "number" ? { ...assertion, format: "double" } : assertion));
}

export function isTypeFailure(block: Block): boolean {
  const only = block[0];
  return block.length === 1 && only?.kind === "fail" && only.keyword === typeKeyword;
}

function isAbout(assertion: Assertion, type: JsonType): boolean {
  const { kind } = assertion;
  return (kind === "number" || kind === "string" || kind === "array" || kind === "object") && kind === valueType(type);
}

function compileAssertion(assertion: Assertion, place: Place, scope: FunctionScope): Block {
  switch (assertion.kind) {
    case "number":
    case "string":
      return compileLeaf(assertion, place, scope);
    case "array":
      return when(guard("array", place, scope), compileArray(assertion, { ...place, known: "array" }, scope));
    case "object":
      return when(guard("object", place, scope), compileObject(assertion, { ...place, known: "object" }, scope));
    case "ref":
      return callNamed(assertion.target, place, scope);
    case "allOf":
      return assertion.members.flatMap((member) => compilePart(member, place, scope));
    case "anyOf":
    case "oneOf":
      return compileAlternatives(assertion, place, scope);
    case "not":
      return compileNot(assertion.schema, place, scope);
    case "if":
      return compileCondition(assertion, place, scope);
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return compileUnevaluated(assertion, place, scope);
    default:
      return [];
  }
}

function compileLeaf(assertion: Assertion & { readonly kind: "number" | "string" }, place: Place, scope: FunctionScope): Block {
  const test = guard(assertion.kind, place, scope);
  if (isKnown(test, false)) return [];
  const checks = assertion.kind === "number" ? numberChecks(assertion, place, scope) : stringChecks(assertion, place, scope);
  const long = checks.findIndex(({ keyword }) => keyword === "maxLength");
  const statements = (some: readonly Check[]): Block =>
    some.flatMap(({ wrong, keyword, message }) => when(wrong, [failure(keyword, message, place.path)]));
  const limit = checks[long];
  if (limit === undefined) return when(test, statements(checks));
  // What is too long goes no further: a pattern may take its time.
  const bounded = when(limit.wrong, [failure(limit.keyword, limit.message, place.path)], statements(checks.slice(long + 1)));
  return when(test, [...statements(checks.slice(0, long)), ...bounded]);
}

/** One of several values, or an issue that lists them. */
export function compileEnum(values: readonly Json[], place: Place, scope: FunctionScope): Block {
  const keyword = values.length === 1 ? "const" : "enum";
  return when(not(enumTest(values, place, scope)), [failure(keyword, enumMessage(values), place.path)]);
}

export function enumTest(values: readonly Json[], place: Place, scope: FunctionScope): Test {
  if (values.length === 0) return never;
  const { value } = place;
  const name = `${place.name.charAt(0).toLowerCase()}${place.name.slice(1)}Values`;
  if (values.some((member) => typeof member === "object" && member !== null)) {
    const list = constant(scope, name, literal(values));
    return atom(code`${runtime(scope, "isOneOf", "equality")}(${value}, ${list})`);
  }
  if (values.length <= longestChain)
    return or(...values.map((member) => atom(code`${value} === ${literal(member)}`, code`${value} !== ${literal(member)}`)));
  const set = constant(scope, name, code`/* @__PURE__ */ new Set<unknown>([`, values.map(literal), code`])`);
  return atom(code`${set}.has(${value})`);
}
