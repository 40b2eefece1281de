import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin, Report } from "../../diagnostic/diagnostic.js";
import { inside } from "../build/origin.js";
import type { LimitHeaders } from "../ir/limits.js";
import type { GeneralFacts } from "./limit-facts.js";
import { headersOf } from "./read-limit-headers.js";

const named = ["limit", "remaining", "fraction", "reset", "bucket"] as const satisfies readonly (keyof LimitHeaders)[];

/** Reports headers of a limit that do not say together what is left of it. */
export function reportUnclearHeaders(general: GeneralFacts, report: Report): void {
  const { headers } = general;
  if (headers === undefined) reportSet(headersOf(general), (key) => general[key]?.at, report);
  for (const [index, set] of (headers?.value ?? []).entries())
    if (headers !== undefined) reportSet(set, (key) => inside(headers.at, index, key), report);
}

function reportSet(set: LimitHeaders, placeOf: (key: (typeof named)[number]) => Origin | undefined, report: Report): void {
  const first = new Map<string, (typeof named)[number]>();
  for (const key of named) {
    const name = key === "reset" ? set.reset?.name : set[key];
    if (name === undefined) continue;
    const other = first.get(name.toLowerCase());
    first.set(name.toLowerCase(), other ?? key);
    if (other === undefined) continue;
    const message = `"${name}" is named as "${other}" and as "${key}", and has one value.`;
    tell(message, placeOf(key), "Each says another thing: name two headers, or leave one out.", report);
  }
  const { limit, remaining, fraction, reset } = set;
  if (reset === undefined || remaining !== undefined || fraction !== undefined) return;
  const message = `"${reset.name}" says when a limit is whole again, and no header says what is left of it.`;
  const which = limit === undefined ? "a reset" : "a limit and a reset";
  tell(
    message,
    placeOf("reset"),
    `Name that header as \`remaining\` or \`fraction\`: of ${which} alone, no call knows whether it may go.`,
    report,
  );
}

function tell(message: string, at: Origin | undefined, hint: string, report: Report): void {
  report(diagnostic("limit-headers-unclear", message, { at, hint }));
}
