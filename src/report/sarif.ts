import { catalogue, type DiagnosticCode } from "../diagnostic/catalogue.js";
import type { Entry, Severity } from "../diagnostic/diagnostic.js";
import { version } from "../version.js";
import { saidOf, type PlacedFinding } from "./annotations.js";

const levels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/** Findings as SARIF, which code scanning of GitHub and Azure reads. @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */
export function sarif(findings: readonly PlacedFinding[]): object {
  const codes = [...new Set(findings.map(({ finding }) => finding.code))].sort();
  const rules = codes.map((id) => ({
    id,
    shortDescription: { text: catalogue[id].title },
    fullDescription: { text: catalogue[id].explanation },
    help: { text: helpOf(id) },
    defaultConfiguration: { level: levels[catalogue[id].severity] },
  }));
  const results = findings.map(({ finding, place, api }) => ({
    ruleId: finding.code,
    ruleIndex: codes.indexOf(finding.code),
    level: levels[finding.severity],
    message: { text: saidOf({ finding, api }) },
    ...(place === undefined ? {} : { locations: [{ physicalLocation: physical(place) }] }),
  }));
  const driver = { name: "sundial", version, informationUri: "https://github.com/openapi-sundial/openapi-sundial", rules };
  return { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [{ tool: { driver }, results }] };
}

function helpOf(code: DiagnosticCode): string {
  const { explanation, assumed }: Entry = catalogue[code];
  return assumed === undefined ? explanation : `${explanation} Without \`strict\` it is a warning, and ${assumed}.`;
}

/** A path, or a URL, as SARIF has it. */
function uriReference(name: string): string {
  return /^https?:/i.test(name) ? encodeURI(name) : name.split("/").map(encodeURIComponent).join("/");
}

function physical({ name, line, column }: NonNullable<PlacedFinding["place"]>): object {
  const region = line === undefined ? {} : { region: { startLine: line, startColumn: column ?? 1 } };
  return { artifactLocation: { uri: uriReference(name) }, ...region };
}
