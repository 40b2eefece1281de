/** What several parts say of the same member, or of the same items: their alternatives are combined as those of the value itself are. */
import type { Api } from "../ir/api.js";
import { kindTest } from "../ir/kinds.js";
import type { ArrayAssertion, Assertion, ObjectAssertion, Schema } from "../ir/schema.js";

/**
 * Types up to which alternatives of several parts are combined in TypeScript: it combines each with each, takes seconds for tens of thousands
 * of them, and refuses more (TS2590).
 */
export const maxCombined = 20_000;

/** Members of members that are looked at. */
const deepest = 4;
/** Schemas of members and of items of one API that are looked at, at each place. Those after them are not combined beforehand. */
const maxLooks = 2_000_000;

/** Schemas by where they stand in a value: `.name`, `[0]`, `[]` for items, `{}` for members without a name. */
type Places = ReadonlyMap<string, ReadonlySet<Schema>>;

const nowhere: Places = new Map();

/** What stands in a value that may be combined, and how many types a schema comes to. */
interface Inside {
  /** Notes what an assertion says of what is inside a value, beside those before it; gives it without what is too much, or nothing. */
  readonly beside: () => (assertion: Assertion) => Assertion | undefined;
}

type CombinedOf = (schema: Schema) => { readonly count: number; readonly kept: readonly Assertion[] };

/** How much may still be looked at. */
interface Looks {
  left: number;
}

export function partsInside(schemas: Api["schemas"], combinedOf: CombinedOf): Inside {
  const known = new Map<Schema, Places>();
  const looks: Looks = { left: maxLooks };
  const placesOf = (schema: Schema): Places => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, nowhere);
    const { kept } = combinedOf(schema);
    const [only] = kept;
    const places = kept.length === 1 && only !== undefined ? placesIn(only) : together(kept.map(placesIn), looks);
    known.set(schema, places);
    return places;
  };
  const placesIn = (assertion: Assertion): Places => {
    if (assertion.kind !== "ref") return ownPlaces(assertion);
    const target = schemas.get(assertion.target);
    return target === undefined ? nowhere : placesOf(target.schema);
  };
  const areTooMany = (all: ReadonlySet<Schema>, depth: number): boolean => {
    looks.left -= all.size;
    let count = 1;
    for (const schema of all) {
      const choices = combinedOf(schema).count;
      if (count > 1 && choices > 1 && count * choices > maxCombined) return true;
      count *= choices;
    }
    if (depth === 0 || looks.left <= 0) return false;
    const inside = together(Array.from(all, placesOf), looks);
    return [...inside.values()].some((each) => each.size > 1 && areTooMany(each, depth - 1));
  };
  const beside: Inside["beside"] = () => {
    const before = new Map<string, Set<Schema>>();
    return (assertion) => {
      const places = placesIn(assertion);
      looks.left -= places.size;
      if (looks.left <= 0) return assertion;
      const refused = new Set<string>();
      for (const [place, own] of places) {
        const others = before.get(place);
        if (others !== undefined && areTooMany(new Set([...others, ...own]), deepest)) refused.add(place);
      }
      if (refused.size > 0 && assertion.kind === "ref") return undefined;
      for (const [place, own] of places) if (!refused.has(place)) add(own, place, before, looks);
      return refused.size === 0 ? assertion : without(assertion, refused);
    };
  };
  return { beside };
}

/** The same schema at a place is one, by however many ways it came there. */
function together(all: readonly Places[], looks: Looks): Places {
  const places = new Map<string, Set<Schema>>();
  for (const each of all) for (const [place, schemas] of each) add(schemas, place, places, looks);
  return looks.left > 0 ? places : nowhere;
}

function add(schemas: ReadonlySet<Schema>, place: string, to: Map<string, Set<Schema>>, looks: Looks): void {
  looks.left -= schemas.size;
  if (looks.left <= 0) return;
  const before = to.get(place) ?? new Set();
  for (const schema of schemas) before.add(schema);
  to.set(place, before);
}

/** Whether an assertion has alternatives, or something in it that may have some. Types and values by themselves are combined in no time. */
const mayBeMany = kindTest({
  ref: true,
  allOf: true,
  anyOf: true,
  oneOf: true,
  object: true,
  array: true,
  never: false,
  type: false,
  enum: false,
  number: false,
  string: false,
  // No type says them.
  not: false,
  if: false,
  unevaluatedProperties: false,
  unevaluatedItems: false,
});

function ownPlaces(assertion: Assertion): Places {
  const places = new Map<string, ReadonlySet<Schema>>();
  for (const [place, schema] of isObject(assertion) ? membersOf(assertion) : isArray(assertion) ? itemsOf(assertion) : [])
    if (schema?.assertions.some(mayBeMany) === true) places.set(place, new Set([schema]));
  return places;
}

type Place = readonly [place: string, schema: Schema | undefined];

const isObject = (assertion: Assertion): assertion is ObjectAssertion => assertion.kind === "object";
const isArray = (assertion: Assertion): assertion is ArrayAssertion => assertion.kind === "array";

const membersOf = ({ properties, additionalProperties }: ObjectAssertion): readonly Place[] => [
  ...properties.map(({ name, schema }) => [`.${name}`, schema] as const),
  ["{}", additionalProperties],
];

const itemsOf = ({ prefixItems, items }: ArrayAssertion): readonly Place[] => [
  ...prefixItems.map((schema, index) => [`[${String(index)}]`, schema] as const),
  ["[]", items],
];

/** An assertion that says nothing of what stands in some places. */
function without(assertion: Assertion, places: ReadonlySet<string>): Assertion {
  const at = (place: string, schema: Schema): Schema => (places.has(place) ? saysNothing(schema) : schema);
  if (isObject(assertion)) {
    const { additionalProperties: others } = assertion;
    const properties = assertion.properties.map((each) => ({ ...each, schema: at(`.${each.name}`, each.schema) }));
    return { ...assertion, properties, ...(others !== undefined && { additionalProperties: at("{}", others) }) };
  }
  if (!isArray(assertion)) return assertion;
  const { items } = assertion;
  const prefixItems = assertion.prefixItems.map((schema, index) => at(`[${String(index)}]`, schema));
  return { ...assertion, prefixItems, ...(items !== undefined && { items: at("[]", items) }) };
}

const saysNothing = (schema: Schema): Schema => ({ ...schema, assertions: [] });
