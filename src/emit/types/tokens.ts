import { isList, type Json } from "../../source/source-file.js";
import type { DocText } from "../print/doc.js";

/**
 * Words of the description never meet the type printer: where one is more than plain letters, the document handed to it
 * holds a token of ours, and the token is exchanged for `literal()` or `typeKey()` text when its types are written. Comments
 * are tokens always.
 */
export interface Tokens {
  /** What stands for a string value: itself where it is plain. */
  readonly text: (value: string) => string;
  /** What stands for a key: itself where it is an identifier. Never an integer, which JavaScript would move to the front. */
  readonly key: (name: string) => string;
  /** What stands for a comment, if there is anything to say. */
  readonly doc: (content: DocText) => { readonly description?: string };
  /** What the tokens made so far, and those to be made, stand for. */
  readonly words: Words;
}

/** What tokens stand for. Plain JSON: types may be printed in another thread. */
export interface Words {
  readonly texts: readonly string[];
  readonly docs: readonly DocText[];
}

/** Name of the property that stands for an index signature. */
export const indexToken = "SUNDIAL_INDEX";
/** Name of the cookie that stands for the whole query string, which the type printer does not know as a location. */
export const querystringToken = "SUNDIAL_QUERYSTRING";

const ours = "SUNDIAL_";
const docToken = /SUNDIAL_DOC_(\d+)/;
const textToken = /^SUNDIAL_TEXT_(\d+)_$/;
const plainText = /^[ !#-)+-;=-[\]-~]*$/;
const plainKey = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

export function createTokens(): Tokens {
  const texts: string[] = [];
  const known = new Map<string, string>();
  const docs: DocText[] = [];
  const token = (value: string): string => {
    const old = known.get(value);
    if (old !== undefined) return old;
    const made = `${ours}TEXT_${texts.length}_`;
    texts.push(value);
    known.set(value, made);
    return made;
  };
  return {
    text: (value) => (plainText.test(value) && !value.includes(ours) ? value : token(value)),
    key: (name) => (plainKey.test(name) && name !== "__proto__" && !name.includes(ours) ? name : token(name)),
    doc: (content) => (isEmpty(content) ? {} : { description: `${ours}DOC_${docs.push(content) - 1}` }),
    words: { texts, docs },
  };
}

/** The token in a comment that was printed for it. */
export function docIn(comment: string): string | undefined {
  return docToken.exec(comment)?.[0];
}

/** The comment of a token of `Tokens.doc`. */
export function docAt(token: string, { docs }: Words): DocText | undefined {
  return docs[Number(docToken.exec(token)?.[1] ?? -1)];
}

/** What a token of `Tokens.text` or `Tokens.key` stands for; what is none stands for itself. */
export function wordOf(token: string, { texts }: Words): string {
  return token.startsWith(ours) ? (texts[Number(textToken.exec(token)?.[1] ?? -1)] ?? token) : token;
}

function isEmpty({ text, notes, tags }: DocText): boolean {
  return (text ?? []).every((paragraph) => (paragraph ?? "").trim() === "") && (notes ?? []).length === 0 && (tags ?? []).length === 0;
}

/** Of a JSON value: every string in it as `Tokens.text` has it, every key as `Tokens.key`. */
export function tokenised(value: Json, tokens: Tokens): Json {
  if (typeof value === "string") return tokens.text(value);
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map((item) => tokenised(item, tokens));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [tokens.key(key), tokenised(member, tokens)]));
}
