/** Schemas as questions: whether a value fits, without saying what is wrong with it. */
import { isScalar, type AssertionOf } from "../../model/ir/kinds.js";
import type { Assertion, Schema } from "../../model/ir/schema.js";
import { code, literal, type Code } from "../print/code.js";
import { callTo, compilePart } from "./call.js";
import type { Form } from "./callee.js";
import { enumTest, valueFacts } from "./compile.js";
import { runtime, seenAt, type FunctionScope, type Place } from "./function-scope.js";
import { numberChecks, stringChecks } from "./scalar.js";
import { unsettled, type ScalarAssertion } from "./constant-fold.js";
import { failure, line, when, type Block } from "./statement.js";
import { always, and, fits, never, not, or, type Test } from "./test.js";
import { canMark } from "./tracking.js";
import { int64Of, takesBytes } from "./types-of.js";
import { guard, typeTest } from "./types-test.js";
import { isAnything, isNever } from "./walk.js";
import { describe } from "./words.js";

/** Whether the value at a place is valid, as one expression. */
export function validTest(schema: Schema, place: Place, scope: FunctionScope): Test {
  const simple = simpleTest(schema, place, scope);
  if (simple !== undefined) return simple;
  const call = callTo(schema, place, scope);
  return call === undefined ? always : fits(call, askedForm(scope));
}

/** The form of other checks that a test asks: where there are guards, those. */
export const askedForm = ({ file }: FunctionScope): Form => (file.choices.mode === "fast" ? "guard" : "check");

/** A test that says it all, for a schema that is about one scalar; `undefined` for any other. */
export function simpleTest(schema: Schema, place: Place, scope: FunctionScope): Test | undefined {
  if (isAnything(schema)) return always;
  if (isNever(schema)) return never;
  if (!schema.assertions.every(isAboutScalars)) return undefined;
  const { types, values } = valueFacts(schema, place);
  const checks = schema.assertions.filter(isScalar);
  const open = values === undefined ? checks : unsettled(checks, values, scope);
  const bytes = takesBytes(schema);
  const [only] = types?.length === 1 && !bytes ? types : [];
  const known = values === undefined ? (only ?? place.known) : place.known;
  const tests = open.map((assertion) => scalarTest(assertion, { ...place, known }, scope));
  if (values !== undefined) return and(enumTest(values, int64Of(schema), place, scope).test, ...tests);
  return types === undefined
    ? and(...tests)
    : and(typeTest(types, place, scope, tests.length > 0, { bytes, int64: int64Of(schema) }), ...tests);
}

function isAboutScalars(assertion: Assertion): boolean {
  switch (assertion.kind) {
    case "type":
      return assertion.types.every((type) => type !== "array" && type !== "object");
    case "enum":
    case "number":
    case "string":
      return true;
    case "never": // no value at all
    case "array": // look inside a value, or ask other schemas
    case "object":
    case "ref":
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "not":
    case "if":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return false;
  }
}

function scalarTest(assertion: ScalarAssertion, place: Place, scope: FunctionScope): Test {
  const checks = assertion.kind === "number" ? numberChecks(assertion, place, scope) : stringChecks(assertion, place, scope);
  const int64 = assertion.kind === "number" ? assertion.int64 : undefined;
  return or(not(guard(assertion.kind, place, scope, int64)), and(...checks.map(({ wrong }) => not(wrong))));
}

export function compileNot(schema: Schema, place: Place, scope: FunctionScope): Block {
  const part: Place = { ...place, name: `${place.name}Not`, seen: undefined };
  const what = describe(schema);
  return when(validTest(schema, part, scope), [failure("failNot", place.path, what === undefined ? code`undefined` : literal(what))]);
}

export function compileCondition(assertion: AssertionOf<"if">, place: Place, scope: FunctionScope): Block {
  const then = assertion.then === undefined ? [] : compilePart(assertion.then, { ...place, name: `${place.name}Then` }, scope);
  const otherwise = assertion.else === undefined ? [] : compilePart(assertion.else, { ...place, name: `${place.name}Else` }, scope);
  const asked: Place = { ...place, name: `${place.name}If` };
  if (place.seen === undefined || !canMark(assertion.if, scope.file.graph)) {
    if (then.length === 0 && otherwise.length === 0) return [];
    return when(validTest(assertion.if, { ...asked, seen: undefined }, scope), then, otherwise);
  }
  const { record, begin, end } = forked(place, scope);
  const call = callTo(assertion.if, { ...asked, seen: record }, scope);
  const test = call === undefined ? always : fits(call, askedForm(scope));
  return [...begin, ...when(test, [...end, ...then], otherwise)];
}

/** A record of its own for an alternative, and how it is joined to that of the place when the alternative fits. */
export function forked(place: Place, scope: FunctionScope): { readonly record: Code; readonly begin: Block; readonly end: Block } {
  const outer = seenAt(place, scope) ?? code`undefined`;
  const record = scope.locals.take("seenHere");
  return {
    record,
    begin: [line(code`const ${record} = ${runtime(scope, "fork")}(${outer});`)],
    end: [line(code`${runtime(scope, "join")}(${outer}, ${record});`)],
  };
}
