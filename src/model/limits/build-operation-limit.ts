import type { Report } from "../../diagnostic/diagnostic.js";
import type { OperationLimit, OperationRetry, Plan, RateLimits } from "../ir/limits.js";
import type { Parameter } from "../ir/operation.js";
import type { OperationFacts } from "./limit-facts.js";
import { keptPolicies, type LeftOutPolicies } from "./left-out-policies.js";
import { invalid, type Sourced } from "./limit-values.js";
import { firstOf } from "./policy-names.js";

/** What one call counts for; `undefined` when nothing is said of it. */
export function buildOperationLimit(
  facts: OperationFacts,
  limits: RateLimits | undefined,
  leftOut: LeftOutPolicies,
  report: Report,
): OperationLimit | undefined {
  const { cost, policies, exempt, rejectedBeforeProcessing, bucket } = facts;
  if ([cost, policies, exempt, rejectedBeforeProcessing, bucket].every((fact) => fact === undefined)) return undefined;
  const isExempt = exempt?.value === true;
  return {
    cost: isExempt ? 1 : (cost?.value ?? 1),
    costs: undefined,
    policies: policies === undefined || isExempt ? undefined : knownPolicies(policies, limits, leftOut, report),
    exempt: isExempt,
    rejectedBeforeProcessing: rejectedBeforeProcessing?.value !== false,
    bucket: bucket?.value,
  };
}

/** Those that some plan has. */
function knownPolicies(
  wanted: Sourced<readonly string[]>,
  limits: RateLimits | undefined,
  leftOut: LeftOutPolicies,
  report: Report,
): readonly string[] | undefined {
  const { names } = limits === undefined ? noPolicies : policiesOf(limits);
  const kept = keptPolicies({ names: wanted.value, at: wanted.at, who: "the operation" }, names, leftOut, report);
  if (limits !== undefined && kept !== undefined && kept.length > 0) reportUncounted(wanted, kept, limits, report);
  return kept;
}

/** What the plans have, found once for all operations. */
interface Policies {
  /** The plans that have a policy, by its name. */
  readonly plansOf: ReadonlyMap<string, readonly Plan[]>;
  readonly names: ReadonlySet<string>;
}

const noPolicies: Policies = { plansOf: new Map(), names: new Set() };
const found = new WeakMap<RateLimits, Policies>();

function policiesOf(limits: RateLimits): Policies {
  const before = found.get(limits);
  if (before !== undefined) return before;
  const plansOf = new Map<string, Plan[]>();
  for (const plan of limits.plans)
    for (const { name } of plan.policies) {
      const plans = plansOf.get(name) ?? [];
      plans.push(plan);
      plansOf.set(name, plans);
    }
  // Agreed plans have the policies whose headers are told.
  for (const { policy } of limits.headers) if (policy !== undefined && !plansOf.has(policy)) plansOf.set(policy, []);
  const policies = { plansOf, names: new Set(plansOf.keys()) };
  found.set(limits, policies);
  return policies;
}

/** Reports the plans that have policies, and none that the operation counts in. A plan without figures has those that are agreed. */
function reportUncounted(wanted: Sourced<readonly string[]>, known: readonly string[], limits: RateLimits, report: Report): void {
  const { plansOf } = policiesOf(limits);
  const counted = new Set(known.flatMap((name) => plansOf.get(name) ?? []));
  const unlimited = limits.plans.filter((plan) => plan.policies.length > 0 && !counted.has(plan));
  if (unlimited.length === 0) return;
  const which = firstOf(unlimited.map(({ name }) => JSON.stringify(name)));
  const message = `The operation counts in ${firstOf(known.map((name) => JSON.stringify(name)))}, and these plans have none of them: ${which}. They are unlimited there.`;
  invalid(message, wanted.at, report, "plan-uncounted", "Give them such a policy where they are to have a limit.");
}

/** Whether a call may be sent again; a header that is described and called like one for the purpose makes it so. */
export function buildOperationRetry(facts: OperationFacts, parameters: readonly Parameter[]): OperationRetry | undefined {
  const { idempotent, idempotencyKeyHeader, never } = facts;
  const described = parameters.find(({ name, in: place }) => place === "header" && /^(?:x-)?idempotency-key$/i.test(name));
  const header = idempotencyKeyHeader?.value ?? described?.name;
  if (idempotent === undefined && header === undefined && never?.value !== true) return undefined;
  return { idempotent: idempotent?.value, idempotencyKeyHeader: header, never: never?.value === true };
}
