import type { Server } from "../ir/api.js";
import type { Content, Header, Operation, Parameter, Response } from "../ir/operation.js";
import type { Schema } from "../ir/schema.js";
import type { Lifecycle } from "../ir/lifecycle.js";
import { canonical } from "./canonical.js";
import { shown, type Change, type Direction } from "./change.js";
import { compareSchema } from "./compare-schema.js";
import { datesText, lifecycleChanges } from "./lifecycle-changes.js";
import { schemaPair, type SchemaGraph, type SchemaPair } from "./schema-graph.js";
import { encodingChanges, partEncodingChanges } from "./rules/encodings.js";
import { securityChanges } from "./rules/security.js";
import { serverChanges } from "./rules/servers.js";

/** A schema that stands in an operation. */
export interface Root {
  /** What its changes are said of: `its query parameter "limit"`. */
  readonly owner: string;
  /** What is said where a schema that it leads to changed. */
  readonly part: string;
  readonly way: Direction;
  readonly pair: SchemaPair;
}

/** What changed of an operation; what its schemas say is known once all of them have been met. */
export interface ComparedOperation {
  readonly changes: readonly Change[];
  readonly roots: readonly Root[];
}

interface Found {
  readonly say: (rule: string, text: string, breaking: boolean) => void;
  readonly sayLife: (owner: string, before: Lifecycle | undefined, now: Lifecycle | undefined) => void;
  readonly compare: (root: Omit<Root, "pair">, before: Schema | undefined, now: Schema | undefined) => void;
}

/** What an operation stands in. */
export interface Surroundings {
  readonly graph: SchemaGraph;
  /** What it takes and gives goes the other way round. */
  readonly isWebhook: boolean;
  /** Servers of the whole, before and now. */
  readonly servers: readonly [readonly Server[], readonly Server[]];
}

export function compareOperation(before: Operation, now: Operation, { graph, isWebhook, servers }: Surroundings): ComparedOperation {
  const [changes, roots]: readonly [Change[], Root[]] = [[], []];
  const found: Found = {
    say: (rule, text, breaking) => void changes.push({ rule, text, breaking }),
    sayLife: (owner, old, fresh) => {
      for (const clause of lifecycleChanges(old, fresh)) changes.push({ rule: "lifecycle", text: `${owner} ${clause}`, breaking: false });
    },
    compare: (root, old, fresh) => {
      const pair = schemaPair();
      roots.push({ ...root, pair });
      compareSchema(old ?? anything, fresh ?? anything, pair, graph);
    },
  };
  const [taken, given] = isWebhook ? (["response", "request"] as const) : (["request", "response"] as const);
  compareParameters(before, now, taken, found);
  compareBodies(before, now, taken, found);
  compareResponses(before.responses, now.responses, given, found);
  for (const item of securityChanges(before.security, now.security)) changes.push(item);
  for (const item of serverChanges([before.servers, now.servers], servers)) changes.push(item);
  compareRest(before, now, found);
  return { changes, roots };
}

const anything: Schema = {
  ...{ origin: { file: "", pointer: "" }, doc: {}, assertions: [], default: undefined, examples: [], readOnly: false, writeOnly: false },
};

function compareParameters(before: Operation, now: Operation, way: Direction, { say, sayLife, compare }: Found): void {
  const nameOf = ({ in: place, name }: Parameter): string => `${place} parameter ${JSON.stringify(name)}`;
  const old = new Map(before.parameters.map((each) => [nameOf(each), each]));
  const renamed = renamedSegments(before, now);
  const known = new Set<Parameter>();
  for (const each of now.parameters) {
    const was =
      each.in === "path" ? old.get(`path parameter ${JSON.stringify(renamed.get(each.name) ?? each.name)}`) : old.get(nameOf(each));
    const name = `its ${nameOf(each)}`;
    if (was === undefined) {
      const { lifecycle } = each.doc;
      const ends = lifecycle?.deprecated === true ? `, and deprecated${datesText(lifecycle)}` : "";
      say("parameter-added", `its ${each.required ? "required " : ""}${nameOf(each)} is new${ends}`, each.required);
      continue;
    }
    known.add(was);
    if (was.name !== each.name) say("path-parameter-renamed", `its ${nameOf(was)} is called ${JSON.stringify(each.name)} now`, true);
    if (was.required !== each.required)
      say(
        each.required ? "parameter-required" : "parameter-optional",
        `${name} is ${each.required ? "required" : "optional"} now`,
        each.required,
      );
    for (const { text, breaking } of encodingChanges(was.encoding, each.encoding)) say("parameter-encoding", `${name} ${text}`, breaking);
    sayLife(name, was.doc.lifecycle, each.doc.lifecycle);
    compare({ owner: name, part: "parameters", way }, was.schema, each.schema);
  }
  for (const [name, each] of old) if (!known.has(each)) say("parameter-removed", `its ${name} is gone`, true);
}

/** What path parameters were called, by what they are called: those at the same place in the path. */
function renamedSegments({ segments: before }: Operation, { segments: now }: Operation): ReadonlyMap<string, string> {
  return new Map(
    now.flatMap((segment, index) => {
      const was = before[index];
      return segment.kind === "parameter" && was?.kind === "parameter" ? [[segment.name, was.name] as const] : [];
    }),
  );
}

function compareBodies({ body: before }: Operation, { body: now }: Operation, way: Direction, found: Found): void {
  const { say, sayLife } = found;
  if (before === undefined || now === undefined) {
    if (now !== undefined)
      say("request-body-added", `it has ${now.required ? "a required" : "an optional"} request body now`, now.required);
    if (before !== undefined) say("request-body-removed", "its request body is gone", true);
    return;
  }
  if (before.required !== now.required)
    say("request-body-required", `its request body is ${now.required ? "required" : "optional"} now`, now.required);
  sayLife("its request body", before.doc.lifecycle, now.doc.lifecycle);
  compareContents(before.contents, now.contents, { owner: "its request body", part: "request body", way }, found);
}

function compareContents(
  before: readonly Content[],
  now: readonly Content[],
  root: Omit<Root, "pair">,
  { say, sayLife, compare }: Found,
): void {
  const old = new Map(before.map((each) => [each.mediaType, each]));
  for (const { mediaType } of before)
    if (!now.some((each) => each.mediaType === mediaType))
      say("media-type-removed", `${root.owner} is no longer ${shown(mediaType)}`, true);
  for (const each of now) {
    const was = old.get(each.mediaType);
    const owner = now.length === 1 ? root.owner : `${root.owner} (${each.mediaType})`;
    if (was === undefined) {
      // What is read has one type more. Where there was none, nothing was read.
      say("media-type-added", `${root.owner} may be ${shown(each.mediaType)} now`, root.way === "response" && before.length > 0);
      continue;
    }
    for (const { text, breaking } of partEncodingChanges(was.encoding, each.encoding, owner, root.way)) say("encoding", text, breaking);
    sayLife(owner, was.lifecycle, each.lifecycle);
    compare({ ...root, owner }, was.schema, each.schema);
  }
}

function compareResponses(before: readonly Response[], now: readonly Response[], way: Direction, found: Found): void {
  const { say, sayLife } = found;
  const old = new Map(before.map((each) => [each.status, each]));
  // Who calls waits for a success; an error of another status is one all the same.
  for (const { status } of before)
    if (!now.some((each) => each.status === status)) say("response-removed", `its response ${status} is gone`, /^[123d]/.test(status));
  for (const each of now) {
    const was = old.get(each.status);
    const owner = `its response ${each.status}`;
    if (was === undefined) {
      say("response-added", `${owner} is new`, way === "response" && isSuccess(each) && before.some(isAnswer));
      continue;
    }
    sayLife(owner, was.doc.lifecycle, each.doc.lifecycle);
    compareContents(was.contents, each.contents, { owner, part: "responses", way }, found);
    compareHeaders(was.headers, each.headers, { owner, part: "responses", way }, found);
  }
}

/** What a call that succeeds answers; so does the default one where no other success is described. */
const isSuccess = ({ status }: Response): boolean => status.startsWith("2");
const isAnswer = (response: Response): boolean => isSuccess(response) || response.status === "default";

function compareHeaders(
  before: readonly Header[],
  now: readonly Header[],
  root: Omit<Root, "pair">,
  { say, sayLife, compare }: Found,
): void {
  const [old, fresh] = [before, now].map((list) => new Map(list.map((each) => [each.name.toLowerCase(), each])));
  for (const [key, { name }] of old ?? [])
    if (fresh?.has(key) !== true) say("header-removed", `header ${shown(name)} of ${root.owner} is gone`, true);
  for (const [key, each] of fresh ?? []) {
    const was = old?.get(key);
    const owner = `header ${shown(each.name)} of ${root.owner}`;
    if (was === undefined) {
      say("header-added", `${owner} is new`, false);
      continue;
    }
    if (was.required !== each.required)
      say("header-required", `${owner} is ${each.required ? "always there now" : "no longer always there"}`, !each.required);
    for (const { text, breaking } of encodingChanges(was.encoding, each.encoding)) say("header-encoding", `${owner} ${text}`, breaking);
    sayLife(owner, was.doc.lifecycle, each.doc.lifecycle);
    compare({ ...root, owner }, was.schema, each.schema);
  }
}

/** A call counts for one where nothing is said. */
const usualLimit = { cost: 1, costs: undefined, policies: undefined, exempt: false, rejectedBeforeProcessing: false, bucket: undefined };
const usualRetry = { idempotent: undefined, idempotencyKeyHeader: undefined, never: false };

function compareRest(before: Operation, now: Operation, { say }: Found): void {
  const limits = [before, now].map((each) => canonical(each.rateLimit ?? usualLimit, "rateLimit").text);
  if (limits[0] !== limits[1]) say("rate-limit", "its rate limit changed", false);
  const retries = [before, now].map((each) => canonical(each.retry ?? usualRetry, "retry").text);
  if (retries[0] !== retries[1]) say("retry", "its rules for retries changed", false);
  if (before.operationId !== now.operationId)
    say("operation-id", `its operationId is ${shown(now.operationId)} now, and was ${shown(before.operationId)}`, true);
  // A selection of operations may go by them.
  if (JSON.stringify([...before.tags].sort()) !== JSON.stringify([...now.tags].sort())) say("tags", "its tags changed", false);
}
