import { needsDefaults, type KnownChecks, type NeedsDefaults } from "./needs-defaults.js";
import { addParents, ownMember } from "../discriminators/without-discriminated-parents.js";
import { changed, each, eachValue, mapAssertion, mapSchema } from "../../ir/map-schema.js";
import { loneReference, meantBy } from "../../ir/lone-reference.js";
import { leadingSchemas, surveyOf } from "../../ir/survey.js";
import { mentionedNames } from "./refused-defaults.js";
import { roleOf } from "../../ir/visit.js";
import type { Scope } from "../../names/identifiers.js";
import type { Api } from "../../ir/api.js";
import type { Content, Operation } from "../../ir/operation.js";
import type { Assertion, NamedSchema, Schema, SchemaId } from "../../ir/schema.js";
import type { Parts } from "../request-variants.js";

/**
 * The parts with named types for request bodies after their defaults are filled in. Each schema with defaults, or that leads to one, gets
 * a variant in which these properties are required, unless none of them is: something may refuse each, so that it depends on the value whether it
 * is filled in. They are for types only; validation uses the schemas themselves.
 */
export function withParsedVariants(parts: Parts, scope: Scope, known: KnownChecks): Parts & Pick<Api, "parsed"> {
  const typed = asTyped(parts.schemas);
  const needs = needsDefaults(typed, known);
  const names = new Map<SchemaId, SchemaId>();
  const making: Making = { schemas: typed, needs, names, extensions: extensionsIn(parts.schemas), mentioned: mentionedNames(typed) };
  for (const id of filledIn(parts, making)) names.set(id, scope.take([`${id}Parsed`, `${id}WithDefaults`]));
  const parsed = new Map<SchemaId, NamedSchema>();
  const add = (id: SchemaId, wireName: string, schema: Schema): void => {
    const variant = parsedVariant(schema, making);
    parsed.set(id, { id, names: { type: id, validator: id, stem: id }, wireName, schema: variant });
  };
  // Operations may share a body.
  const bodies = new Map<Schema, SchemaId>();
  const contentVariant = (content: Content): Content => {
    const { schema, validator } = content;
    if (schema === undefined || !needs.fills(schema) || !isAnother(schema, making)) return content;
    const target = loneReference(schema);
    const known = target === undefined ? undefined : names.get(target);
    if (known !== undefined) return { ...content, parsed: known };
    const before = bodies.get(schema);
    if (before !== undefined) return { ...content, parsed: before };
    const name = scope.take([`${validator.replace(/Schema(?=\d*$)/, "")}Parsed`]);
    bodies.set(schema, name);
    add(name, name, schema);
    return { ...content, parsed: name };
  };
  const operations = each(parts.operations, (operation) => {
    const { body } = operation;
    const variant = (content: Content): Content => (isFilledIn(operation, content) ? contentVariant(content) : content);
    return changed(operation, { body: body && changed(body, { contents: each(body.contents, variant) }) });
  });
  const schemas = eachValue(parts.schemas, (named) => {
    const name = names.get(named.id);
    if (name === undefined) return named;
    add(name, named.wireName, named.schema);
    return { ...named, parsed: name };
  });
  return { operations, webhooks: parts.webhooks, schemas, parsed };
}

/** Where a body says what to change, what it leaves out stays as it is. */
export function isFilledIn({ method }: Pick<Operation, "method">, { codec, mediaType }: Pick<Content, "codec" | "mediaType">): boolean {
  if (method === "PATCH" || /patch\+json *(?:;|$)/.test(mediaType)) return false;
  return codec === "json" || codec === "form" || codec === "multipart" || codec === "lines";
}

/** As types have them: a parent is what it says itself, and no default of a child is one of the parent. */
function asTyped(schemas: Api["schemas"]): Api["schemas"] {
  return eachValue(schemas, (named) => {
    const own = ownMember(named.schema);
    return own === undefined ? named : { ...named, schema: { ...named.schema, assertions: [{ kind: "ref", target: own }] } };
  });
}

/** Named schemas that bodies lead to and whose values, as typed, may be filled in, in the order of the description. */
function filledIn({ operations, schemas }: Parts, making: Making): readonly SchemaId[] {
  const { schemas: typed, needs } = making;
  const reached = new Set<SchemaId>();
  const look = (schema: Schema): void => {
    for (const target of surveyOf(schema).references) reached.add(target);
  };
  for (const operation of operations)
    for (const content of operation.body?.contents ?? [])
      if (content.schema !== undefined && isFilledIn(operation, content)) look(content.schema);
  // A set yields what is added while it is walked.
  for (const id of reached) {
    const named = schemas.get(id);
    if (named !== undefined) look(named.schema);
  }
  addParents(reached, schemas);
  const others = leadingSchemas(typed, (schema) => (needs.fills(schema) ? differenceOf(schema, making) : noDifference));
  return [...typed.keys()].filter((id) => reached.has(id) && others.has(id));
}

const noDifference = { isIn: false, references: [] };

/** Whether the variant of a schema has a property that is required there only, and the references by which it may have more. */
function differenceOf(schema: Schema, making: Making) {
  const references = new Set<SchemaId>();
  const names: Making["names"] = { get: (target) => void references.add(target) };
  return { isIn: parsedVariant(schema, { ...making, names }) !== schema, references };
}

/** Whether the variant of a schema is another one. */
function isAnother(schema: Schema, making: Making): boolean {
  const { isIn, references } = differenceOf(schema, making);
  return isIn || [...references].some((target) => making.names.get(target) !== undefined);
}

/** What variants are made with. */
interface Making {
  readonly schemas: Api["schemas"];
  readonly needs: NeedsDefaults;
  /** Of the variants, by the names of the schemas. */
  readonly names: Pick<ReadonlyMap<SchemaId, SchemaId>, "get">;
  /** What else a value of a parent may be, by what the parent says itself. */
  readonly extensions: ReadonlyMap<Schema, readonly Schema[]>;
  /** The names of the properties that a schema has. */
  readonly mentioned: (schema: Schema) => ReadonlySet<string>;
}

/** A child may refuse a default of its parent: a value of the parent then lacks it where it is that child. */
function extensionsIn(schemas: Api["schemas"]): Making["extensions"] {
  const found = new Map<Schema, readonly Schema[]>();
  // What a child says is looked at once for all its parents.
  const meant = (member: Schema): Schema => schemas.get(loneReference(member) ?? "")?.schema ?? member;
  for (const { schema } of schemas.values()) {
    const id = ownMember(schema);
    const own = id === undefined ? undefined : schemas.get(id)?.schema;
    if (own !== undefined)
      found.set(
        own,
        schema.assertions.flatMap((choice) => (choice.kind === "anyOf" ? choice.members.map(meant) : [])),
      );
  }
  return found;
}

/** Members which something refuses the defaults of: these are only there where they were sent. */
interface Unfilled {
  readonly names: ReadonlySet<string>;
  /** What leads to those inside of members, by the name of the member. */
  readonly inside: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** What is refused around the schema that refuses these: many alternatives share it. */
  readonly around: Unfilled | undefined;
}

function parsedVariant(schema: Schema, making: Making, around?: Unfilled): Schema {
  const { needs, names } = making;
  // What many refer to is looked at once for all of them.
  const meant = [schema, ...(making.extensions.get(schema) ?? [])].map((each) => meantBy(each, making.schemas));
  if (meant.some((each) => needs.looksInside(each))) return schema;
  const unfilled = withPaths(
    meant.flatMap(needs.refused).map(({ path }) => path),
    around,
  );
  return mapSchema(schema, (assertion) => {
    if (assertion.kind === "ref") {
      const target = mentionsAny(assertion.target, unfilled, making) ? undefined : names.get(assertion.target);
      return changed(assertion, { target: target ?? assertion.target });
    }
    const inside = unfilledInside(assertion, unfilled);
    const cut = cutIn(assertion, needs);
    return mapAssertion(withDefaultsRequired(assertion, needs, unfilled), (inner, relation) => {
      const role = roleOf[relation];
      return role === "question" || cut.has(inner) ? inner : parsedVariant(inner, making, role === "part" ? inside.get(inner) : unfilled);
    });
  });
}

/** Schemas of members whose default is there without what it leaves out. */
function cutIn(assertion: Assertion, needs: NeedsDefaults): ReadonlySet<Schema> {
  if (assertion.kind !== "object") return new Set();
  return new Set(assertion.properties.filter((property) => needs.completion(property) === "cut").map(({ schema }) => schema));
}

function withPaths(paths: readonly (readonly string[])[], around: Unfilled | undefined): Unfilled | undefined {
  if (paths.length === 0) return around;
  const names = new Set<string>();
  const inside = new Map<string, (readonly string[])[]>();
  for (const [name, ...rest] of paths) {
    if (name === undefined) continue;
    const known = inside.get(name);
    if (rest.length === 0) names.add(name);
    else if (known === undefined) inside.set(name, [rest]);
    else known.push(rest);
  }
  return { names, inside, around };
}

/** What is refused, from the schema itself on outwards. */
function* outwards(unfilled: Unfilled | undefined): Generator<Unfilled> {
  for (let each = unfilled; each !== undefined; each = each.around) yield each;
}

function isAmong(name: string, unfilled: Unfilled | undefined): boolean {
  for (const { names } of outwards(unfilled)) if (names.has(name)) return true;
  return false;
}

/** Whether a named schema has one of the members: its own variant would say that it is there. */
function mentionsAny(id: SchemaId, unfilled: Unfilled | undefined, { schemas, mentioned }: Making): boolean {
  const schema = unfilled && schemas.get(id)?.schema;
  if (schema === undefined) return false;
  const own = mentioned(schema);
  for (const { names, inside } of outwards(unfilled)) if (overlap(own, names) || overlap(own, inside)) return true;
  return false;
}

type Names = Pick<ReadonlyMap<string, unknown>, "size" | "has" | "keys">;

/** Whether two have a name in common: of the one that has fewer, each is looked up in the other. */
function overlap(one: Names, other: Names): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  for (const name of few.keys()) if (many.has(name)) return true;
  return false;
}

/** What is not filled in inside each property. */
function unfilledInside(assertion: Assertion, unfilled: Unfilled | undefined): ReadonlyMap<Schema, Unfilled> {
  const found = new Map<Schema, Unfilled>();
  if (assertion.kind !== "object") return found;
  const links = [...outwards(unfilled)].filter(({ inside }) => inside.size > 0);
  if (links.length === 0) return found;
  for (const { name, schema } of assertion.properties) {
    const paths = links.flatMap(({ inside }) => inside.get(name) ?? []);
    const within = withPaths(paths, undefined);
    if (within === undefined) found.delete(schema);
    else found.set(schema, within);
  }
  return found;
}

/** The properties that are filled in are there. */
function withDefaultsRequired(assertion: Assertion, needs: NeedsDefaults, unfilled: Unfilled | undefined): Assertion {
  if (assertion.kind !== "object") return assertion;
  return changed(assertion, {
    properties: each(assertion.properties, (property) =>
      isAmong(property.name, unfilled) || needs.default(property) === undefined ? property : { ...property, required: true },
    ),
  });
}
