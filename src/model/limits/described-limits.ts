import type { BuildContext } from "../build/context.js";
import type { OperationEntry } from "../build/list-operations.js";
import { inside, originOf } from "../build/origin.js";
import { adHocReader } from "./ad-hoc-keys.js";
import type { Plan, Policy } from "../ir/limits.js";
import { readInherited } from "./inherited-limits.js";
import { readGoogleQuota } from "./google-quota.js";
import { kongReader } from "./kong-rate-limiting.js";
import { mergeFacts, plansAsFacts, type GeneralFacts, type LimitFacts, type LimitSource } from "./limit-facts.js";
import { isObject } from "./limit-values.js";
import { reportUnknownLimitKeys } from "./unknown-limit-keys.js";
import { readCanonicalLimits } from "./read-canonical-limits.js";
import type { VendorFacts } from "./operation-facts.js";
import { readSla } from "./sla4oai.js";

/** What a description says of the limits of the whole service, and what is to be asked about its operations. */
export interface DescribedLimits {
  readonly facts: LimitFacts;
  readonly others: VendorFacts;
}

/**
 * The limits in the description's own words. Where the canonical `x-rate-limits` has plans, they are the plans, and what others say of
 * plans of the same names is only compared; vocabularies that know no plans are then not read at all.
 */
export function readDescribed(entries: readonly OperationEntry[], build: BuildContext): DescribedLimits {
  const { document } = build.resolved;
  const value = document["x-rate-limits"];
  const at = inside(originOf(document, build.resolved), "x-rate-limits");
  const canonical = value === undefined ? undefined : readCanonicalLimits({ value, name: "x-rate-limits", at }, build);
  const complete = canonical !== undefined && canonical.plans.size > 0;
  const sources = [
    readSlaOf(entries, build),
    readGoogleOf(entries, build),
    ...(complete
      ? []
      : [readInherited(kongReader(build.report), entries, build), readInherited(adHocReader(build.elements.addRepeated), entries, build)]),
  ].filter((source) => source !== undefined);
  reportUnknownLimitKeys(entries, !complete, build);
  const [first] = sources.filter(({ facts }) => facts.plans.size > 0);
  const owner = complete ? canonical : first?.facts;
  if (owner !== undefined) for (const { facts } of sources) compare(owner, facts, build);
  const general = [canonical?.general, complete ? undefined : first?.facts.general].filter((facts) => facts !== undefined);
  return {
    facts: {
      general: mergeFacts<GeneralFacts>(general, build.report),
      plans: owner?.plans ?? new Map(),
      ...(canonical?.unread && { unread: canonical.unread }),
    },
    others: { of: complete || first === undefined ? () => ({}) : first.of, adHoc: !complete },
  };
}

/** Reports plans of the same name with other figures. */
function compare(owner: LimitFacts, other: LimitFacts, build: BuildContext): void {
  const shared = [...other.plans].flatMap(([name, said]) => {
    const own = owner.plans.get(name);
    return own === undefined ? [] : [[name, { ...said, value: asWritten(said.value, own.value) }] as const];
  });
  mergeFacts([plansAsFacts(owner.plans), Object.fromEntries(shared)], build.report);
}

/** `{ q, w }` is how a window is written whether it slides or not: that it slides is more than the other says, and nothing else. */
function asWritten(plan: Plan, own: Plan): Plan {
  const isSame = (one: Policy, other: Policy): boolean =>
    one.kind === "window" && other.kind === "window" && !other.sliding && one.quota === other.quota && one.window === other.window;
  const policies = plan.policies.map((policy) =>
    policy.kind === "window" && own.policies.some((other) => isSame(policy, other)) ? { ...policy, sliding: false } : policy,
  );
  return { ...plan, policies };
}

function readSlaOf(entries: readonly OperationEntry[], { resolved, report }: BuildContext): LimitSource | undefined {
  const { info } = resolved.document;
  const written = info["x-sla"];
  if (written === undefined) return undefined;
  const ref = isObject(written) ? written["$ref"] : undefined;
  if (typeof ref !== "string")
    return readSla({ value: written, name: "x-sla", at: inside(originOf(info, resolved), "x-sla") }, entries, report);
  const found = resolved.target("sla", ref);
  return readSla({ value: found, name: "x-sla", at: originOf(found, resolved) }, entries, report);
}

function readGoogleOf(entries: readonly OperationEntry[], build: BuildContext): LimitSource | undefined {
  const { document } = build.resolved;
  for (const name of ["x-google-management", "x-google-api-management"] as const) {
    const value = document[name];
    const at = inside(originOf(document, build.resolved), name);
    if (value !== undefined) return readGoogleQuota({ value, name, at }, entries, build);
  }
  return undefined;
}
