import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin, Report } from "../../diagnostic/diagnostic.js";
import type { OperationLimit, Plan, Policy, RateLimits } from "../ir/limits.js";

/** A policy of a plan, and how much a call may cost there. */
interface Room {
  readonly plan: string;
  readonly policy: string;
  readonly most: number;
}

/** So many are listed, the smallest first: there may be thousands, and as many costs. */
const mostListed = 5;

/**
 * Reports costs that some policy has no room for: such a call can never be sent. Each is told once, as a group has one cost for many
 * operations. `at`: where the cost is said.
 */
export function createCostReporter(
  limits: RateLimits,
  report: Report,
): (limit: OperationLimit | undefined, at: Origin | undefined) => void {
  const told = new Set<string>();
  const roomsOf = smallestRooms(limits.plans);
  return (limit, at) => {
    if (limit === undefined || at === undefined || limit.exempt) return;
    const costs = limit.costs ?? {};
    const named = Object.keys(costs).filter((name) => limit.policies?.includes(name) ?? true);
    // A client counts the cost wherever a header tells of the policy.
    const smaller = [
      ...roomsOf(limit.policies).filter(({ most }) => most < limit.cost),
      ...roomsOf(named).filter(({ policy, most }) => limit.cost <= most && most < (costs[policy] ?? 0)),
    ];
    const key = `${at.file}#${at.pointer}`;
    if (smaller.length === 0 || told.has(key)) return;
    told.add(key);
    const which = smaller.map(({ plan, policy, most }) => {
      const instead = most < limit.cost ? "" : ` and it counts for ${String(costs[policy])} there`;
      return `${JSON.stringify(policy)} of the plan ${JSON.stringify(plan)} has ${String(most)}${instead}`;
    });
    const message = `A call costs ${String(limit.cost)}, and ${which.join(", ")}: it can never be sent.`;
    const hint = "Lower the cost, raise `q` or `burst`, or name in `policies` of the operation those that it counts in.";
    report(diagnostic("limit-cost-impossible", message, { at, hint }));
  };
}

/** The smallest of all policies, or of those with some names, found once for each list of names: operations of a group have one in common. */
function smallestRooms(plans: readonly Plan[]): (policies: readonly string[] | undefined) => readonly Room[] {
  const all = plans
    .flatMap((plan) => plan.policies.flatMap((policy) => roomOf(plan, policy) ?? []))
    .sort((one, other) => one.most - other.most);
  const byName = new Map<string, Room[]>();
  for (const room of all) {
    const same = byName.get(room.policy) ?? [];
    if (same.length < mostListed) same.push(room);
    byName.set(room.policy, same);
  }
  const found = new WeakMap<readonly string[], readonly Room[]>();
  return (policies) => {
    if (policies === undefined) return all.slice(0, mostListed);
    const before = found.get(policies);
    if (before !== undefined) return before;
    const named = [...new Set(policies)].flatMap((name) => byName.get(name) ?? []);
    const rooms = named.sort((one, other) => one.most - other.most).slice(0, mostListed);
    found.set(policies, rooms);
    return rooms;
  };
}

/** `undefined` where the cost of a call does not count: calls are counted, or a unit of which only headers tell. */
function roomOf({ name: plan }: Plan, policy: Policy): Room | undefined {
  if (policy.unit !== undefined) return undefined;
  switch (policy.kind) {
    case "window":
      return { plan, policy: policy.name, most: policy.quota };
    case "bucket":
      return { plan, policy: policy.name, most: policy.burst };
    case "concurrency":
    case "spacing":
      return undefined;
  }
}
