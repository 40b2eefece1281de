import { fileURLToPath } from "node:url";
import { catalogue, type DiagnosticCode } from "../diagnostic/catalogue.js";
import type { Diagnostic, Origin, Position } from "../diagnostic/diagnostic.js";
import type { ShownFile } from "../source/source-file.js";
import type { DeprecatedOperation } from "./deprecations.js";
import type { ApiCounts } from "./summary.js";

/** What a run without errors had to say of an output, besides what its manifest says. */
export interface PreviousRun {
  /** What it depends on, as a hash. */
  readonly key: string;
  /** URIs of the files of the description, root first. */
  readonly sources: readonly string[];
  /** Warnings and remarks, before any is silenced. */
  readonly diagnostics: readonly Diagnostic[];
  readonly figures: ApiCounts;
  /** Where handlers are wanted: a hash of the files that lacked none, and what there was to say of them. */
  readonly handlers: { readonly files: string; readonly diagnostics: readonly Diagnostic[] } | null;
  /** Line and column of places in the sources. */
  readonly positions: readonly SavedPosition[];
  /** The lines that messages show; null where one is too long, and has to be read from its file. */
  readonly lines: readonly SavedLine[] | null;
}

type SavedPosition = Position & Pick<Origin, "pointer" | "on">;

interface SavedLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** UTF-16 units up to which a line is kept: of a minified file, one line is all of it. */
const maxLineLength = 1000;

/** Line and column of every place that diagnostics have in the files read. */
export function positionsOf(diagnostics: readonly Diagnostic[], sources: readonly ShownFile[]): readonly SavedPosition[] {
  const byUri = new Map(sources.map((source) => [source.uri, source]));
  const found = new Map<string, SavedPosition>();
  for (const { at, related = [] } of diagnostics) {
    for (const place of [at, ...related.map((each) => each.at)]) {
      const source = place !== undefined && "pointer" in place ? byUri.get(place.file) : undefined;
      if (place === undefined || !("pointer" in place) || source === undefined) continue;
      const name = placeKey(place);
      if (found.has(name)) continue;
      const { line, column } = source.locate(place.pointer, place.on);
      found.set(name, { file: place.file, pointer: place.pointer, ...(place.on && { on: place.on }), line, column });
    }
  }
  return [...found.values()];
}

/** The line that each diagnostic is about, and the one before it; null where one is too long to be kept. */
export function savedLinesOf(diagnostics: readonly Diagnostic[], sources: readonly ShownFile[]): readonly SavedLine[] | null {
  const byUri = new Map(sources.map((source) => [source.uri, source]));
  const found = new Map<string, SavedLine>();
  for (const { at } of diagnostics) {
    const source = at === undefined ? undefined : byUri.get(at.file);
    if (at === undefined || source === undefined) continue;
    const { line: own } = "line" in at ? at : source.locate(at.pointer, at.on);
    for (const line of [own - 1, own]) {
      const text = source.line(line);
      if (text !== undefined && text.length > maxLineLength) return null;
      if (text !== undefined) found.set(lineKey(at.file, line), { file: at.file, line, text });
    }
  }
  return [...found.values()];
}

/** `ShownFile.line` from what is known. */
export function linesFrom(lines: readonly SavedLine[], file: string): ShownFile["line"] {
  const known = new Map(lines.map((each) => [lineKey(each.file, each.line), each.text]));
  return (line) => known.get(lineKey(file, line));
}

function lineKey(file: string, line: number): string {
  return `${file}:${String(line)}`;
}

/** `ShownFile.locate` from what is known; a place that is not starts the file. */
export function locatorFrom(positions: readonly SavedPosition[], file: string): ShownFile["locate"] {
  const known = new Map(positions.map((each) => [placeKey(each), each]));
  return (pointer, on) => {
    const { line, column } = known.get(placeKey({ file, pointer, on })) ?? { line: 1, column: 1 };
    return { file, line, column };
  };
}

function placeKey({
  file,
  pointer,
  on = "",
}: {
  readonly file: string;
  readonly pointer: string;
  readonly on?: string | undefined;
}): string {
  return `${on} ${file}#${pointer}`;
}

/** The run that a value holds, which may be anything; undefined when it is not shaped like one in every part. */
export function parsePreviousRun(value: unknown): PreviousRun | undefined {
  const isRun =
    isRecord(value) &&
    typeof value["key"] === "string" &&
    isListOf(value["sources"], isUri) &&
    isListOf(value["diagnostics"], isDiagnostic) &&
    isApiCounts(value["figures"]) &&
    (value["handlers"] === null || isHandlers(value["handlers"])) &&
    isListOf(value["positions"], (each) => isPosition(each) && isPointer(each)) &&
    (value["lines"] === null || isListOf(value["lines"], isLine));
  return isRun ? (value as unknown as PreviousRun) : undefined; // every part was looked at
}

function isDiagnostic(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { code, severity, message, hint, at, related } = value;
  return (
    isCode(code) &&
    (severity === "warning" || severity === "info") &&
    typeof message === "string" &&
    isTextOrAbsent(hint) &&
    (at === undefined || isPlace(at)) &&
    (related === undefined || isListOf(related, (each) => isRecord(each) && typeof each["message"] === "string" && isPlace(each["at"])))
  );
}

function isCode(value: unknown): value is DiagnosticCode {
  return typeof value === "string" && Object.hasOwn(catalogue, value);
}

function isPlace(value: unknown): boolean {
  return isPosition(value) || (isRecord(value) && isUri(value["file"]) && isPointer(value));
}

function isPointer({ pointer, on }: Record<string, unknown>): boolean {
  return typeof pointer === "string" && (on === undefined || on === "key");
}

function isPosition(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && isUri(value["file"]) && isCount(value["line"]) && isCount(value["column"]);
}

/** A URI, which for a file must be one of this machine: messages show its path. */
function isUri(value: unknown): boolean {
  if (typeof value !== "string") return false;
  if (!value.startsWith("file:")) return true;
  try {
    return fileURLToPath(value) !== "";
  } catch {
    return false;
  }
}

function isLine(value: unknown): boolean {
  return isRecord(value) && isUri(value["file"]) && isCount(value["line"]) && typeof value["text"] === "string";
}

function isApiCounts(value: unknown): boolean {
  return isRecord(value) && isCount(value["operations"]) && isCount(value["schemas"]) && isListOf(value["deprecated"], isDeprecated);
}

const texts = ["operation", "method", "path"] as const satisfies readonly (keyof DeprecatedOperation)[];
const optionalTexts = ["since", "sunset", "replacement", "stability"] as const satisfies readonly (keyof DeprecatedOperation)[];

function isDeprecated(value: unknown): boolean {
  return (
    isRecord(value) && texts.every((name) => typeof value[name] === "string") && optionalTexts.every((name) => isTextOrAbsent(value[name]))
  );
}

function isHandlers(value: unknown): boolean {
  return isRecord(value) && typeof value["files"] === "string" && isListOf(value["diagnostics"], isDiagnostic);
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
