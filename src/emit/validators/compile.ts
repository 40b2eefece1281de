/** A schema as statements about a value. */
import { assertedTypes } from "../../model/ir/asserted-types.js";
import { isTypeOrEnum, isScalar, isUnevaluated, kindTest, typeConcerned } from "../../model/ir/kinds.js";
import type { Assertion, Int64, JsonType, Schema } from "../../model/ir/schema.js";
import { allowedByAll } from "../../model/passes/allowed-values.js";
import { isInteger } from "../../model/ir/is-integer.js";
import type { Json } from "../../source/source-file.js";
import { bigint, code, empty, join, literal, type Code } from "../print/code.js";
import { int64Literal } from "../wire/int64-code.js";
import { compileArray } from "./array.js";
import { callNamed, compilePart, isCalled } from "./call.js";
import { compileAlternatives } from "./alternatives/alternatives.js";
import { knownAs, listConstant, runtime, seenAt, type FunctionScope, type Place } from "./function-scope.js";
import { numberChecks, stringChecks, type Check } from "./scalar.js";
import { compileObject } from "./object.js";
import { conditional, failure, line, when, withTested, type Block, type Fail } from "./statement.js";
import { always, and, atom, different, isKnown, never, not, or, same, type Test } from "./test.js";
import { int64Of, takesBytes, typeOfJson, typesOf, valueType } from "./types-of.js";
import { guard, typeTest } from "./types-test.js";
import { compileUnevaluated, unevaluatedLast, withoutRecord } from "./unevaluated.js";
import { scalarAccepts, unsettled, type ScalarAssertion } from "./constant-fold.js";
import { compileCondition, compileNot } from "./condition.js";
import { inOrder } from "./words.js";

/** Values up to which an enumeration is a chain of comparisons; longer ones are a set. */
const longestChain = 8;

/** That a value has none of these types. `bytes`: binary data would have been as good as a string. */
export function typeFailure(types: readonly JsonType[], bytes: boolean, path: readonly Code[]): Fail {
  // Of no type at all is what no value may be.
  if (types.length === 0 && !bytes) return failure("failFalse", path);
  const only = types.length === 1 ? types[0] : undefined;
  return failure(bytes ? "failBinary" : "failType", path, literal(only ?? inOrder(types)));
}

/** What has to be done to hold the value at a place against a schema. Nothing where the schema accepts everything. */
export function compile(schema: Schema, place: Place, scope: FunctionScope): Block {
  if (!schema.assertions.some(isUnevaluated)) return compileAssertions(schema, place, scope);
  const settled = withoutRecord(schema, place, scope);
  if (settled !== undefined) return compileAssertions(settled, place, scope);
  const record = scope.locals.take("seenHere");
  const outer = seenAt(place, scope);
  const begin = line(code`const ${record} = ${runtime(scope, "evaluated")}();`);
  const wasUsed = forgetSeen(scope);
  const checks = compileAssertions({ ...schema, assertions: unevaluatedLast(schema) }, { ...place, seen: record }, scope);
  // Nobody asks for it where the value can be no object and no array, or nothing at all.
  const asks = scope.used.seen && checks.some(({ kind }) => kind !== "fail");
  scope.used.seen ||= wasUsed;
  if (!asks) return checks;
  return [begin, ...checks, ...(outer === undefined ? [] : [line(code`${runtime(scope, "join")}(${outer}, ${record});`)])];
}

/** From now on it is noted anew whether a record is used; gives whether one was. */
function forgetSeen({ used }: FunctionScope): boolean {
  const { seen } = used;
  used.seen = false;
  return seen;
}

function compileAssertions(written: Schema, place: Place, scope: FunctionScope): Block {
  const assertions = flattened(written.assertions, place, scope);
  if (assertions.some(({ kind }) => kind === "never")) return [failure("failFalse", place.path)];
  const schema = assertions === written.assertions ? written : { ...written, assertions };
  const facts = valueFacts(schema, place);
  const others = assertions.filter((assertion) => !isTypeOrEnum(assertion));
  const { values } = facts;
  const rest = values === undefined ? others : unsettled(others, values, scope);
  if (facts.values !== undefined) {
    // What takes no value at all has nothing else to say of one.
    if (facts.values.length === 0) return [failure("failFalse", place.path)];
    const enumeration = compileEnum(facts.values, int64Of(schema), place, scope);
    return rest.length === 0 ? enumeration : [...enumeration, ...compileAll(rest, place, scope)];
  }
  const types = facts.types ?? (place.known === undefined ? sharedType(schema, scope) : undefined);
  if (types === undefined) return compileAll(rest, place, scope);
  return compileTyped(types, rest, schema, place, scope);
}

/** The same assertions without the small members of `allOf`: theirs stand beside the others, and a type is asked for once. */
function flattened(assertions: readonly Assertion[], place: Place, scope: FunctionScope): readonly Assertion[] {
  if (!assertions.some(({ kind }) => kind === "allOf")) return assertions;
  return assertions.flatMap((assertion): readonly Assertion[] => {
    if (assertion.kind !== "allOf") return [assertion];
    const small = assertion.members.filter((member) => !isCalled(member, place, scope) && !member.assertions.some(isUnevaluated));
    const members = assertion.members.filter((member) => !small.includes(member));
    const own = small.flatMap((member) => flattened(member.assertions, place, scope));
    return members.length === 0 ? own : [{ ...assertion, members }, ...own];
  });
}

/** Whether what an assertion says asks for the type of the value first. */
const asksForType = kindTest({
  object: true,
  array: true,
  allOf: true,
  // Ask for it once, by themselves.
  number: false,
  string: false,
  unevaluatedProperties: false,
  unevaluatedItems: false,
  ref: false,
  anyOf: false,
  oneOf: false,
  not: false,
  if: false,
  never: false,
  type: false,
  enum: false,
});

/** The one type that what a schema is made of asks for: asked at once, it need not be asked again in each part. */
function sharedType(schema: Schema, scope: FunctionScope): readonly JsonType[] | undefined {
  const asks = schema.assertions.some(asksForType);
  const [only, ...others] = asks ? typesOf(schema, scope.file.graph) : [];
  return others.length === 0 && (only === "object" || only === "array") ? [only] : undefined;
}

interface ValueFacts {
  readonly types: readonly JsonType[] | undefined;
  /** The values of an enumeration that the types let through. */
  readonly values: readonly Json[] | undefined;
}

export function valueFacts(schema: Schema, { known }: Pick<Place, "known">): ValueFacts {
  const types = assertedTypes(schema.assertions);
  const values = allowedByAll(schema.assertions.map((assertion) => (assertion.kind === "enum" ? assertion.values : undefined)));
  if (values === undefined) return { types, values };
  const held = int64Of(schema)?.as;
  const isPossible = (value: Json): boolean =>
    (types === undefined || types.some((type) => hasType(value, type))) &&
    (known === undefined || hasType(value, known) || (known === held && isInteger(value)));
  const asserted = schema.assertions.filter(isScalar);
  return { types, values: values.filter((value) => isPossible(value) && asserted.every((assertion) => scalarAccepts(assertion, value))) };
}

function hasType(value: Json, type: JsonType): boolean {
  return typeOfJson(value) === valueType(type) && (type !== "integer" || isInteger(value));
}

function compileTyped(types: readonly JsonType[], others: readonly Assertion[], schema: Schema, place: Place, scope: FunctionScope): Block {
  const bytes = takesBytes(schema);
  const int64 = int64Of(schema);
  // TypeScript knows that no value is of another type, and lets nothing more be asked of one.
  const isSplit = types.length > 1 && !bytes && int64 === undefined;
  const rest = isSplit ? others.filter((assertion) => isAboutSome(assertion, types)) : others;
  // "X or null": nothing but the test for null stands in the way of what is said about X.
  const only = place.known === undefined ? otherThanNull(types) : undefined;
  if (only !== undefined && rest.every((assertion) => isAbout(assertion, only))) {
    const body = compileTyped([only], rest, schema, place, scope);
    const first = body[0];
    if (first?.kind !== "if" || body.length > 1) return when(different(place.value, code`null`), body);
    const tested = first.tested === undefined ? undefined : typeFailure(types, bytes, []).expected;
    const said = when(different(place.value, code`null`), [
      conditional(first.test, ofTypes(first.then, types, bytes), first.else, first.refusesAbsent, tested),
    ]);
    return first.else.length > 0 ? said : withTested(said, tested);
  }
  const settled = types.length === 1 && !bytes ? types[0] : place.known;
  const inside = knownAs(settled, place);
  if (
    settled === "integer" &&
    place.known === undefined &&
    int64 === undefined &&
    rest.some((assertion) => assertion.kind === "number" && assertion.format === "int64")
  ) {
    const inner = compileAll(withoutInt64(rest), inside, scope);
    const number = inner.length > 0 ? same(code`typeof ${place.value}`, code`"number"`) : always;
    const fits = and(number, atom(code`Number.isSafeInteger(${place.value})`));
    return withTested(when(not(fits), [failure("failSafeInteger", place.path, place.value)], inner), code`"integer"`);
  }
  const inner = compileAll(rest, inside, scope);
  const fits = typeTest(types, place, scope, inner.length > 0, { bytes, int64 });
  const failed = typeFailure(types, bytes, place.path);
  if (int64?.as !== "bigint" || bytes) {
    const isPlain = !bytes && int64 === undefined && place.known === undefined;
    return withTested(when(not(fits), [failed], inner), isPlain ? failed.expected : undefined);
  }
  const held = failure("failBigint", place.path, place.value);
  return when(not(fits), types.length === 1 ? [held] : ofTypes([held], types, bytes), inner);
}

/** The type beside null, where there are these two. */
function otherThanNull(types: readonly JsonType[]): JsonType | undefined {
  const [first, second] = types;
  if (types.length !== 2 || first === second) return undefined;
  return first === "null" ? second : second === "null" ? first : undefined;
}

/** What is left to check of a 64-bit integer once it is known to be one that a number holds exactly: the test of its type says both. */
function withoutInt64(assertions: readonly Assertion[]): readonly Assertion[] {
  return assertions.map((assertion) => (assertion.kind === "number" ? { ...assertion, format: "double" } : assertion));
}

/** What is said of a value of the wrong type, when it may have any of these; a block that says something else, as it is. */
export function ofTypes(block: Block, types: readonly JsonType[], bytes: boolean): Block {
  const [only] = block;
  if (block.length !== 1 || only?.kind !== "fail") return block;
  if (only.by === "failSafeInteger" || only.by === "failBigint") return [{ ...only, more: [literal(inOrder(types))] }];
  return only.by === "failType" || only.by === "failBinary" ? [typeFailure(types, bytes, only.path)] : block;
}

function isAbout(assertion: Assertion, type: JsonType): boolean {
  // What nothing has looked at is asked of any value: the record of it is kept for all of them.
  return !isUnevaluated(assertion) && typeConcerned[assertion.kind] === valueType(type);
}

function isAboutSome(assertion: Assertion, types: readonly JsonType[]): boolean {
  const concerned = typeConcerned[assertion.kind];
  return concerned === undefined || isUnevaluated(assertion) || types.some((type) => valueType(type) === concerned);
}

/** What is never reached asks for nothing. */
function whereIt(holds: Test, make: () => Block): Block {
  return isKnown(holds, false) ? [] : when(holds, make());
}

function compileAll(assertions: readonly Assertion[], place: Place, scope: FunctionScope): Block {
  const only = assertions[0];
  if (only === undefined) return [];
  // Nearly all of the time there is but one.
  return assertions.length === 1
    ? compileAssertion(only, place, scope)
    : assertions.flatMap((assertion) => compileAssertion(assertion, place, scope));
}

function compileAssertion(assertion: Assertion, place: Place, scope: FunctionScope): Block {
  switch (assertion.kind) {
    case "number":
    case "string":
      return compileScalar(assertion, place, scope);
    case "array":
      return whereIt(guard("array", place, scope), () => compileArray(assertion, knownAs("array", place), scope));
    case "object":
      return whereIt(guard("object", place, scope), () => compileObject(assertion, knownAs("object", place), scope));
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
    // Compiled with the schema: see `compileAssertions`.
    case "never":
    case "type":
    case "enum":
      return [];
  }
}

function compileScalar(assertion: ScalarAssertion, place: Place, scope: FunctionScope): Block {
  const test = guard(assertion.kind, place, scope, assertion.kind === "number" ? assertion.int64 : undefined);
  if (isKnown(test, false)) return [];
  const checks = assertion.kind === "number" ? numberChecks(assertion, place, scope) : stringChecks(assertion, place, scope);
  return when(test, statementsOf(checks, place));
}

/** What is too long goes no further: a pattern may take its time, and so may a bigint. */
const stops: ReadonlySet<string> = new Set(["failMaxLength", "failPatternLength", "failInt64"]);

/** The checks of a scalar, one after the other. */
function statementsOf(checks: readonly Check[], place: Place): Block {
  const [check, ...rest] = checks;
  if (check === undefined) return [];
  const failed = [failure(check.by, place.path, check.expected)];
  const others = statementsOf(rest, place);
  return stops.has(check.by) ? when(check.wrong, failed, others) : [...withTested(when(check.wrong, failed), check.tested), ...others];
}

/** One of several values, or an issue that lists them. */
export function compileEnum(values: readonly Json[], int64: Int64 | undefined, place: Place, scope: FunctionScope): Block {
  if (values.length === 0) return [failure("failFalse", place.path)];
  const { test, list } = enumTest(values, int64, place, scope);
  const [only] = values;
  const failed =
    values.length === 1 && only !== undefined
      ? failure("failConst", place.path, list === undefined ? said(only) : code`${list}[0]`)
      : failure("failEnum", place.path, list ?? code`[${join(values.map(said), ", ")}]`);
  const isChain = list === undefined && int64 === undefined;
  return withTested(when(not(test), [failed]), isChain ? code`[${join(values.map(said), ", ")}]` : undefined);
}

/** A value as issues name it: an integer is a number again, in whatever form it is held, and a bigint where a number does not hold it. */
function said(value: Json): Code {
  return typeof value === "bigint" ? bigint(value) : literal(value);
}

/** Whether a value is one of several; `list`: a constant that holds them, where there is one. */
export function enumTest(
  values: readonly Json[],
  int64: Int64 | undefined,
  place: Place,
  scope: FunctionScope,
): { readonly test: Test; readonly list: Code | undefined } {
  if (values.length === 0) return { test: never, list: undefined };
  const { value } = place;
  const held = (member: Json): Code => (int64 !== undefined && isInteger(member) ? int64Literal(member, int64) : literal(member));
  const name = `${place.name.charAt(0).toLowerCase()}${place.name.slice(1)}Values`;
  if (values.some((member) => typeof member === "object" && member !== null)) {
    const list = listConstant(scope, name, code`: readonly unknown[]`, code`[`, values.map(held), code`]`);
    return { test: atom(code`${runtime(scope, "isOneOf")}(${value}, ${list})`), list };
  }
  if (values.length <= longestChain) {
    return { test: or(...values.map((member) => same(value, held(member)))), list: undefined };
  }
  const list = listConstant(scope, name, empty, code`/* @__PURE__ */ new Set<unknown>([`, values.map(held), code`])`);
  return { test: atom(code`${list}.has(${value})`), list: int64 === undefined ? list : undefined };
}
