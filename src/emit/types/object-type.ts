import type { Api } from "../../model/ir/api.js";
import type { Entry } from "../../model/ir/assertion-fields.js";
import type { ObjectAssertion, Property, Schema } from "../../model/ir/schema.js";
import { isDropped } from "../../model/passes/defaults/needs-defaults.js";
import type { DocText } from "../print/doc.js";
import { inside, type TypeContext } from "./schema-facts.js";
import {
  anything,
  both,
  columnsOf,
  either,
  isAnything,
  isNothing,
  keyword,
  nothing,
  required as requiredProperty,
  type PropertyNode,
  type TypeNode,
} from "./type-node.js";

/** What the type of a schema depends on besides the schema. */
export interface TypeBuilder {
  readonly api: Api;
  /** Whether a tag tells which alternative a value is: validators hold it to that. */
  readonly areTold: boolean;
  readonly typeOf: (schema: Schema, context: TypeContext) => TypeNode;
  /** The same of a property that is required where another schema declares it: that one says the rest of a type inside itself. */
  readonly typeOfDeclared: (schema: Schema, context: TypeContext) => TypeNode;
  /** What is said of a property above it, if anything is. */
  readonly docOf: (property: Property) => DocText | undefined;
}

/** Columns up to which an index signature spells a union out; a longer one is `unknown`. */
const unionColumns = 80;

/** The type of an object of which all these hold; `declared` finds a property that is required here and declared elsewhere. */
export function objectOf(
  described: readonly ObjectAssertion[],
  around: TypeContext,
  declared: (name: string) => Schema | undefined,
  builder: TypeBuilder,
): TypeNode {
  const context = inside(around);
  const assertions = described.map(withoutHidden);
  const required = new Set(assertions.flatMap((assertion) => assertion.required));
  const missing = required.size === 0 ? [] : undeclared(required, assertions).map((name) => [name, declared(name)] as const);
  if (canMerge(assertions)) return literalOf(assertions, required, missing, context, builder);
  return both(assertions.map((assertion, index) => literalOf([assertion], required, index === 0 ? missing : [], context, builder)));
}

function undeclared(required: ReadonlySet<string>, assertions: readonly ObjectAssertion[]): readonly string[] {
  const own = new Set(assertions.flatMap(({ properties }) => properties.map(({ name }) => name)));
  return [...required].filter((name) => !own.has(name));
}

function withoutHidden(assertion: ObjectAssertion): ObjectAssertion {
  const { properties, patternProperties, additionalProperties } = assertion;
  // Whatever is sent of a member that is dropped is taken: an index signature of the others must not say what it is.
  const isSaid = additionalProperties?.assertions.some(({ kind }) => kind !== "never") === true;
  const isOffered = ({ schema }: Entry): boolean => schema.hidden === undefined || (isSaid && isDropped(schema));
  // Other members than those described are dropped, or refused like those that no schema allows.
  const isOpen = additionalProperties !== undefined && isDropped(additionalProperties);
  if (!isOpen && properties.every(isOffered) && patternProperties.every(isOffered)) return assertion;
  const { additionalProperties: _others, ...rest } = assertion;
  return {
    ...(isOpen ? rest : assertion),
    properties: properties.filter(isOffered),
    patternProperties: patternProperties.filter(isOffered),
  };
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
  context: TypeContext,
  builder: TypeBuilder,
): TypeNode {
  const properties: PropertyNode[] = [];
  for (const assertion of assertions) {
    for (const property of assertion.properties) properties.push(propertyNode(property, required.has(property.name), context, builder));
  }
  for (const [name, schema] of missing) {
    properties.push(
      requiredProperty(name, schema === undefined ? undeclaredType(assertions, context, builder) : builder.typeOfDeclared(schema, context)),
    );
  }
  const index = indexOf(assertions, properties, context, builder);
  return index === undefined ? { kind: "object", properties } : { kind: "object", properties, index };
}

/** What a property is that nobody declares: one of the others, unless a pattern may be about it. */
function undeclaredType(assertions: readonly ObjectAssertion[], context: TypeContext, builder: TypeBuilder): TypeNode {
  const others = assertions.find(isOpen);
  if (others?.additionalProperties === undefined || others.patternProperties.length > 0) return anything;
  const type = builder.typeOf(others.additionalProperties, context);
  return isNothing(type) ? anything : type;
}

function propertyNode(property: Property, isRequired: boolean, context: TypeContext, builder: TypeBuilder): PropertyNode {
  return {
    name: property.name,
    optional: !property.required && !isRequired,
    readonly: property.schema.readOnly,
    doc: builder.docOf(property),
    type: builder.typeOf(property.schema, context),
  };
}

/**
 * The type of all other properties: none where the description says nothing of them and there are some of its own. A type of
 * theirs must admit the declared ones too, or no value could be written down.
 */
function indexOf(
  assertions: readonly ObjectAssertion[],
  properties: readonly PropertyNode[],
  context: TypeContext,
  builder: TypeBuilder,
): TypeNode | undefined {
  const open = assertions.find(isOpen);
  if (open === undefined) return properties.length === 0 ? anything : undefined;
  const { additionalProperties, patternProperties } = open;
  const rest = additionalProperties === undefined ? anything : builder.typeOf(additionalProperties, context);
  const type = either([rest, ...patternProperties.map(({ schema }) => builder.typeOf(schema, context))]);
  if (isNothing(type)) return properties.length === 0 ? nothing : undefined;
  if (isAnything(type) || properties.length === 0) return type;
  const optional = properties.some((property) => property.optional) ? [keyword("undefined")] : [];
  const all = either([type, ...properties.map((property) => property.type), ...optional]);
  return columnsOf(all) <= unionColumns ? all : anything;
}
