import { writtenTypes, type PrintedTypes } from "./adapter.js";
import type { TypesDocument } from "./document.js";
import type { Words } from "./tokens.js";

export type { PrintedTypes } from "./adapter.js";

/** What types are printed of: a document, and what the tokens in it stand for. */
export interface TypesRequest {
  readonly document: TypesDocument;
  readonly words: Words;
}

/** A pure function of what can be sent to what can be sent: it may run in a thread of its own. */
export function printTypes({ document, words }: TypesRequest): PrintedTypes {
  return writtenTypes(document, words);
}
