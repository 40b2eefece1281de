import { mapAssertion, mapSchema } from "../map-assertion.js";
import type { Operation, Parameter, Response, Schema, SchemaId } from "../types.js";
import type { Direction } from "./hidden-names.js";

/** Tells every schema that a value of the schema may be held against by name. */
export function eachReference(schema: Schema, tell: (target: SchemaId) => void): void {
  for (const assertion of schema.assertions) {
    if (assertion.kind === "ref") tell(assertion.target);
    else {
      mapAssertion(assertion, (inner) => {
        eachReference(inner, tell);
        return inner;
      });
    }
  }
}

/** A schema with its references led elsewhere; the schema itself where all lead where they did. */
export function withReferences(schema: Schema, lead: (target: SchemaId) => SchemaId): Schema {
  return mapSchema(schema, (assertion) => {
    if (assertion.kind !== "ref") return mapAssertion(assertion, (inner) => withReferences(inner, lead));
    const target = lead(assertion.target);
    return target === assertion.target ? assertion : { kind: "ref", target };
  });
}

/** An operation with the schemas of all its values exchanged. What `outward` says goes for what the caller sends. */
export function mapOperation(operation: Operation, outward: Direction, map: (schema: Schema, direction: Direction) => Schema): Operation {
  const inward: Direction = outward === "request" ? "response" : "request";
  const sent = (schema: Schema): Schema => map(schema, outward);
  const received = (schema: Schema): Schema => map(schema, inward);
  const { parameters, body, responses } = operation;
  return {
    ...operation,
    parameters: parameters.map((parameter): Parameter => ({ ...parameter, schema: sent(parameter.schema) })),
    body: body && { ...body, contents: contentsWith(body.contents, sent) },
    responses: responses.map((response): Response => ({
      ...response,
      headers: response.headers.map((header) => ({ ...header, schema: received(header.schema) })),
      contents: contentsWith(response.contents, received),
    })),
  };
}

function contentsWith<T extends { readonly schema: Schema | undefined }>(
  contents: readonly T[],
  map: (schema: Schema) => Schema,
): readonly T[] {
  return contents.map((content) => ({ ...content, schema: content.schema && map(content.schema) }));
}
