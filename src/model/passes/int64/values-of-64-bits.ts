import { leadsTo, type Survey } from "../../ir/survey.js";
import { isOfParts } from "../../ir/kinds.js";
import { loneReference, meantBy } from "../../ir/lone-reference.js";
import { eachSchema } from "../../ir/visit.js";
import { opened } from "./opened-values.js";
import { sharedPartsOfValues, type InPlace, type Said } from "./parts-of-values.js";
import { diagnostic } from "../../../diagnostic/catalogue.js";
import type { Diagnostic, Origin } from "../../../diagnostic/diagnostic.js";
import type { Api } from "../../ir/api.js";
import type { Schema, SchemaId } from "../../ir/schema.js";

/** Is told all that is said of a value. */
type VisitValue = (all: readonly Said[]) => void;

interface Walk {
  readonly api: Api;
  readonly visit: VisitValue;
  readonly leads: (schema: Schema) => boolean;
  /** Whether what is sought besides is in a schema. */
  readonly finds: (schema: Schema) => boolean;
  readonly books: Books;
  readonly inPlace: InPlace;
  /** The values that were looked at, by the schemas that speak of them: by those that stand there, and by all that these come to. */
  readonly given: Set<string>;
  readonly seen: Set<string>;
  /** How much was looked at, by the schema that it began with; and with which one it began now. */
  readonly looks: Map<Schema, number>;
  start: Schema | undefined;
  left: number;
}

/** Values are looked at this far inside. */
const deepest = 6;

/** Schemas that are looked at for one description, each as often as it stands in another value: 230 that all combine one another come to 600,000. */
export const mostLooks = 5_000_000;

/** Schemas lead to one another by more ways than can be looked at: as many as there are sets of them, in the worst case. */
export class TooManyValues extends Error {
  override readonly name = "TooManyValues";

  /** The schema that most of them begin with. */
  readonly origin: Origin | undefined;

  constructor(origin: Origin | undefined) {
    super(`More than ${String(mostLooks)} schemas in values`);
    this.origin = origin;
  }
}

/** Says why nothing is made of a description. */
export function tooManyValues({ origin }: TooManyValues): Diagnostic {
  const most = mostLooks.toLocaleString("en-US");
  return diagnostic(
    "description-too-large",
    `Schemas lead to integers of 64 bits by too many ways: more than ${most} schemas of values would be looked at. Most of them are in this one.`,
    {
      at: origin,
      hint: "No option raises this limit. Leave out what is not used, with `include` and `exclude`, or take schemas out of `allOf`, `anyOf` and `oneOf` whose members lead back to the schemas around them.",
    },
  );
}

/**
 * Visits the values in which an integer of 64 bits may be, each with the schemas that speak of it, references opened.
 * Throws `TooManyValues` where they would not come to an end.
 * @param isSought What there must be in the schemas besides. Nothing comes of values without it.
 * @param matters Whether a schema matters for what it says of the value itself; those that speak of parts of it always do. Of others nobody is told.
 */
export function eachValueOf64Bits(
  api: Api,
  isSought: (survey: Survey) => boolean,
  matters: (schema: Schema) => boolean,
  visit: VisitValue,
): void {
  const leads = leadsTo(api.schemas, ({ int64 }) => int64);
  const finds = leadsTo(api.schemas, isSought);
  const speaks = (schema: Schema): boolean => loneReference(schema) === undefined && (speaksOfParts(schema) || matters(schema));
  const [books, inPlace] = [booksOf(api, speaks), inPlaceOf(api)];
  const sets = { given: new Set<string>(), seen: new Set<string>(), looks: new Map<Schema, number>() };
  const walk: Walk = { api, visit, leads, finds, books, inPlace, ...sets, start: undefined, left: mostLooks };
  const targets = new Set<SchemaId>();
  eachSchema(api, (schema) => {
    // Of many references to the same, each comes to what the first one does.
    const target = loneReference(schema);
    if (target !== undefined && targets.has(target)) return;
    if (target !== undefined) targets.add(target);
    if (!leads(schema) || !finds(schema)) return;
    walk.start = schema;
    visitValue([{ schema, certain: true, own: true }], walk, 0);
  });
}

const speaksOfParts = ({ assertions }: Schema): boolean => assertions.some(isOfParts);

function visitValue(part: readonly Said[], walk: Walk, level: number): void {
  if (level > deepest) return;
  const given = meantIn(part, walk);
  if (isKnown(given, walk.given, walk)) return;
  // Other schemas often come to the same ones.
  const all = openedTogether(given, walk);
  if (isKnown(all, walk.seen, walk)) return;
  spend(all.length, walk);
  walk.visit(all);
  for (const next of sharedPartsOfValues(all, walk.inPlace))
    if (next.some(({ schema }) => walk.leads(schema)) && next.some(({ schema }) => walk.finds(schema))) visitValue(next, walk, level + 1);
}

function spend(count: number, walk: Walk): void {
  const { looks, start } = walk;
  walk.left -= count;
  if (start !== undefined) looks.set(start, (looks.get(start) ?? 0) + count);
  if (walk.left >= 0) return;
  const [[largest] = []] = [...looks].sort(([, one], [, other]) => other - one);
  throw new TooManyValues(largest?.origin);
}

/** What is meant by those that only refer to another, each once. */
function meantIn(part: readonly Said[], { api, books }: Walk): readonly Said[] {
  const all = new Map<number, Said>();
  for (const said of part) {
    const schema = loneReference(said.schema) === undefined ? said.schema : meantBy(said.schema, api.schemas);
    const meant = schema === said.schema ? said : { schema, certain: said.certain, own: false };
    all.set(books.numberOf(meant), meant);
  }
  return [...all.values()];
}

function isKnown(all: readonly Said[], known: Set<string>, { books }: Walk): boolean {
  // The same text for the same schemas, in whatever order.
  const key = Uint32Array.from(all, books.numberOf).sort().join();
  if (known.has(key)) return true;
  known.add(key);
  return false;
}

/** All that matters of what is said of the very same value. The same as if all of them were opened at once. */
function openedTogether(given: readonly Said[], { books }: Walk): readonly Said[] {
  const all = new Map<Schema, Said>();
  for (const one of given)
    for (const said of books.openedOf(one)) {
      const before = all.get(said.schema);
      if (before === undefined || (said.certain && !before.certain)) all.set(said.schema, said);
    }
  return [...all.values()];
}

/** What is kept of what is said of values: few schemas stand in many values, each time beside others. */
interface Books {
  readonly numberOf: (said: Said) => number;
  /** All that matters of what one schema says of a value. */
  readonly openedOf: (said: Said) => readonly Said[];
}

function booksOf(api: Api, speaks: (schema: Schema) => boolean): Books {
  const numbers = new Map<Schema, number>();
  const numberOf = ({ schema, certain, own }: Said): number => {
    let number = numbers.get(schema);
    if (number === undefined) numbers.set(schema, (number = numbers.size));
    return 4 * number + (certain ? 2 : 0) + (own ? 1 : 0);
  };
  const lists = new Map<number, readonly Said[]>();
  return {
    numberOf,
    openedOf: (said) => {
      const number = numberOf(said);
      let list = lists.get(number);
      if (list === undefined) lists.set(number, (list = opened([said], api).filter(({ schema }) => speaks(schema))));
      return list;
    },
  };
}

function inPlaceOf(api: Pick<Api, "schemas">): InPlace {
  const known = new Map<Schema, ReadonlySet<Schema>>();
  return (schema) => {
    const found = known.get(schema) ?? new Set(opened([{ schema, certain: true, own: true }], api).map((said) => said.schema));
    known.set(schema, found);
    return found;
  };
}
