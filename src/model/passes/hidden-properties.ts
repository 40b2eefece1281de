import { eachChild, roleOf } from "../ir/visit.js";
import { isConjunction } from "../ir/kinds.js";
import { matchesPattern } from "../patterns/text-pattern.js";
import type { TagsOf } from "./discriminators/deciding-tags.js";
import type { Direction } from "../ir/map-operation.js";
import type { Api } from "../ir/api.js";
import type { Assertion, HiddenMark, Schema } from "../ir/schema.js";

/** Names of properties that do not belong to values of a direction. */
export interface HiddenNames {
  /** Marked by what holds of a value in any case. */
  readonly always: NameSet;
  /** Those, and what an alternative marks that may hold. */
  readonly perhaps: NameSet;
  /** Marked as read-only and as write-only by what holds in any case, by one schema or by several: these would be nowhere, and are hidden nowhere. */
  readonly both: NameSet;
}

/** The names of a list, and those that a rule finds. */
export interface NameSet {
  readonly listed: ReadonlySet<string>;
  readonly rules: ReadonlySet<NameRule>;
}

/** What marks members without naming them: an entry of `patternProperties`, or `additionalProperties`. */
export interface NameRule {
  /** The schema of those members. */
  readonly schema: Schema;
  /** As written; `undefined` of `additionalProperties`. */
  readonly pattern: string | undefined;
  readonly matches: (name: string) => boolean;
  /** Tags that it would hide, if they could be. */
  readonly tags: readonly string[];
}

const none: NameSet = { listed: new Set(), rules: new Set() };
const noNames: HiddenNames = { always: none, perhaps: none, both: none };

export const isEmpty = ({ listed, rules }: NameSet): boolean => listed.size + rules.size === 0;

/** Whether a name is one of a set. */
export function isAmong({ listed, rules }: NameSet, name: string): boolean {
  if (listed.has(name)) return true;
  for (const { matches } of rules) if (matches(name)) return true;
  return false;
}

/** The names that a schema hides in one direction, wherever among its references and members it says so. */
export type NamesOf = (schema: Schema) => HiddenNames;

/** What schemas that hold of a value in any case mark, by the direction that it is kept out of; and what else may be hidden there. */
interface Marks {
  readonly always: Readonly<Record<Direction, NameSet>>;
  readonly perhaps: Readonly<Record<Direction, NameSet>>;
}

const noMarks: Marks = { always: { request: none, response: none }, perhaps: { request: none, response: none } };
const directions = ["request", "response"] as const satisfies readonly Direction[];
const marks = { request: "readOnly", response: "writeOnly" } as const satisfies Record<Direction, HiddenMark>;
const opposite = { request: "response", response: "request" } as const satisfies Record<Direction, Direction>;

/** Looks at each schema once. @param tagsOf Tags are never hidden. */
export function findHiddenNames(schemas: Api["schemas"], direction: Direction, tagsOf: TagsOf): NamesOf {
  const known = new Map<Schema, Marks>();
  const names = new Map<Schema, HiddenNames>();
  const marksOf = (schema: Schema): Marks => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, noMarks); // for a schema that is a member of itself
    const found = collected(schema, { schemas, tagsOf, marksOf });
    known.set(schema, found);
    return found;
  };
  return (schema) => {
    const found = names.get(schema) ?? hiddenBy(marksOf(schema), direction);
    names.set(schema, found);
    return found;
  };
}

interface Finding {
  readonly schemas: Api["schemas"];
  readonly tagsOf: TagsOf;
  readonly marksOf: (schema: Schema) => Marks;
}

function collected(schema: Schema, { schemas, tagsOf, marksOf }: Finding): Marks {
  let found = noMarks;
  for (const assertion of schema.assertions) {
    if (assertion.kind === "ref") {
      const target = schemas.get(assertion.target);
      if (target !== undefined) found = joinedMarks(found, marksOf(target.schema));
      continue;
    }
    const marked = (direction: Direction): NameSet =>
      markedNames(assertion, (inner) => says(inner, marks[direction], schemas), tagsOf(schema));
    found = joinedMarks(found, { always: { request: marked("request"), response: marked("response") }, perhaps: noMarks.perhaps });
    eachChild(assertion, (inner, relation) => {
      switch (roleOf[relation]) {
        case "member":
          found = joinedMarks(found, marksOf(inner));
          break;
        case "branch": {
          const branch = marksOf(inner);
          const hidden = (direction: Direction): NameSet => hiddenBy(branch, direction).perhaps;
          found = joinedMarks(found, { always: noMarks.always, perhaps: { request: hidden("request"), response: hidden("response") } });
          break;
        }
        case "question": // what is only asked marks nothing
        case "part": // has names of its own
      }
    });
  }
  return found;
}

function joinedMarks(one: Marks, other: Marks): Marks {
  if (isUnmarked(other)) return one;
  if (isUnmarked(one)) return other;
  const both = (part: keyof Marks, direction: Direction): NameSet => union(one[part][direction], other[part][direction]);
  return {
    always: { request: both("always", "request"), response: both("always", "response") },
    perhaps: { request: both("perhaps", "request"), response: both("perhaps", "response") },
  };
}

const isUnmarked = ({ always, perhaps }: Marks): boolean => directions.every((each) => isEmpty(always[each]) && isEmpty(perhaps[each]));

function hiddenBy({ always, perhaps }: Marks, direction: Direction): HiddenNames {
  const [own, other] = [always[direction], always[opposite[direction]]];
  if (isEmpty(own) && isEmpty(perhaps[direction])) return noNames;
  const both = isEmpty(own) || isEmpty(other) ? none : union(claimedBy(own, other), claimedBy(other, own));
  const hidden = withoutNames(own, both);
  return { always: hidden, perhaps: withoutNames(union(hidden, perhaps[direction]), both), both };
}

/** The names and the rules of a set that another one has as well. A rule that also finds a name of the other cannot leave that one out. */
function claimedBy(own: NameSet, other: NameSet): NameSet {
  const isShared = (rule: NameRule): boolean =>
    [...other.rules].some(({ schema, pattern }) => schema === rule.schema || pattern === rule.pattern) ||
    [...other.listed].some(rule.matches);
  return {
    listed: new Set([...own.listed].filter((name) => isAmong(other, name))),
    rules: new Set([...own.rules].filter(isShared)),
  };
}

/** The names that an assertion itself marks. */
function markedNames(assertion: Assertion, isMarked: (schema: Schema) => boolean, tags: ReadonlySet<string>): NameSet {
  if (assertion.kind !== "object") return none;
  const { properties, patternProperties, additionalProperties } = assertion;
  const listed = properties.filter(({ name, schema }) => !tags.has(name) && isMarked(schema)).map(({ name }) => name);
  const rules: NameRule[] = [];
  for (const { schema, ...pattern } of patternProperties) {
    const matches = (name: string): boolean => matchesPattern(pattern, name) === true;
    // There is no pattern for all that one matches but the tags.
    if (isMarked(schema) && ![...tags].some(matches)) rules.push({ schema, pattern: pattern.pattern, matches, tags: [] });
  }
  if (additionalProperties !== undefined && isMarked(additionalProperties)) {
    const known = new Set(properties.map(({ name }) => name));
    const isOther = (name: string): boolean =>
      !known.has(name) && patternProperties.every((pattern) => matchesPattern(pattern, name) === false);
    const matches = (name: string): boolean => !tags.has(name) && isOther(name);
    rules.push({ schema: additionalProperties, pattern: undefined, matches, tags: [...tags].filter(isOther) });
  }
  return listed.length + rules.length === 0 ? none : { listed: new Set(listed), rules: new Set(rules) };
}

/** What holds of a value hides, and what a schema that holds of it besides: those that claim to be both stay where either marks them. */
export function joined(one: HiddenNames, other: HiddenNames): HiddenNames {
  if (isEmpty(other.perhaps) || one === other) return one;
  const { both } = one;
  return {
    always: union(one.always, withoutNames(other.always, both)),
    perhaps: union(one.perhaps, withoutNames(other.perhaps, both)),
    both,
  };
}

/** Whether a schema hides by itself what stays where the schemas around it claim that it is both. */
export const hidesBoth = (own: HiddenNames, { both }: HiddenNames): boolean =>
  !isEmpty(both) &&
  ([...own.perhaps.listed].some((name) => isAmong(both, name)) || [...own.perhaps.rules].some((rule) => both.rules.has(rule)));

function union(one: NameSet, other: NameSet): NameSet {
  if (isEmpty(other)) return one;
  if (isEmpty(one)) return other;
  return { listed: new Set([...one.listed, ...other.listed]), rules: new Set([...one.rules, ...other.rules]) };
}

/** The names and the rules of a set that another one does not have. */
export function withoutNames(names: NameSet, known: NameSet): NameSet {
  if (isEmpty(known)) return names;
  const { listed, rules } = names;
  return {
    listed: new Set([...listed].filter((name) => !isAmong(known, name))),
    rules: new Set([...rules].filter((rule) => !known.rules.has(rule))),
  };
}

/** Whether a schema is marked, or one that it refers to or is put together of. Each is asked once, however many ways lead to it. */
export function says(schema: Schema, key: HiddenMark, schemas: Api["schemas"], seen = new Set<Schema>()): boolean {
  if (schema[key]) return true;
  seen.add(schema);
  return schema.assertions.some((assertion) => {
    if (!isConjunction(assertion)) return false;
    const inner = assertion.kind === "allOf" ? assertion.members : [schemas.get(assertion.target)?.schema];
    return inner.some((each) => each !== undefined && !seen.has(each) && says(each, key, schemas, seen));
  });
}
