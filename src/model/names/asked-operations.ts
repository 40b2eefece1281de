import type { Report } from "../../diagnostic/diagnostic.js";
import type { Resolved } from "../../openapi/resolve/resolved.js";
import type { OperationEntry } from "../build/list-operations.js";
import { ambiguous, unmatched, type Asked, type AskedNames } from "./asked-names.js";
import { diagnostic } from "../../diagnostic/catalogue.js";

/** The names that a configuration gives to operations and webhooks. */
export function askedOperations(
  entries: readonly OperationEntry[],
  asked: AskedNames,
  { whole }: Resolved,
  report: Report,
): ReadonlyMap<OperationEntry, Asked> {
  const given = new Map<OperationEntry, Asked>();
  if (asked.operations.length === 0) return given;
  const byKey = new Map<string, OperationEntry[]>();
  const add = (key: string | undefined, entry: OperationEntry): void => {
    if (key !== undefined && byKey.get(key)?.push(entry) === undefined) byKey.set(key, [entry]);
  };
  for (const entry of entries) {
    add(entry.operation.operationId, entry);
    add(placeOf(entry), entry);
  }
  const leftOut = new Set([...(whole?.paths ?? []), ...(whole?.webhooks ?? [])].flatMap((each) => [each.operationId, placeOf(each)]));
  for (const each of asked.operations) {
    const key = each.written.replace(/^[a-z]+ (?=\S)/i, (method) => method.toUpperCase());
    const [entry, ...others] = byKey.get(each.written) ?? byKey.get(key) ?? [];
    if (entry === undefined) {
      if (!leftOut.has(each.written) && !leftOut.has(key))
        report(unmatched(each, `There is no operation ${JSON.stringify(each.written)}`, byKey.keys()));
      continue;
    }
    const before = given.get(entry);
    if (others.length > 0) {
      const why = `${JSON.stringify(each.written)} is the operationId of ${others.length + 1} operations.`;
      report(ambiguous(each, why, `Name one by its method and path: "${placeOf(entry)}".`));
    } else if (before !== undefined) report(twice(each, before, entry));
    else given.set(entry, each);
  }
  for (const each of given.values()) asked.use(each);
  return given;
}

function placeOf({ method, path }: Pick<OperationEntry, "method" | "path">): string {
  return `${method} ${path}`;
}

function twice({ key, written, at }: Asked, before: Asked, entry: OperationEntry) {
  const message = `${key} gives ${placeOf(entry)} two names: by ${JSON.stringify(before.written)} and by ${JSON.stringify(written)}.`;
  return diagnostic("rename-ambiguous", message, {
    at,
    hint: "Remove one of the two.",
    related: [{ message: "It has a name here.", at: before.at }],
  });
}
