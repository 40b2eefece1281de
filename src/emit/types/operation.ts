import type { Api, Content, Header, Operation, Parameter, RequestBody, Response } from "../../model/ir/types.js";
import { ident } from "../print/code.js";
import { anything, type TypeDoc } from "./algebra.js";
import type { Place } from "./schema-facts.js";
import { proseDoc, valueDoc } from "./type-doc.js";
import type { SchemaPrinter } from "./object.js";
import { querystringToken, type Tokens } from "./tokens.js";

/** What builds the parts of the document, and collects what operations share under the names of the model. */
export interface Builder {
  readonly api: Api;
  readonly tokens: Tokens;
  readonly printer: SchemaPrinter;
  /** Where binary strings may be a `Blob`, and where they are text. */
  readonly outside: Place;
  readonly inText: Place;
  readonly shared: {
    readonly responses: Map<string, ResponseDoc>;
    readonly parameters: Map<string, ParameterDoc>;
    readonly requestBodies: Map<string, BodyDoc>;
    readonly headers: Map<string, HeaderDoc>;
  };
}

interface Described {
  readonly description?: string;
}
interface Reference extends Described {
  readonly $ref: string;
}
export interface OperationDoc {
  readonly operationId: string;
  readonly parameters: readonly (ParameterDoc | Reference)[];
  readonly requestBody?: BodyDoc | Reference;
  readonly responses: { readonly [status: string]: ResponseDoc | Reference };
}
export interface ParameterDoc extends Described {
  readonly in: string;
  readonly name: string;
  readonly required: boolean;
  readonly schema: TypeDoc;
}
export interface HeaderDoc extends Described {
  readonly required: boolean;
  readonly schema: TypeDoc;
}
export interface BodyDoc extends Described {
  readonly required: boolean;
  readonly content: ContentDoc;
}
export interface ResponseDoc extends Described {
  readonly headers: { readonly [name: string]: HeaderDoc };
  readonly content: ContentDoc;
}
interface ContentDoc {
  readonly [mediaType: string]: Described & { readonly schema: TypeDoc };
}

/** An operation as the type printer's document has it. */
export function operationDocument(operation: Operation, builder: Builder): OperationDoc {
  const { body } = operation;
  return {
    operationId: ident(operation.names.value),
    parameters: operation.parameters.map((parameter) => parameterDocument(parameter, builder)),
    ...(body === undefined ? {} : { requestBody: bodyDocument(body, builder) }),
    responses: responsesDocument(operation, builder),
  };
}

/** An operation of which no response is described may give any, without a body that is known. */
function responsesDocument({ responses }: Operation, builder: Builder): OperationDoc["responses"] {
  if (responses.length === 0) return { default: { headers: {}, content: {} } };
  return Object.fromEntries(responses.map((response) => [statusKey(response.status, builder), responseDocument(response, builder)]));
}

/** "200" stays a number: integers come first in the model too. */
function statusKey(status: string, { tokens }: Builder): string {
  return /^[1-9]\d\d$/.test(status) ? status : tokens.key(status);
}

function parameterDocument(parameter: Parameter, builder: Builder): ParameterDoc | Reference {
  const { api, tokens, printer, inText, shared } = builder;
  const reference = { $ref: `#/components/parameters/${parameter.component ?? ""}` };
  if (parameter.component !== undefined && shared.parameters.has(parameter.component)) return reference;
  const built: ParameterDoc = {
    ...(parameter.in === "querystring" ? { in: "cookie", name: querystringToken } : { in: parameter.in, name: tokens.key(parameter.name) }),
    required: parameter.required,
    ...tokens.doc(valueDoc(api, parameter)),
    schema: printer.typeOf(parameter.schema, inText),
  };
  if (parameter.component === undefined || isShort(built.schema)) return built;
  shared.parameters.set(ident(parameter.component), built);
  return reference;
}

function bodyDocument(body: RequestBody, builder: Builder): BodyDoc | Reference {
  const { api, tokens, shared } = builder;
  const described = tokens.doc(proseDoc(api, body.doc));
  const build = (): BodyDoc => ({ required: body.required, ...described, content: contentDocument(body.contents, builder) });
  if (body.component === undefined) return build();
  if (!shared.requestBodies.has(body.component)) shared.requestBodies.set(ident(body.component), build());
  return { $ref: `#/components/requestBodies/${body.component}`, ...described };
}

function responseDocument(response: Response, builder: Builder): ResponseDoc | Reference {
  const { api, tokens, shared } = builder;
  const described = tokens.doc(proseDoc(api, response.doc));
  const build = (): ResponseDoc => ({
    ...described,
    headers: Object.fromEntries(response.headers.map((header) => [tokens.key(header.name), headerDocument(header, builder)])),
    content: contentDocument(response.contents, builder),
  });
  if (response.component === undefined) return build();
  if (!shared.responses.has(response.component)) shared.responses.set(ident(response.component), build());
  return { $ref: `#/components/responses/${response.component}`, ...described };
}

/** A shared header is never a reference itself: the printer takes those for required. */
function headerDocument(header: Header, builder: Builder): HeaderDoc {
  const { api, tokens, printer, inText, shared } = builder;
  const described = tokens.doc(valueDoc(api, header));
  const schema = printer.typeOf(header.schema, inText);
  if (header.component === undefined || isShort(schema)) return { required: header.required, ...described, schema };
  if (!shared.headers.has(header.component)) shared.headers.set(ident(header.component), { required: true, ...described, schema });
  return { required: header.required, ...described, schema: { $ref: `#/components/headers/${header.component}` } };
}

function contentDocument(contents: readonly Content[], builder: Builder): ContentDoc {
  const { api, tokens } = builder;
  return Object.fromEntries(
    contents.map((content) => {
      const doc = content.lifecycle === undefined ? {} : tokens.doc(proseDoc(api, { lifecycle: content.lifecycle }));
      return [tokens.key(content.mediaType), { ...doc, schema: contentType(content, builder) }];
    }),
  );
}

/** What a media type carries. Bytes are a `Blob` whatever the description calls them; text without a schema is a string. */
function contentType({ codec, schema }: Content, { printer, outside, inText }: Builder): TypeDoc {
  if (codec === "binary") return { type: "blob" };
  if (schema === undefined) return codec === "text" ? { type: "string" } : anything;
  return printer.typeOf(schema, codec === "form" || codec === "multipart" ? outside : inText);
}

/** Length up to which a shared type is repeated: `number` reads better than the way to it. */
const short = 60;

function isShort(type: TypeDoc): boolean {
  return JSON.stringify(type).length <= short;
}
