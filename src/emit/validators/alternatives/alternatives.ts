/**
 * `anyOf` and `oneOf`. Where the type of a value or a tag in it says which alternative is meant, only that one is checked, and
 * its issues are the ones the sender needs; trying one after the other comes last.
 */
import { loneReference } from "../../../model/ir/lone-reference.js";
import { isTypeOrEnum, type AssertionOf } from "../../../model/ir/kinds.js";
import type { JsonType, Schema } from "../../../model/ir/schema.js";
import type { Json } from "../../../source/source-file.js";
import { access, code, literal, type Code } from "../../print/code.js";
import { callNamed, callTo, compilePart } from "../call.js";
import type { Call } from "../callee.js";
import { compileEnum, ofTypes, typeFailure, valueFacts } from "../compile.js";
import { askedForm, forked, validTest } from "../condition.js";
import { runtime, seenAt, type FunctionScope, type Place } from "../function-scope.js";
import type { Graph } from "../graph.js";
import { failure, when, withTested, type Block, type Statement } from "../statement.js";
import { always, and, atom, isEmpty, not, type Test } from "../test.js";
import { canMark } from "../tracking.js";
import { emptySchema } from "../../../model/ir/empty-schema.js";
import { int64Of, isBytes, mayTakeBytes, takesBytes, typesOf, valueType, type ValueType } from "../types-of.js";
import { typeTest } from "../types-test.js";
import { compileAttempts, compileCount, labelOf, mismatch } from "./attempts.js";
import { tagsOf, type Tags } from "./tags.js";

type Alternatives = AssertionOf<"anyOf" | "oneOf">;

interface Group {
  readonly members: readonly number[];
  readonly types: ReadonlySet<ValueType>;
}

/** A group while members are still added to it: there may be a hundred thousand of them. */
interface OpenGroup extends Group {
  readonly members: number[];
  readonly types: Set<ValueType>;
}

export function compileAlternatives(assertion: Alternatives, place: Place, scope: FunctionScope): Block {
  const groups = groupsByType(assertion, scope.file.graph, isExact(scope));
  const [all] = groups;
  if (all === undefined) return [failure("failFalse", place.path)];
  return groups.length > 1 ? compileGroups(groups, assertion, place, scope) : compileGroup(all, assertion, place, scope);
}

const isExact = ({ file }: FunctionScope): boolean => file.choices.discriminator === "exact";

/** Alternatives that share no type of value can be told apart by it. */
function groupsByType(assertion: Alternatives, graph: Graph, exact: boolean): readonly Group[] {
  const tagged = exact ? new Set<number>() : taggedMembers(assertion, graph);
  let groups: OpenGroup[] = [];
  for (const [index, member] of assertion.members.entries()) {
    const types: ReadonlySet<ValueType> = tagged.has(index) ? new Set(["object"]) : typesOf(member, graph);
    if (types.size === 0) continue;
    const touching = groups.filter((group) => [...group.types].some((type) => types.has(type)));
    const [merged = { members: [], types: new Set() }, ...others] = touching;
    for (const group of others) {
      for (const each of group.members) merged.members.push(each);
      for (const type of group.types) merged.types.add(type);
    }
    merged.members.push(index);
    for (const type of types) merged.types.add(type);
    groups = [...groups.filter((group) => !touching.includes(group)), merged];
  }
  return groups;
}

/** The alternatives that a discriminator is about, beside others that can be no object: what it asks for is an object, even where they do not say so. */
function taggedMembers(assertion: Alternatives, graph: Graph): ReadonlySet<number> {
  if (assertion.discriminator === undefined) return new Set();
  const objects = assertion.members.flatMap((member, index) => (typesOf(member, graph).has("object") ? [index] : []));
  return new Set(tagsOf(objects, assertion, { objects: false, exact: false }, graph) === undefined ? [] : objects);
}

/** Alternatives in lists of those that the same value may be held against: neither a type nor a tag tells them apart. */
export function rivals(assertion: Alternatives, graph: Graph, exact: boolean): readonly (readonly Schema[])[] {
  return groupsByType(assertion, graph, exact).flatMap((group) => {
    const schemas = membersOf(group, assertion);
    return tagsOfGroup(group, assertion, graph, exact) === undefined ? [schemas] : schemas.map((schema) => [schema]);
  });
}

const membersOf = ({ members }: Group, assertion: Alternatives): readonly Schema[] =>
  members.flatMap((index) => assertion.members[index] ?? []);

function tagsOfGroup({ members, types }: Group, assertion: Alternatives, graph: Graph, exact: boolean): Tags | undefined {
  const objects = members.length > 1 && types.size === 1 && types.has("object");
  return tagsOf(members, assertion, { objects, exact }, graph);
}

function compileGroups(groups: readonly Group[], assertion: Alternatives, place: Place, scope: FunctionScope): Block {
  const possible = groups.filter(({ types }) => place.known === undefined || types.has(valueType(place.known)));
  if (possible.length === 0) return [failure("failFalse", place.path)];
  // Alternatives that say no more than a type need no code but the test for it.
  const plain = possible.flatMap((group) => onlyTypes(group, assertion));
  const open = possible.filter((group) => onlyTypes(group, assertion).length === 0);
  const isPlain = typeTest(plain, place, scope, false);
  const [first] = open;
  if (first !== undefined && open.length === 1)
    return when(not(isPlain), retold(compileGroup(first, assertion, place, scope), first, plain, assertion));
  const types = [...open.flatMap((group) => [...group.types]), ...plain];
  const hasBytes = (group: Group): boolean => membersOf(group, assertion).some((member) => mayTakeBytes(member, scope.file.graph));
  // A file is an object too: whether it is one is asked before.
  const branches = [...open.filter(hasBytes), ...open.filter((group) => !hasBytes(group))].map((group) => {
    const bytes = hasBytes(group);
    const [only] = group.types.size === 1 && !bytes ? group.types : [];
    const known = only === "bigint" ? "integer" : only;
    const test = typeTest([...group.types], place, scope, true, { bytes });
    return { test, body: compileGroup(group, assertion, { ...place, known: place.known ?? known }, scope) };
  });
  const failed = typeFailure(types.map(jsonType), false, place.path);
  const chain = branches.reduceRight<Block>(
    (rest, { test, body }) => (body.length === 0 ? when(not(test), rest) : when(test, body, rest)),
    [failed],
  );
  return withTested(when(not(isPlain), chain), open.length === 0 && place.known === undefined ? failed.expected : undefined);
}

const jsonType = (type: ValueType | JsonType): JsonType => (type === "bigint" ? "integer" : type);

/** The types that the one member of a group names, when it says nothing else. */
function onlyTypes({ members }: Group, assertion: Alternatives): readonly JsonType[] {
  const [member = -1] = members;
  const [only] = assertion.members[member]?.assertions ?? [];
  const plain = members.length === 1 && only?.kind === "type" && only.int64 === undefined;
  return plain && assertion.members[member]?.assertions.length === 1 ? only.types : [];
}

/** A check of the one alternative that takes more than a word, whose message about types names the others too. */
function retold(body: Block, { members }: Group, plain: readonly JsonType[], assertion: Alternatives): Block {
  const [first] = body;
  const [member = -1] = members;
  const said = assertion.members[member]?.assertions.find(({ kind }) => kind === "type");
  if (body.length !== 1 || members.length !== 1 || first?.kind !== "if" || said?.kind !== "type") return body;
  const bytes = takesBytes(assertion.members[member] ?? emptySchema);
  return [{ ...first, then: ofTypes(first.then, [...said.types, ...plain], bytes), tested: undefined }];
}

/** Alternatives for values of the same types. */
function compileGroup(group: Group, assertion: Alternatives, place: Place, scope: FunctionScope): Block {
  const { types } = group;
  const schemas = membersOf(group, assertion);
  const tags = tagsOfGroup(group, assertion, scope.file.graph, isExact(scope));
  const [only] = schemas;
  if (schemas.length === 1 && only !== undefined && tags === undefined) return compilePart(only, place, scope);
  const values = commonValues(schemas, assertion.kind, place);
  if (values !== undefined) return compileEnum(values, undefined, place, scope);
  const files = schemas.filter((schema) => mayTakeBytes(schema, scope.file.graph));
  const able = files.length > 0 ? files : schemas;
  const covering = assertion.kind === "anyOf" && place.seen === undefined ? able.find((schema) => covers(schema, types)) : undefined;
  if (covering !== undefined) return compilePart(covering, place, scope);
  if (tags !== undefined) return compileTags(tags, assertion, place, scope);
  if (place.seen !== undefined && schemas.some((schema) => canMark(schema, scope.file.graph))) {
    return compileMarked(schemas, assertion.kind, place, scope);
  }
  const apart = assertion.kind === "oneOf" && files.length > 0 ? filesApart(schemas, files, scope.file.graph) : schemas;
  return compileAttempts({ kind: assertion.kind, schemas: apart, types }, place, scope);
}

/**
 * Bytes are a file in a form and text elsewhere. Text that another alternative takes is that one's: it would fit both, and a file beside a
 * text is what is described.
 */
function filesApart(schemas: readonly Schema[], files: readonly Schema[], graph: Graph): readonly Schema[] {
  const texts = schemas.filter((schema) => !files.includes(schema) && typesOf(schema, graph).has("string"));
  if (texts.length === 0) return schemas;
  return schemas.map((schema): Schema => {
    if (!files.includes(schema)) return schema;
    const { origin } = schema;
    const other: Schema = { ...emptySchema, origin, assertions: [{ kind: "anyOf", members: texts, discriminator: undefined }] };
    return { ...schema, assertions: [...schema.assertions, { kind: "not", schema: other }] };
  });
}

/** Alternatives that are constants, each with a description of its own, are an enumeration. */
function commonValues(schemas: readonly Schema[], kind: "anyOf" | "oneOf", place: Place): readonly Json[] | undefined {
  const times = new Map<Json, number>();
  for (const schema of schemas) {
    const { values } = valueFacts(schema, place);
    const scalar = schema.assertions.every(isTypeOrEnum);
    if (
      values === undefined ||
      int64Of(schema) !== undefined ||
      !scalar ||
      values.some((value) => typeof value === "object" && value !== null)
    )
      return undefined;
    for (const value of new Set(values)) times.set(value, (times.get(value) ?? 0) + 1);
  }
  return [...times].filter(([, count]) => kind === "anyOf" || count === 1).map(([value]) => value);
}

/** Whether a schema lets every value of these types through, whatever the other alternatives say. */
function covers({ assertions }: Schema, types: ReadonlySet<ValueType>): boolean {
  const [only, ...others] = assertions.filter((assertion) => !isBytes(assertion));
  return others.length === 0 && only?.kind === "type" && [...types].every((type) => type !== "bigint" && only.types.includes(type));
}

/** One `switch` on the tag: an unknown one is one issue, a known one decides. */
function compileTags(
  { property, branches, otherwise, absent, isImplied }: Tags,
  assertion: Alternatives,
  place: Place,
  scope: FunctionScope,
): Block {
  const read =
    property in Object.prototype ? code`${runtime(scope, "own")}(${place.value}, ${literal(property)})` : access(place.value, property);
  const partOf = (member: number): Block => {
    const schema = assertion.members[member];
    if (schema === undefined) return [];
    const target = loneReference(schema);
    const part: Place = { ...place, name: `${place.name}Option${String(member + 1)}` };
    if (target !== undefined) return callNamed(target, { ...part, known: "object" }, scope);
    const call = callTo(schema, part, scope);
    return call === undefined ? [] : [{ kind: "nested", call, path: place.path }];
  };
  const known = branches.flatMap(({ tags }) => tags);
  const path = [...place.path, literal(property)];
  const marks = assertion.members.some((schema) => canMark(schema, scope.file.graph)) ? marksAll(assertion.members, place, scope) : [];
  const unknown = [...marks, failure(isImplied === true ? "failEnum" : "failDiscriminator", path, literal(known))];
  const fallback: Block = otherwise === undefined ? unknown : partOf(otherwise);
  const cases = branches.map(({ tags, member }) => ({
    labels: [...tags.map(labelOf), ...(member === absent ? [code`undefined`] : [])],
    body: partOf(member),
  }));
  // Every alternative requires it.
  if (isImplied === true) cases.push({ labels: [code`undefined`], body: [...marks, failure("failRequired", path)] });
  if (absent !== undefined && branches.every(({ member }) => member !== absent))
    cases.push({ labels: [code`undefined`], body: partOf(absent) });
  const choose: Block = [{ kind: "switch", on: read, cases, default: fallback }];
  return when(not(typeTest(["object"], place, scope, true)), [typeFailure(["object"], false, place.path)], choose);
}

/** Where it is not clear what was meant, nothing is left of which it could be said that it is not allowed. */
function marksAll(schemas: readonly Schema[], place: Place, scope: FunctionScope): Block {
  const seen = seenAt(place, scope);
  if (seen === undefined) return [];
  const names = (): Code => code`${runtime(scope, "sawAllNames")}(${seen});`;
  const items = (): Code => code`${runtime(scope, "sawItems")}(${seen}, Infinity);`;
  const types = new Set(schemas.flatMap((schema) => [...typesOf(schema, scope.file.graph)]));
  const made = [...(types.has("object") ? [names] : []), ...(types.has("array") ? [items] : [])];
  return made.map((make) => ({ kind: "onward", make }));
}

/** Where somebody asks what was looked at, every alternative is tried, and those that fit are reported. */
function compileMarked(schemas: readonly Schema[], kind: "anyOf" | "oneOf", place: Place, scope: FunctionScope): Block {
  const form = askedForm(scope);
  const options: (Call | Code)[] = [];
  const tests: Test[] = [];
  const lines = schemas.flatMap((schema, index): Block => {
    const name = `${place.name}Option${String(index + 1)}`;
    if (!canMark(schema, scope.file.graph)) {
      tests.push(validTest(schema, { ...place, seen: undefined, name }, scope));
      return [];
    }
    const { record, begin, end } = forked(place, scope);
    const call = callTo(schema, { ...place, seen: record, name }, scope);
    if (call === undefined) {
      tests.push(always);
      return [];
    }
    const option = scope.locals.take(form === "guard" ? `fits${String(index + 1)}` : `option${String(index + 1)}`, place.value);
    const test: Test = form === "guard" ? atom(option) : isEmpty(option);
    tests.push(test);
    options.push(form === "guard" ? (withoutMarks(schema, { ...place, name }, scope) ?? call) : option);
    return [...begin, { kind: "ask", name: option, call, form, after: undefined }, ...when(test, end)];
  });
  const marks = marksAll(schemas, place, scope);
  const noneFits = and(...tests.map(not));
  if (kind === "oneOf") return [...lines, ...compileCount(tests, options, schemas, place, scope), ...when(noneFits, marks)];
  const none: Statement =
    options.length === tests.length
      ? { kind: "none", keyword: "anyOf", alternatives: options, path: place.path }
      : failure("failAnyOf", place.path, mismatch(schemas));
  return [...lines, ...when(noneFits, [...marks, none])];
}

const withoutMarks = (schema: Schema, place: Place, scope: FunctionScope): Call | undefined =>
  callTo(schema, { ...place, seen: undefined }, scope);
