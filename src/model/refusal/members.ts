import type { Json } from "../../source/source-file.js";
import { allRead } from "../ir/assertion-fields.js";
import type { ObjectAssertion, Schema } from "../ir/schema.js";
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

function refusalOfMissing({ properties, required }: ObjectAssertion, value: Members, look: Look): Refusal | undefined {
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return here(lacks(missing));
  return firstOf(properties, ({ name, schema, required: isRequired }) => {
    if (!isRequired || Object.hasOwn(value, name)) return undefined;
    if (look.held.eitherWay !== true || !(schema.readOnly || schema.writeOnly)) return here(lacks(name));
    look.doubt();
    return undefined;
  });
}

const lacks = (name: string): string => `does not have the property ${JSON.stringify(name)}, which is required`;

function refusalOfNumberOfMembers({ minProperties = 0, maxProperties = Infinity }: ObjectAssertion, value: Members): Refusal | undefined {
  const number = Object.keys(value).length;
  if (number < minProperties) return here(`has fewer than ${counted(minProperties, "property", "properties")}`);
  return number > maxProperties ? here(`has more than ${counted(maxProperties, "property", "properties")}`) : undefined;
}

function refusalOfEach(
  { properties, patternProperties, additionalProperties }: ObjectAssertion,
  value: Members,
  look: Look,
): Refusal | undefined {
  const described = new Map(properties.map(({ name, schema }) => [name, schema]));
  return firstOf(Object.entries(value), ([name, member]) => {
    const own = described.get(name);
    const tried = patternProperties.map((each) => ({ schema: each.schema, is: matches(each, name, look) }));
    const matching = tried.flatMap(({ schema, is }) => (is === true ? [schema] : []));
    const isAdditional = own === undefined && tried.every(({ is }) => is === false);
    const schemas: readonly (Schema | undefined)[] = [own, ...matching, isAdditional ? additionalProperties : undefined];
    return firstOf(schemas, (schema) => schema && within(name, look.refusal(schema, member)));
  });
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
