import type { Code } from "../diagnostic/catalogue.js";
import type { Diagnostic, Severity } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import type { SourceFile } from "../source/source-file.js";
import { colorsFor, type Colors } from "./colors.js";
import type { Format } from "./flags.js";
import { codeFrame, visible } from "./frame.js";
import { placeOf, printPlace, type Place } from "./place.js";

export interface FindingsOptions {
  /** The files that diagnostics may point into. */
  readonly sources: readonly SourceFile[];
  readonly format: Format;
  readonly io: Io;
}

/** Warnings and remarks of one code that are printed one by one; of more, the number is given. Errors are all printed. */
const most = 5;

/** Prints diagnostics on standard error, errors last so that they stay in sight. `json` prints nothing here: it is part of the command's data. */
export function printFindings(diagnostics: readonly Diagnostic[], options: FindingsOptions): void {
  if (options.format === "json" || diagnostics.length === 0) return;
  const sources = new Map(options.sources.map((source) => [source.uri, source]));
  const place = (diagnostic: Diagnostic): Place | undefined =>
    diagnostic.at === undefined ? undefined : placeOf(diagnostic.at, sources, options.io.cwd);
  if (options.format === "github") {
    for (const diagnostic of diagnostics) options.io.stderr.write(githubLine(diagnostic, place(diagnostic)));
    return;
  }
  const color = colorsFor(options.io, options.io.stderr);
  const seen = new Map<Code, number>();
  for (const diagnostic of [
    ...diagnostics.filter(({ severity }) => severity !== "error"),
    ...diagnostics.filter(({ severity }) => severity === "error"),
  ]) {
    const count = (seen.get(diagnostic.code) ?? 0) + 1;
    seen.set(diagnostic.code, count);
    if (diagnostic.severity === "error" || count <= most)
      options.io.stderr.write(prettyText(diagnostic, place(diagnostic), color, (at) => placeOf(at, sources, options.io.cwd)));
  }
  const errors = new Set(diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code));
  for (const [code, count] of seen) {
    if (count > most && !errors.has(code))
      options.io.stderr.write(`${color.dim(`${String(count - most)} more of ${code}; --format json lists them all`)}\n\n`);
  }
}

function prettyText(
  diagnostic: Diagnostic,
  place: Place | undefined,
  color: Colors,
  locate: (at: NonNullable<Diagnostic["at"]>) => Place,
): string {
  const paint: Readonly<Record<Severity, (text: string) => string>> = { error: color.red, warning: color.yellow, info: color.cyan };
  const lines = [
    `${paint[diagnostic.severity](diagnostic.severity)} ${color.bold(visible(diagnostic.message))} ${color.dim(`[${diagnostic.code}]`)}`,
  ];
  if (place !== undefined)
    lines.push(
      `  ${color.cyan(printPlace(place))}${place.pointer === undefined || place.line === undefined ? "" : color.dim(` ${visible(place.pointer)}`)}`,
    );
  if (place?.text !== undefined && place.line !== undefined)
    lines.push(indented(codeFrame(place.text, place.line, place.column ?? 1, color)));
  for (const { message, at } of diagnostic.related ?? []) lines.push(`  ${visible(message)} ${color.cyan(printPlace(locate(at)))}`);
  if (diagnostic.hint !== undefined) lines.push(`  ${color.green("help:")} ${visible(diagnostic.hint)}`);
  return `${lines.join("\n")}\n\n`;
}

function indented(text: string): string {
  return text.replace(/^/gm, "  ");
}

const commandOf: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

/** A workflow command of GitHub Actions, which shows it beside the line. */
export function githubLine(
  { code, severity, message, hint }: Pick<Diagnostic, "code" | "severity" | "message" | "hint">,
  place: Pick<Place, "name" | "line" | "column"> | undefined,
): string {
  const properties = [
    ...(place === undefined ? [] : [`file=${property(place.name)}`]),
    ...(place?.line === undefined ? [] : [`line=${String(place.line)}`, `col=${String(place.column ?? 1)}`]),
    `title=${property(code)}`,
  ];
  const text = hint === undefined ? message : `${message} ${hint}`;
  return `::${commandOf[severity]} ${properties.join(",")}::${text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")}\n`;
}

function property(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** Diagnostics as data, for `--format json`. */
export function findingsAsJson(diagnostics: readonly Diagnostic[], sources: readonly SourceFile[], cwd: string): readonly object[] {
  const byUri = new Map(sources.map((source) => [source.uri, source]));
  const placed = (at: NonNullable<Diagnostic["at"]>): object => {
    const { name, line, column, pointer } = placeOf(at, byUri, cwd);
    return { file: name, line, column, pointer };
  };
  return diagnostics.map(({ code, severity, message, hint, at, related }) => ({
    code,
    severity,
    message,
    hint,
    at: at === undefined ? undefined : placed(at),
    related: related?.map((each) => ({ message: each.message, at: placed(each.at) })),
  }));
}
