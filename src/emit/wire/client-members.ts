import type { Api } from "../../model/ir/api.js";
import { possibleTypesOf } from "../../model/passes/possible-types.js";
import { codePrefix } from "../../model/lifecycle/deprecation-codes.js";
import type { Content, Operation, Parameter } from "../../model/ir/operation.js";
import { code, ident, indent, join, literal, propertyKey, type Code } from "../print/code.js";
import type { Imports } from "../print/imports.js";
import { braces } from "../print/layout.js";
import type { Json } from "../../source/source-file.js";
import type { EmitOptions } from "../options.js";
import { isDefault } from "./default-styles.js";
import { statusKey } from "./int64-code.js";
import { unsendableParameters } from "./unsendable-parts.js";
import type { WireType } from "./wire-shape.js";
import { wireTypeOf } from "./wire-type.js";

const runtime = "./runtime/client.js";

/**
 * The members of a `ClientOperation` of `runtime/client.ts`: the functions for what JSON, OpenAPI's default styles and HTTP's rules do not do.
 * They stand in the descriptor, so that a bundle has those of the operations that its program calls.
 */
export function clientMembers(api: Api, operation: Operation, options: EmitOptions, imports: Imports): readonly Code[] {
  const member = (name: string, value: string): Code => {
    const local = imports.value(value, runtime);
    return local === name ? local : code`${ident(name)}: ${local}`;
  };
  return [
    ...(sendsJson(operation) ? [] : [member("encodeBody", "encodeBody")]),
    ...(receivesJson(operation) ? [] : [member("decodeBody", "decodeBody")]),
    ...rangesCode(api, operation),
    ...styleWriter(api, operation).map((writer) => member("writeParameter", writer)),
    ...(operation.parameters.some(isInHeaders) ? [member("writeHeaders", "writeHeaders")] : []),
    ...(operation.servers === undefined ? [] : [member("ownBaseUrl", "ownBaseUrl")]),
    ...(answersByRedirect(operation) ? [code`redirect: "manual"`] : []),
    ...warnings(api, operation, options, imports),
  ];
}

/** Whether every body that an operation takes is JSON of one media type. */
function sendsJson({ body }: Operation): boolean {
  return body === undefined || body.contents.every(isJson);
}

function receivesJson({ responses }: Operation): boolean {
  return responses.every(({ contents }) => contents.every(isJson));
}

function isJson({ codec, mediaType }: Content): boolean {
  return codec === "json" && !mediaType.includes("*");
}

/** The types of answers whose media type is a range of many kinds: which of these comes, only the service knows. */
function rangesCode({ schemas }: Api, { responses }: Operation): readonly Code[] {
  const possible = possibleTypesOf(schemas);
  const typesOf = ({ codec, schema }: Content): Json | undefined =>
    codec === "binary" ? "bytes" : schema === undefined ? undefined : possible.of(schema)?.slice();
  const all = responses.flatMap(({ status, contents }) => {
    const ranges = contents.filter(({ mediaType }) => isOfManyKinds(mediaType));
    return ranges.length === 0 ? [] : [{ status, typed: ranges.flatMap((range) => typedEntry(range.mediaType, typesOf(range))) }];
  });
  if (all.every(({ typed }) => typed.length === 0)) return [];
  // One without a type is written, too: what is said of all others is not said of it.
  const entries = all.map(({ status, typed }) => code`${statusKey(status)}: ${braces(typed, rangesColumn + status.length)}`);
  return [code`ranges: ${braces(entries, rangesColumn)}`];
}

const rangesColumn = 14;

const typedEntry = (mediaType: string, types: Json | undefined): readonly Code[] =>
  types === undefined ? [] : [code`${propertyKey(mediaType)}: ${literal(types)}`];

/** Whether a range takes in media types that are read in different ways. */
const isOfManyKinds = (mediaType: string): boolean => /^(?:application\/)?\*(?:\/\*)?$/.test(mediaType);

/** What writes the parameters, where not all of them have OpenAPI's default styles: the least of the functions that know these. */
function styleWriter(api: Api, operation: Operation): readonly string[] {
  const unsendable = unsendableParameters(api, operation);
  const styled = operation.parameters.filter(
    (parameter) => !isWrittenPlain(parameter) || hasListMembers(api, parameter) || unsendable.has(parameter),
  );
  if (styled.length === 0) return [];
  if (styled.every(isDeepObject)) return ["writeDeepObject"];
  return [
    styled.some(({ in: place, encoding }) => place === "querystring" || encoding.kind === "content") ? "writeEncoded" : "writeStyled",
  ];
}

/** Whether a parameter has OpenAPI's default style. Cookies never have: what is between them is no `&`. */
const isWrittenPlain = (parameter: Parameter): boolean => parameter.in !== "cookie" && isDefault(parameter);

/** Whether a parameter of a query is an object with lists in it, whose names are repeated. */
export const hasListMembers = (api: Api, { in: place, schema }: Parameter): boolean =>
  place === "query" && membersIn(wireTypeOf(api, schema)).some(({ items }) => items !== undefined);

const membersIn = ({ members, patterns, additional }: WireType): readonly WireType[] => [
  ...(members?.values() ?? []),
  ...patterns.map(({ type }) => type),
  ...(additional === undefined ? [] : [additional]),
];

const isDeepObject = ({ in: place, encoding }: Parameter): boolean =>
  place === "query" && encoding.kind === "style" && encoding.style === "deepObject" && !encoding.allowReserved;

const isInHeaders = ({ in: place }: Parameter): boolean => place === "header" || place === "cookie";

/** Whether a redirect is what an operation promises, and not a way to it. */
export function answersByRedirect({ responses }: Operation): boolean {
  return responses.some(({ status }) => /^3(?:0[12378]|XX)$/.test(status)) && !responses.some(({ status }) => status.startsWith("2"));
}

/** What warns of the operation's end, and of what is deprecated in a call of it. */
function warnings(api: Api, { names, doc }: Operation, options: EmitOptions, imports: Imports): readonly Code[] {
  const isDeprecated = doc.lifecycle?.deprecated === true;
  const hasParts = api.deprecatedParts.operations.has(names.value);
  // A client that hears all that the service says asks once for all operations.
  const hears = isDeprecated && options.deprecations !== "service";
  return [
    ...(hasParts ? [partWarnings(api, isDeprecated, imports)] : []),
    ...(isDeprecated && !hasParts ? [code`onCall: ${imports.value("warnDeprecated", runtime)}`] : []),
    ...(hears ? [code`onAnswer: ${imports.value("warnOfAnswer", runtime)}`] : []),
  ];
}

function partWarnings(api: Api, isDeprecated: boolean, imports: Imports): Code {
  const schemas = api.deprecatedParts.schemas.size === 0 ? code`{}` : imports.value("deprecatedProperties", "./lifecycle.js");
  const prefix = literal(codePrefix(api.names));
  const calls = [
    ...(isDeprecated ? [code`${imports.value("warnDeprecated", runtime)}(operation, sending, options);`] : []),
    code`${imports.value("warnParts", runtime)}(operation, sending, ${schemas}, ${prefix}, options);`,
  ];
  return code`onCall(operation, sending, options) {\n${indent(join(calls, "\n"))}\n}`;
}
