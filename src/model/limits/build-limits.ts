import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin, Report } from "../../diagnostic/diagnostic.js";
import type { BuildContext } from "../build/context.js";
import type { OperationEntry } from "../build/list-operations.js";
import type { Api } from "../ir/api.js";
import type { Plan, RateLimits } from "../ir/limits.js";
import type { Operation, Parameter } from "../ir/operation.js";
import { buildOperationLimit, buildOperationRetry } from "./build-operation-limit.js";
import { readDescribed } from "./described-limits.js";
import { overrideFacts, plansAsFacts, type GeneralFacts, type LimitFacts } from "./limit-facts.js";
import { invalid, type Sourced, type Written } from "./limit-values.js";
import { buildHeaders, onlyOneForm, withDescribedHeaders, withKnownPolicies } from "./build-headers.js";
import { leftOutPolicies } from "./left-out-policies.js";
import { createOperationReader } from "./operation-facts.js";
import { groupedPolicies, groupLimits, withGroup } from "./operation-groups.js";
import { readCanonicalLimits } from "./read-canonical-limits.js";
import { createCostReporter } from "./report-impossible-costs.js";
import { reportAmbiguousHeaders } from "./report-unclear-headers.js";
import { withoutUntold } from "./untold-units.js";

/** What a configuration says of limits. */
export interface ConfiguredLimits extends Written {
  /** The members that a preset says, where it has one: they are made for a whole service, and not for this description. */
  readonly preset?: readonly string[] | undefined;
}

/** What is known of the limits of an API, and of each of its operations by its entry and its parameters. */
export interface Limits {
  readonly ofApi: RateLimits | undefined;
  /** Where the description has its first plan, when it has one. */
  readonly at: Origin | undefined;
  readonly of: (entry: OperationEntry, parameters: readonly Parameter[]) => Pick<Operation, "rateLimit" | "retry">;
}

/** No limits at all: of webhooks, and where a configuration wants none. */
export const withoutLimits: Limits = { ofApi: undefined, at: undefined, of: () => ({ rateLimit: undefined, retry: undefined }) };

const nothing: LimitFacts = { general: {}, plans: new Map() };

/**
 * The limits that a description and the configuration say, the description in whichever vocabulary. The configuration says what the
 * description does not, and wins where both speak: it is written by who uses the service, often about a description of somebody else.
 */
export function buildLimits(
  names: ReadonlyMap<OperationEntry, string>,
  configured: ConfiguredLimits | undefined,
  build: BuildContext,
): Limits {
  const { report } = build;
  const entries = [...names.keys()];
  const { facts, others } = readDescribed(entries, build);
  const own = configured === undefined ? nothing : readCanonicalLimits(configured, build, ["operations"]);
  const general = withDescribedHeaders(
    overrideFacts<GeneralFacts>(own.general, onlyOneForm(own.general, facts.general, report), report),
    entries,
    build,
  );
  const plans = overrideFacts(plansAsFacts(own.plans), plansAsFacts(facts.plans), report);
  const said = Object.values(plans).filter((plan) => plan !== undefined);
  const ofPreset = (key: "groups" | "headers"): boolean => general[key] === own.general[key] && configured?.preset?.includes(key) === true;
  const unread = new Set([...(own.unread ?? []), ...(facts.unread ?? [])]);
  const ofApi = rateLimits(general, said, build, { unread, isTold: !ofPreset("headers") });
  const leftOut = leftOutPolicies(unread, said, ofApi);
  // Where a configuration has figures, what other vocabularies than ours say of single operations goes with the figures it replaces.
  const read = createOperationReader(names, own.plans.size > 0 ? { ...others, of: () => ({}) } : others, configured, build);
  const inGroup =
    general.groups &&
    ofApi &&
    groupLimits(general.groups, ofApi, { entries, resolved: build.resolved, leftOut, report }, !ofPreset("groups"));
  const reportCost = ofApi && createCostReporter(ofApi, report);
  return {
    ofApi,
    at: [...facts.plans.values()][0]?.at,
    of: (entry, parameters) => {
      const found = read(entry);
      const limit = buildOperationLimit(found, ofApi, leftOut, report);
      const group = inGroup?.(entry);
      const rateLimit = group === undefined ? limit : withGroup(limit, found, group);
      reportCost?.(rateLimit, found.cost === undefined ? group?.costAt : found.cost.at);
      return { rateLimit, retry: buildOperationRetry(found, parameters) };
    },
  };
}

function rateLimits(
  general: GeneralFacts,
  said: readonly Sourced<Plan>[],
  build: BuildContext,
  told: { readonly unread: ReadonlySet<string>; readonly isTold: boolean },
): RateLimits | undefined {
  if (said.length === 0 && Object.keys(general).length === 0) return undefined;
  const written = buildHeaders(general);
  const plans = withoutUntold(said, written, build.report);
  const headers = withKnownPolicies(written, plans, general, { report: build.report, ...told });
  if (told.isTold) reportAmbiguousHeaders(general, plans, build.report);
  return {
    key: general.key?.value ?? usualKey(build),
    plans,
    defaultPlan: knownPlan(general.defaultPlan, plans, build),
    headers,
    retryAfter: general.retryAfter?.value,
    rejections: general.rejections?.value ?? [],
    globalHeader: general.globalHeader?.value,
    ietf: general.ietf?.value === true,
    banRisk: general.banRisk?.value === true,
    grouped: groupedPolicies(general.groups, { plans, headers }),
  };
}

/**
 * The only scheme there is. With several, or with none, by which a caller may well send a credential in a header of its own, nobody says which
 * one counts. Never the address then: one caller would be held back by what another has used up.
 */
function usualKey({ resolved }: BuildContext): RateLimits["key"] {
  const [scheme, ...others] = Object.keys(resolved.document.components?.securitySchemes ?? {});
  return scheme === undefined || others.length > 0 ? { kind: "credential" } : { kind: "securityScheme", scheme };
}

function knownPlan(wanted: GeneralFacts["defaultPlan"], plans: readonly Plan[], { report }: BuildContext): string | undefined {
  if (wanted === undefined) return undefined;
  const found = plans.find(({ name }) => name === wanted.value);
  if (found?.custom === false) return wanted.value;
  if (found !== undefined) {
    const message = `The default plan ${JSON.stringify(wanted.value)} is custom: it has no figures that a server could hold callers to.`;
    const way = "Name a plan that has policies, or leave `defaultPlan` out.";
    report(diagnostic("plan-default-custom", message, { at: wanted.at, hint: way, assumed: "no plan is the default" }));
    return undefined;
  }
  const hint = plans.length === 0 ? "No plans are described." : `The plans are ${plans.map(({ name }) => name).join(", ")}.`;
  invalid(`There is no plan ${JSON.stringify(wanted.value)}.`, wanted.at, report, "plan-unknown", hint);
  return undefined;
}

/** Reports limits without a documented response: status 429, `4XX` or `default`. */
export function reportUndocumentedLimits({ at }: Limits, operations: Api["operations"], report: Report): void {
  if (at === undefined || operations.length === 0) return;
  const isDocumented = operations.some(({ responses }) => responses.some(({ status }) => ["429", "4XX", "default"].includes(status)));
  if (isDocumented) return;
  const hint = "Describe a response with status 429, or with a range (4XX) or `default`.";
  invalid("Limits are described, and no operation describes a response with status 429.", at, report, "limits-without-429", hint);
}
