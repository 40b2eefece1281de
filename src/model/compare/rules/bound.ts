import { effectOf, type Effect } from "../change.js";
import type { Course } from "../compare-schema.js";

type Bound = number | bigint | undefined;

/** A least or a greatest figure that is another now. `idle`: what is as good as none. */
export function compareBound(
  rule: string,
  words: string,
  isLeast: boolean,
  [before, now]: readonly [Bound, Bound],
  { say }: Course,
  idle?: number,
): void {
  const [old, fresh] = [before === idle ? undefined : before, now === idle ? undefined : now];
  if (old === fresh) return;
  const isTighter = old === undefined || (fresh !== undefined && (isLeast ? fresh > old : fresh < old));
  const was = old === undefined ? "had none" : `had ${String(old)}`;
  say(
    rule,
    effectOf(isTighter, !isTighter),
    fresh === undefined ? `has no ${words} now, and ${was}` : `has the ${words} ${String(fresh)} now, and ${was}`,
  );
}

/** A word that narrows, such as a pattern: none is wider, and another is another, unless `effect` says more. */
export function compareWord(
  rule: string,
  words: string,
  before: string | undefined,
  now: string | undefined,
  { say }: Course,
  effect?: Effect,
): void {
  if (before === now) return;
  const [was, is] = [before, now].map((each) => (each === undefined ? "none" : JSON.stringify(each)));
  say(
    rule,
    effect ?? (before === undefined ? "narrower" : now === undefined ? "wider" : "other"),
    `has ${is === "none" ? "no" : `the`} ${words}${is === "none" ? "" : ` ${is ?? ""}`} now, and had ${was ?? ""}`,
  );
}
