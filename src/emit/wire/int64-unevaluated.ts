/** What else looks at the members and items that `unevaluatedProperties` and `unevaluatedItems` are not about. */
import type { Api } from "../../model/ir/api.js";
import type { AssertionOf } from "../../model/ir/kinds.js";
import type { Assertion, CheckedPattern, ObjectAssertion, Schema } from "../../model/ir/schema.js";
import { certain } from "../../model/passes/described-property.js";
import { shapeOfAll, type ValueShape } from "../../model/passes/int64/value-shape.js";
import { hasShape } from "./has-shape.gen.js";
import type { Int64Location, Int64LocationList } from "./int64-locations.js";

/** What a schema looks at of a value. */
export interface Evaluated {
  readonly names: readonly string[];
  readonly patterns: readonly CheckedPattern[];
  readonly allNames: boolean;
  /** The first items; `Infinity`: all. */
  readonly items: number;
  /** The shapes of items that it looks at besides. */
  readonly contained: readonly ValueShape["shape"][];
  /** More, where a value has a shape. */
  readonly some: readonly EvaluatedWhere[];
  /** The same, of each list the first whose shape a value has. */
  readonly first: readonly (readonly EvaluatedWhere[])[];
}

export interface EvaluatedWhere {
  /** A name: the value has a member of that name. */
  readonly where: ValueShape["shape"] | string;
  readonly evaluated: Evaluated;
}

type Unevaluated = AssertionOf<"unevaluatedProperties" | "unevaluatedItems">;

/** Where 64-bit integers are among what nothing else in a schema looks at. `locations`: those of each such member or item. */
export function unevaluatedLocations({ kind }: Unevaluated, schema: Schema, locations: Int64LocationList, api: Api): Int64LocationList {
  if (locations.length === 0) return [];
  const own = schema.assertions.filter((assertion) => assertion.kind !== kind);
  const search: Search = { api, of: kind === "unevaluatedItems" ? "items" : "properties", looks: mostLooks };
  const evaluated = evaluatedBy({ ...schema, assertions: own }, search, 0);
  const location: UnevaluatedLocation = { kind: "unevaluated", of: search.of, evaluated, locations };
  // Of what was not looked at to its end anything may be looked at by something else.
  const isFixed = search.looks <= 0 || evaluated.some.length + evaluated.first.length + evaluated.contained.length === 0;
  return isFixed ? alwaysUnevaluated(location) : [location];
}

export type UnevaluatedLocation = Extract<Int64Location, { readonly kind: "unevaluated" }>;

/** The places that nothing else looks at, whatever the value is. */
export const alwaysUnevaluated = (location: UnevaluatedLocation): Int64LocationList =>
  besides(location, ({ some, first }) => [...some, ...first.flat()]);

/** The places that nothing else looks at in a value of JSON. */
export function unevaluatedIn(value: unknown, location: UnevaluatedLocation): Int64LocationList {
  const fits = ({ where }: EvaluatedWhere): boolean =>
    hasShape(typeof where === "string" ? { types: ["object"], required: [where] } : where)(value);
  const holding = ({ some, first }: Evaluated): readonly EvaluatedWhere[] => [
    ...some.filter(fits),
    ...first.flatMap((list) => list.find(fits) ?? []),
  ];
  const { contained } = location.evaluated;
  if (!Array.isArray(value) || contained.length === 0) return besides(location, holding);
  const left = besides({ ...location, evaluated: { ...location.evaluated, contained: [] } }, holding);
  const isContained = (item: unknown): boolean => contained.some((shape) => hasShape(shape)(item));
  return left.map((one) => {
    if (one.kind !== "array") return one;
    return { ...one, prefix: value.map((item, index) => (isContained(item) ? [] : (one.prefix[index] ?? one.items))) };
  });
}

function besides(
  { of, evaluated, locations }: UnevaluatedLocation,
  holding: (evaluated: Evaluated) => readonly EvaluatedWhere[],
): Int64LocationList {
  const all = [evaluated];
  // The list grows while it is walked.
  for (const one of all) for (const { evaluated: more } of holding(one)) all.push(more);
  if (of === "properties") {
    if (all.some(({ allNames }) => allNames)) return [];
    const properties = [...new Set(all.flatMap(({ names }) => names))].map((name) => [name, []] as const);
    const patterns = all.flatMap((one) => one.patterns.map((pattern) => [pattern, []] as const));
    return [{ kind: "object", properties, patterns, additional: locations }];
  }
  const items = all.reduce((most, one) => Math.max(most, one.items), 0);
  if (items === Infinity || all.some(({ contained }) => contained.length > 0)) return [];
  return [{ kind: "array", prefix: Array.from({ length: items }, () => []), items: locations }];
}

interface Search {
  readonly api: Api;
  readonly of: "properties" | "items";
  looks: number;
}

/** Assertions and names that are looked at for one schema: alternatives that share others are walked once for each way to them. */
const mostLooks = 20_000;

/** Alternatives are opened this far within others. */
const deepest = 6;

/** Where nobody looks any closer. */
const everything: Evaluated = { names: [], patterns: [], allNames: true, items: Infinity, contained: [], some: [], first: [] };

function evaluatedBy(schema: Schema, search: Search, level: number): Evaluated {
  const assertions = certain(schema, search.api.schemas);
  search.looks -= 1 + assertions.length;
  if (level > deepest || search.looks <= 0) return everything;
  return joined(assertions.map((assertion) => evaluatedIn(assertion, search, level)));
}

const nothing: Evaluated = { names: [], patterns: [], allNames: false, items: 0, contained: [], some: [], first: [] };

/** What all of several look at. */
function joined(all: readonly Evaluated[]): Evaluated {
  const some = all.filter((one) => one !== nothing);
  return {
    names: [...new Set(some.flatMap(({ names }) => names))],
    patterns: some.flatMap(({ patterns }) => patterns),
    allNames: some.some(({ allNames }) => allNames),
    items: some.reduce((most, { items }) => Math.max(most, items), 0),
    contained: some.flatMap(({ contained }) => contained),
    some: some.flatMap((one) => one.some),
    first: some.flatMap(({ first }) => first),
  };
}

function evaluatedIn(assertion: Assertion, search: Search, level: number): Evaluated {
  switch (assertion.kind) {
    case "object":
      return search.of === "properties" ? byObject(assertion, search, level) : byDependent(assertion, search, level);
    case "array": {
      if (search.of === "properties") return nothing;
      const contained = assertion.contains === undefined ? [] : [shapeOf([assertion.contains.schema], search).shape];
      return { ...nothing, items: assertion.items === undefined ? assertion.prefixItems.length : Infinity, contained };
    }
    case "unevaluatedProperties":
      return search.of === "properties" ? { ...nothing, allNames: true } : nothing;
    case "unevaluatedItems":
      return search.of === "items" ? { ...nothing, items: Infinity } : nothing;
    case "anyOf":
    case "oneOf":
      return byAlternatives(assertion, search, level);
    case "if":
      return byBranches(assertion, search, level);
    // Opened already.
    case "ref":
    case "allOf":
    // Looks at members of no valid value.
    case "not":
    // Look at no member.
    case "never":
    case "type":
    case "enum":
    case "number":
    case "string":
      return nothing;
  }
}

const shapeOf = (schemas: readonly Schema[], { api }: Search): ValueShape => shapeOfAll(schemas, undefined, api);

function byObject(assertion: ObjectAssertion, search: Search, level: number): Evaluated {
  search.looks -= assertion.properties.length;
  const own = {
    ...nothing,
    names: assertion.properties.map(({ name }) => name),
    patterns: assertion.patternProperties.map(({ pattern, linearPattern, patternLimit }) => ({
      pattern,
      ...(linearPattern === undefined ? {} : { linearPattern }),
      ...(patternLimit === undefined ? {} : { patternLimit }),
    })),
    allNames: assertion.additionalProperties !== undefined,
  };
  return joined([own, byDependent(assertion, search, level)]);
}

function byDependent({ dependentSchemas }: ObjectAssertion, search: Search, level: number): Evaluated {
  const some = dependentSchemas.map(({ property, schema }): EvaluatedWhere => ({
    where: property,
    evaluated: evaluatedBy(schema, search, level + 1),
  }));
  return { ...nothing, some: withoutEmpty(some) };
}

function byAlternatives({ kind, members, discriminator }: AssertionOf<"anyOf" | "oneOf">, search: Search, level: number): Evaluated {
  const all = members.map((member, index) => {
    const { shape, exact } = shapeOf([member], search);
    const tags = discriminator?.tags[index] ?? [];
    const values = tags.map((tag) => (typeof tag === "bigint" ? Number(tag) : tag));
    const tagged = { required: [discriminator?.property ?? ""], properties: { [discriminator?.property ?? ""]: { values } } };
    return { where: tags.length === 0 ? shape : { all: [tagged, shape] }, exact, evaluated: evaluatedBy(member, search, level + 1) };
  });
  if (all.every(({ evaluated }) => isNothing(evaluated))) return nothing;
  if (kind === "anyOf" && discriminator === undefined) return { ...nothing, some: withoutEmpty(all) };
  // What looks like one that its shape says wholly is one.
  return { ...nothing, first: [all.toSorted((one, other) => Number(other.exact) - Number(one.exact))] };
}

function byBranches(assertion: AssertionOf<"if">, search: Search, level: number): Evaluated {
  const of = (schema: Schema | undefined): Evaluated => (schema === undefined ? nothing : evaluatedBy(schema, search, level + 1));
  const holds = joined([of(assertion.if), of(assertion.then)]);
  const otherwise = of(assertion.else);
  if (isNothing(holds) && isNothing(otherwise)) return nothing;
  const branches: readonly EvaluatedWhere[] = [
    { where: shapeOf([assertion.if], search).shape, evaluated: holds },
    { where: {}, evaluated: otherwise },
  ];
  return { ...nothing, first: [branches] };
}

const isNothing = ({ names, patterns, allNames, items, contained, some, first }: Evaluated): boolean =>
  !allNames && names.length + patterns.length + items + contained.length + some.length + first.length === 0;

const withoutEmpty = (all: readonly EvaluatedWhere[]): readonly EvaluatedWhere[] => all.filter(({ evaluated }) => !isNothing(evaluated));
