import { isConjunction, type AssertionOf } from "../../ir/kinds.js";
import { mapApi, mapAssertion, mapSchema } from "../../ir/map-schema.js";
import { leadsTo } from "../../ir/survey.js";
import { eachSchema } from "../../ir/visit.js";
import { wordOf } from "./int64-places.js";
import { opened } from "./opened-values.js";
import { namesIn, partFinder, type Said } from "./parts-of-values.js";
import type { Api } from "../../ir/api.js";
import type { Assertion, Int64, Schema } from "../../ir/schema.js";

type Reference = AssertionOf<"ref">;

/** Values are looked at this far inside. */
const deepest = 4;

/** Schemas that are looked at for one description, names counted; when they are used up, nothing more is found. Real descriptions have some thousands. */
const mostLooks = 200_000;

interface Search {
  readonly api: Api;
  readonly formOf: (schema: Schema) => Int64 | undefined;
  readonly leads: (schema: Schema) => boolean;
  looks: number;
}

/**
 * The API with what a reference leads to in place of the reference, where another part of the same `allOf` has an integer of 64 bits at a
 * place where this one has any number. As a bigint and a number at once there were no value: there, and there alone, it is of 64 bits in both.
 * @param formOf What a schema says itself.
 */
export function withOpenNumbers(api: Api, formOf: (schema: Schema) => Int64 | undefined): Api {
  const search: Search = { api, formOf, leads: leadsTo(api.schemas, ({ int64 }) => int64), looks: mostLooks };
  const found = new Set<Reference>();
  eachSchema(api, (schema) => {
    if (!search.leads(schema)) return;
    const references = referencesIn(schema);
    if (references.length < 2) return;
    const parts = references.map((reference) => saidBy(reference, api));
    for (const index of numbersAmong(parts, search, 0)) {
      const reference = references[index];
      if (reference !== undefined) found.add(reference);
    }
  });
  return found.size === 0 ? api : withOpen(api, found);
}

/** The references that hold of every value of a schema. */
function referencesIn(schema: Schema): readonly Reference[] {
  const found: Reference[] = [];
  const open = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const assertion of next.assertions) {
      if (!isConjunction(assertion)) continue;
      if (assertion.kind === "ref") found.push(assertion);
      else for (const member of assertion.members) open.push(member);
    }
  return found;
}

function saidBy({ target }: Reference, { schemas }: Api): readonly Said[] {
  const schema = schemas.get(target)?.schema;
  return schema === undefined ? [] : [{ schema, certain: true, own: false }];
}

/** Which of some parts have any number where another one has an integer of 64 bits. */
function numbersAmong(parts: readonly (readonly Said[])[], search: Search, level: number): ReadonlySet<number> {
  const found = new Set<number>();
  const speaking = parts.filter(({ length }) => length > 0);
  if (level > deepest || speaking.length < 2 || !speaking.flat().some(({ schema }) => search.leads(schema))) return found;
  const all = parts.map((part) => opened(part, search.api));
  const names = sharedNames(all);
  search.looks -= all.reduce((sum, part) => sum + part.length, 0) * (1 + names.length);
  if (search.looks <= 0) return found;
  const isHeld = all.map((part) => part.some(({ schema, certain }) => certain && search.formOf(schema) !== undefined));
  for (const [index, part] of all.entries())
    if (!isHeld[index] && isHeld.includes(true) && part.some(({ schema, certain }) => certain && wordOf(schema) === "number"))
      found.add(index);
  const finders = all.map(partFinder);
  for (const key of [...names, undefined, Infinity])
    for (const index of numbersAmong(
      finders.map((find) => find(key)),
      search,
      level + 1,
    ))
      found.add(index);
  return found;
}

/** The names that more than one part describes, or one where another one describes all. */
function sharedNames(parts: readonly (readonly Said[])[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const part of parts) for (const name of namesIn(part)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isGeneral = parts.some((part) => part.some(({ schema }) => schema.assertions.some(speaksOfAll)));
  return [...counts].flatMap(([name, count]) => (count > 1 || isGeneral ? [name] : []));
}

const speaksOfAll = (assertion: Assertion): boolean =>
  assertion.kind === "object" && (assertion.additionalProperties !== undefined || assertion.patternProperties.length > 0);

function withOpen(api: Api, found: ReadonlySet<Reference>): Api {
  const known = new Map<Schema, Schema>();
  const open = (schema: Schema): Schema => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const made = mapSchema(schema, (assertion) => {
      const target = assertion.kind === "ref" && found.has(assertion) ? api.schemas.get(assertion.target)?.schema : undefined;
      return target === undefined ? mapAssertion(assertion, open) : { kind: "allOf", members: [copyOf(target, api, deepest)] };
    });
    known.set(schema, made);
    return made;
  };
  return mapApi(api, open);
}

/** A schema of its own that says the same. What it refers to and what is but a number is copied, too. */
function copyOf(schema: Schema, api: Api, steps: number): Schema {
  const assertions = schema.assertions.map((assertion): Assertion => {
    const target = assertion.kind === "ref" ? api.schemas.get(assertion.target)?.schema : undefined;
    if (target === undefined) return mapAssertion(assertion, (inner) => copyOf(inner, api, steps));
    const isOpen = steps > 0 && (wordOf(target) === "number" || target.assertions.every(isConjunction));
    return isOpen ? { kind: "allOf", members: [copyOf(target, api, steps - 1)] } : assertion;
  });
  return { ...schema, assertions };
}
