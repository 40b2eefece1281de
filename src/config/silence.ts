import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";

/** Diagnostics without the warnings and remarks that someone does not want to see; a code that silenced nothing is reported. Errors stay. */
export function silence(diagnostics: readonly Diagnostic[], codes: readonly string[], label: string): readonly Diagnostic[] {
  if (codes.length === 0) return diagnostics;
  const isSilenced = ({ code, severity }: Diagnostic): boolean => severity !== "error" && codes.includes(code);
  const met = new Set<string>(diagnostics.filter(isSilenced).map(({ code }) => code));
  const idle = codes
    .filter((code) => !met.has(code))
    .map((code) => diagnostic("silence-unused", `${label} silences ${code}, which does not occur.`, { hint: "Remove it from `silence`." }));
  return [...diagnostics.filter((each) => !isSilenced(each)), ...idle];
}
