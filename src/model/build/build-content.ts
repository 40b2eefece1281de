import type { MediaTypeObject, OrReference, SchemaObject } from "../../openapi/rules/types.js";
import { readRepresentationLifecycle } from "../lifecycle/build-lifecycle.js";
import type { SchemaBuilder } from "./build-schema.js";
import { buildExamples } from "./build-examples.js";
import { followReference } from "./follow-reference.js";
import { codecOf, normaliseMediaType } from "./media-type.js";
import type { Content, PropertyEncoding } from "../ir/operation.js";
import { originOf } from "./origin.js";

/** A content before its validator has a name. */
export type ContentDraft = Omit<Content, "validator">;

/** The contents of a body or a response, in the order written; of two that are the same media type, the first. */
export function buildContents(
  written: { readonly [mediaType: string]: OrReference<MediaTypeObject> } | undefined,
  builder: SchemaBuilder,
): readonly ContentDraft[] {
  const contents = new Map<string, ContentDraft>();
  for (const [name, start] of Object.entries(written ?? {})) {
    const mediaType = normaliseMediaType(name);
    if (mediaType === "" || contents.has(mediaType)) continue;
    const { value } = followReference("mediaType", start, builder.build.resolved);
    const codec = isRange(mediaType) && isBytes(value.schema) ? "binary" : codecOf(mediaType);
    const [key, schema] =
      (codec === "lines" || codec === "events") && value.itemSchema !== undefined
        ? (["itemSchema", value.itemSchema] as const)
        : (["schema", value.schema] as const);
    contents.set(mediaType, {
      origin: originOf(value, builder.build.resolved),
      mediaType,
      codec,
      schema: schema === undefined ? undefined : builder.schema(schema, value, key),
      lifecycle: readRepresentationLifecycle(value, originOf(value, builder.build.resolved), builder.build),
      examples: buildExamples(value, builder.build),
      encoding: codec === "form" || codec === "multipart" ? buildEncoding(value) : [],
    });
  }
  return [...contents.values()];
}

const isRange = (mediaType: string): boolean => /^(?:\*|application)\/\*/.test(mediaType);

/** Whether a schema says raw bytes, in one of the ways of 3.0 and 3.1. */
const isBytes = (schema: SchemaObject | undefined): boolean =>
  typeof schema === "object" && (schema.format === "binary" || schema.contentMediaType === "application/octet-stream");

function buildEncoding(value: MediaTypeObject): readonly PropertyEncoding[] {
  return Object.entries(value.encoding ?? {}).map(([property, { contentType, style, explode, allowReserved }]) => ({
    property,
    contentType,
    // OAS 3.1.1 section 4.8.15.1.2: any of the three says that the property is written as a query parameter is.
    style:
      style === undefined && explode === undefined && allowReserved === undefined
        ? undefined
        : { style: style ?? "form", explode: explode ?? (style === undefined || style === "form"), allowReserved: allowReserved === true },
  }));
}
