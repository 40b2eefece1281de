import type { Api, ObjectAssertion, Property, Schema } from "../../model/ir/types.js";
import { anything, both, either, isAnything, isNothing, nothing, type PropertyDoc, type TypeDoc } from "./algebra.js";
import { inside, type Place } from "./schema-facts.js";
import { indexToken, type Tokens } from "./tokens.js";

/** What printing a schema needs besides the schema. */
export interface SchemaPrinter {
  readonly api: Api;
  readonly tokens: Tokens;
  readonly typeOf: (schema: Schema, place: Place) => TypeDoc;
  readonly docOf: (property: Property) => { readonly description?: string };
}

/** Length of the members of a union up to which an index signature spells it out; a longer one is `unknown`. */
const spelledOut = 200;

/** The type of an object of which all these hold; `declared` finds a property that is required here and declared elsewhere. */
export function objectOf(
  described: readonly ObjectAssertion[],
  around: Place,
  declared: (name: string) => Schema | undefined,
  printer: SchemaPrinter,
): TypeDoc {
  const place = inside(around);
  const assertions = described.map(withoutHidden);
  const required = new Set(assertions.flatMap((assertion) => assertion.required));
  const groups = canMerge(assertions) ? [assertions] : assertions.map((assertion) => [assertion]);
  const own = new Set(required.size === 0 ? [] : assertions.flatMap(({ properties }) => properties.map(({ name }) => name)));
  const missing = [...required].filter((name) => !own.has(name));
  const found = missing.map((name): readonly [string, Schema | undefined] => [name, declared(name)]);
  return both(groups.map((group, index) => literalOf(group, required, index === 0 ? found : [], place, printer)));
}

function withoutHidden(assertion: ObjectAssertion): ObjectAssertion {
  const { properties } = assertion;
  return properties.some(({ hidden }) => hidden) ? { ...assertion, properties: properties.filter(({ hidden }) => !hidden) } : assertion;
}

/** Two objects become one where no property is declared twice and at most one speaks of other properties. */
function canMerge(assertions: readonly ObjectAssertion[]): boolean {
  if (assertions.length < 2) return true;
  const names = assertions.flatMap(({ properties }) => properties.map(({ name }) => name));
  return new Set(names).size === names.length && assertions.filter(isOpen).length <= 1;
}

function isOpen({ additionalProperties, patternProperties }: ObjectAssertion): boolean {
  return additionalProperties !== undefined || patternProperties.length > 0;
}

function literalOf(
  assertions: readonly ObjectAssertion[],
  required: ReadonlySet<string>,
  missing: readonly (readonly [string, Schema | undefined])[],
  place: Place,
  printer: SchemaPrinter,
): TypeDoc {
  const properties: [string, PropertyDoc][] = [];
  const requiredKeys: string[] = [];
  for (const assertion of assertions) {
    for (const property of assertion.properties) {
      const key = printer.tokens.key(property.name);
      properties.push([key, propertyDoc(property, place, printer)]);
      if (property.required || required.has(property.name)) requiredKeys.push(key);
    }
  }
  for (const [name, schema] of missing) {
    const key = printer.tokens.key(name);
    properties.push([key, schema === undefined ? anything : printer.typeOf(schema, place)]);
    requiredKeys.push(key);
  }
  const index = indexOf(assertions, properties, requiredKeys, place, printer);
  if (index !== undefined) {
    properties.push([indexToken, index]);
    requiredKeys.push(indexToken);
  }
  return { type: "object", properties: Object.fromEntries(properties), required: requiredKeys };
}

function propertyDoc(property: Property, place: Place, printer: SchemaPrinter): PropertyDoc {
  const type = printer.typeOf(property.schema, place);
  return { ...type, ...printer.docOf(property), ...(property.schema.readOnly ? { readOnly: true } : {}) };
}

/**
 * The type of all other properties: none where the description says nothing of them and there are some of its own. A type of
 * theirs must admit the declared ones too, or no value could be written down.
 */
function indexOf(
  assertions: readonly ObjectAssertion[],
  properties: readonly (readonly [string, PropertyDoc])[],
  required: readonly string[],
  place: Place,
  printer: SchemaPrinter,
): TypeDoc | undefined {
  const open = assertions.find(isOpen);
  if (open === undefined) return properties.length === 0 ? anything : undefined;
  const { additionalProperties, patternProperties } = open;
  const rest = additionalProperties === undefined ? anything : printer.typeOf(additionalProperties, place);
  const type = either([rest, ...patternProperties.map(({ schema }) => printer.typeOf(schema, place))]);
  if (isNothing(type)) return properties.length === 0 ? nothing : undefined;
  if (isAnything(type) || properties.length === 0) return type;
  const bare = properties.map(([, property]) => withoutComment(property));
  const optional: readonly TypeDoc[] = properties.some(([key]) => !required.includes(key)) ? [{ type: "undefined" }] : [];
  const all = either([type, ...bare, ...optional]);
  return JSON.stringify(all).length <= spelledOut ? all : anything;
}

/** The type of a property, without what is said of the property. */
function withoutComment(property: PropertyDoc): TypeDoc {
  return Object.fromEntries(Object.entries(property).filter(([key]) => key !== "description" && key !== "readOnly"));
}
