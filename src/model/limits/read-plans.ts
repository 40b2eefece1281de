import type { Report } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import type { Plan, Policy } from "../ir/limits.js";
import type { LimitFacts } from "./limit-facts.js";
import {
  fact,
  invalid,
  isObject,
  member,
  members,
  reportUnknownMembers,
  reportUnread,
  type Sourced,
  type Written,
} from "./limit-values.js";
import { readPolicy } from "./read-policy.js";

/** The plans of a canonical `plans` object, by name, in the order written; and the names of policies that cannot be read in any of them. */
export function readPlans(written: Written | undefined, report: Report): Required<Pick<LimitFacts, "plans" | "unread">> {
  const plans = new Map<string, Sourced<Plan>>();
  if (written === undefined) return { plans, unread: new Set() };
  if (!isObject(written.value)) reportUnread(`"${written.name}" must be an object of plans by name.`, "it is not read", written.at, report);
  const named = new Set<string>();
  for (const { key, ...plan } of members(written)) {
    const read = readPlan(key, plan, report);
    const policies = member(plan, "policies");
    for (const { key: name } of policies === undefined ? [] : members(policies)) named.add(name);
    if (read !== undefined) plans.set(key, { value: read, name: plan.name, at: plan.at });
  }
  const read = new Set([...plans.values()].flatMap(({ value }) => value.policies.map(({ name }) => name)));
  return { plans, unread: new Set([...named].filter((name) => !read.has(name))) };
}

function readPlan(name: string, written: Written, report: Report): Plan | undefined {
  if (!isObject(written.value)) {
    reportUnread(`The plan "${name}" must be an object.`, "it is left out", written.at, report);
    return undefined;
  }
  reportUnknownMembers(written, planKeys, report);
  const title = fact(member(written, "title"), asText, "a text", report)?.value;
  const description = fact(member(written, "description"), asText, "a text", report)?.value;
  const doc = { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
  const custom = fact(member(written, "custom"), (value) => (typeof value === "boolean" ? value : undefined), "true or false", report);
  const said = member(written, "policies");
  const policies = readPolicies(said, report);
  // Whoever misspells `policies`, or leaves it out around them, means limits.
  const lost =
    said === undefined && custom?.value !== true && members(written).find(({ key }) => !planKeys.includes(key) && !key.startsWith("x-"));
  if (lost) {
    const way = "Policies stand in `policies`, by their names: `policies: { minute: { q: 60, w: 60 } }`.";
    const message = `The plan "${name}" has no policies, and "${lost.name}" says none.`;
    reportUnread(message, "it is unlimited", lost.at, report, way);
  } else if (custom?.value !== true && (said === undefined || isEmpty(said.value))) {
    const way = `Say \`custom: true\` where its figures are agreed with each customer; leave it so where no limit is meant.`;
    invalid(`The plan "${name}" has no policies: it is unlimited.`, said?.at ?? written.at, report, "plan-unlimited", way);
  }
  if (custom?.value !== true) return { name, doc, policies, custom: false };
  const hint = "The figures of a custom plan are agreed with each customer.";
  if (policies.length > 0)
    reportUnread(`The plan "${name}" is custom, and has policies.`, "its policies are not read", custom.at, report, hint);
  return { name, doc, policies: [], custom: true };
}

const planKeys: readonly string[] = ["policies", "custom", "description", "title"];

const isEmpty = (value: Json): boolean => isObject(value) && Object.keys(value).length === 0;

const asText = (value: Json): string | undefined => (typeof value === "string" ? value : undefined);

function readPolicies(written: Written | undefined, report: Report): readonly Policy[] {
  if (written === undefined) return [];
  if (!isObject(written.value))
    reportUnread(`"${written.name}" must be an object of policies by name.`, "it is not read", written.at, report);
  return members(written).flatMap(({ key, ...policy }) => readPolicy(key, policy, report) ?? []);
}
