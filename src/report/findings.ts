import type { Diagnostic, Severity } from "../diagnostic/diagnostic.js";
import type { ShownFile } from "../source/source-file.js";
import type { Io } from "../io.js";
import { colorsFor, type Colors } from "./colors.js";
import { codeFrame } from "./frame.js";
import { placedFindings, saidOf, type PlacedFinding } from "./annotations.js";
import { placeOf, printPlace, type Place } from "./place.js";
import { print, printWorkflowCommand, runnable, sliceWhole, visible, type WorkflowCommand } from "./print.js";

/** How findings are printed. */
export const formats = ["pretty", "json", "github"] as const;
export type Format = (typeof formats)[number];

export interface FindingsOptions {
  /** The files that diagnostics may point into. */
  readonly sources: readonly ShownFile[];
  readonly format: Format;
  readonly io: Io;
  /** Whether the run is of several APIs: then each finding says of which it is. */
  readonly several?: boolean;
  /** The file of what has no place, where a service asks for one. */
  readonly otherwise?: string | undefined;
  /** Where annotations go that are what the command is for; standard error when absent. */
  readonly stream?: "stdout" | "stderr";
}

/** How many of one code and one API are printed one by one; of more, the number is given. */
const maxPrinted: Readonly<Record<Severity, number>> = { error: 100, warning: 5, info: 1 };

/** Prints diagnostics on standard error, errors last so that they stay in sight. `json` prints nothing here: it is part of the command's data. */
export function printFindings(
  diagnostics: readonly Diagnostic[],
  { sources, format, io, several = false, otherwise, stream = "stderr" }: FindingsOptions,
): void {
  const told = diagnostics.map((each) => (each.hint === undefined ? each : { ...each, hint: runnable(each.hint, io) }));
  const byUri = new Map(sources.map((source) => [source.uri, source]));
  const locate = (at: At): Place => placeOf(at, byUri, io.cwd);
  if (format === "github") {
    for (const each of placedFindings(told, { sources, io, several, otherwise })) printWorkflowCommand(io, stream, annotation(each));
  }
  if (format === "pretty") {
    const color = colorsFor(io, io.stderr);
    for (const group of groups(told)) print(io, "stderr", groupText(group, color, locate, several));
  }
}

type At = NonNullable<Diagnostic["at"]>;

const severities: readonly Severity[] = ["info", "warning", "error"];

/** Some diagnostics that are printed, and how many more there are like the last of them. */
interface Group {
  readonly shown: readonly Diagnostic[];
  readonly first: Diagnostic;
  readonly more: number;
}

/** Diagnostics of one severity, API and code, by severity, then in the order met; errors each by itself, as they were met, and the numbers of the others last. */
function groups(diagnostics: readonly Diagnostic[]): readonly Group[] {
  return severities.flatMap((severity) => {
    const byCode = new Map<string, Diagnostic[]>();
    const single: Group[] = [];
    for (const each of diagnostics) {
      if (each.severity !== severity) continue;
      const key = `${each.code} ${each.api ?? ""}`;
      const group = byCode.get(key) ?? [];
      if (group.push(each) === 1) byCode.set(key, group);
      if (severity === "error" && group.length <= maxPrinted.error) single.push({ shown: [each], first: each, more: 0 });
    }
    const most = maxPrinted[severity];
    const all = [...byCode.values()].flatMap((group) => {
      const [first] = group;
      const shown = severity === "error" ? [] : group.slice(0, most);
      return first === undefined ? [] : [{ shown, first, more: Math.max(0, group.length - most) }];
    });
    return [...single, ...all];
  });
}

function groupText({ shown, first, more }: Group, color: Colors, locate: (at: At) => Place, several: boolean): string {
  const rest = `${apiPrefix(first, several)}and ${String(more)} more of ${first.code}; --format json lists them all`;
  return shown.map((each) => prettyText(each, color, locate, several)).join("") + (more === 0 ? "" : `  ${color.dim(rest)}\n\n`);
}

function apiPrefix({ api }: Diagnostic, several: boolean): string {
  return several && api !== undefined ? `${visible(api)}: ` : "";
}

const paints = { error: "red", warning: "yellow", info: "cyan" } as const;

function prettyText(finding: Diagnostic, color: Colors, locate: (at: At) => Place, several: boolean): string {
  const { severity, message, code, at, related, hint } = finding;
  const lines = [
    `${color[paints[severity]](severity)} ${apiPrefix(finding, several)}${color.bold(visible(message))} ${color.dim(`[${code}]`)}`,
  ];
  if (at !== undefined) for (const item of placeLines(locate(at), color)) lines.push(item);
  for (const each of related ?? []) lines.push(`  ${visible(each.message)} ${color.cyan(visible(printPlace(locate(each.at))))}`);
  if (hint !== undefined) lines.push(`  ${color.green("help:")} ${visible(hint)}`);
  return `${lines.join("\n")}\n\n`;
}

function placeLines(place: Place, color: Colors): readonly string[] {
  const { line, column, pointer, textOf } = place;
  const where = `  ${color.cyan(visible(printPlace(place)))}${pointer === undefined || pointer === "" ? "" : color.dim(` ${visible(shortened(pointer))}`)}`;
  return line === undefined || textOf?.(line) === undefined ? [where] : [where, indented(codeFrame(textOf, line, column ?? 1, color))];
}

/** Units of a pointer that are shown to people, whom the line tells more. */
const shownPointer = 300;

function shortened(pointer: string): string {
  return pointer.length <= shownPointer ? pointer : `${sliceWhole(pointer, 0, shownPointer)}…`;
}

function indented(text: string): string {
  return text.replace(/^/gm, "  ");
}

const commandOf: Readonly<Record<Severity, WorkflowCommand["name"]>> = { error: "error", warning: "warning", info: "notice" };

function annotation({ finding, place, api }: PlacedFinding): WorkflowCommand {
  const { code, severity } = finding;
  return workflowCommand({ code, severity, message: saidOf({ finding, api }) }, place);
}

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
  return diagnostics.map(({ api, code, severity, message, hint, at, related }) => ({
    api,
    code,
    severity,
    message,
    hint,
    at: at === undefined ? undefined : placed(at),
    related: related?.map((each) => ({ message: each.message, at: placed(each.at) })),
  }));
}
