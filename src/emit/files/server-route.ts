import { defaultsOf } from "../../model/passes/defaults/default-of.js";
import { possibleTypesOf } from "../../model/passes/possible-types.js";
import type { Api, SecurityScheme, Server } from "../../model/ir/api.js";
import type { Codec, Content, Header, Operation, Parameter, Response } from "../../model/ir/operation.js";
import type { Json } from "../../source/source-file.js";
import { code, ident, indent, indexedMember, join, literal, propertyKey, typeKey, type Code } from "../print/code.js";
import { isText, type WireType } from "../wire/wire-shape.js";
import { wireTypeCode, wireTypeEntry, type Printing } from "../wire/wire-type-code.js";
import { wireTypeOf } from "../wire/wire-type.js";
import { withoutReferences } from "../wire/without-references.js";
import type { ScalarGuards } from "./scalar-guards.js";
import { textsType } from "./texts-type.js";
import { encodingsCode } from "../wire/descriptor.js";
import type { Imports } from "../print/imports.js";
import type { SecurityLists, SecurityWriting } from "../wire/security-lists.js";
import type { Int64s } from "../wire/int64-code.js";
import { braces } from "../print/layout.js";
import { hasPart, hasValidator, partLocations, referredValidator, wholeQuery, type PartLocation } from "../validators/parts.js";

/** What routes are written with. */
interface Writing {
  readonly imports: Imports;
  readonly int64s: Int64s | undefined;
  readonly guards: ScalarGuards;
  readonly lists: SecurityLists;
}

/** The lists of requirements of routes: only those with scopes, for descriptors have the schemes. */
export const routeSecurity: SecurityWriting = {
  type: code`readonly Readonly<Record<string, readonly string[]>>[]`,
  write: (security) =>
    security.every((alternative) => alternative.every(({ scopes }) => scopes.length === 0)) ? undefined : literal(requirements(security)),
  column: "    security: ".length,
};

/** Columns of a route's own indentation. */
const column = 2;

/** What the server has to know of an operation, under its name: a `RouteDefinition` of `runtime/server.ts`. */
export function routeCode(api: Api, operation: Operation, writing: Writing): Code {
  const { imports } = writing;
  const { names, servers, responses } = operation;
  const security = writing.lists.of(operation);
  const base = servers === undefined ? undefined : basePathOf(servers);
  const whole = wholeQuery(operation);
  const entries = [
    code`operation: ${imports.value(names.descriptor, "./operations.js")}`,
    ...(base === undefined || base === basePathOf(api.servers) ? [] : [code`basePath: ${literal(base)}`]),
    ...(security === undefined ? [] : [code`security: ${security}`]),
    ...partLocations.flatMap((location) => (hasPart(operation, location) ? [partCode(api, operation, location, writing)] : [])),
    ...(whole === undefined ? [] : [wholeCode(api, operation, whole, writing)]),
    ...bodyCode(api, operation, writing),
    ...repliesCode(api, responses, imports),
    ...replyEncodingsCode(responses),
    ...replyHeadersCode(responses, api, writing),
  ];
  return code`${ident(names.value)}: ${braces(entries, Infinity)}`;
}

/** `name`: of what is read, for the functions that tell whether its values fit. */
const printingOf = (api: Api, { imports, guards }: Writing, name: string): Printing => ({
  runtime: (wanted) => imports.value(wanted, "./runtime/shared.js"),
  guard: (schema) => guards.of(schema, name),
  wholeGuard(schema) {
    const inlined = withoutReferences(schema, api.schemas);
    return inlined && guards.of(inlined, name);
  },
});

/** Scopes by scheme, per alternative. */
function requirements(security: Operation["security"]): Json {
  return security.map((alternative) => Object.fromEntries(alternative.map(({ scheme, scopes }): [string, Json] => [scheme, scopes])));
}

function partCode(api: Api, operation: Operation, location: PartLocation, writing: Writing): Code {
  const { imports, int64s } = writing;
  const parameters = operation.parameters.filter((parameter) => parameter.in === location);
  const shapes = parameters.flatMap(({ name, schema, encoding }) => {
    const decodable = wireTypeOf(api, schema);
    // JSON says its types itself.
    const isJson = encoding.kind === "content" && encoding.codec === "json";
    return isText(decodable) || isJson ? [] : [wireTypeEntry(name, decodable, column + name.length + 20, printingOf(api, writing, name))];
  });
  const defaults = parameters.flatMap((parameter) => {
    const value = defaultOf(api, parameter);
    return value === undefined ? [] : [code`${propertyKey(parameter.name)}: ${int64s?.literal(value, parameter.schema) ?? literal(value)}`];
  });
  const entries = [
    ...(shapes.length === 0 ? [] : [code`decode: ${braces(shapes, column + 18)}`]),
    ...(defaults.length === 0 ? [] : [code`defaults: ${braces(defaults, column + 20)}`]),
    code`validator: ${imports.value(operation.names.parts[location], "./validators.js")}`,
  ];
  return code`${propertyKey(location)}: ${braces(entries, column + 8)}`;
}

function wholeCode(api: Api, { names }: Operation, { name, schema, encoding }: Parameter, writing: Writing): Code {
  const { imports } = writing;
  const decodable = wireTypeOf(api, schema);
  const isJson = encoding.kind === "content" && encoding.codec === "json";
  const entries = [
    ...(isText(decodable) || isJson ? [] : [code`decode: ${wireTypeCode(decodable, column + 24, printingOf(api, writing, name))}`]),
    code`validator: ${imports.value(names.parts.querystring, "./validators.js")}`,
  ];
  return code`querystring: ${braces(entries, column + 14)}`;
}

function bodyCode(api: Api, operation: Operation, writing: Writing): readonly Code[] {
  const entries = (operation.body?.contents ?? []).flatMap((content) => {
    const said = contentCode(api, operation, content, writing);
    return said.length === 0 ? [] : [code`${propertyKey(content.mediaType)}: ${braces(said, column + content.mediaType.length + 12)}`];
  });
  return entries.length === 0 ? [] : [code`body: ${braces(entries, column + 6)}`];
}

function contentCode(api: Api, { names }: Operation, content: Content, writing: Writing): readonly Code[] {
  const { schema, codec } = content;
  if (schema === undefined) return [];
  const decodable = codec === "form" || codec === "multipart" || codec === "text" ? wireTypeOf(api, schema) : undefined;
  const ofRange = isRange(content) ? rangeCode(codec, wireTypeOf(api, schema)) : [];
  const isSequence = codec === "lines" && wireTypeOf(api, schema).types?.has("array") !== true;
  return [
    ...(decodable === undefined || (isText(decodable) && codec === "text")
      ? []
      : [code`decode: ${wireTypeCode(decodable, column + 20, printingOf(api, writing, `${names.value}Body`))}`]),
    ...ofRange,
    ...(hasValidator(content) ? [code`validator: ${validatorCode(api, content, writing.imports)}`] : []),
    ...(isSequence ? [code`each: true`] : []),
  ];
}

/** Whether a content is read by what is sent. */
const isRange = ({ codec, mediaType }: Content): boolean =>
  (codec === "json" || codec === "binary") && /^(?:application\/)?\*/.test(mediaType);

/** Which bodies of a range are bytes: of some that are no JSON where anything is described, of all where bytes are. */
function rangeCode(codec: Codec, { types, items, members }: WireType): readonly Code[] {
  if (codec === "binary") return [code`decode: "binary"`];
  return types === undefined && items === undefined && members === undefined ? [code`decode: "any"`] : [];
}

/** Validators of JSON replies, for those who want them checked. */
function repliesCode(api: Api, responses: readonly Response[], imports: Imports): readonly Code[] {
  const isChecked = (content: Content): boolean => content.codec === "json" && hasValidator(content);
  const hasOthers = responses.some(({ status, contents }) => !/^\d+$/.test(status) && contents.some(isChecked));
  const entries = responses.flatMap(({ status, contents }) => {
    const checked = contents.filter(isChecked);
    // What is said of all other statuses is not said of one that is described, with bodies of its own or with none.
    if (checked.length === 0 && !hasOthers) return [];
    const types = checked.map((content) => code`${propertyKey(content.mediaType)}: ${validatorCode(api, content, imports)}`);
    return [code`${statusKey(status)}: ${braces(types, column + 8)}`];
  });
  return entries.length === 0 ? [] : [code`replies: ${braces(entries, column + 9)}`];
}

/** How the fields of forms are written, where that is not as OpenAPI has it by default. */
function replyEncodingsCode(responses: readonly Response[]): readonly Code[] {
  const isEncoded = ({ codec, encoding }: Content): boolean => codec === "form" && encoding.length > 0;
  if (!responses.some(({ contents }) => contents.some(isEncoded))) return [];
  const entries = responses.flatMap(({ status, contents }) => {
    // What is said of all other statuses is not said of one that is described.
    if (!contents.some(({ codec }) => codec === "form")) return [];
    const types = contents.filter(isEncoded).map(({ mediaType, encoding }) => code`${propertyKey(mediaType)}: ${encodingsCode(encoding)}`);
    return [code`${statusKey(status)}: ${braces(types, column + 8)}`];
  });
  return [code`replyEncodings: ${braces(entries, column + 16)}`];
}

/** Headers that are JSON, and objects that are exploded: all others are written as they are. */
function replyHeadersCode(responses: readonly Response[], { schemas }: Api, { int64s, imports }: Writing): readonly Code[] {
  const possible = possibleTypesOf(schemas);
  const formOf = ({ name, encoding, schema }: Header): readonly Code[] => {
    const key = name.toLowerCase();
    if (encoding.kind !== "content") {
      const isExploded = encoding.explode && possible.of(schema)?.includes("object") !== false;
      return isExploded ? [indexedMember(key, literal("exploded"))] : [];
    }
    if (encoding.codec !== "json") return [];
    const exact = int64s?.exactOf(schema, imports);
    return [
      exact === undefined ? indexedMember(key, literal("json")) : code`get ${propertyKey(key)}() {\n${indent(code`return ${exact};`)}\n}`,
    ];
  };
  const byStatus = responses.map(({ status, headers }) => ({ status, forms: headers.flatMap(formOf) }));
  if (byStatus.every(({ forms }) => forms.length === 0)) return [];
  // What is said of all other statuses is not said of one that is described.
  const entries = byStatus.map(({ status, forms }) => code`${statusKey(status)}: ${braces(forms, column + 8)}`);
  return [code`replyHeaders: ${braces(entries, column + 14)}`];
}

/** Where a body or a reply is a schema with a name, the validator of that: it says what it is. */
function validatorCode({ schemas }: Api, { schema, validator }: Content, imports: Imports): Code {
  return imports.value((schema && referredValidator(schema, schemas)) ?? validator, "./validators.js");
}

function statusKey(status: string): Code {
  return /^[1-9]\d\d$/.test(status) ? code`${Number(status)}` : propertyKey(status);
}

/** Where the security schemes that operations ask for have their credentials: `SchemeDefinition`s of `runtime/authenticate.ts`. */
export function schemesCode(schemes: readonly SecurityScheme[]): Code {
  return braces(
    schemes.map((scheme) => indexedMember(scheme.name, schemeCode(scheme))),
    13,
  );
}

function schemeCode(scheme: SecurityScheme): Code {
  switch (scheme.kind) {
    case "apiKey":
      return literal({ kind: "apiKey", in: scheme.in, name: scheme.parameter });
    case "authorization":
      return literal({ kind: "authorization", scheme: scheme.scheme });
    case "oauth2":
    case "openIdConnect":
      return literal({ kind: "bearer" });
    case "basic":
    case "bearer":
    case "mutualTLS":
      return literal({ kind: scheme.kind });
  }
}

/** The path of the first server as clients send it, its variables at their defaults: "/v1", or "". */
export function basePathOf(servers: readonly Server[]): string {
  const [first] = servers;
  if (first === undefined) return "";
  const url = first.url.replace(/\{([^{}]*)\}/g, (written, name: string) => {
    return first.variables.find((variable) => variable.name === name)?.default ?? written;
  });
  const path = url.replace(/^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/[^/?#]*/, "").replace(/[?#].*/s, "");
  return withoutDots(path).replace(/(?<!\/)\/+$/, "");
}

/**
 * A path whose segments "." and ".." are resolved, also where their dots are encoded: no client sends them. The place of the description,
 * which a relative one is meant from, is not known here: it counts as the root.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4 and https://url.spec.whatwg.org/#double-dot-path-segment
 */
function withoutDots(path: string): string {
  const segments: string[] = [];
  const [first = "", ...rest] = path.split("/");
  for (const segment of first === "" ? rest : [first, ...rest]) {
    const dots = segment.replace(/%2e/gi, ".");
    if (dots === "..") segments.pop();
    else if (dots !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

/**
 * `{ query: "limit" | "offset"; body: { "application/json": NewPetParsed } }`: the parameters that always have a value, what bodies are once
 * their defaults are filled in, and which of their parts may be texts, for the type of a request. Nothing when there are none.
 */
export function defaultsType(api: Api, operation: Operation, imports: Imports): Code | undefined {
  const entries = partLocations.flatMap((location) => {
    const names = operation.parameters.filter((parameter) => parameter.in === location && defaultOf(api, parameter) !== undefined);
    return names.length === 0
      ? []
      : [
          code`${propertyKey(location)}: ${join(
            names.map(({ name }) => literal(name)),
            " | ",
          )}`,
        ];
  });
  const contents = operation.body?.contents ?? [];
  const bodies = contents.flatMap(({ mediaType, parsed }) =>
    parsed === undefined ? [] : [code`${typeKey(mediaType)}: ${imports.type(parsed, "./types.js")}`],
  );
  const texts = contents.flatMap((content) => {
    const type = textsType(api, content);
    return type === undefined ? [] : [code`${typeKey(content.mediaType)}: ${type}`];
  });
  const all = [
    ...entries,
    ...(bodies.length === 0 ? [] : [code`body: ${members(bodies)}`]),
    ...(texts.length === 0 ? [] : [code`texts: ${members(texts)}`]),
  ];
  return all.length === 0 ? undefined : members(all);
}

const members = (list: readonly Code[]): Code => code`{ ${list.reduce((line, member) => code`${line}; ${member}`)} }`;

/** The value an optional parameter has when it is not sent; `undefined` when the description has none, or none that is valid. */
function defaultOf({ schemas }: Api, { required, schema }: Parameter): Json | undefined {
  return required ? undefined : defaultsOf(schemas)(schema);
}
