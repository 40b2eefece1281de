import { format } from "../../source/json-pointer.js";
import { decoded } from "../../source/percent-encoding.js";

/** An absolute reference, taken apart: the file's URI, and the fragment with its percent-encoding undone. */
export interface Target {
  readonly uri: string;
  readonly fragment: string;
  /** The fragment as written, where that differs: a name may have percent signs of its own. */
  readonly written?: string;
}

/** `defs.yml/#/Pet`: what references in the file are relative to would be a folder of its name. */
const slashBehindFile = /(\.(?:json|ya?ml))\/+$/i;

/** The same reference without a slash between a file and its fragment; `undefined` where it has none. */
export function withoutSlash(text: string): string | undefined {
  const [path = ""] = text.split("#", 1);
  return slashBehindFile.test(path) ? path.replace(slashBehindFile, "$1") + text.slice(path.length) : undefined;
}

/** What a reference as written means at a place whose references are relative to `base`; `undefined` when it is no URI reference. */
export function parseReference(text: string, base: string): Target | undefined {
  const hash = text.indexOf("#");
  const path = (hash < 0 ? text : text.slice(0, hash)).replace(slashBehindFile, "$1");
  const uri = path === "" ? base : absolute(path, base);
  const written = hash < 0 ? "" : text.slice(hash + 1);
  const fragment = decoded(written);
  if (uri === undefined) return undefined;
  return { uri: uri.replace(/#.*/s, ""), fragment, ...(written === fragment ? {} : { written }) };
}

function absolute(path: string, base: string): string | undefined {
  // stdin has no folder: only whole URIs mean something there, and `new URL` says so.
  if (!URL.canParse(path, base)) return undefined;
  const url = new URL(path, base);
  // A file has no query: with another one it would be a file of its own, and each of its schemas there twice.
  if (url.protocol === "file:") url.search = "";
  return url.href;
}

/** The one text for a reference to a place: the file's URI, "#", and the JSON Pointer, not percent-encoded. */
export function formatReference(uri: string, tokens: readonly string[]): string {
  return `${uri}#${format(tokens)}`;
}
