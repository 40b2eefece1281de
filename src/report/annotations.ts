import type { Diagnostic, Severity } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import type { ShownFile } from "../source/source-file.js";
import { STDIN } from "../source/uri.js";
import { annotatedPlace, placeOf, printPlace, type Place } from "./place.js";

/** A finding as CI services take it. */
export interface PlacedFinding {
  readonly finding: Diagnostic;
  readonly place: Pick<Place, "name" | "line" | "column"> | undefined;
  /** The API that it is of, where the run has several and it is not of some of them alike. */
  readonly api?: string | undefined;
}

export interface AnnotationOptions {
  readonly sources: readonly ShownFile[];
  readonly io: Pick<Io, "cwd" | "checkout">;
  /** Whether the run is of several APIs. */
  readonly several: boolean;
  /** The file of what has no place. */
  readonly otherwise?: string | undefined;
}

/** Findings with places as the repository knows them. What several APIs have at one place, such as in a file that they share, is one finding: the most severe. */
export function placedFindings(diagnostics: readonly Diagnostic[], options: AnnotationOptions): readonly PlacedFinding[] {
  const { sources, io, several, otherwise } = options;
  const byUri = new Map(sources.map((source) => [source.uri, source]));
  const found = new Map<string, { finding: Diagnostic; readonly apis: Set<string | undefined> }>();
  for (const each of diagnostics) {
    const key = JSON.stringify([each.code, each.at ?? each.api ?? "", withoutAssumption(each)]);
    const same = found.get(key);
    if (same === undefined) found.set(key, { finding: each, apis: new Set([each.api]) });
    else {
      same.apis.add(each.api);
      if (ranks[each.severity] > ranks[same.finding.severity]) same.finding = each;
    }
  }
  return [...found.values()].map(({ finding, apis }) => {
    const api = several && apis.size === 1 ? finding.api : undefined;
    if (finding.at?.file === STDIN) {
      const where = printPlace(placeOf(finding.at, byUri, io.cwd));
      const place = otherwise === undefined ? undefined : nowhere(otherwise);
      return { finding: { ...finding, message: `${where}: ${finding.message}` }, place, api };
    }
    const place =
      finding.at === undefined ? (otherwise === undefined ? undefined : nowhere(otherwise)) : annotatedPlace(finding.at, byUri, io);
    return { finding, place, api };
  });
}

const ranks: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

function nowhere(name: string): PlacedFinding["place"] {
  return { name, line: undefined, column: undefined };
}

/** The message as it is whether it is an error or a warning. */
function withoutAssumption({ message, assumed }: Diagnostic): string {
  const clause = assumed === undefined ? "" : `; ${assumed}.`;
  return clause !== "" && message.endsWith(clause) ? `${message.slice(0, -clause.length)}.` : message;
}

/** What a finding says, as one text. */
export function saidOf({ finding: { message, hint }, api }: Pick<PlacedFinding, "finding" | "api">): string {
  const text = hint === undefined ? message : `${message} ${hint}`;
  return api === undefined ? text : `${api}: ${text}`;
}
