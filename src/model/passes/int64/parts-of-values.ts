import { matchesPattern } from "../../patterns/text-pattern.js";
import { isUnevaluated, type AssertionOf } from "../../ir/kinds.js";
import type { ArrayAssertion, CheckedPattern, ObjectAssertion, Schema } from "../../ir/schema.js";

/** A schema that says something of a value. */
export interface Said {
  readonly schema: Schema;
  /** Whether it holds of every value, and not of some, or is only asked. */
  readonly certain: boolean;
  /** Whether it stands here alone, and is not one that references lead to. */
  readonly own: boolean;
}

/** Makes one text of what is said of a value: the same for the same schemas, in whatever order. */
export function saidKeys(): (all: readonly Said[]) => string {
  const numbers = new Map<Schema, number>();
  return (all) => {
    const names = all.map(({ schema, certain, own }) => {
      const number = numbers.get(schema) ?? numbers.size;
      numbers.set(schema, number);
      return `${String(number)}${certain ? "c" : ""}${own ? "o" : ""}`;
    });
    return names.sort().join(" ");
  };
}

interface Holding<A> extends Said {
  readonly assertion: A;
}

/**
 * Finds what is said of a member of a value, by its name; of an item, by its index; of all members that nothing else is said of. There may be
 * many schemas, and as many names: each is asked only of what it speaks of.
 */
export function partFinder(all: readonly Said[]): (key: string | number | undefined) => readonly Said[] {
  const arrays = arraysIn(all);
  const objects = objectsIn(all);
  const find = namedFinder(objects);
  const others = objects.flatMap((object) => about(object.assertion.additionalProperties, object));
  return (key) => {
    if (typeof key === "number") return arrays.flatMap((array) => about(array.assertion.prefixItems[key] ?? array.assertion.items, array));
    return key === undefined ? others : find(key);
  };
}

/** Finds what objects say of the member of a name. */
function namedFinder(objects: readonly Holding<ObjectAssertion>[]): (name: string) => readonly Said[] {
  const finders = objects.map(memberFinder);
  const speaking = new Map<string, number[]>();
  // Those that say something of any name.
  const general: number[] = [];
  for (const [index, { assertion }] of objects.entries()) {
    if (assertion.patternProperties.length > 0 || assertion.additionalProperties !== undefined) general.push(index);
    else for (const name of propertiesOf(assertion).keys()) if (speaking.get(name)?.push(index) === undefined) speaking.set(name, [index]);
  }
  return (name) => {
    const asked = [...(speaking.get(name) ?? []), ...general];
    if (general.length > 0) asked.sort((one, other) => one - other);
    return asked.flatMap((index) => finders[index]?.(name, (one) => matchesPattern(one, name) === true) ?? []);
  };
}

const objectsIn = (all: readonly Said[]): readonly Holding<ObjectAssertion>[] => holdingIn(all, ({ objects }) => objects);

const arraysIn = (all: readonly Said[]): readonly Holding<ArrayAssertion>[] => holdingIn(all, ({ arrays }) => arrays);

function holdingIn<A>(all: readonly Said[], of: (sorted: Sorted) => readonly A[]): readonly Holding<A>[] {
  const found: Holding<A>[] = [];
  for (const { schema, certain, own } of all) for (const assertion of of(sortedOf(schema))) found.push({ schema, certain, own, assertion });
  return found;
}

/** The assertions of a schema that say something of parts of a value. */
interface Sorted {
  readonly objects: readonly ObjectAssertion[];
  readonly arrays: readonly ArrayAssertion[];
  readonly unevaluated: readonly (AssertionOf<"unevaluatedProperties"> | AssertionOf<"unevaluatedItems">)[];
}

/** The same schema speaks of many values, each time beside others. */
const sortedBySchema = new WeakMap<Schema, Sorted>();

function sortedOf(schema: Schema): Sorted {
  const before = sortedBySchema.get(schema);
  if (before !== undefined) return before;
  const sorted = {
    objects: schema.assertions.filter((assertion) => assertion.kind === "object"),
    arrays: schema.assertions.filter((assertion) => assertion.kind === "array"),
    unevaluated: schema.assertions.filter(isUnevaluated),
  };
  sortedBySchema.set(schema, sorted);
  return sorted;
}

/** The names of the members that are described, each once. */
export function namesIn(all: readonly Said[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { schema } of all)
    for (const assertion of schema.assertions)
      if (assertion.kind === "object") for (const { name } of assertion.properties) names.add(name);
  return names;
}

/** Finds all schemas that speak of the same value as one does, by itself. */
export type InPlace = (schema: Schema) => ReadonlySet<Schema>;

/**
 * What is said of each part of a value that more than one schema speaks of: of a member, of members whose names match a pattern, of all
 * others; of an item. One list for each.
 */
export function sharedPartsOfValues(all: readonly Said[], inPlace: InPlace): readonly (readonly Said[])[] {
  const [objects, arrays] = [objectsIn(all), arraysIn(all)];
  // Most values are described by one schema, whose properties are many.
  const members =
    areShared(objects, speaksTwiceOfMembers) || isLeftIn(all, "unevaluatedProperties")
      ? membersOf(objects, leftIn(all, "unevaluatedProperties", inPlace))
      : [];
  const items =
    areShared(arrays, speaksTwiceOfItems) || isLeftIn(all, "unevaluatedItems")
      ? itemsOf(arrays, leftIn(all, "unevaluatedItems", inPlace))
      : [];
  return [...members, ...items].filter(({ length }) => length > 1);
}

function areShared<A>(holding: readonly Holding<A>[], speaksTwice: (assertion: A) => boolean): boolean {
  return holding.length > 1 || holding.some(({ assertion }) => speaksTwice(assertion));
}

const speaksTwiceOfMembers = ({ patternProperties }: ObjectAssertion): boolean => patternProperties.length > 0;

const speaksTwiceOfItems = ({ contains }: ArrayAssertion): boolean => contains !== undefined;

const isLeftIn = (all: readonly Said[], kind: "unevaluatedProperties" | "unevaluatedItems"): boolean =>
  all.some(({ schema }) => sortedOf(schema).unevaluated.some((assertion) => assertion.kind === kind));

/** What is said of all parts that nothing else in a schema looks at. `inside`: what may look at them. */
interface Left {
  readonly said: Said;
  /** The schema that says so. */
  readonly holder: Schema;
  readonly inside: ReadonlySet<Schema>;
}

function leftIn(all: readonly Said[], kind: "unevaluatedProperties" | "unevaluatedItems", inPlace: InPlace): readonly Left[] {
  return all.flatMap(({ schema, certain, own }) =>
    sortedOf(schema).unevaluated.flatMap((assertion) => {
      // What refuses all of them, or none, says nothing of their form.
      if (assertion.kind !== kind || assertion.schema.assertions.every((one) => one.kind === "never")) return [];
      return [{ said: { schema: assertion.schema, certain, own }, holder: schema, inside: inPlace(schema) }];
    }),
  );
}

/** What is said of a part, with what is said where nothing looks at it. */
function withLeft<A>(
  holding: readonly Holding<A>[],
  left: readonly Left[],
  find: (one: Holding<A>, index: number) => readonly Said[],
): readonly Said[] {
  const speaking = holding.flatMap((one, index) => {
    const said = find(one, index);
    return said.length === 0 ? [] : [{ schema: one.schema, said }];
  });
  const found = speaking.flatMap(({ said }) => said);
  // What another one is said of is looked at.
  const isOuter = ({ holder, inside }: Left): boolean => left.some((other) => other.holder !== holder && inside.has(other.holder));
  const more = left.filter((one) => !isOuter(one) && !speaking.some(({ schema }) => one.inside.has(schema)));
  return [...found, ...more.map(({ said }) => said)];
}

/** What holds of a part that is left over in spite of what looks at such parts in another alternative. */
function besides<A>(
  holding: readonly Holding<A>[],
  left: readonly Left[],
  find: (one: Holding<A>) => readonly Said[],
): readonly (readonly Said[])[] {
  return left.map(({ said, inside }) => [said, ...holding.flatMap((one) => (inside.has(one.schema) ? [] : find(one)))]);
}

const about = (schema: Schema | undefined, { certain, own }: Omit<Said, "schema">): readonly Said[] =>
  schema === undefined ? [] : [{ schema, certain, own }];

function membersOf(objects: readonly Holding<ObjectAssertion>[], left: readonly Left[]): readonly (readonly Said[])[] {
  if (left.length === 0 && objects.every(speaksOfNamesOnly)) return [...membersByName(objects).values()];
  const names = new Set(objects.flatMap(({ assertion }) => assertion.properties.map(({ name }) => name)));
  const patterns = new Set(objects.flatMap(({ assertion }) => assertion.patternProperties.map(({ pattern }) => pattern)));
  const finders = objects.map(memberFinder);
  const isMatching = (name: string) => (one: CheckedPattern) => matchesPattern(one, name) === true;
  const named = [...names].map(
    left.length === 0
      ? namedFinder(objects)
      : (name) => withLeft(objects, left, (_, index) => finders[index]?.(name, isMatching(name)) ?? []),
  );
  const matching = [...patterns].map((pattern) =>
    withLeft(objects, left, (_, index) => finders[index]?.(undefined, (one) => one.pattern === pattern) ?? []),
  );
  const additional = (object: Holding<ObjectAssertion>): readonly Said[] => about(object.assertion.additionalProperties, object);
  return [...named, ...matching, withLeft(objects, left, additional), ...besides(objects, left, additional)];
}

const speaksOfNamesOnly = ({ assertion }: Holding<ObjectAssertion>): boolean =>
  assertion.patternProperties.length === 0 && assertion.additionalProperties === undefined;

/** What is said of the members of each name by objects that say nothing of others. */
function membersByName(objects: readonly Holding<ObjectAssertion>[]): ReadonlyMap<string, readonly Said[]> {
  const found = new Map<string, Said[]>();
  for (const { assertion, certain, own } of objects)
    for (const [name, schema] of propertiesOf(assertion)) {
      const said = { schema, certain, own };
      if (found.get(name)?.push(said) === undefined) found.set(name, [said]);
    }
  return found;
}

type FindMembers = (name: string | undefined, isMatching: (pattern: CheckedPattern) => boolean) => readonly Said[];

/** Finds what an object says of the members of a name, or of all that match a pattern. */
function memberFinder(object: Holding<ObjectAssertion>): FindMembers {
  const { patternProperties, additionalProperties } = object.assertion;
  const byName = propertiesOf(object.assertion);
  // One list for all names: of many objects, each is asked for the names of all the others.
  const additional = about(additionalProperties, object);
  return (name, isMatching) => {
    const own = name === undefined ? undefined : byName.get(name);
    const matching = patternProperties.filter(isMatching).map(({ schema }) => schema);
    const found = own === undefined ? matching : [own, ...matching];
    return found.length === 0 ? additional : found.flatMap((schema) => about(schema, object));
  };
}

/** The properties of objects by their names; the same object is asked for each of them. */
const propertiesByName = new WeakMap<ObjectAssertion, ReadonlyMap<string, Schema>>();

function propertiesOf(assertion: ObjectAssertion): ReadonlyMap<string, Schema> {
  const before = propertiesByName.get(assertion);
  if (before !== undefined) return before;
  const byName = new Map(assertion.properties.map(({ name, schema }) => [name, schema]));
  propertiesByName.set(assertion, byName);
  return byName;
}

function itemsOf(arrays: readonly Holding<ArrayAssertion>[], left: readonly Left[]): readonly (readonly Said[])[] {
  const length = Math.max(0, ...arrays.map(({ assertion }) => assertion.prefixItems.length));
  // What is only asked of some item.
  const contained = arrays.flatMap(({ assertion, own }) => about(assertion.contains?.schema, { certain: false, own }));
  const at = (index: number) => (array: Holding<ArrayAssertion>) =>
    about(array.assertion.prefixItems[index] ?? array.assertion.items, array);
  const indexes = Array.from({ length: length + 1 }, (_, index) => index);
  const plain = indexes.map((index) => [...arrays.flatMap(at(index)), ...contained]);
  if (left.length === 0) return plain;
  // What is contained is looked at.
  return [...plain, ...indexes.map((index) => withLeft(arrays, left, at(index))), ...besides(arrays, left, at(length))];
}
