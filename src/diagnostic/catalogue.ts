import type { Diagnostic, Origin, Position, Severity } from "./diagnostic.js";

interface Entry {
  readonly severity: Severity;
  /** One line: what the code means. */
  readonly title: string;
  /** What `sundial explain CODE` prints below the title: why it matters and what to do. */
  readonly explanation: string;
}

/** Every code, once. Codes are stable and never reused. Grouped by the stage that reports them. */
export const catalogue = {
  "file-not-found": {
    severity: "error",
    title: "A file that is needed does not exist or cannot be read.",
    explanation: "Check the spelling of the path; relative paths are relative to the file that names them, and on the command line to the current folder.",
  },
} as const satisfies Record<string, Entry>;

export type Code = keyof typeof catalogue;

/** Builds a diagnostic; the severity is the catalogue's unless given. */
export function diagnostic(
  code: Code,
  message: string,
  place?: { readonly at?: Origin | Position | undefined; readonly hint?: string | undefined; readonly severity?: Severity; readonly related?: Diagnostic["related"] },
): Diagnostic {
  return {
    code,
    severity: place?.severity ?? catalogue[code].severity,
    message,
    ...(place?.hint === undefined ? {} : { hint: place.hint }),
    ...(place?.at === undefined ? {} : { at: place.at }),
    ...(place?.related === undefined ? {} : { related: place.related }),
  };
}
