import type { Assertion, ObjectAssertion } from "../../model/ir/schema.js";
import { access, code, indent, join, literal, type Code } from "../print/code.js";
import { lineColumns } from "../print/layout.js";
import { runtime, type FunctionScope, type Place } from "./function-scope.js";
import { pascal } from "./locals.js";
import { patternTests, unlisted } from "./names.js";
import { and, not, printTest } from "./test.js";
import { completing, type Completer, type Writer } from "./defaults.js";
import { isDropped } from "../../model/passes/needs-defaults.js";

/** Statements that complete `copy`, a copy of an object that all these assertions hold of: what is there first, then what is not. */
export function objectLines(assertions: readonly Assertion[], name: string, scope: FunctionScope, writer: Writer): readonly Code[] {
  const objects = assertions.filter((assertion) => assertion.kind === "object");
  const dropped = new Set(objects.flatMap(({ properties }) => properties.filter(isDropped).map((property) => property.name)));
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
  const complete = additionalProperties && writer.of(additionalProperties, `${name}Value`);
  if (patternProperties.length > 0) return patternLines(assertion, complete, name, scope, writer);
  if (complete === undefined) return [];
  const known = literal(properties.map(({ name: key }) => key));
  return [code`${runtime(scope, "completeOthers")}(copy, ${complete.fills ? code`fill` : code`false`}, ${complete.name}, ${known});`];
}

/** A walk over all names, each of which is held against the patterns; `others` completes what matches none and has no entry. */
function patternLines(
  assertion: ObjectAssertion,
  others: Completer | undefined,
  name: string,
  scope: FunctionScope,
  writer: Writer,
): readonly Code[] {
  const completers = assertion.patternProperties.map(({ schema }, index) => writer.of(schema, `${name}Value${index + 1}`));
  // A constant for a pattern that nothing asks for would be one that nobody reads.
  const asked = assertion.patternProperties.filter((_, index) => others !== undefined || completers[index] !== undefined);
  if (asked.length === 0) return [];
  const bySchema = new Map(assertion.patternProperties.map(({ schema }, index) => [schema, completers[index]]));
  return scope.locals.inBlock(() => {
    const key = scope.locals.take("key");
    const place: Place = { value: code`copy`, path: [], name, known: undefined, seen: undefined };
    const set = (complete: Completer): Code => code`${runtime(scope, "put")}(copy, ${key}, ${completing(complete, code`copy[${key}]`)});`;
    const matches = patternTests(asked, key, place, scope);
    const lines = matches.flatMap(({ test, schema }) => {
      const complete = bySchema.get(schema);
      return complete === undefined ? [] : [code`if (${printTest(test)}) ${set(complete)}`];
    });
    const isOther = (): Code => printTest(and(unlisted(assertion, key, place, scope), ...matches.map(({ test }) => not(test))));
    const body = others === undefined ? lines : [...lines, code`if (${isOther()}) ${set(others)}`];
    return [code`for (const ${key} of Object.keys(copy)) {\n${indent(join(body, "\n"))}\n}`];
  });
}

/** `… === undefined) … = …;`, once for each name: the first default counts. What a default leaves out is filled in as well. */
function fillLines(objects: readonly ObjectAssertion[], name: string, scope: FunctionScope, writer: Writer): readonly Code[] {
  const handled = new Set<string>();
  return objects.flatMap(({ properties }) =>
    properties.flatMap((property) => {
      const value = handled.has(property.name) ? undefined : writer.needs.default(property);
      if (value === undefined) return [];
      handled.add(property.name);
      const written = writer.literalOf(value, property.schema);
      const completed = writer.needs.completesDefault(property)
        ? writer.completed(property.schema, written, `${name}${pascal(property.name)}`, scope)
        : undefined;
      return [code`${readOf(property.name, scope)} === undefined) ${setOf(property.name, completed ?? written, scope)}`];
    }),
  );
}

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
