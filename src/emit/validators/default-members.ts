import type { Assertion, ObjectAssertion, Schema } from "../../model/ir/schema.js";
import { access, code, indent, join, literal, type Code } from "../print/code.js";
import { lineColumns } from "../print/layout.js";
import { runtime, type FunctionScope, type Place } from "./function-scope.js";
import { pascal } from "./locals.js";
import { patternTests, unlisted } from "./names.js";
import { and, not, or, printTest } from "./test.js";
import { completing, type Completer, type Writer } from "./defaults.js";
import { isDropped } from "../../model/passes/defaults/needs-defaults.js";
import { saidOfMembers } from "../../model/passes/defaults/said-in-place.js";

/** Statements that complete `copy`, a copy of an object that all these assertions hold of: what is there first, then what is not. */
export function objectLines(assertions: readonly Assertion[], name: string, scope: FunctionScope, writer: Writer): readonly Code[] {
  const objects = assertions.filter((assertion) => assertion.kind === "object");
  const dropped = new Set(
    objects.flatMap(({ properties }) => properties.filter(({ schema }) => isDropped(schema)).map((property) => property.name)),
  );
  const filled = fillLines(objects, name, scope, writer);
  return [
    ...Array.from(dropped, (key) => code`delete ${access(code`copy`, key)};`),
    ...objects.flatMap((assertion) => insideLines(assertion, name, scope, writer)),
    ...(filled.length < 2
      ? filled.map((line) => code`if (fill && ${line}`)
      : [
          code`if (fill) {\n${indent(
            join(
              filled.map((line) => code`if (${line}`),
              "\n",
            ),
          )}\n}`,
        ]),
  ];
}

function insideLines(assertion: ObjectAssertion, name: string, scope: FunctionScope, writer: Writer): readonly Code[] {
  const { properties } = assertion;
  const lines = properties.flatMap(({ name: key, schema }) => {
    if (!writer.needs.of(schema)) return [];
    const value = readOf(key, scope);
    const completed = writer.completed(schema, value, `${name}${pascal(key)}`, scope);
    return completed === undefined ? [] : [conditional(code`${value} !== undefined`, setOf(key, completed, scope))];
  });
  return [...lines, ...otherLines(assertion, name, scope, writer)];
}

/** Statements that complete what names have no entry of their own for, and what patterns say of any. */
function otherLines(assertion: ObjectAssertion, name: string, scope: FunctionScope, writer: Writer): readonly Code[] {
  const { properties, patternProperties, additionalProperties } = assertion;
  const others = additionalProperties && doneWith(additionalProperties, `${name}Value`, writer);
  if (patternProperties.length > 0) return patternLines(assertion, others, name, scope, writer);
  if (others === undefined) return [];
  const known = literal(properties.map(({ name: key }) => key));
  if (others === "dropped") return [code`${runtime(scope, "dropOthers")}(copy, ${known});`];
  return [code`${runtime(scope, "completeOthers")}(copy, ${others.fills ? code`fill` : code`false`}, ${others.name}, ${known});`];
}

/** What is done with members that a schema stands for. */
type Doing = Completer | "dropped" | undefined;

function doneWith(schema: Schema, name: string, writer: Writer): Doing {
  return isDropped(schema) ? "dropped" : writer.of(schema, name);
}

function otherwise(lines: readonly Code[]): readonly Code[] {
  const [first, ...more] = lines;
  if (first === undefined) return [];
  return [more.length === 0 ? code`else ${first}` : code`else {\n${indent(join(lines, "\n"))}\n}`];
}

/** A walk over all names, each of which is held against the patterns; `others` is done with what matches none and has no entry. */
function patternLines(assertion: ObjectAssertion, others: Doing, name: string, scope: FunctionScope, writer: Writer): readonly Code[] {
  const doing = assertion.patternProperties.map(({ schema }, index) => doneWith(schema, `${name}Value${index + 1}`, writer));
  // A constant for a pattern that nothing asks for would be one that nobody reads.
  const asked = assertion.patternProperties.filter((_, index) => others !== undefined || doing[index] !== undefined);
  if (asked.length === 0) return [];
  const bySchema = new Map(assertion.patternProperties.map(({ schema }, index) => [schema, doing[index]]));
  return scope.locals.inBlock(() => {
    const key = scope.locals.take("key");
    const place: Place = { value: code`copy`, path: [], name, known: undefined, seen: undefined };
    const drop = code`Reflect.deleteProperty(copy, ${key});`;
    const set = (complete: Completer): Code => code`${runtime(scope, "put")}(copy, ${key}, ${completing(complete, code`copy[${key}]`)});`;
    const matches = patternTests(asked, key, place, scope);
    const lines = matches.map(({ test, schema }) => ({ test, done: bySchema.get(schema) }));
    const isOther = and(unlisted(assertion, key, place, scope), ...matches.map(({ test }) => not(test)));
    const all = others === undefined ? lines : [...lines, { test: isOther, done: others }];
    // What is dropped is not there to be completed.
    const dropped = all.filter(({ done }) => done === "dropped").map(({ test }) => test);
    const completed = all.flatMap(({ test, done }) =>
      done === undefined || done === "dropped" ? [] : [code`if (${printTest(test)}) ${set(done)}`],
    );
    const body = dropped.length === 0 ? completed : [code`if (${printTest(or(...dropped))}) ${drop}`, ...otherwise(completed)];
    return [code`for (const ${key} of Object.keys(copy)) {\n${indent(join(body, "\n"))}\n}`];
  });
}

/** `… === undefined) … = …;`, once for each name: the first default counts. What a default leaves out is filled in as well, by all that is said of it here. */
function fillLines(objects: readonly ObjectAssertion[], name: string, scope: FunctionScope, writer: Writer): readonly Code[] {
  const handled = new Set<string>();
  const ofMember = saidOfMembers(objects);
  return objects.flatMap(({ properties }) =>
    properties.flatMap((property) => {
      const value = handled.has(property.name) ? undefined : writer.needs.default(property);
      if (value === undefined) return [];
      handled.add(property.name);
      const written = writer.literalOf(value, property.schema);
      const said = isStructure(value) ? ofMember(property.name) : [];
      const completed = said
        .filter((schema) => schema !== property.schema || writer.needs.completion(property) === "whole")
        .reduce((inner, schema) => writer.completed(schema, inner, `${name}${pascal(property.name)}`, scope) ?? inner, written);
      return [code`${readOf(property.name, scope)} === undefined) ${setOf(property.name, completed, scope)}`];
    }),
  );
}

const isStructure = (value: unknown): boolean => typeof value === "object" && value !== null;

/** What every object inherits does not count. */
function readOf(name: string, scope: FunctionScope): Code {
  return name in Object.prototype ? code`${runtime(scope, "own")}(copy, ${literal(name)})` : access(code`copy`, name);
}

function setOf(name: string, value: Code, scope: FunctionScope): Code {
  if (name !== "__proto__") return code`${access(code`copy`, name)} = ${value};`;
  return code`${runtime(scope, "put")}(copy, ${literal(name)}, ${value});`;
}

/** On one line where it fits, a step further in than the function. */
function conditional(test: Code, statement: Code): Code {
  const line = code`if (${test}) ${statement}`;
  return line.length + 2 <= lineColumns ? line : code`if (${test}) {\n${indent(statement)}\n}`;
}
