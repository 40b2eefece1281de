import type { Api, SecurityScheme } from "../../model/ir/api.js";
import type { Plan, Policy } from "../../model/ir/limits.js";
import type { Operation } from "../../model/ir/operation.js";
import { policyWords, thousands } from "../../model/limits/policy-words.js";
import { code, empty, join, trusted, type Code } from "../print/code.js";
import { inline } from "../print/doc.js";

/**
 * One line about the rate limits of an operation, plan by plan: "Rate limit per API key: free 60/min, 1,000/day;
 * enterprise custom." Empty when the description has no limits, or none for this operation.
 */
export function rateLimitText(api: Api, operation: Operation): Code {
  return join(
    [figuresText(api, operation), bucketText(operation)].filter((text) => text !== ""),
    " ",
  );
}

/** Of a limit without figures. */
function bucketText({ rateLimit }: Operation): Code {
  const bucket = rateLimit?.bucket;
  if (bucket === undefined || rateLimit?.exempt === true) return empty;
  return bucket === true
    ? code`Rate limited; the description has no figures.`
    : code`Counts in the rate limit bucket \`${inline(bucket)}\`.`;
}

function figuresText(api: Api, operation: Operation): Code {
  const limits = api.rateLimits;
  if (limits === undefined || limits.plans.length === 0) return empty;
  if (operation.rateLimit?.exempt === true) return code`Exempt from the rate limits.`;
  const policies = operation.rateLimit?.policies;
  if (policies?.length === 0) return empty;
  const plans = firstPlans(limits.plans, policies);
  if (plans.length === 0) return empty;
  const listed = trusted(plans.join("; "));
  const cost = operation.rateLimit?.cost ?? 1;
  const own = Object.entries(operation.rateLimit?.costs ?? {}).map(([name, each]) => code`, ${each} in ${inline(name)}`);
  const counted =
    cost === 1 && own.length === 0
      ? empty
      : code` A call counts as ${trusted(cost === 1 ? "1 request" : `${cost} requests`)}${join(own, "")}.`;
  return code`Rate limit per ${counterText(api, operation)}: ${listed}.${counted}`;
}

/** Plans, and quotas of a plan, that the comment of an operation lists. All of them for each operation would be the one times the other. */
const mostListed = 10;

function firstPlans(plans: readonly Plan[], only: readonly string[] | undefined): readonly Code[] {
  const counted = only && new Set(only);
  const listed: Code[] = [];
  for (const [index, plan] of plans.entries()) {
    if (listed.length === mostListed) return [...listed, andMore(plans.length - index)];
    const text = planText(plan, counted);
    if (text !== "") listed.push(text);
  }
  return listed;
}

function planText(plan: Plan, only: ReadonlySet<string> | undefined): Code {
  if (plan.custom) return code`${inline(plan.name)} custom`;
  const quotas: Code[] = [];
  for (const [index, policy] of plan.policies.entries()) {
    if (only?.has(policy.name) === false) continue;
    if (quotas.length === mostListed) return code`${inline(plan.name)} ${join([...quotas, andMore(plan.policies.length - index)], ", ")}`;
    quotas.push(policyCode(policy));
  }
  return quotas.length === 0 ? empty : code`${inline(plan.name)} ${join(quotas, ", ")}`;
}

/** Not all of the others need have something for the operation: to know, each operation would look at all. */
const andMore = (count: number): Code => code`and up to ${trusted(thousands(count))} more`;

function policyCode(policy: Policy): Code {
  const { amount, unit, rest } = policyWords(policy);
  return code`${trusted(amount)}${unit === undefined ? empty : code` ${inline(unit)}`}${trusted(rest)}`;
}

/**
 * What a counter belongs to, in a person's words: of each way to authenticate, the credential of the scheme that the limits name, or the
 * first, as a server counts. Where no credential is asked for, it is the caller's address.
 */
function counterText(api: Api, { security }: Operation): Code {
  const key = api.rateLimits?.key;
  if (key === undefined || key.kind === "address") return code`address`;
  const counting = new Set(
    security.flatMap((way) => (way.find(({ scheme }) => key.kind === "securityScheme" && scheme === key.scheme) ?? way[0])?.scheme ?? []),
  );
  if (counting.size === 0) return code`address`;
  const schemes = api.securitySchemes.filter(({ name }) => counting.has(name));
  const [first = code`credential`, ...others] = new Set(schemes.map(credentialText));
  const text = others.length === 0 ? first : code`credential`;
  return security.some((way) => way.length === 0) ? code`${text}, or per address without one` : text;
}

function credentialText(scheme: SecurityScheme): Code {
  switch (scheme.kind) {
    case "apiKey":
      return code`API key`;
    case "bearer":
      return /^api[ _-]?key$/i.test(scheme.format ?? "") ? code`API key` : code`token`;
    case "oauth2":
    case "openIdConnect":
      return code`token`;
    case "basic":
      return code`user`;
    case "authorization":
    case "mutualTLS":
      return code`credential`;
  }
}
