import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin } from "../../diagnostic/diagnostic.js";
import type { HeaderObject, OrReference, ParameterObject } from "../../openapi/rules/types.js";
import { readLifecycle, readUseLifecycle } from "../lifecycle/build-lifecycle.js";
import type { Element } from "../lifecycle/elements.js";
import { plain, type SchemaBuilder } from "./build-schema.js";
import { readContentLives } from "./build-content.js";
import { buildExamples } from "./build-examples.js";
import { reportForbiddenHeader } from "./forbidden-header.js";
import { followReference } from "./follow-reference.js";
import { codecOf, normaliseMediaType } from "./media-type.js";
import type { Doc } from "../ir/doc.js";
import type { Example, Header, Location, Parameter, ParameterEncoding, Style } from "../ir/operation.js";
import type { Schema } from "../ir/schema.js";
import { memberOrigin, originOf } from "./origin.js";

/** Which styles a location knows; its default first. */
const styles: Readonly<Record<Location, readonly [Style, ...Style[]]>> = {
  path: ["simple", "matrix", "label"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  querystring: ["form"],
  header: ["simple"],
  cookie: ["form", "cookie"],
};

/** One parameter; `undefined` when it does not say which, or is one that OpenAPI says is ignored. */
export function buildParameter(start: OrReference<ParameterObject>, builder: SchemaBuilder): Parameter | undefined {
  const { build } = builder;
  const { value, ref, description, dated } = followReference("parameter", start, build.resolved);
  const parameter = build.once("parameter", value, () => buildParameterItself(value, builder));
  const lifecycle = readUseLifecycle({ beside: dated, target: value }, "parameter", build);
  // What ends here only goes on elsewhere: it is no use of what is shared.
  const component = lifecycle === undefined ? build.components.of("parameters", ref, value) : undefined;
  if (parameter === undefined || (component === undefined && description === undefined && lifecycle === undefined)) return parameter;
  return { ...parameter, doc: described(parameter.doc, description, lifecycle), component };
}

function described(doc: Doc, description: string | undefined, lifecycle: Doc["lifecycle"]): Doc {
  return { ...doc, ...(description === undefined ? {} : { description }), ...(lifecycle === undefined ? {} : { lifecycle }) };
}

function buildParameterItself(value: ParameterObject, builder: SchemaBuilder): Parameter | undefined {
  const { build } = builder;
  const { name, in: location } = value as Partial<ParameterObject>; // what is missing was reported where it was read
  if (name === undefined || location === undefined) return undefined;
  const origin = originOf(value, build.resolved);
  if (location === "header" && isSaidElsewhere(name, origin, build)) return undefined;
  if (location === "header") reportForbiddenHeader(name, origin, build);
  if (location === "path" && value.required !== true) {
    const message = `The path parameter "${name}" is read as required: a path cannot leave it out.`;
    build.report(diagnostic("path-parameter-optional", message, { at: origin, hint: "Add `required: true`." }));
  }
  return {
    origin,
    in: location,
    name,
    required: location === "path" || value.required === true,
    ...buildCarrier(value, location, undefined, builder),
    component: undefined,
  };
}

const ofOpenApi: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);
/** What sends a request writes these itself: no browser lets a program set them, and Node refuses a length that is not that of the body. */
const ofTransport: ReadonlySet<string> = new Set(["connection", "content-length", "host", "keep-alive", "transfer-encoding", "upgrade"]);

/** Whether a header is no parameter, because something else in the description, or the transport, says it. */
function isSaidElsewhere(name: string, at: Origin, build: SchemaBuilder["build"]): boolean {
  const lower = name.toLowerCase();
  const isEarlier = build.resolved.version === "2.0";
  if (!ofOpenApi.has(lower) && !ofTransport.has(lower)) return false;
  if (isEarlier && lower === "authorization" && !hasAuthorization(build.resolved)) return false;
  const [why, hint] = reasonOf(lower, isEarlier);
  build.report(diagnostic("header-parameter-ignored", `The header parameter "${name}" is ignored, ${why}.`, { at, hint }));
  return true;
}

/** Why a header is no parameter, and what to do. `isEarlier`: 2.0 has no such rule. */
function reasonOf(header: string, isEarlier: boolean): readonly [why: string, hint: string] {
  if (ofTransport.has(header)) return ["as callers cannot set it", "The HTTP client writes it itself."];
  if (!isEarlier) return ["as OpenAPI says", "Request bodies and responses name the media types; security schemes name the credentials."];
  return header === "authorization"
    ? ["as a security definition has it", "Give the credential to the client, or set the header of a call."]
    : ["as the operation says its media types", "They stand in `consumes` and `produces`. A program may set the header of a call."];
}

/** Whether a security scheme has its credential in the header `Authorization`. */
function hasAuthorization({ document }: SchemaBuilder["build"]["resolved"]): boolean {
  return Object.values(document.components?.securitySchemes ?? {}).some((scheme) => {
    if (!("type" in scheme)) return true; // A reference, of which nobody here says where it leads.
    return scheme.type === "apiKey"
      ? scheme.in === "header" && scheme.name?.toLowerCase() === "authorization"
      : scheme.type !== "mutualTLS";
  });
}

/** What parameters and headers have in common. */
function buildCarrier(
  value: HeaderObject & { readonly name?: string },
  location: Location,
  element: Element | undefined,
  builder: SchemaBuilder,
): Pick<Parameter, "doc" | "schema" | "encoding" | "examples"> {
  readContentLives(value, value.name === undefined ? "media type of a header" : "media type of a parameter", builder);
  return {
    doc: buildDoc(value, element, builder),
    schema: buildValue(value, builder),
    encoding: buildEncoding(value, location, builder),
    examples: examplesOf(value, builder),
  };
}

/** The headers of a response but `Content-Type`, which its content says, in the order written. */
export function buildHeaders(
  written: { readonly [name: string]: OrReference<HeaderObject> } | undefined,
  builder: SchemaBuilder,
): readonly Header[] {
  const { build } = builder;
  return Object.entries(written ?? {}).flatMap(([name, start]) => {
    if (name.toLowerCase() === "content-type") return [];
    const { value, ref, description, dated } = followReference("header", start, build.resolved);
    const element = { what: "response header", name } as const;
    const carrier = build.once("header", value, () => buildCarrier(value, "header", element, builder));
    const lifecycle = readUseLifecycle({ beside: dated, target: value }, "header", build, element);
    return [
      {
        origin: originOf(value, build.resolved),
        name,
        required: value.required === true,
        ...carrier,
        doc: described(carrier.doc, description, lifecycle),
        component: lifecycle === undefined ? build.components.of("headers", ref, value) : undefined,
      },
    ];
  });
}

function buildDoc(value: HeaderObject, element: Element | undefined, builder: SchemaBuilder): Doc {
  const lifecycle = readLifecycle(value, originOf(value, builder.build.resolved), "parameter", builder.build, element);
  return {
    ...(value.description === undefined ? {} : { description: value.description }),
    ...(lifecycle === undefined ? {} : { lifecycle }),
  };
}

/** Of a value that is described by a media type, the examples are there. */
function examplesOf(value: HeaderObject, { build }: SchemaBuilder): readonly Example[] {
  const own = buildExamples(value, build);
  const [content] = Object.values(value.content ?? {});
  return own.length > 0 || content === undefined ? own : buildExamples(followReference("mediaType", content, build.resolved).value, build);
}

function buildValue(value: HeaderObject, builder: SchemaBuilder): Schema {
  const [content] = Object.values(value.content ?? {});
  if (value.schema === undefined && content !== undefined) {
    const media = followReference("mediaType", content, builder.build.resolved).value;
    if (media.schema !== undefined) return builder.schema(media.schema, media, "schema");
  }
  return value.schema === undefined ? plain(originOf(value, builder.build.resolved), []) : builder.schema(value.schema, value, "schema");
}

function buildEncoding(value: HeaderObject & { readonly name?: string }, location: Location, builder: SchemaBuilder): ParameterEncoding {
  const [mediaType] = Object.keys(value.content ?? {});
  if (value.schema === undefined && mediaType !== undefined) {
    const normal = normaliseMediaType(mediaType);
    return { kind: "content", mediaType: normal, codec: codecOf(normal) };
  }
  const known = styles[location];
  const style = value.style ?? known[0];
  if (!known.includes(style)) {
    const what = value.name === undefined ? "A header" : `The ${location} parameter "${value.name}"`;
    const message = `${what} cannot have the style "${style}"; it is read as "${known[0]}".`;
    builder.build.report(
      diagnostic("parameter-style-invalid", message, {
        at: memberOrigin(value, builder.build.resolved, "style"),
        hint: known.length === 1 ? `The only style there is ${known[0]}.` : `The styles there are ${known.join(", ")}.`,
      }),
    );
  }
  const usable = known.includes(style) ? style : known[0];
  return {
    kind: "style",
    style: usable,
    explode: value.explode ?? ["form", "cookie", "deepObject"].includes(usable),
    allowReserved: value.allowReserved === true,
    allowEmptyValue: value.allowEmptyValue === true,
  };
}
