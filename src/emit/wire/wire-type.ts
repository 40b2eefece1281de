import type { Api } from "../../model/ir/api.js";
import { isUnevaluated, type AssertionOf } from "../../model/ir/kinds.js";
import type { ArrayAssertion, Assertion, Int64, ObjectAssertion, Schema } from "../../model/ir/schema.js";
import { isInteger } from "../../model/ir/is-integer.js";
import type { Json } from "../../source/source-file.js";
import { bothTelling, saysNothing, tellingOf, type Telling } from "./wire-alternatives.js";
import { alternativeScalars, bothScalars, conditionalScalar, negated, scalarOf } from "./scalar-schema.js";
import { anything, isText, untold, type Alternative, type Scalar, type WireType } from "./wire-shape.js";
import { areReadAlike, areReadApart, withApart } from "./wire-type-code.js";

/** Nobody nests parameters deeper; schemas that refer to themselves would. The next are for those of which too many parts would be written. */
const nestings = [12, 8, 6, 4, 3, 2, 1];
/** Parts of one parameter or body that are written; what is said of one schema is written wherever it stands. */
const maxParts = 20_000;
/** Schemas looked at for one parameter or body. A form of more has the rest read as text. */
const maxSchemas = 4000;

interface Walk {
  readonly api: Api;
  readonly open: Set<string>;
  readonly deepest: number;
  left: number;
}

/** What the text of a parameter, or of the fields of a form, is to be read as. */
export function wireTypeOf(api: Api, schema: Schema): WireType {
  for (const deepest of nestings) {
    const type = look(schema, { api, open: new Set(), deepest, left: maxSchemas }, 0);
    if (partsLeft(type, maxParts) > 0) return type;
  }
  return anything;
}

/** How many of so many parts are left when those of a type are counted; below zero where there are more, of which the others are not counted. */
function partsLeft(type: WireType, most: number): number {
  const { items, first, rest, members, patterns, additional, alternatives, beside } = type;
  const inside = [items, ...first, rest, ...(members?.values() ?? []), ...patterns.map((each) => each.type), additional, beside];
  let left = most - 1;
  for (const part of [...inside, ...alternatives.map((each) => each.type)]) {
    if (left < 0) return left;
    if (part !== undefined) left = partsLeft(part, left);
  }
  return left;
}

function look(schema: Schema, walk: Walk, depth: number): WireType {
  walk.left -= 1;
  if (depth > walk.deepest || walk.left < 0) return anything;
  const found = schema.assertions
    .map((assertion) => withScalar(lookAt(assertion, walk, depth), scalarOf(assertion)))
    .reduce(both, anything);
  const type = schema.assertions.filter(isUnevaluated).reduce((all, assertion) => withOthers(all, assertion, walk, depth), found);
  // Only a text that may be a list or an object has to be told from one.
  return type.types === undefined ? type : { ...type, whole: schema };
}

/** With what is said of members that nothing else looks at. */
function withOthers(
  type: WireType,
  { kind, schema }: AssertionOf<"unevaluatedProperties" | "unevaluatedItems">,
  walk: Walk,
  depth: number,
): WireType {
  if (!isPossible(schema)) return kind === "unevaluatedItems" && type.rest === untold ? { ...type, rest: undefined } : type;
  if (kind === "unevaluatedProperties") return type.additional === undefined ? withAdditional(type, look(schema, walk, depth + 1)) : type;
  if (type.rest !== untold && (type.rest !== undefined || (type.items !== undefined && type.first.length === 0))) return type;
  const rest = look(schema, walk, depth + 1);
  return { ...type, items: type.items === undefined ? rest : either(type.items, rest), rest };
}

const text: WireType = { ...anything, types: new Set(["string"]) };

/** A type, and each of its alternatives, with what members are that nothing names. */
function withAdditional(type: WireType, additional: WireType): WireType {
  const alternatives = type.alternatives.map((each) => ({ ...each, type: withAdditional(each.type, additional) }));
  return { ...type, alternatives, additional: type.additional ?? additional };
}

const withScalar = (type: WireType, scalar: Schema | undefined): WireType => (scalar === undefined ? type : { ...type, scalar });

/** Whether any value is valid. */
const isPossible = ({ assertions }: Schema): boolean => !assertions.some(({ kind }) => kind === "never");

function lookAt(assertion: Assertion, walk: Walk, depth: number): WireType {
  switch (assertion.kind) {
    case "type":
      return { ...anything, types: new Set(assertion.types.map((type) => representationOf(type, assertion.int64))) };
    case "enum":
      return { ...anything, types: new Set(assertion.values.map((value) => representationOf(typeOfJson(value), assertion.int64))) };
    case "string":
      // A schema that speaks of bytes speaks of nothing else.
      return assertion.binary === true ? { ...anything, types: new Set(["binary"]) } : anything;
    case "array":
      return lookAtItems(assertion, walk, depth);
    case "object":
      return lookInside(assertion, walk, depth);
    case "ref": {
      const target = walk.api.schemas.get(assertion.target);
      if (target === undefined || walk.open.has(assertion.target)) return anything;
      walk.open.add(assertion.target);
      const found = look(target.schema, walk, depth);
      walk.open.delete(assertion.target);
      return found;
    }
    case "allOf":
      return assertion.members.map((member) => look(member, walk, depth + 1)).reduce(both, anything);
    case "anyOf":
    case "oneOf":
      return lookAtAlternatives(assertion, walk, depth);
    case "if":
      return lookAtCondition(assertion, walk, depth);
    case "not":
      return withScalar(anything, negated(look(assertion.schema, walk, depth + 1).scalar));
    // Refuse values, and say of none what it is.
    case "never":
    case "number":
    // See `withOthers`.
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return anything;
  }
}

function lookAtAlternatives({ kind, members, discriminator }: AssertionOf<"anyOf" | "oneOf">, walk: Walk, depth: number): WireType {
  const { schemas } = walk.api;
  const possible = members.flatMap((member, index): readonly Omit<Alternative, "apart">[] => {
    if (!isPossible(member)) return [];
    return [{ type: look(member, walk, depth + 1), ...tellingOf(member, schemas, discriminator, discriminator?.tags[index]) }];
  });
  if (possible.length === 0) return anything;
  const scalar = alternativeScalars(
    kind,
    possible.map(({ type }) => type.scalar),
  );
  const together = { ...possible.map(({ type }) => type).reduce(either), scalar, ambiguous: possible.length > 1 && leaveOpen(possible) };
  const alternatives = withApart(possible);
  return areReadApart(alternatives) ? { ...together, alternatives } : together;
}

/** Whether a member that is no text for one of several objects is one that another does not speak of. */
function leaveOpen(alternatives: readonly Omit<Alternative, "apart">[]): boolean {
  const objects = alternatives.filter(({ type: { types } }) => types === undefined || types.has("object"));
  const named = new Set(
    objects.flatMap(({ type }) => [...(type.members ?? [])].flatMap(([name, member]) => (isText(member) ? [] : [name]))),
  );
  return objects.some(({ type, closed }) => {
    const isOpen = !closed || type.additional !== undefined || type.patterns.length > 0;
    return type.ambiguous || (isOpen && [...named].some((name) => type.members?.has(name) !== true));
  });
}

/** The branch that holds is one of two alternatives; what is asked tells the first. */
function lookAtCondition({ if: asked, then, else: otherwise }: AssertionOf<"if">, walk: Walk, depth: number): WireType {
  const { schemas } = walk.api;
  const of = (schema: Schema | undefined): WireType => (schema === undefined ? anything : look(schema, walk, depth + 1));
  const telling = (schema: Schema | undefined): Telling => (schema === undefined ? saysNothing : tellingOf(schema, schemas));
  const branches = [of(then), of(otherwise)] as const;
  const condition = of(asked);
  const scalar = conditionalScalar(condition.scalar, branches[0].scalar, branches[1].scalar);
  if (branches.every(({ members, items }) => members === undefined && items === undefined)) return withScalar(anything, scalar);
  const first = { type: both(condition, branches[0]), ...bothTelling(telling(then), tellingOf(asked, schemas)) };
  if (areReadAlike(first.type, branches[1])) return { ...branches[1], scalar };
  const together = { ...either(first.type, branches[1]), scalar };
  return { ...together, alternatives: withApart([first, { type: branches[1], ...telling(otherwise) }]) };
}

function representationOf(type: Scalar | "array" | "object", int64: Int64 | undefined): Scalar | "array" | "object" {
  if (type !== "integer" || int64 === undefined) return type;
  return int64.as === "bigint" ? "bigint" : "digits";
}

function lookAtItems({ items, prefixItems, contains }: ArrayAssertion, walk: Walk, depth: number): WireType {
  // Items of which nothing else is said are what some of them have to be, or text.
  if (items === undefined && prefixItems.length === 0 && contains !== undefined && isPossible(contains.schema))
    return { ...anything, items: either(look(contains.schema, walk, depth + 1), text) };
  const first = prefixItems.map((schema) => look(schema, walk, depth + 1));
  const told = items === undefined || !isPossible(items) ? undefined : look(items, walk, depth + 1);
  const possible = [...first, ...(told === undefined ? [] : [told])];
  const rest = items === undefined && first.length > 0 ? untold : told;
  // A list that can only be empty has items that nobody can write.
  return { ...anything, first, rest, items: possible.length === 0 ? anything : possible.reduce(either) };
}

function lookInside(assertion: ObjectAssertion, walk: Walk, depth: number): WireType {
  const { properties, additionalProperties, patternProperties } = assertion;
  const own: WireType = {
    ...anything,
    members: new Map(properties.flatMap(({ name, schema }) => (schema.hidden ? [] : [[name, look(schema, walk, depth + 1)]]))),
    patterns: patternProperties
      .filter(({ schema }) => isPossible(schema))
      .map(({ schema, ...checked }) => ({ checked, type: look(schema, walk, depth + 1) })),
    additional:
      additionalProperties === undefined || !isPossible(additionalProperties) ? undefined : look(additionalProperties, walk, depth + 1),
  };
  return assertion.dependentSchemas.length === 0 ? own : withDependents(own, assertion, walk, depth);
}

/** Each that is told apart doubles the alternatives. Others are read as if their property were there. */
const mostDependents = 3;

interface Dependent {
  readonly property: string;
  readonly type: WireType;
  readonly telling: Telling;
}

/** An object of which more is said where a property is there. */
function withDependents(own: WireType, { dependentSchemas }: ObjectAssertion, walk: Walk, depth: number): WireType {
  const dependents = dependentSchemas
    .filter(({ schema }) => isPossible(schema))
    .map(({ property, schema }) => ({
      property,
      type: look(schema, walk, depth + 1),
      telling: tellingOf(schema, walk.api.schemas),
    }))
    .filter(({ type }) => type.members !== undefined);
  const others = dependents.slice(mostDependents).reduce((type, dependent) => both(type, dependent.type), own);
  return dependents.length === 0 ? own : both(dependentAlternatives(dependents.slice(0, mostDependents), own), others);
}

/** One alternative for each choice of properties that are there. */
function dependentAlternatives(dependents: readonly Dependent[], own: WireType): WireType {
  let alternatives: readonly Omit<Alternative, "apart">[] = [{ type: { ...anything, members: new Map() }, ...saysNothing }];
  for (const { property, type, telling } of dependents) {
    const without = whereAbsent(type, own);
    alternatives = [
      ...alternatives.map((each) => ({
        type: both(each.type, type),
        ...bothTelling(each, bothTelling(telling, { ...saysNothing, required: [property] })),
      })),
      ...alternatives.map((each) => ({ ...each, type: both(each.type, without), absent: [...each.absent, property] })),
    ];
  }
  const together = alternatives.map(({ type }) => type).reduce(either);
  return { ...together, alternatives: withApart(alternatives) };
}

/** What a dependent says where its property is not there: that its members may stand there, too, unless the object itself says of which type those are. */
function whereAbsent({ members = new Map<string, WireType>() }: WireType, own: WireType): WireType {
  const isSaid = own.additional !== undefined || own.patterns.length > 0;
  return { ...anything, members: isSaid ? new Map() : new Map(Array.from(members.keys(), (name) => [name, anything])) };
}

function typeOfJson(value: Json): Scalar | "array" | "object" {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isInteger(value)) return "integer";
  if (typeof value === "number") return "number";
  return typeof value === "object" ? "object" : (typeof value as "string" | "boolean"); // what is left of JSON
}

type Types = NonNullable<WireType["types"]>;

/** What two assertions that both hold allow. */
function both(a: WireType, b: WireType): WireType {
  if (a === anything) return b;
  if (b === anything) return a;
  return {
    types: a.types === undefined ? b.types : b.types === undefined ? a.types : intersection(a.types, b.types),
    items: combined(a.items, b.items, both),
    ...byPosition(a, b, both),
    members: merged(a.members, b.members, both),
    patterns: [...a.patterns, ...b.patterns],
    additional: a.additional ?? b.additional,
    scalar: bothScalars(a.scalar, b.scalar),
    ambiguous: a.ambiguous || b.ambiguous,
    whole: bothScalars(a.whole, b.whole),
    ...(a.alternatives.length > 0 ? alternativesBeside(a, b) : alternativesBeside(b, a)),
  };
}

function intersection(a: Types, b: Types): Types {
  if (a.has("binary") || b.has("binary")) return new Set(["binary"]);
  return new Set([...[...a].filter((type) => isAmong(type, b)), ...[...b].filter((type) => isAmong(type, a))]);
}

/** Integers are numbers, and those that are held as something else are integers. */
function isAmong(type: Scalar | "array" | "object", types: Types): boolean {
  if (types.has(type)) return true;
  if (type === "integer") return types.has("number");
  return (type === "bigint" || type === "digits") && (types.has("integer") || types.has("number"));
}

/** What either of two schemas allows. */
function either(a: WireType, b: WireType): WireType {
  return {
    types: a.types === undefined || b.types === undefined ? undefined : new Set([...a.types, ...b.types]),
    items: combined(a.items, b.items, either),
    ...byPosition(a, b, either),
    members: merged(a.members, b.members, either),
    patterns: [...new Set([...a.patterns, ...b.patterns])],
    additional: a.additional ?? b.additional,
    alternatives: [],
    beside: undefined,
    ambiguous: a.ambiguous || b.ambiguous,
    scalar: alternativeScalars("anyOf", [a.scalar, b.scalar]),
    whole: alternativeScalars("anyOf", [a.whole, b.whole]),
  };
}

/** Alternatives with what is said beside them. Of what two lists of alternatives hold of, the second is read as all of it together. */
function alternativesBeside({ alternatives, beside }: WireType, other: WireType): Pick<WireType, "alternatives" | "beside"> {
  if (alternatives.length === 0) return { alternatives, beside: undefined };
  const plain: WireType = { ...other, alternatives: [], beside: undefined };
  return {
    alternatives: alternatives.map((alternative) => ({ ...alternative, type: narrowed(alternative.type, plain) })),
    beside: beside === undefined ? plain : both(beside, plain),
  };
}

/** A type as far as another one holds as well, without members that only the other one names. */
function narrowed(type: WireType, other: WireType): WireType {
  const { members, ...rest } = both({ ...type, alternatives: [], beside: undefined }, other);
  const own = new Map([...(members ?? [])].filter(([name]) => type.members?.has(name) === true));
  return {
    ...rest,
    members: members && own,
    alternatives: type.alternatives.map((alternative) => ({ ...alternative, type: narrowed(alternative.type, other) })),
    beside: type.beside,
  };
}

type Combine = (a: WireType, b: WireType) => WireType;

function combined(a: WireType | undefined, b: WireType | undefined, combine: Combine): WireType | undefined {
  return a === undefined ? b : b === undefined ? a : combine(a, b);
}

/** What two say of items by position, where one of them says it. */
function byPosition(a: WireType, b: WireType, combine: Combine): Pick<WireType, "first" | "rest"> {
  if (a.items === undefined || b.items === undefined) {
    const { first, rest } = a.items === undefined ? b : a;
    return { first, rest };
  }
  const length = Math.max(a.first.length, b.first.length);
  const at = ({ first, rest }: WireType, index: number): WireType | undefined => first[index] ?? rest;
  const first = Array.from({ length }, (_, index) => combined(at(a, index), at(b, index), combine) ?? anything);
  return { first, rest: restOf(a, b, combine) };
}

/** What two say of the items after those by position. What one of them does not speak of is as the other says, or as it likes where one of them holds. */
function restOf({ rest: a }: WireType, { rest: b }: WireType, combine: Combine): WireType | undefined {
  if (a === b) return a;
  if (a !== untold && b !== untold) return combined(a, b, combine);
  if (combine === either) return untold;
  return a === untold ? b : a;
}

function merged(a: WireType["members"], b: WireType["members"], combine: Combine): WireType["members"] {
  if (a === undefined || b === undefined) return a ?? b;
  const result = new Map(a);
  for (const [name, member] of b) {
    const known = result.get(name);
    result.set(name, known === undefined ? member : combine(known, member));
  }
  return result;
}
