/**
 * Parameters that are written in brackets (`ids[]=1`) where the description has them without: to leave them unread would be to
 * take them for absent.
 */
import type { Parameter } from "../../shared/operation.js";
import { ownerOf, type Pairs } from "./query-pairs.js";
import { addIssues, memberOf, type Issues, type Reader } from "./wire-type.js";

type ReadQuery = (pairs: Pairs, issues: Issues) => Record<string, unknown>;

/** The names of a query: what pairs are called, and what takes those that no parameter is called. */
export interface QueryNames {
  /** Of parameters, of members that are pairs of their own, and of credentials. */
  readonly claimed: ReadonlySet<string>;
  /** The objects whose members are pairs of their own, by parameter. */
  readonly exploded: ReadonlyMap<string, Reader>;
}

/**
 * Reads the parameters of a query, and refuses those in brackets whose style has none. `query` is the text of the pairs. A member
 * that is a pair of its own may have any name, also one that goes on from that of its parameter.
 */
export function rejectBracketedQuery(
  parameters: readonly Parameter[],
  read: ReadQuery | undefined,
  { claimed, exploded }: QueryNames,
): ((query: string, ...rest: Parameters<ReadQuery>) => Record<string, unknown>) | undefined {
  if (read === undefined) return undefined;
  const plain = new Set(parameters.filter(({ style }) => style !== "deepObject").map(({ name }) => name));
  return (query, pairs, issues) => {
    if (!/\[|%5b/i.test(query)) return read(pairs, issues);
    const found = new Set<string>();
    for (const key of pairs.keys()) {
      const owner = ownerOf(key, claimed);
      if (owner === undefined || !plain.has(owner)) continue;
      const object = exploded.get(owner);
      if (object === undefined || memberOf(object, key) === undefined) found.add(owner);
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
