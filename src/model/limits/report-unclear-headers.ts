import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin, Report } from "../../diagnostic/diagnostic.js";
import { inside } from "../build/origin.js";
import type { LimitHeaders, Plan, WindowPolicy } from "../ir/limits.js";
import type { GeneralFacts } from "./limit-facts.js";
import { firstOf } from "./policy-names.js";
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

/**
 * Remarks on headers of no policy beside a plan of several windows, where no answer says which of them it tells of. The figure of the limit says it,
 * where no two of them have the same; else the length of the reset does.
 */
export function reportAmbiguousHeaders(general: GeneralFacts, plans: readonly Plan[], report: Report): void {
  if (general.ietf?.value === true) return;
  const { headers } = general;
  const sets = headers?.value ?? [headersOf(general)];
  for (const [index, set] of sets.entries()) {
    const at = headers === undefined ? (general.remaining ?? general.fraction)?.at : inside(headers.at, index);
    if (set.policy !== undefined || set.unit !== undefined || set.refill !== undefined) continue;
    if (set.remaining === undefined && set.fraction === undefined) continue;
    const plan = plans.find((each) => alikeWindows(each, set).length > 1);
    if (plan === undefined) continue;
    const names = firstOf(alikeWindows(plan, set).map(({ name }) => JSON.stringify(name)));
    const message = `The plan ${JSON.stringify(plan.name)} has the windows ${names}, and no answer says of which of them its headers are.`;
    const hint = "Name the `policy` that they are of, in a list of several sets where each has headers of its own";
    const figure =
      set.limit === undefined && set.fraction === undefined ? ", or the header of the `limit`, whose figure tells them apart" : "";
    report(diagnostic("limit-headers-unclear", message, { at, severity: "info", hint: `${hint}${figure}.` }));
  }
}

/** Windows of requests of which headers may be that name no policy, and that these do not tell apart. Such headers are of the narrowest counters. */
function alikeWindows({ policies }: Plan, { limit, fraction, reset }: LimitHeaders): readonly WindowPolicy[] {
  const scope = policies.some(({ per }) => per === "operation")
    ? "operation"
    : policies.some(({ per }) => per === undefined)
      ? undefined
      : "address";
  const windows = policies.filter(
    (policy): policy is WindowPolicy => policy.kind === "window" && policy.unit === undefined && policy.per === scope,
  );
  if (limit === undefined && fraction === undefined) return windows;
  return reset === undefined ? windows.filter((one) => windows.some((other) => other !== one && other.quota === one.quota)) : [];
}

function tell(message: string, at: Origin | undefined, hint: string, report: Report): void {
  report(diagnostic("limit-headers-unclear", message, { at, hint }));
}
