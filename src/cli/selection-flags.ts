import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../diagnostic/spelling-suggestion.js";
import type { OperationFilter, WrittenFilter } from "../openapi/selection/selection.js";
import { usage } from "./arguments.js";

/** What a word of --include and --exclude may be about, and the member of a filter that it stands for. */
const kinds = { tag: "tags", operation: "operations", path: "paths", method: "methods" } as const satisfies Record<
  string,
  keyof OperationFilter
>;

type Kind = keyof typeof kinds;

const kindNames = Object.keys(kinds) as readonly Kind[]; // the keys of the record above

const takes =
  "It takes words such as tag:pets, operation:list*, path:/pets/**, method:get, deprecated and x-internal, with commas between them; `\\,` is a comma in a word.";

/** The filter that a flag says: words of one kind are alternatives, and those of different kinds have to hold together. */
export function filtersOfFlag(
  flag: "--include" | "--exclude",
  text: string | undefined,
  diagnostics: Diagnostic[],
): readonly WrittenFilter[] | undefined {
  if (text === undefined) return undefined;
  const words = wordsOf(text);
  const lists = new Map<keyof OperationFilter, string[]>();
  const add = (member: keyof OperationFilter, value: string): void => {
    if (lists.get(member)?.push(value) === undefined) lists.set(member, [value]);
  };
  for (const word of words) {
    const [, written = "", value = ""] = /^([a-z]+):(.+)$/s.exec(word) ?? [];
    const kind = kindNames.find((each) => each === written);
    if (kind !== undefined) add(kinds[kind], value);
    else if (/^x-[^=]+$/.test(word)) add("extensions", word);
    else if (word !== "deprecated") diagnostics.push(wrongWord(flag, word, written));
  }
  const value: OperationFilter = { ...Object.fromEntries(lists), ...(words.includes("deprecated") ? { deprecated: true } : {}) };
  return [{ value, name: flag }];
}

/** The words between commas. A backslash before a comma, or before another backslash, makes it a letter of its word. */
function wordsOf(text: string): readonly string[] {
  return text.split(/(?<=(?<!\\)(?:\\\\)*),/).map((word) => word.trim().replace(/\\([\\,])/g, "$1"));
}

const escaped = (word: string): string => word.replace(/[\\,]/g, "\\$&");

function wrongWord(flag: string, word: string, written: string): Diagnostic {
  if (word.startsWith("x-"))
    return usage(`${flag} takes extensions without a value.`, "In a configuration, `extensions` takes values, too.");
  const meant = spellingSuggestion(written, kindNames);
  return usage(
    `${flag} does not take ${JSON.stringify(word)}.`,
    meant === undefined ? takes : `Did you mean ${meant}:${word.slice(written.length + 1)}?`,
  );
}

/** The words of a flag that says a filter. */
export function flagOfFilters(filters: readonly WrittenFilter[]): string {
  const words = filters.flatMap(({ value }) => [
    ...kindNames.flatMap((kind) => (value[kinds[kind]] ?? []).map((each) => `${kind}:${each}`)),
    ...(value.deprecated === true ? ["deprecated"] : []),
    ...(Array.isArray(value.extensions) ? (value.extensions as readonly string[]) : []), // a flag has no others
  ]);
  return words.map(escaped).join(",");
}
