import { diagnostic } from "../diagnostic/catalogue.js";
import type { Code } from "../diagnostic/catalogue.js";
import type { Origin } from "../diagnostic/diagnostic.js";
import { nearest } from "../diagnostic/nearest.js";
import type { Json } from "../source/source-file.js";
import type { Build } from "./context.js";
import type { Api, Operation, Plan, RateLimits } from "./types.js";
import { inside, originOf } from "./origin.js";

type JsonObject = { readonly [key: string]: Json };

/** The plans, their figures and the headers that the description's `x-rate-limits` declares; `undefined` when it has none. */
export function buildRateLimits(build: Build): RateLimits | undefined {
  const { document } = build.resolved;
  const written = document["x-rate-limits"];
  const root = originOf(document, build.resolved);
  if (written === undefined) return undefined;
  const at = inside(root, "x-rate-limits");
  if (!isObject(written)) {
    build.report(diagnostic("rate-limit-invalid", '"x-rate-limits" must be an object with "plans".', { at }));
    return undefined;
  }
  reportUnknown(written, ["key", "plans", "defaultPlan", "headers", "retryAfter", "emitIetf", "banRisk"], at, build);
  const plans = buildPlans(written["plans"], inside(at, "plans"), build);
  return {
    key: buildKey(written["key"], inside(at, "key"), build),
    plans,
    defaultPlan: buildDefaultPlan(written["defaultPlan"], plans, inside(at, "defaultPlan"), build),
    headers: buildHeaders(written["headers"], inside(at, "headers"), build),
    retryAfter: undefined,
    ietf: written["emitIetf"] === true,
    banRisk: written["banRisk"] === true,
  };
}

function buildKey(written: Json | undefined, at: Origin, build: Build): RateLimits["key"] {
  const schemes = Object.keys(build.resolved.document.components?.securitySchemes ?? {});
  if (isObject(written)) {
    const scheme = written["securityScheme"];
    if (typeof scheme === "string" && schemes.includes(scheme)) return { kind: "securityScheme", scheme };
    if (typeof scheme === "string")
      invalid(`There is no security scheme "${scheme}".`, inside(at, "securityScheme"), build, "security-scheme-unknown");
    else if (written["ip"] !== true) invalid('"key" is { securityScheme: NAME } or { ip: true }.', at, build);
  } else if (written !== undefined) invalid('"key" is { securityScheme: NAME } or { ip: true }.', at, build);
  else if (schemes.length === 1 && schemes[0] !== undefined) return { kind: "securityScheme", scheme: schemes[0] };
  return { kind: "address" };
}

function buildPlans(written: Json | undefined, at: Origin, build: Build): readonly Plan[] {
  if (written === undefined) return [];
  if (!isObject(written)) {
    invalid('"plans" must be an object of plans by name.', at, build);
    return [];
  }
  return Object.entries(written).flatMap(([name, plan]): readonly Plan[] => {
    const place = inside(at, name);
    if (!isObject(plan)) {
      invalid(`The plan "${name}" must be an object.`, place, build);
      return [];
    }
    reportUnknown(plan, ["policies", "custom", "description", "title"], place, build);
    const { title, description } = { title: plan["title"], description: plan["description"] };
    const doc = { ...(typeof title === "string" ? { title } : {}), ...(typeof description === "string" ? { description } : {}) };
    const policies = buildPolicies(plan["policies"], inside(place, "policies"), build);
    return [{ name, doc, policies, custom: plan["custom"] === true }];
  });
}

function buildPolicies(written: Json | undefined, at: Origin, build: Build): Plan["policies"] {
  if (written === undefined) return [];
  if (!isObject(written)) {
    invalid('"policies" must be an object of policies by name.', at, build);
    return [];
  }
  return Object.entries(written).flatMap(([name, policy]) => {
    const place = inside(at, name);
    const quota = isObject(policy) ? policy["q"] : undefined;
    const window = isObject(policy) ? policy["w"] : undefined;
    if (isObject(policy)) reportUnknown(policy, ["q", "w", "qu"], place, build);
    if (isPositive(quota) && isPositive(window)) return [{ name, quota, window }];
    invalid(`The policy "${name}" needs q (requests) and w (seconds), both whole numbers above 0; it is left out.`, place, build);
    return [];
  });
}

function buildDefaultPlan(written: Json | undefined, plans: readonly Plan[], at: Origin, build: Build): string | undefined {
  if (written === undefined) return undefined;
  const plan = plans.find(({ name }) => name === written);
  if (plan === undefined)
    invalid(
      `There is no plan ${JSON.stringify(written)}.`,
      at,
      build,
      "plan-unknown",
      plans.length === 0 ? "No plans are described." : `The plans are ${plans.map(({ name }) => name).join(", ")}.`,
    );
  return plan?.name;
}

const formats = ["unix-seconds", "delta-seconds", "unix-millis", "http-date"] as const;

function buildHeaders(written: Json | undefined, at: Origin, build: Build): RateLimits["headers"] {
  if (written !== undefined && !isObject(written)) invalid('"headers" must be an object with limit, remaining and reset.', at, build);
  const headers = isObject(written) ? written : {};
  reportUnknown(headers, ["limit", "remaining", "reset"], at, build);
  const name = (key: string): string | undefined => {
    const value = headers[key];
    if (typeof value === "string" && isFieldName(value)) return value;
    if (value !== undefined) invalid(`"${key}" must be the name of a header.`, inside(at, key), build);
    return undefined;
  };
  return { limit: name("limit"), remaining: name("remaining"), reset: buildReset(headers["reset"], inside(at, "reset"), build) };
}

function buildReset(written: Json | undefined, at: Origin, build: Build): RateLimits["headers"]["reset"] {
  if (written === undefined) return undefined;
  const name = isObject(written) ? written["name"] : written;
  const said = isObject(written) ? written["format"] : undefined;
  const format = formats.find((word) => word === said);
  if (typeof name !== "string" || !isFieldName(name)) {
    invalid('"reset" is { name: HEADER, format: FORMAT }.', at, build);
    return undefined;
  }
  if (format === undefined) {
    const message = `The format of "${name}" is not said; a client guesses it from each value.`;
    invalid(message, at, build, "reset-format-missing", `Write reset: { name: ${name}, format: … } with one of ${formats.join(", ")}.`);
  }
  return { name, format };
}

/** Reports limits that no operation tells its callers about: an answer with status 429 of its own, `4XX` or `default`. */
export function reportUndocumentedLimits(limits: RateLimits | undefined, operations: Api["operations"], build: Build): void {
  if (limits === undefined || operations.length === 0) return;
  const told = operations.some(({ responses }) => responses.some(({ status }) => ["429", "4XX", "default"].includes(status)));
  if (told) return;
  const at = inside(originOf(build.resolved.document, build.resolved), "x-rate-limits");
  const hint = "Describe a response with status 429, so that callers learn of it; a range (4XX) or `default` tells them too.";
  invalid("Limits are described, and no operation describes an answer with status 429.", at, build, "limits-without-429", hint);
}

/** Keys that name a bucket or say that there is a limit, without figures: known, and no reason for a warning. */
const figureless: ReadonlySet<string> = new Set(["x-ory-ratelimit-bucket", "x-ratelimit-category", "x-looker-rate-limited"]);

/** What an operation costs, as its `x-rate-limit` says; `undefined` when it says nothing that is understood. */
export function buildOperationLimit(operation: object, at: Origin, build: Build): Operation["rateLimit"] {
  // Entries of an object of the description: its values are JSON.
  for (const [key, value] of Object.entries(operation) as [string, Json][]) {
    if (key === "x-rate-limit") return readOperationLimit(value, inside(at, key), build);
    if (/^x-.*(?:rate-?limit|throttl)/i.test(key) && !figureless.has(key)) {
      invalid(
        `"${key}" looks as if it said something about a limit, and is not understood.`,
        inside(at, key),
        build,
        "rate-limit-key-unknown",
        'The key that is read on an operation is "x-rate-limit": { cost, policies, exempt }.',
      );
    }
  }
  return undefined;
}

function readOperationLimit(value: Json, at: Origin, build: Build): Operation["rateLimit"] {
  if (!isObject(value)) {
    invalid('"x-rate-limit" is { cost, policies, exempt }.', at, build);
    return undefined;
  }
  const understood = reportUnknown(value, ["cost", "policies", "exempt", "rejectedBeforeProcessing"], at, build);
  if (understood === 0) return undefined;
  const { cost, policies, exempt } = { cost: value["cost"], policies: value["policies"], exempt: value["exempt"] };
  if (cost !== undefined && !isPositive(cost))
    invalid('"cost" must be a whole number above 0; it is read as 1.', inside(at, "cost"), build);
  const names = isTexts(policies) ? policies : undefined;
  if (policies !== undefined && names === undefined)
    invalid('"policies" must be a list of names of policies.', inside(at, "policies"), build);
  const known = new Set(policyNames(build.resolved.document["x-rate-limits"]));
  const hint = known.size === 0 ? "The plans have no policies." : `The plans have the policies ${[...known].join(", ")}.`;
  for (const [index, name] of (names ?? []).entries())
    if (!known.has(name)) invalid(`No plan has a policy "${name}".`, inside(at, "policies", index), build, "plan-unknown", hint);
  return {
    cost: isPositive(cost) ? cost : 1,
    policies: names,
    exempt: exempt === true,
    rejectedBeforeProcessing: value["rejectedBeforeProcessing"] !== false,
    bucket: undefined,
  };
}

function policyNames(limits: Json | undefined): readonly string[] {
  const plans = isObject(limits) && isObject(limits["plans"]) ? Object.values(limits["plans"]) : [];
  return plans.flatMap((plan) => (isObject(plan) && isObject(plan["policies"]) ? Object.keys(plan["policies"]) : []));
}

/** Reports members that mean nothing, and counts those that do. */
function reportUnknown(value: JsonObject, known: readonly string[], at: Origin, build: Build): number {
  const unknown = Object.keys(value).filter((key) => !known.includes(key) && !key.startsWith("x-"));
  for (const key of unknown) {
    const meant = nearest(key, known);
    const hint = meant === undefined ? `What is read here: ${known.join(", ")}.` : `Did you mean "${meant}"?`;
    invalid(`"${key}" means nothing among limits.`, inside(at, key), build, "rate-limit-key-unknown", hint);
  }
  return Object.keys(value).length - unknown.length;
}

function invalid(message: string, at: Origin, build: Build, code: Code = "rate-limit-invalid", hint?: string): void {
  build.report(diagnostic(code, message, { at, hint }));
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isPositive(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0;
}

/** RFC 9110 section 5.1. */
function isFieldName(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}
