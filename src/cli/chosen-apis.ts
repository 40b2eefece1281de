import type { ApiTarget } from "../config/config.js";
import type { Diagnostic, Outcome } from "../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../diagnostic/spelling-suggestion.js";
import { usage } from "./arguments.js";

/**
 * The APIs of a configuration that a command line is about, in the order of the configuration: those named and, of these, those that the filter
 * lets through; all when there is neither. `filter`: names with `*` and commas between; those behind `!` are left out.
 */
export function chosenApis(
  targets: readonly ApiTarget[],
  names: readonly string[],
  filter: string | undefined,
): Outcome<readonly ApiTarget[]> {
  const labels = targets.map(({ label }) => label);
  const unknown = names
    .filter((name) => !labels.includes(name))
    .map((name) => usage(`The configuration has no API ${JSON.stringify(name)}.`, advice(name, labels)));
  const named = names.length === 0 ? targets : targets.filter(({ label }) => names.includes(label));
  if (filter === undefined) return { value: unknown.length > 0 ? undefined : named, diagnostics: unknown };
  const words = wordsOf(filter);
  const empty = words.length === 0 ? [usage(`--filter ${JSON.stringify(filter)} names no API.`, `There are ${labels.join(", ")}.`)] : [];
  const diagnostics = [...unknown, ...empty, ...words.flatMap((word) => (labels.some(word.matches) ? [] : [matchesNothing(word, labels)]))];
  const [wanted, unwanted] = [words.filter(({ isLeftOut }) => !isLeftOut), words.filter(({ isLeftOut }) => isLeftOut)];
  const found = named.filter(
    ({ label }) => (wanted.length === 0 || wanted.some(({ matches }) => matches(label))) && !unwanted.some(({ matches }) => matches(label)),
  );
  if (diagnostics.length === 0 && found.length === 0)
    diagnostics.push(
      usage(`--filter ${JSON.stringify(filter)} leaves no API.`, `There are ${named.map(({ label }) => label).join(", ")}.`),
    );
  return { value: diagnostics.length > 0 ? undefined : found, diagnostics };
}

/** One word of a filter. */
interface FilterWord {
  readonly text: string;
  readonly isLeftOut: boolean;
  readonly matches: (label: string) => boolean;
}

function wordsOf(filter: string): readonly FilterWord[] {
  return filter
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "")
    .map((word): FilterWord => {
      const isLeftOut = word.startsWith("!");
      const text = isLeftOut ? word.slice(1).trim() : word;
      return { text, isLeftOut, matches: (label) => matchesPattern(label, text) };
    });
}

/** Whether a name is what a pattern with `*` says, in steps of at most their letters multiplied. */
function matchesPattern(label: string, pattern: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  if (others.length === 0) return label === pattern;
  const last = others.pop() ?? "";
  if (!label.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = label.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return label.length - last.length >= at && label.endsWith(last);
}

function matchesNothing({ text, isLeftOut }: FilterWord, labels: readonly string[]): Diagnostic {
  const word = JSON.stringify(`${isLeftOut ? "!" : ""}${text}`);
  return usage(`--filter ${word} matches no API of the configuration.`, advice(text.replaceAll("*", ""), labels));
}

function advice(name: string, labels: readonly string[]): string {
  const meant = spellingSuggestion(name, labels);
  return meant === undefined ? `It has ${labels.join(", ")}.` : `Did you mean ${meant}?`;
}
