import { joinedLives } from "../../model/ir/lifecycle.js";
import type { Content, Header, Operation, Parameter, RequestBody, Response } from "../../model/ir/operation.js";
import { code, literal, trusted, typeKey, type Code } from "../print/code.js";
import type { DeclarationWriter } from "./declaration-writer.js";
import type { TypeBuilder } from "./object-type.js";
import { writeType } from "./print-type.js";
import { inForm, inText } from "./schema-facts.js";
import { contentDoc, proseDoc, sharedDoc, sharedParameterDoc, valueDoc } from "./type-doc.js";
import { anything, keyword, type TypeNode } from "./type-node.js";

/** Writes an operation as a member of `operations`. */
export function writeOperation(operation: Operation, builder: TypeBuilder, to: DeclarationWriter): void {
  const { body, responses } = operation;
  to.member(typeKey(operation.names.key), sharedDoc(builder.api, operation.doc.lifecycle));
  to.open();
  writeParameters(operation.parameters, builder, to);
  if (body !== undefined) writeBodyMember(body, builder, to);
  to.member(code`responses`);
  to.open();
  for (const response of responses) writeResponseMember(response, builder, to);
  // One of which no response is described may give any, without a body that is known.
  if (responses.length === 0) {
    to.member(code`default`);
    writeResponse({ headers: [], contents: [] }, builder, to);
    to.endMember();
  }
  to.close();
  to.endMember();
  to.close();
  to.endMember();
}

/** `content?: never`: openapi-fetch takes the absence of some members for anything. */
function writeNever(key: Code, to: DeclarationWriter): void {
  to.member(key);
  to.write(code`never`);
  to.endMember();
}

// ---------------------------------------------------------------------------------------------------- parameters

const locations = ["query", "header", "path", "querystring", "cookie"] as const satisfies readonly Parameter["in"][];

function writeParameters(parameters: readonly Parameter[], builder: TypeBuilder, to: DeclarationWriter): void {
  to.member(code`parameters`);
  to.open();
  if (parameters.length === 0) writeNever(code`query?`, to);
  else for (const location of locations) writeLocation(location, parameters, builder, to);
  to.close();
  to.endMember();
}

function writeLocation(location: Parameter["in"], all: readonly Parameter[], builder: TypeBuilder, to: DeclarationWriter): void {
  const parameters = all.filter((parameter) => parameter.in === location);
  if (parameters.length === 0) return;
  // The whole query string is one value.
  if (location === "querystring") {
    for (const parameter of parameters) writeParameterMember(code`querystring`, parameter, builder, to);
    return;
  }
  to.member(optionally(trusted(location), parameters.every(isOptionalParameter)));
  to.open();
  for (const parameter of parameters) writeParameterMember(typeKey(parameter.name), parameter, builder, to);
  to.close();
  to.endMember();
}

function isOptionalParameter({ in: location, required }: Parameter): boolean {
  return location !== "path" && !required;
}

function writeParameterMember(key: Code, parameter: Parameter, builder: TypeBuilder, to: DeclarationWriter): void {
  const about = parameter.component === undefined ? valueDoc(builder.api, parameter) : sharedParameterDoc(builder.api, parameter);
  to.member(optionally(key, isOptionalParameter(parameter)), about);
  if (parameter.component === undefined) writeParameter(parameter, builder, to);
  else to.write(componentType("parameters", parameter.component));
  to.endMember();
}

export function writeParameter({ schema }: Parameter, builder: TypeBuilder, to: DeclarationWriter): void {
  writeType(builder.typeOf(schema, inText), to);
}

// -------------------------------------------------------------------------------------------------------- bodies

function writeBodyMember(body: RequestBody, builder: TypeBuilder, to: DeclarationWriter): void {
  const about = body.component === undefined ? proseDoc(builder.api, body.doc) : sharedDoc(builder.api, body.doc.lifecycle);
  to.member(optionally(code`requestBody`, !body.required), about);
  if (body.component === undefined) writeBody(body, builder, to);
  else to.write(componentType("requestBodies", body.component));
  to.endMember();
}

export function writeBody({ contents }: RequestBody, builder: TypeBuilder, to: DeclarationWriter): void {
  to.open();
  writeContents(contents, builder, to);
  to.close();
}

function writeContents(contents: readonly Content[], builder: TypeBuilder, to: DeclarationWriter): void {
  to.member(code`content`);
  to.open();
  if (contents.length === 0) writeNever(code`"*/*"?`, to);
  for (const content of new Map(contents.map((each) => [each.mediaType, each])).values()) {
    to.member(typeKey(content.mediaType), contentDoc(builder.api, content));
    writeType(contentType(content, builder), to);
    to.endMember();
  }
  to.close();
  to.endMember();
}

/** What a media type carries. Bytes are a `Blob` whatever the description calls them; text without a schema is a string. */
function contentType({ codec, schema }: Content, builder: TypeBuilder): TypeNode {
  if (codec === "binary") return keyword("Blob");
  if (schema === undefined) return codec === "text" ? keyword("string") : anything;
  return builder.typeOf(schema, codec === "multipart" ? inForm : inText);
}

// ----------------------------------------------------------------------------------------------------- responses

function writeResponseMember(response: Response, builder: TypeBuilder, to: DeclarationWriter): void {
  const about = response.component === undefined ? proseDoc(builder.api, response.doc) : sharedDoc(builder.api, response.doc.lifecycle);
  to.member(statusKey(response.status), about);
  if (response.component === undefined) writeResponse(response, builder, to);
  else to.write(componentType("responses", response.component));
  to.endMember();
}

/** "200" is a number, as openapi-fetch has it. */
function statusKey(status: string): Code {
  return /^[1-9]\d\d$/.test(status) ? trusted(status) : typeKey(status);
}

export function writeResponse(
  { headers, contents }: Pick<Response, "headers" | "contents">,
  builder: TypeBuilder,
  to: DeclarationWriter,
): void {
  to.open();
  if (headers.length > 0) {
    to.member(code`headers`);
    to.open();
    for (const header of new Map(headers.map((each) => [each.name, each])).values()) writeHeaderMember(header, builder, to);
    to.close();
    to.endMember();
  }
  if (contents.length === 0) writeNever(code`content?`, to);
  else writeContents(contents, builder, to);
  to.close();
}

function writeHeaderMember(header: Header, builder: TypeBuilder, to: DeclarationWriter): void {
  const about =
    header.component === undefined
      ? valueDoc(builder.api, header)
      : sharedDoc(builder.api, joinedLives(header.doc.lifecycle, header.schema.doc.lifecycle));
  to.member(optionally(typeKey(header.name), !header.required), about);
  if (header.component === undefined) writeHeader(header, builder, to);
  else to.write(componentType("headers", header.component));
  to.endMember();
}

export function writeHeader({ schema }: Header, builder: TypeBuilder, to: DeclarationWriter): void {
  writeType(builder.typeOf(schema, inText), to);
}

function optionally(key: Code, isOptional: boolean): Code {
  return isOptional ? code`${key}?` : key;
}

// ------------------------------------------------------------------------------------------------ what is shared

/** A section of `components` that operations refer to. */
export type Section = "responses" | "parameters" | "requestBodies" | "headers";

function componentType(section: Section, name: string): Code {
  return code`components[${literal(section)}][${literal(name)}]`;
}
