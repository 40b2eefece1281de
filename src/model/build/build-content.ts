import type { EncodingObject, MediaTypeObject, OrReference, SchemaObject } from "../../openapi/rules/types.js";
import { readDatedLifecycle, readLifecycle } from "../lifecycle/build-lifecycle.js";
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
    const { value, dated } = followReference("mediaType", start, builder.build.resolved);
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
      lifecycle: lifecycleOf(dated, mediaType, builder) ?? lifecycleOf(value, mediaType, builder),
      examples: buildExamples(value, builder.build),
      encoding: codec === "form" || codec === "multipart" ? buildEncoding(value, builder) : [],
    });
  }
  return [...contents.values()];
}

function lifecycleOf(value: object | undefined, name: string, { build }: SchemaBuilder): Content["lifecycle"] {
  return value === undefined ? undefined : readDatedLifecycle(value, originOf(value, build.resolved), build, { what: "media type", name });
}

const isRange = (mediaType: string): boolean => /^(?:\*|application)\/\*/.test(mediaType);

/** Whether a schema says raw bytes, in one of the ways of 3.0 and 3.1. */
const isBytes = (schema: SchemaObject | undefined): boolean =>
  typeof schema === "object" && (schema.format === "binary" || schema.contentMediaType === "application/octet-stream");

function buildEncoding(value: MediaTypeObject, builder: SchemaBuilder): readonly PropertyEncoding[] {
  return Object.entries(value.encoding ?? {}).map(([property, encoding]) => {
    readEncodingLife(property, encoding, builder);
    const { contentType, style, explode, allowReserved } = encoding;
    return {
      property,
      contentType,
      // OAS 3.1.1 section 4.8.15.1.2: any of the three says that the property is written as a query parameter is.
      style:
        style === undefined && explode === undefined && allowReserved === undefined
          ? undefined
          : {
              style: style ?? "form",
              explode: explode ?? (style === undefined || style === "form"),
              allowReserved: allowReserved === true,
            },
    };
  });
}

/** Nothing is generated of the headers of a part but what is said of their end. */
function readEncodingLife(property: string, encoding: EncodingObject, builder: SchemaBuilder): void {
  const { build } = builder;
  readDatedLifecycle(encoding, originOf(encoding, build.resolved), build, { what: "encoding", name: property });
  for (const [name, start] of Object.entries(encoding.headers ?? {})) {
    const { value, dated } = followReference("header", start, build.resolved);
    for (const each of dated === undefined ? [value] : [dated, value])
      readLifecycle(each, originOf(each, build.resolved), build, { what: "encoding header", name });
  }
}
