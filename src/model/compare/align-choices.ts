import { assertedTypes } from "../ir/asserted-types.js";
import type { Assertion, JsonType, Schema } from "../ir/schema.js";
import { typeConcerned } from "../ir/kinds.js";
import { addSchema, typeOrder, type NormalSchema } from "./normal-schema.js";

/** A schema as it is written, and what it comes to. */
export interface Written {
  readonly schema: Schema;
  readonly normal: NormalSchema;
  readonly nameOf: (id: string) => string;
}

/**
 * Makes a schema that is nothing but a choice, and one that is none, alike: a choice of types that have nothing in common is a list of types; else what is no
 * choice is a choice of one. So "string" and "string or integer" differ by an alternative.
 */
export function alignChoices(before: Written, now: Written): void {
  if (before.normal.choices.length === 1 && now.normal.choices.length === 0) align(before, now);
  else if (now.normal.choices.length === 1 && before.normal.choices.length === 0) align(now, before);
}

function align(chosen: Written, single: Written): void {
  const [choice] = chosen.normal.choices;
  if (choice === undefined || !isEmpty(chosen.normal) || isEmpty(single.normal)) return;
  const merged = choice.discriminator === undefined && single.normal.refs.length === 0 ? together(choice.members) : undefined;
  if (merged !== undefined) {
    chosen.normal.choices.length = 0;
    addSchema(chosen.normal, merged);
    return;
  }
  if (!isMember(single, choice.members, chosen.nameOf)) return;
  const member = { ...single.schema, doc: {}, default: undefined, readOnly: false, writeOnly: false };
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
  single.normal.choices.push({ kind: choice.kind, members: [member], discriminator: undefined });
}

/** Whether there is nothing but choices. */
function isEmpty({ types, values, number, string, array, object, refs, parts }: NormalSchema): boolean {
  return [types, values, number, string, array, object].every((each) => each === undefined) && refs.length === 0 && parts.length === 0;
}

/** What refers to a schema may lead to a choice itself: it is one of the alternatives where one of them refers to the same. */
function isMember({ normal: { refs }, nameOf }: Written, members: readonly Schema[], nameOfOther: (id: string) => string): boolean {
  const [ref, more] = refs;
  if (ref === undefined) return true;
  const name = nameOf(ref);
  return more === undefined && members.some(({ assertions: [only] }) => only?.kind === "ref" && nameOfOther(only.target) === name);
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
