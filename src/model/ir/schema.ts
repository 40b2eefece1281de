/** Schemas of the model. */
import type { Origin } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import type { Doc } from "./doc.js";
import type { PatternPart } from "./linear-pattern.gen.js";

/** Key of `Api.schemas`; equal to `NamedSchema.names.type`. */
export type SchemaId = string;

export interface NamedSchema {
  readonly id: SchemaId;
  /** `type`: the flat alias ("Pet"); `validator`: "PetSchema"; `stem`: for the validator's own functions ("Pet" in `isPet`, `checkPet`). */
  readonly names: { readonly type: string; readonly validator: string; readonly stem: string };
  /** The name as written, for messages and as the key in the generated `components.schemas`. */
  readonly wireName: string;
  readonly schema: Schema;
  /** Of a schema made of another one: which, and what sets it apart from what the description says. */
  readonly form?: { readonly of: SchemaId; readonly kind: SchemaFormKind };
  /** What a parent with a discriminator says itself: it has neither a type nor a validator of its own. */
  readonly hidden?: true;
  /** Key in `Api.parsed`, where a body of a request may hold it and defaults are filled in. */
  readonly parsed?: SchemaId;
}

/** `request`: without what is read-only; `bytes`: with raw bytes as a `Blob`, where the schema itself is text. */
export type SchemaFormKind = "request" | "bytes";

/**
 * A JSON Schema 2020-12 schema as what it is: a list of assertions that must all hold. `true` has none, `false` has
 * `never`. Keywords that work together (those of objects, those of arrays) are one assertion, so that each assertion can
 * be compiled by itself. An assertion about one type says nothing about values of another type.
 */
export interface Schema {
  readonly origin: Origin;
  readonly doc: Doc;
  readonly assertions: readonly Assertion[];
  readonly default: Json | undefined;
  readonly examples: readonly Json[];
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /**
   * Of a form for one direction, where it stands for members of an object: the mark by which they belong to the other one (`readOnly` in
   * requests, `writeOnly` in responses), so types do not offer them. It takes any value, which is dropped, or none at all.
   */
  readonly hidden?: HiddenMark;
}

/** By what members of an object do not belong to a direction. */
export type HiddenMark = "readOnly" | "writeOnly";

/**
 * The form in which a program holds the integers that an assertion is about, where it is not the number of JSON: a bigint, or a
 * string of decimal digits. Given by `withInt64`; a model that was only built has none.
 */
export interface Int64 {
  readonly as: "bigint" | "string";
  /** `uint64`: from 0 to 2^64-1. Else from -2^63 to 2^63-1. */
  readonly unsigned: boolean;
}

export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

export type Assertion =
  | { readonly kind: "never" }
  /** In the order null, boolean, integer, number, string, array, object; never both integer and number. */
  | { readonly kind: "type"; readonly types: readonly JsonType[]; readonly int64?: Int64 }
  /** `enum`, or `const` as one value. Equality is JSON Schema's. With `int64`, the integers among the values are of that form. */
  | { readonly kind: "enum"; readonly values: readonly Json[]; readonly int64?: Int64 }
  | NumberAssertion
  | StringAssertion
  | ArrayAssertion
  | ObjectAssertion
  | { readonly kind: "ref"; readonly target: SchemaId }
  | { readonly kind: "allOf"; readonly members: readonly Schema[] }
  | { readonly kind: "anyOf"; readonly members: readonly Schema[]; readonly discriminator: Discriminator | undefined }
  | { readonly kind: "oneOf"; readonly members: readonly Schema[]; readonly discriminator: Discriminator | undefined }
  | { readonly kind: "not"; readonly schema: Schema }
  | { readonly kind: "if"; readonly if: Schema; readonly then: Schema | undefined; readonly else: Schema | undefined }
  | { readonly kind: "unevaluatedProperties"; readonly schema: Schema }
  | { readonly kind: "unevaluatedItems"; readonly schema: Schema };

export interface NumberAssertion {
  readonly kind: "number";
  readonly int64?: Int64;
  /** Here and below: a bigint only with `int64`. */
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly exclusiveMinimum?: number | bigint;
  readonly exclusiveMaximum?: number | bigint;
  readonly multipleOf?: number | bigint;
  /** "int32", "int64", … */
  readonly format?: string;
  /** The schema's metaschema has formats asserted, whatever the configuration says. */
  readonly formatAsserted?: true;
}

/** A pattern that texts are held against. */
export interface CheckedPattern {
  /** ECMA-262, meant with the flag `u`; as written. */
  readonly pattern: string;
  /** What is matched instead where the pattern itself is slow on some texts: the same texts match. */
  readonly linearPattern?: LinearPattern;
  /** Units of UTF-16 up to which a text is given to the pattern, where that is slow on some texts. A longer one is refused. */
  readonly patternLimit?: number;
}

/** A pattern that takes no more time than its text is long. `part`: what the runtime makes an automaton of. */
export type LinearPattern =
  { readonly kind: "regExp"; readonly pattern: string } | { readonly kind: "automaton"; readonly part: PatternPart };

export interface StringAssertion {
  readonly kind: "string";
  /** In code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** These three are as in `CheckedPattern`. */
  readonly pattern?: string;
  readonly linearPattern?: LinearPattern;
  readonly patternLimit?: number;
  /** As written. `binary` is never here: see `binary`. */
  readonly format?: string;
  /** The schema's metaschema has formats asserted, whatever the configuration says. */
  readonly formatAsserted?: true;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  /** Raw bytes (OpenAPI 3.0 `format: binary` and its 3.1 forms): a Blob where the media type carries bytes, a string in JSON. */
  readonly binary?: true;
}

export interface ArrayAssertion {
  readonly kind: "array";
  readonly prefixItems: readonly Schema[];
  /** Of the items after the prefix. */
  readonly items?: Schema;
  readonly contains?: { readonly schema: Schema; readonly min: number; readonly max: number | undefined };
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems: boolean;
}

export interface ObjectAssertion {
  readonly kind: "object";
  readonly properties: readonly Property[];
  /** Required names that have no entry in `properties`. */
  readonly required: readonly string[];
  readonly patternProperties: readonly (CheckedPattern & { readonly schema: Schema })[];
  /** Of names matched by neither; `undefined` when anything goes by default, an empty-assertion schema when it was said. */
  readonly additionalProperties?: Schema;
  readonly propertyNames?: Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired: readonly { readonly property: string; readonly required: readonly string[] }[];
  readonly dependentSchemas: readonly { readonly property: string; readonly schema: Schema }[];
}

export interface Property {
  /** As written. */
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** A bigint only where 64-bit integers are held as such: see `withInt64`. */
export type TagValue = string | number | boolean | bigint;

/** OpenAPI's hint which member is meant. Only members that are a lone reference take part. */
export interface Discriminator {
  readonly property: string;
  /**
   * Tag values of each member, by position in `members`: from the mapping, else the schema's name. Where the property takes no text, the
   * numbers or booleans that these read as. Empty: the tag cannot say.
   */
  readonly tags: readonly (readonly TagValue[])[];
  /** 3.2: the member that an absent or unknown tag means. */
  readonly defaultMember: number | undefined;
  /** Of a parent that stands for all that extend it: the member that is the parent itself, which a value without the tag is held against. */
  readonly parent?: number;
}
