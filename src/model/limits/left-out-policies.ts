import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin, Report } from "../../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { inside } from "../build/origin.js";
import type { Plan, RateLimits } from "../ir/limits.js";
import { invalid, type Sourced } from "./limit-values.js";
import { firstOf, policyNames } from "./policy-names.js";

/** Policies that are written, and that no plan has in the end: each has been told, and who names one has not misspelt it. */
export interface LeftOutPolicies {
  /** Their figures cannot be read. */
  readonly unread: ReadonlySet<string>;
  /** They count a unit of which no header tells: it is known what they are, and that nobody can follow them. */
  readonly untold: ReadonlySet<string>;
}

export function leftOutPolicies(
  unread: ReadonlySet<string>,
  said: readonly Sourced<Plan>[],
  limits: RateLimits | undefined,
): LeftOutPolicies {
  const known = new Set(limits && policyNames(limits));
  const read = said.flatMap(({ value }) => value.policies.map(({ name }) => name));
  const [gone, untold] = [[...unread], read].map((names) => new Set(names.filter((name) => !known.has(name))));
  return { unread: gone ?? unread, untold: untold ?? new Set() };
}

/** What names policies: an operation, or a group of them. */
export interface NamedPolicies {
  readonly names: readonly string[];
  /** The list of the names. */
  readonly at: Origin;
  /** What counts in them, for people: "the operation", "the group …". */
  readonly who: string;
}

/**
 * Of the names that an operation or a group gives, those of policies that there are; `undefined` where it counts in all policies, because it names
 * some and none of them can be kept: to count too much is safer than not at all. What is misspelt is told, and that it counts in all is told once.
 * A policy of a unit that nobody can follow is no reason for that: it would have counted no requests.
 */
export function keptPolicies(
  { names, at, who }: NamedPolicies,
  known: ReadonlySet<string>,
  { unread, untold }: LeftOutPolicies,
  report: Report,
): readonly string[] | undefined {
  const kept = names.filter((name) => known.has(name));
  const isLost = kept.length === 0 && names.some((name) => !untold.has(name));
  const misspelt = [...names.entries()].filter(([, name]) => !known.has(name) && !unread.has(name) && !untold.has(name));
  const [last] = misspelt.slice(-1);
  for (const each of misspelt) {
    const [index, name] = each;
    reportUnknown(name, inside(at, index), known, report, isLost && each === last ? `${who} counts in all policies` : undefined);
  }
  if (isLost && last === undefined && known.size > 0) {
    const message = `T${who.slice(1)} names ${firstOf(names.map((name) => JSON.stringify(name)))}, which cannot be read; it counts in all policies.`;
    report(
      diagnostic("limit-policy-unread", message, {
        at,
        hint: "To count too much is safer than not at all. Correct what is said of the policy.",
      }),
    );
  }
  return isLost ? undefined : kept;
}

/** Reports a name of a policy that is written nowhere. `assumed`: what becomes of it. */
export function reportUnknown(name: string, at: Origin, known: ReadonlySet<string>, report: Report, assumed?: string): void {
  const meant = spellingSuggestion(name, known);
  const hint = meant === undefined ? policiesHint(known) : `Did you mean "${meant}"?`;
  const what = `No plan has a policy ${JSON.stringify(name)}`;
  invalid(`${what}${assumed === undefined ? "" : `; ${assumed}`}.`, at, report, "plan-unknown", hint);
}

export const policiesHint = (known: ReadonlySet<string>): string =>
  known.size === 0 ? "The plans have no policies." : `The plans have the policies ${firstOf([...known])}.`;
