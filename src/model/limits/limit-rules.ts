import type { OperationEntry } from "../build/list-operations.js";
import type { Plan, WindowPolicy } from "../ir/limits.js";
import type { GeneralFacts, LimitSource, OperationFacts } from "./limit-facts.js";
import type { Sourced } from "./limit-values.js";

/** A limit of one plan on some operations, as other vocabularies than ours say it. */
export interface LimitRule {
  readonly plan: string;
  /** What its policy is called, and what it counts; rules of one policy share a counter, whatever the plan. */
  readonly policy: WindowPolicy;
  readonly applies: (entry: OperationEntry) => boolean;
  /** The key that says it, and where. */
  readonly said: Pick<Sourced<unknown>, "name" | "at">;
}

/** The plan of a description whose limits are the same for everyone. */
export const onlyPlan = "default";

/** Seconds of the periods that limits are said in. Months and years are counted as 30 and 365 days. */
export const periods: ReadonlyMap<string, number> = new Map([
  ["second", 1],
  ["minute", 60],
  ["hour", 3_600],
  ["day", 86_400],
  ["week", 604_800],
  ["month", 2_592_000],
  ["year", 31_536_000],
]);

/**
 * Rules as plans, and as the policies each operation counts in. An operation that no rule is about counts in none. A plan with two
 * rules for one policy has the tighter one. `plans`: names of plans, also those without a rule.
 */
export function limitSourceOf(rules: readonly LimitRule[], plans: readonly Sourced<string>[], general: GeneralFacts): LimitSource {
  const names = new Set(rules.map(({ policy }) => policy.name));
  return {
    facts: { general, plans: new Map(plans.map((plan) => [plan.value, { ...plan, value: planOf(plan.value, rules) }])) },
    of: (entry) => (rules.length === 0 ? {} : countedIn(entry, rules, names)),
  };
}

function planOf(name: string, rules: readonly LimitRule[]): Plan {
  const policies = new Map<string, WindowPolicy>();
  for (const { plan, policy } of rules) {
    if (plan !== name) continue;
    const other = policies.get(policy.name);
    // Both are kept where it slides and has the smaller quota.
    const sliding = policy.sliding || other?.sliding === true;
    policies.set(policy.name, { ...policy, quota: Math.min(policy.quota, other?.quota ?? Infinity), sliding });
  }
  return { name, doc: {}, policies: [...policies.values()], custom: false };
}

function countedIn(entry: OperationEntry, rules: readonly LimitRule[], names: ReadonlySet<string>): OperationFacts {
  const counting = rules.filter(({ applies }) => applies(entry));
  const [said = rules[0]?.said] = counting.map((rule) => rule.said);
  const policies = [...new Set(counting.map(({ policy }) => policy.name))];
  return said === undefined || policies.length === names.size ? {} : { policies: { ...said, value: policies } };
}

/** A name for a policy: what it is about, and its period; in ASCII, as it is sent in a structured field. */
export function policyName(scope: string, period: string): string {
  return `${scope} ${period}`.trim().replace(/[^\x20-\x7e]/gu, (letter) => `%${(letter.codePointAt(0) ?? 0).toString(16)}`);
}
