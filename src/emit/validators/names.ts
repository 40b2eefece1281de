/** Assertions about the names that an object has. */
import { kindTest } from "../../model/ir/kinds.js";
import type { ObjectAssertion, Schema, StringAssertion } from "../../model/ir/schema.js";
import { code, empty, join, literal, type Code } from "../print/code.js";
import { compilePart } from "./call.js";
import { validTest } from "./condition.js";
import { listConstant, runtime, seenAt, type FunctionScope, type Place } from "./function-scope.js";
import { patternConstant, withinLimit } from "./scalar.js";
import { eachProperty } from "./loop.js";
import type { CompiledProperty } from "./object.js";
import { failure, line, when, type Block, type FailName, type Statement } from "./statement.js";
import { and, atom, different, not, or, printTest, same, type Test } from "./test.js";
import { isPresent } from "./types-test.js";
import { acceptsAll, isNever } from "./walk.js";

/** Names up to which they are compared one by one; more are a set. */
const longestChain = 8;

/** Names up to which it takes less time to compare each name of an object than to count them first. */
const mostCompared = 3;

/** Optional properties up to which those present are counted in one expression. */
const mostAdded = 3;

/** One walk over all names, where something is said about names that are not listed, or about names as such. */
export function compileNames(
  assertion: ObjectAssertion,
  properties: readonly CompiledProperty[],
  place: Place,
  scope: FunctionScope,
  by: FailName = "failAdditionalProperties",
): Block {
  const { additionalProperties, propertyNames, patternProperties } = assertion;
  const { graph } = scope.file;
  const asksNames = propertyNames !== undefined && !acceptsAll(propertyNames, graph);
  const asksOthers = additionalProperties !== undefined && !acceptsAll(additionalProperties, graph);
  const asksPatterns =
    patternProperties.some(({ schema }) => !acceptsAll(schema, graph)) || (place.seen !== undefined && patternProperties.length > 0);
  if (!asksNames && !asksOthers && !asksPatterns) return [];
  if (additionalProperties !== undefined && isNever(additionalProperties) && !asksNames && !asksPatterns)
    return compileStrict(assertion, properties, place, scope, refusing(additionalProperties, by));
  return eachProperty(place, scope, { name: `${place.name}Value` }, (member, key) => {
    const asked: Place = { ...member, value: key, name: `${place.name}Name`, known: "string" };
    const names = asksNames ? when(not(validTest(propertyNames, asked, scope)), [wrongName(propertyNames, asked)]) : [];
    const { before, matches } = oneTestEach(patternTests(patternProperties, key, place, scope), asksOthers, scope);
    const byPattern = matches.flatMap(({ test, schema }) =>
      when(test, [...markName(key, place, scope), ...memberBody(schema, member, scope, "failPatternProperties")]),
    );
    const isOther = and(unlisted(assertion, key, place, scope), ...matches.map(({ test }) => not(test)));
    const others = asksOthers ? when(isOther, memberBody(additionalProperties, member, scope, by)) : [];
    return [...names, ...whereShort(assertion, key, place, [...before, ...byPattern, ...others])];
  });
}

/** What is asked of names is said in words where a few are enough: else only that a name is not allowed. */
function wrongName({ assertions }: Schema, { path }: Place): Statement {
  const words = assertions.flatMap((assertion) => (assertion.kind === "string" ? nameWords(assertion) : []));
  const inWords = words.length > 0 && assertions.every(isInWords);
  return failure("failPropertyNames", path, inWords ? literal(words.join(" and ")) : code`undefined`);
}

/** Whether `nameWords` says all that an assertion asks. A name is a string: its type goes without saying. */
const isInWords = kindTest({
  string: true,
  type: true,
  never: false,
  enum: false,
  number: false,
  array: false,
  object: false,
  ref: false,
  allOf: false,
  anyOf: false,
  oneOf: false,
  not: false,
  if: false,
  unevaluatedProperties: false,
  unevaluatedItems: false,
});

function nameWords({ pattern, patternLimit, minLength, maxLength = patternLimit, format }: StringAssertion): readonly string[] {
  const counted = (count: number): string => `${String(count)} ${count === 1 ? "character" : "characters"}`;
  return [
    ...(pattern === undefined ? [] : [`match the pattern ${pattern}`]),
    ...(minLength === undefined ? [] : [`have at least ${counted(minLength)}`]),
    ...(maxLength === undefined ? [] : [`have at most ${counted(maxLength)}`]),
    ...(format === undefined ? [] : [`be of the format ${format}`]),
  ];
}

/** No names but those listed. */
function compileStrict(
  assertion: ObjectAssertion,
  properties: readonly CompiledProperty[],
  place: Place,
  scope: FunctionScope,
  by: FailName,
): Block {
  const counted = assertion.patternProperties.length === 0 && properties.length > mostCompared;
  const idle = counted ? noOthers(properties, place, scope) : undefined;
  return scope.locals.inBlock(() => {
    const key = scope.locals.take("key");
    const matches = patternTests(assertion.patternProperties, key, place, scope);
    const isOther = and(unlisted(assertion, key, place, scope), ...matches.map(({ test }) => not(test)));
    // A name that is there with `undefined` is absent.
    const isThere = different(code`${place.value}[${key}]`, code`undefined`);
    const body = whereShort(assertion, key, place, when(and(isOther, isThere), [failure(by, [...place.path, key])]));
    const loop: Statement = { kind: "for", head: code`for (const ${key} in ${place.value})`, body };
    if (idle === undefined) return [loop];
    return scope.file.choices.mode === "fast" ? [{ ...loop, idle }] : [...idle.before, ...when(not(idle.test), [loop])];
  });
}

/**
 * Whether an object has as many names as those listed that it has: then it has no others. To count is several times faster than to
 * look at each name. Where there are guards only they ask: all that is required is there by then.
 */
function noOthers(
  properties: readonly CompiledProperty[],
  place: Place,
  scope: FunctionScope,
): { readonly before: Block; readonly test: Test } {
  const sure = scope.file.choices.mode === "fast" ? properties.filter(({ required }) => required).length : 0;
  const unsure = sure === 0 ? properties : properties.filter(({ required }) => !required);
  const count = code`${runtime(scope, "countNames")}(${place.value})`;
  if (unsure.length <= mostAdded) {
    const terms = [
      ...(sure > 0 || unsure.length === 0 ? [code`${sure}`] : []),
      ...unsure.map(({ value }) => code`Number(${printTest(isPresent(value))})`),
    ];
    return { before: [], test: same(count, join(terms, " + ")) };
  }
  const names = scope.locals.take("names", place.value);
  const adding: Block = [line(code`${names} += 1;`)];
  return {
    before: [line(code`let ${names} = ${sure};`), ...unsure.flatMap(({ value }) => when(isPresent(value), adding))],
    test: same(count, names),
  };
}

/** What is checked by the patterns of names: a name that is too long for one which is slow on some of them is refused instead. */
function whereShort({ patternProperties }: ObjectAssertion, key: Code, place: Place, checks: Block): Block {
  const limits = patternProperties.flatMap(({ patternLimit }) => (patternLimit === undefined ? [] : [patternLimit]));
  if (limits.length === 0) return checks;
  const limit = Math.min(...limits);
  return when(not(withinLimit(key, limit)), [failure("failPatternNameLength", [...place.path, key], literal(limit))], checks);
}

interface PatternTest {
  readonly test: Test;
  readonly schema: Schema;
  /** Whether it takes a regular expression. */
  readonly slow: boolean;
}

/** The same tests, where each is made twice: a name is held against an expression once. `before`: what has to be done for that. */
function oneTestEach(
  tests: readonly PatternTest[],
  twice: boolean,
  scope: FunctionScope,
): { readonly before: Block; readonly matches: readonly PatternTest[] } {
  const before: Statement[] = [];
  const matches = tests.map((each): PatternTest => {
    if (!twice || !each.slow || acceptsAll(each.schema, scope.file.graph)) return each;
    const name = scope.locals.take("matches");
    before.push(line(code`const ${name} = ${printTest(each.test)};`));
    return { ...each, test: atom(name) };
  });
  return { before, matches };
}

/** A pattern that is a text at the beginning of a name, or all of it. What is escaped in it is not special. */
const plainPattern = /^\^((?:[\w\-/:@, ]|\\[.$/])+)(\$?)$/;

/** A test of a name for each pattern. */
export function patternTests(
  patterns: ObjectAssertion["patternProperties"],
  key: Code,
  place: Place,
  scope: FunctionScope,
): readonly PatternTest[] {
  return patterns.flatMap(({ schema, ...pattern }): readonly PatternTest[] => {
    const [, plain, end] = plainPattern.exec(pattern.pattern) ?? [];
    if (plain !== undefined) {
      const text = literal(plain.replaceAll("\\", ""));
      return [{ test: end === "$" ? same(key, text) : atom(code`${key}.startsWith(${text})`), schema, slow: false }];
    }
    const constant = patternConstant(pattern, { ...place, name: `${place.name}Name` }, scope);
    return constant === undefined ? [] : [{ test: atom(code`${constant}.test(${key})`), schema, slow: true }];
  });
}

/** What says that there may be no member which a schema stands for: that it is not for a direction, if that is the reason. */
export function refusing({ readOnly, writeOnly }: Schema, by: FailName): FailName {
  return readOnly ? "failReadOnly" : writeOnly ? "failWriteOnly" : by;
}

function memberBody(schema: Schema, member: Place, scope: FunctionScope, by: FailName): Block {
  return isNever(schema) ? [failure(refusing(schema, by), member.path)] : compilePart(schema, member, scope);
}

/** Whether a name has no entry of its own. */
export function unlisted({ properties }: ObjectAssertion, key: Code, place: Place, scope: FunctionScope): Test {
  if (properties.length <= longestChain) return not(or(...properties.map(({ name }) => same(key, literal(name)))));
  const name = `${place.name.charAt(0).toLowerCase()}${place.name.slice(1)}Names`;
  const names = properties.map((property) => literal(property.name));
  const list = listConstant(scope, name, empty, code`/* @__PURE__ */ new Set([`, names, code`])`);
  return not(atom(code`${list}.has(${key})`));
}

function markName(key: Code, place: Place, scope: FunctionScope): Block {
  const seen = seenAt(place, scope);
  return seen === undefined ? [] : [line(code`${runtime(scope, "sawNames")}(${seen}, ${key});`)];
}
