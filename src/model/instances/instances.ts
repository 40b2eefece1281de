import type { Json } from "../../source/source-file.js";
import { loneReference } from "../ir/lone-reference.js";
import { sameJsonKey } from "../ir/same-json.js";
import type { JsonType, Schema, SchemaId } from "../ir/schema.js";
import { verdictOf, type Held } from "../refusal/refusal.js";
import { costsOf, maxDepth } from "./costs.js";
import { expand, type Choice } from "./expand.js";
import { list } from "./lists.js";
import { members } from "./members.js";
import { createPatternTexts } from "./pattern-text.js";
import type { Left, Parts, Run } from "./run.js";
import { numbers, texts } from "./scalars.js";
import { shortened, shortOnes } from "./shortened.js";

/** Finds values of schemas: of what a service answers, the plainest there is. The same for the same schemas. */
export interface Instances {
  /** A value of a schema, made of what the description gives (examples, defaults, constants) and of samples; `undefined` where none is found. */
  readonly of: (schema: Schema) => Json | undefined;
  /** The first of some values that a schema takes, shortened where it is long; `undefined` where it takes none. */
  readonly first: (values: readonly Json[], schema: Schema) => Json | undefined;
}

/** Of one instance: values until only what is required is filled, and attempts and looks at schemas until the search for it is given up. */
const most: Left = { values: 60, attempts: 2000, steps: 1_000_000 };

/** Looks at schemas for all instances of a description. Some millions take a second. */
const maxSteps = 20_000_000;

/** Characters of JSON that an example may have inside another value. */
const maxInnerExample = 1000;

/** More values of the description are not tried for one place. */
const maxTried = 100;

/** `isHeld`: whether programs can hold a value, whatever its schema says. */
export function createInstances(held: Held, isHeld: (value: Json) => boolean = () => true): Instances {
  const cost = costsOf(held.schemas);
  const known = new Map<Schema, Json | undefined>();
  const patternText = createPatternTexts();
  const isShort = shortOnes(maxInnerExample);
  const total = { steps: maxSteps };
  const within = <T>(work: (own: Held, left: Left) => T): T => {
    const steps = Math.min(most.steps, total.steps);
    const left = { ...most, steps };
    const found = work({ ...held, left }, left);
    total.steps -= steps - left.steps;
    return found;
  };
  const make = (schema: Schema): Json | undefined =>
    within((own, left) => {
      const run = { held: own, isHeld, cost, patternText, isShort, left, within: new Set<SchemaId>(), depth: 0, variant: 0, instance };
      return instance(run, [schema]);
    });
  return {
    of(schema) {
      // Many operations answer with the same schema.
      const target = schema.examples.length === 0 ? loneReference(schema) : undefined;
      const meant = (target === undefined ? undefined : held.schemas.get(target)?.schema) ?? schema;
      if (!known.has(meant)) known.set(meant, make(schema));
      return known.get(meant);
    },
    first(values, schema) {
      const short = values.map(shortened).filter((value) => value !== undefined);
      return within((own) => best(short, [schema], own, isHeld)?.value);
    },
  };
}

interface Found {
  readonly value: Json;
  /** Whether it certainly is what was looked for: a pattern or a format may not have been looked at. */
  readonly isCertain: boolean;
}

/** The first value that all schemas certainly take, else the first that none certainly refuses. */
function best(values: Iterable<Json>, schemas: readonly Schema[], held: Held, isHeld: Run["isHeld"]): Found | undefined {
  let possible: Found | undefined;
  for (const value of values) {
    if (!isHeld(value)) continue;
    const verdicts = schemas.map((schema) => verdictOf(schema, value, held));
    if (verdicts.every((verdict) => verdict === "accepted")) return { value, isCertain: true };
    if (verdicts.every((verdict) => typeof verdict === "string")) possible ??= { value, isCertain: false };
  }
  return possible;
}

function instance(run: Run, wanted: readonly Schema[]): Json | undefined {
  run.left.values -= 1;
  if (run.depth > maxDepth) return undefined;
  let possible: Found | undefined;
  let ways = 1;
  // First with all that may be there, and then with what must: members may exclude one another.
  for (let attempt = 0; attempt < 2 * ways; attempt += 1) {
    run.left.attempts -= 1;
    if (run.left.attempts < 0 || run.left.steps < 0) break;
    const parts: Parts = { types: undefined, given: [], enums: [], numbers: [], strings: [], arrays: [], objects: [], refs: new Set() };
    const choice: Choice = { rest: attempt % ways, ways: 1 };
    const isPossible = wanted.every((schema) => expand(run, schema, parts, choice));
    ways = Math.max(ways, choice.ways);
    const found = isPossible ? best(candidates(run, parts, attempt < ways), wanted, run.held, run.isHeld) : undefined;
    if (found?.isCertain === true) return found.value;
    possible ??= found;
    // What is not looked at in one way is not looked at with less in it.
    if (possible !== undefined && attempt >= ways - 1) break;
  }
  return possible?.value;
}

/** Values that may fit, the best first: what the description gives, and what is made of the rest of it. */
function* candidates(run: Run, parts: Parts, isWhole: boolean): Generator<Json> {
  const given = parts.given.filter(run.isShort);
  for (const value of given.slice(run.variant, run.variant + maxTried)) yield value;
  if (parts.enums.length > 0) {
    const allowed = inAllEnums(run, parts.enums);
    const tried = Math.min(allowed.length, maxTried);
    for (let index = 0; index < tried; index += 1) yield allowed[(index + run.variant) % allowed.length] ?? null;
    return;
  }
  for (const type of typesOf(parts)) yield* ofType(type, run, parts, isWhole);
}

/** Values that all enumerations have, null last. */
function inAllEnums({ left }: Run, [first = [], ...others]: Parts["enums"]): readonly Json[] {
  left.steps -= others.reduce((sum, values) => sum + values.length, first.length);
  const keys = others.map((values) => new Set(values.map(sameJsonKey)));
  const common = keys.length === 0 ? first : first.filter((value) => keys.every((own) => own.has(sameJsonKey(value))));
  return [...common.filter((value) => value !== null), ...common.filter((value) => value === null)];
}

/** What the value may be, what is described first. */
function typesOf({ types, objects, arrays, strings, numbers: described }: Parts): readonly JsonType[] {
  const speaking: readonly JsonType[] = [
    ...(objects.length > 0 ? (["object"] as const) : []),
    ...(arrays.length > 0 ? (["array"] as const) : []),
    ...(strings.length > 0 ? (["string"] as const) : []),
    ...(described.length > 0 ? (["integer", "number"] as const) : []),
  ];
  const order: readonly JsonType[] = [...speaking, "object", "string", "integer", "number", "array", "boolean", "null"];
  return [...new Set(order)].filter((type) => types === undefined || types.includes(type));
}

function* ofType(type: JsonType, run: Run, parts: Parts, isWhole: boolean): Generator<Json> {
  switch (type) {
    case "null":
      yield null;
      return;
    case "boolean":
      yield run.variant % 2 === 0;
      yield run.variant % 2 === 1;
      return;
    case "integer":
    case "number":
      yield* numbers(parts.numbers, type === "integer", run.variant);
      return;
    case "string":
      yield* texts(run, parts.strings);
      return;
    case "array": {
      const items = list(run, parts);
      if (items !== undefined) yield items;
      return;
    }
    case "object": {
      const object = members(run, parts, isWhole);
      if (object !== undefined) yield object;
    }
  }
}
