import type { ArgsDef, ParsedArgs } from "citty";
import type { SeverityConfig } from "../config/strictness.js";
import { catalogue, diagnostic, type DiagnosticCode } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../diagnostic/spelling-suggestion.js";
import { askedSeverities, isFixedError, type AskedSeverity } from "../diagnostic/strictness.js";
import { usage } from "./arguments.js";
import type { ReportFormat } from "../report/reports.js";
import { readReportFormat } from "./flags.js";

/** Flags of `lint` alone. */
export const lintFlags = {
  severity: { type: "string", valueHint: "WORDS", description: "Severities of single codes, without a configuration: unknown-key=error,…" },
  silence: { type: "string", valueHint: "CODES", description: "Codes of warnings not to print, comma-separated, without a configuration" },
  "max-warnings": { type: "string", valueHint: "N", description: "Exit with 1 where there are more than N warnings" },
} as const satisfies ArgsDef;

type LintArgs = { readonly [Flag in keyof typeof lintFlags]?: ParsedArgs<typeof lintFlags>[Flag] | undefined } & {
  readonly format?: string | undefined;
};

interface LintFlags {
  /** Undefined where it is none. */
  readonly format: ReportFormat | undefined;
  readonly maxWarnings: number;
  readonly severity: SeverityConfig | undefined;
  readonly silenced: readonly DiagnosticCode[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What the flags of `lint` alone say, or what is wrong with them. */
export function readLintFlags(args: LintArgs): LintFlags {
  const diagnostics: Diagnostic[] = [];
  const { value: format, diagnostics: wrong } = readReportFormat(args.format);
  for (const each of wrong) diagnostics.push(each);
  const most = args["max-warnings"];
  if (most !== undefined && !/^\d+$/.test(most))
    diagnostics.push(usage(`--max-warnings does not take ${JSON.stringify(most)}.`, "It takes a number, such as 0."));
  const severity = args.severity === undefined ? undefined : readSeverities(args.severity, diagnostics);
  const silenced = args.silence === undefined ? [] : readSilenced(args.silence, diagnostics);
  return { format, maxWarnings: most === undefined ? Infinity : Number(most), severity, silenced, diagnostics };
}

/** That there are more warnings than may be. */
export function tooManyWarnings(all: readonly Diagnostic[], most: number): readonly Diagnostic[] {
  const warnings = all.filter(({ severity }) => severity === "warning").length;
  if (warnings <= most) return [];
  const message = `There are ${String(warnings)} warnings, and --max-warnings allows ${most === 0 ? "none" : String(most)}.`;
  return [diagnostic("too-many-warnings", warnings === 1 ? "There is 1 warning, and --max-warnings allows none." : message)];
}

function readSeverities(text: string, diagnostics: Diagnostic[]): SeverityConfig {
  const read: { [code in DiagnosticCode]?: AskedSeverity } = {};
  for (const word of wordsOf(text)) {
    const [written = "", asked = ""] = word.split("=").map((part) => part.trim());
    const code = codeOf("--severity", written, diagnostics);
    const severity = askedSeverities.find((each) => each === asked);
    if (severity === undefined)
      diagnostics.push(usage(`--severity does not take ${JSON.stringify(word)}.`, `Write CODE=${askedSeverities.join("|")}.`));
    else if (code !== undefined && severity !== "error" && isFixedError(code))
      diagnostics.push(usage(`--severity cannot make ${code} ${severity}: nothing can be generated while it stands.`));
    else if (code !== undefined) read[code] = severity;
  }
  return read;
}

function readSilenced(text: string, diagnostics: Diagnostic[]): readonly DiagnosticCode[] {
  return wordsOf(text).flatMap((word) => {
    const code = codeOf("--silence", word, diagnostics);
    if (code === undefined || !isFixedError(code)) return code ?? [];
    diagnostics.push(usage(`--silence cannot silence ${code}, because it is an error.`));
    return [];
  });
}

function codeOf(flag: string, word: string, diagnostics: Diagnostic[]): DiagnosticCode | undefined {
  if (isCode(word)) return word;
  const meant = spellingSuggestion(word, Object.keys(catalogue));
  const hint = meant === undefined ? "`sundial explain` lists the codes." : `Did you mean ${meant}?`;
  diagnostics.push(usage(`${flag} does not know the code ${JSON.stringify(word)}.`, hint));
  return undefined;
}

function isCode(word: string): word is DiagnosticCode {
  return Object.hasOwn(catalogue, word);
}

function wordsOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
