import { originOf } from "../build/origin.js";
import type { BuildContext } from "../build/context.js";
import type { OperationEntry } from "../build/list-operations.js";
import { fixedWindow } from "../ir/limits.js";
import type { GeneralFacts, LimitSource } from "./limit-facts.js";
import { onlyPlan, policyName, limitSourceOf, type LimitRule } from "./limit-rules.js";
import { invalid, member, type Sourced, type Written } from "./limit-values.js";

/** What a key that may stand on the document, a path item or an operation says of limits there. */
export interface LevelLimits {
  /** Empty: none, whatever a level further out says. */
  readonly limits: readonly {
    readonly quota: number;
    readonly window: number;
    /** As a person says it: "minute". */ readonly period: string;
  }[];
  readonly key?: GeneralFacts["key"];
}

/** Reads a value at one of the keys; `undefined` when it is not understood, which is reported. */
export interface LevelReader {
  readonly keys: readonly string[];
  readonly read: (written: Written) => LevelLimits | undefined;
}

interface Level extends LevelLimits {
  /** What its counters are about: "", "/pets", "GET /pets". */
  readonly scope: string;
  readonly said: Pick<Sourced<unknown>, "name" | "at">;
}

/** Limits whose nearest level counts: that of the operation, else of its path, else of the document. Everybody has the same. */
export function readInherited(
  { keys, read }: LevelReader,
  entries: readonly OperationEntry[],
  build: BuildContext,
): LimitSource | undefined {
  const levels = new Map<object, Level | undefined>();
  const levelOf = (value: object, scope: string): Level | undefined => {
    if (!levels.has(value)) levels.set(value, levelAt(value, scope));
    return levels.get(value);
  };
  const levelAt = (value: object, scope: string): Level | undefined => {
    const whole: Written = { value: value as never, name: "", at: originOf(value, build.resolved) }; // extensions are JSON, and only they are looked at
    for (const key of keys) {
      const written = member(whole, key);
      if (written === undefined) continue;
      const found = read({ ...written, name: key });
      if (found !== undefined) return { ...found, scope, said: { name: key, at: written.at } };
    }
    return undefined;
  };
  const nearestTo = ({ operation, items, method, path }: OperationEntry): Level | undefined =>
    levelOf(operation, `${method} ${path}`) ??
    items.toReversed().reduce<Level | undefined>((found, item) => found ?? levelOf(item, path), undefined) ??
    levelOf(build.resolved.document, "");
  const nearest = new Map(entries.map((entry) => [entry, nearestTo(entry)]));
  const used = [...new Set(nearest.values())].filter((level) => level !== undefined);
  const [first] = used;
  if (first === undefined) return undefined;
  const rules = used.flatMap((level) => rulesOf(level, (entry) => nearest.get(entry) === level));
  const plan = { ...first.said, value: onlyPlan };
  const key = commonKey(used, build);
  return limitSourceOf(rules, rules.length === 0 ? [] : [plan], rules.length === 0 ? {} : { defaultPlan: plan, ...(key && { key }) });
}

/** What all counters belong to. An API has one kind of counter: what only some levels say is not kept. */
function commonKey(levels: readonly Level[], { report }: BuildContext): GeneralFacts["key"] {
  const counting = levels.filter(({ limits }) => limits.length > 0);
  const keys = counting.flatMap(({ key }) => key ?? []);
  const [first] = keys;
  if (first === undefined || keys.length === counting.length) return first;
  const message = `"${first.name}" applies to some limits and not to others; an API has one kind of counter, so it is not read.`;
  invalid(message, first.at, report, "limit-unsupported");
  return undefined;
}

function rulesOf({ limits, scope, said }: Level, applies: LimitRule["applies"]): readonly LimitRule[] {
  return limits.map(({ quota, window, period }) => ({
    plan: onlyPlan,
    policy: fixedWindow(policyName(scope, period), quota, window),
    applies,
    said,
  }));
}
