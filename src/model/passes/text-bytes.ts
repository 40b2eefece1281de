import { changed, each, eachValue, mapAssertion, mapSchema, withSchema } from "../ir/map-schema.js";
import type { Content, Operation } from "../ir/operation.js";
import { leadsTo, surveyOf } from "../ir/survey.js";
import type { Assertion, Schema, SchemaId } from "../ir/schema.js";
import type { Parts } from "./request-variants.js";

/**
 * The same with raw bytes (`format: binary`) only where something carries them: a part of multipart, or a body by itself. In JSON, in URL-encoded
 * forms, parameters and headers they are text: a `Blob` would be written as `{}` there. A schema with a name that both use keeps them, and so does
 * one that nothing uses.
 */
export function withTextBytes<P extends Parts>(parts: P): P {
  const roots = rootsOf(parts);
  const leads = leadsTo(parts.schemas, ({ bytes }) => bytes);
  // Most descriptions have no bytes below a name or in JSON.
  if (!roots.text.some(leads)) return parts;
  const carried = reachedFrom(roots.carried, parts);
  const text = new Set([...reachedFrom(roots.text, parts)].filter((id) => !carried.has(id)));
  const known = new Map<Schema, Schema>();
  const written = (schema: Schema): Schema => {
    const before = surveyOf(schema).bytes ? known.get(schema) : schema;
    if (before !== undefined) return before;
    const inside = mapSchema(schema, (assertion) => mapAssertion(assertion, written));
    const made = inside.assertions.some(isBytes) ? { ...inside, assertions: inside.assertions.flatMap(asText) } : inside;
    known.set(schema, made);
    return made;
  };
  const ofContent = (content: Content): Content =>
    content.schema === undefined || isCarrying(content) ? content : withSchema(content, written(content.schema));
  const ofOperation = (operation: Operation): Operation =>
    changed(operation, {
      parameters: each(operation.parameters, (parameter) => withSchema(parameter, written(parameter.schema))),
      body: operation.body && changed(operation.body, { contents: each(operation.body.contents, ofContent) }),
      responses: each(operation.responses, (response) =>
        changed(response, {
          headers: each(response.headers, (header) => withSchema(header, written(header.schema))),
          contents: each(response.contents, ofContent),
        }),
      ),
    });
  return {
    ...parts,
    schemas: eachValue(parts.schemas, (named) => (text.has(named.id) ? withSchema(named, written(named.schema)) : named)),
    operations: each(parts.operations, ofOperation),
    webhooks: each(parts.webhooks, ofOperation),
  };
}

const isCarrying = ({ codec }: Content): boolean => codec === "multipart" || codec === "binary";

const isBytes = (assertion: Assertion): boolean => assertion.kind === "string" && assertion.binary === true;

/** What is said of bytes, as it is of text: nothing, where no bound is beside it. */
function asText(assertion: Assertion): readonly Assertion[] {
  if (assertion.kind !== "string") return [assertion];
  const { binary, ...rest } = assertion;
  if (binary !== true) return [assertion];
  return Object.keys(rest).length === 1 ? [] : [rest];
}

/** The schemas of what is sent and received, by whether bytes may be in it. */
function rootsOf({ operations, webhooks }: Parts): { readonly carried: readonly Schema[]; readonly text: readonly Schema[] } {
  const [carried, text]: [Schema[], Schema[]] = [[], []];
  for (const { parameters, body, responses } of [...operations, ...webhooks]) {
    for (const { schema } of parameters) text.push(schema);
    for (const { headers } of responses) for (const { schema } of headers) text.push(schema);
    for (const content of [...(body?.contents ?? []), ...responses.flatMap(({ contents }) => contents)])
      if (content.schema !== undefined) (isCarrying(content) ? carried : text).push(content.schema);
  }
  return { carried, text };
}

/** The named schemas that some lead to, directly or through others. */
function reachedFrom(roots: readonly Schema[], { schemas }: Parts): ReadonlySet<SchemaId> {
  const found = new Set<SchemaId>();
  const note = (schema: Schema): void => {
    for (const id of surveyOf(schema).references) found.add(id);
  };
  roots.forEach(note);
  // A set yields what is added while it is walked.
  for (const id of found) {
    const named = schemas.get(id);
    if (named !== undefined) note(named.schema);
  }
  return found;
}
