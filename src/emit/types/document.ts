import type { Api, NamedSchema } from "../../model/ir/types.js";
import type { TypeDoc } from "./algebra.js";
import { propertyDoc } from "./type-doc.js";
import type { SchemaPrinter } from "./object.js";
import {
  operationDocument,
  type BodyDoc,
  type Builder,
  type HeaderDoc,
  type OperationDoc,
  type ParameterDoc,
  type ResponseDoc,
} from "./operation.js";
import { typeOf } from "./schema.js";
import { createTokens, type Words } from "./tokens.js";

/** An OpenAPI document for the type printer: plain JSON, in which every name is ours and every other word plain or a token. */
export interface TypesDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string };
  /** One path per operation, named after it; the real paths are not the printer's business. */
  readonly paths: { readonly [path: string]: { readonly post: OperationDoc } };
  readonly components: {
    readonly schemas: { readonly [name: string]: TypeDoc };
    readonly responses: { readonly [name: string]: ResponseDoc };
    readonly parameters: { readonly [name: string]: ParameterDoc };
    readonly requestBodies: { readonly [name: string]: BodyDoc };
    readonly headers: { readonly [name: string]: HeaderDoc };
  };
}

/** What the types of an API are printed of: a document, and what the tokens in it stand for. Both are plain JSON. */
export function typesRequest(api: Api): { readonly document: TypesDocument; readonly words: Words } {
  const builder = createBuilder(api);
  const { shared, tokens } = builder;
  const schemas = typedSchemas(api).map(({ names, schema }) => [names.type, typeOf(schema, builder.outside, builder.printer)] as const);
  const operations = [...api.operations, ...api.webhooks].map(
    (operation) => [`/${operation.names.value}`, { post: operationDocument(operation, builder) }] as const,
  );
  const document: TypesDocument = {
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: Object.fromEntries(operations),
    components: {
      schemas: Object.fromEntries(schemas),
      responses: Object.fromEntries(shared.responses),
      parameters: Object.fromEntries(shared.parameters),
      requestBodies: Object.fromEntries(shared.requestBodies),
      headers: Object.fromEntries(shared.headers),
    },
  };
  return { document, words: tokens.words };
}

/** Every schema that has a type: each followed by what it is once its defaults are filled in, then the bodies without a name of which the same is said. */
export function typedSchemas({ schemas, parsed }: Api): readonly NamedSchema[] {
  const followed = [...schemas.values()].flatMap((named) => {
    const form = named.parsed === undefined ? undefined : parsed.get(named.parsed);
    return form === undefined ? [named] : [named, form];
  });
  const met = new Set(followed);
  return [...followed, ...[...parsed.values()].filter((form) => !met.has(form))];
}

function createBuilder(given: Api): Builder {
  // References lead to either kind.
  const api: Api = { ...given, schemas: new Map([...given.schemas, ...given.parsed]) };
  const tokens = createTokens();
  const printer: SchemaPrinter = {
    api,
    tokens,
    typeOf: (schema, place) => typeOf(schema, place, printer),
    docOf: (property) => tokens.doc(propertyDoc(api, property)),
  };
  return {
    api,
    tokens,
    printer,
    outside: { bytes: true, declared: () => undefined },
    inText: { bytes: false, declared: () => undefined },
    shared: { responses: new Map(), parameters: new Map(), requestBodies: new Map(), headers: new Map() },
  };
}
