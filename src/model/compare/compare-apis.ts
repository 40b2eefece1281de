import type { Api } from "../ir/api.js";
import type { Lifecycle } from "../ir/lifecycle.js";
import type { Operation } from "../ir/operation.js";
import { canonical } from "./canonical.js";
import { partChanges } from "./operation-parts.js";
import type { RawFact, RawFacts } from "./raw-facts.js";
import { compareSchemas, type SchemaChanges } from "./compare-schemas.js";

/** An operation, as a description names it. */
export interface OperationName {
  /** In upper case; "WEBHOOK" for a request that the service sends. */
  readonly method: string;
  readonly path: string;
}

/** What is new about the end of an operation. */
export interface DeprecatedChange extends OperationName {
  /** As written in the description. */
  readonly since: string | undefined;
  readonly sunset: string | undefined;
}

export interface ChangedOperation extends OperationName {
  /** One clause each: "its parameters changed". */
  readonly what: readonly string[];
}

/** What one state of a description means and another does not. */
export interface ApiChanges {
  readonly added: readonly OperationName[];
  readonly removed: readonly OperationName[];
  /** Deprecated now and not before, or with other dates. */
  readonly deprecated: readonly DeprecatedChange[];
  readonly changed: readonly ChangedOperation[];
  readonly schemas: SchemaChanges;
  /** What changed of the whole: "its servers changed". */
  readonly whole: readonly string[];
  /** What is a change for readers alone: "the version is 1.1.0 now, and was 1.0.0". */
  readonly remarks: readonly string[];
}

/** Compares what two states of a description mean. Order, prose, examples and comments do not count. `raw`: what the model of each has no objects for. */
export function compareApis(before: Api, now: Api, raw: readonly [RawFacts, RawFacts] = [new Map(), new Map()]): ApiChanges {
  const { changes: schemas, affected } = compareSchemas(before, now);
  const [old, fresh] = [operationsOf(before), operationsOf(now)];
  const both = [...fresh].flatMap(([key, operation]) => {
    const other = old.get(key);
    return other === undefined ? [] : [{ before: other, now: operation, name: nameOf(key) }];
  });
  const facts = compareFacts(...raw);
  return {
    added: [...fresh.keys()].filter((key) => !old.has(key)).map(nameOf),
    removed: [...old.keys()].filter((key) => !fresh.has(key)).map(nameOf),
    deprecated: both.flatMap((each) => deprecatedChange(each.before, each.now, each.name)),
    changed: both.flatMap((each) => {
      const { method, path } = each.name;
      const what = [...changesOf(each.before, each.now, affected), ...(facts.get(`${method} ${path}`) ?? [])];
      return what.length === 0 ? [] : [{ ...each.name, what }];
    }),
    schemas,
    whole: [...wholeChanges(before, now), ...(facts.get("") ?? [])],
    remarks: remarksOf(before, now),
  };
}

/** Whether anything means something else. */
export function isChanged({ added, removed, deprecated, changed, schemas, whole }: ApiChanges): boolean {
  return [added, removed, deprecated, changed, schemas.added, schemas.removed, schemas.changed, whole].some(({ length }) => length > 0);
}

type Key = `${string} ${string}`;

function operationsOf({ operations, webhooks }: Api): ReadonlyMap<Key, Operation> {
  const keyed = (method: (each: Operation) => string) => (each: Operation) => [`${method(each)} ${each.path}`, each] as const;
  return new Map([...operations.map(keyed(({ method }) => method)), ...webhooks.map(keyed(({ method }) => `WEBHOOK-${method}`))]);
}

function nameOf(key: Key): OperationName {
  const blank = key.indexOf(" ");
  return { method: key.slice(0, blank).replace(/^WEBHOOK-.*/, "WEBHOOK"), path: key.slice(blank + 1) };
}

/** Parts of an operation, and what is said of each that is another. */
const parts = [
  ["parameters", "its parameters changed"],
  ["body", "its request body changed"],
  ["responses", "its responses changed"],
  ["security", "its security changed"],
  ["servers", "its servers changed"],
  ["rateLimit", "its rate limit changed"],
  ["retry", "its rules for retries changed"],
] as const satisfies readonly (readonly [keyof Operation, string])[];

function changesOf(start: Operation, now: Operation, affected: ReadonlySet<string>): readonly string[] {
  const { what: told, before } = partChanges(start, now);
  const what: string[] = [...told];
  for (const more of parts.flatMap(([part, words]) => {
    const [old, fresh] = [canonical(partOf(before, part), part), canonical(partOf(now, part), part)];
    const isOther = old.text !== fresh.text || [...fresh.refs].some((id) => affected.has(id));
    return isOther ? [words] : [];
  }))
    what.push(more);
  if (before.operationId !== now.operationId)
    what.push(`its operationId is ${shown(now.operationId)} now, and was ${shown(before.operationId)}`);
  // A selection of operations may go by them.
  if (JSON.stringify([...before.tags].sort()) !== JSON.stringify([...now.tags].sort())) what.push("its tags changed");
  what.push(...lifecycleChanges(before.doc.lifecycle, now.doc.lifecycle));
  return what;
}

/** Alternatives of security, the schemes of each and their scopes have no order; nor has a key of a server any meaning. */
function partOf(operation: Operation, part: (typeof parts)[number][0]): unknown {
  if (part === "servers") return operation.servers?.map((each) => ({ ...each, key: undefined }));
  if (part !== "security") return operation[part];
  return operation.security
    .map((each) => each.map(({ scheme, scopes }) => JSON.stringify([scheme, [...scopes].sort()])).sort())
    .map((each) => each.join())
    .sort();
}

/** What changed of its life besides its dates. */
function lifecycleChanges(before: Lifecycle | undefined, now: Lifecycle | undefined): readonly string[] {
  const stages = [before?.stability ?? "stable", now?.stability ?? "stable"] as const;
  const staged = stages[0] === stages[1] ? [] : [`its stage is ${stages[1]} now, and was ${stages[0]}`];
  if (before?.deprecated !== true) return staged;
  if (now?.deprecated !== true) return ["it is no longer deprecated", ...staged];
  return insteadOf(before) === insteadOf(now) ? staged : ["what replaces it changed", ...staged];
}

function insteadOf({ replacement, link, removedIn }: Lifecycle): string {
  return JSON.stringify([replacement ?? null, link ?? null, removedIn ?? null]);
}

function shown(text: string | undefined): string {
  return text === undefined ? "absent" : JSON.stringify(text);
}

function deprecatedChange(before: Operation, now: Operation, name: OperationName): readonly DeprecatedChange[] {
  const { lifecycle } = now.doc;
  if (lifecycle?.deprecated !== true || datesOf(before.doc.lifecycle) === datesOf(lifecycle)) return [];
  return [{ ...name, since: lifecycle.since?.text, sunset: lifecycle.sunset?.text }];
}

function datesOf(lifecycle: Lifecycle | undefined): string {
  return lifecycle?.deprecated === true ? JSON.stringify([lifecycle.since?.epoch ?? null, lifecycle.sunset?.epoch ?? null]) : "";
}

/** What is gone is said first: it breaks whoever relied on it. */
function wholeChanges(before: Api, now: Api): readonly string[] {
  const schemes = membersChanged("security scheme", before.securitySchemes, now.securitySchemes, ({ name }) => name);
  const servers = membersChanged("server", before.servers, now.servers, ({ url }) => url);
  const [first, old] = [now.servers[0]?.url, before.servers[0]?.url];
  const isMoved = servers.length === 0 && first !== old && first !== undefined;
  const limits = canonical(before.rateLimits).text === canonical(now.rateLimits).text ? [] : ["its rate limits changed"];
  const texts = [...schemes, ...servers, ...(isMoved ? [`its first server is ${shown(first)} now, and was ${shown(old)}`] : []), ...limits];
  return texts.toSorted((a, b) => Number(b.endsWith("gone")) - Number(a.endsWith("gone")));
}

function membersChanged<T extends object>(
  what: string,
  before: readonly T[],
  now: readonly T[],
  nameOf: (each: T) => string,
): readonly string[] {
  const texts = (list: readonly T[]): ReadonlyMap<string, string> =>
    new Map(list.map((each) => [nameOf(each), canonical({ ...each, key: undefined }).text]));
  const [old, fresh] = [texts(before), texts(now)];
  const said = (name: string): string => `the ${what} ${JSON.stringify(name)}`;
  return [
    ...[...old.keys()].filter((name) => !fresh.has(name)).map((name) => `${said(name)} is gone`),
    ...[...fresh].filter(([name, text]) => old.has(name) && old.get(name) !== text).map(([name]) => `${said(name)} changed`),
    ...[...fresh.keys()].filter((name) => !old.has(name)).map((name) => `${said(name)} is new`),
  ];
}

/** Sentences by operation; those of the whole by the empty text. */
function compareFacts(before: RawFacts, now: RawFacts): ReadonlyMap<string, readonly string[]> {
  const said = new Map<string, string[]>();
  const say = (name: string, { operation = "" }: RawFact, what: string): void => {
    const text = `${operation === "" ? name : name.slice(operation.length + 1)} ${what}`;
    said.set(operation, [...(said.get(operation) ?? []), text]);
  };
  for (const [name, fact] of before) if (!now.has(name)) say(name, fact, "is gone");
  for (const [name, fact] of now) if (before.has(name) && before.get(name)?.text !== fact.text) say(name, fact, "changed");
  for (const [name, fact] of now) if (!before.has(name)) say(name, fact, "is new");
  return said;
}

function remarksOf(before: Api, now: Api): readonly string[] {
  return before.version === now.version ? [] : [`its version is ${shown(now.version)} now, and was ${shown(before.version)}`];
}
