import { format } from "../../source/json-pointer.js";
import { decoded } from "../../source/percent-encoding.js";

/** An absolute reference, taken apart: the file's URI, and the fragment with its percent-encoding undone. */
export interface Target {
  readonly uri: string;
  readonly fragment: string;
  /** The fragment as written, where that differs: a name may have percent signs of its own. */
  readonly written?: string;
}

/** What a reference as written means at a place whose references are relative to `base`; `undefined` when it is no URI reference. */
export function parseReference(text: string, base: string): Target | undefined {
  const hash = text.indexOf("#");
  const path = hash < 0 ? text : text.slice(0, hash);
  const uri = path === "" ? base : absolute(path, base);
  const written = hash < 0 ? "" : text.slice(hash + 1);
  const fragment = decoded(written);
  if (uri === undefined) return undefined;
  return { uri: uri.replace(/#.*$/, ""), fragment, ...(written === fragment ? {} : { written }) };
}

function absolute(path: string, base: string): string | undefined {
  // stdin has no folder: only whole URIs mean something there, and `new URL` says so.
  return URL.canParse(path, base) ? new URL(path, base).href : undefined;
}

/** The one text for a reference to a place: the file's URI, "#", and the JSON Pointer, not percent-encoded. */
export function formatReference(uri: string, tokens: readonly string[]): string {
  return `${uri}#${format(tokens)}`;
}
