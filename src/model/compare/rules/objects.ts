import type { ObjectAssertion, Property, Schema } from "../../ir/schema.js";
import type { Course, Rule } from "../compare-schema.js";
import { datesText } from "../lifecycle-changes.js";
import { compareBound } from "./bound.js";
import { compareOptional, type Words } from "./optional-schema.js";
import { comparePatterns, rests } from "./patterns.js";
import { markWords } from "./types.js";

/** Properties, and what other names there may be. */
export const objectRule: Rule = (old, fresh, course) => {
  const [{ object: before }, { object: now }] = [old, fresh];
  if (before === undefined && now === undefined) return;
  compareProperties(before?.properties ?? [], now?.properties ?? [], course);
  compareRequired(before, now, course);
  compareOthers(["additionalProperties", "other properties", "*"], ...rests(old, fresh, "properties"), course);
  compareOptional(["propertyNames", "the names of its properties", "*"], before?.propertyNames, now?.propertyNames, course);
  comparePatterns(old, fresh, course, (words, was, is) => {
    compareOthers(words, was, is, course);
  });
  compareBound("minProperties", "least number of properties", true, [before?.minProperties, now?.minProperties], course, 0);
  compareBound("maxProperties", "greatest number of properties", false, [before?.maxProperties, now?.maxProperties], course);
  compareDependencies(before, now, course);
};

/** Names that are required and have no entry in `properties`. */
function compareRequired(before: ObjectAssertion | undefined, now: ObjectAssertion | undefined, course: Course): void {
  const [old, fresh] = [before?.required ?? [], now?.required ?? []];
  const properties = new Set([...(before?.properties ?? []), ...(now?.properties ?? [])].map(({ name }) => name));
  for (const name of fresh)
    if (!old.includes(name) && !properties.has(name)) course.say("property-required", "narrower", "is required now", name);
  for (const name of old)
    if (!fresh.includes(name) && !properties.has(name)) course.say("property-optional", "wider", "is no longer required", name);
}

function compareProperties(before: readonly Property[], now: readonly Property[], course: Course): void {
  const { say, compare } = course;
  const [old, fresh] = [new Map(before.map((each) => [each.name, each])), new Map(now.map((each) => [each.name, each]))];
  // What code was written with that property compiles no longer, whichever way it goes.
  for (const [name, { schema }] of old)
    if (!fresh.has(name) && schema.hidden === undefined) say("property-removed", "other", "is gone", name);
  for (const [name, property] of fresh) {
    const known = old.get(name);
    if (property.schema.hidden !== undefined || known?.schema.hidden !== undefined) {
      if (known !== undefined) compareHidden(known, property, course);
      continue;
    }
    if (known === undefined) {
      const { lifecycle } = property.schema.doc;
      const ends = lifecycle?.deprecated === true ? `, and deprecated${datesText(lifecycle)}` : "";
      say(
        "property-added",
        property.required ? "narrower" : "none",
        property.required ? `is new, and required${ends}` : `is new${ends}`,
        name,
      );
      continue;
    }
    if (property.required && !known.required) say("property-required", "narrower", "is required now", name);
    if (!property.required && known.required) say("property-optional", "wider", "is no longer required", name);
    compare(known.schema, property.schema, name);
  }
}

/** Whether the form for a direction has lost a property to the other one, or has it back. What it says there is told where it is seen. */
function compareHidden({ schema: { hidden: was } }: Property, { name, required, schema: { hidden: is } }: Property, { say }: Course): void {
  if (was === is) return;
  if (is !== undefined) {
    say(is, "other", `is ${markWords[is]} now`, name);
  } else if (was !== undefined) {
    say(was, "none", `is no longer ${markWords[was]}`, name);
    if (required) say("property-required", "narrower", "is required now", name);
  }
}

/** What has no name: where a form for a direction has it no longer, or has it back, nothing else is to be said of it. */
function compareOthers(words: Words, before: Schema | undefined, now: Schema | undefined, course: Course): void {
  const [was, is] = [before?.hidden, now?.hidden];
  if (was === undefined && is === undefined) compareOptional(words, before, now, course);
  else if (was !== is && is !== undefined) course.say(is, "other", `has ${markWords[is]} ${words[1]} now`);
  else if (was !== is && was !== undefined) course.say(was, "none", `no longer has ${markWords[was]} ${words[1]}`);
}

function compareDependencies(before: ObjectAssertion | undefined, now: ObjectAssertion | undefined, course: Course): void {
  const [old, fresh] = [before, now].map((each) => new Map(each?.dependentSchemas.map(({ property, schema }) => [property, schema])));
  for (const name of new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])]))
    compareOptional(["dependentSchemas", `it where ${JSON.stringify(name)} is there`, ""], old?.get(name), fresh?.get(name), course);
  const needs = (each: ObjectAssertion | undefined): ReadonlySet<string> =>
    new Set(
      each?.dependentRequired.flatMap(({ property, required }) =>
        required.map((name) => `${JSON.stringify(name)} where ${JSON.stringify(property)} is there`),
      ),
    );
  const [had, has] = [needs(before), needs(now)];
  for (const need of has) if (!had.has(need)) course.say("dependentRequired", "narrower", `requires ${need} now`);
  for (const need of had) if (!has.has(need)) course.say("dependentRequired", "wider", `no longer requires ${need}`);
}
