import type { RateLimits } from "../ir/limits.js";

/** Names of policies that operations and groups may have: those of the plans, and those whose headers are told, which agreed plans have. */
export function policyNames({ plans, headers }: Pick<RateLimits, "plans" | "headers">): readonly string[] {
  const ofPlans = plans.flatMap(({ policies }) => policies.map(({ name }) => name));
  return [...new Set([...ofPlans, ...headers.flatMap(({ policy }) => policy ?? [])])];
}

/** Names that a message lists: there may be thousands, and as many messages. */
const mostListed = 10;

export function firstOf(names: readonly string[]): string {
  const more = names.length - mostListed;
  return more <= 0 ? names.join(", ") : `${names.slice(0, mostListed).join(", ")}, and ${String(more)} more`;
}
