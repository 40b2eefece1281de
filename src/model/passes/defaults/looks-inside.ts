import { emptySchema } from "../../ir/empty-schema.js";
import { matchesPattern } from "../../patterns/text-pattern.js";
import type { Api } from "../../ir/api.js";
import { meantBy } from "../../ir/lone-reference.js";
import { isAlternatives, type AssertionOf } from "../../ir/kinds.js";
import type { ArrayAssertion, Assertion, ObjectAssertion, Schema } from "../../ir/schema.js";
import { groupsApart } from "../discriminators/implied-tags.js";
import { inPlaceIn, saidKeys, type Role, type Said } from "./said-in-place.js";

/** What is asked of schemas: whether defaults are filled in below one, and whether something refuses, or counts, defaults of its members. */
export interface Filling {
  readonly fills: (schema: Schema) => boolean;
  readonly isRefusing: (schema: Schema) => boolean;
}

/** Values inside a value that are looked at for one schema. A schema of more parts than this is held against what was filled in. */
const maxParts = 1000;

/** Schemas in all of these parts: beyond them the others are held against what was filled in. */
const maxSaid = 500_000;

/** Members in members up to which `refusedDefaults` finds what refuses their defaults, and tells where. */
const namedDepth = 4;

/** A value, or a part of it, and all that is said of it. */
interface Part {
  readonly said: readonly Said[];
  readonly depth: number;
  /** Whether names of members alone lead to it. */
  readonly isNamed: boolean;
  /** Alternatives of the value one of which is among what is said. */
  readonly settled: ReadonlySet<Assertion>;
}

/**
 * Tells whether a default somewhere inside a value may make the value invalid: a constant that is an object or a list, items that are compared
 * or counted, alternatives and conditions that look at members of members. Such a value is held against the schema when it is filled in.
 */
export function looksInside(schemas: Api["schemas"], filling: Filling): (schema: Schema) => boolean {
  const known = new Map<Schema, boolean>();
  const looking: Looking = { schemas, filling, keyOf: saidKeys(), refusals: new Map(), said: 0 };
  return (schema) => {
    const found = known.get(schema) ?? look(schema, looking);
    known.set(schema, found);
    return found;
  };
}

interface Looking {
  readonly schemas: Api["schemas"];
  readonly filling: Filling;
  readonly keyOf: ReturnType<typeof saidKeys>;
  /** What `refusesFilled` found, by what is said: the parts of one schema are often those of the next. */
  readonly refusals: Map<string, boolean>;
  /** Schemas of all the parts that were looked at. */
  said: number;
}

function look(schema: Schema, looking: Looking): boolean {
  const { schemas, filling, keyOf, refusals } = looking;
  const refusesOnce = (part: Part): boolean => {
    if (!isUnseen(part)) return false;
    const key = keyOf(part.said);
    const found = refusals.get(key) ?? refusesFilled(part.said, filling);
    refusals.set(key, found);
    return found;
  };
  const seen = new Set<string>();
  const waiting: Part[] = [{ said: [{ schema, role: "certain" }], depth: 0, isNamed: true, settled: new Set() }];
  // A list yields what is added while it is walked.
  for (const part of waiting) {
    const { all, apart } = openedOf(part, schemas);
    looking.said += all.length;
    if (looking.said > maxSaid) return true;
    for (const next of apart) if (waiting.push(next) > maxParts) return true;
    if (apart.length > 0) continue;
    if (comparesFilled(all, filling) || refusesOnce(part)) return true;
    for (const next of partsOf(all, part)) {
      if (!next.said.some((each) => isFilled({ ...each, schema: meantBy(each.schema, schemas) }, filling))) continue;
      const said = eachOnce(next.said, schemas);
      // What one schema alone says of a part, it sees to itself.
      if (new Set(said.map((each) => each.schema)).size < 2) continue;
      const key = keyOf(said);
      if (seen.has(key)) continue;
      seen.add(key);
      if (waiting.push({ ...next, said }) > maxParts) return true;
    }
  }
  return false;
}

/**
 * All that is said of a part in place. Where alternatives are told apart, no value is of two of them, and what one fills in is nothing to the others:
 * there is a part for each, which `apart` has, and nothing else is to be done.
 */
function openedOf(part: Part, schemas: Api["schemas"]): { readonly all: readonly Said[]; readonly apart: readonly Part[] } {
  const found = new Set<AssertionOf<"anyOf" | "oneOf">>();
  const all = inPlaceIn(part.said, schemas, (assertion, role) => {
    if (part.settled.has(assertion)) return false;
    if (isAlternatives(assertion) && role !== "condition") found.add(assertion);
    return true;
  });
  const first = [...found].find((each) => groupsApart(each, schemas).length > 1);
  if (first === undefined) return { all, apart: [] };
  const settled = new Set([...part.settled, first]);
  const apart = groupsApart(first, schemas).map((group): Part => {
    const chosen = group.map((schema): Said => ({ schema, role: "chosen", choice: first }));
    return { ...part, said: [...part.said, ...chosen], settled };
  });
  return { all, apart };
}

/** What is only asked completes nothing. */
const isFilled = ({ schema, role }: Said, { fills }: Filling): boolean => role !== "condition" && fills(schema);

interface Holding<A = Assertion> extends Pick<Said, "role" | "choice"> {
  readonly assertion: A;
}

const holdingsIn = (all: readonly Said[]): readonly Holding[] =>
  all.flatMap(({ schema, role, choice }) => schema.assertions.map((assertion): Holding => ({ assertion, role, choice })));

/** Whether values are compared, or items counted, into which defaults are filled in. */
function comparesFilled(all: readonly Said[], filling: Filling): boolean {
  const holdings = holdingsIn(all);
  const fillsAny = (): boolean =>
    holdings.some((each) => filling.fills({ ...emptySchema, assertions: [each.assertion] }) && each.role !== "condition");
  const isComposite = holdings.some(({ assertion }) => assertion.kind === "enum" && assertion.values.some(isStructure));
  if (isComposite && fillsAny()) return true;
  const isCounted = holdings.some(
    ({ assertion }) => assertion.kind === "array" && (assertion.uniqueItems || assertion.contains !== undefined),
  );
  return isCounted && itemsIn(holdings).some((each) => isFilled(each, filling));
}

const isStructure = (value: unknown): boolean => typeof value === "object" && value !== null;

/** Whether nobody else has seen to what the schemas of a part refuse of one another. */
function isUnseen({ said, depth, isNamed }: Part): boolean {
  if (depth === 0) return false;
  const isTold = isNamed && depth <= namedDepth;
  return !isTold || !said.some(({ role }) => role === "certain") || said.some(({ role }) => role === "condition");
}

/** Whether one of the schemas of a part refuses, or counts, what another fills in. */
function refusesFilled(said: Part["said"], { isRefusing }: Filling): boolean {
  const of = (wanted: Role): readonly Schema[] => said.flatMap(({ schema, role }) => (role === wanted ? [schema] : []));
  const [certain, asked] = [of("certain"), of("condition")];
  const choices = new Map<object | undefined, Schema[]>();
  for (const { schema, role, choice } of said) if (role === "chosen") choices.set(choice, [...(choices.get(choice) ?? []), schema]);
  const alternatives = Array.from(choices.values(), (members): Assertion => ({ kind: "anyOf", members, discriminator: undefined }));
  const conditions = asked.map((schema): Assertion => ({ kind: "not", schema }));
  return isRefusing({ ...emptySchema, assertions: [{ kind: "allOf", members: certain }, ...alternatives, ...conditions] });
}

/** Each schema once in each role; one that only refers to another is that one. */
function eachOnce(said: readonly Said[], schemas: Api["schemas"]): readonly Said[] {
  const found = new Map<Schema, Map<Role | object, Said>>();
  for (const { schema, role, choice } of said) {
    const meant = meantBy(schema, schemas);
    const known = found.get(meant) ?? new Map<Role | object, Said>();
    // A chosen one is told apart by what it is chosen from.
    found.set(meant, known.set(role === "chosen" ? (choice ?? role) : role, { schema: meant, role, choice }));
  }
  return [...found.values()].flatMap((all) => [...all.values()]);
}

const noneSettled: Part["settled"] = new Set();

/** The parts of a value of which something is said: members by their names, all other members, items. */
function partsOf(all: readonly Said[], { depth, isNamed }: Part): readonly Part[] {
  const holdings = holdingsIn(all);
  const objects = holdings.flatMap(({ assertion, ...as }) => (assertion.kind === "object" ? [{ assertion, ...as }] : []));
  const unevaluated = unevaluatedIn(holdings, "unevaluatedProperties");
  const members = membersIn(objects).map((said): Part => ({
    said: [...said, ...unevaluated],
    depth: depth + 1,
    isNamed,
    settled: noneSettled,
  }));
  const others: Part = { said: [...othersIn(objects), ...unevaluated], depth: depth + 1, isNamed: false, settled: noneSettled };
  const lists = itemListsIn(holdings).map((said): Part => ({ said, depth: depth + 1, isNamed: false, settled: noneSettled }));
  return [...members, others, ...lists];
}

const unevaluatedIn = (holdings: readonly Holding[], kind: "unevaluatedProperties" | "unevaluatedItems"): readonly Said[] =>
  holdings.flatMap(({ assertion, ...as }) => (assertion.kind === kind ? [{ schema: assertion.schema, ...as }] : []));

function membersIn(objects: readonly Holding<ObjectAssertion>[]): readonly (readonly Said[])[] {
  const named = new Map<string, Said[]>();
  for (const { assertion, ...as } of objects)
    for (const { name, schema } of assertion.properties) {
      const known = named.get(name);
      if (known === undefined) named.set(name, [{ schema, ...as }]);
      else known.push({ schema, ...as });
    }
  const general = objects
    .filter(({ assertion }) => assertion.patternProperties.length > 0 || assertion.additionalProperties !== undefined)
    .map(({ assertion, ...as }) => ({ assertion, as, own: new Set(assertion.properties.map(({ name }) => name)) }));
  return [...named].map(([name, said]) => [
    ...said,
    ...general.flatMap(({ assertion: { patternProperties, additionalProperties }, as, own }) => {
      const matching = patternProperties.filter((each) => matchesPattern(each, name) !== false).map(({ schema }) => schema);
      const isOther = matching.length === 0 && !own.has(name) && additionalProperties !== undefined;
      return (isOther ? [additionalProperties] : matching).map((schema): Said => ({ schema, ...as }));
    }),
  ]);
}

const othersIn = (objects: readonly Holding<ObjectAssertion>[]): readonly Said[] =>
  objects.flatMap(({ assertion: { patternProperties, additionalProperties }, ...as }) =>
    [...patternProperties.map(({ schema }) => schema), ...(additionalProperties === undefined ? [] : [additionalProperties])].map(
      (schema): Said => ({ schema, ...as }),
    ),
  );

const arraysIn = (holdings: readonly Holding[]): readonly Holding<ArrayAssertion>[] =>
  holdings.flatMap(({ assertion, ...as }) => (assertion.kind === "array" ? [{ assertion, ...as }] : []));

/** All that is said of items, wherever they are in the list. */
function itemsIn(holdings: readonly Holding[]): readonly Said[] {
  const own = arraysIn(holdings).flatMap(({ assertion: { items, prefixItems }, ...as }) =>
    [...prefixItems, ...(items === undefined ? [] : [items])].map((schema): Said => ({ schema, ...as })),
  );
  return [...own, ...unevaluatedIn(holdings, "unevaluatedItems")];
}

/** What is said of the first items, of each by its place, and of those after them. */
function itemListsIn(holdings: readonly Holding[]): readonly (readonly Said[])[] {
  const arrays = arraysIn(holdings);
  const length = arrays.reduce((most, { assertion }) => Math.max(most, assertion.prefixItems.length), 0);
  const general = unevaluatedIn(holdings, "unevaluatedItems");
  const at = (index: number): readonly Said[] => [
    ...arrays.flatMap(({ assertion, ...as }) => {
      const schema = assertion.prefixItems[index] ?? assertion.items;
      return schema === undefined ? [] : [{ schema, ...as }];
    }),
    ...general,
  ];
  return Array.from({ length: length + 1 }, (_, index) => at(index));
}
