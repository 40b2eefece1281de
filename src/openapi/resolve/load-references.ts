import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Outcome } from "../../diagnostic/diagnostic.js";
import * as pointer from "../../source/json-pointer.js";
import type { Json, SourceFile } from "../../source/source-file.js";
import { around, asKind, pathToSchema } from "../rules/mistaken-kind.js";
import { isObject, type Kind } from "../rules/rule.js";
import { Dangling, unresolvedReference, isDispensable, nearestResource } from "./unresolved-reference.js";
import { originAt, locationAt, type DocumentLocation } from "./document-location.js";
import { queueDynamicTargets } from "./dynamic-references.js";
import { loadMetaschemas } from "./load-metaschemas.js";
import { formatReference, parseReference, type Target } from "./parse-reference.js";
import { earlyReferences } from "../versions/swagger-early-references.js";
import { toUpgradedTokens } from "../versions/swagger-pointers.js";
import { createDescriptionFile } from "./description-file.js";
import { looksLikeSchema } from "./schema-identifiers.js";
import { declaredVersion } from "../versions/version.js";
import { absent, emptyAt, locate, identifySchemasIn, upgrade, type Pending, type WalkState } from "./walk.js";

/** Reads a file of the description by its absolute URI. */
export type Load = (uri: string) => Promise<Outcome<SourceFile>>;

/** A file that could not be read, and why; reported at each reference into it. */
type Failed = Map<string, readonly Diagnostic[]>;

/** Follows every reference, also those found on the way, and loads their files. */
export async function loadReferences(state: WalkState, load: Load): Promise<void> {
  const failed: Failed = new Map();
  const unresolved: Pending[] = [];
  const references = new Map<Target, string>();
  for (;;) {
    const waiting: Pending[] = [];
    do {
      for (const next of state.queue.splice(0)) {
        if (follow(next, state, unresolved, references)) continue;
        const beside = besideFile(next, state, failed);
        (beside === undefined ? waiting : state.queue).push(beside ?? next);
      }
    } while (state.queue.length > 0 || queueDynamicTargets(state));
    const unread = new Map(waiting.map((each) => [each.target.uri, each.at] as const).filter(([uri]) => isUnread(uri, state, failed)));
    if (unread.size === 0) {
      report([...unresolved, ...waiting], state, failed);
      return;
    }
    await loadFiles(unread, state, failed, load);
    for (const each of waiting) state.queue.push(each);
  }
}

/**
 * Schemas are published under one URI and kept under another: `$ref: owner.json` in a schema with an `$id` on the network means a file there,
 * which a description may not read. A copy beside the file that refers to it is then what is meant.
 */
function besideFile(pending: Pending, { identifiers }: WalkState, failed: Failed): Pending | undefined {
  const { target, at, byId } = pending;
  if (byId !== undefined || !failed.has(target.uri) || identifiers.anchors.has(target.uri)) return undefined;
  const beside = parseReference(String(pending.holder[pending.key]), at.file.source.uri);
  return beside === undefined || beside.uri === target.uri ? undefined : { ...pending, target: beside, byId: target };
}

function isUnread(uri: string, { files, identifiers }: WalkState, failed: Failed): boolean {
  return !files.has(uri) && !identifiers.anchors.has(uri) && !failed.has(uri);
}

/** Loads the files that a 2.0 description needs before its operations can be read. */
export async function loadEarlyReferences(state: WalkState, load: Load): Promise<void> {
  const failed: Failed = new Map();
  for (;;) {
    const unread = new Map<string, DocumentLocation>();
    for (const { text, at } of earlyReferences(state.root, state.walk)) {
      const uri = parseReference(text, at.base)?.uri;
      if (uri !== undefined && !state.files.has(uri) && !failed.has(uri)) unread.set(uri, at);
    }
    if (unread.size === 0) return;
    await loadFiles(unread, state, failed, load);
  }
}

/** Loads files side by side, and takes them up in the order they were met. */
async function loadFiles(unread: ReadonlyMap<string, DocumentLocation>, state: WalkState, failed: Failed, load: Load): Promise<void> {
  const loaded = await Promise.all([...unread].map(async ([uri, at]) => ({ uri, at, outcome: await load(uri) })));
  for (const { uri, at, outcome } of loaded) {
    if (outcome.value === undefined) {
      failed.set(uri, outcome.diagnostics);
      continue;
    }
    for (const each of outcome.diagnostics) state.diagnostics.push(each);
    await loadMetaschemas(outcome.value, state.identifiers, load, state.walk.report);
    // A server may have answered from another URL: the file is known by both.
    const version = declaredVersion(outcome.value.value) ?? at.file.version;
    const file = state.files.get(outcome.value.uri) ?? createDescriptionFile(outcome.value, version, at.file, state.identifiers.dialects);
    state.files.set(uri, file);
    state.files.set(file.source.uri, file);
    identifySchemasIn(file, state);
  }
}

/** Follows one reference; `references` has the absolute text of those followed before. False when it has to wait for its file, or for an anchor. */
function follow(pending: Pending, state: WalkState, unresolved: Pending[], references: Map<Target, string>): boolean {
  const before = references.get(pending.target);
  if (before !== undefined && state.targets.get(pending.kind)?.has(before) === true) {
    pending.holder[pending.key] = before;
    return true;
  }
  // What was read meanwhile may call itself by the very URI that is meant.
  const byId = pending.byId === undefined ? undefined : locate(pending.byId, state);
  const found = byId ?? locate(pending.target, state);
  if (found === undefined) return false;
  if (pending.byId !== undefined && byId === undefined) reportBeside(pending, pending.byId, state);
  const reference = formatReference(found.file.source.uri, toUpgradedTokens(found.file, found.tokens));
  pending.holder[pending.key] = reference;
  references.set(pending.target, reference);
  const known = state.targets.get(pending.kind);
  if (known === undefined || known.has(reference)) return true;
  const raw = pointer.at(found.file.source.value, found.tokens);
  if (raw === undefined) unresolved.push(pending);
  else if (isNoSchema(pending, found, raw, state)) known.set(reference, emptyAt(pending.kind, pending.at, state));
  else if (!takeOtherKind(pending, found, raw, reference, references, state))
    known.set(reference, upgrade(pending.kind, raw, locationAt(found.file, found.tokens, state.identifiers.resources), state));
  return true;
}

function reportBeside({ at, target }: Pending, byId: Target, { diagnostics, identifiers }: WalkState): void {
  if (identifiers.beside.has(byId.uri)) return;
  identifiers.beside.add(byId.uri);
  const by = at.base === at.file.base ? 'the "$self" of its file' : 'the "$id" around it';
  const message = `${byId.uri} is what this reference means by ${by}, and cannot be read; ${nameOfUri(target.uri)} is read instead.`;
  diagnostics.push(diagnostic("ref-beside", message, { at: originAt(at) }));
}

function nameOfUri(uri: string): string {
  return uri.slice(uri.lastIndexOf("/") + 1);
}

/** Reports unresolved references: why their file could not be read, or that it has no such location. */
function report(unresolved: readonly Pending[], state: WalkState, failed: Failed): void {
  const reportedSyntax = new Set<string>();
  const meant = unresolved.map(({ kind, at, target, byId }) => ({ kind, at, target: byId ?? target, dispensable: isDispensable(at, state) }));
  // A mistake in a file is reported once, for all references to it.
  const needed = new Set(meant.filter(({ dispensable }) => !dispensable).map(({ target }) => target.uri));
  const dangling = new Dangling();
  for (const each of meant) {
    const { at, target, dispensable } = each;
    const reasons = failed.get(target.uri);
    if (reasons === undefined || state.identifiers.anchors.has(target.uri)) {
      dangling.add(each);
      continue;
    }
    for (const reason of reasons) {
      if (reason.at !== undefined && reportedSyntax.has(target.uri)) continue;
      const near = reason.at === undefined ? nearestResource(target.uri, state) : undefined;
      const hint = near === undefined ? reason.hint : `Did you mean the schema "${near}"?`;
      state.diagnostics.push({
        ...reason,
        ...(hint === undefined ? {} : { hint }),
        at: reason.at ?? originAt(at),
        severity: dispensable && !(reason.at !== undefined && needed.has(target.uri)) ? "warning" : reason.severity,
      });
    }
    reportedSyntax.add(target.uri);
  }
  for (const each of dangling.all()) state.diagnostics.push(unresolvedReference(each, state));
}

const SECTIONS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["schemas", "schema"],
  ["responses", "response"],
  ["parameters", "parameter"],
  ["requestBodies", "requestBody"],
  ["headers", "header"],
  ["securitySchemes", "securityScheme"],
  ["pathItems", "pathItem"],
  ["mediaTypes", "mediaType"],
]);

/**
 * Takes for a target what a reference leads to in a section of the components that holds other things than its place asks for: what the two
 * have in common, else nothing. That is reported. False where it leads into the right one, or into none.
 */
function takeOtherKind(
  pending: Pending,
  { file, tokens }: NonNullable<ReturnType<typeof locate>>,
  raw: Json,
  reference: string,
  references: Map<Target, string>,
  state: WalkState,
): boolean {
  const { kind, at, target } = pending;
  const [first, section = "", ...rest] = toUpgradedTokens(file, tokens);
  const given = first === "components" && rest.length === 1 ? SECTIONS.get(section) : undefined;
  if (given === undefined || given === kind) return false;
  const place = locationAt(file, tokens, state.identifiers.resources);
  let meant: unknown;
  if (kind === "schema") meant = takeSchemaIn(pending, { file, tokens }, raw, references, state);
  else if (given === "schema") meant = around(kind, referenceTo(pending, reference, place, state), place, state.walk);
  else meant = asKind(kind, given, raw, place, state.walk);
  if (kind !== "schema" || meant === undefined) state.targets.get(kind)?.set(reference, meant ?? emptyAt(kind, at, state));
  const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const assumed = meant === undefined ? absent[kind] : "its content is taken";
  const message = `"#${target.fragment}" is a ${words(given)}, and a ${words(kind)} belongs here.`;
  // Any value in the place of a schema is what it always meant: the description says nothing else of it.
  const severity = kind === "schema" ? { severity: "warning" } as const : {};
  state.diagnostics.push(diagnostic("ref-kind", message, { at: originAt(at), assumed, ...severity }));
  return true;
}

/** Has a reference lead to the schema inside what it leads to; `undefined` where there is none. */
function takeSchemaIn(
  pending: Pending,
  { file, tokens }: NonNullable<ReturnType<typeof locate>>,
  raw: Json,
  references: Map<Target, string>,
  state: WalkState,
): true | undefined {
  const inner = pathToSchema(raw);
  if (inner === undefined) return undefined;
  const path = [...tokens, ...inner];
  const reference = formatReference(file.source.uri, toUpgradedTokens(file, path));
  const schema = pointer.at(file.source.value, path) ?? null;
  const only = isObject(schema) && Object.keys(schema).length === 1 ? schema["$ref"] : undefined;
  const next = typeof only === "string" ? parseReference(only, file.base) : undefined;
  if (next !== undefined) state.queue.push({ ...pending, target: next });
  else {
    pending.holder[pending.key] = reference;
    references.set(pending.target, reference);
    state.targets.get("schema")?.set(reference, upgrade("schema", schema, locationAt(file, path, state.identifiers.resources), state));
  }
  return true;
}

/** A schema that refers to what a reference in the place of something else leads to. */
function referenceTo({ target }: Pending, reference: string, at: DocumentLocation, state: WalkState): unknown {
  const schema = { $ref: reference };
  state.walk.location(schema, at);
  state.queue.push({ kind: "schema", holder: schema, key: "$ref", at, target });
  return schema;
}

/** Members of a description in which no schema stands, but below one of the names that follow. */
const withoutSchemas: ReadonlySet<string | undefined> = new Set([
  ...["info", "servers", "tags", "security", "externalDocs", "paths", "webhooks"],
  undefined, // the description itself
]);
const ledToSchema: ReadonlySet<string> = new Set(["schema", "itemSchema", "items"]);

/**
 * Whether a reference in place of a schema leads to a part of a description that is none, such as an operation: that is reported. Whatever is
 * an object reads as a schema, one that accepts every value. What stands in an extension may be one, and a parameter of 2.0 reads as one.
 */
function isNoSchema(
  { kind, at, target }: Pending,
  { file, tokens }: NonNullable<ReturnType<typeof locate>>,
  raw: Json,
  state: WalkState,
): boolean {
  if (kind !== "schema" || !withoutSchemas.has(tokens[0]) || declaredVersion(file.source.value) === undefined) return false;
  if (looksLikeSchema(raw) || tokens.some((token) => ledToSchema.has(token) || token.startsWith("x-"))) return false;
  const message = `"#${target.fragment}" is no schema, and a schema belongs here.`;
  state.diagnostics.push(diagnostic("ref-kind", message, { at: originAt(at), severity: "warning", hint: "Any value is accepted there." }));
  return true;
}
