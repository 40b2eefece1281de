import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import { placedFindings, type AnnotationOptions } from "./annotations.js";
import { codeQuality } from "./code-quality.js";
import { formats } from "./findings.js";
import { printAsJson } from "./print.js";
import { sarif } from "./sarif.js";

/** How commands print whose findings CI services keep: some of these are one report. */
export const reportFormats = [...formats, "gitlab", "sarif"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Prints findings as a report of one file on standard output. What has no place is told of the configuration, else of the current folder. */
export function printReport(
  diagnostics: readonly Diagnostic[],
  format: "gitlab" | "sarif",
  { otherwise = "", several = false, ...options }: Omit<AnnotationOptions, "several"> & { readonly io: Io; readonly several?: boolean },
): void {
  const findings = placedFindings(diagnostics, { ...options, several, otherwise: otherwise === "" ? "." : otherwise });
  printAsJson(options.io, format === "gitlab" ? codeQuality(findings) : sarif(findings));
}
