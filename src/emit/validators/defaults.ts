/** Functions that make of a valid value the copy which `parse` gives: with defaults, without what is dropped. */
import { loneReference } from "../../model/ir/lone-reference.js";
import type { Relation } from "../../model/ir/assertion-fields.js";
import { completedSchemas } from "../../model/ir/completed-schemas.js";
import { kindTest } from "../../model/ir/kinds.js";
import { childrenOf } from "../../model/ir/visit.js";
import type { Assertion, Schema, SchemaId } from "../../model/ir/schema.js";
import { code, ident, indent, join, type Code } from "../print/code.js";
import { refusingLines } from "./default-refused.js";
import { waitingFunctions } from "./check.js";
import { functionScope, runtime, type FileScope, type FunctionScope, type Place } from "./function-scope.js";
import { choiceLines, dependentLines, isSingle } from "./default-choice.js";
import { completesUnevaluated, completeUnevaluated } from "./default-unevaluated.js";
import type { Json } from "../../source/source-file.js";
import { needsDefaults, type NeedsDefaults } from "../../model/passes/defaults/needs-defaults.js";
import { objectLines } from "./default-members.js";

/** Completion of the schemas of one file. */
export interface Completion {
  /** The function that completes values of a schema; `undefined` where nothing is to be done. `name` is of the schema, in PascalCase: for one without a name. */
  of(schema: Schema, name: string): Completer | undefined;
  /** The functions that were asked for and are not printed yet: of parts, and of the named schema. Printing them may ask for more. */
  print(id?: SchemaId): readonly Code[];
}

export interface Completer {
  readonly name: Code;
  /** Whether it takes an argument that says whether to fill in defaults: one that only drops properties need not. */
  readonly fills: boolean;
}

/** A completer called with an expression. */
export function completing({ name, fills }: Completer, value: Code): Code {
  return fills ? code`${name}(${value}, fill)` : code`${name}(${value})`;
}

/** What the parts of a completion are written with. */
export interface Writer {
  readonly file: FileScope;
  readonly needs: NeedsDefaults;
  literalOf(value: Json, schema: Schema): Code;
  /** The completed value of an expression. */
  completed(schema: Schema, value: Code, name: string, scope: FunctionScope): Code | undefined;
  of(schema: Schema, name: string): Completer | undefined;
}

interface Wanted extends Completer {
  readonly stem: string;
  readonly schema: Schema;
  /** Of a schema with a name: it is printed beside the schema's checks. */
  readonly id: SchemaId | undefined;
}

/** @param literalOf A value of the description as an expression, in the form in which values of a schema are held. */
export function createCompletion(file: FileScope, literalOf: Writer["literalOf"]): Completion {
  const needs = needsDefaults(file.schemas, { own: new Set(file.formats.keys()) });
  const namedBy = new Map([...file.schemas.values()].map((named) => [named.schema, named]));
  const known = new Map<Schema, Completer>();
  const waiting: Wanted[] = [];
  const find = (schema: Schema, stem: string, open: readonly Schema[]): Completer | undefined => {
    if (!needs.of(schema)) return undefined;
    // What is around a reference may refuse what is filled in behind it; what is behind it sees to that itself.
    const isRefusing = loneReference(schema) === undefined && (needs.refused(schema).length > 0 || needs.looksInside(schema));
    const target = isRefusing ? undefined : soleReference(schema, needs);
    const behind = target === undefined ? undefined : file.schemas.get(target)?.schema;
    if (behind !== undefined && !open.includes(behind)) return find(behind, stem, [...open, behind]);
    const named = namedBy.get(schema);
    const wanted = { schema: named?.schema ?? schema, stem: named?.names.stem ?? stem, id: named?.id };
    const before = known.get(wanted.schema);
    if (before !== undefined) return before;
    const made = { ...wanted, name: ident(file.take(`complete${wanted.stem}`)), fills: needs.fills(wanted.schema) };
    known.set(wanted.schema, made);
    waiting.push(made);
    return made;
  };
  const of: Completion["of"] = (schema, stem) => find(schema, stem, []);
  const writer: Writer = {
    file,
    needs,
    literalOf,
    of,
    completed(schema, value, name, scope) {
      const list = needs.looksInside(schema) ? undefined : listOf(schema);
      if (list === undefined || !needs.of(schema)) {
        const complete = of(schema, name);
        return complete && completing(complete, value);
      }
      return itemsCall(list, value, name, scope, writer);
    },
  };
  return {
    of,
    print(id) {
      const functions: Code[] = [];
      const isNext = (wanted: Wanted): boolean => wanted.id === undefined || wanted.id === id;
      for (let index = waiting.findIndex(isNext); index >= 0; index = waiting.findIndex(isNext))
        for (const item of waiting.splice(index, 1).flatMap((wanted) => functionsOf(wanted, writer))) functions.push(item);
      return functions;
    },
  };
}

type ArrayAssertion = Assertion & { readonly kind: "array" };

/** The array assertion of a schema that says nothing else of what is in it. */
function listOf({ assertions }: Schema): ArrayAssertion | undefined {
  const others = assertions.filter(({ kind }) => kind !== "type");
  const [only] = others;
  return others.length === 1 && only?.kind === "array" ? only : undefined;
}

function itemsCall({ items, prefixItems }: ArrayAssertion, value: Code, name: string, scope: FunctionScope, writer: Writer): Code {
  const nothing = code`undefined`;
  const rest = items === undefined ? undefined : writer.of(items, `${name}Item`);
  const prefix = prefixItems.map((item, index) => writer.of(item, `${name}Item${index + 1}`));
  const fill = [rest, ...prefix].some((complete) => complete?.fills === true) ? code`fill` : code`false`;
  const first = prefix.map((complete) => complete?.name ?? nothing);
  // The first items are none of the others, also where nothing is to be done with them.
  const others = first.length > 0 ? [rest?.name ?? nothing, code`[${join(first, ", ")}]`] : rest === undefined ? [] : [rest.name];
  return code`${runtime(scope, "completeItems")}(${join([value, fill, ...others], ", ")})`;
}

function functionsOf({ schema, stem, name, fills, id }: Wanted, writer: Writer): readonly Code[] {
  const scope = functionScope(writer.file, false);
  const place: Place = { value: code`value`, path: [], name: stem, known: undefined, seen: undefined };
  const body = bodyOf(schema, place, scope, writer);
  const parameters = fills ? code`value: unknown, fill: boolean` : code`value: unknown`;
  const refused = fills ? writer.needs.refused(schema) : [];
  const looksInside = writer.needs.looksInside(schema);
  const whole = refused.length === 0 && !looksInside ? undefined : ident(writer.file.take(`${name}Whole`));
  const function_ = (called: Code, lines: readonly Code[]): Code =>
    code`function ${called}(${parameters}): unknown {\n${indent(join(lines, "\n"))}\n}`;
  const uncached = id !== undefined && isRepeated(id, writer.file) ? ident(writer.file.take(`${name}Uncached`)) : undefined;
  const filled =
    whole === undefined
      ? body
      : refusingLines(refused, { completer: { name: whole, fills }, looksInside }, { schema, id, place, scope, writer });
  const made =
    uncached === undefined
      ? [function_(name, filled)]
      : [
          code`// Alternatives complete the same parts of a value: what was completed once stays as it is.`,
          function_(name, [code`return ${runtime(scope, "memoizedDefaults")}(${uncached}, value, ${fills ? code`fill` : code`false`});`]),
          function_(uncached, filled),
        ];
  const others = whole === undefined ? [] : [function_(whole, body)];
  return [...scope.constants.map(({ text }) => text), ...made, ...others, ...waitingFunctions(writer.file)];
}

/**
 * Whether the same part of a value can be completed again: where many ways lead to the schema, and where it is of a cycle that leads to
 * such a part by several ways, for its function may be that of another one of them.
 */
function isRepeated(id: SchemaId, { graph, repeated }: FileScope): boolean {
  const cycle = graph.recursive.get(id);
  return repeated.of.get(id) === "values" || (cycle !== undefined && repeated.cycles.has(cycle));
}

/** Steps of a completion: each takes an expression and gives one, some need statements. */
function bodyOf(schema: Schema, place: Place, scope: FunctionScope, writer: Writer): readonly Code[] {
  const unevaluated = completeUnevaluated(schema, place, scope, writer);
  const conjuncts = [...opened(schema, writer.needs), ...unevaluated.fixed];
  const objects = conjuncts.filter((assertion) => assertion.kind === "object");
  const choices = conjuncts.filter(isChoice);
  const calls = conjuncts.flatMap((assertion) => callOf(assertion, place.name, scope, writer));
  const wrapped = (value: Code): Code => calls.reduce((inner, call) => call(inner), value);
  const own = objectLines(objects, place.name, scope, writer);
  const later = [...dependentLines(objects, place, scope, writer), ...unevaluated.lines];
  const isObject = runtime(scope, "isObject");
  if (choices.length + later.length + own.length === 0) return [code`return ${wrapped(place.value)};`];
  if (choices.length + later.length === 0) {
    return [
      code`if (!${isObject}(value)) return ${completesLists(schema, writer) ? wrapped(place.value) : place.value};`,
      code`const copy = { ...value };`,
      ...own,
      code`return ${wrapped(settledCopy(place, scope))};`,
    ];
  }
  const [only] = choices;
  if (only !== undefined && choices.length === 1 && own.length + calls.length + later.length === 0 && isSingle(only))
    return choiceLines(only, place, scope, writer, "return");
  return [
    code`let result = ${own.length === 0 ? wrapped(place.value) : place.value};`,
    ...(own.length === 0
      ? []
      : [
          code`if (${isObject}(value)) {\n${indent(join([code`const copy = { ...value };`, ...own, code`result = ${settledCopy(place, scope)};`], "\n"))}\n}`,
          ...(calls.length === 0 ? [] : [code`result = ${wrapped(code`result`)};`]),
        ]),
    ...choices.flatMap((choice) => choiceLines(choice, place, scope, writer, "result")),
    ...later,
    code`return result;`,
  ];
}

/** A copy with its own members completed. Where many ways lead to one schema, what is complete already stays the object that it was: it is known then. */
function settledCopy({ value }: Place, scope: FunctionScope): Code {
  return scope.file.repeated.isLayered ? code`${runtime(scope, "settledCopy")}(${value}, copy)` : code`copy`;
}

/** Whether a value that is a list may have to be completed, by what is referred to as well. Each schema is asked once. */
function completesLists({ assertions }: Schema, writer: Writer, seen = new Set<Schema>()): boolean {
  return assertions.some((assertion) => {
    if (assertion.kind === "array" || completesUnseen(assertion, writer)) return true;
    const target = targetOf(assertion, writer);
    const parts = target === undefined ? childrenOf(assertion, inPlace) : [target];
    return parts.some((part) => !seen.has(part) && writer.needs.of(part) && completesLists(part, writer, seen.add(part)));
  });
}

const completesUnseen = (assertion: Assertion, { needs }: Writer): boolean => assertion.kind === "unevaluatedItems" && needs.by(assertion);

const targetOf = (assertion: Assertion, { file }: Writer): Schema | undefined =>
  assertion.kind === "ref" ? file.schemas.get(assertion.target)?.schema : undefined;

/** What a value is completed by in any case, `allOf` opened; what is said in place goes before what is referred to. */
function opened({ assertions }: Schema, needs: NeedsDefaults): readonly Assertion[] {
  return assertions
    .filter((assertion) => needs.by(assertion))
    .flatMap((assertion) =>
      assertion.kind === "allOf" ? assertion.members.flatMap((member) => openedMember(member, needs)) : [assertion],
    );
}

/** What nothing else looks at is asked of a member by itself. */
function openedMember(member: Schema, needs: NeedsDefaults): readonly Assertion[] {
  return completesUnevaluated(member, needs) ? [{ kind: "allOf", members: [member] }] : opened(member, needs);
}

/** The schema that completes all that a schema has to complete: it needs no function of its own. */
function soleReference(schema: Schema, needs: NeedsDefaults): SchemaId | undefined {
  const [only, second] = opened(schema, needs);
  return only?.kind === "ref" && second === undefined ? only.target : undefined;
}

const isChoice = kindTest({
  anyOf: true,
  oneOf: true,
  if: true,
  // Complete a value in any case.
  allOf: false,
  ref: false,
  array: false,
  object: false,
  // See `completeUnevaluated`.
  unevaluatedProperties: false,
  unevaluatedItems: false,
  // Complete nothing.
  not: false,
  never: false,
  type: false,
  enum: false,
  number: false,
  string: false,
});

/** Which schemas complete the very value that the assertion around them is about, if that is a list. */
const inPlace = {
  member: true,
  alternative: true,
  branch: true,
  // Only asked about.
  negated: false,
  condition: false,
  // Of objects, which are no lists.
  dependent: false,
  // About parts.
  item: false,
  contained: false,
  property: false,
  patternProperty: false,
  additionalProperty: false,
  propertyName: false,
  unevaluatedProperty: false,
  unevaluatedItem: false,
} as const satisfies Record<Relation, boolean>;

/** References and lists, as calls around a value. */
function callOf(assertion: Assertion, name: string, scope: FunctionScope, writer: Writer): readonly ((value: Code) => Code)[] {
  switch (assertion.kind) {
    case "ref": {
      const named = writer.file.schemas.get(assertion.target);
      const complete = named === undefined ? undefined : writer.of(named.schema, named.names.stem);
      return complete === undefined ? [] : [(value) => completing(complete, value)];
    }
    case "array":
      return completedSchemas(assertion).some((item) => writer.needs.of(item))
        ? [(value) => itemsCall(assertion, value, name, scope, writer)]
        : [];
    case "allOf": // opened before, where it can be
      return assertion.members.flatMap((member, index) => {
        const complete = writer.of(member, `${name}${index + 1}`);
        return complete === undefined ? [] : [(value: Code) => completing(complete, value)];
      });
    case "object": // see `objectLines`
    case "anyOf": // see `choiceLines`
    case "oneOf":
    case "if":
    case "unevaluatedProperties": // see `completeUnevaluated`
    case "unevaluatedItems":
    case "not": // complete nothing
    case "never":
    case "type":
    case "enum":
    case "number":
    case "string":
      return [];
  }
}
