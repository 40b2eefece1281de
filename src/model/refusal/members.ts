import type { Json } from "../../source/source-file.js";
import { allRead } from "../ir/assertion-fields.js";
import type { ObjectAssertion, Property, Schema } from "../ir/schema.js";
import { counted, firstOf, here, isMembers, within, type Look, type Members, type Refusal } from "./look.js";
import { matches } from "./scalars.js";

export function refusalOfMembers(assertion: ObjectAssertion, value: Json, look: Look): Refusal | undefined {
  if (!isMembers(value)) return undefined;
  // The functions below look at one or two of them each.
  allRead(
    assertion,
    "properties",
    "required",
    "minProperties",
    "maxProperties",
    "patternProperties",
    "additionalProperties",
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
  );
  return (
    refusalOfMissing(assertion, value, look) ??
    refusalOfNumberOfMembers(assertion, value) ??
    refusalOfEach(assertion, value, look) ??
    refusalOfNames(assertion, value, look) ??
    refusalOfDependents(assertion, value, look)
  );
}

function refusalOfMissing(assertion: ObjectAssertion, value: Members, look: Look): Refusal | undefined {
  const required = new Map<string, Property | undefined>(assertion.required.map((name) => [name, undefined]));
  for (const property of assertion.properties) if (property.required) required.set(property.name, property);
  return firstOf([...required], ([name, own]) => {
    if (Object.hasOwn(value, name)) return undefined;
    const isMarked = (): boolean => schemasOf(name, own, assertion, look, false).some(({ readOnly, writeOnly }) => readOnly || writeOnly);
    if (look.held.eitherWay !== true || !isMarked()) return here(lacks(name));
    look.doubt();
    return undefined;
  });
}

/** What an assertion says of members of a name. `sure`: not what it may say, where nobody can tell whether a pattern is about the name. */
function schemasOf(
  name: string,
  own: Property | undefined,
  { patternProperties, additionalProperties }: ObjectAssertion,
  look: Look,
  sure: boolean,
): readonly Schema[] {
  const tried = patternProperties.map((each) => ({ schema: each.schema, is: matches(each, name, look) }));
  const matching = tried.filter(({ is }) => is ?? !sure).map(({ schema }) => schema);
  const isAdditional = own === undefined && tried.every(({ is }) => !(is ?? sure));
  return [
    ...(own === undefined ? [] : [own.schema]),
    ...matching,
    ...(isAdditional && additionalProperties !== undefined ? [additionalProperties] : []),
  ];
}

const lacks = (name: string): string => `does not have the property ${JSON.stringify(name)}, which is required`;

function refusalOfNumberOfMembers({ minProperties = 0, maxProperties = Infinity }: ObjectAssertion, value: Members): Refusal | undefined {
  const number = Object.keys(value).length;
  if (number < minProperties) return here(`has fewer than ${counted(minProperties, "property", "properties")}`);
  return number > maxProperties ? here(`has more than ${counted(maxProperties, "property", "properties")}`) : undefined;
}

function refusalOfEach(assertion: ObjectAssertion, value: Members, look: Look): Refusal | undefined {
  const described = new Map(assertion.properties.map((property) => [property.name, property]));
  return firstOf(Object.entries(value), ([name, member]) =>
    firstOf(schemasOf(name, described.get(name), assertion, look, true), (schema) => within(name, look.refusal(schema, member))),
  );
}

function refusalOfNames({ propertyNames: schema }: ObjectAssertion, value: Members, look: Look): Refusal | undefined {
  if (schema === undefined) return undefined;
  return firstOf(Object.keys(value), (name) => {
    const refusal = look.refusal(schema, name);
    return refusal && here(`has a property whose name ${JSON.stringify(name)} ${refusal.reason}`);
  });
}

function refusalOfDependents({ dependentRequired, dependentSchemas }: ObjectAssertion, value: Members, look: Look): Refusal | undefined {
  const missing = firstOf(dependentRequired, ({ property, required }) => {
    const name = Object.hasOwn(value, property) ? required.find((each) => !Object.hasOwn(value, each)) : undefined;
    return name === undefined ? undefined : here(`${lacks(name)} beside ${JSON.stringify(property)}`);
  });
  return (
    missing ??
    firstOf(dependentSchemas, ({ property, schema }) => (Object.hasOwn(value, property) ? look.refusal(schema, value) : undefined))
  );
}
