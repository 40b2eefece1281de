import type { DatedValue, DateFact, Lifecycle } from "../ir/lifecycle.js";
import { shown } from "./change.js";

type Life = Lifecycle | undefined;

/** What is said of the end and the stage of something, and was said otherwise: clauses such as "is deprecated now, to be removed on 2030-12-05". */
export function lifecycleChanges(before: Life, now: Life): readonly string[] {
  return [...deprecationChanges(before, now), ...otherLifecycleChanges(before, now)];
}

/** Whether it ends, and when. */
export function deprecationChanges(before: Life, now: Life): readonly string[] {
  if (now?.deprecated !== true) return [];
  if (before?.deprecated !== true) return [`is deprecated now${datesText(now)}`];
  return [...dateChange(before.sunset, now.sunset, "is to be removed on"), ...dateChange(before.since, now.since, "is deprecated since")];
}

/** What is said of it besides its dates. */
export function otherLifecycleChanges(before: Life, now: Life): readonly string[] {
  const stages = [before?.stability ?? "stable", now?.stability ?? "stable"] as const;
  const staged = stages[0] === stages[1] ? [] : [`is of the stage ${stages[1]} now, and was ${stages[0]}`];
  if (before?.deprecated !== true) return staged;
  if (now?.deprecated !== true)
    return [`is no longer deprecated${before.sunset === undefined ? "" : `, and was to be removed on ${before.sunset.text}`}`, ...staged];
  return [...insteadChanges(before, now), ...staged];
}

/** What comes instead, where more of it is said, and the version that no longer has it. */
function insteadChanges(before: Lifecycle, now: Lifecycle): readonly string[] {
  const changes: string[] = [];
  const [was, is] = [before.replacement, now.replacement];
  if (was === undefined && is !== undefined) changes.push("has a replacement now");
  else if (was !== undefined && is === undefined) changes.push("has no replacement now");
  else if (JSON.stringify(was) !== JSON.stringify(is)) changes.push("has another replacement now");
  if (before.link !== now.link)
    changes.push(`has ${now.link === undefined ? "no link" : `the link ${now.link}`} now, and had ${before.link ?? "none"}`);
  if (before.removedIn !== now.removedIn)
    changes.push(
      now.removedIn === undefined
        ? `is no longer said to be removed in version ${before.removedIn ?? ""}`
        : `is to be removed in version ${now.removedIn} now${before.removedIn === undefined ? "" : `, and was in ${before.removedIn}`}`,
    );
  return changes;
}

/** The key by which a program answers to the warning. */
export function codeChanges(before: Life, now: Life): readonly string[] {
  if (before?.deprecated !== true || now?.deprecated !== true || before.code === now.code) return [];
  return [`has the code ${now.code ?? "none"} for its warning now, and had ${before.code ?? "none"}`];
}

/** ", since 2030-01-01, to be removed on 2030-12-05" */
export function datesText({ since, sunset }: { readonly since?: DateFact | undefined; readonly sunset?: DateFact | undefined }): string {
  return (since === undefined ? "" : `, since ${since.text}`) + (sunset === undefined ? "" : `, to be removed on ${sunset.text}`);
}

function dateChange(before: DateFact | undefined, now: DateFact | undefined, words: string): readonly string[] {
  if (before?.epoch === now?.epoch) return [];
  if (now === undefined) return [`has lost its date, and said that it ${words} ${before?.text ?? ""}`];
  return [`${words} ${now.text} now${before === undefined ? "" : `, and was on ${before.text}`}`];
}

export function insteadOf({ replacement, link, removedIn }: Lifecycle): string {
  return JSON.stringify([replacement ?? null, link ?? null, removedIn ?? null]);
}

/** The same of single values of an enum. */
export function datedValueChanges(
  before: readonly DatedValue[],
  now: readonly DatedValue[],
  kept: (value: string) => boolean,
): readonly string[] {
  const [old, fresh] = [before, now].map((list) => new Map(list.map(({ value, lifecycle }) => [shown(value), lifecycle])));
  const values = [...new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])].filter(kept);
  return values.flatMap((value) => lifecycleChanges(old?.get(value), fresh?.get(value)).map((clause) => `value ${value} ${clause}`));
}

/** All of what counts of a life, as one text. */
export function lifecycleText(lifecycle: Life): string {
  if (lifecycle === undefined) return "null";
  const { deprecated, since, sunset, stability = "stable" } = lifecycle;
  if (!deprecated) return stability === "stable" ? "null" : JSON.stringify(stability);
  return JSON.stringify([since?.epoch ?? null, sunset?.epoch ?? null, stability, insteadOf(lifecycle)]);
}
