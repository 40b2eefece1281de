import type { Diagnostic, Severity } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import { findingsAsJson, printFindings } from "../report/findings.js";
import { nameOfConfig } from "../report/place.js";
import { print, printAsJson, visible } from "../report/print.js";
import { printReport, type ReportFormat } from "../report/reports.js";
import type { ShownFile } from "../source/source-file.js";
import type { Targets } from "./targets.js";

/** One description, and what there is to say of it. */
export interface Linted {
  /** What the API is called. */
  readonly api: string;
  /** What its description is called, relative to the current folder. */
  readonly input: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly ShownFile[];
}

/** Prints what was found: as a report, or as findings and one line for each API. `all`: the findings of all of them, and what is about the run. */
export function reportLint(
  linted: readonly Linted[],
  all: readonly Diagnostic[],
  { config, sources: configuration }: Pick<Targets, "config" | "sources">,
  format: ReportFormat,
  io: Io,
): void {
  const sources = [...configuration, ...linted.flatMap((each) => each.sources)];
  const several = linted.length > 1;
  if (format === "gitlab" || format === "sarif") {
    const ofRun = all.filter(({ code }) => code === "too-many-warnings");
    printFindings(ofRun, { sources, format: "pretty", io });
    const others = all.filter((each) => !ofRun.includes(each));
    printReport(others, format, { sources, io, several, otherwise: nameOfConfig(config ?? io.cwd, io) });
    return;
  }
  printFindings(all, { sources, format, io, several, otherwise: nameOfConfig(config, io) });
  const apis = linted.map(({ api, input, diagnostics }) => ({ api, input, ...counts(diagnostics) }));
  if (format === "json") printAsJson(io, { apis, diagnostics: findingsAsJson(all, sources, io.cwd) });
  else for (const each of apis) print(io, "stdout", `${visible(nameOfLine(each, several))}: ${summary(each)}\n`);
}

/** Of several, a file is called by its path alone, and an API of a configuration by its name first. */
function nameOfLine({ api, input }: Pick<Linted, "api" | "input">, several: boolean): string {
  return several && api !== input ? `${api}: ${input}` : input;
}

interface Counts {
  readonly errors: number;
  readonly warnings: number;
  readonly remarks: number;
}

function counts(diagnostics: readonly Diagnostic[]): Counts {
  const of = (severity: Severity): number => diagnostics.filter((each) => each.severity === severity).length;
  return { errors: of("error"), warnings: of("warning"), remarks: of("info") };
}

function summary({ errors, warnings, remarks }: Counts): string {
  const parts = [counted(errors, "error"), counted(warnings, "warning"), counted(remarks, "remark")].filter((part) => part !== undefined);
  return parts.length === 0 ? "nothing to say" : parts.join(", ");
}

function counted(number: number, word: string): string | undefined {
  return number === 0 ? undefined : `${String(number)} ${word}${number === 1 ? "" : "s"}`;
}
