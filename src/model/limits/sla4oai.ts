import type { Report } from "../../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import type { OperationEntry } from "../build/list-operations.js";
import { fixedWindow } from "../ir/limits.js";
import type { LimitSource } from "./limit-facts.js";
import { policyName, onlyPlan, periods, limitSourceOf, type LimitRule } from "./limit-rules.js";
import { asPositive, invalid, isObject, items, member, members, reportUnread, type Sourced, type Written } from "./limit-values.js";

/** One limit of a plan: on a path, a method and a metric. */
interface Entry {
  readonly plan: string;
  readonly kind: Kind;
  readonly path: string;
  readonly method: string;
  readonly metric: string;
  readonly limit: Written;
}

/** Quotas are of windows that stand still, rates of those that move with the calls. */
const kinds = ["quotas", "rates"] as const;
type Kind = (typeof kinds)[number];

/**
 * What a service level agreement in SLA4OAI says of limits. Every limit on requests becomes a policy of the operations it is about.
 * A plan has what it says itself, and for what it says nothing about what `base` and the document say. Rates are sliding windows; quotas, which are
 * of the calendar, are kept as windows that begin with the first request. A document without plans, as an agreement with one customer, has one.
 * @see https://github.com/isa-group/SLA4OAI-Specification
 */
export function readSla(written: Written, operationEntries: readonly OperationEntry[], report: Report): LimitSource | undefined {
  if (!isObject(written.value)) {
    reportUnread(`"${written.name}" must be an object with "plans".`, "it is not read", written.at, report);
    return undefined;
  }
  const [plans, agreed] = [member(written, "plans"), member(written, "plan")];
  const own = plans === undefined ? [] : members(plans).filter(({ key }) => key !== "base");
  const base = plans === undefined ? undefined : member(plans, "base");
  const isCommon = kinds.some((kind) => member(written, kind) !== undefined);
  const only =
    base !== undefined
      ? { ...base, key: "base" }
      : agreed !== undefined || isCommon
        ? { ...(agreed ?? written), key: onlyPlan }
        : undefined;
  // What is common to all plans is a plan where there is no other.
  const named = own.length > 0 || only === undefined ? own : [only];
  const once = reportedOnce(report);
  for (const level of [written, ...[base, agreed].flatMap((each) => each ?? []), ...own]) reportUnlike(level, once);
  const rules = named.flatMap((plan) => {
    const levels = [plan, ...(base === undefined || plan.key === "base" ? [] : [base]), written];
    return kinds.flatMap((kind) => entriesOf(plan.key, kind, levels, once));
  });
  const specific = new Set(rules.map(({ path }) => erased(path)).filter((path) => !isAny(path)));
  return limitSourceOf(
    rules.flatMap((entry) => ruleOf(entry, specific, operationEntries, once) ?? []),
    named.map(({ key, name, at }): Sourced<string> => ({ value: key, name, at })),
    own.length > 0 || only === undefined ? {} : { defaultPlan: { value: only.key, name: only.name, at: only.at } },
  );
}

/** Each thing once, where it stands: what is common to all plans is looked at for each. */
function reportedOnce(report: Report): Report {
  const told = new Set<string>();
  return (diagnostic) => {
    const { at, code } = diagnostic;
    const key = at === undefined ? "" : `${code} ${at.file}#${"pointer" in at ? at.pointer : ""}`;
    if (!told.has(key)) report(diagnostic);
    told.add(key);
  };
}

/** Reports members that look like limits, and are none of those that are read. */
function reportUnlike(level: Written, report: Report): void {
  for (const { key, name, at } of members(level)) {
    if (kinds.some((kind) => kind === key) || !/^(?:rate|quota|limit)/i.test(key)) continue;
    const hint = 'Limits of SLA4OAI are "rates" and "quotas", of a plan, of `base` or of the whole.';
    invalid(`"${name}" looks like a limit, and is not known.`, at, report, "rate-limit-key-unknown", hint);
  }
}

/** The limits of one kind in the first of the levels that has some for a path, a method and a metric. */
function entriesOf(plan: string, kind: Kind, levels: readonly Written[], report: Report): readonly Entry[] {
  const found = new Map<string, readonly Entry[]>();
  const within = (written: Written, what: string): ReturnType<typeof members> => {
    if (!isObject(written.value)) reportUnread(`"${written.name}" must be an object of ${what}.`, "it is not read", written.at, report);
    return members(written);
  };
  for (const level of levels) {
    const start = member(level, kind);
    if (start === undefined) continue;
    for (const path of within(start, "paths"))
      for (const method of within(path, "methods"))
        for (const metric of within(method, "metrics, such as requests")) {
          const key = JSON.stringify([erased(path.key), method.key.toLowerCase(), metric.key]);
          if (!found.has(key))
            found.set(
              key,
              items(metric).map((limit) => ({ plan, kind, path: path.key, method: method.key, metric: metric.key, limit })),
            );
        }
  }
  return [...found.values()].flat();
}

function ruleOf(
  { plan, kind, path, method, metric, limit }: Entry,
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
      policy: { ...fixedWindow(policyName(scope, periodOf(window)), quota, window), sliding: kind === "rates" },
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
