import { clientLimits, type ClientLimits } from "../../emit/files/client-limits.js";
import type { EmitOptions } from "../../emit/options.js";
import type { Api } from "../../model/ir/api.js";
import type { LimitHeaders, OperationLimit, Plan, Policy, RateLimits } from "../../model/ir/limits.js";
import type { Operation } from "../../model/ir/operation.js";
import { policyText } from "../../model/limits/policy-words.js";

/** What is promised of the limits of an API, as data. */
export interface LimitsReport {
  /** What the API is called. */
  readonly api: string;
  /** What its description is called, relative to the current folder. */
  readonly input: string;
  /** What a client does: keeps a pace, only keeps to the times that the service asks for, or neither. */
  readonly client: ClientLimits;
  readonly key: RateLimits["key"] | undefined;
  readonly plans: readonly ReportedPlan[];
  readonly defaultPlan: string | undefined;
  /** Operations that count in the same, those of most operations first. */
  readonly operations: readonly ReportedOperations[];
  readonly headers: readonly LimitHeaders[];
  readonly retryAfter: RateLimits["retryAfter"];
  readonly rejections: RateLimits["rejections"];
  readonly globalHeader: string | undefined;
  readonly ietf: boolean;
  readonly banRisk: boolean;
}

export interface ReportedPlan {
  readonly name: string;
  readonly custom: boolean;
  /** With its figures in words, as "60/min". */
  readonly policies: readonly (Policy & { readonly text: string })[];
}

export interface ReportedOperations {
  readonly cost: number;
  /** What it counts for instead in single policies. */
  readonly costs: Readonly<Record<string, number>> | undefined;
  /** Undefined: all there are. */
  readonly policies: readonly string[] | undefined;
  readonly exempt: boolean;
  /** Method and path of each. */
  readonly operations: readonly string[];
}

/** What the model says of limits. Undefined where a configuration leaves limits off. */
export function limitsReport(api: Api, limits: EmitOptions["limits"], names: Pick<LimitsReport, "api" | "input">): LimitsReport {
  const said = limits === false ? undefined : api.rateLimits;
  return {
    ...names,
    client: clientLimits(api, { limits: limits ?? true }),
    key: said?.key,
    plans: (said?.plans ?? []).map(reportedPlan),
    defaultPlan: said?.defaultPlan,
    operations: said === undefined || said.plans.length + said.headers.length === 0 ? [] : reportedOperations(api.operations),
    headers: said?.headers ?? [],
    retryAfter: said?.retryAfter,
    rejections: said?.rejections ?? [],
    globalHeader: said?.globalHeader,
    ietf: said?.ietf === true,
    banRisk: said?.banRisk === true,
  };
}

const reportedPlan = ({ name, custom, policies }: Plan): ReportedPlan => ({
  name,
  custom,
  policies: policies.map((policy) => ({ ...policy, text: policyText(policy) })),
});

function reportedOperations(operations: readonly Operation[]): readonly ReportedOperations[] {
  const groups = new Map<string, { readonly limit: OperationLimit | undefined; readonly operations: string[] }>();
  // The operations of a group have one list, which may be long.
  const texts = new Map<readonly string[], string>();
  const numbers = new Map<string, number>();
  const numberOf = (policies: readonly string[]): number => {
    const text = texts.get(policies) ?? JSON.stringify(policies);
    texts.set(policies, text);
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  for (const { method, path, rateLimit } of operations) {
    const where = rateLimit?.policies === undefined ? "all" : numberOf(rateLimit.policies);
    const key = `${rateLimit?.cost ?? 1} ${JSON.stringify(rateLimit?.costs)} ${rateLimit?.exempt === true} ${where}`;
    const group = groups.get(key) ?? { limit: rateLimit, operations: [] };
    group.operations.push(`${method} ${path}`);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ limit, operations: own }) => ({
      cost: limit?.cost ?? 1,
      costs: limit?.costs,
      policies: limit?.policies,
      exempt: limit?.exempt === true,
      operations: own,
    }))
    .sort((a, b) => b.operations.length - a.operations.length);
}
