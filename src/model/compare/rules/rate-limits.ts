import type { Plan, Policy, RateLimits } from "../../ir/limits.js";
import { policyText } from "../../limits/policy-words.js";
import { canonical } from "../canonical.js";
import type { Change } from "../change.js";

/** Limits of the whole, plan by plan. It breaks whoever keeps to a plan that is gone or has less. */
export function rateLimitChanges(before: RateLimits | undefined, now: RateLimits | undefined): readonly Change[] {
  const [old, fresh] = [before, now].map((each) => new Map(each?.plans.map((plan) => [plan.name, plan])));
  const changes: Change[] = [];
  const say = (plan: string, text: string, breaking: boolean): void =>
    void changes.push({ rule: "rate-limits", text: `the plan ${JSON.stringify(plan)} of its rate limits ${text}`, breaking });
  for (const name of old?.keys() ?? []) if (fresh?.has(name) !== true) say(name, "is gone", true);
  for (const [name, plan] of fresh ?? []) {
    const was = old?.get(name);
    if (was === undefined) say(name, `is new: ${figuresOf(plan)}`, false);
    else if (figuresOf(was) !== figuresOf(plan)) say(name, `is ${figuresOf(plan)} now, and was ${figuresOf(was)}`, isLess(was, plan));
  }
  const [a, b] = [before, now].map((each) => each && canonical({ ...each, plans: [] }).text);
  if (a !== b) changes.push({ rule: "rate-limits", text: "its rate limits changed", breaking: false });
  return changes;
}

function figuresOf({ policies, custom }: Plan): string {
  if (custom) return "custom";
  return (
    policies
      .map((policy) => `${policy.name} ${figureOf(policy)}`)
      .sort()
      .join(", ") || "without figures"
  );
}

/** A fixed window of requests is told in seconds, as it is written. */
function figureOf(policy: Policy): string {
  const isPlain = policy.kind === "window" && !policy.sliding && policy.unit === undefined && policy.per === undefined;
  return isPlain ? `${String(policy.quota)} per ${String(policy.window)} s` : policyText(policy);
}

function isLess(before: Plan, now: Plan): boolean {
  return now.policies.some((policy) => {
    const was = before.policies.find((each) => each.name === policy.name);
    return was === undefined || allowsLess(was, policy);
  });
}

/** Whether a policy lets fewer calls through than it did. One of another kind, or of another unit, may: nobody can compare them. */
function allowsLess(was: Policy, now: Policy): boolean {
  if (was.kind !== now.kind || was.unit !== now.unit) return true;
  if (was.per !== now.per && now.per !== "operation") return true;
  const before = allowanceOf(was);
  return allowanceOf(now).some((figure, index) => figure < (before[index] ?? 0));
}

/** Figures of a policy, each of which lets more calls through the larger it is. */
function allowanceOf(policy: Policy): readonly number[] {
  switch (policy.kind) {
    case "window":
      return [policy.quota / policy.window, policy.sliding ? 0 : 1];
    case "bucket":
      return [policy.rate, policy.burst];
    case "concurrency":
      return [policy.concurrency];
    case "spacing":
      return [-policy.spacing];
  }
}
