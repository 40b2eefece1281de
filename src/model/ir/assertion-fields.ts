/**
 * What each field of each kind of assertion holds. Code that visits, maps or compares schemas reads it here. A new kind, field or member
 * of an entry does not compile until this table says what it holds, and a field with a schema cannot be declared a plain value.
 */
import type { Json } from "../../source/source-file.js";
import type { AssertionKind, AssertionOf } from "./kinds.js";
import type { Assertion, Discriminator, Int64, Schema } from "./schema.js";

/** How a schema stands in the assertion around it. Keywords that apply in the same way share one. */
export type Relation =
  /** `allOf` */
  | "member"
  /** `anyOf`, `oneOf` */
  | "alternative"
  /** `not` */
  | "negated"
  /** `if` */
  | "condition"
  /** `then`, `else` */
  | "branch"
  /** `dependentSchemas` */
  | "dependent"
  /** `prefixItems`, `items` */
  | "item"
  /** `contains` */
  | "contained"
  | "property"
  | "patternProperty"
  | "additionalProperty"
  /** `propertyNames` */
  | "propertyName"
  | "unevaluatedProperty"
  | "unevaluatedItem";

/** Anything that a schema stands in together with what is said of it. */
export interface Entry {
  readonly schema: Schema;
}

/** An entry's other members, all of them plain values. */
type Members<T extends Entry> = { readonly [M in Exclude<keyof T, "schema">]-?: Exclude<T[M], undefined> extends Json ? "value" : never };

type FieldOf<T> = T extends Schema
  ? { readonly holds: "schema"; readonly as: Relation }
  : T extends readonly Schema[]
    ? { readonly holds: "schemas"; readonly as: Relation }
    : T extends Entry
      ? { readonly holds: "entry"; readonly as: Relation; readonly members: Members<T> }
      : T extends readonly (infer E extends Entry)[]
        ? { readonly holds: "entries"; readonly as: Relation; readonly members: Members<E> }
        : T extends Json | Int64 | Discriminator
          ? { readonly holds: "value" }
          : never;

/** One value for each field of a kind. */
export type FieldsOf<K extends AssertionKind> = Exclude<keyof AssertionOf<K>, "kind">;

type Fields = {
  readonly [K in AssertionKind]: { readonly [F in FieldsOf<K>]-?: FieldOf<Exclude<AssertionOf<K>[F], undefined>> };
};

/**
 * Compiles where nothing is left of an assertion but its kind, and the fields named here, which are read elsewhere. Code that reads
 * fields one by one hands over the rest: a field that is added does not compile until this code has read it, too.
 */
export const allRead: <T extends { readonly kind: AssertionKind }, Elsewhere extends keyof T = never>(
  rest: T & { readonly [F in Exclude<keyof T, "kind" | Elsewhere>]: never },
  ...elsewhere: readonly Elsewhere[]
) => void = () => undefined;

const value = { holds: "value" } as const;

/** In the order in which the schemas of an assertion are visited. */
export const fields = {
  never: {},
  type: { types: value, int64: value },
  enum: { values: value, int64: value },
  number: {
    int64: value,
    minimum: value,
    maximum: value,
    exclusiveMinimum: value,
    exclusiveMaximum: value,
    multipleOf: value,
    format: value,
    formatAsserted: value,
  },
  string: {
    minLength: value,
    maxLength: value,
    pattern: value,
    linearPattern: value,
    patternLimit: value,
    format: value,
    formatAsserted: value,
    contentEncoding: value,
    contentMediaType: value,
    binary: value,
  },
  array: {
    prefixItems: { holds: "schemas", as: "item" },
    items: { holds: "schema", as: "item" },
    contains: { holds: "entry", as: "contained", members: { min: "value", max: "value" } },
    minItems: value,
    maxItems: value,
    uniqueItems: value,
  },
  object: {
    properties: { holds: "entries", as: "property", members: { name: "value", required: "value" } },
    patternProperties: {
      holds: "entries",
      as: "patternProperty",
      members: { pattern: "value", linearPattern: "value", patternLimit: "value" },
    },
    additionalProperties: { holds: "schema", as: "additionalProperty" },
    propertyNames: { holds: "schema", as: "propertyName" },
    dependentSchemas: { holds: "entries", as: "dependent", members: { property: "value" } },
    required: value,
    minProperties: value,
    maxProperties: value,
    dependentRequired: value,
  },
  ref: { target: value },
  allOf: { members: { holds: "schemas", as: "member" } },
  anyOf: { members: { holds: "schemas", as: "alternative" }, discriminator: value },
  oneOf: { members: { holds: "schemas", as: "alternative" }, discriminator: value },
  not: { schema: { holds: "schema", as: "negated" } },
  if: {
    if: { holds: "schema", as: "condition" },
    then: { holds: "schema", as: "branch" },
    else: { holds: "schema", as: "branch" },
  },
  unevaluatedProperties: { schema: { holds: "schema", as: "unevaluatedProperty" } },
  unevaluatedItems: { schema: { holds: "schema", as: "unevaluatedItem" } },
} as const satisfies Fields;

/** What a field that holds schemas has as its value. */
interface Held {
  readonly schema: Schema;
  readonly schemas: readonly Schema[];
  readonly entry: Entry;
  readonly entries: readonly Entry[];
}

interface ChildFieldOf<H extends keyof Held> {
  readonly name: string;
  readonly holds: H;
  readonly as: Relation;
}

/** A field that holds schemas. */
export type ChildField = { [H in keyof Held]: ChildFieldOf<H> }[keyof Held];

type AnyField = { readonly holds: "value" } | Omit<ChildField, "name">;

function childFieldsOf(kind: AssertionKind): readonly ChildField[] {
  const all = Object.entries<AnyField>(fields[kind]);
  return all.flatMap(([name, field]): readonly ChildField[] =>
    field.holds === "value" ? [] : [{ name, holds: field.holds, as: field.as }],
  );
}

/** By kind, the fields that hold schemas. Worked out once: schemas are visited many times over. */
export const childFields = mapKinds(childFieldsOf);

/** A table with an entry for each kind. */
export function mapKinds<T>(make: (kind: AssertionKind) => T): Readonly<Record<AssertionKind, T>> {
  const kinds = Object.keys(fields) as AssertionKind[]; // the keys of a table that is complete by its type
  return Object.fromEntries(kinds.map((kind) => [kind, make(kind)])) as Record<AssertionKind, T>; // one entry for each of them
}

/** The value of a field that holds schemas. */
export function heldIn<H extends keyof Held>(assertion: Assertion, { name }: ChildFieldOf<H>): Held[H] | undefined {
  // `fields` says what it holds, and the compiler has compared `fields` with the types.
  return (assertion as unknown as Readonly<Record<string, Held[H] | undefined>>)[name];
}
