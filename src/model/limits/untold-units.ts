import type { Report } from "../../diagnostic/diagnostic.js";
import { inside } from "../build/origin.js";
import type { LimitHeaders, Plan, Policy } from "../ir/limits.js";
import { invalid, type Sourced } from "./limit-values.js";

/**
 * Plans without policies of units that nobody can count: what a call costs of another unit than requests is known only where a header tells what is
 * left. Those are left out, and told.
 */
export function withoutUntold(plans: readonly Sourced<Plan>[], headers: readonly LimitHeaders[], report: Report): readonly Plan[] {
  const told = new Set(headers.flatMap(({ unit, policy }) => [unit && `unit ${unit}`, policy && `policy ${policy}`]));
  return plans.map(({ value: plan, at }) => {
    const isUntold = ({ name, unit }: Policy): boolean => unit !== undefined && !told.has(`unit ${unit}`) && !told.has(`policy ${name}`);
    if (!plan.policies.some(isUntold)) return plan;
    for (const { name, unit = "" } of plan.policies.filter(isUntold)) {
      const message = `The policy "${name}" counts ${JSON.stringify(unit)}, and no header tells how many are left; it is left out.`;
      const hint = `Name the header: headers: { unit: ${unit}, remaining: … }. Without one, only requests can be counted.`;
      invalid(message, inside(at, "policies", name, "qu"), report, "limit-unsupported", hint);
    }
    return { ...plan, policies: plan.policies.filter((policy) => !isUntold(policy)) };
  });
}
