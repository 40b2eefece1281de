import type { Api } from "../../model/ir/api.js";
import type { OperationLimit, OperationRetry, Plan, RateLimits } from "../../model/ir/limits.js";
import { code, ident, literal, propertyKey, type Code } from "../print/code.js";
import { block, braces, entry } from "../print/layout.js";

/** Whether there is something to enforce: a description may only name the headers in which a service reports its limits. */
export function hasPlans({ rateLimits }: Api): boolean {
  return rateLimits !== undefined && rateLimits.plans.length > 0;
}

/** `rateLimits` of `lifecycle.ts`: a `RateLimits` of `runtime/rate-limits.ts`. */
export function rateLimitsCode(limits: RateLimits): Code {
  const { key, plans, defaultPlan, headers, retryAfter, ietf, banRisk } = limits;
  const named = headersCode(headers);
  const entries = [
    entry(ident("key"), literal(key.kind === "securityScheme" ? { securityScheme: key.scheme } : { [key.kind]: true })),
    entry(ident("plans"), block(plans.map((plan) => entry(propertyKey(plan.name), planCode(plan))))),
    ...(defaultPlan === undefined ? [] : [entry(ident("defaultPlan"), literal(defaultPlan))]),
    ...(named.length === 0 ? [] : [entry(ident("headers"), braces(named, "  headers: ,".length))]),
    ...(retryAfter === undefined ? [] : [entry(ident("retryAfter"), literal(retryAfter))]),
    ...(ietf ? [entry(ident("ietf"), literal(true))] : []),
    ...(banRisk ? [entry(ident("banRisk"), literal(true))] : []),
  ];
  return code`/** Rate limits, as described: quotas in requests, windows in seconds. */\nexport const rateLimits = ${block(entries)} as const;`;
}

function headersCode({ limit, remaining, reset }: RateLimits["headers"]): readonly Code[] {
  const { name, format } = reset ?? {};
  return [
    ...(limit === undefined ? [] : [code`limit: ${literal(limit)}`]),
    ...(remaining === undefined ? [] : [code`remaining: ${literal(remaining)}`]),
    ...(name === undefined ? [] : [code`reset: ${literal({ name, ...(format === undefined ? {} : { format }) })}`]),
  ];
}

function planCode(plan: Plan): Code {
  if (plan.custom) return literal({ custom: true });
  const policies = plan.policies.map(({ name, quota, window }) => code`${propertyKey(name)}: ${literal({ quota, window })}`);
  const column = "    : { policies:  },".length + propertyKey(plan.name).length;
  return code`{ policies: ${braces(policies, column)} }`;
}

/** The fields of an `OperationLimit` of `runtime/rate-limits.ts`; what is so by default is left out. `undefined` when all of it is. */
export function operationLimitCode(limit: OperationLimit): Code | undefined {
  const { cost, policies, exempt, rejectedBeforeProcessing } = limit;
  const said = {
    ...(cost === 1 ? {} : { cost }),
    ...(policies === undefined ? {} : { policies }),
    ...(exempt ? { exempt } : {}),
    ...(rejectedBeforeProcessing ? {} : { rejectedBeforeProcessing }),
  };
  return Object.keys(said).length === 0 ? undefined : literal(said);
}

/** The fields of an `OperationRetry` of `runtime/rate-limits.ts`. */
export function operationRetryCode({ idempotent, idempotencyKeyHeader, never }: OperationRetry): Code {
  return literal({
    ...(idempotent === undefined ? {} : { idempotent }),
    ...(idempotencyKeyHeader === undefined ? {} : { idempotencyKeyHeader }),
    ...(never ? { never } : {}),
  });
}
