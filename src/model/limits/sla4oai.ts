import type { Report } from "../../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import type { OperationEntry } from "../build/list-operations.js";
import { fixedWindow } from "../ir/limits.js";
import type { LimitSource } from "./limit-facts.js";
import { policyName, periods, limitSourceOf, type LimitRule } from "./limit-rules.js";
import { asPositive, invalid, isObject, items, member, members, reportUnread, type Sourced, type Written } from "./limit-values.js";

/** One limit of a plan: on a path, a method and a metric. */
interface Entry {
  readonly plan: string;
  readonly path: string;
  readonly method: string;
  readonly metric: string;
  readonly limit: Written;
}

/**
 * What a service level agreement in SLA4OAI says of limits. Every limit on requests becomes a policy of the operations it is about.
 * A plan has what it says itself, and for what it says nothing about what `base` and the document say. Quotas (calendar windows) and
 * rates (sliding ones) are both kept as windows that begin with the first request.
 * @see https://github.com/isa-group/SLA4OAI-Specification
 */
export function readSla(written: Written, operationEntries: readonly OperationEntry[], report: Report): LimitSource | undefined {
  if (!isObject(written.value)) {
    reportUnread(`"${written.name}" must be an object with "plans".`, "it is not read", written.at, report);
    return undefined;
  }
  const plans = member(written, "plans");
  const own = plans === undefined ? [] : members(plans).filter(({ key }) => key !== "base");
  const base = plans === undefined ? undefined : member(plans, "base");
  // A document with nothing but what is common to all plans has one plan.
  const named = own.length > 0 ? own : base === undefined ? [] : [{ key: "base", ...base }];
  const rules = named.flatMap((plan) => {
    const levels = [plan, ...(base === undefined || plan.key === "base" ? [] : [base]), written];
    return (["quotas", "rates"] as const).flatMap((kind) => entriesOf(plan.key, kind, levels));
  });
  const specific = new Set(rules.map(({ path }) => erased(path)).filter((path) => !isAny(path)));
  return limitSourceOf(
    rules.flatMap((entry) => ruleOf(entry, specific, operationEntries, report) ?? []),
    named.map(({ key, name, at }): Sourced<string> => ({ value: key, name, at })),
    {},
  );
}

/** The limits of one kind in the first of the levels that has some for a path, a method and a metric. */
function entriesOf(plan: string, kind: "quotas" | "rates", levels: readonly Written[]): readonly Entry[] {
  const found = new Map<string, readonly Entry[]>();
  for (const level of levels) {
    const start = member(level, kind);
    if (start === undefined) continue;
    for (const path of members(start))
      for (const method of members(path))
        for (const metric of members(method)) {
          const key = JSON.stringify([erased(path.key), method.key.toLowerCase(), metric.key]);
          if (!found.has(key))
            found.set(
              key,
              items(metric).map((limit) => ({ plan, path: path.key, method: method.key, metric: metric.key, limit })),
            );
        }
  }
  return [...found.values()].flat();
}

function ruleOf(
  { plan, path, method, metric, limit }: Entry,
  specific: ReadonlySet<string>,
  operationEntries: readonly OperationEntry[],
  report: Report,
): LimitRule | undefined {
  const [max, period] = [member(limit, "max")?.value, member(limit, "period")?.value];
  if (max === "unlimited") return undefined;
  const quota = asPositive(max);
  const window = typeof period === "string" ? periods.get(period) : undefined;
  const unsupported = (why: string): void => {
    invalid(`A limit of the plan "${plan}" ${why}; it is left out.`, limit.at, report, "limit-unsupported");
  };
  if (!/^(?:requests?|calls?)$/i.test(metric)) unsupported(`is on ${JSON.stringify(metric)}, and only requests can be counted`);
  else if (quota !== undefined && period === undefined) unsupported("has no period, so its counter would never be reset");
  else if (quota === undefined || window === undefined) {
    const hint = `Periods are ${[...periods.keys()].join(", ")}.`;
    reportUnread(`"${limit.name}" needs max (a whole number above 0) and period.`, "it is left out", limit.at, report, hint);
  } else {
    const applies = (operationEntry: OperationEntry): boolean =>
      (isAny(method) || operationEntry.method === method.toUpperCase()) &&
      (isAny(path) ? !specific.has(erased(operationEntry.path)) : erased(operationEntry.path) === erased(path));
    if (!operationEntries.some(applies)) {
      reportNoOperation(method, path, limit, operationEntries, report);
      return undefined;
    }
    const scope = [isAny(method) ? "" : method.toUpperCase(), isAny(path) ? "" : path].join(" ").trim();
    return {
      plan,
      policy: fixedWindow(policyName(scope, periodOf(window)), quota, window),
      applies,
      said: { name: limit.name, at: limit.at },
    };
  }
  return undefined;
}

function reportNoOperation(
  method: string,
  path: string,
  { at }: Written,
  operationEntries: readonly OperationEntry[],
  report: Report,
): void {
  const what = (operationEntry: Pick<OperationEntry, "method" | "path">): string => `${operationEntry.method} ${operationEntry.path}`;
  const meant = spellingSuggestion(what({ method: method.toUpperCase(), path }), operationEntries.map(what));
  const hint = meant === undefined ? undefined : `Did you mean "${meant}"?`;
  invalid(`No operation is ${method.toUpperCase()} ${path}, which has a limit.`, at, report, "limit-operation-unknown", hint);
}

const periodOf = (seconds: number): string => [...periods].find(([, length]) => length === seconds)?.[0] ?? "";

/** Words that stand for all methods, or for every path that has no entry of its own. */
const isAny = (text: string): boolean => ["all", "default", "*", "/*", "/**"].includes(text);

/** A path whose parameters have no names: descriptions and agreements choose their own. */
const erased = (path: string): string => path.replace(/\{[^{}]*\}/g, "{}");
