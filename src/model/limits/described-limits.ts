import type { Build } from "../build/context.js";
import type { Site } from "../build/list-operations.js";
import { inside, originOf } from "../build/origin.js";
import { adHoc } from "./ad-hoc.js";
import { readByLevel } from "./by-level.js";
import { readGoogleQuota } from "./google.js";
import { kong } from "./kong.js";
import { agreed, plansAsFacts, type GeneralFacts, type LimitFacts, type LimitSource } from "./limit-facts.js";
import { isObject } from "./limit-values.js";
import { reportLookAlikes } from "./look-alikes.js";
import { readLimits } from "./read-limits.js";
import type { OtherWords } from "./operation-facts.js";
import { readSla } from "./sla.js";

/** What a description says of the limits of the whole service, and what is to be asked about its operations. */
export interface DescribedLimits {
  readonly facts: LimitFacts;
  readonly others: OtherWords;
}

/**
 * The limits in the description's own words. Where the canonical `x-rate-limits` has plans, they are the plans, and what others say of
 * plans of the same names is only compared; vocabularies that know no plans are then not read at all.
 */
export function readDescribed(sites: readonly Site[], build: Build): DescribedLimits {
  const { document } = build.resolved;
  const value = document["x-rate-limits"];
  const at = inside(originOf(document, build.resolved), "x-rate-limits");
  const canonical = value === undefined ? undefined : readLimits({ value, name: "x-rate-limits", at }, build);
  const complete = canonical !== undefined && canonical.plans.size > 0;
  const sources = [
    readSlaOf(sites, build),
    readGoogleOf(sites, build),
    ...(complete ? [] : [readByLevel(kong(build.report), sites, build), readByLevel(adHoc(build.report), sites, build)]),
  ].filter((source) => source !== undefined);
  reportLookAlikes(sites, !complete, build);
  const [first] = sources.filter(({ facts }) => facts.plans.size > 0);
  const owner = complete ? canonical : first?.facts;
  if (owner !== undefined) for (const { facts } of sources) compare(owner, facts, build);
  const general = [canonical?.general, complete ? undefined : first?.facts.general].filter((facts) => facts !== undefined);
  return {
    facts: { general: agreed<GeneralFacts>(general, build.report), plans: owner?.plans ?? new Map() },
    others: { of: complete || first === undefined ? () => ({}) : first.of, adHoc: !complete },
  };
}

/** Reports plans of the same name with other figures. */
function compare(owner: LimitFacts, other: LimitFacts, build: Build): void {
  const shared = [...other.plans].filter(([name]) => owner.plans.has(name));
  agreed([plansAsFacts(owner.plans), Object.fromEntries(shared)], build.report);
}

function readSlaOf(sites: readonly Site[], { resolved, report }: Build): LimitSource | undefined {
  const { info } = resolved.document;
  const written = info["x-sla"];
  if (written === undefined) return undefined;
  const ref = isObject(written) ? written["$ref"] : undefined;
  if (typeof ref !== "string")
    return readSla({ value: written, name: "x-sla", at: inside(originOf(info, resolved), "x-sla") }, sites, report);
  const found = resolved.target("sla", ref);
  return readSla({ value: found, name: "x-sla", at: originOf(found, resolved) }, sites, report);
}

function readGoogleOf(sites: readonly Site[], build: Build): LimitSource | undefined {
  const { document } = build.resolved;
  for (const name of ["x-google-management", "x-google-api-management"] as const) {
    const value = document[name];
    const at = inside(originOf(document, build.resolved), name);
    if (value !== undefined) return readGoogleQuota({ value, name, at }, sites, build);
  }
  return undefined;
}
