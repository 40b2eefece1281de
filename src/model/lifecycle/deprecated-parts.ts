import type { Relation } from "../ir/assertion-fields.js";
import { leadsTo } from "../ir/survey.js";
import { eachChild } from "../ir/visit.js";
import type { Api } from "../ir/api.js";
import {
  joinedLives,
  type DeprecatedMember,
  type DeprecatedMembers,
  type DeprecatedNode,
  type DeprecatedParts,
  type Lifecycle,
} from "../ir/lifecycle.js";
import type { Operation } from "../ir/operation.js";
import type { Assertion, Property, Schema, SchemaId } from "../ir/schema.js";

type Schemas = Api["schemas"];

/** The deprecated parameters and properties of what operations send. Both are empty where there are none. */
export function deprecatedParts(all: readonly Operation[], named: Schemas): DeprecatedParts {
  const graph: Graph = { schemas: named, leads: leadsTo(named, ({ deprecated }) => deprecated), nodes: new Map() };
  const raw = new Map<string, DeprecatedMembers>();
  for (const operation of all) {
    const groups = groupsOf(operation, graph);
    if (groups.size > 0) raw.set(operation.names.value, groups);
  }
  const reached = new Set<SchemaId>();
  for (const groups of raw.values()) collect([groups], reached);
  for (const id of reached) collect(nodeOfSchema(id, graph), reached);
  // Whether a schema truly leads somewhere is known only when all of them are there: they may lead to each other.
  const useful = usefulSchemas(reached, graph);
  const operations = new Map<string, DeprecatedMembers>();
  for (const [name, groups] of raw) {
    const kept = prunedMembers(groups, useful);
    if (kept.size > 0) operations.set(name, kept);
  }
  const schemas = [...named.keys()].filter((id) => useful.has(id)).map((id) => [id, pruned(nodeOfSchema(id, graph), useful)] as const);
  return { operations, schemas: new Map(schemas) };
}

/** `leads`: whether something may be deprecated in a schema. `nodes`: those that have been built. */
interface Graph {
  readonly schemas: Schemas;
  readonly leads: (schema: Schema) => boolean;
  readonly nodes: Map<SchemaId, DeprecatedNode>;
}

function groupsOf({ parameters, body }: Operation, graph: Graph): DeprecatedMembers {
  const groups = new Map<string, DeprecatedMember>();
  for (const { in: place, name, doc, schema } of parameters) {
    const node = graph.leads(schema) ? nodeOf(schema, graph) : [];
    const lifecycle = deprecatedBy(joinedLives(doc.lifecycle, lifecycleOf(schema, graph.schemas) ?? schema.doc.lifecycle));
    if (lifecycle === undefined && node.length === 0) continue;
    // The only parameter of its kind is the whole query string: what is in it are its properties.
    const own: DeprecatedNode = place === "querystring" ? node : [new Map([[name, { lifecycle, parts: node }]])];
    groups.set(place, { lifecycle: undefined, parts: joined([...(groups.get(place)?.parts ?? []), ...own]) });
  }
  const contents = body?.contents.map(({ schema }) => schema) ?? [];
  const parts = contents.some((schema) => schema !== undefined && graph.leads(schema)) ? alternatives(contents, graph) : [];
  if (parts.length > 0) groups.set("body", { lifecycle: undefined, parts });
  return groups;
}

const deprecatedBy = (lifecycle: Lifecycle | undefined): Lifecycle | undefined => (lifecycle?.deprecated === true ? lifecycle : undefined);

/** What is said of a schema, or of the one that it is nothing but a reference to; references to references end somewhere. */
function lifecycleOf(schema: Schema, schemas: Schemas, steps = 16): Lifecycle | undefined {
  const own = deprecatedBy(schema.doc.lifecycle);
  const [only] = schema.assertions;
  if (own !== undefined || only?.kind !== "ref" || schema.assertions.length > 1 || steps === 0) return own;
  const target = schemas.get(only.target)?.schema;
  return target === undefined ? undefined : lifecycleOf(target, schemas, steps - 1);
}

function isLeading(id: SchemaId, { schemas, leads }: Graph): boolean {
  const named = schemas.get(id);
  return named !== undefined && leads(named.schema);
}

function nodeOfSchema(id: SchemaId, graph: Graph): DeprecatedNode {
  const known = graph.nodes.get(id);
  if (known !== undefined) return known;
  const named = graph.schemas.get(id);
  graph.nodes.set(id, []); // for alternatives of it that are among its own members
  const node = named === undefined ? [] : nodeOf(named.schema, graph);
  graph.nodes.set(id, node);
  return node;
}

function nodeOf(schema: Schema, graph: Graph): DeprecatedNode {
  return joined(schema.assertions.flatMap((assertion) => nodeOfAssertion(assertion, graph)));
}

function nodeOfAssertion(assertion: Assertion, graph: Graph): DeprecatedNode {
  const all = (schemas: readonly (Schema | undefined)[]): DeprecatedNode =>
    schemas.flatMap((schema) => (schema === undefined ? [] : nodeOf(schema, graph)));
  switch (assertion.kind) {
    case "ref":
      return isLeading(assertion.target, graph) ? [assertion.target] : [];
    case "allOf":
      return all(assertion.members);
    case "anyOf":
    case "oneOf":
      return alternatives(assertion.members, graph);
    case "if":
      return alternatives([assertion.then, assertion.else], graph);
    case "array":
      return all([...assertion.prefixItems, assertion.items]);
    case "object": {
      const { properties, patternProperties, additionalProperties, dependentSchemas } = assertion;
      const members = properties.flatMap(({ name, schema }) => memberOf(name, lifecycleOf(schema, graph.schemas), nodeOf(schema, graph)));
      const others = memberOf("*", undefined, all([...patternProperties.map(({ schema }) => schema), additionalProperties]));
      return [new Map([...members, ...others]), ...all(dependentSchemas.map(({ schema }) => schema))];
    }
    case "unevaluatedProperties":
      return [new Map(memberOf("*", undefined, nodeOf(assertion.schema, graph)))];
    // See `sent`.
    case "not":
    case "unevaluatedItems":
      return [];
    // Have no members.
    case "never":
    case "type":
    case "enum":
    case "number":
    case "string":
      return [];
  }
}

// A property that is truly called "*" would stand for every other one, so it says nothing.
function memberOf(name: string, lifecycle: Lifecycle | undefined, parts: DeprecatedNode): readonly (readonly [string, DeprecatedMember])[] {
  const said = name === "*" ? undefined : lifecycle;
  return said === undefined && parts.length === 0 ? [] : [[name, { lifecycle: said, parts }]];
}

/**
 * Of schemas one of which is meant. Which one is not known at run time: a property that is deprecated in one of them only,
 * and is a usual one in another, must not be warned of.
 */
function alternatives(members: readonly (Schema | undefined)[], graph: Graph): DeprecatedNode {
  const schemas = members.filter((member) => member !== undefined);
  const nodes = schemas.map((schema) => nodeOf(schema, graph));
  if (schemas.length < 2 || nodes.every((node) => node.length === 0)) return joined(nodes.flat());
  const usual = new Set(schemas.flatMap((schema) => [...namesIn(schema, false, graph.schemas)]));
  const seen = new Set<SchemaId>();
  return joined(nodes.flatMap((node) => without(node, usual, graph, seen)));
}

/** Names of the properties of a value, or of the items of a list, that are deprecated, or that are not. */
function namesIn(
  schema: Schema,
  deprecated: boolean,
  schemas: Schemas,
  found = new Set<string>(),
  seen = new Set<Schema>(),
): ReadonlySet<string> {
  if (seen.has(schema)) return found;
  seen.add(schema);
  const look = (inner: Schema | undefined): void => {
    if (inner !== undefined) namesIn(inner, deprecated, schemas, found, seen);
  };
  for (const assertion of schema.assertions) {
    if (assertion.kind === "ref") look(schemas.get(assertion.target)?.schema);
    else {
      eachSent(assertion, (inner, as) => {
        // The names of a list are those of its items.
        if (as !== "member") look(inner);
      });
    }
    for (const { name, schema: value } of propertiesOf(assertion))
      if (!value.hidden && (lifecycleOf(value, schemas) !== undefined) === deprecated) found.add(name);
  }
  return found;
}

const propertiesOf = (assertion: Assertion): readonly Property[] => (assertion.kind === "object" ? assertion.properties : []);

/**
 * The same node, in which `names` are not deprecated. A schema in which they are not anyway stays a schema. `seen`: those that were met, in whatever
 * node: what comes of them is joined, and schemas that are all alternatives of one another have as many ways through them as orders.
 */
function without(node: DeprecatedNode, names: ReadonlySet<string>, graph: Graph, seen: Set<SchemaId>): DeprecatedNode {
  return node.flatMap((item): DeprecatedNode => {
    if (typeof item !== "string")
      return [new Map([...item].flatMap(([name, { lifecycle, parts }]) => memberOf(name, names.has(name) ? undefined : lifecycle, parts)))];
    const schema = graph.schemas.get(item)?.schema;
    if (schema === undefined || seen.has(item)) return [];
    seen.add(item);
    const touched = [...namesIn(schema, true, graph.schemas)].some((name) => names.has(name));
    return touched ? without(nodeOfSchema(item, graph), names, graph, seen) : [item];
  });
}

/** Each schema once, and all members in one map. */
function joined(node: DeprecatedNode): DeprecatedNode {
  const ids = new Set<SchemaId>();
  const members = new Map<string, DeprecatedMember>();
  for (const item of node) {
    if (typeof item === "string") ids.add(item);
    else {
      for (const [name, member] of item) {
        const known = members.get(name);
        members.set(
          name,
          known === undefined
            ? member
            : { lifecycle: known.lifecycle ?? member.lifecycle, parts: joined([...known.parts, ...member.parts]) },
        );
      }
    }
  }
  return [...(members.size === 0 ? [] : [members]), ...ids];
}

/** The schemas that lead to something deprecated, of all that may. */
function usefulSchemas(reached: ReadonlySet<SchemaId>, graph: Graph): ReadonlySet<SchemaId> {
  const useful = new Set<SchemaId>();
  const waiting = [...reached].map((id) => [id, nodeOfSchema(id, graph)] as const);
  for (let size = -1; size < useful.size;) {
    size = useful.size;
    for (const [id, node] of waiting) if (!useful.has(id) && pruned(node, useful).length > 0) useful.add(id);
  }
  return useful;
}

/** Without what leads to nothing. */
function pruned(node: DeprecatedNode, useful: ReadonlySet<SchemaId>): DeprecatedNode {
  return node.flatMap((item): DeprecatedNode => {
    if (typeof item === "string") return useful.has(item) ? [item] : [];
    const members = prunedMembers(item, useful);
    return members.size === 0 ? [] : [members];
  });
}

function prunedMembers(members: DeprecatedMembers, useful: ReadonlySet<SchemaId>): DeprecatedMembers {
  return new Map(
    [...members].flatMap(([name, { lifecycle, parts }]) => {
      const kept = pruned(parts, useful);
      return lifecycle === undefined && kept.length === 0 ? [] : [[name, { lifecycle, parts: kept }] as const];
    }),
  );
}

/** Every schema that a node refers to, at any depth of its members. */
function collect(node: DeprecatedNode, seen: Set<SchemaId>): void {
  for (const item of node) {
    if (typeof item === "string") seen.add(item);
    else for (const { parts } of item.values()) collect(parts, seen);
  }
}

/** Which schemas are about what is sent: the same value, or a part of it. Others are only asked, or are about names. */
const sent = {
  member: "same",
  alternative: "same",
  branch: "same",
  dependent: "same",
  item: "item",
  property: "member",
  patternProperty: "member",
  additionalProperty: "member",
  unevaluatedProperty: "member",
  negated: "nothing",
  condition: "nothing",
  contained: "nothing",
  propertyName: "nothing",
  unevaluatedItem: "nothing",
} as const satisfies Record<Relation, "same" | "item" | "member" | "nothing">;

/** Visits the schemas inside an assertion that are about what is sent. */
function eachSent(assertion: Assertion, visit: (schema: Schema, as: "same" | "item" | "member") => void): void {
  eachChild(assertion, (schema, relation) => {
    const as = sent[relation];
    if (as !== "nothing") visit(schema, as);
  });
}
