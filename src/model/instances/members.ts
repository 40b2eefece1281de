import type { Json } from "../../source/source-file.js";
import type { ObjectAssertion, Schema } from "../ir/schema.js";
import { matchesPattern } from "../patterns/text-pattern.js";
import { inside, isDeep, leadsBack, type Parts, type Run } from "./run.js";

/** More members are not made. */
const maxMembers = 200;

/**
 * An object with the members that are described: all of them, where it is `whole` and neither deep nor long already, else those that must be
 * there. `undefined` where one of these is not found.
 */
export function members(run: Run, parts: Parts, isWhole: boolean): { readonly [name: string]: Json } | undefined {
  const { objects, refs } = parts;
  const required = new Set(objects.flatMap(requiredIn));
  const least = objects.reduce((most, { minProperties = 0 }) => Math.max(most, minProperties), 0);
  const most = objects.reduce((few, { maxProperties = Infinity }) => Math.min(few, maxProperties), Infinity);
  if (least > maxMembers || required.size > maxMembers) return undefined;
  const described = objects.flatMap(({ properties }) => properties);
  const found = new Map<string, Json>();
  for (const name of new Set([...described.map((property) => property.name), ...required])) {
    const schemas = objects.flatMap((each) => schemasOf(each, name));
    const isNeeded = required.has(name);
    if (schemas.some(({ hidden }) => hidden !== undefined)) continue;
    if (!isNeeded) {
      const room = most - found.size - [...required].filter((other) => !found.has(other)).length;
      const isWanted = isWhole || found.size < least;
      if (!isWanted || room < 1 || isDeep(run) || !isOffered(run, objects, name, schemas) || leadsBack(run, refs, schemas)) continue;
      for (const other of dependentsOf(objects, name)) required.add(other);
    }
    const value = run.instance(inside(run, refs), schemas);
    if (value !== undefined) found.set(name, value);
    else if (isNeeded) return undefined;
  }
  addOthers(run, parts, found, least, most);
  return [...required].every((name) => found.has(name) || isHidden(objects, name)) ? fromEntries(found) : undefined;
}

const requiredIn = ({ required, properties }: ObjectAssertion): readonly string[] => [
  ...required,
  ...properties.filter((property) => property.required).map(({ name }) => name),
];

const isHidden = (objects: readonly ObjectAssertion[], name: string): boolean =>
  objects.some(({ properties }) => properties.some((property) => property.name === name && property.schema.hidden !== undefined));

/** Own members, whatever they are called. */
const fromEntries = (found: ReadonlyMap<string, Json>): { readonly [name: string]: Json } => Object.fromEntries(found);

/** Whether a member that may be left out is there in an answer, and costs little. */
function isOffered(run: Run, objects: readonly ObjectAssertion[], name: string, schemas: readonly Schema[]): boolean {
  if (objects.some(({ dependentSchemas }) => dependentSchemas.some(({ property }) => property === name))) return false;
  return !schemas.some((schema) => run.cost(schema) > 4 || isWriteOnly(run, schema));
}

function isWriteOnly(run: Run, { writeOnly, assertions }: Schema, level = 0): boolean {
  if (writeOnly) return true;
  return assertions.some((assertion) => {
    const target = assertion.kind === "ref" && level < 10 ? run.held.schemas.get(assertion.target)?.schema : undefined;
    return target !== undefined && isWriteOnly(run, target, level + 1);
  });
}

const dependentsOf = (objects: readonly ObjectAssertion[], name: string): readonly string[] =>
  objects.flatMap(({ dependentRequired }) =>
    dependentRequired.filter(({ property }) => property === name).flatMap(({ required }) => required),
  );

/** What assertions say of a member of a name. */
function schemasOf({ properties, patternProperties, additionalProperties }: ObjectAssertion, name: string): readonly Schema[] {
  const own = properties.filter((property) => property.name === name).map(({ schema }) => schema);
  const matching = patternProperties.filter((each) => matchesPattern(each, name) !== false).map(({ schema }) => schema);
  if (own.length + matching.length > 0) return [...own, ...matching];
  return additionalProperties === undefined ? [] : [additionalProperties];
}

/** Members that no property describes: one of a map, and as many as there must be. */
function addOthers(run: Run, { objects, refs }: Parts, found: Map<string, Json>, least: number, most: number): void {
  const isMap =
    found.size === 0 &&
    objects.some(({ additionalProperties, patternProperties }) => {
      return patternProperties.length > 0 || (additionalProperties !== undefined && additionalProperties.assertions.length > 0);
    });
  const wanted = Math.min(most, Math.max(least, isMap && !isDeep(run) ? 1 : 0));
  const patterns = objects.flatMap(({ patternProperties }) => patternProperties.map(({ pattern }) => pattern));
  for (let tried = 0; found.size < wanted && tried < 2 * wanted + patterns.length; tried += 1) {
    const name = nameOf(run, objects, patterns, tried);
    if (name === undefined || found.has(name)) continue;
    const schemas = objects.flatMap((each) => schemasOf(each, name));
    if (found.size >= least && leadsBack(run, refs, schemas)) return;
    const value = run.instance(inside(run, refs), schemas);
    if (value !== undefined) found.set(name, value);
  }
}

function nameOf(run: Run, objects: readonly ObjectAssertion[], patterns: readonly string[], index: number): string | undefined {
  const rules = objects.flatMap(({ propertyNames }) => propertyNames ?? []);
  if (rules.length > 0) {
    const name = run.instance(inside(run, new Set(), index), rules);
    return typeof name === "string" ? name : undefined;
  }
  const pattern = patterns[index];
  return pattern === undefined ? `key${index === 0 ? "" : String(index)}` : run.patternText(pattern, 0, 0);
}
