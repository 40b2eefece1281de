import type { DiagnosticCode } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";

/** Exit codes. `finding` is what a command is for: an invalid description, a stale output. */
export const exit = { fine: 0, finding: 1, failure: 2, bug: 70 } as const;

/** Errors that say nothing about the description or the output: wrong usage, configuration, disk or network. */
const failures: ReadonlySet<DiagnosticCode> = new Set([
  "usage",
  "config-not-found",
  "config-unreadable",
  "config-unknown-key",
  "config-invalid-value",
  "config-shared-output",
  "version-mismatch",
  "runtime-version",
  "templates-folder-refused",
  "template-unreadable",
  "file-not-found",
  "file-too-large",
  "fetch-failed",
  "server-unreachable",
  "fetch-unauthorized",
  "variable-not-set",
  "snapshot-missing",
  "snapshot-incomplete",
  "snapshot-edited",
  "snapshot-lock-unreadable",
  "snapshot-in-the-way",
  "pull-refused",
  "output-refused",
  "output-symlink",
  "output-in-the-way",
  "output-locked",
  "output-failed",
  "manifest-unreadable",
  "setup-description-missing",
  "setup-description-unclear",
  "migrate-input-unknown",
  "setup-package-unreadable",
]);

/** The exit code that errors among diagnostics ask for. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): number {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return exit.fine;
  return errors.some(({ code }) => failures.has(code)) ? exit.failure : exit.finding;
}
