import type { Report } from "../../diagnostic/diagnostic.js";
import { each, mapAssertion, mapSchema, withSchema } from "../ir/map-schema.js";
import { leadingSchemas, leadsTo, surveyOf, type Survey } from "../ir/survey.js";
import { eachOperationSchema, mapOperation, type Direction } from "../ir/map-operation.js";
import type { Scope } from "../names/identifiers.js";
import type { Api } from "../ir/api.js";
import type { Operation } from "../ir/operation.js";
import type { NamedSchema, Schema, SchemaId } from "../ir/schema.js";
import { decidingTags, type TagsOf } from "./discriminators/deciding-tags.js";
import { findHiddenNames } from "./hidden-properties.js";
import { addParents } from "./discriminators/without-discriminated-parents.js";
import { formOf, takeFormName } from "./schema-forms.js";
import { createVariantOf, type ReadOnlyPolicy, type VariantOf } from "./direction-variants.js";

/** What of an API has to do with schemas. */
export type Parts = Pick<Api, "operations" | "webhooks" | "schemas">;

/**
 * An API without `readOnly` and `writeOnly`. A schema that requests and responses use, and that differs between them, becomes two; the one
 * of requests gets a name of its own. A schema that only one of them reaches is of that form under its own name; one that neither reaches
 * keeps all its keywords. Webhooks are requests the other way round.
 */
export function withRequestVariants(parts: Parts, policy: ReadOnlyPolicy, scope: Scope, report: Report): Parts {
  const surveys = schemasOf(parts).map(surveyOf);
  const marked = { request: surveys.some(isMarked.request), response: surveys.some(isMarked.response) };
  if (!marked.request && !marked.response) return parts;
  const tagsOf = decidingTags(parts);
  const variants = {
    request: marked.request ? variantsIn(parts.schemas, "request", policy, tagsOf) : asWritten,
    response: marked.response ? variantsIn(parts.schemas, "response", "reject", tagsOf) : asWritten,
  };
  const reached = reachedIn(parts, variants);
  const sensitive = sensitiveIn(parts.schemas, variants);
  const requestNames = new Map<SchemaId, SchemaId>();
  for (const named of parts.schemas.values()) {
    if (sensitive.has(named.id) && reached.request.has(named.id) && reached.response.has(named.id))
      requestNames.set(named.id, takeFormName(named, "request", scope, report));
  }
  const led = memoized((schema) => withReferences(variants.request(schema), requestNames));
  // Of what responses refer to, no name is another one.
  const variantOf = (schema: Schema, direction: Direction): Schema =>
    direction === "response" || requestNames.size === 0 ? variants[direction](schema) : led(schema);
  return {
    operations: each(parts.operations, (operation) => mapOperation(operation, "request", variantOf)),
    webhooks: each(parts.webhooks, (operation) => mapOperation(withoutSharedComponents(operation, variantOf), "response", variantOf)),
    schemas: new Map(
      [...parts.schemas].flatMap(([id, named]): readonly (readonly [SchemaId, NamedSchema])[] => {
        const direction = reached.response.has(id) ? "response" : reached.request.has(id) ? "request" : undefined;
        const plain = direction === undefined ? named : withSchema(named, variantOf(named.schema, direction));
        const name = requestNames.get(id);
        if (name === undefined) return [[id, plain]];
        return [
          [id, plain],
          [name, formOf(named, name, variantOf(named.schema, "request"), "request", scope)],
        ];
      }),
    ),
  };
}

/** Whether something in a schema is marked as not for a direction. */
const isMarked: { readonly [D in Direction]: (survey: Survey) => boolean } = {
  request: ({ readOnly }) => readOnly,
  response: ({ writeOnly }) => writeOnly,
};

/** What says that a property is not for a direction. */
const marks = { request: "readOnly", response: "writeOnly" } as const satisfies Record<Direction, string>;

/** Most descriptions mark nothing as not for a direction, and the others few schemas: all that lead to none are left as they are. */
function variantsIn(schemas: Api["schemas"], direction: Direction, policy: ReadOnlyPolicy, tagsOf: TagsOf): VariantOf {
  const leads = leadsTo(schemas, isMarked[direction]);
  const variantOf = createVariantOf(schemas, findHiddenNames(schemas, direction, tagsOf), { mark: marks[direction], policy });
  return (schema) => (leads(schema) ? variantOf(schema) : schema);
}

const asWritten: VariantOf = (schema) => schema;

function schemasOf({ operations, webhooks, schemas }: Parts): readonly Schema[] {
  const all = Array.from(schemas.values(), ({ schema }) => schema);
  for (const operation of [...operations, ...webhooks]) eachOperationSchema(operation, "request", (schema) => all.push(schema));
  return all;
}

type Reached = { readonly [D in Direction]: ReadonlySet<SchemaId> };

/** The schemas that values of each direction are held against. */
function reachedIn({ operations, webhooks, schemas }: Parts, variants: { readonly [D in Direction]: VariantOf }): Reached {
  const reached = { request: new Set<SchemaId>(), response: new Set<SchemaId>() };
  const look = (schema: Schema, direction: Direction): void => {
    for (const target of surveyOf(variants[direction](schema)).references) reached[direction].add(target);
  };
  for (const operation of operations) eachOperationSchema(operation, "request", look);
  for (const operation of webhooks) eachOperationSchema(operation, "response", look);
  for (const direction of ["request", "response"] as const) {
    // A set yields what is added while it is walked.
    for (const id of reached[direction]) {
      const named = schemas.get(id);
      if (named !== undefined) look(named.schema, direction);
    }
    addParents(reached[direction], schemas);
  }
  return reached;
}

/** The schemas that a direction changes, or that lead to one that it does. */
function sensitiveIn(schemas: Api["schemas"], variants: { readonly [D in Direction]: VariantOf }): ReadonlySet<SchemaId> {
  return leadingSchemas(schemas, (schema) => {
    const forms = [variants.request(schema), variants.response(schema)];
    return { isIn: forms.some((form) => form !== schema), references: forms.flatMap((form) => [...surveyOf(form).references]) };
  });
}

/** A schema with its references led elsewhere; the schema itself where all lead where they did. */
function withReferences(schema: Schema, targets: ReadonlyMap<SchemaId, SchemaId>): Schema {
  const led = (inner: Schema): Schema =>
    mapSchema(inner, (assertion) => {
      if (assertion.kind !== "ref") return mapAssertion(assertion, led);
      const target = targets.get(assertion.target);
      return target === undefined ? assertion : { kind: "ref", target };
    });
  for (const target of surveyOf(schema).references) if (targets.has(target)) return led(schema);
  return schema;
}

/** `make`, once per schema: what shares a schema goes on sharing it. */
function memoized(make: (schema: Schema) => Schema): (schema: Schema) => Schema {
  const known = new Map<Schema, Schema>();
  return (schema) => {
    const form = known.get(schema) ?? make(schema);
    known.set(schema, form);
    return form;
  };
}

/** A webhook whose parts are no longer those that operations share with it: what is sent one way there goes the other way here. */
function withoutSharedComponents(operation: Operation, variantOf: (schema: Schema, direction: Direction) => Schema): Operation {
  const differs = (schema: Schema | undefined): boolean =>
    schema !== undefined && variantOf(schema, "request") !== variantOf(schema, "response");
  const { parameters, body, responses } = operation;
  return {
    ...operation,
    parameters: parameters.map((parameter) => (differs(parameter.schema) ? { ...parameter, component: undefined } : parameter)),
    body: body && (body.contents.some(({ schema }) => differs(schema)) ? { ...body, component: undefined } : body),
    responses: responses.map((response) => {
      const headers = response.headers.map((header) => (differs(header.schema) ? { ...header, component: undefined } : header));
      const isOther = [...headers, ...response.contents].some(({ schema }) => differs(schema));
      return { ...response, headers, component: isOther ? undefined : response.component };
    }),
  };
}
