import { isAlternatives, type AssertionOf } from "../../model/ir/kinds.js";
import type { Api } from "../../model/ir/api.js";
import { conjunctsOf } from "../../model/ir/conjuncts.js";
import type {
  CheckedPattern,
  ArrayAssertion,
  Assertion,
  Discriminator,
  Int64,
  ObjectAssertion,
  Schema,
  SchemaId,
  TagValue,
} from "../../model/ir/schema.js";
import { allowedValues } from "../../model/passes/allowed-values.js";
import { certain } from "../../model/passes/described-property.js";
import { leadsTo } from "../../model/ir/survey.js";
import { loneReference } from "../../model/ir/lone-reference.js";
import { matchesPattern } from "../../model/patterns/text-pattern.js";
import { propertyOf } from "../types/schema-facts.js";
import type { ValueShape } from "../../model/passes/int64/value-shape.js";
import { markOf, withShapes, type Alternatives } from "./int64-alternatives.js";
import { pruned, withLocationsOf } from "./int64-pruning.js";
import { unevaluatedLocations, type Evaluated } from "./int64-unevaluated.js";

/** Where values of a schema hold 64-bit integers. All members of the list hold places. */
export type Int64LocationList = readonly Int64Location[];

export type Int64Location =
  /** The value itself; `text`: or any string. */
  | { readonly kind: "integer"; readonly text: boolean }
  /** As a named schema says. */
  | { readonly kind: "ref"; readonly target: SchemaId }
  /**
   * Alternatives that nothing distinguishes; `options`: each of them, of several; `noText`: none of them is text. `around`: they are the two
   * branches of a condition, and these hold of every value besides.
   */
  | {
      readonly kind: "either";
      readonly noText?: boolean;
      readonly around?: readonly Schema[];
      readonly locations: Int64LocationList;
      readonly options: readonly Int64Option[];
    }
  /** Alternatives of which some have a number, or anything, where others have an integer of 64 bits: the first that a value looks like is meant. */
  | { readonly kind: "fitting"; readonly options: readonly (readonly [shape: ValueShape["shape"], Int64LocationList])[] }
  /** Alternatives that the value of a property distinguishes. */
  | {
      readonly kind: "tag";
      readonly property: string;
      readonly cases: readonly (readonly [tag: string, Int64LocationList])[];
      readonly otherwise: Int64LocationList;
    }
  | Int64ObjectLocation
  | { readonly kind: "array"; readonly prefix: readonly Int64LocationList[]; readonly items: Int64LocationList }
  /** Of each member or item that nothing else looks at, where it depends on the value which these are. */
  | {
      readonly kind: "unevaluated";
      readonly of: "properties" | "items";
      readonly evaluated: Evaluated;
      readonly locations: Int64LocationList;
    };

/** One of several alternatives. `schemas`: what holds of a value of it; `unless`: what does not; `asked`: the places that a condition looks at. */
export interface Int64Option {
  readonly schemas: readonly Schema[];
  readonly unless?: Schema;
  readonly asked?: Int64LocationList;
  readonly locations: Int64LocationList;
}

export interface Int64ObjectLocation {
  readonly kind: "object";
  /** Every property that is described. */
  readonly properties: readonly (readonly [name: string, Int64LocationList])[];
  readonly patterns: readonly (readonly [pattern: CheckedPattern, Int64LocationList])[];
  readonly additional: Int64LocationList;
}

/** Finds the 64-bit integers of schemas, each schema once. */
export interface LocationFinder {
  of(schema: Schema | undefined): Int64LocationList;
  /** Of one item of a list. */
  ofItem(schema: Schema): Int64LocationList;
  readonly named: ReadonlyMap<SchemaId, Int64LocationList>;
}

/**
 * Finds the places of an API whose model is marked (see `withInt64`); with `formOf`, of one that is not: then that tells of a schema
 * what marks would.
 */
export function createLocationFinder(api: Api, formOf?: Search["formOf"]): LocationFinder {
  const leads = leadsTo(api.schemas, ({ int64 }) => int64);
  const search: Search = { api, leads, formOf: formOf ?? (() => undefined), names: new Map(), constants: new Map() };
  const all = new Map(
    [...api.schemas].flatMap(([id, { schema }]) => (leads(schema) ? [[id, partLocations(schema, search)] as const] : [])),
  );
  const known: Alternatives = { api, formOf: formOf ?? markOf, placesOf: (id) => all.get(id) ?? [] };
  const settled = formOf === undefined ? new Map([...all].map(([id, own]) => [id, withShapes(own, known)])) : all;
  const useful = withLocationsOf(settled);
  const named = new Map([...settled].flatMap(([id, locations]) => (useful.has(id) ? [[id, pruned(locations, useful)] as const] : [])));
  const of = (schema: Schema | undefined): Int64LocationList => {
    const own = partLocations(schema, search);
    return pruned(formOf === undefined ? withShapes(own, known) : own, useful);
  };
  return { of, named, ofItem: (schema) => itemSchemas(schema, api).flatMap(of) };
}

interface Search {
  readonly api: Api;
  /** Whether a schema has a 64-bit integer in it, or leads to one. */
  readonly leads: (schema: Schema) => boolean;
  /** The form of the integers that a schema is about. */
  readonly formOf: (schema: Schema) => Int64 | undefined;
  /** By level and name of a schema, what it has names for: alternatives that share theirs would be walked once for each way to them. */
  readonly names: Map<string, readonly string[]>;
  /** By name of a schema and property, the constants of the property, for the same reason. */
  readonly constants: Map<string, readonly string[] | undefined>;
}

/** Of a value of its own: what no 64-bit integer is in need not be looked at. */
function partLocations(schema: Schema | undefined, search: Search): Int64LocationList {
  return schema === undefined || !search.leads(schema) ? [] : locationsIn(schema, undefined, search);
}

/** `around`: the form that a schema about the very same value says already. */
function locationsIn(schema: Schema, around: Int64 | undefined, search: Search): Int64LocationList {
  const form = around ?? search.formOf(schema);
  return schema.assertions.flatMap((assertion) => locationsOfAssertion(assertion, { schema, form }, search));
}

/** A schema, and the form of the integers it is about. */
interface Holder {
  readonly schema: Schema;
  readonly form: Int64 | undefined;
}

function locationsOfAssertion(assertion: Assertion, { schema, form }: Holder, search: Search): Int64LocationList {
  const inside = (inner: Schema | undefined): Int64LocationList => (inner === undefined ? [] : locationsIn(inner, form, search));
  const ofPart = (inner: Schema | undefined): Int64LocationList => partLocations(inner, search);
  switch (assertion.kind) {
    case "type":
      return (assertion.int64 ?? (assertion.types.includes("integer") ? form : undefined)) === undefined
        ? []
        : [{ kind: "integer", text: assertion.types.includes("string") }];
    case "ref":
      return [{ kind: "ref", target: assertion.target }];
    case "allOf":
      return assertion.members.flatMap(inside);
    case "anyOf":
    case "oneOf":
      return alternatives(assertion.members, assertion.discriminator, inside, search);
    case "if":
      return [ofBranches(assertion, inside, () => aroundOf(schema, search.api))];
    case "array":
      return ofArray(assertion, ofPart);
    case "object":
      return ofObject(assertion, ofPart, inside, () => aroundOf(schema, search.api));
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return unevaluatedLocations(assertion, schema, ofPart(assertion.schema), search.api);
    // Say in which forms values come, but hold none inside.
    case "never":
    case "enum":
    case "number":
    case "string":
    // Is of no value.
    case "not":
      return [];
  }
}

/** The places in a schema inside another. */
type LocationsOf = (schema: Schema | undefined) => Int64LocationList;

/** What a schema says of every value, whatever its conditions and alternatives say. */
function aroundOf(schema: Schema, { schemas }: Api): readonly Schema[] {
  const assertions = certain(schema, schemas)
    .filter((one) => one.kind !== "if" && !isAlternatives(one))
    .map(withoutConditions);
  return [{ ...schema, assertions }];
}

const withoutConditions = (assertion: Assertion): Assertion =>
  assertion.kind === "object" ? { ...assertion, dependentSchemas: [] } : assertion;

function ofBranches(assertion: AssertionOf<"if">, inside: LocationsOf, aroundOfIt: () => readonly Schema[]): Int64Location {
  const asked = inside(assertion.if);
  const [then, otherwise] = [inside(assertion.then), inside(assertion.else)];
  const schemas = (branch: Schema | undefined): readonly Schema[] => (branch === undefined ? [] : [branch]);
  const options: readonly Int64Option[] = [
    { schemas: [assertion.if, ...schemas(assertion.then)], locations: [...asked, ...then], asked },
    { schemas: schemas(assertion.else), unless: assertion.if, locations: otherwise },
  ];
  const around = then.length + otherwise.length === 0 ? [] : aroundOfIt();
  return { kind: "either", locations: [...asked, ...then, ...otherwise], options, around };
}

/** Where nothing asks for them, any value is as good. */
function ofDependent(
  { property, schema, locations }: ObjectAssertion["dependentSchemas"][number] & { readonly locations: Int64LocationList },
  around: readonly Schema[],
): Int64Location {
  const present: Schema = { ...schema, assertions: [requiring(property)] };
  const options: readonly Int64Option[] = [
    { schemas: [present, schema], locations },
    { schemas: [], unless: present, locations: [] },
  ];
  return { kind: "either", locations, options, around };
}

const requiring = (property: string): ObjectAssertion => ({
  ...{ kind: "object", properties: [], required: [property], patternProperties: [] },
  ...{ dependentRequired: [], dependentSchemas: [] },
});

function ofArray({ prefixItems, items, contains }: ArrayAssertion, ofPart: LocationsOf): Int64LocationList {
  return [
    { kind: "array", prefix: prefixItems.map(ofPart), items: ofPart(items) },
    ...(contains === undefined ? [] : [{ kind: "array", prefix: [], items: ofPart(contains.schema) } as const]),
  ];
}

function ofObject(
  assertion: ObjectAssertion,
  ofPart: LocationsOf,
  inside: LocationsOf,
  aroundOfIt: () => readonly Schema[],
): Int64LocationList {
  const { properties, patternProperties, additionalProperties, dependentSchemas } = assertion;
  // Once for each: with each level inside another, they would be looked into twice as often.
  const dependent = dependentSchemas
    .map((one) => ({ ...one, locations: inside(one.schema) }))
    .filter(({ locations }) => locations.length > 0);
  const around = dependent.length === 0 ? [] : aroundOfIt();
  return [
    {
      kind: "object",
      // What a pattern says of a property holds besides.
      properties: properties.map(({ name, schema }) => [
        name,
        [schema, ...patternProperties.filter((one) => matchesPattern(one, name) !== false).map((one) => one.schema)].flatMap(ofPart),
      ]),
      patterns: patternProperties.map(({ schema, ...pattern }) => [pattern, ofPart(schema)]),
      additional: ofPart(additionalProperties),
    },
    ...dependent.map((one) => ofDependent(one, around)),
  ];
}

function alternatives(
  members: readonly Schema[],
  discriminator: Discriminator | undefined,
  inside: LocationsOf,
  search: Search,
): Int64LocationList {
  const others = members.filter((member) => !isNull(member));
  const tag = discriminator === undefined ? constantTag(others, search) : described(members, discriminator, search);
  const [only, second] = others;
  if (only !== undefined && second === undefined) return inside(only);
  if (tag === undefined) return either(members, inside);
  const cases = [...claimants(tag)].map(([value, claiming]) => [value, decided(oneOf(claiming, inside), tag.property, value)] as const);
  return [{ kind: "tag", property: tag.property, cases, otherwise: inside(tag.otherwise) }];
}

/** Where the value of the tag is known: what it tells apart once more, further in, is told. Else each level would multiply the cases. */
function decided(locations: Int64LocationList, property: string, value: string): Int64LocationList {
  if (!locations.some((location) => location.kind === "tag" && location.property === property)) return locations;
  return locations.flatMap((location) => {
    if (location.kind !== "tag" || location.property !== property) return [location];
    return decided(location.cases.find(([tag]) => tag === value)?.[1] ?? location.otherwise, property, value);
  });
}

function oneOf(members: readonly Schema[], inside: LocationsOf): Int64LocationList {
  const [only, second] = members;
  return only !== undefined && second === undefined ? inside(only) : either(members, inside);
}

function either(members: readonly Schema[], inside: LocationsOf): Int64LocationList {
  const options = members.map((member): Int64Option => ({ schemas: [member], locations: inside(member) }));
  return [{ kind: "either", locations: options.flatMap(({ locations }) => locations), options }];
}

/** By value of the tag the members that it may stand for: one that is listed twice is one. */
function claimants({ cases }: Tag): ReadonlyMap<string, readonly Schema[]> {
  const found = new Map<string, Schema[]>();
  for (const [member, values] of cases) {
    const target = loneReference(member);
    for (const value of values) {
      const before = found.get(value);
      if (before === undefined) found.set(value, [member]);
      else if (!before.some((other) => other === member || (target !== undefined && loneReference(other) === target))) before.push(member);
    }
  }
  return found;
}

const isNull = ({ assertions }: Schema): boolean =>
  assertions.some((assertion) => assertion.kind === "type" && assertion.types.length === 1 && assertion.types[0] === "null");

const textsIn = (tags: readonly TagValue[] = []): readonly string[] => tags.filter((tag) => typeof tag === "string");

interface Tag {
  readonly property: string;
  readonly cases: readonly (readonly [Schema, readonly string[]])[];
  readonly otherwise: Schema | undefined;
}

function described(members: readonly Schema[], { property, tags, defaultMember, parent }: Discriminator, search: Search): Tag | undefined {
  const cases = members.map((member, index) => [member, textsIn(tags[index])] as const);
  // Integers among the tags may be held in several forms, and without any tag nothing is told apart.
  if (tags.flat().some((tag) => typeof tag !== "string") || cases.every(([, values]) => values.length === 0)) return undefined;
  if (members.some((member) => isHeld(member, property, search))) return undefined;
  // What has no tag of its own can only be the parent, which a value without the tag is.
  if (parent === undefined && cases.some(([member, values]) => values.length === 0 && !isNull(member))) return undefined;
  const fallback = defaultMember ?? parent;
  return { property, cases, otherwise: fallback === undefined ? undefined : members[fallback] };
}

/** A property that has another constant in each of the members. */
function constantTag(members: readonly Schema[], search: Search): Tag | undefined {
  const [first] = members;
  if (first === undefined) return undefined;
  for (const property of namesWithin(first, 0, search)) {
    const cases = members.map((member) => [member, constantsOf(member, property, search)] as const);
    const all = cases.flatMap(([, values]) => values ?? []);
    if (cases.every(([, values]) => values !== undefined && values.length > 0) && new Set(all).size === all.length)
      return { property, cases: cases.map(([member, values]) => [member, values ?? []]), otherwise: undefined };
  }
  return undefined;
}

function constantsOf(member: Schema, property: string, search: Search): readonly string[] | undefined {
  const target = loneReference(member);
  if (target === undefined) return foundConstants(member, property, search);
  const key = JSON.stringify([target, property]);
  // `undefined` is an answer.
  if (!search.constants.has(key)) search.constants.set(key, foundConstants(member, property, search));
  return search.constants.get(key);
}

function foundConstants(member: Schema, property: string, search: Search): readonly string[] | undefined {
  const schema = propertyOf(property, conjunctsOf(member), search.api);
  const values = schema && allowedValues(schema, search.api.schemas);
  return values?.every((value) => typeof value === "string") === true && !isHeld(member, property, search) ? values : undefined;
}

/** Whether the values of a property may be integers of 64 bits: a text in a program is a number in JSON then. */
function isHeld(member: Schema, property: string, search: Search): boolean {
  const schema = propertyOf(property, conjunctsOf(member), search.api);
  return schema !== undefined && search.leads(schema);
}

function namesWithin(schema: Schema, level: number, search: Search): readonly string[] {
  const target = loneReference(schema);
  const key = target === undefined ? undefined : `${String(level)} ${target}`;
  const before = key === undefined ? undefined : search.names.get(key);
  if (before !== undefined) return before;
  const names = new Set<string>();
  for (const assertion of certain(schema, search.api.schemas)) {
    if (assertion.kind === "object") for (const { name } of assertion.properties) names.add(name);
    else if (level <= 3 && isAlternatives(assertion))
      for (const member of assertion.members) for (const name of namesWithin(member, level + 1, search)) names.add(name);
  }
  const found = [...names];
  if (key !== undefined) search.names.set(key, found);
  return found;
}

function itemSchemas(schema: Schema, api: Api): readonly Schema[] {
  return certain(schema, api.schemas).flatMap((assertion) =>
    assertion.kind === "array" && assertion.items !== undefined ? [assertion.items] : [],
  );
}
