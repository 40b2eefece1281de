/**
 * `anyOf` and `oneOf`. Where the type of a value or a tag in it says which alternative is meant, only that one is checked, and
 * its issues are the ones the sender needs; trying one after the other comes last.
 */
import type { Assertion, Schema } from "../../model/types.js";
import { access, code, join, literal, type Code } from "../code.js";
import { callNamed, compilePart } from "./call.js";
import { failure } from "./compile.js";
import { forked, issuesOf, simpleTest } from "./condition.js";
import { runtime, type FunctionScope, type Place } from "./function-scope.js";
import { describe, enumMessage, listed, typeMessage } from "./message.js";
import { line, when, type Block, type Statement } from "./statement.js";
import { always, and, atom, isKnown, not, or, printTest, same, type Test } from "./test.js";
import { canMark } from "./tracking.js";
import { tagsOf, type Tags } from "./tags.js";
import { typesOf, type ValueType } from "./types-of.js";
import { typeTest } from "./types-test.js";
import { acceptsAll, loneReference } from "./walk.js";

type Alternatives = Assertion & { readonly kind: "anyOf" | "oneOf" };

interface Group {
  readonly members: readonly number[];
  readonly types: ReadonlySet<ValueType>;
}

export function compileAlternatives(assertion: Alternatives, place: Place, scope: FunctionScope): Block {
  const { members } = assertion;
  const [only] = members;
  if (members.length === 1 && only !== undefined) return compilePart(only, place, scope);
  const groups = groupsByType(members, scope);
  const [all] = groups;
  if (all === undefined) return [failure(assertion.kind, "is never valid", place.path)];
  return groups.length > 1 ? compileGroups(groups, assertion, place, scope) : compileGroup(all, assertion, place, scope);
}

/** Alternatives that share no type of value can be told apart by it. */
function groupsByType(members: readonly Schema[], scope: FunctionScope): readonly Group[] {
  let groups: Group[] = [];
  for (const [index, member] of members.entries()) {
    const types = typesOf(member, scope.file.graph);
    if (types.size === 0) continue;
    const touching = groups.filter((group) => [...group.types].some((type) => types.has(type)));
    const merged: Group = {
      members: [...touching.flatMap((group) => group.members), index],
      types: new Set([...touching.flatMap((group) => [...group.types]), ...types]),
    };
    groups = [...groups.filter((group) => !touching.includes(group)), merged];
  }
  return groups;
}

function compileGroups(groups: readonly Group[], assertion: Alternatives, place: Place, scope: FunctionScope): Block {
  const branches = groups
    .map((group) => {
      const { types } = group;
      const [only] = types;
      const known = types.size === 1 ? only : undefined;
      const body = compileGroup(group, assertion, { ...place, known: place.known ?? known }, scope);
      return { test: typeTest([...types], place, scope, body.length > 0), body, types };
    })
    .filter(({ test }) => !isKnown(test, false));
  const done = or(...branches.filter(({ body }) => body.length === 0).map(({ test }) => test));
  const open = branches.filter(({ body }) => body.length > 0);
  const types = branches.flatMap((branch) => [...branch.types]);
  const failed: Block = [failure("type", typeMessage(types, false), place.path)];
  const [last] = open;
  // The last branch refuses other types itself, by the check of a named schema, which tests the type in any case.
  const single = open.length === 1 && last?.body.length === 1 && last.body[0]?.kind === "within" ? last.body : undefined;
  const chain = single ?? open.reduceRight<Block>((rest, { test, body }) => when(test, body, rest), failed);
  return when(not(done), chain);
}

/** Alternatives for values of the same types. */
function compileGroup({ members, types }: Group, assertion: Alternatives, place: Place, scope: FunctionScope): Block {
  const schemas = members.flatMap((index) => assertion.members[index] ?? []);
  const [only] = schemas;
  if (schemas.length === 1 && only !== undefined) return compilePart(only, place, scope);
  const objects = types.size === 1 && types.has("object");
  const tags = tagsOf(members, assertion, objects, scope.file.graph);
  if (tags !== undefined) return compileTags(tags, assertion, place, scope);
  if (place.seen !== undefined && schemas.some((schema) => canMark(schema, scope.file.graph))) {
    return compileMarked(schemas, assertion.kind, place, scope);
  }
  return assertion.kind === "anyOf" ? compileAny(schemas, place, scope) : compileOne(schemas, place, scope);
}

/** One `switch` on the tag: an unknown one is one issue, a known one decides. */
function compileTags({ property, branches, otherwise }: Tags, assertion: Alternatives, place: Place, scope: FunctionScope): Block {
  const read =
    property in Object.prototype ? code`${runtime(scope, "own")}(${place.value}, ${literal(property)})` : access(place.value, property);
  const partOf = (member: number): Block => {
    const schema = assertion.members[member];
    if (schema === undefined) return [];
    const target = loneReference(schema);
    const part: Place = { ...place, name: `${place.name}Option${String(member + 1)}` };
    if (target !== undefined) return callNamed(target, { ...part, known: "object" }, scope);
    const issues = issuesOf(schema, part, scope);
    return issues === undefined ? [] : [{ kind: "within", inner: issues, path: place.path }];
  };
  const known = branches.flatMap(({ tags }) => tags);
  const path = [...place.path, literal(property)];
  const fallback: Block = otherwise === undefined ? [failure("discriminator", enumMessage(known), path)] : partOf(otherwise);
  const cases = branches.map(({ tags, member }) => ({ labels: tags.map((tag) => literal(tag)), body: partOf(member) }));
  const choose: Block = [{ kind: "switch", on: read, cases, default: fallback }];
  return when(not(typeTest(["object"], place, scope, true)), [failure("type", typeMessage(["object"], false), place.path)], choose);
}

function compileAny(schemas: readonly Schema[], place: Place, scope: FunctionScope): Block {
  if (schemas.some((schema) => acceptsAll(schema, scope.file.graph))) return [];
  const tried = schemas.map((schema) => ({ schema, test: simpleTest(schema, place, scope) }));
  const simple = tried.flatMap(({ test }) => test ?? []);
  const options: Code[] = [];
  const lines = tried.flatMap(({ schema, test }, index): Block => {
    const issues = test === undefined ? issuesOf(schema, { ...place, name: `${place.name}Option${String(index + 1)}` }, scope) : undefined;
    if (issues === undefined) return [];
    const before = options.at(-1);
    const option = scope.locals.takeCode(`option${String(index + 1)}`);
    options.push(option);
    // Once one fits, the others are not asked.
    return [line(before === undefined ? code`const ${option} = ${issues};` : code`const ${option} = ${before} && ${issues};`)];
  });
  const last = options.at(-1);
  const failed: Block =
    last === undefined
      ? [failure("anyOf", mismatch(schemas), place.path)]
      : when(not(same(last, code`undefined`)), [none("anyOf", options, place, scope)]);
  return when(not(or(...simple)), [...lines, ...failed]);
}

function none(keyword: string, alternatives: readonly Code[], place: Place, scope: FunctionScope): Statement {
  return { kind: "none", call: runtime(scope, "noneFits"), keyword: literal(keyword), alternatives, path: place.path };
}

function compileOne(schemas: readonly Schema[], place: Place, scope: FunctionScope): Block {
  const options: Code[] = [];
  const lines: Statement[] = [];
  const tests = schemas.map((schema, index): Test => {
    const simple = simpleTest(schema, place, scope);
    if (simple !== undefined) return simple;
    const issues = issuesOf(schema, { ...place, name: `${place.name}Option${String(index + 1)}` }, scope);
    if (issues === undefined) return always;
    const option = scope.locals.takeCode(`option${String(index + 1)}`);
    options.push(option);
    lines.push(line(code`const ${option} = ${issues};`));
    return same(option, code`undefined`);
  });
  return [...lines, ...compileCount(tests, options, schemas, place, scope)];
}

/** How many alternatives fit, and what is wrong when it is not one. */
function compileCount(
  tests: readonly Test[],
  options: readonly Code[],
  schemas: readonly Schema[],
  place: Place,
  scope: FunctionScope,
): Block {
  const count = scope.locals.takeCode("matching");
  const terms = tests.map((test) => code`Number(${printTest(test)})`);
  const failed: Block =
    options.length === tests.length ? [none("oneOf", options, place, scope)] : [failure("oneOf", mismatch(schemas), place.path)];
  const several = failure("oneOf", "must match only one of the described alternatives", place.path);
  return [
    line(code`const ${count} = ${join(terms, " + ")};`),
    ...when(same(count, code`0`), failed, when(atom(code`${count} > 1`, code`${count} <= 1`), [several])),
  ];
}

/** Where somebody asks what was looked at, every alternative is tried, and those that fit are told. */
function compileMarked(schemas: readonly Schema[], kind: "anyOf" | "oneOf", place: Place, scope: FunctionScope): Block {
  const options: Code[] = [];
  const tests: Test[] = [];
  const lines = schemas.flatMap((schema, index): Block => {
    const { record, begin, end } = forked(place, scope);
    const part = { ...place, seen: record, name: `${place.name}Option${String(index + 1)}` };
    const issues = issuesOf(schema, part, scope);
    const option = scope.locals.takeCode(`option${String(index + 1)}`);
    const fits = same(option, code`undefined`);
    options.push(option);
    tests.push(fits);
    return [...begin, line(code`const ${option} = ${issues ?? code`undefined`};`), ...when(fits, end)];
  });
  if (kind === "oneOf") return [...lines, ...compileCount(tests, options, schemas, place, scope)];
  return [...lines, ...when(and(...tests.map(not)), [none("anyOf", options, place, scope)])];
}

function mismatch(schemas: readonly Schema[]): string {
  const words = schemas.map(describe);
  return words.every((word) => word !== undefined) ? `must be ${listed(words, "or")}` : "must match one of the described alternatives";
}
