import type { NamedSchema, SchemaId } from "../ir/schema.js";
import type { Shape } from "./rules/overlaps.js";
import { breaks, type Direction, type Effect } from "./change.js";

/** What a schema says otherwise; of one that others refer to, they are affected, too. */
export interface SchemaChange {
  readonly rule: string;
  /** Where in the schema: "owner.tags[]"; empty for all of it. */
  readonly path: string;
  /** What goes after the subject: "is required now". */
  readonly text: string;
  /** Or the pair of schemas that it leads to now and led to before: what they differ in says whether it breaks. */
  readonly effect: Effect | SchemaPair;
}

/** A schema as it was and as it is: one that has a name, or one that stands somewhere in an operation. */
export interface SchemaPair {
  /** As written; undefined for a schema without one, and where one name took the place of another. */
  readonly name: string | undefined;
  readonly changes: SchemaChange[];
  readonly users: Set<SchemaPair>;
  readonly uses: Set<SchemaPair>;
}

/** Pairs of schemas that have been met. */
export interface SchemaGraph {
  readonly before: ReadonlyMap<SchemaId, NamedSchema>;
  readonly now: ReadonlyMap<SchemaId, NamedSchema>;
  /** Names, as written, of all that are there. */
  readonly names: { readonly before: ReadonlySet<string>; readonly now: ReadonlySet<string> };
  readonly pairs: Map<string, SchemaPair>;
  /** What is known of schemas that are alternatives, by side and name. */
  readonly shapes: Map<string, Shape>;
  /** Those that are still to be compared. */
  readonly pending: (() => void)[];
}

export function schemaPair(name?: string): SchemaPair {
  return { name, changes: [], users: new Set(), uses: new Set() };
}

/** What is behind a pair, and in front of it. */
export interface Affected {
  /** Pairs that take other values now, also by what they refer to. */
  readonly any: ReadonlySet<SchemaPair>;
  readonly request: ReadonlySet<SchemaPair>;
  readonly response: ReadonlySet<SchemaPair>;
}

export function affectedPairs(pairs: readonly SchemaPair[]): Affected {
  const by = (isStart: (effect: SchemaChange["effect"]) => boolean): ReadonlySet<SchemaPair> => {
    const start = pairs.filter(({ changes }) => changes.some(({ effect }) => isStart(effect)));
    return closure(start, ({ users }) => users);
  };
  const breaking = (way: Direction): ReadonlySet<SchemaPair> => by((effect) => typeof effect === "string" && breaks[effect][way]);
  return { any: by(() => true), request: breaking("request"), response: breaking("response") };
}

/** A set goes on to what is added meanwhile. */
export function closure(start: Iterable<SchemaPair>, next: (pair: SchemaPair) => Iterable<SchemaPair>): ReadonlySet<SchemaPair> {
  const found = new Set(start);
  for (const pair of found) for (const each of next(pair)) found.add(each);
  return found;
}

/** Whether a change breaks a program; where values go no way that is known, either may be meant. */
export function isBreaking({ effect }: SchemaChange, directions: ReadonlySet<Direction>, affected: Affected): boolean {
  const ways: readonly Direction[] = directions.size === 0 ? ["request", "response"] : [...directions];
  return ways.some((way) => (typeof effect === "string" ? breaks[effect][way] : affected[way].has(effect)));
}
