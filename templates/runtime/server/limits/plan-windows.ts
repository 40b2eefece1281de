/**
 * Which windows a call counts in: those of the caller's plan, or of what was agreed with it, that the operation counts in.
 */
import { hasOwn } from "../../shared/has-own.js";
import type { AgreedPlan } from "./limiter-options.js";
import type { LimitWindow } from "./limit-store.js";
import type { OperationLimit, Policies, RateLimits } from "../../shared/rate-limits.js";

/** The windows of one operation, by plan. Throws a `TypeError` for a plan that has no figures or does not exist. */
export type WindowsOf = (plan: string | AgreedPlan) => readonly LimitWindow[];

/** `limit` is what the operation says of itself: which policies it counts in. */
export function planWindows({ plans }: RateLimits, limit: OperationLimit | undefined): WindowsOf {
  const named = new Map<string, readonly LimitWindow[]>();
  const agreed = new WeakMap<Policies, readonly LimitWindow[]>();
  for (const [name, plan] of Object.entries(plans)) if ("policies" in plan) named.set(name, windowsOf(plan.policies, limit));
  return (plan) => {
    if (typeof plan === "string") return named.get(plan) ?? unknownPlan(plan, hasOwn(plans, plan));
    const known = agreed.get(plan.policies) ?? windowsOf(plan.policies, limit);
    agreed.set(plan.policies, known);
    return known;
  };
}

/** Throws a `TypeError` where a figure is none: what cannot be compared would let every call pass. */
export function windowsOf(policies: Policies, limit?: OperationLimit): readonly LimitWindow[] {
  return Object.entries(policies)
    .filter(([name]) => limit?.policies?.includes(name) ?? true)
    .flatMap(([name, limit]) => {
      if (!("quota" in limit)) return [];
      const { quota, window } = limit;
      if (!(quota >= 0) || !(window > 0 && window < Infinity))
        throw new TypeError(`The policy ${JSON.stringify(name)} needs a quota from 0 on, and a window in seconds`);
      return { name, quota, window };
    });
}

function unknownPlan(name: string, custom: boolean): never {
  const reason = custom ? "has no figures: return `{ policies }` as they were agreed" : "is not described";
  throw new TypeError(`\`plan\` returned ${JSON.stringify(name)}, which ${reason}`);
}

/**
 * The policies of the plan that callers without one have: the description's default, its only one, and else none. For
 * `strangers`, whose plan nobody knows, it is the one that lets the fewest requests pass in the long run.
 */
export function defaultPolicies({ plans, defaultPlan }: RateLimits): { readonly callers?: Policies; readonly strangers?: Policies } {
  const all = Object.entries(plans).flatMap(([name, plan]) => ("policies" in plan ? [{ name, policies: plan.policies }] : []));
  const [only, second] = all;
  const callers =
    all.find(({ name }) => name === defaultPlan) ?? (second === undefined && Object.keys(plans).length === 1 ? only : undefined);
  const strangers =
    callers ??
    all.reduce<typeof only | undefined>(
      (least, each) => (least !== undefined && requestRate(least.policies) <= requestRate(each.policies) ? least : each),
      undefined,
    );
  return { ...(callers && { callers: callers.policies }), ...(strangers && { strangers: strangers.policies }) };
}

/** Requests per second that a plan allows in the long run. */
const requestRate = (policies: Policies): number => Math.min(...Object.values(policies).map((limit) => ("quota" in limit ? limit.quota / limit.window : Infinity)));
