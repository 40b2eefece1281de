import { spellingSuggestion } from "../diagnostic/spelling-suggestion.js";
import { wordsOf, type FormatSetting } from "../format/formatter.js";
import type { ConfigReader } from "./config-reader.js";

/** Words that `format` takes. */
export const formatWords = ["auto", "prettier", "biome"] as const;

/** What a configuration says of the formatter of its output. */
export function readFormatter(reader: ConfigReader, root: Readonly<Record<string, unknown>>): FormatSetting | undefined {
  const written = root["format"];
  if (written === undefined || written === false) return written;
  const word = formatWords.find((each) => each === written);
  if (word !== undefined) return word;
  const command: unknown = typeof written === "object" && written !== null && "command" in written ? written.command : undefined;
  const words = typeof command === "string" ? wordsOf(command) : command;
  if (Array.isArray(words) && words.length > 0 && words.every((each) => typeof each === "string" && each !== "")) {
    reader.onlyKeys(written as Readonly<Record<string, unknown>>, ["command"], ["format"]); // it has a command
    return { command: words as readonly string[] }; // as was asked
  }
  const meant = typeof written === "string" ? spellingSuggestion(written, formatWords) : undefined;
  const advice = 'Such as { command: "dprint fmt --stdin {file}" }: a program that reads a text, and prints it.';
  reader.report(
    "config-invalid-value",
    ["format"],
    `must be ${formatWords.map((each) => JSON.stringify(each)).join(", ")}, { command } or false`,
    meant === undefined ? advice : `Did you mean ${meant}?`,
  );
  return undefined;
}
