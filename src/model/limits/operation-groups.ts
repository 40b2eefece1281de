import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin, Report } from "../../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { compileFilter, type CompiledFilter, type Pattern } from "../../openapi/selection/filter.js";
import type { OperationFacts as SelectableOperation } from "../../openapi/selection/operation-facts.js";
import type { NamedOperation, Resolved } from "../../openapi/resolve/resolved.js";
import type { OperationEntry } from "../build/list-operations.js";
import { inside } from "../build/origin.js";
import type { OperationLimit, RateLimits } from "../ir/limits.js";
import type { GeneralFacts, OperationFacts, OperationGroup } from "./limit-facts.js";
import { keptPolicies, reportUnknown, type LeftOutPolicies } from "./left-out-policies.js";
import { firstOf, policyNames } from "./policy-names.js";

/** What the groups say of an operation that says nothing itself. */
export interface GroupLimit extends Pick<OperationLimit, "policies" | "cost" | "costs" | "exempt"> {
  /** Where the cost is said. */
  readonly costAt: Origin | undefined;
}

/**
 * The limits of operations by the groups they are in. An operation is in the first group that fits it. Policies that a group names are for the
 * operations of such groups alone; those that none names are for all.
 * @param isTold Whether what fits nothing is told: the groups of a preset are for a whole service, and plans of others may be in place of its own.
 */
export function groupLimits(
  groups: NonNullable<GeneralFacts["groups"]>,
  limits: RateLimits,
  { entries, resolved, leftOut, report }: GroupContext,
  isTold: boolean,
): (entry: OperationEntry) => GroupLimit {
  const names = policyNames(limits);
  const isPolicy = new Set(names);
  const tell: Report = isTold ? report : () => undefined;
  const compiled = groups.value.map((group): Compiled => {
    const at = inside(groups.at, group.name);
    const named = { names: group.policies ?? [], at: inside(at, "policies"), who: `the group ${JSON.stringify(group.name)}` };
    const policies = group.exempt ? [] : keptPolicies(named, isPolicy, leftOut, tell);
    const costs = group.exempt ? undefined : knownCosts(group, at, isPolicy, leftOut, tell);
    return { group: { ...group, policies, costs, cost: group.exempt ? undefined : group.cost }, filter: compiledGroup(group, groups) };
  });
  if (isTold) reportUnmatched(compiled, groups, [...entries.map(ofEntry), ...(resolved.whole?.paths ?? []).map(ofNamed)], report);
  const grouped = new Set(limits.grouped);
  const general = names.filter((name) => !grouped.has(name));
  const limitOf = ({ name, policies, cost, costs, exempt }: KnownGroup): GroupLimit => {
    const counted = [...general, ...new Set(policies)];
    const isAll = exempt || policies === undefined || counted.length === names.length;
    const said = cost !== undefined ? "cost" : costs !== undefined ? "costs" : undefined;
    const costAt = said && inside(groups.at, name, said);
    return { policies: isAll ? undefined : counted, cost: cost ?? 1, costs, exempt, costAt };
  };
  // Of groups that have operations, and of no others: each has a list of its own.
  const found = new Map<object, GroupLimit>();
  const others = { name: "", policies: [], cost: undefined, costs: undefined, exempt: false };
  return (entry) => {
    const operation = ofEntry(entry);
    const group = compiled.find(({ filter }) => filter.fits(operation))?.group ?? others;
    const limit = found.get(group) ?? limitOf(group);
    found.set(group, limit);
    return limit;
  };
}

/** What groups are built with. */
export interface GroupContext {
  readonly entries: readonly OperationEntry[];
  readonly resolved: Resolved;
  readonly leftOut: LeftOutPolicies;
  readonly report: Report;
}

/** Policies that are for the operations of groups alone: those that some group names. One that is exempt takes none from the others. */
export function groupedPolicies(groups: GeneralFacts["groups"], limits: Pick<RateLimits, "plans" | "headers">): readonly string[] {
  const named = new Set(groups?.value.flatMap(({ policies = [], exempt }) => (exempt ? [] : policies)));
  return policyNames(limits).filter((name) => named.has(name));
}

interface KnownGroup extends Pick<OperationGroup, "name" | "cost" | "costs" | "exempt"> {
  /** Those that there are; `undefined`: all. */
  readonly policies: readonly string[] | undefined;
}

/** What an operation says itself wins over its group: what it counts in, and what it costs, each by itself. */
export function withGroup(limit: OperationLimit | undefined, own: OperationFacts, group: GroupLimit): OperationLimit | undefined {
  const saysWhere = own.policies !== undefined || own.exempt !== undefined;
  const isExempt = saysWhere ? limit?.exempt === true : group.exempt;
  const found: OperationLimit = {
    cost: isExempt ? 1 : own.cost === undefined ? group.cost : (limit?.cost ?? 1),
    costs: isExempt || own.cost !== undefined ? undefined : group.costs,
    policies: saysWhere ? limit?.policies : group.policies,
    exempt: isExempt,
    rejectedBeforeProcessing: limit?.rejectedBeforeProcessing ?? true,
    bucket: limit?.bucket,
  };
  const isUsual = found.cost === 1 && found.costs === undefined && found.policies === undefined && !found.exempt;
  return limit === undefined && isUsual ? undefined : found;
}

function knownCosts(
  { costs = {} }: OperationGroup,
  at: Origin,
  names: ReadonlySet<string>,
  { unread, untold }: LeftOutPolicies,
  report: Report,
): OperationLimit["costs"] {
  const known = Object.entries(costs).filter(([name]) => names.has(name));
  const misspelt = Object.keys(costs).filter((name) => !names.has(name) && !unread.has(name) && !untold.has(name));
  for (const name of misspelt) reportUnknown(name, inside(at, "costs", name), names, report);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

interface Compiled {
  readonly group: KnownGroup;
  readonly filter: CompiledFilter;
}

const compiledGroup = (
  { name, members }: Pick<OperationGroup, "name" | "members">,
  groups: NonNullable<GeneralFacts["groups"]>,
): CompiledFilter => compileFilter({ value: members, name: `${groups.name}.${name}`, at: inside(groups.at, name) });

function reportUnmatched(
  compiled: readonly Compiled[],
  groups: NonNullable<GeneralFacts["groups"]>,
  all: readonly SelectableOperation[],
  report: Report,
): void {
  for (const [index, { group, filter }] of compiled.entries()) {
    const unmatched = filter.patterns.filter(({ fits }) => !all.some(fits));
    for (const pattern of unmatched) {
      const message = `${JSON.stringify(pattern.text)} in \`${pattern.list}\` matches no operation.`;
      report(diagnostic("limit-group-unmatched", message, { at: pattern.at, hint: nearest(pattern, all) }));
    }
    const before = compiled.slice(0, index);
    const own = all.filter(filter.fits);
    if (unmatched.length === 0 && own.length > 0) reportShadowed(group, before, own, groups.at, report);
    if (unmatched.length > 0 || own.length > 0) continue;
    const message = `No operation is in the group "${group.name}".`;
    const hint = "What stands in a group has to hold of an operation at once.";
    report(diagnostic("limit-group-unmatched", message, { at: inside(groups.at, group.name), hint }));
  }
}

/** Reports a group of which each operation is in a group before it. */
function reportShadowed(
  { name }: KnownGroup,
  before: readonly Compiled[],
  own: readonly SelectableOperation[],
  at: Origin,
  report: Report,
): void {
  const others = new Set(own.map((operation) => before.find(({ filter }) => filter.fits(operation))?.group.name));
  const [first] = others;
  if (first === undefined || others.has(undefined)) return;
  const which = firstOf([...others].map((other) => JSON.stringify(other)));
  const message = `No operation is in the group "${name}": each one that fits is in a group before it, ${which}.`;
  const hint = `An operation is in the first group that fits it. Put "${name}" before "${first}".`;
  report(diagnostic("limit-group-unmatched", message, { at: inside(at, name), hint }));
}

function nearest({ member, text }: Pattern, all: readonly SelectableOperation[]): string | undefined {
  const valuesOf = {
    tags: ({ tags }) => tags,
    operations: ({ operationId }) => (operationId === undefined ? [] : [operationId]),
    paths: ({ path }) => [path],
    methods: ({ method }) => [method],
    extensions: () => [],
  } satisfies { readonly [Member in Pattern["member"]]: (operation: SelectableOperation) => readonly string[] };
  const below = member === "paths" ? /\/\*+$/.exec(text)?.[0] : undefined;
  const known = all.flatMap((operation) => valuesOf[member](operation));
  const meant =
    below === undefined
      ? spellingSuggestion(text, new Set(known))
      : spellingSuggestion(text.slice(0, -below.length), new Set(known.flatMap((path) => foldersOf(path, text.split("/").length - 1))));
  return meant === undefined ? undefined : `Did you mean "${meant}${below ?? ""}"?`;
}

/** The beginning of a path that has as many segments, less one, as is asked for: "/search" of "/search/things". */
function foldersOf(path: string, segments: number): readonly string[] {
  const steps = path.split("/");
  return steps.length > segments ? [steps.slice(0, segments).join("/")] : [];
}

const unselected = { kind: "path", deprecated: false, extension: () => undefined, written: null, security: undefined } as const;

const ofNamed = ({ path, method, operationId, tags }: NamedOperation): SelectableOperation => ({
  ...unselected,
  path,
  method,
  operationId,
  tags,
});

const ofEntry = ({ path, method, operation }: OperationEntry): SelectableOperation => ({
  ...unselected,
  path,
  method,
  operationId: operation.operationId,
  tags: operation.tags ?? [],
});
