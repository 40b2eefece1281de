import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin, Report } from "../../diagnostic/diagnostic.js";
import type { Resolved } from "../../openapi/resolve/resolved.js";
import { nameInTitle } from "./api-title.js";
import type { WrittenNames } from "./asked-names.js";
import type { Api } from "../ir/api.js";
import { kebabCase, pascalCase, shortHash, splitWords } from "./letter-case.js";
import { scripts } from "./letters.js";

/** What a configuration may say about names. */
export interface NameRules {
  /** The API's name: what `createPetstoreClient` is made of. Without it, the one in the description's title, else that of the file. */
  readonly name?: string | undefined;
  /**
   * What an output that exists was made as; programs use its names, so they stay. `name` is undefined where it was made before names were
   * recorded: the file's name went before the title then.
   */
  readonly previous?: { readonly name: string | undefined } | undefined;
  /** Names of single schemas and operations. */
  readonly names?: WrittenNames | undefined;
}

/** File names that say what kind of file it is, and not of which API. */
const kinds: ReadonlySet<string> = new Set(
  "openapi swagger index api apis spec specification schema root main bundle bundled dist public v1 v2 v3 stdin".split(" "),
);

/** The API's name in its three spellings. */
export function nameApi(resolved: Resolved, { name, previous }: NameRules, report: Report): Api["names"] {
  const { title } = resolved.document.info;
  const file = fromFile(resolved.root.uri);
  const said = nameInTitle(title);
  const described = namesOf([said, file, title]);
  const at = { file: resolved.root.uri, pointer: "/info/title" };
  if (name !== undefined) return told(name, "name", namesOf([name]), undefined, report);
  if (previous === undefined) return told(said, "title", described, at, report);
  const kept = namesOf([previous.name ?? file ?? title]);
  if (kept.stem !== described.stem)
    report(
      diagnostic("api-name-kept", `The API keeps the name ${kept.type}, as in the existing output.`, {
        at,
        hint: `A new output would call it ${described.type}: set \`name: "${described.stem}"\` to use that name, or \`name: "${kept.stem}"\` to keep it without this remark.`,
      }),
    );
  return kept;
}

/** The names of an API, after a remark where nothing of what it is called is in them. */
function told(
  called: string | undefined,
  what: "name" | "title",
  names: Api["names"],
  at: Origin | undefined,
  report: Report,
): Api["names"] {
  if (called === undefined || stemOf(called) !== "") return names;
  const message = `The API ${JSON.stringify(called)} is called "${names.type}" in generated code, because no part of its ${what} can be part of an identifier.`;
  const hint = `Give it a \`name\` in letters of ${scripts}.`;
  report(diagnostic("name-changed", message, { at, hint }));
  return names;
}

/** The names of an API that is called something, in a configuration or by a flag. */
export function namesOfApi(name: string): Api["names"] {
  return namesOf([name]);
}

/** Of the first text that has letters of names. */
function namesOf(texts: readonly (string | undefined)[]): Api["names"] {
  const [text = ""] = [...texts.filter((each) => each !== undefined && stemOf(each) !== ""), texts.at(-1)];
  const stem = stemOf(text);
  const usable = stem === "" ? `api-${shortHash(text)}` : stem;
  const type = pascalCase(usable);
  const value = type.charAt(0).toLowerCase() + type.slice(1);
  // Where letters have no case, `日本Paths` would be a type and a function.
  return { stem: usable, type, value: value === type ? `api${type}` : value };
}

function stemOf(text: string): string {
  return clip(kebabCase(text).replace(/^\d/, "api-$&"));
}

function fromFile(uri: string): string | undefined {
  const file = /(?<![^/\\:])[^/\\:]+$/.exec(uri.replace(/[?#].*/s, ""))?.[0] ?? "";
  const stem = decoded(file)
    .replace(/\.(?:ya?ml|json)$/i, "")
    .replace(/[.\-_](?:openapi|swagger)$/i, "");
  const said = splitWords(stem);
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
