import { eachChild, roleOf } from "../ir/visit.js";
import { isConjunction } from "../ir/kinds.js";
import { matchesPattern } from "../patterns/text-pattern.js";
import type { TagsOf } from "./discriminators/deciding-tags.js";
import type { Direction } from "../ir/map-operation.js";
import type { Api } from "../ir/api.js";
import type { Assertion, Schema } from "../ir/schema.js";

/** Names of properties that do not belong to values of a direction. */
export interface HiddenNames {
  /** Marked by what holds of a value in any case. */
  readonly always: NameSet;
  /** Those, and what an alternative marks that may hold. */
  readonly perhaps: NameSet;
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
  readonly matches: (name: string) => boolean;
  /** Tags that it would hide, if they could be. */
  readonly tags: readonly string[];
}

const none: NameSet = { listed: new Set(), rules: new Set() };
export const noNames: HiddenNames = { always: none, perhaps: none };

export const isEmpty = ({ listed, rules }: NameSet): boolean => listed.size + rules.size === 0;

/** Whether a name is one of a set. */
export function isAmong({ listed, rules }: NameSet, name: string): boolean {
  if (listed.has(name)) return true;
  for (const { matches } of rules) if (matches(name)) return true;
  return false;
}

/** The names that a schema hides in one direction, wherever among its references and members it says so. */
export type NamesOf = (schema: Schema) => HiddenNames;

/** Looks at each schema once. @param tagsOf Tags are never hidden. */
export function findHiddenNames(schemas: Api["schemas"], direction: Direction, tagsOf: TagsOf): NamesOf {
  const known = new Map<Schema, HiddenNames>();
  const namesOf: NamesOf = (schema) => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, noNames); // for a schema that is a member of itself
    const found = collected(schema, { direction, schemas, tagsOf, namesOf });
    known.set(schema, found);
    return found;
  };
  return namesOf;
}

interface Finding {
  readonly direction: Direction;
  readonly schemas: Api["schemas"];
  readonly tagsOf: TagsOf;
  readonly namesOf: NamesOf;
}

function collected(schema: Schema, finding: Finding): HiddenNames {
  const { direction, schemas, tagsOf, namesOf } = finding;
  let found = noNames;
  for (const assertion of schema.assertions) {
    if (assertion.kind === "ref") {
      const target = schemas.get(assertion.target);
      if (target !== undefined) found = joined(found, namesOf(target.schema));
      continue;
    }
    const marked = markedNames(assertion, (inner) => isHidden(inner, direction, schemas), tagsOf(schema));
    found = joined(found, { always: marked, perhaps: marked });
    eachChild(assertion, (inner, relation) => {
      switch (roleOf[relation]) {
        case "member":
          found = joined(found, namesOf(inner));
          break;
        case "branch":
          found = joined(found, { always: noNames.always, perhaps: namesOf(inner).perhaps });
          break;
        case "question": // what is only asked marks nothing
        case "part": // has names of its own
      }
    });
  }
  return found;
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
    if (isMarked(schema) && ![...tags].some(matches)) rules.push({ schema, matches, tags: [] });
  }
  if (additionalProperties !== undefined && isMarked(additionalProperties)) {
    const known = new Set(properties.map(({ name }) => name));
    const isOther = (name: string): boolean =>
      !known.has(name) && patternProperties.every((pattern) => matchesPattern(pattern, name) === false);
    const matches = (name: string): boolean => !tags.has(name) && isOther(name);
    rules.push({ schema: additionalProperties, matches, tags: [...tags].filter(isOther) });
  }
  return listed.length + rules.length === 0 ? none : { listed: new Set(listed), rules: new Set(rules) };
}

/** What either hides. */
export function joined(one: HiddenNames, other: HiddenNames): HiddenNames {
  if (isEmpty(other.perhaps) || one === other) return one;
  if (isEmpty(one.perhaps)) return other;
  return { always: union(one.always, other.always), perhaps: union(one.perhaps, other.perhaps) };
}

function union(one: NameSet, other: NameSet): NameSet {
  return { listed: new Set([...one.listed, ...other.listed]), rules: new Set([...one.rules, ...other.rules]) };
}

/** The names and the rules of a set that another one does not have. */
export function withoutNames({ listed, rules }: NameSet, known: NameSet): NameSet {
  return {
    listed: new Set([...listed].filter((name) => !isAmong(known, name))),
    rules: new Set([...rules].filter((rule) => !known.rules.has(rule))),
  };
}

/** A property that claims to be both read-only and write-only would be nowhere: it is taken for neither. */
function isHidden(schema: Schema, direction: Direction, schemas: Api["schemas"]): boolean {
  const readOnly = says(schema, "readOnly", schemas);
  const writeOnly = says(schema, "writeOnly", schemas);
  return readOnly !== writeOnly && (direction === "request" ? readOnly : writeOnly);
}

/** Whether a schema is marked, or one that it refers to or is put together of. Each is asked once, however many ways lead to it. */
function says(schema: Schema, key: "readOnly" | "writeOnly", schemas: Api["schemas"], seen = new Set<Schema>()): boolean {
  if (schema[key]) return true;
  seen.add(schema);
  return schema.assertions.some((assertion) => {
    if (!isConjunction(assertion)) return false;
    const inner = assertion.kind === "allOf" ? assertion.members : [schemas.get(assertion.target)?.schema];
    return inner.some((each) => each !== undefined && !seen.has(each) && says(each, key, schemas, seen));
  });
}
