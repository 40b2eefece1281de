import { mapKinds } from "../../ir/assertion-fields.js";
import { saysOfTexts } from "./either-forms.js";
import { eachValueOf64Bits } from "./values-of-64-bits.js";
import type { AskedSchemas } from "./asked-schemas.js";
import type { Said } from "./parts-of-values.js";
import type { Api } from "../../ir/api.js";
import type { Int64, Schema } from "../../ir/schema.js";

/**
 * What the place of a schema says of its integers. A form: they are held in it, though the schema itself does not say so. "number": they are
 * numbers, though it says 64 bits. "either": they are held in one form or the other, and compared with both. "held": they may be held in a form,
 * and it is asked whether a value is a text.
 */
export type PlaceForm = Int64 | "number" | "either" | "held";

type FormOf = (schema: Schema) => Int64 | undefined;

/** What is asked of the places of an API. */
export interface PlacesAsked {
  /** What a schema says itself. */
  readonly formOf: FormOf;
  readonly as: Int64["as"];
  /** What an integer is that some values of a place have as one of 64 bits, and all have as an integer. */
  readonly doubtful: "number" | "int64";
  readonly asked: AskedSchemas;
}

/**
 * What schemas take from those about the same value, the same member or the same item. A member that one part of an `allOf` calls int64 is
 * int64 in each of them.
 */
export function placeForms(api: Api, places: PlacesAsked): ReadonlyMap<Schema, PlaceForm> {
  const { formOf, asked } = places;
  const found = new Map<Schema, PlaceForm>();
  // Where nobody else speaks of a value, it is not read as what it is not to be.
  for (const schema of asked.negated) if (formOf(schema) !== undefined) found.set(schema, "number");
  const ofTexts = (schema: Schema): boolean => places.as === "string" && saysOfTexts(schema);
  const matters = (schema: Schema): boolean => wordOf(schema) !== undefined || formOf(schema) !== undefined || ofTexts(schema);
  // Where all integers are of 64 bits, none takes anything from another.
  eachValueOf64Bits(
    api,
    ({ loose, asks }) => loose || asks,
    matters,
    (all) => {
      // From whom should it take anything
      if (all.length > 1)
        for (const [{ schema }, form] of taken(all, places)) if (!isReadByOthers(found.get(schema), form)) found.set(schema, form);
    },
    (schema) => asked.all.has(schema),
  );
  return found;
}

type Taken = readonly (readonly [said: Said, form: PlaceForm])[];

/** Whether others tell how a value is read, wherever the schema stands. */
const isReadByOthers = (before: PlaceForm | undefined, form: PlaceForm): boolean =>
  typeof before === "object" && before.either === true && typeof form === "object";

/** What schemas about the same value take from each other. */
function taken(all: readonly Said[], places: PlacesAsked): Taken {
  const { formOf, asked } = places;
  // No value is read by what it is not to be.
  const held = all.filter(({ schema }) => formOf(schema) !== undefined && !asked.negated.has(schema));
  const [first] = held;
  const form = first && formOf((held.find(({ certain }) => certain) ?? first).schema);
  if (form === undefined) return [];
  const others = all.filter(({ schema }) => !held.some((one) => one.schema === schema));
  const words = others.filter(({ schema }) => wordOf(schema) !== undefined);
  const isOfTexts = ({ schema }: Said): boolean => asked.all.has(schema) && wordOf(schema) === undefined && saysOfTexts(schema);
  const texts = places.as === "bigint" ? [] : others.filter((said) => said.own && isOfTexts(said));
  const beside: Taken = texts.map((said) => [said, "held"]);
  return [...takenByNumbers(held, words, form, places), ...beside];
}

/** The same of those that speak of numbers. */
function takenByNumbers(held: readonly Said[], others: readonly Said[], form: Int64, { doubtful, asked }: PlacesAsked): Taken {
  const asNumbers: Taken = held.map((said) => [said, "number"]);
  // A number elsewhere may be any; as an integer it would take less there.
  const able = others.filter(({ schema, own }) => own || takesForm(schema));
  // A constant that stands here alone is read as others say that speak of the value.
  const asHeld: Taken = able.map((said) => [said, said.own && wordOf(said.schema) === "limits" ? { ...form, either: true } : form]);
  // What others refer to goes on taking any number, so that here, too, they are numbers. Where they are read as such, nothing is lost.
  const isStuck = doubtful === "int64" && held.every(({ own }) => own) && isNumberElsewhere(others);
  if (isStuck) return asNumbers;
  if (held.some(({ certain }) => certain)) return asHeld;
  const isAsked = ({ schema }: Said): boolean => asked.all.has(schema);
  // What is only asked is compared with either form, where another one tells which it is.
  const questions = held.some((said) => !isAsked(said)) ? [...held, ...others].filter((said) => said.own && isAsked(said)) : [];
  const inEither: Taken = questions.map((said) => [said, "either"]);
  const typed = others.filter(({ schema, certain }) => certain && wordOf(schema) !== "limits");
  if (typed.length === 0) {
    const limits = others.filter((said) => !questions.includes(said) && wordOf(said.schema) === "limits");
    return [...limits.map((said): Taken[number] => [said, "either"]), ...inEither];
  }
  const isWhole = typed.every(({ schema }) => wordOf(schema) === "integer");
  const isOwn = held.every(({ own }) => own);
  if (isOwn && (!isWhole || doubtful === "number" || typed.some(({ own }) => !own))) return asNumbers;
  return isWhole ? asHeld : inEither;
}

/** Whether a schema that stands elsewhere, too, is read in a form where that is known of it: an integer, or a constant. */
function takesForm(schema: Schema): boolean {
  const word = wordOf(schema);
  return word === "integer" || (word === "limits" && schema.assertions.every(({ kind }) => kind !== "number"));
}

/** Whether one that references lead to says of every value that it may be any number. */
const isNumberElsewhere = (all: readonly Said[]): boolean =>
  all.some(({ schema, certain, own }) => certain && !own && wordOf(schema) === "number");

/** What a schema says of numbers: that they are integers, or any; `limits`: which of them, but no type. */
export function wordOf({ assertions }: Schema): "integer" | "number" | "limits" | undefined {
  const types = assertions.flatMap((assertion) => (assertion.kind === "type" ? assertion.types : []));
  if (types.includes("integer")) return "integer";
  if (types.includes("number")) return "number";
  if (types.length > 0) return undefined;
  return assertions.some((assertion) => limitsNumbers[assertion.kind]) ? "limits" : undefined;
}

/** Whether an assertion says which numbers are meant. */
const limitsNumbers = mapKinds((kind) => kind === "number" || kind === "enum");
