import type { Int64 } from "../../model/ir/types.js";
import { isList, type Json } from "../../source/source-file.js";

/**
 * The schemas that the type printer is given: few enough kinds that it prints each of them faithfully. All strings and keys
 * in them are tokens or plain (see `Tokens`).
 */
export type TypeDoc =
  /** Any value. */
  | { readonly type?: never }
  /** `blob` and `undefined` are words of ours: see the adapter. */
  | { readonly type: "string" | "number" | "boolean" | "null" | "blob" | "undefined" }
  /** With `digits`, that one only. A word of ours too. */
  | { readonly type: "bigint"; readonly digits?: string }
  /** Scalars only; an empty list is `never`. */
  | { readonly enum: readonly Json[] }
  | { readonly $ref: string }
  | { readonly allOf: readonly TypeDoc[] }
  | { readonly oneOf: readonly TypeDoc[] }
  | { readonly type: "array"; readonly items: TypeDoc }
  | { readonly type: "tuple"; readonly prefixItems: readonly TypeDoc[]; readonly required: number; readonly rest?: TypeDoc }
  | { readonly type: "object"; readonly properties: { readonly [key: string]: PropertyDoc }; readonly required: readonly string[] };

export type PropertyDoc = TypeDoc & { readonly description?: string; readonly readOnly?: boolean };

export const anything: TypeDoc = {};
export const nothing: TypeDoc = { enum: [] };

export function isAnything(type: TypeDoc): boolean {
  return !("type" in type || "enum" in type || "$ref" in type || "allOf" in type || "oneOf" in type);
}

export function isNothing(type: TypeDoc): boolean {
  return "enum" in type && type.enum.length === 0;
}

/** The type of values that are of all of these. */
export function both(types: readonly TypeDoc[]): TypeDoc {
  if (types.length < 2) return types[0] ?? anything;
  const members = distinct(types.flatMap((type) => ("allOf" in type ? type.allOf : isAnything(type) ? [] : [type])));
  if (members.some(isNothing)) return nothing;
  return members.length > 1 ? { allOf: members } : (members[0] ?? anything);
}

/** The type of values that are of any of these; null comes last. */
export function either(types: readonly TypeDoc[]): TypeDoc {
  if (types.length < 2) return types[0] ?? nothing;
  if (types.some(isAnything)) return anything;
  const flat = types.flatMap((type) => ("oneOf" in type ? type.oneOf : [type]));
  const members = distinct(
    flat.flatMap((type): readonly TypeDoc[] => ("enum" in type ? type.enum.map((value) => ({ enum: [value] })) : [type])),
  );
  const values = members.flatMap((type) => ("enum" in type ? type.enum : []));
  if (values.length === members.length) return { enum: values };
  const ordered = [...members.filter((type) => !isNull(type)), ...members.filter(isNull)];
  return ordered.length > 1 ? { oneOf: ordered } : (ordered[0] ?? nothing);
}

function isNull(type: TypeDoc): boolean {
  return ("type" in type && type.type === "null") || ("enum" in type && type.enum[0] === null);
}

function distinct(types: readonly TypeDoc[]): readonly TypeDoc[] {
  return types.length < 2 ? types : [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
}

/** A JSON value as the type of just that value. `value` is tokenised. */
function typeOfValue(value: Json): TypeDoc {
  if (typeof value !== "object" || value === null) return { enum: [value] };
  if (isList(value)) return { type: "tuple", prefixItems: value.map(typeOfValue), required: value.length };
  const properties = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, typeOfValue(member)]));
  return { type: "object", properties, required: Object.keys(value) };
}

/** The type of the integers that are held in a form of their own. */
export function typeOfInt64({ as }: Int64): TypeDoc {
  return { type: as };
}

/** One integer of such a form, as a type. */
export function typeOfInt64Value(value: number | bigint, { as }: Int64): TypeDoc {
  const digits = BigInt(value).toString();
  return as === "bigint" ? { type: "bigint", digits } : { enum: [digits] };
}

/** `enum` as a type. `values` are tokenised. */
export function typeOfValues(values: readonly Json[]): TypeDoc {
  return values.every((value) => typeof value !== "object" || value === null) ? { enum: values } : either(values.map(typeOfValue));
}

/** Whether every value of a type is null, a boolean, a number or a string of the types named. */
export function isWithin(type: TypeDoc, names: ReadonlySet<string>): boolean {
  if ("enum" in type) return type.enum.every((value) => names.has(value === null ? "null" : typeof value));
  if ("oneOf" in type) return type.oneOf.every((member) => isWithin(member, names));
  return "type" in type && names.has(type.type);
}
