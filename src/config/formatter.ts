import { spellingSuggestion } from "../diagnostic/spelling-suggestion.js";
import { wordsOf, type FormatChoice } from "../format/formatter.js";
import type { ConfigReader } from "./config-reader.js";

/** Words that `format` takes. */
export const formatWords = ["auto", "prettier", "biome"] as const;

/** What a configuration says of the formatter of its output. */
export function readFormatter(reader: ConfigReader, root: Readonly<Record<string, unknown>>): FormatChoice | undefined {
  const written = root["format"];
  if (written === undefined || written === false) return written;
  const word = formatWords.find((each) => each === written);
  if (word !== undefined) return word;
  const command: unknown = typeof written === "object" && written !== null && "command" in written ? written.command : undefined;
  const words: unknown = typeof command === "string" ? wordsOf(command) : command;
  const given: readonly unknown[] = Array.isArray(words) ? words : [];
  const texts = given.filter((each): each is string => typeof each === "string" && each !== "");
  const [program, ...args] = texts;
  if (program !== undefined && texts.length === given.length) {
    reader.onlyKeys(written as Readonly<Record<string, unknown>>, ["command"], ["format"]); // it has a command
    return { words: [program, ...args] };
  }
  const meant = typeof written === "string" ? spellingSuggestion(written, formatWords) : undefined;
  const advice = 'Such as { command: "oxfmt --stdin-filepath={file}" }: a program that reads a text, and prints it.';
  reader.report(
    "config-invalid-value",
    ["format"],
    `must be ${formatWords.map((each) => JSON.stringify(each)).join(", ")}, { command } or false`,
    meant === undefined ? advice : `Did you mean ${meant}?`,
  );
  return undefined;
}
