import type { Api, Operation, Plan, SecurityScheme } from "../model/types.js";
import { code, empty, join, trusted, type Code } from "./code.js";
import { inline } from "./doc.js";

/**
 * One line about the rate limits of an operation, plan by plan: "Rate limit per API key: free 60/min, 1,000/day;
 * enterprise custom." Empty when the description has no limits, or none for this operation.
 */
export function rateLimitText(api: Api, operation: Operation): Code {
  const limits = api.rateLimits;
  if (limits === undefined || limits.plans.length === 0 || operation.rateLimit?.exempt === true) return empty;
  const policies = operation.rateLimit?.policies;
  const plans = limits.plans.map((plan) => planText(plan, policies)).filter((plan) => plan !== "");
  if (plans.length === 0) return empty;
  const listed = trusted(plans.join("; "));
  const cost = operation.rateLimit?.cost ?? 1;
  const counted = cost === 1 ? empty : code` A call counts as ${cost} requests.`;
  return code`Rate limit per ${counterText(api)}: ${listed}.${counted}`;
}

function planText(plan: Plan, only: readonly string[] | undefined): Code {
  if (plan.custom) return code`${inline(plan.name)} custom`;
  const policies = plan.policies.filter((policy) => only?.includes(policy.name) ?? true);
  if (policies.length === 0) return empty;
  const quotas = policies.map(({ quota, window }) => code`${thousands(quota)}/${windowText(window)}`);
  return code`${inline(plan.name)} ${join(quotas, ", ")}`;
}

/** 1,000: the same in every locale. */
function thousands(quota: number): Code {
  return trusted(String(quota).replace(/\B(?=(?:\d{3})+$)/g, ","));
}

const windows = new Map([
  [1, "s"],
  [60, "min"],
  [3_600, "h"],
  [86_400, "day"],
  [604_800, "week"],
]);

function windowText(seconds: number): Code {
  const name = windows.get(seconds);
  return name === undefined ? code`${seconds} s` : trusted(name);
}

/** What a counter belongs to, in a person's words. */
function counterText(api: Api): Code {
  const key = api.rateLimits?.key;
  if (key?.kind !== "securityScheme") return code`address`;
  const scheme = api.securitySchemes.find(({ name }) => name === key.scheme);
  return scheme === undefined ? code`credential` : credentialText(scheme);
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
