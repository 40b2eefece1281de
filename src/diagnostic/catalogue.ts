import { configAndOutputCodes } from "./codes-config-and-output.js";
import { modelCodes } from "./codes-model.js";
import { openapiCodes } from "./codes-openapi.js";
import { overlayCodes } from "./codes-overlay.js";
import { remoteCodes } from "./codes-remote.js";
import { setupCodes } from "./codes-setup.js";
import { sourceCodes } from "./codes-source.js";
import { templateCodes } from "./codes-templates.js";
import type { Diagnostic, Origin, Position, Severity } from "./diagnostic.js";
import { redact } from "./redact.js";

/** Every code, once. Codes are stable and never reused. Grouped by the stage that reports them. */
export const catalogue = {
  ...sourceCodes,
  ...overlayCodes,
  ...remoteCodes,
  ...openapiCodes,
  ...modelCodes,
  ...configAndOutputCodes,
  ...templateCodes,
  ...setupCodes,
} as const;

export type DiagnosticCode = keyof typeof catalogue;

/** Builds a diagnostic; the severity is the catalogue's unless given. Long messages are cut: a description's own text may be of any length. No message holds a secret of a URL. */
export function diagnostic(
  code: DiagnosticCode,
  message: string,
  place?: {
    readonly at?: Origin | Position | undefined;
    readonly hint?: string | undefined;
    readonly severity?: Severity;
    readonly assumed?: string | undefined;
    readonly related?: Diagnostic["related"];
  },
): Diagnostic {
  return {
    code,
    severity: place?.severity ?? catalogue[code].severity,
    message: cut(message),
    ...(place?.hint === undefined ? {} : { hint: cut(place.hint) }),
    ...(place?.assumed === undefined ? {} : { assumed: cut(place.assumed) }),
    ...(place?.at === undefined ? {} : { at: place.at }),
    ...(place?.related === undefined ? {} : { related: place.related }),
  };
}

const LONGEST_MESSAGE = 500;

/** Characters of which a message shows 500 at most. */
const LONGEST_READ = 4 * LONGEST_MESSAGE;

/** The beginning of a text, for messages of which there may be as many as it is long: they show no more of it than this. A text of its own, which keeps no other in memory. */
export function excerpt(text: string): string {
  return text.length <= LONGEST_READ ? text : Buffer.from(text.slice(0, LONGEST_READ), "utf16le").toString("utf16le");
}

function cut(text: string): string {
  const shown = redact(excerpt(text)); // what is cut off need not be searched
  return shown.length <= LONGEST_MESSAGE ? shown : `${shown.slice(0, LONGEST_MESSAGE)}…`;
}
