import type { Api } from "../ir/api.js";
import type { NamedSchema, SchemaId } from "../ir/schema.js";
import { breakingFirst, type Change, type Direction } from "./change.js";
import { refer } from "./compare-schema.js";
import { closure, isBreaking, type Affected, type SchemaChange, type SchemaGraph, type SchemaPair } from "./schema-graph.js";

/** Names of schemas, as the description has them. */
export interface SchemaChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Those that say something else themselves; what refers to one is not among them. */
  readonly changed: readonly ChangedSchema[];
}

export interface ChangedSchema {
  readonly name: string;
  readonly what: readonly Change[];
}

/** `whole`: what a selection was made from; a name that it has left out is there all the same. */
export function schemaGraph(before: Api, now: Api, whole: readonly [Api, Api] = [before, now]): SchemaGraph {
  const [old, fresh] = whole.map((api) => new Set(Array.from(api.schemas.values(), ({ wireName }) => wireName)));
  const names = { before: old ?? new Set(), now: fresh ?? new Set() };
  return { before: before.schemas, now: now.schemas, names, pairs: new Map(), shapes: new Map(), pending: [] };
}

/** Compares what has been met, and all that it leads to. */
export function drain({ pending }: SchemaGraph): void {
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) next();
}

/** Ways in which values go that each pair describes. */
export type Ways = ReadonlyMap<SchemaPair, ReadonlySet<Direction>>;

export function waysOf(roots: readonly { readonly pair: SchemaPair; readonly way: Direction }[]): Ways {
  const ways = new Map<SchemaPair, Set<Direction>>();
  for (const way of ["request", "response"] as const)
    for (const pair of closure(
      roots.filter((root) => root.way === way).map(({ pair }) => pair),
      ({ uses }) => uses,
    )) {
      const known = ways.get(pair);
      if (known === undefined) ways.set(pair, new Set([way]));
      else known.add(way);
    }
  return ways;
}

const nowhere: ReadonlySet<Direction> = new Set();

/** What is found of all schemas, once operations have been compared, which say how they are used. */
export function compareSchemas(graph: SchemaGraph, ways: Ways, affected: Affected): SchemaChanges {
  const changed = new Map<string, Map<string, Change>>();
  for (const [key, pair] of graph.pairs) {
    if (pair.name === undefined) continue;
    const [was] = JSON.parse(key) as readonly SchemaId[];
    const renamed = renaming(graph.before.get(was ?? "")?.wireName, pair.name);
    for (const change of [...renamed, ...changesOf(pair, "it", ways.get(pair) ?? nowhere, affected)]) {
      const known = changed.get(pair.name) ?? new Map<string, Change>();
      // A schema and its variant for requests may both say it.
      const other = known.get(change.text);
      known.set(change.text, { ...change, breaking: change.breaking || other?.breaking === true });
      changed.set(pair.name, known);
    }
  }
  const matched = [new Set<SchemaId>(), new Set<SchemaId>()] as const;
  for (const [key, pair] of graph.pairs)
    if (pair.name !== undefined) for (const [index, id] of (JSON.parse(key) as readonly SchemaId[]).entries()) matched[index]?.add(id);
  return {
    added: namesOf(graph.now, matched[1], graph.names.before),
    removed: namesOf(graph.before, matched[0], graph.names.now),
    changed: Array.from(changed, ([name, what]) => ({ name, what: breakingFirst([...what.values()]) })),
  };
}

/** Code has the name of a schema. */
function renaming(before: string | undefined, now: string): readonly Change[] {
  if (before === undefined || before === now) return [];
  return [{ rule: "schema-renamed", text: `it is called so now, and was ${JSON.stringify(before)}`, breaking: true }];
}

/** Pairs schemas that no operation leads to, by what they are called. */
export function compareUnused(graph: SchemaGraph): void {
  const met = [new Set<SchemaId>(), new Set<SchemaId>()] as const;
  for (const [key, { name }] of graph.pairs)
    if (name !== undefined) for (const [index, id] of (JSON.parse(key) as readonly SchemaId[]).entries()) met[index]?.add(id);
  const waiting = new Map<string, SchemaId[]>();
  for (const [id, each] of graph.now) if (!met[1].has(id)) waiting.set(nameOf(each), [...(waiting.get(nameOf(each)) ?? []), id]);
  for (const [id, each] of graph.before) {
    if (met[0].has(id)) continue;
    const other = waiting.get(nameOf(each))?.shift();
    if (other !== undefined) refer(id, other, undefined, graph);
  }
}

const nameOf = ({ wireName, form }: NamedSchema): string => JSON.stringify([wireName, form?.kind ?? null]);

/** Names as written, each once: a schema may have another one beside it that is made of the same. */
function namesOf(all: ReadonlyMap<SchemaId, NamedSchema>, matched: ReadonlySet<SchemaId>, others: ReadonlySet<string>): readonly string[] {
  const own = Array.from(all).filter(([id, { form, wireName }]) => !matched.has(id) && form === undefined && !others.has(wireName));
  return [...new Set(own.map(([, { wireName }]) => wireName))];
}

/** Sentences of what changed in a schema itself. `owner`: what the sentences are about. */
export function changesOf(
  { changes }: SchemaPair,
  owner: string,
  directions: ReadonlySet<Direction>,
  affected: Affected,
): readonly Change[] {
  return changes.map((change) => ({
    rule: change.rule,
    text: `${subjectOf(change, owner)} ${change.text}`,
    breaking: isBreaking(change, directions, affected),
  }));
}

function subjectOf({ path }: SchemaChange, owner: string): string {
  if (path === "") return owner;
  return `property ${JSON.stringify(path)}${owner === "it" ? "" : ` of ${owner}`}`;
}
