import { betweenWords } from "./letters.js";

/**
 * The name in a title: what is left without the words that say what kind of document it is. "GitHub v3 REST API" is "GitHub",
 * "Swagger Petstore - OpenAPI 3.0" is "Petstore". Undefined where nothing is left ("REST API", "OpenAPI definition"), and where a
 * title is a sentence rather than a name.
 */
export function nameInTitle(title: string): string | undefined {
  const said = title
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, " ")
    .split(separators)
    .flatMap((word) => (isVersion(word) ? [word] : word.split(".")))
    .map((word) => word.replace(/^-+|(?<!-)-+$/g, ""))
    .filter((word) => spoken.test(word));
  let [start, end] = [0, said.length];
  while (end > start && isTrailing(end - 2 < start ? "" : said[end - 2], said[end - 1])) end -= 1;
  while (start < end && leading.has(lower(said[start]))) start += 1;
  if (end - start > maxTitleWords) return undefined;
  const name = said.slice(start, end);
  if (name.every((word) => isOf(generic, word) || /^\d+$/.test(word))) return undefined;
  return name.join(" ");
}

const separators = new RegExp(`[\\x00-%*,/:-@[-\`{-\x7f()${betweenWords}]+`, "u");
const spoken = /[A-Za-z\d]|[^\x00-\x7f’]/;

/** Words; longer titles are sentences. */
const maxTitleWords = 5;

const leading = new Set("a an the swagger openapi".split(" "));

/** What kind of thing is described, at the end of a title. */
const kinds = new Set(
  "api apis rest restful http json openapi oas swagger fastapi spec specs specification specifications definition definitions description documentation document docs reference schema version".split(
    " ",
  ),
);

/** Words that name nothing by themselves, as generators of descriptions put them: "My API", "Web Service". */
const generic = new Set([
  ...leading,
  ...kinds,
  ..."my our your sample example demo test default untitled web public internal private backend server service services app application project main".split(
    " ",
  ),
]);

/** `before`: the word before the last one. */
function isTrailing(before = "", last = ""): boolean {
  return isVersion(last) || isOf(kinds, last) || (/^(?:\d+|services?|server)$/i.test(last) && isOf(kinds, before));
}

/** Whether a word, or each part of one such as "REST-API", is in a set. */
function isOf(set: ReadonlySet<string>, word: string): boolean {
  return lower(word)
    .split("-")
    .every((part) => set.has(part));
}

/** "v3", "1.0", "v2.1.0-beta". A number alone may be part of a name: "Route 53". */
function isVersion(word: string): boolean {
  return /^(?:v\d+(?:\.\d+)*|\d+(?:\.\d+)+)$/i.test(word);
}

function lower(word: string | undefined): string {
  return word?.toLowerCase() ?? "";
}
