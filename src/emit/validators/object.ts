/** Assertions about objects. */
import { allRead } from "../../model/ir/assertion-fields.js";
import type { ObjectAssertion, Property, Schema } from "../../model/ir/schema.js";
import { access, code, join, literal, type Code } from "../print/code.js";
import { compilePart } from "./call.js";
import { runtime, seenAt, type FunctionScope, type Place } from "./function-scope.js";
import { pascal } from "./locals.js";
import { memberStatements } from "./member-call.js";
import { compileNames, refusing } from "./names.js";
import { conditional, failure, line, when, type Block, type ReadMember, type Statement } from "./statement.js";
import { and, atom } from "./test.js";
import { acceptsAllTypes } from "./types-of.js";
import { isAbsent, isPresent } from "./types-test.js";
import { acceptsAll, isNever } from "./walk.js";

export function compileObject(assertion: ObjectAssertion, place: Place, scope: FunctionScope): Block {
  const { properties: described, required, additionalProperties, ...rest } = assertion;
  allRead(rest, "patternProperties", "propertyNames", "minProperties", "maxProperties", "dependentRequired", "dependentSchemas");
  const properties = described.map((property) => compileProperty(property, place, scope));
  return [
    ...readInTurn(properties, additionalProperties !== undefined, place),
    ...required.flatMap((name) =>
      when(isAbsent(readProperty(place, name, scope)), [failure("failRequired", [...place.path, literal(name)])]),
    ),
    ...compileCounts(assertion, place, scope),
    ...compileDependents(assertion, place, scope),
    ...compileNames(assertion, properties, place, scope),
    ...compileMarks(assertion, place, scope),
  ];
}

/** A property of an object as an expression. What every object inherits does not count. */
export function readProperty({ value }: Place, name: string, scope: FunctionScope): Code {
  return name in Object.prototype ? code`${runtime(scope, "own")}(${value}, ${literal(name)})` : access(value, name);
}

/**
 * Properties up to which all are read at once. It saves looking at the shape of the object again after each call; more than
 * these would not stay in registers.
 */
const mostAtOnce = 16;

/** The properties, each read before it is looked at, or all of them before the first. `again`: what comes later uses them too. */
function readInTurn(properties: readonly CompiledProperty[], again: boolean, place: Place): Block {
  const statements: Statement[] = [];
  const guarded: ReadMember[] = [];
  const members: ReadMember[] = [];
  for (const { read, block } of properties) {
    if (read === undefined) continue;
    guarded.push(read);
    // What is asked of a property in one call needs no name.
    if (block[0]?.kind !== "member") members.push(read);
  }
  const atOnce = guarded.length <= mostAtOnce && guarded.length > 1;
  if (atOnce) statements.push({ kind: "read", from: place.value, members, next: false, guarded });
  const readFirst = (read: ReadMember, block: Block): Block => [
    { kind: "read", from: place.value, members: [read], next: !again && block.length === 1 },
    ...block,
  ];
  for (const { read, block } of properties) {
    const only = block[0];
    if (atOnce || read === undefined) for (const item of block) statements.push(item);
    else if (only?.kind === "member") statements.push({ ...only, block: readFirst(read, only.block) });
    else for (const item of readFirst(read, block)) statements.push(item);
  }
  return statements;
}

export interface CompiledProperty {
  readonly required: boolean;
  /** What it is read from, or the constant that holds it. */
  readonly value: Code;
  /** To be read under a name before `block`. */
  readonly read?: ReadMember;
  readonly block: Block;
}

function compileProperty({ name, required, schema }: Property, place: Place, scope: FunctionScope): CompiledProperty {
  const path = [...place.path, literal(name)];
  if (isNever(schema)) {
    const missing: Block = required ? [failure("failRequired", path)] : [];
    const value = readProperty(place, name, scope);
    return { required, value, block: when(isPresent(value), [failure(refusing(schema, "failProperties"), path)], missing) };
  }
  const value = acceptsAll(schema, scope.file.graph) ? undefined : scope.locals.take(name, place.value);
  const part: Place = {
    value: value ?? readProperty(place, name, scope),
    path,
    name: `${place.name}${pascal(name)}`,
    known: undefined,
    seen: undefined,
  };
  const body = compilePart(schema, part, scope);
  const block = required ? compileRequired(schema, part, body, scope) : when(isPresent(part.value), body);
  const whole = memberStatements(name, required, part, body, block, place, scope);
  if (value === undefined || whole.length === 0) return { required, value: readProperty(place, name, scope), block: whole };
  if (name in Object.prototype)
    return { required, value, block: [line(code`const ${value} = ${readProperty(place, name, scope)};`), ...whole] };
  return { required, value, read: { name, as: value }, block: whole };
}

/** @param body What holds the value against its schema, where it is there. */
function compileRequired(schema: Schema, { value, path }: Place, body: Block, scope: FunctionScope): Block {
  const missing: Block = [failure("failRequired", path)];
  if (body.length === 0 || acceptsAllTypes(schema, scope.file.graph)) return when(isAbsent(value), missing, body);
  const first = body[0];
  const wrong = first?.kind === "if" && body.length === 1 && first.then.length === 1 ? first.then[0] : undefined;
  // What is absent is of no type: one test is for both.
  if (first?.kind === "if" && wrong?.kind === "fail" && wrong.by === "failType")
    return [
      conditional(
        first.test,
        [failure("failRequiredType", wrong.path, wrong.expected, [value])],
        first.else,
        first.refusesAbsent,
        first.tested,
      ),
    ];
  return [conditional(isAbsent(value), missing, body, true)];
}

function compileCounts({ minProperties, maxProperties }: ObjectAssertion, place: Place, scope: FunctionScope): Block {
  const count = (): Code => code`${runtime(scope, "countProperties")}(${place.value})`;
  const least = minProperties ?? 0;
  return [
    ...(least > 0
      ? when(atom(code`${count()} < ${least}`, code`${count()} >= ${least}`), [failure("failMinProperties", place.path, literal(least))])
      : []),
    ...(maxProperties === undefined
      ? []
      : when(atom(code`${count()} > ${maxProperties}`, code`${count()} <= ${maxProperties}`), [
          failure("failMaxProperties", place.path, literal(maxProperties)),
        ])),
  ];
}

function compileDependents(assertion: ObjectAssertion, place: Place, scope: FunctionScope): Block {
  const names = assertion.dependentRequired.flatMap(({ property, required }) =>
    required.flatMap((name) =>
      when(and(isPresent(readProperty(place, property, scope)), isAbsent(readProperty(place, name, scope))), [
        failure("failDependentRequired", [...place.path, literal(name)], literal(property)),
      ]),
    ),
  );
  const schemas = assertion.dependentSchemas.flatMap(({ property, schema }) => {
    const part = { ...place, name: `${place.name}With${pascal(property)}` };
    return when(isPresent(readProperty(place, property, scope)), compilePart(schema, part, scope));
  });
  return [...names, ...schemas];
}

function compileMarks({ properties, additionalProperties }: ObjectAssertion, place: Place, scope: FunctionScope): Block {
  if (place.seen === undefined) return [];
  if (additionalProperties !== undefined) {
    return [line(code`${runtime(scope, "sawAllNames")}(${seenAt(place, scope) ?? place.seen});`)];
  }
  if (properties.length === 0) return [];
  const names = properties.map(({ name }) => literal(name));
  return [line(code`${runtime(scope, "sawNames")}(${join([seenAt(place, scope) ?? place.seen, ...names], ", ")});`)];
}
