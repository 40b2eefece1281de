import { assertedTypes } from "../ir/asserted-types.js";
import type { Assertion, JsonType, Schema } from "../ir/schema.js";
import { typeConcerned } from "../ir/kinds.js";
import { isAmong } from "../ir/type-of-value.js";
import { addSchema, isNull, normalSchema, typeOrder, type Choice, type NormalSchema } from "./normal-schema.js";

/** A schema as it is written, and what it comes to. */
export interface Written {
  readonly schema: Schema;
  readonly normal: NormalSchema;
  readonly nameOf: (id: string) => string;
  /** What a schema says where it stands for another one: the other one. */
  readonly meant: (schema: Schema) => Schema;
  /** A text that is the same for two schemas that mean the same. */
  readonly textOf: (schema: Schema) => string;
}

/**
 * Makes a schema that has a choice, and one that has none or fewer, alike: a choice of types that have nothing in common is a list of types; else a choice of one,
 * and one of X or null, stay the choices that they are written as; else what is no choice is a choice of one. So "string" and "string or integer" differ by an
 * alternative.
 */
export function alignChoices(before: Written, now: Written): void {
  const more = before.normal.choices.length - now.normal.choices.length;
  if (more > 0) align(before, now);
  else if (more < 0) align(now, before);
}

function align(chosen: Written, single: Written): void {
  const [choice, ...others] = chosen.normal.choices;
  if (choice === undefined) return;
  const isOnly = others.length === 0 && single.normal.choices.length === 0;
  const isLone = isOnly && isEmpty(chosen.normal) && !isEmpty(single.normal);
  const merged = isLone && choice.discriminator === undefined && single.normal.refs.length === 0 ? together(choice.members) : undefined;
  if (merged !== undefined) {
    chosen.normal.choices.length = 0;
    addSchema(chosen.normal, merged);
    return;
  }
  const kept = normalSchema(single.schema, "choices");
  if (kept.choices.length === chosen.normal.choices.length) Object.assign(single.normal, kept);
  else if (isOnly) becomeChoice(choice, chosen, single);
}

function becomeChoice(choice: Choice, chosen: Written, single: Written): void {
  const isTypeSaid = isEmpty({ ...chosen.normal, types: undefined }) && isSaidByMembers(chosen.normal.types, choice, chosen);
  if (!isTypeSaid || isEmpty(single.normal) || !isMember(single, choice.members, chosen)) return;
  chosen.normal.types = undefined;
  const members = apartFromNull({ ...single.schema, doc: {}, default: undefined, readOnly: false, writeOnly: false }, single, choice);
  Object.assign(single.normal, {
    types: undefined,
    values: undefined,
    number: undefined,
    string: undefined,
    array: undefined,
    object: undefined,
  });
  single.normal.refs.length = 0;
  single.normal.parts.length = 0;
  single.normal.choices.push({ kind: choice.kind, members, discriminator: undefined });
}

/** Whether what stands beside a choice says no more of types than each of its alternatives does. */
function isSaidByMembers(types: readonly JsonType[] | undefined, { members }: Choice, { meant }: Written): boolean {
  if (types === undefined) return true;
  return members.every((member) => assertedTypes(meant(member).assertions)?.every((type) => isAmong(type, types)) === true);
}

/** "X or null" as a list of types is two alternatives where null is one of its own on the other side. */
function apartFromNull(member: Schema, { normal }: Written, { members }: Choice): readonly Schema[] {
  const alone = members.find(isNull);
  const others = normal.types?.filter((type) => type !== "null") ?? [];
  if (alone === undefined || normal.types?.includes("null") !== true || others.length === 0 || normal.values !== undefined) return [member];
  const parts = [normal.number, normal.string, normal.array, normal.object].filter((each) => each !== undefined);
  if (normal.refs.length + normal.parts.length > 0) return [member];
  return [{ ...member, assertions: [{ kind: "type", types: others }, ...parts] }, alone];
}

/** Whether there is nothing but choices. */
function isEmpty({ types, values, number, string, array, object, refs, parts }: NormalSchema): boolean {
  return [types, values, number, string, array, object].every((each) => each === undefined) && refs.length === 0 && parts.length === 0;
}

/** What refers to a schema may lead to a choice itself: it is one of the alternatives where one of them refers to the same, or says the same. */
function isMember({ normal: { refs }, nameOf, schema, meant, textOf }: Written, members: readonly Schema[], other: Written): boolean {
  const [ref, more] = refs;
  if (ref === undefined) return true;
  const name = nameOf(ref);
  const text = textOf(meant(schema));
  return (
    more === undefined &&
    members.some(
      (member) =>
        (member.assertions[0]?.kind === "ref" && other.nameOf(member.assertions[0].target) === name) ||
        other.textOf(other.meant(member)) === text,
    )
  );
}

/** Whether no value can be of two of them, by their types alone. */
export function areDisjoint(members: readonly Schema[]): boolean {
  const all = members.map(({ assertions }) => assertedTypes(assertions));
  if (all.some((types) => types === undefined)) return false;
  const types = all.flatMap((each) => (each ?? []).map((type) => (type === "integer" ? "number" : type)));
  return new Set(types).size === types.length;
}

/** One schema for alternatives that have no type in common, and say no more than each of its own type. */
function together(members: readonly Schema[]): Schema | undefined {
  const [first] = members;
  if (first === undefined || !areDisjoint(members) || !members.every(isPlain)) return undefined;
  const types = typeOrder.filter((type) => members.some(({ assertions }) => assertedTypes(assertions)?.includes(type)));
  const own = members.flatMap(({ assertions }) => assertions.filter((each) => isAbout(each, assertedTypes(assertions) ?? [])));
  return { ...first, doc: {}, assertions: [{ kind: "type", types }, ...own] };
}

function isAbout(assertion: Assertion, types: readonly JsonType[]): boolean {
  const type = typeConcerned[assertion.kind];
  return type !== undefined && (types.includes(type) || (type === "number" && types.includes("integer")));
}

function isPlain({ assertions, doc, default: value, readOnly, writeOnly }: Schema): boolean {
  const isMarked = doc.lifecycle !== undefined || value !== undefined || readOnly || writeOnly;
  return !isMarked && assertions.every(({ kind }) => kind === "type" || plainKinds.has(kind));
}

const plainKinds: ReadonlySet<Assertion["kind"]> = new Set(["number", "string", "array", "object"]);
