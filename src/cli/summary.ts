import { join, relative } from "node:path";
import type { ApiTarget } from "../config/config.js";
import type { Io } from "../io.js";
import type { Api } from "../model/ir/api.js";
import type { WriteReport } from "../output/commit-plan.js";
import { manifestName } from "../output/manifest.js";
import { deprecations, deprecationLine, type DeprecatedOperation } from "./deprecations.js";
import { visible } from "../report/print.js";
import type { TargetResult } from "./generate-target.js";

/** What is said of an API besides its files. */
export interface ApiCounts {
  readonly operations: number;
  readonly schemas: number;
  readonly deprecated: readonly DeprecatedOperation[];
}

export function apiCounts(api: Api): ApiCounts {
  // The schemas that a description names, and no others.
  const schemas = [...api.schemas.values()].filter(({ hidden }) => hidden !== true).length;
  return { operations: api.operations.length, schemas, deprecated: deprecations(api) };
}

/** What was written of one target. */
export interface Written {
  readonly files: WriteReport;
  /** Files of handler stubs, new or added to; relative to the current folder. */
  readonly handlers: readonly string[];
  /** Whether a file of handlers that was to be written was not. */
  readonly lacksHandlers?: boolean;
}

/** What was written of a runtime that several APIs share, or no longer do. */
export interface WrittenRuntime {
  /** Absolute. */
  readonly folder: string;
  readonly files: WriteReport;
}

/** One line of figures; of what was only to be told (`dry`), one for each file, too. */
export function runtimeText({ folder, files }: WrittenRuntime, dry: boolean, io: Io): string {
  const lines = [
    `runtime: ${filesText(files, dry)}; ${visible(relative(io.cwd, folder) || ".")}`,
    ...(dry ? fileLines(folder, files, io) : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** The same as data. */
export function runtimeData({ folder, files }: WrittenRuntime, io: Io): object {
  return { output: relative(io.cwd, folder) || ".", ...files };
}

/** Deprecated operations that are printed one by one; of more, the number is given. */
const maxDeprecatedLines = 20;

/**
 * One line of figures, one for each file of handlers, and one for each deprecated operation; of what was only to be told (`dry`), one for each
 * file, too. Nothing of an API that was not written.
 */
export function summaryText({ target, value, time }: TargetResult, written: Written | undefined, dry: boolean, io: Io): string {
  if (value === undefined || written === undefined) return "";
  const { files, handlers } = written;
  const { operations, schemas, deprecated } = value.figures;
  const figures = `${count(operations, "operation")}, ${count(schemas, "schema")}; ${filesText(files, dry)}`;
  const lines = [
    `${visible(target.label)}: ${figures}; ${visible(relative(io.cwd, target.output) || ".")} in ${(time / 1000).toFixed(2)} s`,
    ...(dry ? fileLines(target.output, files, io) : []),
    ...handlers.map((path) => `  handlers: ${visible(path)}`),
    ...deprecated.slice(0, maxDeprecatedLines).map((each) => `  deprecated: ${visible(deprecationLine(each))}`),
    ...(deprecated.length > maxDeprecatedLines
      ? [`  and ${String(deprecated.length - maxDeprecatedLines)} more deprecated; --format json lists them all`]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** The same as data, complete. What is wrong with an API that was not written say the findings that have its name. */
export function summaryData({ target, value, time }: TargetResult, written: Written | undefined, io: Io): object {
  if (written === undefined) return failedData(target, io);
  const { files, handlers, lacksHandlers } = written;
  return {
    name: target.label,
    output: relative(io.cwd, target.output) || ".",
    ...(lacksHandlers === true ? { failed: true } : {}),
    operations: value?.figures.operations,
    schemas: value?.figures.schemas,
    ...files,
    handlers,
    milliseconds: time,
    deprecated: value?.figures.deprecated ?? [],
  };
}

/** An API that failed, as data. */
export function failedData({ label, output }: Pick<ApiTarget, "label" | "output">, io: Io): object {
  return { name: label, output: relative(io.cwd, output) || ".", failed: true };
}

function filesText({ written, unchanged, removed, manifestOnly }: WriteReport, dry: boolean): string {
  const would = dry ? "would be " : "";
  const recorded = manifestOnly === true ? `, and ${manifestName} ${would}written anew` : "";
  return `${count(written.length, "file")} ${would}written, ${String(unchanged.length)} unchanged, ${String(removed.length)} ${would}removed${recorded}`;
}

/** Files that would be written or removed, relative to the current folder. */
function fileLines(folder: string, { written, removed }: WriteReport, io: Io): readonly string[] {
  const named = (word: string, paths: readonly string[]): readonly string[] =>
    paths.map((path) => `  ${word}: ${visible(relative(io.cwd, join(folder, path)))}`);
  return [...named("write", written), ...named("remove", removed)];
}

function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}
