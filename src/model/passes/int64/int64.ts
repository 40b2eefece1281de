import { isInteger } from "../../ir/is-integer.js";
import { changed, each, mapApi, mapAssertion } from "../../ir/map-schema.js";
import { leadsTo } from "../../ir/survey.js";
import { roleOf } from "../../ir/visit.js";
import type { Relation } from "../../ir/assertion-fields.js";
import { isAlternatives, isScalar, type AssertionOf } from "../../ir/kinds.js";
import { acceptsDigits } from "../accepts-digits.js";
import { certain, describedProperty } from "../described-property.js";
import { withOpenConstants } from "./open-constants.js";
import { withOpenNumbers } from "./open-numbers.js";
import { placeForms, type PlaceForm } from "./int64-places.js";
import type { Api } from "../../ir/api.js";
import type { Assertion, Int64, Schema } from "../../ir/schema.js";

/**
 * The API with a mark on every assertion about integers of format int64 or uint64: they are held as bigints, or as strings of
 * digits. With "number" the very same API: then they are numbers like any other.
 */
export function withInt64(described: Api, form: "number" | "bigint" | "string"): Api {
  if (form === "number") return described;
  const opened = withOpenNumbers(described, ownFormsOf(described, form));
  const api = withOpenConstants(opened, ownFormsOf(opened, form));
  const pass = passOf(api, form, "int64");
  const leads = leadsTo(api.schemas, ({ int64 }) => int64);
  // What nothing of 64 bits is in may still be said of a member that another schema calls so.
  const isConcerned = pass.places.size > 0 ? () => true : leads;
  return mapApi(api, (schema) => (isConcerned(schema) ? mark(schema, undefined, pass) : schema));
}

function passOf(api: Api, as: Int64["as"], doubtful: "number" | "int64"): Pass {
  const alone = passAlone(api, as);
  const known = knownPlaces.get(api) ?? new Map<string, Pass["places"]>();
  knownPlaces.set(api, known);
  const key = `${as} ${doubtful}`;
  const places = known.get(key) ?? placeForms(api, (schema) => formOf(schema, alone), doubtful);
  known.set(key, places);
  return places.size === 0 ? alone : { ...alone, found: new Map(), places };
}

/** What checks of a description find out is what is generated from it: it may take long. */
const knownPlaces = new WeakMap<Api, Map<string, Pass["places"]>>();

const passAlone = (api: Api, as: Int64["as"]): Pass => ({ api, as, known: new Map(), found: new Map(), places: new Map() });

/** Tells what schemas say themselves, whatever others say of the same place. */
function ownFormsOf(api: Api, as: Int64["as"]): (schema: Schema) => Int64 | undefined {
  const alone = passAlone(api, as);
  return (schema) => formOf(schema, alone);
}

/** Tells forms by a pass that is made when the first is asked for: of most descriptions none is. */
function formsOf(api: Api, as: Int64["as"], doubtful: "number" | "int64"): (schema: Schema) => Int64 | undefined {
  let pass: Pass | undefined;
  return (schema) => formOf(schema, (pass ??= passOf(api, as, doubtful)));
}

interface Pass {
  readonly api: Api;
  readonly as: Int64["as"];
  /** Descriptions share parts: what was marked once stays one object. */
  readonly known: Map<Schema, Schema>;
  readonly found: Map<Schema, Int64 | undefined>;
  /** What schemas take from others about the same place. */
  readonly places: ReadonlyMap<Schema, PlaceForm>;
}

/** Tells the form of the integers that a schema of an API is about; `undefined` where it is that of JSON. */
export function int64FormsOf(api: Api, form: "number" | "bigint" | "string"): (schema: Schema) => Int64 | undefined {
  return form === "number" ? () => undefined : formsOf(api, form, "int64");
}

/** Tells which schemas are about integers of 64 bits where these are numbers, and no value that may be any number is meant. */
export function certainInt64s(api: Api): (schema: Schema) => Int64 | undefined {
  return formsOf(api, "bigint", "number");
}

/** `around`: what a schema about the very same value says already. */
function mark(schema: Schema, around: Int64 | undefined, pass: Pass): Schema {
  const known = around === undefined ? pass.known.get(schema) : undefined;
  if (known !== undefined) return known;
  const own = around ?? formOf(schema, pass);
  const inside = (inner: Schema, relation: Relation): Schema => mark(inner, roleOf[relation] === "part" ? undefined : own, pass);
  const marked = each(schema.assertions, (assertion) => withTexts(marking(mapAssertion(withTags(assertion, pass), inside), own), pass));
  const isEither = own === undefined && pass.places.get(schema) === "either" && !schema.assertions.some(isMarked);
  const result = changed(schema, { assertions: isEither ? marked.flatMap((assertion) => inBothForms(assertion, schema, pass)) : marked });
  if (around === undefined) pass.known.set(schema, result);
  return result;
}

/**
 * Where integers are held as text, a string of digits is of an alternative for integers and of one for text. To be one of both is what
 * `oneOf` refuses, and then no integer were left: such alternatives are one.
 */
function withTexts(assertion: Assertion, pass: Pass): Assertion {
  if (assertion.kind !== "oneOf" || pass.as !== "string" || assertion.discriminator !== undefined) return assertion;
  const integers = assertion.members.filter((member) => formOf(member, pass) !== undefined);
  const texts = assertion.members.filter((member) => !integers.includes(member) && acceptsDigits(member, pass.api));
  const [first] = integers;
  if (first === undefined || texts.length === 0) return assertion;
  const members = [...integers, ...texts];
  const others = assertion.members.filter((member) => !members.includes(member));
  if (others.length === 0) return { ...assertion, kind: "anyOf" };
  const either: Schema = {
    ...first,
    doc: {},
    default: undefined,
    examples: [],
    assertions: [{ kind: "anyOf", members, discriminator: undefined }],
  };
  return { ...assertion, members: [either, ...others] };
}

/** The tags of a discriminator in the form in which its property's integers are held. */
function withTags(assertion: Assertion, pass: Pass): Assertion {
  if (!isAlternatives(assertion) || assertion.discriminator === undefined) return assertion;
  const { discriminator, members } = assertion;
  const tags = each(discriminator.tags, (own) => {
    const member = members[discriminator.tags.indexOf(own)];
    if (member === undefined || !own.some(isInteger)) return own;
    if (!isHeldTag(member, discriminator.property, pass)) return own;
    return own.map((tag) => (!isInteger(tag) ? tag : pass.as === "bigint" ? BigInt(tag) : String(tag)));
  });
  return tags === discriminator.tags ? assertion : { ...assertion, discriminator: { ...discriminator, tags } };
}

/** Whether what a schema says of a property, by itself or by its alternatives, is about integers of 64 bits. */
function isHeldTag(member: Schema, property: string, pass: Pass): boolean {
  const { schemas } = pass.api;
  const members = withAlternatives(member, schemas);
  const described = members.flatMap((each) => describedProperty(each, property, schemas).schemas);
  return described.some((each) => withAlternatives(each, schemas).some((meant) => formOf(meant, pass) !== undefined));
}

/** A schema, and all that a value of it may be instead. */
export function withAlternatives(schema: Schema, all: Api["schemas"]): readonly Schema[] {
  const found = new Set([schema]);
  // A set yields what is added while it is walked.
  for (const each of found)
    for (const assertion of certain(each, all)) if (isAlternatives(assertion)) for (const member of assertion.members) found.add(member);
  return [...found];
}

function marking(assertion: Assertion, form: Int64 | undefined): Assertion {
  if (form === undefined) return assertion;
  switch (assertion.kind) {
    case "number":
      return { ...assertion, int64: form };
    case "enum":
      return assertion.values.some(isInteger) ? { ...assertion, int64: form } : assertion;
    case "type":
      return assertion.types.includes("integer") || assertion.types.includes("number")
        ? { ...wholeNumbers(assertion), int64: form }
        : assertion;
    case "never": // speaks of no integer
    case "string":
    case "array":
    case "object":
    case "ref": // marked where they stand
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "not":
    case "if":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return assertion;
  }
}

/** Where all integers are of 64 bits, no number is anything else. */
const wholeNumbers = (assertion: AssertionOf<"type">): AssertionOf<"type"> => ({
  ...assertion,
  types: assertion.types.map((type) => (type === "number" ? "integer" : type)),
});

const isMarked = (assertion: Assertion): boolean => assertion.kind === "number" && assertion.int64 !== undefined;

/** What is said of a value that is a number for some readers, and of 64 bits for others: it holds of it in either form. */
function inBothForms(assertion: Assertion, schema: Schema, { as }: Pass): readonly Assertion[] {
  if (!isScalar(assertion)) return [inEitherForm(assertion, schema, as)];
  return assertion.kind === "string" ? [assertion] : [assertion, { ...assertion, int64: { as, unsigned: false } }];
}

function inEitherForm(assertion: Assertion, schema: Schema, as: Int64["as"]): Assertion {
  if (assertion.kind !== "enum" || !assertion.values.some(isInteger)) return assertion;
  const forms: readonly Assertion[] = [
    assertion,
    { ...assertion, int64: { as, unsigned: false }, values: assertion.values.filter(isInteger) },
  ];
  const members = forms.map((form): Schema => ({ ...schema, doc: {}, default: undefined, examples: [], assertions: [form] }));
  return { kind: "anyOf", members, discriminator: undefined };
}

/** The form of the integers that a schema is about, itself or by what must hold besides. */
function formOf(schema: Schema, pass: Pass): Int64 | undefined {
  const place = pass.places.get(schema);
  if (typeof place === "object") return place;
  if (place === "number") return undefined;
  if (pass.found.has(schema)) return pass.found.get(schema);
  pass.found.set(schema, undefined); // a circle has none
  const form = ownForm(schema, pass) ?? formBeside(schema, pass);
  pass.found.set(schema, form);
  return form;
}

const isOfIntegers = ({ assertions }: Pick<Schema, "assertions">): boolean =>
  assertions.some((assertion) => assertion.kind === "type" && assertion.types.includes("integer"));

/** A format beside `type: integer`; the type may stand in another part of an `allOf`. */
function ownForm({ assertions }: Schema, { as }: Pass): Int64 | undefined {
  const all = assertions.some(({ kind }) => kind === "allOf") ? withMembers(assertions) : assertions;
  if (!isOfIntegers({ assertions: all })) return undefined;
  const formats = all.flatMap(formatIn);
  const format = formats.find((name) => name === "int64" || name === "uint64");
  return format === undefined ? undefined : { as, unsigned: format === "uint64" };
}

const withMembers = (assertions: readonly Assertion[]): readonly Assertion[] =>
  assertions.flatMap((assertion) => (assertion.kind === "allOf" ? assertion.members.flatMap((member) => member.assertions) : [assertion]));

const formatIn = (assertion: Assertion): readonly (string | undefined)[] => (assertion.kind === "number" ? [assertion.format] : []);

/** Of what else holds of the same value; of alternatives only where the type is settled. */
function formBeside(schema: Schema, pass: Pass): Int64 | undefined {
  for (const assertion of schema.assertions) {
    const others = othersIn(assertion, schema, pass.api);
    for (const other of others) {
      const form = formOf(other, pass);
      if (form !== undefined) return form;
    }
  }
  return undefined;
}

function othersIn(assertion: Assertion, schema: Schema, api: Api): readonly Schema[] {
  switch (assertion.kind) {
    case "ref": {
      const target = api.schemas.get(assertion.target)?.schema;
      return target === undefined ? [] : [target];
    }
    case "allOf":
      return assertion.members;
    case "anyOf":
    case "oneOf":
      return isOfIntegers(schema) ? assertion.members : [];
    case "if": // which branch holds is not settled
    case "not": // holds of no value
    case "never": // no schema about the value
    case "type":
    case "enum":
    case "number":
    case "string":
    case "array":
    case "object":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return [];
  }
}
