/** What text is to be read as, as data of a generated server. */
import { createStructuralKey } from "../../model/ir/structural-key.js";
import type { Schema } from "../../model/ir/schema.js";
import { code, ident, indexedMember, literal, type Code } from "../print/code.js";
import { braces, brackets } from "../print/layout.js";
import { limitedPatternCode } from "./pattern-code.js";
import { mayTakeJson, saysMoreThanTypes } from "./scalar-schema.js";
import { anything, type Alternative, type Scalar, type WireType } from "./wire-shape.js";

/** What the code of a wire type is made with. */
export interface Printing {
  /** A function or a constant of `runtime/shared.ts`. */
  readonly runtime: (name: string) => Code;
  /** A function that says whether a schema takes a value; `undefined` where it takes every one. */
  readonly guard: (schema: Schema) => Code | undefined;
  /** The same of a schema that may refer to others; `undefined` also where it cannot be written. */
  readonly wholeGuard: (schema: Schema) => Code | undefined;
}

type Apart = Pick<Alternative["apart"], "has">;

const nothing: Alternative["apart"] = new Set();
const allOfIt: Apart = { has: () => true };

/** Alternatives with the members that are read differently for each. */
export function withApart(alternatives: readonly Omit<Alternative, "apart">[]): readonly Alternative[] {
  if (alternatives.length < 2) return alternatives.map((alternative) => ({ ...alternative, apart: nothing }));
  const printing = comparable();
  const known = new Map<string, string>();
  const apart = new Set<string>();
  const add = (name: string, type: WireType | undefined): void => {
    if (type === undefined) return;
    const read = String(wireTypeCode(type, 0, printing));
    if ((known.get(name) ?? read) !== read) apart.add(name);
    known.set(name, read);
  };
  for (const { type } of alternatives) {
    for (const [name, member] of type.members ?? []) add(`.${name}`, member);
    add("[]", type.items);
    add("*", type.additional);
  }
  return alternatives.map((alternative) => ({ ...alternative, apart }));
}

/** Printing by which types that are read alike have the same code. */
function comparable(): Printing {
  const key = createStructuralKey();
  const guard = (schema: Schema): Code => literal(String(key(schema)));
  return { runtime: ident, guard, wholeGuard: guard };
}

/** Whether two types read any text alike. */
export function areReadAlike(one: WireType, other: WireType): boolean {
  const printing = comparable();
  return String(wireTypeCode(one, 0, printing)) === String(wireTypeCode(other, 0, printing));
}

/** Whether the text of the same item or member is read in more than one way. */
export function areReadApart(alternatives: readonly Alternative[]): boolean {
  return alternatives.length > 1 && alternatives.some(({ type, apart }) => type.alternatives.length > 0 || apart.size > 0);
}

/** The `WireType` of `runtime/wire-type.ts` that says so. */
export function wireTypeCode(type: WireType, column: number, printing: Printing): Code {
  return type.alternatives.length > 0 ? alternativesCode(type, column, printing) : plainCode(type, column, printing);
}

function alternativesCode({ alternatives, beside }: WireType, column: number, printing: Printing): Code {
  const each = alternatives.map(({ type, required, absent, values, closed, apart }) => {
    const own = type.alternatives.length > 0 ? wireTypeCode(type, column + 10, printing) : plainCode(type, column + 10, printing, apart);
    const constants = [...values].map(([name, known]) => indexedMember(name, brackets(known.map(literal), column + 20)));
    return braces(
      [
        code`type: ${own}`,
        ...(required.length === 0 ? [] : [code`required: ${brackets(required.map(literal), column + 14)}`]),
        ...(absent.length === 0 ? [] : [code`absent: ${brackets(absent.map(literal), column + 12)}`]),
        ...(constants.length === 0 ? [] : [code`values: ${braces(constants, column + 12)}`]),
        ...(closed ? [code`closed: true`] : []),
      ],
      column + 4,
    );
  });
  const around =
    beside?.members === undefined || beside.members.size === 0 ? [] : [code`beside: ${plainCode(beside, column + 10, printing)}`];
  return braces([code`alternatives: ${brackets(each, column + 16)}`, ...around], column);
}

/** `apart`: of one of several alternatives, which also its own values have to be told from. */
function plainCode(type: WireType, column: number, printing: Printing, apart?: Apart): Code {
  const { types, items, members, patterns } = type;
  const choices = scalarCodes(type, column, printing, apart !== undefined);
  if (types === undefined ? items !== undefined : types.has("array")) choices.push(arrayCode(type, column, printing, apart));
  if (types === undefined ? members !== undefined || patterns.length > 0 : types.has("object"))
    choices.push(objectCode(type, column, printing, apart));
  const [only] = choices;
  return choices.length === 1 && only !== undefined ? only : brackets(choices, column);
}

/** The types of scalars; where a text may be read as several values, with what tells which of these the schema takes. */
function scalarCodes(type: WireType, column: number, printing: Printing, isAlternative: boolean): Code[] {
  const { types, scalar } = type;
  if (types === undefined) return [literal("any")];
  const names = [...order.filter((name) => types.has(name)), ...(types.has("binary") ? (["binary"] as const) : [])];
  const mayDiffer = isAlternative || isReadInSeveralWays(names, types);
  const isTold = names.length > 0 && mayDiffer && !types.has("binary") && scalar !== undefined && saysMoreThanTypes(scalar);
  const fits = isTold ? printing.guard(scalar) : undefined;
  const takes = takesCode(type, printing);
  if (fits === undefined && takes === undefined) return names.map(literal);
  return [
    braces(
      [
        code`scalars: ${brackets(names.map(literal), column + 14)}`,
        ...(fits === undefined ? [] : [code`fits: ${fits}`]),
        ...(takes === undefined ? [] : [code`takes: ${takes}`]),
      ],
      column,
    ),
  ];
}

/** What tells whether a list or an object is meant by a text that is JSON, where that may be a text as well. */
function takesCode({ types, scalar, whole }: WireType, printing: Printing): Code | undefined {
  if (types === undefined || whole === undefined || types.has("binary") || !types.has("string")) return undefined;
  return (types.has("array") || types.has("object")) && mayTakeJson(scalar) ? printing.wholeGuard(whole) : undefined;
}

const order: readonly Scalar[] = ["null", "boolean", "bigint", "digits", "integer", "number", "string"];

/** Whether one text may be several values: any text is a text, a list of one, and an integer of 64 bits may be held in two ways. */
function isReadInSeveralWays(names: readonly Scalar[], types: NonNullable<WireType["types"]>): boolean {
  if (types.has("array") || types.has("object")) return true;
  return names.length > 1 && (types.has("string") || types.has("bigint") || types.has("digits"));
}

/** `name: shape`, as a member of an object whose members are shapes. */
export function wireTypeEntry(name: string, type: WireType, column: number, printing: Printing): Code {
  return indexedMember(name, wireTypeCode(type, column, printing));
}

function arrayCode({ items = anything, first, rest }: WireType, column: number, printing: Printing, apart: Apart = nothing): Code {
  const any = partCode(items, column + 9, printing, apart.has("[]"));
  const positions = first.map((type) => wireTypeCode(type, column + 9, printing));
  const others = rest === undefined ? any : wireTypeCode(rest, column + 9, printing);
  // Where each item is read as any other, positions say nothing.
  if ([...positions, others].every((position) => position === any)) return braces([code`items: ${any}`], column);
  return braces(
    [code`items: ${any}`, code`first: ${brackets(positions, column + 9)}`, ...(rest === undefined ? [] : [code`rest: ${others}`])],
    column,
  );
}

/** A part of a value; `isApart`: it is read differently for another alternative. */
function partCode(type: WireType, column: number, printing: Printing, isApart: boolean): Code {
  return isApart && type.alternatives.length === 0 ? plainCode(type, column, printing, allOfIt) : wireTypeCode(type, column, printing);
}

function objectCode(
  { members, patterns, additional, ambiguous }: WireType,
  column: number,
  printing: Printing,
  apart: Apart = nothing,
): Code {
  const properties = [...(members ?? [])].map(([name, member]) =>
    indexedMember(name, partCode(member, column + name.length + 4, printing, apart.has(`.${name}`))),
  );
  const matching = patterns.flatMap(({ checked, type }) => {
    const test = limitedPatternCode(checked, printing.runtime);
    return test === undefined ? [] : [brackets([test, wireTypeCode(type, column + 18, printing)], column + 18)];
  });
  const others = additional ?? (properties.length === 0 && matching.length === 0 ? anything : undefined);
  return braces(
    [
      ...(properties.length === 0 ? [] : [code`properties: ${braces(properties, column + 14)}`]),
      ...(matching.length === 0 ? [] : [code`patterns: ${brackets(matching, column + 14)}`]),
      ...(others === undefined ? [] : [code`additional: ${partCode(others, column + 14, printing, apart.has("*"))}`]),
      ...(ambiguous ? [code`ambiguous: true`] : []),
    ],
    column,
  );
}
