import { catalogue, type DiagnosticCode } from "../diagnostic/catalogue.js";
import { askedSeverities, isFixedError, type AskedSeverity } from "../diagnostic/strictness.js";
import type { ConfigReader } from "./config-reader.js";

/** Whether defects of a description with an evident meaning are errors. */
export type StrictConfig = boolean | "auto";

/** Severities of single codes. */
export type SeverityConfig = { readonly [code in DiagnosticCode]?: AskedSeverity };

/** The `strict` of an API. */
export function readStrict(reader: ConfigReader, api: Readonly<Record<string, unknown>>, at: readonly string[]): StrictConfig | undefined {
  const written = api["strict"];
  if (written === undefined || typeof written === "boolean" || written === "auto") return written;
  const what = typeof written === "string" ? JSON.stringify(written) : `a ${typeof written}`;
  reader.report("config-invalid-value", [...at, "strict"], `must be true, false or "auto", and is ${what}`);
  return undefined;
}

/** The `severity` of an API. */
export function readSeverity(
  reader: ConfigReader,
  api: Readonly<Record<string, unknown>>,
  at: readonly string[],
): SeverityConfig | undefined {
  if (api["severity"] === undefined) return undefined;
  const place = [...at, "severity"];
  const written = reader.record(api["severity"], place);
  if (written === undefined) return undefined;
  reader.onlyKeys(written, Object.keys(catalogue), place, "`sundial explain` lists the codes.");
  const read: { [code in DiagnosticCode]?: AskedSeverity } = {};
  for (const code of Object.keys(written)) {
    if (!isCode(code)) continue;
    const word = reader.word(written, code, place, askedSeverities);
    if (word === undefined) continue;
    if (word !== "error" && isFixedError(code))
      reader.report("config-invalid-value", [...place, code], `cannot be ${word}: nothing can be generated while it stands`);
    else read[code] = word;
  }
  return read;
}

function isCode(word: string): word is DiagnosticCode {
  return Object.hasOwn(catalogue, word);
}
