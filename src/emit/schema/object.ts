/** Assertions about objects. */
import type { ObjectAssertion, Property, Schema } from "../../model/types.js";
import { access, code, join, literal, type Code } from "../code.js";
import { compilePart } from "./call.js";
import { eachProperty } from "./loop.js";
import { failure } from "./compile.js";
import { constant, runtime, seenAt, type FunctionScope, type Place } from "./function-scope.js";
import { patternTest } from "./leaf.js";
import { pascal } from "./locals.js";
import { atLeast, atMost } from "./message.js";
import { line, when, type Block } from "./statement.js";
import { and, atom, different, not, or, same, type Test } from "./test.js";
import { isAbsent, isPresent } from "./types-test.js";
import { acceptsAll, isNever } from "./walk.js";

/** Names up to which they are compared one by one; more are a set. */
const longestChain = 8;

export function compileObject(assertion: ObjectAssertion, place: Place, scope: FunctionScope): Block {
  return [
    ...assertion.properties.flatMap((property) => compileProperty(property, place, scope)),
    ...assertion.required.flatMap((name) =>
      when(isAbsent(read(place, name, scope)), [{ kind: "missing", path: [...place.path, literal(name)] }]),
    ),
    ...compileCounts(assertion, place, scope),
    ...compileDependents(assertion, place, scope),
    ...compileNames(assertion, place, scope),
    ...compileMarks(assertion, place, scope),
  ];
}

/** A property of an object as an expression. What every object inherits does not count. */
function read({ value }: Place, name: string, scope: FunctionScope): Code {
  return name in Object.prototype ? code`${runtime(scope, "own")}(${value}, ${literal(name)})` : access(value, name);
}

function compileProperty({ name, required, schema }: Property, place: Place, scope: FunctionScope): Block {
  const path = [...place.path, literal(name)];
  if (isNever(schema)) return when(isPresent(read(place, name, scope)), [failure("properties", "is not allowed", path)]);
  const value = acceptsAll(schema, scope.file.graph) ? undefined : scope.locals.take(name, place.value);
  const part: Place = {
    value: value ?? read(place, name, scope),
    path,
    name: `${place.name}${pascal(name)}`,
    known: undefined,
    seen: undefined,
  };
  const body = compilePart(schema, part, scope);
  const whole = required ? when(isAbsent(part.value), [{ kind: "missing", path }], body) : when(isPresent(part.value), body);
  return value === undefined || whole.length === 0 ? whole : [line(code`const ${value} = ${read(place, name, scope)};`), ...whole];
}

function compileCounts({ minProperties, maxProperties }: ObjectAssertion, place: Place, scope: FunctionScope): Block {
  const count = (): Code => code`${runtime(scope, "countProperties")}(${place.value})`;
  const few = minProperties ?? 0;
  return [
    ...(few > 0
      ? when(atom(code`${count()} < ${few}`), [failure("minProperties", atLeast(few, "property", "properties"), place.path)])
      : []),
    ...(maxProperties === undefined
      ? []
      : when(atom(code`${count()} > ${maxProperties}`), [
          failure("maxProperties", atMost(maxProperties, "property", "properties"), place.path),
        ])),
  ];
}

function compileDependents(assertion: ObjectAssertion, place: Place, scope: FunctionScope): Block {
  const names = assertion.dependentRequired.flatMap(({ property, required }) =>
    required.flatMap((name) =>
      when(and(isPresent(read(place, property, scope)), isAbsent(read(place, name, scope))), [
        failure("dependentRequired", `is required beside ${JSON.stringify(property)}`, [...place.path, literal(name)]),
      ]),
    ),
  );
  const schemas = assertion.dependentSchemas.flatMap(({ property, schema }) => {
    const part = { ...place, name: `${place.name}With${pascal(property)}` };
    return when(isPresent(read(place, property, scope)), compilePart(schema, part, scope));
  });
  return [...names, ...schemas];
}

/** One walk over all names, where something is said about names that are not listed, or about names as such. */
function compileNames(assertion: ObjectAssertion, place: Place, scope: FunctionScope): Block {
  const { additionalProperties, propertyNames, patternProperties } = assertion;
  const { graph } = scope.file;
  const asksNames = propertyNames !== undefined && !acceptsAll(propertyNames, graph);
  const asksOthers = additionalProperties !== undefined && !acceptsAll(additionalProperties, graph);
  const asksPatterns =
    patternProperties.some(({ schema }) => !acceptsAll(schema, graph)) || (place.seen !== undefined && patternProperties.length > 0);
  if (!asksNames && !asksOthers && !asksPatterns) return [];
  if (additionalProperties !== undefined && isNever(additionalProperties) && !asksNames && !asksPatterns)
    return compileStrict(assertion, place, scope);
  return eachProperty(place, scope, { name: `${place.name}Value` }, (member, key) => {
    const asked: Place = { ...member, value: key, name: `${place.name}Name`, known: "string" };
    const names = asksNames ? compilePart(propertyNames, asked, scope) : [];
    const matches = patternTests(patternProperties, key, place, scope);
    const byPattern = matches.flatMap(({ test, schema }) =>
      when(test, [...markName(key, place, scope), ...memberBody(schema, member, scope, "patternProperties")]),
    );
    const isOther = and(unlisted(assertion, key, place, scope), ...matches.map(({ test }) => not(test)));
    const others = asksOthers ? when(isOther, memberBody(additionalProperties, member, scope, "additionalProperties")) : [];
    return [...names, ...byPattern, ...others];
  });
}

/** No names but those listed. */
function compileStrict(assertion: ObjectAssertion, place: Place, scope: FunctionScope): Block {
  return scope.locals.inBlock(() => {
    const key = scope.locals.take("key");
    const matches = patternTests(assertion.patternProperties, key, place, scope);
    const isOther = and(unlisted(assertion, key, place, scope), ...matches.map(({ test }) => not(test)));
    // A name that is there with `undefined` is absent.
    const isThere = different(code`${place.value}[${key}]`, code`undefined`);
    const body = when(and(isOther, isThere), [failure("additionalProperties", "is not allowed", [...place.path, key])]);
    return [{ kind: "for", head: code`for (const ${key} in ${place.value})`, body }];
  });
}

function patternTests(
  patterns: ObjectAssertion["patternProperties"],
  key: Code,
  place: Place,
  scope: FunctionScope,
): readonly { readonly test: Test; readonly schema: Schema }[] {
  return patterns.flatMap(({ pattern, schema }) => {
    const text = patternTest(pattern, key, { ...place, name: `${place.name}Name` }, scope);
    return text === undefined ? [] : [{ test: atom(text), schema }];
  });
}

function memberBody(schema: Schema, member: Place, scope: FunctionScope, keyword: string): Block {
  return isNever(schema) ? [failure(keyword, "is not allowed", member.path)] : compilePart(schema, member, scope);
}

function unlisted({ properties }: ObjectAssertion, key: Code, place: Place, scope: FunctionScope): Test {
  if (properties.length <= longestChain) return not(or(...properties.map(({ name }) => same(key, literal(name)))));
  const name = `${place.name.charAt(0).toLowerCase()}${place.name.slice(1)}Names`;
  return not(
    atom(
      code`${constant(
        scope,
        name,
        code`/* @__PURE__ */ new Set([`,
        properties.map(({ name }) => literal(name)),
        code`])`,
      )}.has(${key})`,
    ),
  );
}

function markName(key: Code, place: Place, scope: FunctionScope): Block {
  const seen = seenAt(place, scope);
  return seen === undefined ? [] : [line(code`${runtime(scope, "sawNames", "evaluated")}(${seen}, ${key});`)];
}

function compileMarks({ properties, additionalProperties }: ObjectAssertion, place: Place, scope: FunctionScope): Block {
  if (place.seen === undefined) return [];
  if (additionalProperties !== undefined) {
    return [line(code`${runtime(scope, "sawAllNames", "evaluated")}(${seenAt(place, scope) ?? place.seen});`)];
  }
  if (properties.length === 0) return [];
  const names = properties.map(({ name }) => literal(name));
  return [line(code`${runtime(scope, "sawNames", "evaluated")}(${join([seenAt(place, scope) ?? place.seen, ...names], ", ")});`)];
}
