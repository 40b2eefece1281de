import { parse } from "../../source/json-pointer.js";

/** What to call the place a reference leads to. */
export interface RefName {
  /** In words: "Pet", "Pet owner" for a place inside one, the file's stem for a whole file. */
  readonly last: string;
  /** What stands around it, nearest first, to tell two of a name apart: the schema it is defined in, the file, its folder. */
  readonly parents: readonly string[];
}

/** Keys that say where in a document something stands, and nothing about what it is. */
const structure: ReadonlySet<string> = new Set(
  "components schemas $defs definitions properties patternProperties content schema responses parameters requestBodies requestBody headers paths".split(
    " ",
  ),
);
/** Keys after which the next token is a name of the author's, whatever it spells. */
const namers: ReadonlySet<string> = new Set(
  "schemas $defs definitions properties patternProperties responses parameters requestBodies headers dependentSchemas pathItems".split(" "),
);
const positions: ReadonlyMap<string, string> = new Map([
  ["items", "item"],
  ["prefixItems", "item"],
  ["additionalProperties", "value"],
  ["allOf", "part"],
  ["anyOf", "option"],
  ["oneOf", "option"],
]);

/** Names references into files by where these are published: the name of a copy is nobody's choice. */
export function refNames(files: readonly { readonly uri: string; readonly base?: string }[]): (ref: string) => RefName {
  const bases = new Map(files.map(({ uri, base = uri }) => [uri, base]));
  return (ref) => refName(ref.replace(/^[^#]*/, (uri) => bases.get(uri) ?? uri));
}

/** Names a reference by its last words; a place inside a named thing is named after both. */
export function refName(ref: string): RefName {
  const hash = ref.indexOf("#");
  const uri = hash < 0 ? ref : ref.slice(0, hash);
  const tokens = hash < 0 ? [] : (parse(ref.slice(hash + 1)) ?? [ref.slice(hash + 1)]);
  const [file, folder] = fileWords(uri);
  if (tokens.length === 0) return { last: file, parents: [folder] };
  const named = meaningful(tokens);
  if (named.length === 0) return { last: file, parents: [folder] };
  const definitions = lastIndexOfAny(tokens, ["$defs", "definitions", "schemas"]);
  if (definitions > 0 && definitions === tokens.length - 2) {
    const owner = meaningful(tokens.slice(0, definitions)).join(" ");
    return { last: tokens.at(-1) ?? file, parents: [...(owner === "" ? [] : [owner]), file, `${folder} ${file}`] };
  }
  return { last: named.join(" "), parents: [file, `${folder} ${file}`] };
}

/** The tokens that say what a thing is, in words. */
function meaningful(tokens: readonly string[]): readonly string[] {
  const result: string[] = [];
  let before: "namer" | "content" | "position" | undefined;
  for (const token of tokens) {
    const [kind, at] = [before, positions.get(token)];
    before = undefined;
    if (kind === "content") continue;
    if (kind === "namer") result.push(token);
    else if (kind === "position" && /^\d+$/.test(token)) result.push(String(Number(token) + 1));
    else {
      before = namers.has(token) ? "namer" : token === "content" ? "content" : at === undefined ? undefined : "position";
      if (at !== undefined) result.push(at);
      else if (!structure.has(token)) result.push(token);
    }
  }
  return result;
}

function lastIndexOfAny(tokens: readonly string[], keys: readonly string[]): number {
  for (let index = tokens.length - 1; index >= 0; index -= 1) if (keys.includes(tokens[index] ?? "")) return index;
  return -1;
}

/** The stem of a file's name and that of its folder, percent-encoding undone. */
function fileWords(uri: string): readonly [string, string] {
  const segments = uri
    .replace(/^[a-z][a-z0-9+.-]*:\/*/i, "")
    .split("/")
    .map(decoded);
  const stem = (segments.at(-1) ?? "").replace(/\.(?:ya?ml|json)$/i, "").replace(/\.(?:schema|openapi)$/i, "");
  return [stem, segments.at(-2) ?? ""];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone "%" is part of the name.
    return text;
  }
}
