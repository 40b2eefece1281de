import type { Report } from "../../diagnostic/diagnostic.js";
import type { BuildContext } from "../build/context.js";
import { originOf } from "../build/origin.js";
import type { OperationEntry } from "../build/list-operations.js";
import { fixedWindow } from "../ir/limits.js";
import type { LimitFacts, LimitSource, OperationFacts } from "./limit-facts.js";
import { periods, policyName, limitSourceOf, type LimitRule } from "./limit-rules.js";
import { asPositive, invalid, isObject, items, member, members, reportUnread, type Sourced, type Written } from "./limit-values.js";

/**
 * The quotas of Google's Endpoints and API Gateway: limits per metric on the document, and what each operation costs of which metric.
 * An operation without `x-google-quota` counts in none.
 * @see https://cloud.google.com/endpoints/docs/openapi/quotas-configure
 */
export function readGoogleQuota(written: Written, entries: readonly OperationEntry[], build: BuildContext): LimitSource | undefined {
  const quota = member(written, "quota");
  const limits = quota === undefined ? undefined : member(quota, "limits");
  if (limits === undefined) return undefined;
  const costs = new Map(entries.map((entry) => [entry, costsOf(entry, build)]));
  const rules = listed(limits).flatMap((limit) => rulesOf(limit, costs, build.report));
  const plans = new Map(rules.map(({ plan, said }): [string, Sourced<string>] => [plan, { ...said, value: plan }]));
  const source = limitSourceOf(rules, [...plans.values()], onlyOne([...plans.values()]));
  return { ...source, of: (entry) => ({ ...source.of(entry), ...costOf(costs.get(entry), rules, build.report) }) };
}

/** Google has one tier of consumers: it is everybody's. */
function onlyOne([plan, ...others]: readonly Sourced<string>[]): LimitFacts["general"] {
  return plan === undefined || others.length > 0 ? {} : { defaultPlan: plan };
}

/** A list of objects with names (2.0), or an object of them by name (3.x). */
function listed(written: Written): readonly (Written & { readonly key: string })[] {
  if (isObject(written.value)) return members(written);
  return items(written).map((limit) => {
    const name = member(limit, "name")?.value;
    return { ...limit, key: typeof name === "string" ? name : "requests" };
  });
}

type Costs = readonly (Written & { readonly key: string })[];

function rulesOf(
  limit: Written & { readonly key: string },
  costs: ReadonlyMap<OperationEntry, Costs>,
  report: Report,
): readonly LimitRule[] {
  const [metric, unit, values] = [
    member(limit, "metric")?.value,
    member(limit, "unit")?.value ?? "1/min/{project}",
    member(limit, "values"),
  ];
  const period = /^1\/(min|s|h|d)\/\{project\}$/.exec(typeof unit === "string" ? unit : "")?.[1];
  const window = period === undefined ? undefined : periods.get({ s: "second", min: "minute", h: "hour", d: "day" }[period] ?? "");
  if (typeof metric !== "string" || values === undefined || window === undefined) {
    const hint = "A limit is { name, metric, unit: 1/min/{project}, values: { STANDARD: 1000 } }.";
    reportUnread(`"${limit.name}" is not a limit that can be read.`, "it is left out", limit.at, report, hint);
    return [];
  }
  const tiers = isObject(values.value) ? members(values) : [{ ...values, key: "STANDARD" }];
  return tiers.flatMap(({ key: plan, value, name, at }): readonly LimitRule[] => {
    const quota = asPositive(typeof value === "string" ? Number(value) : value);
    if (quota === undefined) reportUnread(`"${name}" must be a whole number above 0.`, "it is left out", at, report);
    const applies = (entry: OperationEntry): boolean => costs.get(entry)?.some(({ key }) => key === metric) === true;
    return quota === undefined
      ? []
      : [{ plan, policy: fixedWindow(policyName(limit.key, ""), quota, window), applies, said: { name, at } }];
  });
}

function costsOf({ operation }: OperationEntry, build: BuildContext): Costs {
  const value = operation["x-google-quota"];
  if (value === undefined) return [];
  const at = originOf(operation, build.resolved);
  const quota = member({ value: { "x-google-quota": value }, name: "", at }, "x-google-quota");
  const written = quota === undefined ? undefined : member({ ...quota, name: "x-google-quota" }, "metricCosts");
  return written === undefined ? [] : members(written);
}

/** What a call counts for. One number: several metrics that it counts in with several costs cannot be said. */
function costOf(costs: Costs | undefined, rules: readonly LimitRule[], report: Report): OperationFacts {
  const [first, ...others] = costs ?? [];
  if (first === undefined || rules.length === 0) return {};
  const cost = asPositive(first.value);
  if (cost === undefined) {
    reportUnread(`"${first.name}" must be a whole number above 0.`, "it is read as 1", first.at, report);
    return {};
  }
  const other = others.find(({ value }) => value !== first.value);
  if (other !== undefined) {
    const message = `A call costs ${cost} of "${first.key}" and ${JSON.stringify(other.value)} of "${other.key}"; it is counted as the larger in both.`;
    invalid(message, other.at, report, "limit-unsupported");
  }
  const highest = Math.max(cost, ...others.map(({ value }) => asPositive(value) ?? 0));
  return { cost: { value: highest, name: first.name, at: first.at } };
}
