import type { Api } from "../../model/ir/api.js";
import type {
  LimitHeaders,
  OperationLimit,
  OperationRetry,
  Plan,
  Policy,
  RateLimits,
  Rejection,
  RetryAfter,
} from "../../model/ir/limits.js";
import type { Json } from "../../source/source-file.js";
import { code, ident, indent, join, literal, propertyKey, type Code } from "../print/code.js";
import { block, braces, entry } from "../print/layout.js";

/** Whether there is something to enforce: a description may only name the headers in which a service reports its limits. */
export function hasPlans({ rateLimits }: Api): boolean {
  return rateLimits !== undefined && rateLimits.plans.length > 0;
}

/** `rateLimits` of `lifecycle.ts`: a `RateLimits` of `runtime/rate-limits.ts`. */
export function rateLimitsCode(limits: RateLimits): Code {
  const { key, plans, defaultPlan, headers, retryAfter, rejections, globalHeader, ietf, banRisk } = limits;
  const entries = [
    entry(ident("key"), literal(key.kind === "securityScheme" ? { securityScheme: key.scheme } : { [key.kind]: true })),
    entry(ident("plans"), block(plans.map((plan) => entry(propertyKey(plan.name), planCode(plan))))),
    ...(defaultPlan === undefined ? [] : [entry(ident("defaultPlan"), literal(defaultPlan))]),
    ...headersEntry(headers),
    ...(retryAfter === undefined ? [] : [entry(ident("retryAfter"), literal(told(retryAfter)))]),
    ...(rejections.length === 0 ? [] : [entry(ident("rejections"), listed(rejections.map((each) => literal(told(each)))))]),
    ...(globalHeader === undefined ? [] : [entry(ident("globalHeader"), literal(globalHeader))]),
    ...(ietf ? [entry(ident("ietf"), literal(true))] : []),
    ...(banRisk ? [entry(ident("banRisk"), literal(true))] : []),
  ];
  return code`/** Rate limits, as described: ${unitsText(plans)}. */\nexport const rateLimits = ${block(entries)} as const;`;
}

/** What the figures count: of what has none but quotas of requests in fixed windows, two things. */
function unitsText(plans: readonly Plan[]): Code {
  const policies = plans.flatMap((plan) => plan.policies);
  const isRequests = policies.every(({ unit }) => unit === undefined);
  const isTimed = policies.some(({ kind }) => kind !== "window");
  return code`quotas in ${isRequests ? code`requests` : code`requests unless they say another unit`}, ${isTimed ? code`windows and spacings in seconds, rates per second` : code`windows in seconds`}`;
}

/** One set of headers as an object, several as a list. */
function headersEntry(headers: readonly LimitHeaders[]): readonly Code[] {
  const [first, ...others] = headers;
  if (first === undefined) return [];
  if (others.length === 0) return [entry(ident("headers"), braces(headersCode(first), "  headers: ,".length))];
  return [entry(ident("headers"), listed(headers.map((each) => braces(headersCode(each), "    ,".length))))];
}

/** A list with an item on each line. */
const listed = (items: readonly Code[]): Code => code`[\n${indent(code`${join(items, ",\n")},`)}\n]`;

function headersCode({ policy, unit, limit, remaining, fraction, reset, refill, bucket }: LimitHeaders): readonly Code[] {
  return [
    ...(policy === undefined ? [] : [code`policy: ${literal(policy)}`]),
    ...(unit === undefined ? [] : [code`unit: ${literal(unit)}`]),
    ...(limit === undefined ? [] : [code`limit: ${literal(limit)}`]),
    ...(remaining === undefined ? [] : [code`remaining: ${literal(remaining)}`]),
    ...(fraction === undefined ? [] : [code`fraction: ${literal(fraction)}`]),
    ...(reset === undefined ? [] : [code`reset: ${literal(told(reset))}`]),
    ...(refill === undefined ? [] : [code`refill: ${literal(refill)}`]),
    ...(bucket === undefined ? [] : [code`bucket: ${literal(bucket)}`]),
  ];
}

function planCode(plan: Plan): Code {
  if (plan.custom) return literal({ custom: true });
  const policies = plan.policies.map((policy) => code`${propertyKey(policy.name)}: ${policyCode(policy)}`);
  const column = "    : { policies:  },".length + propertyKey(plan.name).length;
  return code`{ policies: ${braces(policies, column)} }`;
}

function policyCode(policy: Policy): Code {
  const scope = { ...(policy.unit === undefined ? {} : { unit: policy.unit }), ...(policy.per === undefined ? {} : { per: policy.per }) };
  switch (policy.kind) {
    case "window":
      return literal({ quota: policy.quota, window: policy.window, ...(policy.sliding ? { sliding: true } : {}), ...scope });
    case "bucket":
      return literal({ rate: policy.rate, burst: policy.burst, ...scope });
    case "concurrency":
      return literal({ concurrency: policy.concurrency, ...scope });
    case "spacing":
      return literal({ spacing: policy.spacing, ...scope });
  }
}

/** A value of the model as data: what is not said is left out. */
function told(value: RetryAfter | Rejection | NonNullable<LimitHeaders["reset"]>): { readonly [key: string]: Json } {
  const members = Object.entries(value as { readonly [key: string]: Json | undefined }); // they are made of texts, numbers and lists of texts
  return Object.fromEntries(members.flatMap(([key, each]) => (each === undefined ? [] : [[key, each] as const])));
}

type NamedKind = "slidingWindow" | "foreseenWindow" | "tokenBucket" | "concurrency" | "spacing" | "otherUnits" | "adaptivePace";

/** What of the gate an output needs besides fixed windows, by the names that the runtime has for it. */
export interface NeededPolicies {
  readonly kinds: readonly NamedKind[];
  /** Whether counters may be of operations, of addresses or of everything, beside those of credentials. */
  readonly scopes: boolean;
}

/** `limits` are those of the description; without any, they are found in what a service answers. */
export function neededPolicies(limits: RateLimits | undefined): NeededPolicies {
  if (limits === undefined) return { kinds: ["tokenBucket", "otherUnits", "adaptivePace"], scopes: false };
  const { plans, headers, globalHeader, ietf } = limits;
  const policies = plans.flatMap((plan) => plan.policies);
  const isTold = headers.length > 0 || ietf;
  const isUntold = ({ name }: Policy): boolean => !ietf && !headers.some(({ policy = name }) => policy === name);
  const has = (kind: Policy["kind"]): boolean => policies.some((policy) => policy.kind === kind);
  const isNeeded = {
    // Where nothing is told, a window that moves with the calls is a fixed one wherever it begins.
    slidingWindow: policies.some((policy) => policy.kind === "window" && (policy.sliding || isUntold(policy))),
    // Windows of operations are short, and many.
    foreseenWindow: isTold && policies.some(({ kind, per }) => kind === "window" && per === "operation"),
    tokenBucket: has("bucket") || headers.some(({ refill }) => refill !== undefined),
    concurrency: has("concurrency"),
    spacing: has("spacing"),
    otherUnits: headers.some(({ unit = "requests" }) => unit !== "requests"),
    adaptivePace: policies.length === 0 && !isTold,
  } satisfies Record<NamedKind, boolean>;
  const kinds = Object.keys(isNeeded) as NamedKind[]; // the keys of the table
  return {
    kinds: kinds.filter((kind) => isNeeded[kind]),
    scopes: globalHeader !== undefined || policies.some(({ per }) => per !== undefined),
  };
}

/**
 * The fields of an `OperationLimit` of `runtime/rate-limits.ts`; what is so by default is left out. `undefined` when all of it is.
 * @param listOf How a list of policies is written.
 */
export function operationLimitCode(
  { cost, costs, policies, exempt, rejectedBeforeProcessing }: OperationLimit,
  listOf: (policies: readonly string[]) => Code = literal,
): Code | undefined {
  const said = [
    ...(cost === 1 ? [] : [code`cost: ${cost}`]),
    ...(costs === undefined ? [] : [code`costs: ${literal(costs)}`]),
    ...(policies === undefined ? [] : [code`policies: ${listOf(policies)}`]),
    ...(exempt ? [code`exempt: true`] : []),
    ...(rejectedBeforeProcessing ? [] : [code`rejectedBeforeProcessing: false`]),
  ];
  return said.length === 0 ? undefined : code`{ ${join(said, ", ")} }`;
}

/** The fields of an `OperationRetry` of `runtime/rate-limits.ts`. */
export function operationRetryCode({ idempotent, idempotencyKeyHeader, never }: OperationRetry): Code {
  return literal({
    ...(idempotent === undefined ? {} : { idempotent }),
    ...(idempotencyKeyHeader === undefined ? {} : { idempotencyKeyHeader }),
    ...(never ? { never } : {}),
  });
}
