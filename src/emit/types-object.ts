import type { ObjectAssertion, Property, Schema } from "../model/types.js";
import { anything, both, either, isAnything, isNothing, nothing, type PropertyDoc, type TypeDoc } from "./types-algebra.js";
import { inside, type Conjunct, type Place } from "./types-conjuncts.js";
import { indexToken, type Tokens } from "./types-tokens.js";

/** What printing an object needs of the printer of schemas. */
export interface ObjectPrinter {
  readonly tokens: Tokens;
  readonly typeOf: (schema: Schema, place: Place) => TypeDoc;
  readonly docOf: (property: Property) => { readonly description?: string };
}

interface ObjectConjunct {
  readonly assertion: ObjectAssertion;
  readonly place: Place;
}

/** Length of the members of a union up to which an index signature spells it out; a longer one is `unknown`. */
const spelledOut = 200;

/** The type of an object of which all these hold; `declared` finds a property that is required here and declared elsewhere. */
export function objectOf(conjuncts: readonly Conjunct[], declared: (name: string) => Schema | undefined, printer: ObjectPrinter): TypeDoc {
  const parts = conjuncts.flatMap(({ assertion, place }) => (assertion.kind === "object" ? [{ assertion, place: inside(place) }] : []));
  const required = new Set(parts.flatMap(({ assertion }) => assertion.required));
  const own = new Set(parts.flatMap(({ assertion }) => assertion.properties.map(({ name }) => name)));
  const missing = [...required].filter((name) => !own.has(name));
  const groups = canMerge(parts) ? [parts] : parts.map((part) => [part]);
  return both(groups.map((group, index) => literalOf(group, required, index === 0 ? missing : [], declared, printer)));
}

/** Two objects become one where no property is declared twice and at most one speaks of other properties. */
function canMerge(parts: readonly ObjectConjunct[]): boolean {
  const names = parts.flatMap(({ assertion }) => assertion.properties.map(({ name }) => name));
  const open = parts.filter(({ assertion }) => assertion.additionalProperties !== undefined || assertion.patternProperties.length > 0);
  return new Set(names).size === names.length && open.length <= 1;
}

function literalOf(
  parts: readonly ObjectConjunct[],
  required: ReadonlySet<string>,
  missing: readonly string[],
  declared: (name: string) => Schema | undefined,
  printer: ObjectPrinter,
): TypeDoc {
  const properties: [string, PropertyDoc][] = [];
  const requiredKeys: string[] = [];
  for (const { assertion, place } of parts) {
    for (const property of assertion.properties) {
      const key = printer.tokens.key(property.name);
      properties.push([key, propertyDoc(property, place, printer)]);
      if (property.required || required.has(property.name)) requiredKeys.push(key);
    }
  }
  const place = parts[0]?.place;
  for (const name of missing) {
    const schema = declared(name);
    const key = printer.tokens.key(name);
    properties.push([key, schema === undefined || place === undefined ? anything : printer.typeOf(schema, place)]);
    requiredKeys.push(key);
  }
  const index = indexOf(parts, properties, requiredKeys, printer);
  if (index !== undefined) {
    properties.push([indexToken, index]);
    requiredKeys.push(indexToken);
  }
  return { type: "object", properties: Object.fromEntries(properties), required: requiredKeys };
}

function propertyDoc(property: Property, place: Place, printer: ObjectPrinter): PropertyDoc {
  const type = printer.typeOf(property.schema, place);
  return { ...type, ...printer.docOf(property), ...(property.schema.readOnly ? { readOnly: true } : {}) };
}

/**
 * The type of all other properties: none where the description says nothing of them and there are some of its own. A type of
 * theirs must admit the declared ones too, or no value could be written down.
 */
function indexOf(
  parts: readonly ObjectConjunct[],
  properties: readonly (readonly [string, PropertyDoc])[],
  required: readonly string[],
  printer: ObjectPrinter,
): TypeDoc | undefined {
  const open = parts.find(({ assertion }) => assertion.additionalProperties !== undefined || assertion.patternProperties.length > 0);
  if (open === undefined) return properties.length === 0 ? anything : undefined;
  const { additionalProperties, patternProperties } = open.assertion;
  const rest = additionalProperties === undefined ? anything : printer.typeOf(additionalProperties, open.place);
  const type = either([rest, ...patternProperties.map(({ schema }) => printer.typeOf(schema, open.place))]);
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
