/**
 * `anyOf` and `oneOf`. Where the type of a value or a tag in it says which alternative is meant, only that one is checked, and
 * its issues are the ones the sender needs; trying one after the other comes last.
 */
import type { Assertion, JsonType, Schema } from "../../model/types.js";
import type { Json } from "../../source/source-file.js";
import { access, code, join, literal, type Code } from "../code.js";
import { callNamed, compilePart } from "./call.js";
import { compileEnum, failure, isTypeFailure, valueFacts } from "./compile.js";
import { forked, issuesOf, simpleTest } from "./condition.js";
import { runtime, type FunctionScope, type Place } from "./function-scope.js";
import { describe, enumMessage, listed, typeMessage } from "./message.js";
import { line, when, type Block, type Statement } from "./statement.js";
import { always, and, atom, isKnown, not, or, printTest, same, type Test } from "./test.js";
import { canMark } from "./tracking.js";
import { tagsOf, type Tags } from "./tags.js";
import { emptySchema, takesBytes, typesOf, valueType, type ValueType } from "./types-of.js";
import { typeTest } from "./types-test.js";
import { acceptsAll, loneReference } from "./walk.js";

type Alternatives = Assertion & { readonly kind: "anyOf" | "oneOf" };

/** Columns up to which the alternatives that fit are counted on one line. */
const width = 100;

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
  const possible = groups.filter(({ types }) => place.known === undefined || types.has(valueType(place.known)));
  // Alternatives that say no more than a type need no code but the test for it.
  const plain = possible.flatMap((group) => onlyTypes(group, assertion));
  const open = possible.filter((group) => onlyTypes(group, assertion).length === 0);
  const isPlain = typeTest(plain, place, scope, false);
  const [first] = open;
  if (first !== undefined && open.length === 1)
    return when(not(isPlain), retold(compileGroup(first, assertion, place, scope), first, plain, assertion));
  const types = [...open.flatMap((group) => [...group.types]), ...plain];
  const branches = open.map((group) => {
    const bytes = group.members.some((member) => takesBytes(assertion.members[member] ?? emptySchema));
    const known = group.types.size === 1 && !bytes ? [...group.types][0] : undefined;
    const test = typeTest([...group.types], place, scope, true, bytes);
    return { test, body: compileGroup(group, assertion, { ...place, known: place.known ?? known }, scope) };
  });
  const failed: Block = [failure("type", typeMessage(types, false), place.path)];
  const chain = branches.reduceRight<Block>(
    (rest, { test, body }) => (body.length === 0 ? when(not(test), rest) : when(test, body, rest)),
    failed,
  );
  return when(not(isPlain), chain);
}

/** The types that the one member of a group names, when it says nothing else. */
function onlyTypes({ members }: Group, assertion: Alternatives): readonly JsonType[] {
  const [member = -1] = members;
  const [only] = assertion.members[member]?.assertions ?? [];
  return members.length === 1 && only?.kind === "type" && assertion.members[member]?.assertions.length === 1 ? only.types : [];
}

/** A check of the one alternative that takes more than a word, whose message about types names the others too. */
function retold(body: Block, { members }: Group, plain: readonly JsonType[], assertion: Alternatives): Block {
  const [first] = body;
  const [member = -1] = members;
  const said = assertion.members[member]?.assertions.find(({ kind }) => kind === "type");
  if (body.length !== 1 || members.length !== 1 || first?.kind !== "if" || said?.kind !== "type" || !isTypeFailure(first.then)) return body;
  const path = first.then[0]?.kind === "fail" ? first.then[0].path : [];
  return [
    {
      ...first,
      then: [failure("type", typeMessage([...said.types, ...plain], takesBytes(assertion.members[member] ?? emptySchema)), path)],
    },
  ];
}

/** Alternatives for values of the same types. */
function compileGroup({ members, types }: Group, assertion: Alternatives, place: Place, scope: FunctionScope): Block {
  const schemas = members.flatMap((index) => assertion.members[index] ?? []);
  const [only] = schemas;
  if (schemas.length === 1 && only !== undefined) return compilePart(only, place, scope);
  const objects = types.size === 1 && types.has("object");
  const values = commonValues(schemas, assertion.kind, place);
  if (values !== undefined) return compileEnum(values, place, scope);
  const covering = assertion.kind === "anyOf" && place.seen === undefined ? schemas.find((schema) => covers(schema, types)) : undefined;
  if (covering !== undefined) return compilePart(covering, place, scope);
  const tags = tagsOf(members, assertion, objects, scope.file.graph);
  if (tags !== undefined) return compileTags(tags, assertion, place, scope);
  if (place.seen !== undefined && schemas.some((schema) => canMark(schema, scope.file.graph))) {
    return compileMarked(schemas, assertion.kind, place, scope);
  }
  return assertion.kind === "anyOf" ? compileAny(schemas, place, scope) : compileOne(schemas, place, scope);
}

/** Alternatives that are constants, each with a description of its own, are an enumeration. */
function commonValues(schemas: readonly Schema[], kind: "anyOf" | "oneOf", place: Place): readonly Json[] | undefined {
  const times = new Map<Json, number>();
  for (const schema of schemas) {
    const { values } = valueFacts(schema, place);
    const scalar = schema.assertions.every((assertion) => assertion.kind === "type" || assertion.kind === "enum");
    if (values === undefined || !scalar || values.some((value) => typeof value === "object" && value !== null)) return undefined;
    for (const value of new Set(values)) times.set(value, (times.get(value) ?? 0) + 1);
  }
  return [...times].filter(([, count]) => kind === "anyOf" || count === 1).map(([value]) => value);
}

/** Whether a schema lets every value of these types through, whatever the other alternatives say. */
function covers({ assertions }: Schema, types: ReadonlySet<ValueType>): boolean {
  const [only] = assertions;
  return assertions.length === 1 && only?.kind === "type" && [...types].every((type) => only.types.includes(type));
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
    const option = scope.locals.take(`option${String(index + 1)}`, place.value);
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
    const option = scope.locals.take(`option${String(index + 1)}`, place.value);
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
  const failed: Block =
    options.length === tests.length ? [none("oneOf", options, place, scope)] : [failure("oneOf", mismatch(schemas), place.path)];
  const several: Block = [failure("oneOf", "must match only one of the described alternatives", place.path)];
  const unknown = tests.filter(({ kind }) => kind !== "known");
  const sure = tests.filter((test) => isKnown(test, true)).length;
  // TypeScript would find fault with a value that is compared with two constants in one condition.
  if (options.length === 2 && tests.length === 2) return [...when(and(...unknown.map(not)), failed, when(and(...unknown), several))];
  if (sure > 0) return sure > 1 ? several : when(or(...unknown), several);
  const count = scope.locals.take("matching", place.value);
  const terms = unknown.map((test) => code`Number(${printTest(test)})`);
  const sum = join(terms, " + ");
  return [
    line(sum.length <= width ? code`const ${count} = ${sum};` : code`let ${count} = 0;`),
    ...(sum.length <= width ? [] : unknown.flatMap((test) => when(test, [line(code`${count} += 1;`)]))),
    ...when(same(count, code`0`), failed, when(atom(code`${count} > 1`, code`${count} <= 1`), several)),
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
    const option = scope.locals.take(`option${String(index + 1)}`, place.value);
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
