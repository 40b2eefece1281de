import type { Api } from "../ir/api.js";
import type { Operation } from "../ir/operation.js";
import { breakingFirst, shown, type Change } from "./change.js";
import { compareOperation, type ComparedOperation, type Root } from "./compare-operation.js";
import { changesOf, compareSchemas, compareUnused, drain, schemaGraph, waysOf, type SchemaChanges } from "./compare-schemas.js";
import { codeChanges, deprecationChanges, otherLifecycleChanges } from "./lifecycle-changes.js";
import { pairOperations, type OperationName } from "./pair-operations.js";
import { compareFacts } from "./compare-facts.js";
import type { RawFacts } from "./raw-facts.js";
import { elementChanges } from "./rules/elements.js";
import { rateLimitChanges } from "./rules/rate-limits.js";
import { securitySchemeChanges } from "./rules/security-schemes.js";
import { compareAllServers } from "./rules/servers.js";
import { affectedPairs, type Affected } from "./schema-graph.js";

export type { OperationName };

export interface AddedOperation extends OperationName {
  /** Present where it is deprecated from the start. */
  readonly deprecated?: true;
  readonly since?: string;
  readonly sunset?: string;
}

export interface RemovedOperation extends OperationName {
  /** The day that was announced, where one was. */
  readonly sunset?: string;
  /** Days before that day, rounded up; absent where it has passed. */
  readonly daysEarly?: number;
  /** False where it went when it was said to go. */
  readonly breaking: boolean;
}

/** What is new about the end of an operation. */
export interface DeprecatedChange extends OperationName {
  /** As written in the description. */
  readonly since: string | undefined;
  readonly sunset: string | undefined;
  /** What was written before, where it was deprecated already. */
  readonly before?: { readonly since: string | undefined; readonly sunset: string | undefined };
  /** "is to be removed on 2027-01-01 now, and was on 2030-12-05" */
  readonly what: readonly string[];
}

export interface ChangedOperation extends OperationName {
  /** What breaks a program comes first. */
  readonly what: readonly Change[];
}

/** What one state of a description means and another does not. */
export interface ApiChanges {
  readonly added: readonly AddedOperation[];
  readonly removed: readonly RemovedOperation[];
  /** Deprecated now and not before, or with other dates. */
  readonly deprecated: readonly DeprecatedChange[];
  readonly changed: readonly ChangedOperation[];
  readonly schemas: SchemaChanges;
  /** What changed of the whole: "its servers changed". */
  readonly whole: readonly Change[];
  /** What is a change for readers alone: "the version is 1.1.0 now, and was 1.0.0". */
  readonly remarks: readonly string[];
}

/** What is known besides the two models. */
export interface Comparison {
  /** What the models have no objects for. */
  readonly raw?: readonly [RawFacts, RawFacts];
  /** The two descriptions as they are, where only a part of each is compared. */
  readonly whole?: readonly [Api, Api];
  /** The instant for which days are counted, in milliseconds since the epoch. */
  readonly now?: number;
}

/** Compares what two states of a description mean. Order, prose, examples and comments do not count, nor do other words for the same. */
export function compareApis(before: Api, now: Api, { raw = [new Map(), new Map()], now: instant = 0, whole }: Comparison = {}): ApiChanges {
  const { both, added, removed } = pairOperations(before, now);
  const graph = schemaGraph(before, now, whole);
  const compared = both.map((each) => ({
    ...each,
    ...compareOperation(each.before, each.now, {
      graph,
      isWebhook: each.name.method === "WEBHOOK",
      servers: [before.servers, now.servers],
    }),
  }));
  drain(graph);
  compareUnused(graph);
  drain(graph);
  const roots = compared.flatMap((each) => each.roots);
  const affected = affectedPairs([...graph.pairs.values(), ...roots.map(({ pair }) => pair)]);
  const facts = compareFacts(...raw);
  return {
    added: added.map(addedOperation),
    removed: removed.map((each) => removedOperation(each, instant)),
    deprecated: both.flatMap((each) => deprecatedChange(each.before, each.now, each.name)),
    changed: compared.flatMap((each) => {
      const { method, path } = each.name;
      const what = breakingFirst([...operationChanges(each, affected), ...(facts.get(`${method} ${path}`) ?? [])]);
      return what.length === 0 ? [] : [{ ...each.name, what }];
    }),
    schemas: compareSchemas(graph, waysOf(roots), affected),
    whole: breakingFirst([...wholeChanges(before, now), ...(facts.get("") ?? [])]),
    remarks: before.version === now.version ? [] : [`its version is ${shown(now.version)} now, and was ${shown(before.version)}`],
  };
}

/** Whether anything means something else. */
export function isChanged({ added, removed, deprecated, changed, schemas, whole }: ApiChanges): boolean {
  return [added, removed, deprecated, changed, schemas.added, schemas.removed, schemas.changed, whole].some(({ length }) => length > 0);
}

interface Named {
  readonly name: OperationName;
  readonly operation: Operation;
}

function addedOperation({ name, operation }: Named): AddedOperation {
  const { lifecycle } = operation.doc;
  if (lifecycle?.deprecated !== true) return name;
  const { since, sunset } = lifecycle;
  return { ...name, deprecated: true, ...(since && { since: since.text }), ...(sunset && { sunset: sunset.text }) };
}

const secondsOfDay = 86_400;

function removedOperation({ name, operation }: Named, instant: number): RemovedOperation {
  const { lifecycle } = operation.doc;
  const sunset = lifecycle?.deprecated === true ? lifecycle.sunset : undefined;
  if (sunset === undefined) return { ...name, breaking: true };
  const daysEarly = Math.ceil((sunset.epoch - instant / 1000) / secondsOfDay);
  return { ...name, sunset: sunset.text, ...(daysEarly > 0 ? { daysEarly } : {}), breaking: daysEarly > 0 };
}

function deprecatedChange(before: Operation, now: Operation, name: OperationName): readonly DeprecatedChange[] {
  const [old, fresh] = [before.doc.lifecycle, now.doc.lifecycle];
  const what = deprecationChanges(old, fresh);
  if (what.length === 0) return [];
  const was = old?.deprecated === true ? { before: { since: old.since?.text, sunset: old.sunset?.text } } : {};
  return [{ ...name, since: fresh?.since?.text, sunset: fresh?.sunset?.text, ...was, what }];
}

interface Compared extends ComparedOperation {
  readonly before: Operation;
  readonly now: Operation;
}

/** Of schemas with names, it is said once what changed; of what leads to them, that it did. */
function operationChanges({ before, now, changes, roots }: Compared, affected: Affected): readonly Change[] {
  const [old, fresh] = [before.doc.lifecycle, now.doc.lifecycle];
  const lifecycle = [...otherLifecycleChanges(old, fresh), ...codeChanges(old, fresh)].map((clause) => ({
    rule: "lifecycle",
    text: `it ${clause}`,
    breaking: false,
  }));
  const own = roots.flatMap(({ pair, owner, way }) => changesOf(pair, owner, new Set([way]), affected));
  const led = new Map<string, boolean>();
  for (const root of roots)
    if (leads(root, affected.any)) led.set(root.part, led.get(root.part) === true || leads(root, affected[root.way]));
  const parts = Array.from(led, ([part, breaking]) => ({
    rule: "schema",
    text: part === "request body" ? "its request body changed" : `its ${part} changed`,
    breaking,
  }));
  return [...changes, ...own, ...parts, ...lifecycle];
}

function leads({ pair }: Root, affected: Affected["any"]): boolean {
  return [...pair.uses].some((each) => affected.has(each) && !pair.changes.some(({ effect }) => effect === each));
}

function wholeChanges(before: Api, now: Api): readonly Change[] {
  return [
    ...securitySchemeChanges(before.securitySchemes, now.securitySchemes),
    ...compareAllServers(before.servers, now.servers),
    ...rateLimitChanges(before.rateLimits, now.rateLimits),
    ...elementChanges(before.deprecatedElements, now.deprecatedElements),
  ];
}
