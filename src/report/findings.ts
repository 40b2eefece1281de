import type { Diagnostic, Severity } from "../diagnostic/diagnostic.js";
import type { ShownFile } from "../source/source-file.js";
import type { Io } from "../io.js";
import { colorsFor, type Colors } from "./colors.js";
import { codeFrame } from "./frame.js";
import { annotatedPlace, placeOf, printPlace, type Place } from "./place.js";
import { print, printWorkflowCommand, visible, type WorkflowCommand } from "./print.js";

/** How findings are printed. */
export const formats = ["pretty", "json", "github"] as const;
export type Format = (typeof formats)[number];

export interface FindingsOptions {
  /** The files that diagnostics may point into. */
  readonly sources: readonly ShownFile[];
  readonly format: Format;
  readonly io: Io;
}

/** How many of one code are printed one by one; of more, the number is given. */
const maxPrinted: Readonly<Record<Severity, number>> = { error: Infinity, warning: 5, info: 1 };

/** Prints diagnostics on standard error, errors last so that they stay in sight. `json` prints nothing here: it is part of the command's data. */
export function printFindings(diagnostics: readonly Diagnostic[], { sources, format, io }: FindingsOptions): void {
  const byUri = new Map(sources.map((source) => [source.uri, source]));
  const locate = (at: At): Place => placeOf(at, byUri, io.cwd);
  if (format === "github") {
    for (const each of diagnostics)
      printWorkflowCommand(io, "stderr", workflowCommand(each, each.at && annotatedPlace(each.at, byUri, io)));
  }
  if (format === "pretty") {
    const color = colorsFor(io, io.stderr);
    for (const group of groups(diagnostics)) print(io, "stderr", groupText(group, color, locate));
  }
}

type At = NonNullable<Diagnostic["at"]>;

const severities: readonly Severity[] = ["info", "warning", "error"];

/** Diagnostics of one severity and code, by severity, then in the order met; errors each by itself, as they were met. */
function groups(diagnostics: readonly Diagnostic[]): readonly (readonly Diagnostic[])[] {
  return severities.flatMap((severity) => {
    const own = diagnostics.filter((each) => each.severity === severity);
    if (severity === "error") return own.map((each) => [each]);
    const byCode = new Map<string, Diagnostic[]>();
    for (const each of own) {
      const group = byCode.get(each.code);
      if (group === undefined) byCode.set(each.code, [each]);
      else group.push(each);
    }
    return [...byCode.values()];
  });
}

function groupText(group: readonly Diagnostic[], color: Colors, locate: (at: At) => Place): string {
  const [first] = group;
  if (first === undefined) return "";
  const shown = group.slice(0, maxPrinted[first.severity]);
  const more = group.length - shown.length;
  const rest = more === 0 ? "" : `  ${color.dim(`and ${String(more)} more of ${first.code}; --format json lists them all`)}\n\n`;
  return shown.map((each) => prettyText(each, color, locate)).join("") + rest;
}

const paints = { error: "red", warning: "yellow", info: "cyan" } as const;

function prettyText({ severity, message, code, at, related, hint }: Diagnostic, color: Colors, locate: (at: At) => Place): string {
  const lines = [`${color[paints[severity]](severity)} ${color.bold(visible(message))} ${color.dim(`[${code}]`)}`];
  if (at !== undefined) lines.push(...placeLines(locate(at), color));
  for (const each of related ?? []) lines.push(`  ${visible(each.message)} ${color.cyan(visible(printPlace(locate(each.at))))}`);
  if (hint !== undefined) lines.push(`  ${color.green("help:")} ${visible(hint)}`);
  return `${lines.join("\n")}\n\n`;
}

function placeLines(place: Place, color: Colors): readonly string[] {
  const { line, column, pointer, textOf } = place;
  if (line === undefined) return [`  ${color.cyan(visible(printPlace(place)))}`];
  const where = `  ${color.cyan(visible(printPlace(place)))}${pointer === undefined ? "" : color.dim(` ${visible(pointer)}`)}`;
  return textOf === undefined ? [where] : [where, indented(codeFrame(textOf, line, column ?? 1, color))];
}

function indented(text: string): string {
  return text.replace(/^/gm, "  ");
}

const commandOf: Readonly<Record<Severity, WorkflowCommand["name"]>> = { error: "error", warning: "warning", info: "notice" };

/** A finding as GitHub Actions shows it beside the line. */
export function workflowCommand(
  { code, severity, message, hint }: Pick<Diagnostic, "code" | "severity" | "message" | "hint">,
  place: Pick<Place, "name" | "line" | "column"> | undefined,
): WorkflowCommand {
  return {
    name: commandOf[severity],
    properties: {
      ...(place === undefined ? {} : { file: place.name }),
      ...(place?.line === undefined ? {} : { line: String(place.line), col: String(place.column ?? 1) }),
      title: code,
    },
    message: hint === undefined ? message : `${message} ${hint}`,
  };
}

/** Diagnostics as data, for `--format json`. */
export function findingsAsJson(diagnostics: readonly Diagnostic[], sources: readonly ShownFile[], cwd: string): readonly object[] {
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
