import { assertedTypes } from "../../model/ir/asserted-types.js";
import type { Api } from "../../model/ir/api.js";
import { conjunctsOf } from "../../model/ir/conjuncts.js";
import type { ArrayAssertion, Assertion, Discriminator, Int64, JsonType, Schema } from "../../model/ir/schema.js";
import { isAlternatives, isTypeOrEnum, isScalar, kindTest, type AssertionOf } from "../../model/ir/kinds.js";
import { describesInside } from "../../model/ir/describes-inside.js";
import { isInteger } from "../../model/ir/is-integer.js";
import { combinedChoicesOf } from "../../model/passes/combined-choices.js";
import { certain } from "../../model/passes/described-property.js";
import { propertyValues } from "../../model/passes/discriminators/settled-tags.js";
import type { Json } from "../../source/source-file.js";
import { haveListsAmongObjects, leftTypes, limitedTo, wordsOf } from "./limited-parts.js";
import { objectOf, type TypeBuilder } from "./object-type.js";
import { inside, namesRequiredBy, propertyOf, withoutHollowRefs, valuesOf, type TypeContext } from "./schema-facts.js";
import {
  anything,
  both,
  either,
  isAnything,
  isNothing,
  isWithin,
  keyword,
  nothing,
  required,
  typeOfInt64,
  typeOfInt64Value,
  typeOfValues,
  type TypeNode,
} from "./type-node.js";

/** The type of the values that a schema accepts, as near as TypeScript comes to it. */
export function typeOf(schema: Schema, context: TypeContext, builder: TypeBuilder): TypeNode {
  return leafType(schema) ?? composedType(schema, context, builder);
}

const scalarTypes = {
  null: keyword("null"),
  boolean: keyword("boolean"),
  integer: keyword("number"),
  number: keyword("number"),
  string: keyword("string"),
  array: undefined,
  object: undefined,
} satisfies Record<JsonType, TypeNode | undefined>;

/** The type of the schemas that most of a description consists of, without a closer look: a reference, a string, a number. */
function leafType({ assertions }: Schema): TypeNode | undefined {
  const [first, second] = assertions;
  if (first === undefined) return anything;
  if (first.kind === "ref") return second === undefined ? refTo(first.target) : undefined;
  return assertions.length > 2 || !isPlain(second) ? undefined : plainType(first);
}

/** The type of an assertion that says a single one. */
function plainType(first: Assertion): TypeNode | undefined {
  if (first.kind !== "type" || first.types.length > 1) return undefined;
  const type = first.types[0];
  if (type === undefined) return undefined;
  return first.int64 !== undefined && type === "integer" ? typeOfInt64(first.int64) : scalarTypes[type];
}

function composedType(schema: Schema, around: TypeContext, builder: TypeBuilder): TypeNode {
  const all = withoutHollowRefs(conjunctsOf(schema), builder.api);
  const conjuncts = combinedChoicesOf(builder.api.schemas).within(all).kept;
  if (conjuncts.some(({ kind }) => kind === "never")) return nothing;
  const types = assertedTypes(conjuncts);
  const values = valuesOf(conjuncts, types);
  const context: TypeContext = {
    bytes: around.bytes,
    declared: (name) => propertyOf(name, all, builder.api) ?? around.declared(name),
  };
  const compositions = conjuncts.filter(isComposition);
  const parts = compositions.map((each) => compositionType(each, context, builder)).filter((type) => !isAnything(type));
  const int64 = int64Of(conjuncts);
  if (values !== undefined) return both([valuesType(values, int64), ...parts]);
  const own = parts.length === 0 ? conjuncts : withoutSaid(conjuncts, builder.api);
  const said = types ?? unsaidTypes(own);
  const kinds = leftTypes(said, compositions, builder.api);
  if (kinds === undefined) return both(parts);
  if (said === undefined || saysNoMore(kinds, own, parts, int64)) return both(limitedTo(kinds, parts, [], int64, builder.api));
  const typeOfKinds = (some: readonly JsonType[]): TypeNode => {
    const base = either(
      some.map((kind) => (kind === "integer" && int64 !== undefined ? typeOfInt64(int64) : typeOfKind(kind, own, context, builder))),
    );
    if (parts.length === 0) return base;
    // References come first, as people write them: `Base & { … }`.
    const limited = limitedTo(some, parts, [base], int64, builder.api);
    return both([...limited.filter((type) => type.kind === "named"), base, ...limited.filter((type) => type.kind !== "named")]);
  };
  if (!haveListsAmongObjects(kinds, parts, builder.api)) return typeOfKinds(kinds);
  return either([typeOfKinds(kinds.filter((kind) => kind !== "array")), typeOfKinds(["array"])]);
}

/** The form in which integers are held that all of these are about. */
function int64Of(conjuncts: readonly Assertion[]): Int64 | undefined {
  for (const assertion of conjuncts) {
    const form = isTypeOrEnum(assertion) ? assertion.int64 : undefined;
    if (form !== undefined) return form;
  }
  return undefined;
}

function valuesType(values: readonly Json[], int64: Int64 | undefined): TypeNode {
  if (int64 === undefined) return typeOfValues(values);
  return either(values.map((value) => (isInteger(value) ? typeOfInt64Value(value, int64) : typeOfValues([value]))));
}

/**
 * Assertions with the names that references and choices beside them require, where these declare them: `a: unknown` there and `a?: string`
 * here would be optional text. Without the other ones, and without objects that are left with nothing to say.
 */
function withoutSaid(conjuncts: readonly Assertion[], api: Api): readonly Assertion[] {
  const said = namesRequiredBy(conjuncts.filter(isComposition), api);
  const declared = new Set(conjuncts.flatMap((each) => (each.kind === "object" ? each.properties.map(({ name }) => name) : [])));
  return conjuncts.flatMap((assertion): readonly Assertion[] => {
    if (assertion.kind !== "object") return [assertion];
    const { properties, patternProperties, additionalProperties } = assertion;
    const required = [
      ...assertion.required.filter((name) => declared.has(name) || !said.has(name)),
      ...properties.flatMap(({ name, required }) => (!required && said.has(name) ? [name] : [])),
    ];
    const isSilent = required.length + properties.length + patternProperties.length === 0 && additionalProperties === undefined;
    return isSilent ? [] : [{ ...assertion, required }];
  });
}

const allTypes: readonly JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

/** What is described of a value, where no type is said: members of an object, beside values of every other type. Bytes are never meant beside others. */
function unsaidTypes(conjuncts: readonly Assertion[]): readonly JsonType[] | undefined {
  const described = conjuncts.filter(describesInside);
  if (described.length === 0) return undefined;
  return described.every(({ kind }) => kind === "string") ? ["string"] : allTypes;
}

/** `type: object` beside references, `type: string` beside a choice of strings: the type is said already. */
function saysNoMore(
  kinds: readonly JsonType[],
  conjuncts: readonly Assertion[],
  parts: readonly TypeNode[],
  int64: Int64 | undefined,
): boolean {
  if (parts.length === 0 || conjuncts.some(hasInside)) return false;
  if (kinds.includes("object")) return true;
  const words = wordsOf(kinds, int64);
  return parts.some((type) => isWithin(type, words));
}

function typeOfKind(kind: JsonType, conjuncts: readonly Assertion[], context: TypeContext, builder: TypeBuilder): TypeNode {
  switch (kind) {
    case "null":
    case "boolean":
      return keyword(kind);
    case "integer":
    case "number":
      return keyword("number");
    case "string":
      return context.bytes && conjuncts.some((assertion) => assertion.kind === "string" && assertion.binary === true)
        ? { kind: "union", members: [keyword("Blob"), keyword("string")] }
        : keyword("string");
    case "array":
      return arrayOf(conjuncts, inside(context), builder);
    case "object": {
      const objects = conjuncts.filter((assertion) => assertion.kind === "object");
      return objectOf(objects, context, context.declared, builder);
    }
  }
}

function arrayOf(conjuncts: readonly Assertion[], context: TypeContext, builder: TypeBuilder): TypeNode {
  const arrays = conjuncts.filter((assertion) => assertion.kind === "array");
  const closed =
    conjuncts.some((assertion) => assertion.kind === "unevaluatedItems" && isNothing(builder.typeOf(assertion.schema, context))) &&
    // What others look at is not what nothing looks at.
    !arrays.some(({ contains }) => contains !== undefined) &&
    !conjuncts.some(looksAtItems);
  return arrays.length === 0
    ? { kind: "array", items: anything }
    : both(arrays.map((assertion) => listOf(assertion, context, closed, builder)));
}

/** Whether something that a type does not open may look at items. */
const looksAtItems = kindTest({
  ref: true,
  anyOf: true,
  oneOf: true,
  if: true,
  // Opened before.
  allOf: false,
  // Look at none, or are looked at themselves.
  array: false,
  object: false,
  not: false,
  never: false,
  type: false,
  enum: false,
  number: false,
  string: false,
  unevaluatedProperties: false,
  unevaluatedItems: false,
});

/** An array, or a tuple: optional after `minItems`, open after the prefix unless the description closes it. */
function listOf(assertion: ArrayAssertion, context: TypeContext, closed: boolean, builder: TypeBuilder): TypeNode {
  const { prefixItems, items, minItems = 0, maxItems = Infinity } = assertion;
  const rest = items === undefined ? anything : builder.typeOf(items, context);
  if (prefixItems.length === 0) return { kind: "array", items: rest };
  const isClosed = isNothing(rest) || maxItems <= prefixItems.length || (closed && items === undefined);
  return {
    kind: "tuple",
    items: prefixItems.slice(0, maxItems).map((item) => builder.typeOf(item, context)),
    required: Math.min(minItems, prefixItems.length),
    ...(isClosed ? {} : { rest }),
  };
}

/** Whether an assertion is a type by itself, made of others. */
const isComposition = kindTest({
  ref: true,
  anyOf: true,
  oneOf: true,
  // Opened before.
  allOf: false,
  // No type says them.
  not: false,
  if: false,
  unevaluatedProperties: false,
  unevaluatedItems: false,
  // Told with the type of the value.
  never: false,
  type: false,
  enum: false,
  number: false,
  string: false,
  array: false,
  object: false,
});

/** Whether an assertion says what is inside a value. */
const hasInside = kindTest({
  object: true,
  array: true,
  // Say no more of a type than the others.
  unevaluatedProperties: false,
  unevaluatedItems: false,
  ref: false,
  allOf: false,
  anyOf: false,
  oneOf: false,
  not: false,
  if: false,
  never: false,
  type: false,
  enum: false,
  number: false,
  string: false,
});

/** Whether an assertion adds nothing to the word for a type. */
function isPlain(assertion: Assertion | undefined): boolean {
  if (assertion === undefined) return true;
  return isScalar(assertion) && (assertion.kind === "number" || assertion.binary !== true);
}

type Told = AssertionOf<"anyOf" | "oneOf"> & { readonly discriminator: Discriminator };

/** A reference or a choice as a type. */
function compositionType(assertion: AssertionOf<"ref" | "anyOf" | "oneOf">, context: TypeContext, builder: TypeBuilder): TypeNode {
  if (!isAlternatives(assertion)) return refTo(assertion.target);
  const { members, discriminator } = assertion;
  return either(
    members.map((member, index) => {
      const type = builder.typeOf(member, context);
      return discriminator === undefined || !builder.areTold
        ? type
        : both([type, tagType(member, { ...assertion, discriminator }, index, builder)]);
    }),
  );
}

/** `{ tag: "value" }` where a member of a union does not say so itself, or does not require it, and does not say otherwise. */
function tagType(member: Schema, { members, discriminator }: Told, index: number, builder: TypeBuilder): TypeNode {
  const tags = discriminator.tags[index] ?? [];
  // What takes in all other tags, and values without one, has no tag that could be said.
  if (tags.length === 0 || discriminator.defaultMember === index) return anything;
  const { property } = discriminator;
  // Where one of the others has no tag, values are held against each of them, whatever their tag is.
  if (!decides(members, discriminator, builder.api)) return anything;
  // Without its tag, no value is one of a union that tags decide.
  const isMissed = index !== discriminator.parent && !isRequired(member, property, builder.api);
  // An integer of 64 bits has a form of its own.
  if (tags.some((tag) => typeof tag === "bigint"))
    return isMissed ? { kind: "object", properties: [required(property, anything)] } : anything;
  const allowed = propertyValues(member, property, builder.api.schemas);
  if (tags.length === allowed?.length && !isMissed) return anything;
  return { kind: "object", properties: [required(property, { kind: "literals", values: tags })] };
}

/** Whether the tag of an object tells which member is meant: each that may be an object has one, or it is settled, of a parent's children. */
function decides(members: readonly Schema[], { tags, parent }: Discriminator, { schemas }: Api): boolean {
  return (
    parent !== undefined ||
    members.every((member, index) => tags[index]?.length !== 0 || assertedTypes(certain(member, schemas))?.includes("object") === false)
  );
}

const isRequired = (schema: Schema, name: string, api: Api): boolean => namesRequiredBy(conjunctsOf(schema), api).has(name);

/** A reference to a named schema. */
function refTo(name: string): TypeNode {
  return { kind: "named", name };
}
