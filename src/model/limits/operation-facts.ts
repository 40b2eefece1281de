import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import type { Extensible } from "../../openapi/rules/types.js";
import type { BuildContext } from "../build/context.js";
import type { OperationEntry } from "../build/list-operations.js";
import { inside, originOf } from "../build/origin.js";
import { isOperationLimit } from "./ad-hoc-keys.js";
import { mergeFacts, overrideFacts, type LimitSource, type OperationFacts } from "./limit-facts.js";
import { invalid, member, members, type Written } from "./limit-values.js";
import { readOperationLimit, readRetry } from "./read-canonical-operation-limit.js";
import { readVendorRetry } from "./read-vendor-retry.js";

/** What vocabularies that are not ours say of an operation, and whether an `x-rate-limit` may be in one of them. */
export interface VendorFacts {
  readonly of: LimitSource["of"];
  readonly adHoc: boolean;
}

/** Reads what is said of one operation: its own keys, those of other vocabularies, and the configuration's entry for it, by its operationId or its name. */
export function createOperationReader(
  names: ReadonlyMap<OperationEntry, string>,
  others: VendorFacts,
  configured: Written | undefined,
  build: BuildContext,
): (operationEntry: OperationEntry) => OperationFacts {
  const written = configured === undefined ? undefined : member(configured, "operations");
  const entries = new Map(written === undefined ? [] : members(written).map((entry) => [entry.key, entry] as const));
  reportUnknownOperations([...entries.values()], names, build);
  const everywhere = readVendorRetry(build.resolved.document, originOf(build.resolved.document, build.resolved));
  return (operationEntry) => {
    const described = { ...everywhere, ...describedFacts(operationEntry, others, build) };
    const entry = entries.get(operationEntry.operation.operationId ?? "") ?? entries.get(names.get(operationEntry) ?? "");
    return entry === undefined ? described : overrideFacts(configuredFacts(entry, build), described, build.report);
  };
}

function describedFacts(
  operationEntry: OperationEntry,
  { of: others, adHoc }: VendorFacts,
  { resolved, report }: BuildContext,
): OperationFacts {
  const { operation } = operationEntry;
  const at = originOf(operation, resolved);
  const [limit, retry] = [operation["x-rate-limit"], operation["x-retry"]];
  const own =
    limit === undefined || (adHoc && !isOperationLimit(limit))
      ? {}
      : readOperationLimit({ value: limit, name: "x-rate-limit", at: inside(at, "x-rate-limit") }, report);
  const sent = retry === undefined ? {} : readRetry({ value: retry, name: "x-retry", at: inside(at, "x-retry") }, report);
  return {
    ...bucketOf(operation, at),
    ...mergeFacts<OperationFacts>([own, others(operationEntry), sent, readVendorRetry(operation, at)], report),
  };
}

function configuredFacts(entry: Written, { report }: BuildContext): OperationFacts {
  const retry = member(entry, "retry");
  return { ...readOperationLimit(entry, report, ["retry"]), ...(retry === undefined ? {} : readRetry(retry, report)) };
}

/** Buckets of other vocabularies: a name without figures, or only that there is a limit. */
function bucketOf(operation: Extensible, at: Written["at"]): OperationFacts {
  for (const key of ["x-ory-ratelimit-bucket", "x-ratelimit-category", "x-looker-rate-limited"] as const) {
    const value = operation[key];
    if (value === true || (typeof value === "string" && value.trim() !== "")) return { bucket: { value, name: key, at: inside(at, key) } };
  }
  return {};
}

function reportUnknownOperations(
  entries: readonly (Written & { readonly key: string })[],
  names: ReadonlyMap<OperationEntry, string>,
  { report, resolved: { whole } }: BuildContext,
): void {
  const known = new Set([...names].flatMap(([{ operation }, name]) => [operation.operationId ?? name, name]));
  // The configuration may say more than the operations that it selects need.
  const leftOut = new Set(whole?.paths.map(({ operationId }) => operationId));
  for (const { key, name, at } of entries) {
    if (known.has(key) || leftOut.has(key)) continue;
    const meant = spellingSuggestion(key, known);
    const hint = meant === undefined ? "Operations are named by their operationId." : `Did you mean "${meant}"?`;
    invalid(`"${name}" is not an operation of this description.`, at, report, "limit-operation-unknown", hint);
  }
}
