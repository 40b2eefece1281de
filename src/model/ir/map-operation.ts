import { changed, each, withSchema } from "./map-schema.js";
import type { Content, Operation } from "./operation.js";
import type { Schema } from "./schema.js";

/** Where a value goes: to the service, or from it. */
export type Direction = "request" | "response";

/** A schema of an operation, exchanged. `direction`: where values of it go. */
export type MapDirected = (schema: Schema, direction: Direction) => Schema;

/** An operation with the schemas of all its values exchanged; the same one where none is another. What `outward` says goes for what the caller sends. */
export function mapOperation(operation: Operation, outward: Direction, map: MapDirected): Operation {
  const inward: Direction = outward === "request" ? "response" : "request";
  const { parameters, body, responses } = operation;
  return changed(operation, {
    parameters: each(parameters, (parameter) => withSchema(parameter, map(parameter.schema, outward))),
    body: body && changed(body, { contents: contentsWith(body.contents, outward, map) }),
    responses: each(responses, (response) =>
      changed(response, {
        headers: each(response.headers, (header) => withSchema(header, map(header.schema, inward))),
        contents: contentsWith(response.contents, inward, map),
      }),
    ),
  });
}

function contentsWith(contents: readonly Content[], direction: Direction, map: MapDirected): readonly Content[] {
  return each(contents, (content) => (content.schema === undefined ? content : withSchema(content, map(content.schema, direction))));
}

/** Tells the schemas of an operation, where nothing is to be exchanged. */
export function eachOperationSchema(operation: Operation, outward: Direction, visit: (schema: Schema, direction: Direction) => void): void {
  mapOperation(operation, outward, (schema, direction) => {
    visit(schema, direction);
    return schema;
  });
}
