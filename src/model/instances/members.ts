import type { Json } from "../../source/source-file.js";
import type { ObjectAssertion, Property, Schema } from "../ir/schema.js";
import { matchesPattern } from "../patterns/text-pattern.js";
import { inside, isDeep, leadsBack, type Parts, type Run } from "./run.js";

/** More members are not made. */
const maxMembers = 200;

/**
 * An object with the members that are described: all of them, where it is `whole` and neither deep nor long already, else those that must be
 * there. `undefined` where one of these is not found.
 */
export function members(run: Run, parts: Parts, isWhole: boolean): { readonly [name: string]: Json } | undefined {
  const objects = parts.objects.map(indexed);
  run.left.steps -= objects.reduce((sum, { own, required }) => sum + own.size + required.length, 0);
  const required = new Set(objects.flatMap(({ own, required: names }) => [...names, ...requiredOf(own)]));
  const least = objects.reduce((most, { minProperties = 0 }) => Math.max(most, minProperties), 0);
  const most = objects.reduce((few, { maxProperties = Infinity }) => Math.min(few, maxProperties), Infinity);
  if (least > maxMembers || required.size > maxMembers) return undefined;
  const found = new Map<string, Json>();
  for (const name of new Set([...objects.flatMap(({ own }) => [...own.keys()]), ...required])) {
    const isNeeded = required.has(name);
    if (!isNeeded) {
      const room = most - found.size - [...required].filter((other) => !found.has(other)).length;
      if (isDeep(run) || room < 1 || !(isWhole || found.size < least)) continue;
    }
    const schemas = objects.flatMap((each) => schemasOf(run, each, name));
    if (schemas.some(({ hidden }) => hidden !== undefined)) continue;
    if (!isNeeded) {
      if (!isOffered(run, objects, name, schemas) || leadsBack(run, parts.refs, schemas)) continue;
      for (const other of dependentsOf(objects, name)) required.add(other);
    }
    const value = run.instance(inside(run, parts.refs), schemas);
    if (value !== undefined) found.set(name, value);
    else if (isNeeded) return undefined;
  }
  addOthers(run, parts, objects, found, least, most);
  // A member that is hidden in answers is never there.
  const isThere = (name: string): boolean => found.has(name) || objects.some(({ own }) => own.get(name)?.schema.hidden !== undefined);
  return [...required].every(isThere) ? Object.fromEntries(found) : undefined;
}

/** What is said of an object, its properties by name: a description may have thousands. */
interface Indexed extends Omit<ObjectAssertion, "properties"> {
  readonly own: ReadonlyMap<string, Property>;
}

const indexed = ({ properties, ...others }: ObjectAssertion): Indexed => ({
  ...others,
  own: new Map(properties.map((property) => [property.name, property])),
});

const requiredOf = (own: Indexed["own"]): readonly string[] => [...own.values()].filter(({ required }) => required).map(({ name }) => name);

/** Whether a member that may be left out is there in an answer, and costs little. */
function isOffered(run: Run, objects: readonly Indexed[], name: string, schemas: readonly Schema[]): boolean {
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

const dependentsOf = (objects: readonly Indexed[], name: string): readonly string[] =>
  objects.flatMap(({ dependentRequired }) =>
    dependentRequired.filter(({ property }) => property === name).flatMap(({ required }) => required),
  );

/** What assertions say of a member of a name. */
function schemasOf({ left }: Run, { own, patternProperties, additionalProperties }: Indexed, name: string): readonly Schema[] {
  left.steps -= 1 + patternProperties.length;
  const described = own.get(name);
  const matching = patternProperties.filter((each) => matchesPattern(each, name) !== false).map(({ schema }) => schema);
  if (described !== undefined) return [described.schema, ...matching];
  return matching.length > 0 || additionalProperties === undefined ? matching : [additionalProperties];
}

/** Members that no property describes: one of a map, and as many as there must be. */
function addOthers(run: Run, { refs }: Parts, objects: readonly Indexed[], found: Map<string, Json>, least: number, most: number): void {
  const isMap =
    found.size === 0 &&
    objects.some(({ additionalProperties, patternProperties }) => {
      return patternProperties.length > 0 || (additionalProperties !== undefined && additionalProperties.assertions.length > 0);
    });
  const wanted = Math.min(most, Math.max(least, isMap && !isDeep(run) ? 1 : 0));
  const patterns = objects.flatMap(({ patternProperties }) => patternProperties.map(({ pattern }) => pattern));
  for (let tried = 0; found.size < wanted && tried < 2 * wanted + patterns.length && run.left.steps >= 0; tried += 1) {
    const name = nameOf(run, objects, patterns, tried);
    if (name === undefined || found.has(name)) continue;
    const schemas = objects.flatMap((each) => schemasOf(run, each, name));
    if (found.size >= least && leadsBack(run, refs, schemas)) return;
    const value = run.instance(inside(run, refs), schemas);
    if (value !== undefined) found.set(name, value);
  }
}

function nameOf(run: Run, objects: readonly Indexed[], patterns: readonly string[], index: number): string | undefined {
  const rules = objects.flatMap(({ propertyNames }) => propertyNames ?? []);
  if (rules.length > 0) {
    const name = run.instance(inside(run, new Set(), index), rules);
    return typeof name === "string" ? name : undefined;
  }
  const pattern = patterns[index];
  return pattern === undefined ? `key${index === 0 ? "" : String(index)}` : run.patternText(pattern, 0, 0);
}
