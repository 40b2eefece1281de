import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { OperationFilter } from "../../openapi/selection/selection.js";
import type { OperationEntry } from "../build/list-operations.js";
import type { LimitHeaders, Plan, RateLimits, Rejection } from "../ir/limits.js";
import type { Sourced } from "./limit-values.js";

/** What one source says about the limits of a service. */
export interface LimitFacts {
  readonly general: GeneralFacts;
  readonly plans: ReadonlyMap<string, Sourced<Plan>>;
  /** Names of policies that are written and cannot be read: they are in no plan, and who names them has not misspelt them. */
  readonly unread?: ReadonlySet<string>;
}

export interface GeneralFacts extends HeaderFacts {
  readonly key?: Sourced<RateLimits["key"]>;
  readonly defaultPlan?: Sourced<string>;
  readonly groups?: Sourced<readonly OperationGroup[]>;
  /** Responses describe headers of limits that clients find by their words. */
  readonly detected?: Sourced<true>;
  /** Instead of facts about the headers of a single limit. */
  readonly headers?: Sourced<readonly LimitHeaders[]>;
  readonly retryAfter?: Sourced<NonNullable<RateLimits["retryAfter"]>>;
  readonly rejections?: Sourced<readonly Rejection[]>;
  readonly globalHeader?: Sourced<string>;
  readonly ietf?: Sourced<boolean>;
  readonly banRisk?: Sourced<boolean>;
}

/** Operations with quotas of their own. */
export interface OperationGroup {
  readonly name: string;
  readonly members: OperationFilter;
  /** `undefined`: no others than all operations. */
  readonly policies: readonly string[] | undefined;
  readonly cost: number | undefined;
  /** By the name of a policy; `undefined`: as `cost` in all. */
  readonly costs: Readonly<Record<string, number>> | undefined;
  readonly exempt: boolean;
}

/** The headers of a single limit. */
export type HeaderFacts = { readonly [Key in keyof LimitHeaders]?: Sourced<NonNullable<LimitHeaders[Key]>> };

/** What one source says about a single operation. */
export interface OperationFacts {
  readonly cost?: Sourced<number>;
  readonly policies?: Sourced<readonly string[]>;
  readonly exempt?: Sourced<boolean>;
  readonly rejectedBeforeProcessing?: Sourced<boolean>;
  readonly bucket?: Sourced<string | true>;
  readonly idempotent?: Sourced<boolean>;
  readonly idempotencyKeyHeader?: Sourced<string>;
  readonly never?: Sourced<boolean>;
}

/** A source that says both. */
export interface LimitSource {
  readonly facts: LimitFacts;
  readonly of: (entry: OperationEntry) => OperationFacts;
}

type Facts<T> = { readonly [K in keyof T]?: Sourced<unknown> };

/**
 * Facts of several sources, the first of which to say something is taken. Two that say different things are reported as `limits-disagree`,
 * because it is not known which is right.
 */
export function mergeFacts<T extends Facts<T>>(sources: readonly T[], report: Report): Partial<T> {
  return combined(sources, (first, other) => {
    report(
      diagnostic("limits-disagree", `"${first.name}" and "${other.name}" say different things.`, {
        at: other.at,
        related: [{ message: `"${first.name}" is here.`, at: first.at }],
        hint: "Keep one of the two, or make them agree.",
      }),
    );
  });
}

/** Facts of a description, with those of a configuration in their place; where they differ, that is remarked on. */
export function overrideFacts<T extends Facts<T>>(configured: T, described: T, report: Report): Partial<T> {
  return combined([configured, described], (own, other) => {
    report(
      diagnostic("limits-overridden", `"${own.name}" of the configuration overrides what the description says.`, {
        at: own.at,
        related: [{ message: `"${other.name}" is here.`, at: other.at }],
      }),
    );
  });
}

function combined<T extends Facts<T>>(
  sources: readonly T[],
  differ: (first: Sourced<unknown>, other: Sourced<unknown>) => void,
): Partial<T> {
  const taken = new Map<string, Sourced<unknown>>();
  for (const source of sources) {
    for (const [key, said] of Object.entries<Sourced<unknown> | undefined>(source)) {
      if (said === undefined) continue;
      const first = taken.get(key);
      if (first === undefined) taken.set(key, said);
      else if (meaning(first.value) !== meaning(said.value)) differ(first, said);
    }
  }
  return Object.fromEntries(taken) as Partial<T>; // each is what one of the sources has at its key
}

/** Two ways to write one thing mean the same: policies go by their figures, whatever their names. */
function meaning(value: unknown): string {
  if (typeof value === "object" && value !== null && "policies" in value && "custom" in value) {
    const { policies, custom } = value as Plan; // the only value with both
    return JSON.stringify([custom, policies.map((policy) => JSON.stringify({ ...policy, name: "" })).sort()]);
  }
  return JSON.stringify(value);
}

/** Plans as facts by name, so that they are put together like others. */
export function plansAsFacts(plans: LimitFacts["plans"]): { readonly [plan: string]: Sourced<Plan> } {
  return Object.fromEntries(plans);
}
