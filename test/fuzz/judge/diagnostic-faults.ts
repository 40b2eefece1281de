/** What is wrong with what is said of a case. */
import { catalogue } from "../../../src/diagnostic/catalogue.js";
import { hasErrors, type Diagnostic } from "../../../src/diagnostic/diagnostic.js";
import { isFixedError } from "../../../src/diagnostic/strictness.js";
import { findingsAsJson, printFindings } from "../../../src/report/findings.js";
import { placeOf } from "../../../src/report/place.js";
import { memoryIo } from "../../support/memory-io.js";
import { configFile } from "../cases/random-settings.js";
import type { FuzzCase } from "../cases/fuzz-case.js";
import type { Attempt } from "./generate-case.js";
import type { Fault } from "./fault.js";

export function diagnosticFaults({ settings }: FuzzCase, { generated }: Attempt): readonly Fault[] {
  const { value, diagnostics, sources } = generated;
  const byUri = new Map(sources.map((source) => [source.uri, source]));
  const faults: Fault[] = [];
  for (const each of diagnostics) {
    const { code, severity, assumed, message } = each;
    if (!Object.hasOwn(catalogue, code)) {
      faults.push({ kind: "code", detail: `${code} is not in the catalogue` });
      continue;
    }
    if (message.trim() === "") faults.push({ kind: "code", detail: `${code} says nothing` });
    if (
      settings.strict === false &&
      severity === "error" &&
      assumed !== undefined &&
      !isFixedError(code) &&
      settings.severity?.[code] === undefined
    )
      faults.push({ kind: "code", detail: `${code} is an error, though something is assumed` });
    const lacking = placeLacking(each, byUri);
    if (lacking !== undefined) faults.push({ kind: "place", detail: `${code} ${lacking}: ${message.slice(0, 200)}` });
  }
  if (hasErrors(diagnostics) === (value !== undefined))
    faults.push({ kind: "half", detail: value === undefined ? "nothing was generated, and no error says why" : "files beside an error" });
  return [...faults, ...printingFaults(diagnostics, sources)];
}

function placeLacking({ code, at, related = [] }: Diagnostic, byUri: Parameters<typeof placeOf>[1]): string | undefined {
  if (at === undefined) return "has no place";
  for (const each of [at, ...related.map((other) => other.at)]) {
    if (each.file === configFile) continue;
    if (code === "not-text") continue; // no lines can be told apart in such a file
    const { line, textOf, pointer } = placeOf(each, byUri, "/project");
    if (line === undefined)
      return `has no line (${pointer ?? ""} in ${byUri.has(each.file) ? "a file that was read" : "a file that is not there"})`;
    // The text of a file that could not be parsed is not shown, unless it is the description itself.
    if (byUri.has(each.file) && textOf?.(line) === undefined) return "has a line that the file does not have";
  }
  return undefined;
}

/** Terminals, services and programs read what is printed: nothing of a description may steer them. */
function printingFaults(diagnostics: readonly Diagnostic[], sources: Attempt["generated"]["sources"]): readonly Fault[] {
  const io = memoryIo({}, { cwd: "/project" });
  printFindings(diagnostics, { sources, format: "pretty", io });
  printFindings(diagnostics, { sources, format: "github", io });
  JSON.parse(JSON.stringify(findingsAsJson(diagnostics, sources, "/project")));
  const odd = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2028\u2029\u2066-\u2069]/.exec(io.printed.stderr);
  return odd === null
    ? []
    : [
        {
          kind: "printing",
          detail: `character ${odd[0].charCodeAt(0).toString(16)} at ${JSON.stringify(io.printed.stderr.slice(Math.max(0, odd.index - 80), odd.index + 20))}`,
        },
      ];
}
