import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Outcome } from "../../diagnostic/diagnostic.js";
import * as pointer from "../../source/json-pointer.js";
import type { SourceFile } from "../../source/source-file.js";
import { meantReference, onlyOneIn } from "./meant-reference.js";
import { isNoSchema, takeOtherKind, words } from "./other-kind.js";
import { Dangling, unresolvedReference, isDispensable, nearestResource, valueAt } from "./unresolved-reference.js";
import { originAt, locationAt, type DescriptionFile, type DocumentLocation } from "./document-location.js";
import { queueDynamicTargets } from "./dynamic-references.js";
import { loadMetaschemas } from "./load-metaschemas.js";
import { formatReference, parseReference, type Target } from "./parse-reference.js";
import { toUpgradedTokens } from "../versions/swagger-pointers.js";
import { createDescriptionFile } from "./description-file.js";
import { declaredVersion } from "../versions/version.js";
import { absent, emptyAt, locate, identifySchemasIn, upgrade, type Pending, type WalkState } from "./walk.js";

/** Reads a file of the description by its absolute URI. */
export type Load = (uri: string) => Promise<Outcome<SourceFile>>;

/** A file that could not be read, and why; reported at each reference into it. */
type Failed = Map<string, readonly Diagnostic[]>;

/** What is known in the course of following. */
interface Course {
  readonly unresolved: Pending[];
  /** The absolute text of references that were followed before. */
  readonly references: Map<Target, string>;
  /** What there is to say of those that lead to nothing and mean something else, once for each target. */
  readonly meant: Map<string, Diagnostic>;
}

/** Follows every reference, also those found on the way, and loads their files. `queueMore`: adds what is needed without one; false when there was nothing. */
export async function loadReferences(state: WalkState, load: Load, queueMore: () => boolean = () => false): Promise<void> {
  const failed: Failed = new Map();
  const course: Course = { unresolved: [], references: new Map(), meant: new Map() };
  for (;;) {
    const waiting: Pending[] = [];
    do {
      for (const next of state.queue.splice(0)) {
        if (follow(next, state, course)) continue;
        const beside = besideFile(next, state, failed);
        (beside === undefined ? waiting : state.queue).push(beside ?? next);
      }
    } while (state.queue.length > 0 || queueDynamicTargets(state) || queueMore());
    const unread = new Map(waiting.map((each) => [each.target.uri, each.at] as const).filter(([uri]) => isUnread(uri, state, failed)));
    // What a reference led to nothing by may have been loaded since.
    if (unread.size === 0) course.unresolved.splice(0).forEach((each) => followMeant(each, state, course) || course.unresolved.push(each));
    if (unread.size === 0 && state.queue.length === 0) {
      for (const each of course.meant.values()) state.diagnostics.push(each);
      report([...course.unresolved, ...waiting], state, failed);
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
  const { uri, base = uri } = at.file.source;
  const beside = parseReference(String(pending.holder[pending.key]), base);
  return beside === undefined || beside.uri === target.uri ? undefined : { ...pending, target: beside, byId: target };
}

function isUnread(uri: string, { files, identifiers }: WalkState, failed: Failed): boolean {
  return !files.has(uri) && !identifiers.anchors.has(uri) && !failed.has(uri);
}

/** A reference as written, and its place. */
export interface EarlyReference {
  readonly text: string;
  readonly at: DocumentLocation;
}

/** Loads the files that have to be there before a description can be read: those that `find` has references to, asked again when they are loaded. */
export async function loadEarlyReferences(state: WalkState, load: Load, find: () => readonly EarlyReference[]): Promise<void> {
  const failed: Failed = new Map();
  for (;;) {
    const unread = new Map<string, DocumentLocation>();
    for (const { text, at } of find()) {
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
    if (file.source.base !== undefined) state.files.set(file.source.base, file);
    identifySchemasIn(file, state);
  }
}

/** Follows one reference. False when it has to wait for its file, or for an anchor. */
function follow(pending: Pending, state: WalkState, course: Course): boolean {
  const { references } = course;
  const before = references.get(pending.target);
  if (before !== undefined && state.targets.get(pending.kind)?.has(before) === true) {
    pending.holder[pending.key] = before;
    return true;
  }
  // What was read meanwhile may call itself by the very URI that is meant.
  const byId = pending.byId === undefined ? undefined : locate(pending.byId, state);
  const found = byId ?? locate(pending.target, state);
  if (found === undefined) return followMeant(pending, state, course);
  if (pending.byId !== undefined && byId === undefined) reportBeside(pending, pending.byId, state);
  const raw = pointer.at(found.file.source.value, found.tokens);
  if (raw === undefined && followMeant(pending, state, course)) return true;
  const inner = raw === undefined ? undefined : onlyOneIn(pending, raw);
  if (inner !== undefined)
    return readAs(inner, `is a file with a ${words(pending.kind)} in it, and no ${words(pending.kind)}`, pending, state, course);
  if (raw !== undefined) reportLaterPointer(pending, found, course);
  const reference = formatReference(found.file.source.uri, toUpgradedTokens(found.file, found.tokens));
  pending.holder[pending.key] = reference;
  references.set(pending.target, reference);
  const known = state.targets.get(pending.kind);
  if (known === undefined || known.has(reference)) return true;
  if (raw === undefined) course.unresolved.push(pending);
  else if (isNoSchema(pending, found, raw, state)) known.set(reference, emptyAt(pending.kind, pending.at, state));
  else if (!takeOtherKind(pending, found, raw, reference, references, state))
    known.set(reference, upgrade(pending.kind, raw, locationAt(found.file, found.tokens, state.identifiers.resources), state));
  return true;
}

/** Follows what a reference means that leads to nothing, and says so. False where it means nothing. */
function followMeant(pending: Pending, state: WalkState, course: Course): boolean {
  const meant = pending.isMeant === true ? undefined : meantReference(pending, state);
  return meant !== undefined && readAs(meant, "leads to nothing", pending, state, course);
}

/** Follows a reference as another one, and says so, once for each target. */
function readAs(meant: Target, why: string, pending: Pending, state: WalkState, { meant: told }: Course): true {
  const { kind, at, target, holder, key } = pending;
  const name = `${kind} ${target.uri}#${target.fragment}`;
  const text = valueAt(at) ?? holder[key];
  const isLocal = meant.uri === at.file.source.uri && at.base === at.file.base;
  const written = `${isLocal ? "" : nameOfUri(meant.uri)}#${meant.fragment}`;
  const assumed = `it is read as "${written}"`;
  if (!told.has(name))
    told.set(
      name,
      diagnostic("ref-not-found", `${JSON.stringify(text)} ${why}.`, {
        at: originAt(at),
        hint: `Did you mean "${written}"?`,
        assumed,
      }),
    );
  state.queue.push({ ...pending, target: meant, isMeant: true });
  return true;
}

/** In a file of 2.0, `#/components/schemas/Pet` is where 3.x has what stands at `#/definitions/Pet`. */
function reportLaterPointer(
  { kind, at, target }: Pending,
  { file, tokens }: { readonly file: DescriptionFile; readonly tokens: readonly string[] },
  { meant }: Course,
): void {
  if (file.version !== "2.0" || !target.fragment.startsWith("/components/") || tokens[0] === "components") return;
  const written = valueAt(at);
  const name = `${kind} of 3.x in ${file.source.uri}`;
  if (typeof written !== "string" || !written.includes("#/components/") || meant.has(name)) return;
  const message = `${JSON.stringify(written)} is a place of OpenAPI 3.0 and later, and the description is of 2.0; it is read as "#${pointer.format(tokens)}".`;
  meant.set(
    name,
    diagnostic("other-version", message, { at: originAt(at), hint: "Write the description in one version: other tools may ignore this." }),
  );
}

function reportBeside({ at, target }: Pending, byId: Target, { diagnostics, identifiers }: WalkState): void {
  if (identifiers.beside.has(byId.uri)) return;
  identifiers.beside.add(byId.uri);
  const by = at.base === at.file.base ? 'the "$self" of its file' : 'the "$id" around it';
  const message = `${byId.uri} is what this reference means by ${by}, and cannot be read; ${nameOfUri(target.uri)} is read instead.`;
  diagnostics.push(diagnostic("ref-beside", message, { at: originAt(at) }));
}

/** Names among which something near is looked for, all references that lead to nothing together. */
const mostNames = 100_000;

function nameOfUri(uri: string): string {
  return uri.slice(uri.lastIndexOf("/") + 1);
}

/** Reports unresolved references: why their file could not be read, or that it has no such location. */
function report(unresolved: readonly Pending[], state: WalkState, failed: Failed): void {
  const reportedSyntax = new Set<string>();
  let isStopped = false;
  const meant = unresolved.map(({ kind, at, target, byId }) => ({
    kind,
    at,
    target: byId ?? target,
    dispensable: isDispensable(at, state),
  }));
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
      if (reason.code === "too-many-files") {
        // It is about all of the description: one of the references that it stops stands for the others.
        if (!isStopped) state.diagnostics.push({ ...reason, at: originAt(at) });
        isStopped = true;
        continue;
      }
      const near = reason.at === undefined ? nearestResource(target.uri, state) : undefined;
      const hint = near === undefined ? reason.hint : `Did you mean the schema "${near}"?`;
      // What is on the network can be left out, as what is nowhere.
      const isRemote = reason.code === "ref-outside" && /^https?:/.test(target.uri);
      state.diagnostics.push({
        ...reason,
        ...(hint === undefined ? {} : { hint }),
        ...(isRemote ? { assumed: absent[each.kind] } : {}),
        at: reason.at ?? originAt(at),
        severity: dispensable && !(reason.at !== undefined && needed.has(target.uri)) ? "warning" : reason.severity,
      });
    }
    reportedSyntax.add(target.uri);
  }
  // What was probably meant is looked for among all names: for thousands of references that would take the time of their square.
  const names = { left: mostNames };
  for (const each of dangling.all()) state.diagnostics.push(unresolvedReference(each, state, names));
}
