/** Schemas as questions: whether a value fits, without saying what is wrong with it. */
import type { Assertion, Schema } from "../../model/types.js";
import { code, type Code } from "../code.js";
import { compilePart, hoist, namedCall } from "./call.js";
import { enumTest, failure, valueFacts } from "./compile.js";
import { runtime, seenAt, type FunctionScope, type Place } from "./function-scope.js";
import { numberChecks, stringChecks } from "./leaf.js";
import { describe } from "./message.js";
import { line, when, type Block } from "./statement.js";
import { always, and, never, not, or, same, type Test } from "./test.js";
import { canMark } from "./tracking.js";
import { takesBytes } from "./types-of.js";
import { guard, typeTest } from "./types-test.js";
import { isAnything, isNever, loneReference } from "./walk.js";

/** Whether the value at a place is valid, as one expression. */
export function validTest(schema: Schema, place: Place, scope: FunctionScope): Test {
  return simpleTest(schema, place, scope) ?? noIssues(issuesOf(schema, place, scope));
}

const noIssues = (issues: Code | undefined): Test => (issues === undefined ? always : same(issues, code`undefined`));

/** The issues of a value as an expression; `undefined` where there can be none. */
export function issuesOf(schema: Schema, place: Place, scope: FunctionScope): Code | undefined {
  if (isAnything(schema)) return undefined;
  const target = loneReference(schema);
  return target === undefined ? hoist(schema, place, scope) : namedCall(target, place, scope);
}

/** A test that says it all, for a schema that is about one scalar; `undefined` for any other. */
export function simpleTest(schema: Schema, place: Place, scope: FunctionScope): Test | undefined {
  if (isAnything(schema)) return always;
  if (isNever(schema)) return never;
  if (!schema.assertions.every(isScalar)) return undefined;
  const { types, values } = valueFacts(schema, place);
  const checks = schema.assertions.filter(({ kind }) => kind === "number" || kind === "string");
  const bytes = takesBytes(schema);
  const [only] = types?.length === 1 && !bytes ? types : [];
  const known = values === undefined ? (only ?? place.known) : place.known;
  const tests = checks.map((assertion) => leafTest(assertion, { ...place, known }, scope));
  if (values !== undefined) return and(enumTest(values, place, scope), ...tests);
  return types === undefined ? and(...tests) : and(typeTest(types, place, scope, tests.length > 0, bytes), ...tests);
}

function isScalar(assertion: Assertion): boolean {
  if (assertion.kind === "type") return assertion.types.every((type) => type !== "array" && type !== "object");
  if (assertion.kind === "enum") return true;
  return assertion.kind === "number" || assertion.kind === "string";
}

function leafTest(assertion: Assertion, place: Place, scope: FunctionScope): Test {
  if (assertion.kind !== "number" && assertion.kind !== "string") return always;
  const checks = assertion.kind === "number" ? numberChecks(assertion, place, scope) : stringChecks(assertion, place, scope);
  return or(not(guard(assertion.kind, place, scope)), and(...checks.map(({ wrong }) => not(wrong))));
}

export function compileNot(schema: Schema, place: Place, scope: FunctionScope): Block {
  const part: Place = { ...place, name: `${place.name}Not`, seen: undefined };
  const what = describe(schema);
  const message = what === undefined ? "must not match what is described as excluded" : `must not be ${what}`;
  return when(validTest(schema, part, scope), [failure("not", message, place.path)]);
}

export function compileCondition(assertion: Assertion & { readonly kind: "if" }, place: Place, scope: FunctionScope): Block {
  const then = assertion.then === undefined ? [] : compilePart(assertion.then, { ...place, name: `${place.name}Then` }, scope);
  const otherwise = assertion.else === undefined ? [] : compilePart(assertion.else, { ...place, name: `${place.name}Else` }, scope);
  const asked: Place = { ...place, name: `${place.name}If` };
  if (place.seen === undefined || !canMark(assertion.if, scope.file.graph)) {
    if (then.length === 0 && otherwise.length === 0) return [];
    return when(validTest(assertion.if, { ...asked, seen: undefined }, scope), then, otherwise);
  }
  const { record, begin, end } = forked(place, scope);
  const test = noIssues(issuesOf(assertion.if, { ...asked, seen: record }, scope));
  return [...begin, ...when(test, [...end, ...then], otherwise)];
}

/** A record of its own for an alternative, and how it is joined to that of the place when the alternative fits. */
export function forked(place: Place, scope: FunctionScope): { readonly record: Code; readonly begin: Block; readonly end: Block } {
  const outer = seenAt(place, scope) ?? code`undefined`;
  const record = scope.locals.take("seenHere");
  return {
    record,
    begin: [line(code`const ${record} = ${runtime(scope, "fork", "evaluated")}(${outer});`)],
    end: [line(code`${runtime(scope, "join", "evaluated")}(${outer}, ${record});`)],
  };
}
