import type { ArrayAssertion, Discriminator, JsonType, Schema } from "../model/types.js";
import { anything, both, either, isAnything, isNothing, isWithin, nothing, typeOfValues, type TypeDoc } from "./types-algebra.js";
import { conjunctsOf, inside, onCycle, opened, propertyOf, typesOf, valuesOf, type Conjunct, type Place } from "./types-conjuncts.js";
import { objectOf, type ObjectPrinter } from "./types-object.js";
import { tokenised } from "./types-tokens.js";

/** The type of the values that a schema accepts, as near as TypeScript comes to it. */
export function typeOf(schema: Schema, place: Place, printer: ObjectPrinter): TypeDoc {
  return leafType(schema, place) ?? composedTypeOf(schema, place, printer);
}

const leaves = {
  null: { type: "null" },
  boolean: { type: "boolean" },
  integer: { type: "number" },
  number: { type: "number" },
  string: { type: "string" },
  array: undefined,
  object: undefined,
} as const satisfies Record<JsonType, TypeDoc | undefined>;

/** The type of the schemas that most of a description consists of, without a closer look: a reference, a string, a number. */
function leafType({ assertions }: Schema, place: Place): TypeDoc | undefined {
  const [first, second] = assertions;
  if (first === undefined) return anything;
  if (first.kind === "ref") return second === undefined && !onCycle(place, first.target, "any") ? refTo(first.target) : undefined;
  const type = first.kind === "type" && first.types.length === 1 && assertions.length < 3 ? first.types[0] : undefined;
  if (type === undefined) return undefined;
  const isPlain = second === undefined || second.kind === "number" || (second.kind === "string" && second.binary !== true);
  return isPlain ? leaves[type] : undefined;
}

function composedTypeOf(schema: Schema, place: Place, printer: ObjectPrinter): TypeDoc {
  const conjuncts = conjunctsOf(schema, place);
  if (conjuncts.some(({ assertion }) => assertion.kind === "never")) return nothing;
  const types = typesOf(conjuncts);
  const values = valuesOf(conjuncts, types);
  const declared = (name: string): Schema | undefined => propertyOf(name, conjuncts) ?? place.declared(name);
  const composed = conjuncts.flatMap((conjunct) => composedType(conjunct, declared, printer)).filter((type) => !isAnything(type));
  if (values !== undefined) return both([typeOfValues(values.map((value) => tokenised(value, printer.tokens))), ...composed]);
  const kinds = types ?? impliedTypes(conjuncts);
  if (kinds === undefined) return both(composed);
  if (composed.length > 0 && saysNoMore(kinds, conjuncts, composed)) return both(composed);
  const base = either(kinds.map((kind) => typeOfKind(kind, conjuncts, declared, printer)));
  // References come first, as people write them: `Base & { … }`.
  return both([...composed.filter((type) => "$ref" in type), base, ...composed.filter((type) => !("$ref" in type))]);
}

/** Properties without `type: object` mean an object, items an array: nobody means "or anything that is no object". */
function impliedTypes(conjuncts: readonly Conjunct[]): readonly JsonType[] | undefined {
  const has = (kind: string): boolean => conjuncts.some(({ assertion }) => assertion.kind === kind);
  const types: readonly JsonType[] = [
    ...(conjuncts.some(({ assertion }) => assertion.kind === "string" && assertion.binary === true) ? (["string"] as const) : []),
    ...(has("array") ? (["array"] as const) : []),
    ...(has("object") ? (["object"] as const) : []),
  ];
  return types.length === 0 ? undefined : types;
}

/** `type: object` beside references, `type: string` beside a choice of strings: the type is said already. */
function saysNoMore(kinds: readonly JsonType[], conjuncts: readonly Conjunct[], composed: readonly TypeDoc[]): boolean {
  const hasAssertion = conjuncts.some(({ assertion }) => assertion.kind === "object" || assertion.kind === "array");
  if (hasAssertion) return false;
  if (kinds.includes("object")) return true;
  const names = new Set<string>(kinds.map((kind) => (kind === "integer" ? "number" : kind)));
  return composed.some((type) => isWithin(type, names));
}

function typeOfKind(
  kind: JsonType,
  conjuncts: readonly Conjunct[],
  declared: (name: string) => Schema | undefined,
  printer: ObjectPrinter,
): TypeDoc {
  switch (kind) {
    case "null":
    case "boolean":
      return { type: kind };
    case "integer":
    case "number":
      return { type: "number" };
    case "string": {
      const binary = conjuncts.some(({ assertion, place }) => place.bytes && assertion.kind === "string" && assertion.binary === true);
      return binary ? { oneOf: [{ type: "blob" }, { type: "string" }] } : { type: "string" };
    }
    case "array":
      return arrayOf(conjuncts, printer);
    case "object":
      return objectOf(conjuncts, declared, printer);
  }
}

function arrayOf(conjuncts: readonly Conjunct[], printer: ObjectPrinter): TypeDoc {
  const closed = conjuncts.some(
    ({ assertion, place }) => assertion.kind === "unevaluatedItems" && isNothing(printer.typeOf(assertion.schema, place)),
  );
  const arrays = conjuncts.flatMap(({ assertion, place }) =>
    assertion.kind === "array" ? [listOf(assertion, place, closed, printer)] : [],
  );
  return arrays.length === 0 ? { type: "array", items: anything } : both(arrays);
}

/** An array, or a tuple: optional after `minItems`, open after the prefix unless the description closes it. */
function listOf(assertion: ArrayAssertion, place: Place, closed: boolean, printer: ObjectPrinter): TypeDoc {
  const { prefixItems, items, minItems = 0, maxItems = Infinity } = assertion;
  const rest = items === undefined ? anything : printer.typeOf(items, inside(place));
  if (prefixItems.length === 0) return { type: "array", items: rest };
  const isClosed = isNothing(rest) || maxItems <= prefixItems.length || (closed && items === undefined);
  return {
    type: "tuple",
    prefixItems: prefixItems.slice(0, maxItems).map((item) => printer.typeOf(item, inside(place))),
    required: Math.min(minItems, prefixItems.length),
    ...(isClosed ? {} : { rest }),
  };
}

/** References and choices as types; nothing for assertions that are no composition. */
function composedType(
  { assertion, place }: Conjunct,
  declared: (name: string) => Schema | undefined,
  printer: ObjectPrinter,
): readonly TypeDoc[] {
  if (assertion.kind === "ref") return [refTo(assertion.target)];
  if (assertion.kind !== "anyOf" && assertion.kind !== "oneOf") return [];
  const around = { ...place, declared };
  const members = assertion.members.map((member, index) => memberOf(member, around, tagOf(assertion.discriminator, index), printer));
  return [either(members.filter((member) => member !== undefined))];
}

interface Tag {
  readonly property: string;
  readonly values: readonly string[];
}

function tagOf(discriminator: Discriminator | undefined, index: number): Tag | undefined {
  const values = discriminator?.tags[index];
  return discriminator === undefined || values === undefined || values.length === 0
    ? undefined
    : { property: discriminator.property, values };
}

/** A member of a union; nothing where it would only lead back to the union itself. */
function memberOf(member: Schema, place: Place, tag: Tag | undefined, printer: ObjectPrinter): TypeDoc | undefined {
  const only = member.assertions.length === 1 ? member.assertions[0] : undefined;
  if (only?.kind !== "ref" || !onCycle(place, only.target, "member"))
    return both([typeOf(member, place, printer), tagType(member, tag, place, printer)]);
  const target = opened(only.target, place);
  return target && both([typeOf(target.schema, target.place, printer), tagType(member, tag, place, printer)]);
}

/** `{ tag: "value" }` where the member itself does not say so already, and does not say otherwise. */
function tagType(member: Schema, tag: Tag | undefined, place: Place, printer: ObjectPrinter): TypeDoc {
  if (tag === undefined) return anything;
  const own = propertyOf(tag.property, conjunctsOf(member, place));
  const ownConjuncts = own === undefined ? [] : targetConjuncts(own, place);
  const types = typesOf(ownConjuncts);
  if (types !== undefined && !types.includes("string")) return anything;
  const ownValues = valuesOf(ownConjuncts, types);
  const values = ownValues === undefined ? tag.values : tag.values.filter((value) => ownValues.includes(value));
  if (values.length === 0 || values.length === ownValues?.length) return anything;
  const key = printer.tokens.key(tag.property);
  return { type: "object", properties: { [key]: { enum: values.map((value) => printer.tokens.text(value)) } }, required: [key] };
}

/** The conjuncts of a schema, through references as well. */
function targetConjuncts(schema: Schema, place: Place): readonly Conjunct[] {
  return conjunctsOf(schema, place).flatMap((conjunct) => {
    if (conjunct.assertion.kind !== "ref") return [conjunct];
    const target = opened(conjunct.assertion.target, place);
    return target === undefined ? [] : targetConjuncts(target.schema, target.place);
  });
}

export function refTo(name: string): TypeDoc {
  return { $ref: `#/components/schemas/${name}` };
}
