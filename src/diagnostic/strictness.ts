import { catalogue, type DiagnosticCode } from "./catalogue.js";
import type { Diagnostic, Severity } from "./diagnostic.js";

/** A severity that a configuration can ask for; "off": nothing is said. */
export type AskedSeverity = Severity | "off";
export const askedSeverities = ["error", "warning", "info", "off"] as const satisfies readonly AskedSeverity[];

/** How a description is judged. */
export interface Strictness {
  /** Whether defects with an evident meaning are errors. */
  readonly strict: boolean;
  /** Severities of single codes. */
  readonly severity?: { readonly [code in DiagnosticCode]?: AskedSeverity } | undefined;
}

/** Whether all errors of a code stand whatever is asked for: there is nothing that could be assumed instead. */
export function isFixedError(code: DiagnosticCode): boolean {
  const entry: { readonly severity: Severity; readonly assumed?: string } = catalogue[code];
  return entry.severity === "error" && entry.assumed === undefined;
}

/** Diagnostics of a description as they count; those that are off are left out. An error without an assumption stays one. */
export function judged(diagnostics: readonly Diagnostic[], strictness: Strictness): readonly Diagnostic[] {
  return diagnostics.flatMap((each) => {
    const severity = severityOf(each, strictness);
    return severity === "off" ? [] : [worded(each, severity)];
  });
}

function severityOf({ code, severity, assumed }: Diagnostic, { strict, severity: asked }: Strictness): AskedSeverity {
  if (severity === "error" && assumed === undefined) return "error";
  return asked?.[code] ?? (severity === "error" && !strict ? "warning" : severity);
}

/** With what is assumed: as a part of what is said, or, where nothing is generated, as a way out. */
function worded(given: Diagnostic, severity: Severity): Diagnostic {
  const { assumed, message, hint } = given;
  if (assumed === undefined) return severity === given.severity ? given : { ...given, severity };
  if (severity !== "error") return { ...given, severity, message: `${message.replace(/\.$/, "")}; ${assumed}.` };
  const wayOut = `Without \`strict\`, ${assumed}.`;
  return { ...given, severity, hint: hint === undefined ? wayOut : `${hint} ${wayOut}` };
}
