import type { Api, ArrayAssertion, Content, ObjectAssertion, Operation, Schema, SchemaId } from "../model/types.js";
import type { Json } from "../source/source-file.js";
import { code, literal, propertyKey, type Code } from "./code.js";
import { braces, brackets } from "./layout.js";
import { defaultOfSchema, type KnownDefaults } from "./schema-defaults.js";

/** `BodyDefaults` of `runtime/defaults.ts`, as data: what a schema says itself goes before the schemas that it refers to. */
type Given = readonly (SchemaId | OwnDefaults)[];

interface OwnDefaults {
  readonly values: ReadonlyMap<string, Json>;
  /** Every property that is described. */
  readonly properties: ReadonlyMap<string, Given>;
  readonly additional: Given;
  readonly prefix: readonly Given[];
  readonly items: Given;
}

const nothing: OwnDefaults = { values: new Map(), properties: new Map(), additional: [], prefix: [], items: [] };

/** What request bodies have of defaults, for `server.ts`. */
export interface BodyDefaults {
  /** The `BodyDefaults` of a body of an operation; `undefined` when it has none. */
  of(operation: Operation, content: Content, column: number): Code | undefined;
  /** The `SharedDefaults` that bodies refer to, and that these refer to; `undefined` when there are none. */
  readonly shared: Code | undefined;
}

interface Walk {
  readonly api: Api;
  readonly known: KnownDefaults;
  /** Of schemas that bodies lead to. It grows while they are looked at. */
  readonly named: Map<SchemaId, Given>;
  readonly waiting: Set<SchemaId>;
}

/** Looks at every schema that request bodies lead to, once. */
export function bodyDefaults(api: Api): BodyDefaults {
  const walk: Walk = { api, known: new Map(), named: new Map(), waiting: new Set() };
  const bodies = new Map<Content, Given>();
  for (const operation of api.operations) {
    for (const content of operation.body?.contents ?? []) {
      if (content.schema !== undefined && isFilledIn(operation, content)) bodies.set(content, givenBy(content.schema, walk));
    }
  }
  // A set yields what is added while it is walked.
  for (const id of walk.waiting) {
    const named = api.schemas.get(id);
    if (named !== undefined) walk.named.set(id, givenBy(named.schema, walk));
  }
  const useful = usefulOf(walk.named);
  const shared = [...walk.named].flatMap(([id, given]) =>
    useful.has(id) ? [code`${propertyKey(id)}: ${givenCode(pruned(given, useful), id.length + 6)}`] : [],
  );
  return {
    of(operation, content, column) {
      const given = isFilledIn(operation, content) ? pruned(bodies.get(content) ?? [], useful) : [];
      return given.length === 0 ? undefined : givenCode(given, column);
    },
    shared: shared.length === 0 ? undefined : braces(shared, Infinity),
  };
}

/** Where a body says what to change, what it leaves out stays as it is. */
function isFilledIn({ method }: Operation, { codec, mediaType }: Content): boolean {
  if (method === "PATCH" || /patch\+json *(?:;|$)/.test(mediaType)) return false;
  return codec === "json" || codec === "form" || codec === "multipart";
}

/** Branches (`anyOf`, `oneOf`, `not`, `if`) give nothing: which of them a body means is not certain. */
function givenBy(schema: Schema, walk: Walk): Given {
  const found = schema.assertions.flatMap((assertion): Given => {
    switch (assertion.kind) {
      case "object":
        return [ofObject(assertion, walk)];
      case "array":
        return [ofArray(assertion, walk)];
      case "ref":
        walk.waiting.add(assertion.target);
        return [assertion.target];
      case "allOf":
        return assertion.members.flatMap((member) => givenBy(member, walk));
      default:
        return [];
    }
  });
  const own = found.filter((given) => typeof given !== "string");
  return [...own, ...new Set(found.filter((given) => typeof given === "string"))];
}

function ofObject({ properties, patternProperties, additionalProperties }: ObjectAssertion, walk: Walk): OwnDefaults {
  const values = new Map<string, Json>();
  for (const { name, required, schema } of properties) {
    // What must be there is; what is read-only is not for requests to say.
    const value = required || schema.readOnly ? undefined : defaultOfSchema(walk.api, schema, walk.known);
    if (value !== undefined) values.set(name, value);
  }
  return {
    ...nothing,
    values,
    properties: new Map(properties.map(({ name, schema }) => [name, givenBy(schema, walk)])),
    // Names that only a pattern tells apart are left as they are.
    additional: additionalProperties === undefined || patternProperties.length > 0 ? [] : givenBy(additionalProperties, walk),
  };
}

function ofArray({ prefixItems, items }: ArrayAssertion, walk: Walk): OwnDefaults {
  return {
    ...nothing,
    prefix: prefixItems.map((schema) => givenBy(schema, walk)),
    items: items === undefined ? [] : givenBy(items, walk),
  };
}

/** The named schemas that have a value somewhere, or lead to one that has. */
function usefulOf(named: ReadonlyMap<SchemaId, Given>): ReadonlySet<SchemaId> {
  const useful = new Set<SchemaId>();
  const leadingTo = new Map<SchemaId, SchemaId[]>();
  const look = (id: SchemaId, given: Given): void => {
    for (const each of given) {
      if (typeof each === "string") {
        const leading = leadingTo.get(each);
        if (leading === undefined) leadingTo.set(each, [id]);
        else leading.push(id);
        continue;
      }
      if (each.values.size > 0) useful.add(id);
      for (const inside of [...each.properties.values(), each.additional, ...each.prefix, each.items]) look(id, inside);
    }
  };
  for (const [id, given] of named) look(id, given);
  for (const id of useful) for (const leading of leadingTo.get(id) ?? []) useful.add(leading);
  return useful;
}

/** Without what gives nothing. */
function pruned(given: Given, useful: ReadonlySet<SchemaId>): Given {
  return given.flatMap((each): Given => {
    if (typeof each === "string") return useful.has(each) ? [each] : [];
    const { values, additional, prefix, items } = each;
    const inside = [...each.properties].map(([name, property]) => [name, pruned(property, useful)] as const);
    const own: OwnDefaults = {
      values,
      additional: pruned(additional, useful),
      prefix: prefix.map((item) => pruned(item, useful)),
      items: pruned(items, useful),
      properties: new Map(inside),
    };
    const keepsAll = own.additional.length > 0;
    const properties = keepsAll ? own.properties : new Map(inside.filter(([, property]) => property.length > 0));
    const gives = keepsAll || values.size > 0 || properties.size > 0 || own.items.length > 0 || own.prefix.some((item) => item.length > 0);
    return gives ? [{ ...own, properties }] : [];
  });
}

function givenCode(given: Given, column: number): Code {
  const all = given.map((each) => (typeof each === "string" ? literal(each) : ownCode(each, column)));
  const [only] = all;
  return all.length === 1 && only !== undefined ? only : brackets(all, column);
}

function ownCode({ values, properties, additional, prefix, items }: OwnDefaults, column: number): Code {
  const entries = <T>(map: ReadonlyMap<string, T>, print: (value: T, at: number) => Code): Code =>
    braces(
      [...map].map(([name, value]) => code`${propertyKey(name)}: ${print(value, column + name.length + 4)}`),
      column + 14,
    );
  const hasPrefix = prefix.some((item) => item.length > 0);
  const list = brackets(
    prefix.map((item) => givenCode(item, column + 4)),
    column + 10,
  );
  return braces(
    [
      ...(values.size === 0 ? [] : [code`values: ${entries(values, literal)}`]),
      ...(properties.size === 0 ? [] : [code`properties: ${entries(properties, givenCode)}`]),
      ...(additional.length === 0 ? [] : [code`additional: ${givenCode(additional, column + 14)}`]),
      ...(hasPrefix ? [code`prefix: ${list}`] : []),
      ...(items.length === 0 ? [] : [code`items: ${givenCode(items, column + 9)}`]),
    ],
    column,
  );
}
