import type { Plan, RateLimits } from "../../ir/limits.js";
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
      .map(({ name, quota, window }) => `${name} ${String(quota)} per ${String(window)} s`)
      .sort()
      .join(", ") || "without figures"
  );
}

function isLess(before: Plan, now: Plan): boolean {
  return now.policies.some(({ name, quota, window }) => {
    const was = before.policies.find((each) => each.name === name);
    return was === undefined || quota / window < was.quota / was.window;
  });
}
