/**
 * Parameters that are written in brackets (`ids[]=1`) where the description has them without: to leave them unread would be to
 * take them for absent.
 */
import type { Parameter } from "../../shared/operation.js";
import { ownerOf, type Pairs } from "./query-pairs.js";
import { addIssues, type Issues } from "./wire-type.js";

type ReadQuery = (pairs: Pairs, issues: Issues) => Record<string, unknown>;

/** Reads the parameters of a query, and refuses those in brackets whose style has none. `query` is the text of the pairs. */
export function rejectBracketedQuery(
  parameters: readonly Parameter[],
  read: ReadQuery | undefined,
): ((query: string, ...rest: Parameters<ReadQuery>) => Record<string, unknown>) | undefined {
  if (read === undefined) return undefined;
  const names = new Set(parameters.map(({ name }) => name));
  const plain = new Set(parameters.filter(({ style }) => style !== "deepObject").map(({ name }) => name));
  return (query, pairs, issues) => {
    if (!/\[|%5b/i.test(query)) return read(pairs, issues);
    const found = new Set<string>();
    for (const key of pairs.keys()) {
      const owner = ownerOf(key, names);
      if (owner !== undefined && plain.has(owner)) found.add(owner);
    }
    const others: Issues = [];
    const values = read(pairs, others);
    for (const name of found) issues.push({ in: "query", path: [name], keyword: "style", message: "must be written without brackets" });
    addIssues(
      issues,
      others.filter(({ path: [name = ""] }) => !found.has(String(name))),
    );
    return values;
  };
}
