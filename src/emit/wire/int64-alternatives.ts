/** Places that are 64-bit integers in one alternative, and numbers in another. */
import { opened } from "../../model/passes/int64/opened-values.js";
import { anyPartFinder, longestPrefixIn, patternsIn, type PartKey } from "../../model/passes/int64/any-part-of-values.js";
import { namesIn, saidKeys, type Said } from "../../model/passes/int64/parts-of-values.js";
import { shapeOfAll, type ValueShape } from "../../model/passes/int64/value-shape.js";
import { areToldByConstants } from "../../model/passes/int64/shapes-apart.js";
import { isTypeOrEnum } from "../../model/ir/kinds.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import { matchesPattern } from "../../model/patterns/text-pattern.js";
import type { Api } from "../../model/ir/api.js";
import type { CheckedPattern, Int64, Schema, SchemaId } from "../../model/ir/schema.js";
import { mixedIn, optionTree, partsBeside } from "./int64-option-tree.js";
import { mappedInside } from "./int64-pruning.js";
import type { Int64Location, Int64LocationList, Int64ObjectLocation, Int64Option } from "./int64-locations.js";
import { takesNumbers } from "./takes-numbers.js";
import { isIntegerAndNoText } from "./int64-texts.js";

/** What is known of the schemas of an API. */
export interface Alternatives {
  readonly api: Pick<Api, "schemas">;
  /** The form of the integers that a schema is about. */
  readonly formOf: (schema: Schema) => Int64 | undefined;
  /** The places of a named schema. */
  readonly placesOf: (id: SchemaId) => Int64LocationList;
  /** Whether of what others say nothing they may have any number: of alternatives that are known to be the only ones, and where nothing else describes it. */
  readonly isAnythingElse?: true;
}

/** The form that an assertion of a schema is marked with. */
export function markOf({ assertions }: Schema): Int64 | undefined {
  const marks = assertions.flatMap((assertion) => (isTypeOrEnum(assertion) || assertion.kind === "number" ? (assertion.int64 ?? []) : []));
  return marks[0];
}

/** The same with the shapes of alternatives, where some have a number where others have an integer of 64 bits. */
export function withShapes(locations: Int64LocationList, known: Alternatives): Int64LocationList {
  const inside = (inner: Int64LocationList): Int64LocationList => withShapes(inner, known);
  return locations.flatMap((location): Int64LocationList => {
    switch (location.kind) {
      case "integer":
      case "ref":
      case "fitting":
        return [location];
      case "either": {
        const mixed = location.around === undefined ? mixedOptions(location.options, known) : branches(location, location.around, known);
        const noText = isIntegerAndNoText(location.options, known);
        if (mixed.length === 0) return [{ ...location, noText, locations: inside(location.locations) }];
        const isMixed = new Set(mixed);
        const free = location.options.filter((option) => !isMixed.has(option)).flatMap((option) => inside(option.locations));
        const fitting: Int64Location = { kind: "fitting", options: inOrder(mixed, known).map(([shape, own]) => [shape, inside(own)]) };
        return free.length === 0 ? [fitting] : [fitting, { kind: "either", noText, locations: free, options: [] }];
      }
      case "tag":
      case "object":
      case "array":
      case "unevaluated":
        return [mappedInside(location, inside)];
    }
  });
}

/** The alternatives of which one has a number where the other has an integer of 64 bits: by what they say, or as a constant tells that nothing is said there. */
function mixedOptions(options: readonly Int64Option[], known: Alternatives): readonly Int64Option[] {
  const mixed = new Set(
    mixedIn(optionTree(options), ({ locations }, { schemas }) => withoutNumbers(locations, schemas, known) !== locations),
  );
  addToldByConstants(options, mixed, known);
  return options.filter((option) => mixed.has(option));
}

/** The same of the branches of a condition. `around`: what holds of every value. Nobody describes what neither that nor the branch speaks of. */
function branches(
  { options }: { readonly options: readonly Int64Option[] },
  around: readonly Schema[],
  known: Alternatives,
): readonly Int64Option[] {
  const [one, other] = options;
  if (one === undefined || other === undefined) return [];
  const open = openOf(known);
  const differs = ({ locations, asked = [] }: Int64Option, { schemas }: Int64Option): boolean => {
    const own = asked.length === 0 ? locations : locations.filter((location) => !asked.includes(location));
    const beside = [...schemas, ...around];
    return own.length > 0 && (beside.length === 0 || withoutNumbers(own, beside, open) !== own);
  };
  return differs(one, other) || differs(other, one) ? options : [];
}

const opens = new WeakMap<Alternatives, Alternatives>();

function openOf(known: Alternatives): Alternatives {
  const open = opens.get(known) ?? { ...known, isAnythingElse: true };
  opens.set(known, open);
  return open;
}

const none: Int64LocationList = [];

/** So many pairs of alternatives are looked at for constants that tell them apart; of more, nothing else is found out. */
const mostLooks = 1_000_000;

/** So many places of all the alternatives of an API are compared with what the others say. Real descriptions have some thousands. */
const mostComparisons = 200_000;

/** Adds the alternatives with 64-bit integers that a constant tells from others, and those others. */
function addToldByConstants(options: readonly Int64Option[], mixed: Set<Int64Option>, known: Alternatives): void {
  const all = options.map((option) => ({ option, shape: shapeOfAll(option.schemas, option.unless, known.api) }));
  let looks = mostLooks;
  for (const one of all.filter(({ option }) => option.locations.length > 0)) {
    for (const other of all) {
      if (looks === 0) return;
      looks -= 1;
      const isKnown = other === one || (mixed.has(one.option) && mixed.has(other.option));
      if (!isKnown && areToldByConstants(one.shape, other.shape)) mixed.add(one.option).add(other.option);
    }
  }
}

/** What looks like one that its shape says wholly is one; of the others that is not sure. In doubt an integer is held exactly. */
function inOrder(options: readonly Int64Option[], known: Alternatives): readonly (readonly [ValueShape["shape"], Int64LocationList])[] {
  const shapes = options.map(({ schemas, unless, locations }) => ({ ...shapeOfAll(schemas, unless, known.api), locations }));
  // What says nothing of numbers takes any: an integer of 64 bits would be a number there, with other digits.
  const isFirst = shapes.every(({ shape }) => isOfInteger(shape) || isNotOfNumbers(shape));
  const rank = ({ shape, exact, locations }: (typeof shapes)[number]): number =>
    isFirst && isOfInteger(shape) ? -1 : (exact ? 0 : 2) + (locations.length > 0 ? 0 : 1);
  return shapes.toSorted((one, other) => rank(one) - rank(other)).map(({ shape, locations }) => [shape, locations]);
}

const typesOf = ({ types }: ValueShape["shape"]): readonly Json[] | undefined => (isJsonArray(types) ? types : undefined);

/** Whether integers of 64 bits look like this, and nothing else. */
const isOfInteger = (shape: ValueShape["shape"]): boolean =>
  typesOf(shape)?.length === 1 && typesOf(shape)?.every((type) => type === "int64" || type === "uint64") === true;

/** What may be said of objects, lists and texts. */
const ofOthers = new Set(["minLength", "maxLength", "required", "properties", "others", "minItems", "maxItems", "prefix", "items"]);

/** Whether a shape is of no number, or says nothing of numbers. */
const isNotOfNumbers = (shape: ValueShape["shape"]): boolean =>
  typesOf(shape)?.every((type) => type === "object" || type === "array" || type === "string" || type === "boolean" || type === "null") ??
  Object.keys(shape).every((word) => ofOthers.has(word));

/** References are opened, and values looked at, this far inside. */
const deepest = 6;

/** The places of an alternative that are 64-bit integers in others, too: where one of them takes any number, nothing is one for certain. The very same list where that is all of them. */
export function withoutNumbers(locations: Int64LocationList, others: readonly Schema[], known: Alternatives): Int64LocationList {
  if (others.length === 0) return locations;
  const memory = memoryOf(known);
  const { ofSchemas } = memory;
  if (memory.comparisons <= 0) return locations;
  const beside =
    ofSchemas.get(others) ??
    besideOf(
      others.map((schema): Said => ({ schema, certain: true, own: true })),
      known,
    );
  ofSchemas.set(others, beside);
  return withoutThose(locations, beside, known, 0);
}

/** The places of each of some alternatives, without those that another one may have any number at. */
export function withoutNumbersOfOthers(options: readonly Int64Option[], known: Alternatives): readonly Int64LocationList[] {
  const tree = optionTree(options);
  const saysNothing = options.filter(({ schemas }) => schemas.length === 0);
  return options.map((option, index) => {
    // Where another one says nothing, anything goes.
    if (saysNothing.length > 1 || (saysNothing.length === 1 && saysNothing[0] !== option)) return [];
    return partsBeside(index, tree).reduce((left, { schemas }) => withoutNumbers(left, schemas, known), option.locations);
  });
}

/** What others say of the same value. */
interface Beside {
  readonly all: readonly Said[];
  /** The same with references opened. */
  readonly others: readonly Said[];
  readonly isNumber: boolean;
  readonly partAt: ReturnType<typeof anyPartFinder>;
  readonly parts: Map<PartKey, readonly Said[]>;
  /** The patterns that others describe, each once. */
  readonly patterns: ReadonlyMap<string, CheckedPattern>;
  /** So many items others describe one by one. */
  readonly prefix: number;
  /** What was found of places beside it, by their level. */
  readonly found: Map<number, Map<Int64LocationList, Int64LocationList>>;
  /** Of places of all other members, what is left of them at names, where that is less; by their level. */
  readonly named: Map<number, Map<Int64LocationList, NamedLocations>>;
}

type NamedLocations = readonly (readonly [name: string, locations: Int64LocationList])[];

/** What was found: schemas that share others would be walked once for each way through them. */
interface Memory {
  readonly keyOf: ReturnType<typeof saidKeys>;
  readonly besides: Map<string, Beside>;
  /** The same by the very lists: of long ones a key is long, too. */
  readonly ofLists: WeakMap<readonly Said[], Beside>;
  readonly ofSchemas: WeakMap<readonly Schema[], Beside>;
  /** One list for all that have the same single place: what is found of it is found once. */
  readonly single: Map<string, Int64LocationList>;
  /** How many places may still be compared. */
  comparisons: number;
}

const memories = new WeakMap<Alternatives, Memory>();

function memoryOf(known: Alternatives): Memory {
  const memory = memories.get(known) ?? {
    keyOf: saidKeys(),
    besides: new Map(),
    ofLists: new WeakMap(),
    ofSchemas: new WeakMap(),
    single: new Map(),
    comparisons: mostComparisons,
  };
  memories.set(known, memory);
  return memory;
}

function besideOf(all: readonly Said[], known: Alternatives): Beside {
  const memory = memoryOf(known);
  const beside = memory.ofLists.get(all) ?? besideByKey(all, memory, known);
  memory.ofLists.set(all, beside);
  return beside;
}

function besideByKey(all: readonly Said[], memory: Memory, known: Alternatives): Beside {
  const key = memory.keyOf(all);
  const before = memory.besides.get(key);
  if (before !== undefined) return before;
  const isNumber = all.some(({ schema }) => takesNumbers(schema, known));
  const others = opened(all, known.api);
  memory.comparisons -= others.length;
  const beside: Beside = {
    all,
    others,
    isNumber,
    partAt: anyPartFinder(others, known.api),
    parts: new Map(),
    patterns: new Map(patternsIn(others).map((one) => [one.pattern, one])),
    prefix: longestPrefixIn(others),
    found: new Map(),
    named: new Map(),
  };
  memory.besides.set(key, beside);
  return beside;
}

function partBeside({ partAt, parts, patterns }: Beside, given: PartKey): readonly Said[] {
  // One for all that are written alike.
  const key = typeof given === "object" ? (patterns.get(given.pattern) ?? given) : given;
  const part = parts.get(key) ?? partAt(key);
  parts.set(key, part);
  return part;
}

function without(locations: Int64LocationList, all: readonly Said[], known: Alternatives, level: number): Int64LocationList {
  if (all.length === 0) return known.isAnythingElse === true ? none : locations;
  return withoutThose(locations, besideOf(all, known), known, level);
}

function withoutThose(locations: Int64LocationList, beside: Beside, known: Alternatives, level: number): Int64LocationList {
  const memory = memoryOf(known);
  if (level > deepest || memory.comparisons <= 0) return locations;
  memory.comparisons -= locations.length;
  const found = beside.found.get(level) ?? new Map<Int64LocationList, Int64LocationList>();
  beside.found.set(level, found);
  const before = found.get(locations);
  if (before !== undefined) return before;
  const made = locations.flatMap((location) => withoutOne(location, beside, known, level));
  const isSame = made.length === locations.length && made.every((location, index) => location === locations[index]);
  const left = isSame ? locations : made;
  found.set(locations, left);
  return left;
}

function withoutOne(location: Int64Location, beside: Beside, known: Alternatives, level: number): Int64LocationList {
  const at = (inner: Int64LocationList, key: PartKey): Int64LocationList =>
    inner.length === 0 ? inner : without(inner, partBeside(beside, key), known, level + 1);
  switch (location.kind) {
    case "integer":
      return beside.isNumber ? [] : [location];
    case "ref": {
      const own = known.placesOf(location.target);
      const left = withoutThose(own, beside, known, level + 1);
      return left === own ? [location] : left;
    }
    case "either": {
      const left = withoutThose(location.locations, beside, known, level);
      return left === location.locations ? [location] : [{ ...location, locations: left, options: [] }];
    }
    case "fitting": // made afterwards
      return [location];
    case "tag": {
      const cases = location.cases.map(([tag, inner]) => [tag, withoutThose(inner, beside, known, level)] as const);
      const otherwise = withoutThose(location.otherwise, beside, known, level);
      const isSame = otherwise === location.otherwise && cases.every(([, inner], index) => inner === location.cases[index]?.[1]);
      return [isSame ? location : { ...location, cases, otherwise }];
    }
    case "object":
      return [withoutMembers(location, at, (inner) => namedBeside(singleOf(inner, known), beside, known, level), beside)];
    case "unevaluated": {
      // Of whatever name or index it is.
      const keys = location.of === "items" ? [Infinity, ...indexes(0, beside)] : [undefined, ...namesIn(beside.others)];
      return keys.every((key) => at(location.locations, key) === location.locations) ? [location] : [];
    }
    case "array": {
      const own = location.prefix.map((inner, index) => at(inner, index));
      const items = at(location.items, Infinity);
      // What is said of all other items is said of those that others describe one by one.
      const more = indexes(own.length, beside).map((index) => at(location.items, index));
      const prefix = more.every((inner) => inner === items) ? own : [...own, ...more];
      const isSame = items === location.items && prefix.every((inner, index) => inner === location.prefix[index]);
      return [isSame ? location : { ...location, prefix, items }];
    }
  }
}

/** The items that others describe one by one, from an index on. */
const indexes = (from: number, { prefix }: Beside): readonly number[] =>
  Array.from({ length: Math.max(0, prefix - from) }, (_, index) => from + index);

type LeftAt = (inner: Int64LocationList, key: PartKey) => Int64LocationList;

/** The list that stands for all those with the same place, where it is a single one. */
function singleOf(locations: Int64LocationList, known: Alternatives): Int64LocationList {
  const [only] = locations;
  if (locations.length !== 1 || (only?.kind !== "integer" && only?.kind !== "ref")) return locations;
  const { single } = memoryOf(known);
  const key = only.kind === "integer" ? String(only.text) : `ref ${only.target}`;
  const first = single.get(key) ?? locations;
  single.set(key, first);
  return first;
}

/** What is left of places of all other members at the names that others describe, where it is less. Many alternatives ask it of the same others. */
function namedBeside(locations: Int64LocationList, beside: Beside, known: Alternatives, level: number): NamedLocations {
  const found = beside.named.get(level) ?? new Map<Int64LocationList, NamedLocations>();
  beside.named.set(level, found);
  const before = found.get(locations);
  if (before !== undefined) return before;
  const named = [...namesIn(beside.others)].flatMap((name): NamedLocations => {
    const left = without(locations, partBeside(beside, name), known, level + 1);
    return left === locations ? [] : [[name, left]];
  });
  found.set(locations, named);
  return named;
}

function withoutMembers(
  location: Int64ObjectLocation,
  at: LeftAt,
  namedOf: (locations: Int64LocationList) => NamedLocations,
  beside: Beside,
): Int64ObjectLocation {
  const isOwn = new Set(location.properties.map(([name]) => name));
  const own = location.properties.map(([name, inner]) => [name, at(inner, name)] as const);
  const patterns = location.patterns.map(([pattern, inner]) => [pattern, at(inner, pattern)] as const);
  const additional = at(location.additional, undefined);
  // What is said of all other names, or of those that match, is said of those that others describe.
  const matching = (name: string): typeof location.patterns => location.patterns.filter(([one]) => matchesPattern(one, name) !== false);
  const matched = location.patterns.flatMap(([pattern, inner]) =>
    inner.length === 0 ? [] : namedOf(inner).filter(([name]) => !isOwn.has(name) && matchesPattern(pattern, name) !== false),
  );
  const named = (location.additional.length === 0 ? [] : namedOf(location.additional)).filter(
    ([name]) => !isOwn.has(name) && matching(name).length === 0,
  );
  const names = [...new Set(matched.map(([name]) => name))];
  const byPattern = names.map((name) => [name, matching(name).flatMap(([, inner]) => at(inner, name))] as const);
  const others = location.additional.length === 0 ? [] : [...beside.patterns.values()];
  const more = others.flatMap((pattern) => {
    const left = at(location.additional, pattern);
    return left === location.additional || location.patterns.some(([one]) => one.pattern === pattern.pattern)
      ? []
      : [[pattern, left] as const];
  });
  const isSame =
    named.length + byPattern.length + more.length === 0 &&
    additional === location.additional &&
    own.every(([, inner], index) => inner === location.properties[index]?.[1]) &&
    patterns.every(([, inner], index) => inner === location.patterns[index]?.[1]);
  if (isSame) return location;
  return { ...location, properties: [...own, ...byPattern, ...named], patterns: [...patterns, ...more], additional };
}
