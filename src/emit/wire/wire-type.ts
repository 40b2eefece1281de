import type { Api } from "../../model/ir/api.js";
import { isUnevaluated, type AssertionOf } from "../../model/ir/kinds.js";
import type { ArrayAssertion, Assertion, CheckedPattern, Int64, ObjectAssertion, Schema } from "../../model/ir/schema.js";
import { isInteger } from "../../model/ir/is-integer.js";
import type { Json } from "../../source/source-file.js";
import { bothTelling, tellingOf, type Telling } from "./wire-alternatives.js";
import { code, ident, indexedMember, literal, type Code } from "../print/code.js";
import { limitedPatternCode } from "./pattern-code.js";
import { braces, brackets } from "../print/layout.js";

/** `bigint` and `digits` are integers of 64 bits that are held as such. */
type Scalar = "null" | "boolean" | "bigint" | "digits" | "integer" | "number" | "string" | "binary";

/** Which types a schema allows, as far as text on the wire has to know. */
export interface WireType {
  /** `undefined`: any. */
  readonly types: ReadonlySet<Scalar | "array" | "object"> | undefined;
  /** Of any item. */
  readonly items: WireType | undefined;
  /** Of items by position, and of those after them. */
  readonly first: readonly WireType[];
  readonly rest: WireType | undefined;
  readonly members: ReadonlyMap<string, WireType> | undefined;
  /** Of members whose names match. */
  readonly patterns: readonly { readonly checked: CheckedPattern; readonly type: WireType }[];
  /** Of members that are not named and match no pattern. */
  readonly additional: WireType | undefined;
  /** Where text is read differently for each of several alternatives: what is said above is what all of them allow together. */
  readonly alternatives: readonly Alternative[];
  /** What is said beside these. */
  readonly beside: WireType | undefined;
}

interface Alternative extends Telling {
  readonly type: WireType;
}

const anything: WireType = {
  types: undefined,
  items: undefined,
  first: [],
  rest: undefined,
  members: undefined,
  patterns: [],
  additional: undefined,
  alternatives: [],
  beside: undefined,
};
const all: readonly (Scalar | "array" | "object")[] = [
  "null",
  "boolean",
  "bigint",
  "digits",
  "integer",
  "number",
  "string",
  "array",
  "object",
];

/** Nobody nests parameters deeper; schemas that refer to themselves would. */
const maxNesting = 12;
/** Schemas looked at for one parameter or body. A form of more has the rest read as text. */
const maxSchemas = 4000;

interface Walk {
  readonly api: Api;
  readonly open: Set<string>;
  left: number;
}

/** What the text of a parameter, or of the fields of a form, is to be read as. */
export function wireTypeOf(api: Api, schema: Schema): WireType {
  return look(schema, { api, open: new Set(), left: maxSchemas }, 0);
}

function look(schema: Schema, walk: Walk, depth: number): WireType {
  walk.left -= 1;
  if (depth > maxNesting || walk.left < 0) return anything;
  const found = schema.assertions.map((assertion) => lookAt(assertion, walk, depth)).reduce(both, anything);
  return schema.assertions.filter(isUnevaluated).reduce((type, assertion) => withOthers(type, assertion, walk, depth), found);
}

/** With what is said of members that nothing else looks at. */
function withOthers(
  type: WireType,
  { kind, schema }: AssertionOf<"unevaluatedProperties" | "unevaluatedItems">,
  walk: Walk,
  depth: number,
): WireType {
  if (!isPossible(schema)) return type;
  if (kind === "unevaluatedProperties")
    return type.additional === undefined ? { ...type, additional: look(schema, walk, depth + 1) } : type;
  if (type.rest !== undefined || (type.items !== undefined && type.first.length === 0)) return type;
  const rest = look(schema, walk, depth + 1);
  return { ...type, items: type.items === undefined ? rest : either(type.items, rest), rest };
}

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
    // Refuse values, and say of none what it is.
    case "never":
    case "number":
    case "not":
    // See `withOthers`.
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return anything;
  }
}

function lookAtAlternatives({ members, discriminator }: AssertionOf<"anyOf" | "oneOf">, walk: Walk, depth: number): WireType {
  const { schemas } = walk.api;
  const possible = members.flatMap((member, index): readonly Alternative[] => {
    if (!isPossible(member)) return [];
    return [{ type: look(member, walk, depth + 1), ...tellingOf(member, schemas, discriminator, discriminator?.tags[index]) }];
  });
  if (possible.length === 0) return anything;
  const together = possible.map(({ type }) => type).reduce(either);
  return possible.length > 1 && areReadApart(possible) ? { ...together, alternatives: possible } : together;
}

/** The branch that holds is one of two alternatives; what is asked tells the first. */
function lookAtCondition({ if: asked, then, else: otherwise }: AssertionOf<"if">, walk: Walk, depth: number): WireType {
  const { schemas } = walk.api;
  const of = (schema: Schema | undefined): WireType => (schema === undefined ? anything : look(schema, walk, depth + 1));
  const telling = (schema: Schema | undefined): Telling => (schema === undefined ? saysNothing : tellingOf(schema, schemas));
  const branches = [of(then), of(otherwise)] as const;
  if (branches.every(({ members, items }) => members === undefined && items === undefined)) return anything;
  const first = { type: both(of(asked), branches[0]), ...bothTelling(telling(then), tellingOf(asked, schemas)) };
  return { ...anything, alternatives: [first, { type: branches[1], ...telling(otherwise) }] };
}

const saysNothing: Telling = { required: [], values: new Map(), closed: false };

/** Whether the text of the same item or member is read in more than one way. */
function areReadApart(alternatives: readonly Alternative[]): boolean {
  const known = new Map<string, string>();
  const isOther = (key: string, type: WireType | undefined): boolean => {
    if (type === undefined) return false;
    const read = String(wireTypeCode(type, 0, ident));
    const before = known.get(key);
    known.set(key, read);
    return before !== undefined && before !== read;
  };
  return alternatives.some(({ type }) => {
    const members = [...(type.members ?? [])].map(([name, member]) => isOther(`.${name}`, member));
    return type.alternatives.length > 0 || isOther("[]", type.items) || isOther("*", type.additional) || members.includes(true);
  });
}

function representationOf(type: Scalar | "array" | "object", int64: Int64 | undefined): Scalar | "array" | "object" {
  if (type !== "integer" || int64 === undefined) return type;
  return int64.as === "bigint" ? "bigint" : "digits";
}

function lookAtItems({ items, prefixItems }: ArrayAssertion, walk: Walk, depth: number): WireType {
  const first = prefixItems.map((schema) => look(schema, walk, depth + 1));
  const rest = items === undefined || !isPossible(items) ? undefined : look(items, walk, depth + 1);
  const possible = [...first, ...(rest === undefined ? [] : [rest])];
  // A list that can only be empty has items that nobody can write.
  return { ...anything, first, rest, items: possible.length === 0 ? anything : possible.reduce(either) };
}

function lookInside({ properties, additionalProperties, patternProperties }: ObjectAssertion, walk: Walk, depth: number): WireType {
  return {
    ...anything,
    members: new Map(properties.flatMap(({ name, schema, hidden }) => (hidden ? [] : [[name, look(schema, walk, depth + 1)]]))),
    patterns: patternProperties
      .filter(({ schema }) => isPossible(schema))
      .map(({ schema, ...checked }) => ({ checked, type: look(schema, walk, depth + 1) })),
    additional:
      additionalProperties === undefined || !isPossible(additionalProperties) ? undefined : look(additionalProperties, walk, depth + 1),
  };
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
    patterns: [...a.patterns, ...b.patterns],
    additional: a.additional ?? b.additional,
    alternatives: [],
    beside: undefined,
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
  return { first, rest: combined(a.rest, b.rest, combine) };
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

/** Whether text is text and nothing else. */
export function isText({ types }: WireType): boolean {
  return types?.size === 1 && types.has("string");
}

/** A function or a constant of `runtime/shared.ts`. */
type Runtime = (name: string) => Code;

/** The `WireType` of `runtime/wire-type.ts` that says so. */
export function wireTypeCode(type: WireType, column: number, runtime: Runtime): Code {
  return type.alternatives.length > 0 ? alternativesCode(type, column, runtime) : plainCode(type, column, runtime);
}

function alternativesCode({ alternatives, beside }: WireType, column: number, runtime: Runtime): Code {
  const each = alternatives.map(({ type, required, values, closed }) => {
    const constants = [...values].map(([name, known]) => indexedMember(name, brackets(known.map(literal), column + 20)));
    return braces(
      [
        code`type: ${wireTypeCode(type, column + 10, runtime)}`,
        ...(required.length === 0 ? [] : [code`required: ${brackets(required.map(literal), column + 14)}`]),
        ...(constants.length === 0 ? [] : [code`values: ${braces(constants, column + 12)}`]),
        ...(closed ? [code`closed: true`] : []),
      ],
      column + 4,
    );
  });
  const around =
    beside?.members === undefined || beside.members.size === 0 ? [] : [code`beside: ${plainCode(beside, column + 10, runtime)}`];
  return braces([code`alternatives: ${brackets(each, column + 16)}`, ...around], column);
}

function plainCode(type: WireType, column: number, runtime: Runtime): Code {
  const { types, items, members, patterns } = type;
  const scalars = all.filter((type) => type !== "array" && type !== "object" && types?.has(type) === true);
  const choices = types === undefined ? [literal("any")] : [...scalars, ...(types.has("binary") ? ["binary"] : [])].map(literal);
  if (types === undefined ? items !== undefined : types.has("array")) choices.push(arrayCode(type, column, runtime));
  if (types === undefined ? members !== undefined || patterns.length > 0 : types.has("object"))
    choices.push(objectCode(type, column, runtime));
  const [only] = choices;
  return choices.length === 1 && only !== undefined ? only : brackets(choices, column);
}

/** `name: shape`, as a member of an object whose members are shapes. */
export function wireTypeEntry(name: string, type: WireType, column: number, runtime: Runtime): Code {
  return indexedMember(name, wireTypeCode(type, column, runtime));
}

function arrayCode({ items = anything, first, rest }: WireType, column: number, runtime: Runtime): Code {
  const any = wireTypeCode(items, column + 9, runtime);
  const positions = first.map((type) => wireTypeCode(type, column + 9, runtime));
  const others = rest === undefined ? any : wireTypeCode(rest, column + 9, runtime);
  // Where each item is read as any other, positions say nothing.
  if (positions.every((position) => position === any)) return braces([code`items: ${any}`], column);
  return braces(
    [code`items: ${any}`, code`first: ${brackets(positions, column + 9)}`, ...(rest === undefined ? [] : [code`rest: ${others}`])],
    column,
  );
}

function objectCode({ members, patterns, additional }: WireType, column: number, runtime: Runtime): Code {
  const properties = [...(members ?? [])].map(([name, member]) => wireTypeEntry(name, member, column + name.length + 4, runtime));
  const matching = patterns.flatMap(({ checked, type }) => {
    const test = limitedPatternCode(checked, runtime);
    return test === undefined ? [] : [brackets([test, wireTypeCode(type, column + 18, runtime)], column + 18)];
  });
  const others = additional ?? (properties.length === 0 && matching.length === 0 ? anything : undefined);
  return braces(
    [
      ...(properties.length === 0 ? [] : [code`properties: ${braces(properties, column + 14)}`]),
      ...(matching.length === 0 ? [] : [code`patterns: ${brackets(matching, column + 14)}`]),
      ...(others === undefined ? [] : [code`additional: ${wireTypeCode(others, column + 14, runtime)}`]),
    ],
    column,
  );
}
