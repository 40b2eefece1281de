/**
 * Which policies a call counts in: those of the caller's plan, or of what was agreed with it, that the operation counts in.
 */
import { hasOwn } from "../../shared/has-own.js";
import type { AgreedPlan } from "./limiter-options.js";
import type { LimitPolicy } from "./limit-store.js";
import { costIn } from "./policy-kinds.js";
import type { LimitedOperation, OperationLimit, Policies, PolicyLimit, RateLimits } from "../../shared/rate-limits.js";

/** The policies of one operation in one plan. */
export interface CountedPolicies {
  /** Under the caller's key. */
  readonly own: readonly LimitPolicy[];
  /** Under its address. */
  readonly address: readonly LimitPolicy[];
  /** Names of all of them as they are described, where the store has others: an operation's own counter has that operation in its name. */
  readonly names: readonly string[] | undefined;
  /** Fixed windows under one key, with one cost: every store counts these. */
  readonly isPlain: boolean;
}

/** The policies of one operation, by plan. Throws a `TypeError` for a plan that has no figures or does not exist. */
export type PoliciesOf = (plan: string | AgreedPlan) => CountedPolicies;

/** What an operation says of itself: which policies it counts in, and its name. */
interface CountedOperation {
  readonly id?: string | undefined;
  readonly rateLimit?: OperationLimit | undefined;
  /** Where it names none: those that it does not count in. */
  readonly except?: readonly string[] | undefined;
}

/** `together`: nothing is plain, because some call counts under several keys. `onAgreed` is told of agreed policies when they are first seen. */
export function planPolicies(
  { plans }: RateLimits,
  operation: CountedOperation,
  together: boolean,
  onAgreed: (policies: Policies) => void,
): PoliciesOf {
  const named = new Map<string, CountedPolicies>();
  const agreed = new WeakMap<Policies, CountedPolicies>();
  for (const [name, plan] of Object.entries(plans)) if ("policies" in plan) named.set(name, policiesOf(plan.policies, operation, together));
  return (plan) => {
    if (typeof plan === "string") return named.get(plan) ?? unknownPlan(plan, hasOwn(plans, plan));
    const known = agreed.get(plan.policies);
    if (known !== undefined) return known;
    const policies = policiesOf(plan.policies, operation, together);
    agreed.set(plan.policies, policies);
    onAgreed(plan.policies);
    return policies;
  };
}

/** Throws a `TypeError` where a figure is none: what cannot be compared would let every call pass. */
export function policiesOf(policies: Policies, { id, rateLimit, except = [] }: CountedOperation = {}, together = false): CountedPolicies {
  const counted = Object.entries(policies)
    .filter(([name, limit]) => (rateLimit?.policies?.includes(name) ?? !except.includes(name)) && isEnforced(limit))
    .map(([name, limit]) => ({
      name,
      limit,
      policy: withCost(policyOf(limit.per === "operation" ? ownName(name, id) : plainName(name), name, limit), name, rateLimit),
    }));
  const [address, own] = [true, false].map((wanted) => counted.filter(({ limit }) => (limit.per === "address") === wanted));
  const all = [...(own ?? []), ...(address ?? [])];
  return {
    own: (own ?? []).map(({ policy }) => policy),
    address: (address ?? []).map(({ policy }) => policy),
    names: all.some(({ name, policy }) => name !== policy.name) ? all.map(({ name }) => name) : undefined,
    isPlain: !together && address?.length === 0 && all.every(({ policy }) => policy.kind === undefined && policy.cost === undefined),
  };
}

/** A server knows of a call that it is one, and what the description says it costs; what else it may use is known afterwards. */
const isEnforced = ({ unit = "requests" }: PolicyLimit): boolean => unit === "requests";

/**
 * Finds policies that no operation counts in, as a name that is misspelt: they would limit nothing. For strangers they are an error; with agreed
 * figures, which come with calls, the first is a warning.
 */
export function policyNames(strangers: Policies | false | undefined) {
  let operations: readonly LimitedOperation[] = [];
  let isWarned = false;
  const check = (policies: Policies, fail: (text: string) => void): void => {
    // Those that count in nothing say nothing of what the others count in.
    const counted = operations.filter(({ rateLimit }) => rateLimit?.exempt !== true);
    if (counted.length === 0) return;
    const name = Object.keys(policies).find((each) => counted.every(({ rateLimit }) => rateLimit?.policies?.includes(each) === false));
    if (name !== undefined) fail(`the policy ${JSON.stringify(name)}, and no operation counts in a policy of that name: it limits nothing`);
  };
  return {
    begin: (all: readonly LimitedOperation[]): void => {
      operations = all;
      if (strangers === undefined || strangers === false) return;
      check(strangers, (text) => {
        throw new TypeError(`\`strangers\` has ${text}`);
      });
    },
    onAgreed: (policies: Policies): void => {
      if (isWarned) return;
      check(policies, (text) => {
        isWarned = true;
        console.warn(`\`plan\` returned figures with ${text}`);
      });
    },
  };
}

/** Requests that reach no operation have a counter in common. */
const ownName = (name: string, operation = ""): string => `${name} @${operation}`;

/** A policy may be called like the counter that an operation has of another. No operation is called `*`. */
const plainName = (name: string): string => (name.includes(" @") ? ownName(name, "*") : name);

/** What a call of the operation takes of a policy, where that is not what it costs in the others. */
function withCost(policy: LimitPolicy, name: string, limit: OperationLimit | undefined): LimitPolicy {
  const { cost = 1, costs = {} } = limit ?? {};
  const own = (hasOwn(costs, name) ? costs[name] : undefined) ?? cost;
  return own === cost || costIn({ ...policy, cost: own }, cost) !== own ? policy : { ...policy, cost: own };
}

function policyOf(counter: string, name: string, limit: PolicyLimit): LimitPolicy {
  if ("quota" in limit) {
    const { quota, window, sliding } = limit;
    check(name, quota >= 0 && isAbove0(window), "a quota from 0 on, and a window in seconds");
    return sliding === true ? { name: counter, quota, window, kind: "sliding" } : { name: counter, quota, window };
  }
  if ("rate" in limit) {
    const { rate, burst } = limit;
    check(name, isAbove0(rate) && isAbove0(burst), "a rate per second and a burst, both above 0");
    return { name: counter, quota: burst, window: burst / rate, kind: "bucket" };
  }
  if ("concurrency" in limit) {
    check(name, limit.concurrency >= 0, "a number of calls at once");
    return { name: counter, quota: limit.concurrency, window: 0, kind: "concurrency" };
  }
  check(name, isAbove0(limit.spacing), "a window and a quota, a rate and a burst, a concurrency, or a spacing in seconds above 0");
  return { name: counter, quota: 1, window: limit.spacing, kind: "spacing" };
}

const isAbove0 = (figure: number): boolean => figure > 0 && figure < Infinity;

function check(name: string, holds: boolean, needs: string): void {
  if (!holds) throw new TypeError(`The policy ${JSON.stringify(name)} needs ${needs}`);
}

function unknownPlan(name: string, custom: boolean): never {
  const reason = custom ? "has no figures: return `{ policies }` as they were agreed" : "is not described";
  throw new TypeError(`\`plan\` returned ${JSON.stringify(name)}, which ${reason}`);
}

/** Whether some plan limits both what a call is counted by and its address. */
export function isCountedTogether({ plans, key }: RateLimits, hasAccounts: boolean): boolean {
  if ("address" in key && !hasAccounts) return false;
  return Object.values(plans).some((plan) => {
    if (!("policies" in plan)) return false;
    const enforced = Object.values(plan.policies).filter(isEnforced);
    return enforced.some(({ per }) => per === "address") && enforced.some(({ per }) => per !== "address");
  });
}

/**
 * The plan of the policies that callers without one have: the description's default, its only one, and else none. For
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
const requestRate = (policies: Policies): number => Math.min(...Object.values(policies).filter(isEnforced).map(rateOf));

function rateOf(limit: PolicyLimit): number {
  if ("quota" in limit) return limit.quota / limit.window;
  if ("rate" in limit) return limit.rate;
  return "spacing" in limit ? 1 / limit.spacing : Infinity;
}
