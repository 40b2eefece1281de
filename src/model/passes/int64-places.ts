import { mapKinds } from "../ir/assertion-fields.js";
import { isAlternatives, isConjunction } from "../ir/kinds.js";
import { loneReference } from "../ir/lone-reference.js";
import { leadsTo } from "../ir/survey.js";
import { eachChild, eachSchema, isInPlace } from "../ir/visit.js";
import { sharedPartsOfValues, saidKeys, type InPlace, type Said } from "./parts-of-values.js";
import type { Api } from "../ir/api.js";
import type { Assertion, Int64, Schema, SchemaId } from "../ir/schema.js";

/**
 * What the place of a schema says of its integers. A form: they are held in it, though the schema itself does not say so. "number": they are
 * numbers, though it says 64 bits. "either": they are held in one form or the other, and compared with both.
 */
export type PlaceForm = Int64 | "number" | "either";

type FormOf = (schema: Schema) => Int64 | undefined;

interface Places {
  readonly formOf: FormOf;
  readonly doubtful: "number" | "int64";
  readonly found: Map<Schema, PlaceForm>;
}

/** Is told all that is said of a value. */
type VisitValue = (all: readonly Said[]) => void;

interface Walk {
  readonly api: Api;
  readonly visit: VisitValue;
  readonly leads: (schema: Schema) => boolean;
  /** The values that were looked at, by the schemas that speak of them. */
  readonly seen: Set<string>;
  readonly keyOf: ReturnType<typeof saidKeys>;
  readonly inPlace: InPlace;
}

/** Values are looked at this far inside. */
const deepest = 6;

/**
 * What schemas take from those about the same value, the same member or the same item. A member that one part of an `allOf` calls int64 is
 * int64 in each of them.
 * @param formOf What a schema says itself.
 * @param doubtful What an integer is that some values of a place have as one of 64 bits, and all have as an integer.
 */
export function placeForms(api: Api, formOf: FormOf, doubtful: Places["doubtful"]): ReadonlyMap<Schema, PlaceForm> {
  const places: Places = { formOf, doubtful, found: new Map() };
  eachValueOf64Bits(api, (all) => {
    settleValue(all, places);
  });
  return places.found;
}

/** Visits the values in which an integer of 64 bits may be, each with all schemas that speak of it, references opened. */
export function eachValueOf64Bits(api: Api, visit: VisitValue): void {
  const leads = leadsTo(api.schemas, ({ int64 }) => int64);
  const walk: Walk = { api, visit, leads, seen: new Set(), keyOf: saidKeys(), inPlace: inPlaceOf(api) };
  const targets = new Set<SchemaId>();
  eachSchema(api, (schema) => {
    // Of many references to the same, each comes to what the first one does.
    const target = loneReference(schema);
    if (target !== undefined && targets.has(target)) return;
    if (target !== undefined) targets.add(target);
    if (leads(schema)) visitValue([{ schema, certain: true, own: true }], walk, 0);
  });
}

function visitValue(given: readonly Said[], walk: Walk, level: number): void {
  if (level > deepest) return;
  const key = walk.keyOf(given);
  if (walk.seen.has(key)) return;
  walk.seen.add(key);
  const all = opened(given, walk.api);
  walk.visit(all);
  for (const part of sharedPartsOfValues(all, walk.inPlace))
    if (part.some(({ schema }) => walk.leads(schema))) visitValue(part, walk, level + 1);
}

function inPlaceOf(api: Pick<Api, "schemas">): InPlace {
  const known = new Map<Schema, ReadonlySet<Schema>>();
  return (schema) => {
    const found = known.get(schema) ?? new Set(opened([{ schema, certain: true, own: true }], api).map((said) => said.schema));
    known.set(schema, found);
    return found;
  };
}

/** All that is said of the very same value. */
export function opened(given: readonly Said[], api: Pick<Api, "schemas">): readonly Said[] {
  const all = new Map<Schema, Said>();
  const look = (said: Said): void => {
    const before = all.get(said.schema);
    if (before !== undefined && (before.certain || !said.certain)) return;
    all.set(said.schema, said);
    for (const assertion of said.schema.assertions) {
      const certain = said.certain && holdsAlways(assertion);
      const target = targetOf(assertion, api);
      if (target !== undefined) look({ schema: target, certain, own: false });
      eachChild(assertion, (schema, relation) => {
        if (isInPlace(relation)) look({ schema, certain, own: said.own });
      });
    }
  };
  given.forEach(look);
  return [...all.values()];
}

function targetOf(assertion: Assertion, api: Pick<Api, "schemas">): Schema | undefined {
  return assertion.kind === "ref" ? api.schemas.get(assertion.target)?.schema : undefined;
}

/** Whether what an assertion is made of holds of every value, but for null. */
function holdsAlways(assertion: Assertion): boolean {
  if (isAlternatives(assertion)) return assertion.members.filter((member) => !isNull(member)).length === 1;
  return isConjunction(assertion);
}

const isNull = ({ assertions }: Schema): boolean =>
  assertions.some((assertion) => assertion.kind === "type" && assertion.types.every((type) => type === "null"));

function settleValue(all: readonly Said[], places: Places): void {
  if (all.length === 1) return; // from whom should it take anything
  const { said, form } = taken(all, places) ?? { said: [] };
  for (const { schema } of said) if (form !== undefined) places.found.set(schema, form);
}

/** What schemas about the same value take from each other; `undefined`: nothing. */
function taken(
  all: readonly Said[],
  { formOf, doubtful }: Places,
): { readonly said: readonly Said[]; readonly form?: PlaceForm } | undefined {
  const held = all.filter(({ schema }) => formOf(schema) !== undefined);
  const [first] = held;
  const form = first && formOf((held.find(({ certain }) => certain) ?? first).schema);
  if (form === undefined) return undefined;
  const others = all.filter(({ schema }) => formOf(schema) === undefined && wordOf(schema) !== undefined);
  // A number elsewhere may be any; as an integer it would take less there.
  const able = others.filter(({ schema, own }) => own || wordOf(schema) !== "number");
  // What others refer to goes on taking any number, so that here, too, they are numbers. Where they are read as such, nothing is lost.
  const isStuck = doubtful === "int64" && held.every(({ own }) => own) && isNumberElsewhere(others);
  if (isStuck) return { said: held, form: "number" };
  if (held.some(({ certain }) => certain)) return { said: able, form };
  const typed = others.filter(({ schema, certain }) => certain && wordOf(schema) !== "limits");
  if (typed.length === 0) return { said: others.filter(({ schema }) => wordOf(schema) === "limits"), form: "either" };
  const isWhole = typed.every(({ schema }) => wordOf(schema) === "integer");
  const isOwn = held.every(({ own }) => own);
  if (isOwn && (!isWhole || doubtful === "number" || typed.some(({ own }) => !own))) return { said: held, form: "number" };
  return isWhole ? { said: able, form } : undefined;
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
