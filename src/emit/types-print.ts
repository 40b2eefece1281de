import { ident, type Code } from "./code.js";
import { rawTypes } from "./types-adapter.js";
import type { TypesDocument } from "./types-document.js";
import { finishTypes } from "./types-text.js";
import type { Words } from "./types-tokens.js";

/** What types are printed of: a document, and what the tokens in it stand for. */
export interface TypesRequest {
  readonly document: TypesDocument;
  readonly words: Words;
}

/** Declarations as they stand in the output. */
export interface PrintedTypes {
  /** By the name of its type, the declaration of each schema. */
  readonly schemas: ReadonlyMap<string, Code>;
  /** `export interface components { … }`, or nothing. */
  readonly components: Code;
  /** `export interface operations { … }`, or nothing. */
  readonly operations: Code;
}

/** A pure function of what can be sent to what can be sent: it may run in a thread of its own. */
export function printTypes({ document, words }: TypesRequest): PrintedTypes {
  const { schemas, components, operations } = rawTypes(document);
  return {
    schemas: new Map(schemas.map(({ name, type }) => [name, finishTypes(`export type ${ident(name)} = ${type};`, words)])),
    components: finishTypes(components, words),
    operations: finishTypes(operations, words),
  };
}
