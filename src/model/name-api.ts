import type { Resolved } from "../openapi/resolved.js";
import type { Api } from "./types.js";
import { kebabCase, pascalCase, shortHash, words } from "./words.js";

/** What a configuration may say about names. */
export interface NameRules {
  /** The API's name: what `createPetstoreClient` is made of. Without it, that of the file, else the description's title. */
  readonly name?: string | undefined;
}

/** File names that say what kind of file it is, and not of which API. */
const kinds: ReadonlySet<string> = new Set(
  "openapi swagger index api apis spec specification schema root main bundle bundled dist public v1 v2 v3 stdin".split(" "),
);

/** The API's name in its three spellings. */
export function nameApi(resolved: Resolved, rules: NameRules): Api["names"] {
  const text = rules.name ?? fromFile(resolved.root.uri) ?? resolved.document.info.title;
  const stem = clip(kebabCase(text).replace(/^\d/, "api-$&"));
  const usable = stem === "" ? `api-${shortHash(text)}` : stem;
  const type = pascalCase(usable);
  return { stem: usable, type, value: type.charAt(0).toLowerCase() + type.slice(1) };
}

function fromFile(uri: string): string | undefined {
  const file = /([^/\\:]+)$/.exec(uri.replace(/[?#].*$/, ""))?.[1] ?? "";
  const stem = decoded(file)
    .replace(/\.(?:ya?ml|json)$/i, "")
    .replace(/[.\-_](?:openapi|swagger)$/i, "");
  const said = words(stem);
  return said.length === 0 || said.every((word) => kinds.has(word.toLowerCase()) || /^v?\d+$/i.test(word)) ? undefined : stem;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone "%" is part of the name.
    return text;
  }
}

function clip(stem: string): string {
  return stem.length <= 60 ? stem : stem.slice(0, 60).replace(/-[^-]*$/, "");
}
