/** Alternatives that neither a type nor a tag tells apart: what it takes to say how many of them fit, or whether one does. */
import type { Schema } from "../../../model/ir/schema.js";
import type { Json } from "../../../source/source-file.js";
import { bigint, code, literal, type Code } from "../../print/code.js";
import { callTo } from "../call.js";
import type { Call } from "../callee.js";
import { askedForm, simpleTest } from "../condition.js";
import type { FunctionScope, Place } from "../function-scope.js";
import { readProperty } from "../object.js";
import { failure, line, when, type Block, type Statement } from "../statement.js";
import { always, and, fits, isEmpty, isKnown, not, or, type Test } from "../test.js";
import type { ValueType } from "../types-of.js";
import { isPresent, typeTest } from "../types-test.js";
import { acceptsAll } from "../walk.js";
import { describe, listed } from "../words.js";
import { choiceOf, type Known, type Choice, type Members } from "./choice.js";
import { exclusionIn, type Exclusion } from "./exclusion.js";

/** Alternatives for values of the same types. */
export interface Candidates {
  readonly kind: "anyOf" | "oneOf";
  readonly schemas: readonly Schema[];
  readonly types: ReadonlySet<ValueType>;
}

/** Where a value has to fit one alternative, or one and no other. */
export function compileAttempts(candidates: Candidates, place: Place, scope: FunctionScope): Block {
  const { kind, schemas } = candidates;
  const { graph } = scope.file;
  if (kind === "anyOf" && schemas.some((schema) => acceptsAll(schema, graph))) return [];
  const exclusion = exclusionIn(graph);
  // Of alternatives that exclude each other one is enough: no other can fit.
  const isOne = kind === "oneOf" && !exclusion.allExclude(schemas);
  const asked = ask(schemas, !isOne, place, scope);
  const block = isOne ? compileOne(asked, schemas, place, scope) : compileFirst(asked, candidates, place);
  const guard = compileChoice(candidates, asked.each, exclusion, isOne, place, scope);
  return guard === undefined ? block : [{ kind: "forms", block, guard }];
}

function compileFirst({ before, tests, options }: Asked, { kind, schemas }: Candidates, place: Place): Block {
  const isAll = kind === "anyOf" ? options.length > 0 : options.length === schemas.length;
  const failed: Block = [
    isAll
      ? { kind: "none", keyword: kind, alternatives: options, path: place.path }
      : failure(kind === "anyOf" ? "failAnyOf" : "failOneOf", place.path, mismatch(schemas)),
  ];
  const asked = when(and(...tests.asked.map(not)), failed);
  return when(and(...tests.simple.map(not)), [...before, ...asked]);
}

const compileOne = ({ before, tests, options }: Asked, schemas: readonly Schema[], place: Place, scope: FunctionScope): Block => [
  ...before,
  ...compileCount([...tests.simple, ...tests.asked], options, schemas, place, scope),
];

interface Asked {
  /** What has to be done before the tests can be made. */
  readonly before: Block;
  /** Tests that take no other check, and those that ask one. */
  readonly tests: { readonly simple: readonly Test[]; readonly asked: readonly Test[] };
  /** What is wrong with each alternative that asks another check. */
  readonly options: readonly (Call | Code)[];
  /** All tests in the order of the alternatives, where nothing has to be done before. */
  readonly each: readonly Test[];
}

/** @param first Whether one that fits is enough: once it is found, the others are not asked. */
function ask(schemas: readonly Schema[], first: boolean, place: Place, scope: FunctionScope): Asked {
  const simple: Test[] = [];
  const asked: Test[] = [];
  const options: (Call | Code)[] = [];
  const before: Statement[] = [];
  const each: Test[] = [];
  for (const [index, schema] of schemas.entries()) {
    const test = simpleTest(schema, place, scope);
    const call = test === undefined ? callTo(schema, { ...place, name: `${place.name}Option${String(index + 1)}` }, scope) : undefined;
    if (call === undefined) {
      simple.push(test ?? always);
      each.push(test ?? always);
    } else if (askedForm(scope) === "guard") {
      asked.push(fits(call, "guard"));
      each.push(fits(call, "guard"));
      options.push(call);
    } else {
      // Without guards the issues are made once, for both the test and the message.
      const earlier = options.at(-1);
      const option = scope.locals.take(`option${String(index + 1)}`, place.value);
      const issues: Statement = { kind: "ask", name: option, call, form: "check", after: first && isCode(earlier) ? earlier : undefined };
      before.push(issues);
      asked.push(isEmpty(option));
      options.push(option);
    }
  }
  // Of `const option2 = option1 && …` the last one says it for all.
  const last = first && before.length > 0 ? asked.slice(-1) : asked;
  return { before, tests: { simple, asked: last }, options, each };
}

const isCode = (option: Call | Code | undefined): option is Code => typeof option === "string";

/** How many alternatives fit, and what is wrong when it is not one. */
export function compileCount(
  tests: readonly Test[],
  options: readonly (Call | Code)[],
  schemas: readonly Schema[],
  place: Place,
  scope: FunctionScope,
): Block {
  const none: Statement =
    options.length === tests.length
      ? { kind: "none", keyword: "oneOf", alternatives: options, path: place.path }
      : failure("failOneOf", place.path, mismatch(schemas));
  const several = failure("failOnlyOne", place.path);
  const unknown = tests.filter(({ kind }) => kind !== "known");
  const sure = tests.filter((test) => isKnown(test, true)).length;
  if (sure > 0) return sure > 1 ? [several] : when(or(...unknown), [several]);
  if (unknown.length === 0) return [none];
  return [{ kind: "one", count: scope.locals.take("matching", place.value), tests: unknown, none, several }];
}

/** A literal as a `case` of a `switch` has it. */
export const labelOf = (value: Json): Code => (typeof value === "bigint" ? bigint(value) : literal(value));

/** What the alternatives are, where a few words say it. */
export function mismatch(schemas: readonly Schema[]): Code {
  const words = schemas.map(describe).filter((word) => word !== undefined);
  return words.length === schemas.length ? literal(listed(words)) : code`undefined`;
}

/** What a guard does instead, where it can find out which alternatives a value can be of. */
function compileChoice(
  { schemas, types }: Candidates,
  tests: readonly Test[],
  exclusion: Exclusion,
  isOne: boolean,
  place: Place,
  scope: FunctionScope,
): Block | undefined {
  const isUnclear = types.size !== 1 || !types.has("object") || tests.length < schemas.length;
  if (isUnclear || tests.some(({ kind }) => kind !== "fits")) return undefined;
  const refuse: Block = [failure("failFalse", place.path)];
  let count: Code | undefined;
  const attempt = (members: Members): Block => {
    const open = members.flatMap((member) => tests[member] ?? []);
    if (!isOne || members.length < 2) return when(and(...open.map(not)), refuse);
    if (exclusion.allExclude(members.flatMap((member) => schemas[member] ?? []))) return when(and(...open.map(not)), refuse);
    count ??= scope.locals.take("matching", place.value);
    return [{ kind: "one", count, tests: open, none: failure("failFalse", place.path), several: failure("failFalse", place.path) }];
  };
  const choose = (members: Members, known: Known): Block => {
    const choice = choiceOf(members, schemas, known, exclusion);
    if (choice === undefined) return attempt(members);
    const also = (name: string, literal: boolean): Known => ({ names: new Set([...known.names, name]), literal });
    if (choice.kind === "literal") {
      const [name] = choice.path;
      return compileLiterals(choice, (rest, isAbsent) => choose(rest, also(name, isAbsent)), place, scope);
    }
    const present = isPresent(readProperty(place, choice.name, scope));
    const next = also(choice.name, known.literal);
    return when(present, choose(choice.present, next), choose(choice.absent, next));
  };
  const all = schemas.map((_, index) => index);
  const nothing: Known = { names: new Set(), literal: false };
  if (choiceOf(all, schemas, nothing, exclusion) === undefined) return undefined;
  return when(not(typeTest(["object"], place, scope, true)), refuse, choose(all, nothing));
}

/** One `switch` on a literal; without the property it goes on with those alternatives that do not require it. */
function compileLiterals(
  { path: [outer, inner], cases, absent, otherwise }: Choice & { readonly kind: "literal" },
  choose: (members: Members, isAbsent: boolean) => Block,
  place: Place,
  scope: FunctionScope,
): Block {
  const branches = cases.map(({ literals, members }) => ({ labels: literals.map(labelOf), body: choose(members, false) }));
  const rest = choose(otherwise, false);
  if (inner === undefined) {
    const without = absent.length === 0 ? [] : [{ labels: [code`undefined`], body: choose(absent, true) }];
    return [{ kind: "switch", on: readProperty(place, outer, scope), cases: [...branches, ...without], default: rest }];
  }
  const name = scope.locals.take(outer, place.value);
  const part: Place = { ...place, value: name, known: undefined };
  const choice: Statement = { kind: "switch", on: readProperty(part, inner, scope), cases: branches, default: rest };
  // All of them require it.
  return [
    line(code`const ${name} = ${readProperty(place, outer, scope)};`),
    ...when(not(typeTest(["object"], part, scope, true)), choose([], true), [choice]),
  ];
}
