import type { Api } from "../../model/ir/api.js";
import type { Header, Parameter, RequestBody, Response } from "../../model/ir/operation.js";
import type { NamedSchema, Schema } from "../../model/ir/schema.js";
import { typeKeys } from "../../model/names/type-keys.js";
import { code, empty, ident, typeKey, type Code } from "../print/code.js";
import type { DocText } from "../print/doc.js";
import { createDeclarationWriter, type DeclarationWriter } from "./declaration-writer.js";
import type { TypeBuilder } from "./object-type.js";
import { writeBody, writeHeader, writeOperation, writeParameter, writeResponse, type Section } from "./operation-types.js";
import { writeType } from "./print-type.js";
import { inForm } from "./schema-facts.js";
import { typeOf } from "./schema-type.js";
import { anything } from "./type-node.js";
import { proseDoc, schemaDoc, sharedDoc, valueDoc } from "./type-doc.js";

/** What builds the types of an API: references lead to schemas as they are sent, or as they are with their defaults filled in. */
export function createTypeBuilder(given: Api, areTold: boolean): TypeBuilder {
  const api: Api = { ...given, schemas: new Map([...given.schemas, ...given.parsed]) };
  const open = new Set<Schema>();
  const builder: TypeBuilder = {
    api,
    areTold,
    typeOf: (schema, context) => typeOf(schema, context, builder),
    typeOfDeclared: (schema, context) => {
      if (open.has(schema)) return anything;
      open.add(schema);
      const type = typeOf(schema, context, builder);
      open.delete(schema);
      return type;
    },
    docOf: ({ name, schema }) => schemaDoc(api, schema, name),
  };
  return builder;
}

/** Every schema that has a type: each followed by what it is once its defaults are filled in, then the bodies without a name of which the same is said. */
export function typedSchemas({ schemas, parsed }: Api): readonly NamedSchema[] {
  const followed = [...schemas.values()].flatMap((named) => {
    const form = named.parsed === undefined ? undefined : parsed.get(named.parsed);
    return form === undefined ? [named] : [named, form];
  });
  const known = new Set(followed);
  return [...followed, ...[...parsed.values()].filter((form) => !known.has(form))];
}

/** `export type Pet = …;` */
export function schemaDeclaration({ names, schema }: NamedSchema, builder: TypeBuilder): Code {
  const to = createDeclarationWriter(code`export type ${ident(names.type)} = `);
  writeType(builder.typeOf(schema, inForm), to);
  return to.text(";");
}

/** `export interface operations { … }`; nothing where there is none. */
export function operationsDeclaration(builder: TypeBuilder, count?: (line: string) => void): Code {
  const { operations, webhooks } = builder.api;
  if (operations.length + webhooks.length === 0) return empty;
  const to = createDeclarationWriter(code`export interface operations `, count);
  to.open();
  for (const operation of [...operations, ...webhooks]) writeOperation(operation, builder, to);
  to.close();
  return to.text("");
}

/** `export interface components { … }`; nothing where nothing has a name. */
export function componentsDeclaration(schemas: readonly NamedSchema[], builder: TypeBuilder, count?: (line: string) => void): Code {
  const { api } = builder;
  const shared = collectComponents(api);
  if (schemas.length === 0 && Object.values(shared).every(({ size }) => size === 0)) return empty;
  const keys = typeKeys(
    schemas,
    ({ wireName }) => wireName,
    ({ names: { type } }) => type,
  );
  const to = createDeclarationWriter(code`export interface components `, count);
  to.open();
  writeSection(
    "schemas",
    new Map(schemas.map((named) => [keys.get(named) ?? named.names.type, named])),
    // The rest stands at the type: only that it will be removed is worth saying wherever it is named.
    ({ schema }) => sharedDoc(api, schema.doc.lifecycle),
    ({ names: { type } }) => {
      to.write(ident(type));
    },
    to,
  );
  writeSection(
    "responses",
    shared.responses,
    ({ doc }) => proseDoc(api, doc),
    (response) => {
      writeResponse(response, builder, to);
    },
    to,
  );
  writeSection(
    "parameters",
    shared.parameters,
    (parameter) => valueDoc(api, parameter),
    (parameter) => {
      writeParameter(parameter, builder, to);
    },
    to,
  );
  writeSection(
    "requestBodies",
    shared.requestBodies,
    ({ doc }) => proseDoc(api, doc),
    (body) => {
      writeBody(body, builder, to);
    },
    to,
  );
  writeSection(
    "headers",
    shared.headers,
    (header) => valueDoc(api, header),
    (header) => {
      writeHeader(header, builder, to);
    },
    to,
  );
  to.close();
  return to.text("");
}

function writeSection<T>(
  name: "schemas" | Section,
  entries: ReadonlyMap<string, T>,
  docOf: (value: T) => DocText | undefined,
  write: (value: T) => void,
  to: DeclarationWriter,
): void {
  if (entries.size === 0) return;
  to.member(ident(name));
  to.open();
  for (const [key, value] of entries) {
    to.member(typeKey(key), docOf(value));
    write(value);
    to.endMember();
  }
  to.close();
  to.endMember();
}

interface SharedComponents {
  readonly responses: ReadonlyMap<string, Response>;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly requestBodies: ReadonlyMap<string, RequestBody>;
  readonly headers: ReadonlyMap<string, Header>;
}

/** What operations refer to by a name, in the order in which they first do. */
function collectComponents({ operations, webhooks }: Api): SharedComponents {
  const responses = new Map<string, Response>();
  const parameters = new Map<string, Parameter>();
  const requestBodies = new Map<string, RequestBody>();
  const headers = new Map<string, Header>();
  const collectHeaders = (response: Response): void => {
    for (const header of response.headers) addNew(headers, header.component, header);
  };
  for (const operation of [...operations, ...webhooks]) {
    for (const parameter of operation.parameters) addNew(parameters, parameter.component, parameter);
    if (operation.body !== undefined) addNew(requestBodies, operation.body.component, operation.body);
    for (const response of operation.responses) {
      if (response.component === undefined || addNew(responses, response.component, response)) collectHeaders(response);
    }
  }
  return { responses, parameters, requestBodies, headers };
}

/** Adds what has a name that is not there yet; returns whether it did. */
function addNew<T>(entries: Map<string, T>, name: string | undefined, value: T): boolean {
  if (name === undefined || entries.has(name)) return false;
  entries.set(name, value);
  return true;
}
