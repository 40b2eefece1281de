import { pathToFileURL } from "node:url";
import { diagnostic, type DiagnosticCode } from "../diagnostic/catalogue.js";
import type { Diagnostic, Origin } from "../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../diagnostic/spelling-suggestion.js";
import { format } from "../source/json-pointer.js";

/** Reads values of unknown type, and collects what is wrong with them. A class, because the collecting is its state. */
export class ConfigReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly path: string;
  private readonly uri: string;
  private readonly whole: string;
  private readonly moved: ReadonlyMap<string, string>;

  /** `whole`: what all of it is called in messages. `moved`: what is said of keys that have another place now. */
  constructor(
    path: string,
    uri: string = pathToFileURL(path).href,
    whole = "The configuration",
    moved: ReadonlyMap<string, string> = new Map(),
  ) {
    this.path = path;
    this.uri = uri;
    this.whole = whole;
    this.moved = moved;
  }

  report(code: DiagnosticCode, at: readonly string[], what: string, hint?: string, on?: "key"): void {
    const subject = at.length === 0 ? this.whole : `\`${at.join(".")}\``;
    this.diagnostics.push(
      diagnostic(code, `${subject} ${what}.`, { at: { ...this.place(at), ...(on === undefined ? {} : { on }) }, hint }),
    );
  }

  place(at: readonly string[]): Origin {
    return { file: this.uri, pointer: format(at) };
  }

  record(value: unknown, at: readonly string[], advice?: string): Readonly<Record<string, unknown>> | undefined {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>; // checked right here
    const hint = typeof value === "function" ? "Call it: `export default defineConfig({ … })` exports the object itself." : advice;
    this.report("config-invalid-value", at, `must be an object, and is ${kindOf(value)}`, hint);
    return undefined;
  }

  onlyKeys(value: Readonly<Record<string, unknown>>, known: readonly string[], at: readonly string[], advice?: string): void {
    for (const key of Object.keys(value)) {
      if (known.includes(key)) continue;
      const moved = this.moved.get([...at, key].join("\0"));
      const meant = spellingSuggestion(key, known);
      this.report(
        "config-unknown-key",
        [...at, key],
        moved === undefined ? "is not a known key" : "has another place now",
        moved ?? (meant === undefined ? (advice ?? `Known keys are ${known.join(", ")}.`) : `Did you mean \`${meant}\`?`),
        "key",
      );
    }
  }

  text(value: Readonly<Record<string, unknown>>, key: string, at: readonly string[]): string | undefined {
    if (value[key] === undefined) this.report("config-invalid-value", [...at, key], "is required, and must be a string");
    return this.optionalText(value, key, at);
  }

  optionalText(value: Readonly<Record<string, unknown>>, key: string, at: readonly string[]): string | undefined {
    const found = value[key];
    if (found === undefined || (typeof found === "string" && found.trim() !== "")) return found;
    this.report("config-invalid-value", [...at, key], `must be a string, and is ${found === "" ? "empty" : kindOf(found)}`);
    return undefined;
  }

  flag(value: Readonly<Record<string, unknown>>, key: string, at: readonly string[], hint?: string): boolean | undefined {
    const found = value[key];
    if (found === undefined || typeof found === "boolean") return found;
    this.report("config-invalid-value", [...at, key], `must be true or false, and is ${kindOf(found)}`, hint);
    return undefined;
  }

  words<T extends string>(
    value: Readonly<Record<string, unknown>>,
    key: string,
    at: readonly string[],
    known: readonly string[],
    isKnown: (word: string) => word is T,
  ): readonly T[] | undefined {
    const found = value[key];
    if (found === undefined) return undefined;
    if (!Array.isArray(found)) {
      const hint = typeof found === "string" ? `Write ${key}: [${JSON.stringify(found)}].` : undefined;
      this.report("config-invalid-value", [...at, key], `must be a list, and is ${kindOf(found)}`, hint);
      return undefined;
    }
    const words: T[] = [];
    for (const word of found as readonly unknown[]) {
      if (typeof word === "string" && isKnown(word)) words.push(word);
      else this.reportWord(word, key, at, known);
    }
    return words;
  }

  word<T extends string>(value: Readonly<Record<string, unknown>>, key: string, at: readonly string[], known: readonly T[]): T | undefined {
    const found = value[key];
    const word = known.find((each) => each === found);
    if (word === undefined && found !== undefined) this.reportWord(found, key, at, known);
    return word;
  }

  private reportWord(word: unknown, key: string, at: readonly string[], known: readonly string[]): void {
    const meant = typeof word === "string" ? spellingSuggestion(word, known) : undefined;
    const hint =
      meant === undefined
        ? known.length > 8
          ? "`sundial explain` lists them."
          : `It takes ${known.join(", ")}.`
        : `Did you mean \`${meant}\`?`;
    this.report(
      "config-invalid-value",
      [...at, key],
      `does not take ${typeof word === "string" ? JSON.stringify(word) : kindOf(word)}`,
      hint,
    );
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "undefined" ? "missing" : `a ${typeof value === "string" ? "string" : typeof value}`;
}
