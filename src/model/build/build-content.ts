import type { EncodingObject, HeaderObject, MediaTypeObject, OrReference, SchemaObject } from "../../openapi/rules/types.js";
import { readDatedLifecycle, readLifecycle, readUseLifecycle, type Use } from "../lifecycle/build-lifecycle.js";
import { readRawEncodings } from "../lifecycle/read-raw.js";
import type { Element } from "../lifecycle/elements.js";
import type { ElementKind } from "../ir/lifecycle.js";
import type { SchemaBuilder } from "./build-schema.js";
import { buildExamples } from "./build-examples.js";
import { followReference } from "./follow-reference.js";
import { codecOf, normaliseMediaType } from "./media-type.js";
import { emptySchema } from "../ir/empty-schema.js";
import type { Codec, Content, PropertyEncoding } from "../ir/operation.js";
import type { Assertion, Schema } from "../ir/schema.js";
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
    contents.set(mediaType, {
      origin: originOf(value, builder.build.resolved),
      mediaType,
      codec,
      schema: schemaOf(value, codec, builder),
      lifecycle: readMediaTypeLife({ beside: dated, target: value }, { what: "media type", name: mediaType }, builder),
      examples: buildExamples(value, builder.build),
      encoding: buildEncoding(value, codec === "form" || codec === "multipart", builder),
      ...(codec === "multipart" && positional.some((each) => each in value) ? { byPosition: true } : {}),
    });
  }
  return [...contents.values()];
}

/** Of a sequence that is described by its items: the list of them. One item that is a list itself is then never taken for the whole. */
function schemaOf(value: MediaTypeObject, codec: Codec, builder: SchemaBuilder): Schema | undefined {
  const { schema, itemSchema } = value;
  if (itemSchema === undefined || (codec !== "lines" && codec !== "events"))
    return schema === undefined ? undefined : builder.schema(schema, value, "schema");
  const items = builder.schema(itemSchema, value, "itemSchema");
  const list: Assertion = { kind: "array", prefixItems: [], items, uniqueItems: false };
  return { ...emptySchema, origin: items.origin, assertions: [{ kind: "type", types: ["array"] }, list] };
}

/** Keys that describe parts by position, or each part alike. */
const positional = ["prefixEncoding", "itemEncoding", "itemSchema"];

/** What is said of a media type, and beside a reference to it. */
export function readMediaTypeLife(use: Use, element: Element, { build }: SchemaBuilder): Content["lifecycle"] {
  const own = readDatedLifecycle(use.target, originOf(use.target, build.resolved), build, element);
  return readUseLifecycle(use, undefined, build, element) ?? own;
}

const isRange = (mediaType: string): boolean => /^(?:\*$|(?:\*|application)\/\*)/.test(mediaType);

/** Whether a schema says raw bytes, in one of the ways of 3.0 and 3.1. */
const isBytes = (schema: SchemaObject | undefined): boolean =>
  typeof schema === "object" && (schema.format === "binary" || schema.contentMediaType === "application/octet-stream");

/** `isRead`: whether the media type is one whose properties are written one by one; of others the encodings say nothing but their lives. */
function buildEncoding(value: MediaTypeObject, isRead: boolean, builder: SchemaBuilder): readonly PropertyEncoding[] {
  readRawEncodings(value, ["prefixEncoding", "itemEncoding"], builder.build);
  return Object.entries(value.encoding ?? {}).flatMap(([property, encoding]) => {
    readEncodingLife(property, encoding, builder);
    if (!isRead) return [];
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

/** Reads the lives of the media types that describe the value of a parameter or of a header, and of what is in them. */
export function readContentLives({ content = {} }: HeaderObject, what: ElementKind, builder: SchemaBuilder): void {
  for (const [name, start] of Object.entries(content)) {
    const { value, dated } = followReference("mediaType", start, builder.build.resolved);
    readMediaTypeLife({ beside: dated, target: value }, { what, name: normaliseMediaType(name) }, builder);
    buildEncoding(value, false, builder);
  }
}

/** Nothing is generated of the headers of a part but what is said of their end. */
function readEncodingLife(property: string, encoding: EncodingObject, builder: SchemaBuilder): void {
  const { build } = builder;
  readRawEncodings(encoding, ["encoding", "prefixEncoding", "itemEncoding"], build);
  readDatedLifecycle(encoding, originOf(encoding, build.resolved), build, { what: "encoding", name: property });
  for (const [name, start] of Object.entries(encoding.headers ?? {})) {
    const { value, dated } = followReference("header", start, build.resolved);
    const element = { what: "encoding header", name } as const;
    readContentLives(value, "media type of a header", builder);
    readUseLifecycle({ beside: dated, target: value }, "header", build, element);
    readLifecycle(value, originOf(value, build.resolved), "header", build, element);
  }
}
