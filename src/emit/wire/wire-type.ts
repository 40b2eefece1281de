import type { Api } from "../../model/ir/api.js";
import type { ArrayAssertion, Assertion, Int64, ObjectAssertion, Schema } from "../../model/ir/schema.js";
import { isInteger } from "../../model/ir/is-integer.js";
import type { Json } from "../../source/source-file.js";
import { code, indexedMember, literal, type Code } from "../print/code.js";
import { braces, brackets } from "../print/layout.js";

/** `bigint` and `digits` are integers of 64 bits that are held as such. */
type Scalar = "null" | "boolean" | "bigint" | "digits" | "integer" | "number" | "string" | "binary";

/** Which types a schema allows, as far as text on the wire has to know. */
export interface WireType {
  /** `undefined`: any. */
  readonly types: ReadonlySet<Scalar | "array" | "object"> | undefined;
  readonly items: WireType | undefined;
  readonly members: ReadonlyMap<string, WireType> | undefined;
  readonly additional: WireType | undefined;
}

const anything: WireType = { types: undefined, items: undefined, members: undefined, additional: undefined };
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
  return schema.assertions.map((assertion) => lookAt(assertion, walk, depth)).reduce(both, anything);
}

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
      return { ...anything, items: itemsOf(assertion, walk, depth) };
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
      return assertion.members.map((member) => look(member, walk, depth + 1)).reduce(either);
    // Refuse values, and say of none what it is.
    case "never":
    case "number":
    case "not":
    // Text is read before it is known which branch holds, and what else looks at a member.
    case "if":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return anything;
  }
}

function representationOf(type: Scalar | "array" | "object", int64: Int64 | undefined): Scalar | "array" | "object" {
  if (type !== "integer" || int64 === undefined) return type;
  return int64.as === "bigint" ? "bigint" : "digits";
}

function itemsOf({ items, prefixItems }: ArrayAssertion, walk: Walk, depth: number): WireType {
  const schemas = [...prefixItems, ...(items === undefined ? [] : [items])];
  return schemas.length === 0 ? anything : schemas.map((schema) => look(schema, walk, depth + 1)).reduce(either);
}

function lookInside({ properties, additionalProperties, patternProperties }: ObjectAssertion, walk: Walk, depth: number): WireType {
  const others = [...patternProperties.map(({ schema }) => schema), ...(additionalProperties === undefined ? [] : [additionalProperties])];
  const possible = others.filter(({ assertions }) => !assertions.some(({ kind }) => kind === "never"));
  return {
    ...anything,
    members: new Map(properties.flatMap(({ name, schema, hidden }) => (hidden ? [] : [[name, look(schema, walk, depth + 1)]]))),
    additional: possible.length === 0 ? undefined : possible.map((schema) => look(schema, walk, depth + 1)).reduce(either),
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
    items: a.items === undefined ? b.items : b.items === undefined ? a.items : both(a.items, b.items),
    members: merged(a.members, b.members, both),
    additional: a.additional ?? b.additional,
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
    items: a.items === undefined ? b.items : b.items === undefined ? a.items : either(a.items, b.items),
    members: merged(a.members, b.members, either),
    additional: a.additional ?? b.additional,
  };
}

function merged(a: WireType["members"], b: WireType["members"], combine: (a: WireType, b: WireType) => WireType): WireType["members"] {
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

/** The `WireType` of `runtime/wire-type.ts` that says so. */
export function wireTypeCode(type: WireType, column: number): Code {
  const { types, items, members, additional } = type;
  const scalars = all.filter((type) => type !== "array" && type !== "object" && types?.has(type) === true);
  const choices = types === undefined ? [literal("any")] : [...scalars, ...(types.has("binary") ? ["binary"] : [])].map(literal);
  if (types === undefined ? items !== undefined : types.has("array")) {
    choices.push(braces([code`items: ${wireTypeCode(items ?? anything, column + 9)}`], column));
  }
  if (types === undefined ? members !== undefined : types.has("object")) choices.push(objectCode(members, additional, column));
  const [only] = choices;
  return choices.length === 1 && only !== undefined ? only : brackets(choices, column);
}

/** `name: shape`, as a member of an object whose members are shapes. */
export function wireTypeEntry(name: string, type: WireType, column: number): Code {
  return indexedMember(name, wireTypeCode(type, column));
}

function objectCode(members: WireType["members"], additional: WireType["additional"], column: number): Code {
  const properties = [...(members ?? [])].map(([name, member]) => wireTypeEntry(name, member, column + name.length + 4));
  const others = additional ?? (properties.length === 0 ? anything : undefined);
  return braces(
    [
      ...(properties.length === 0 ? [] : [code`properties: ${braces(properties, column + 14)}`]),
      ...(others === undefined ? [] : [code`additional: ${wireTypeCode(others, column + 14)}`]),
    ],
    column,
  );
}
