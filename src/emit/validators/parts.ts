/** The parts of an operation that have a validator, as schemas. */
import { loneReference } from "../../model/ir/lone-reference.js";
import type { Api } from "../../model/ir/api.js";
import type { Content, Operation, Parameter } from "../../model/ir/operation.js";
import type { Property, Schema } from "../../model/ir/schema.js";
import { emptySchema } from "../../model/ir/empty-schema.js";

export type PartLocation = "path" | "query" | "header" | "cookie";
export const partLocations: readonly PartLocation[] = ["path", "query", "header", "cookie"];

/** Whether a content has a validator: only what is decoded into a value like JSON can be held against a schema. */
export function hasValidator(content: Content): boolean {
  return content.schema !== undefined && !["binary", "xml", "unread"].includes(content.codec);
}

/** Whether an operation has parameters there, and so a validator of that name in `names.parts`. */
export function hasPart(operation: Operation, location: PartLocation): boolean {
  return operation.parameters.some((parameter) => parameter.in === location);
}

/** The parameter that the whole query string is, where it is one; its validator is `names.parts.querystring`. */
export function wholeQuery({ parameters }: Operation): Parameter | undefined {
  return parameters.find((parameter) => parameter.in === "querystring");
}

/** One object of the decoded parameters of a place: wire names as keys, names of headers in lower case. */
export function partSchema(operation: Operation, location: PartLocation): Schema {
  const properties = operation.parameters.filter((parameter) => parameter.in === location).map(asProperty);
  return {
    ...emptySchema,
    origin: operation.origin,
    assertions: [
      { kind: "type", types: ["object"] },
      {
        kind: "object",
        properties,
        required: [],
        patternProperties: [],
        dependentRequired: [],
        dependentSchemas: [],
      },
    ],
  };
}

function asProperty(parameter: Parameter): Property {
  const name = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
  return { name, required: parameter.required, schema: parameter.schema };
}

/** The contents of an operation's body and responses that have a validator. */
export function validatedContents(operation: Operation): readonly Content[] {
  return [...(operation.body?.contents ?? []), ...operation.responses.flatMap(({ contents }) => contents)].filter(hasValidator);
}

/** The name of the validator of the schema that another is a reference to, and nothing else; `undefined` for every other schema. */
export function referredValidator(schema: Schema, schemas: Api["schemas"]): string | undefined {
  const target = loneReference(schema);
  return target === undefined ? undefined : schemas.get(target)?.names.validator;
}
