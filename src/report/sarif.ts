import { catalogue } from "../diagnostic/catalogue.js";
import type { Diagnostic, Severity } from "../diagnostic/diagnostic.js";
import { version } from "../version.js";
import type { Place } from "./place.js";

/** A diagnostic with its place as a repository knows it. */
export interface PlacedFinding {
  readonly finding: Diagnostic;
  readonly place: Pick<Place, "name" | "line" | "column"> | undefined;
}

const levels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/** Findings as SARIF, which code scanning of GitHub and Azure reads. @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */
export function sarif(findings: readonly PlacedFinding[]): object {
  const codes = [...new Set(findings.map(({ finding }) => finding.code))].sort();
  const rules = codes.map((id) => ({
    id,
    shortDescription: { text: catalogue[id].title },
    fullDescription: { text: catalogue[id].explanation },
    defaultConfiguration: { level: levels[catalogue[id].severity] },
  }));
  const results = findings.map(({ finding: { code, severity, message, hint }, place }) => ({
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: levels[severity],
    message: { text: hint === undefined ? message : `${message} ${hint}` },
    ...(place === undefined ? {} : { locations: [{ physicalLocation: physical(place) }] }),
  }));
  const driver = { name: "sundial", version, informationUri: "https://github.com/openapi-sundial/openapi-sundial", rules };
  return { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [{ tool: { driver }, results }] };
}

function physical({ name, line, column }: NonNullable<PlacedFinding["place"]>): object {
  const region = line === undefined ? {} : { region: { startLine: line, startColumn: column ?? 1 } };
  return { artifactLocation: { uri: encodeURI(name) }, ...region };
}
