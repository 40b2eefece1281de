import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Outcome } from "../../diagnostic/diagnostic.js";
import * as pointer from "../../source/json-pointer.js";
import type { SourceFile } from "../../source/source-file.js";
import { danglingReference, isDispensable, nearestResource } from "./unresolved-reference.js";
import { originOf, placeAt, type Place } from "./place.js";
import { queueDynamicTargets } from "./dynamic.js";
import { learnDialects } from "./learn-dialects.js";
import { formatReference, parseReference, type Target } from "./reference.js";
import { neededFirst } from "../versions/swagger-needs.js";
import { toUpgradedTokens } from "../versions/swagger-pointers.js";
import { createUnit } from "./unit.js";
import { declaredVersion } from "../versions/version.js";
import { emptyAt, locate, nameItself, upgrade, type Pending, type Walked } from "./walk.js";

/** Reads a file of the description by its absolute URI. */
export type Load = (uri: string) => Promise<Outcome<SourceFile>>;

/** A file that could not be read, and why; told at each reference into it. */
type Failed = Map<string, readonly Diagnostic[]>;

/** Follows every reference met so far and those met on the way, and loads the files they lead to. */
export async function followAll(walked: Walked, load: Load): Promise<void> {
  const failed: Failed = new Map();
  const lost: Pending[] = [];
  const references = new Map<Target, string>();
  for (;;) {
    const waiting: Pending[] = [];
    do {
      for (const next of walked.queue.splice(0)) {
        if (follow(next, walked, lost, references)) continue;
        const beside = besideFile(next, walked, failed);
        (beside === undefined ? waiting : walked.queue).push(beside ?? next);
      }
    } while (walked.queue.length > 0 || queueDynamicTargets(walked));
    const unread = new Map(waiting.map((each) => [each.target.uri, each.at] as const).filter(([uri]) => isUnread(uri, walked, failed)));
    if (unread.size === 0) {
      report([...lost, ...waiting], walked, failed);
      return;
    }
    await loadUnits(unread, walked, failed, load);
    for (const each of waiting) walked.queue.push(each);
  }
}

/**
 * Schemas are published under one URI and kept under another: `$ref: owner.json` in a schema with an `$id` on the network means a file there,
 * which a description may not read. A copy beside the file that refers to it is then what is meant.
 */
function besideFile(pending: Pending, { names }: Walked, failed: Failed): Pending | undefined {
  const { target, at, byId } = pending;
  if (byId !== undefined || !failed.has(target.uri) || names.anchors.has(target.uri)) return undefined;
  const beside = parseReference(String(pending.holder[pending.key]), at.unit.source.uri);
  return beside === undefined || beside.uri === target.uri ? undefined : { ...pending, target: beside, byId: target };
}

function isUnread(uri: string, { units, names }: Walked, failed: Failed): boolean {
  return !units.has(uri) && !names.anchors.has(uri) && !failed.has(uri);
}

/** Loads the files that a 2.0 description needs before its operations can be read. */
export async function loadNeeded(walked: Walked, load: Load): Promise<void> {
  const failed: Failed = new Map();
  for (;;) {
    const unread = new Map<string, Place>();
    for (const { text, at } of neededFirst(walked.root, walked.walk)) {
      const uri = parseReference(text, at.base)?.uri;
      if (uri !== undefined && !walked.units.has(uri) && !failed.has(uri)) unread.set(uri, at);
    }
    if (unread.size === 0) return;
    await loadUnits(unread, walked, failed, load);
  }
}

/** Loads files side by side, and takes them up in the order they were met. */
async function loadUnits(unread: ReadonlyMap<string, Place>, walked: Walked, failed: Failed, load: Load): Promise<void> {
  const loaded = await Promise.all([...unread].map(async ([uri, at]) => ({ uri, at, outcome: await load(uri) })));
  for (const { uri, at, outcome } of loaded) {
    if (outcome.value === undefined) {
      failed.set(uri, outcome.diagnostics);
      continue;
    }
    for (const each of outcome.diagnostics) walked.diagnostics.push(each);
    await learnDialects(outcome.value, walked.names, load, walked.walk.report);
    // A server may have answered from another URL: the file is known by both.
    const version = declaredVersion(outcome.value.value) ?? at.unit.version;
    const unit = walked.units.get(outcome.value.uri) ?? createUnit(outcome.value, version, at.unit, walked.names.dialects);
    walked.units.set(uri, unit);
    walked.units.set(unit.source.uri, unit);
    nameItself(unit, walked);
  }
}

/** Follows one reference; `references` has the absolute text of those followed before. False when it has to wait for its file, or for an anchor. */
function follow(pending: Pending, walked: Walked, lost: Pending[], references: Map<Target, string>): boolean {
  const before = references.get(pending.target);
  if (before !== undefined && walked.targets.get(pending.kind)?.has(before) === true) {
    pending.holder[pending.key] = before;
    return true;
  }
  // What was read meanwhile may call itself by the very URI that is meant.
  const byId = pending.byId === undefined ? undefined : locate(pending.byId, walked);
  const found = byId ?? locate(pending.target, walked);
  if (found === undefined) return false;
  if (pending.byId !== undefined && byId === undefined) tellBeside(pending, pending.byId, walked);
  const reference = formatReference(found.unit.source.uri, toUpgradedTokens(found.unit, found.tokens));
  pending.holder[pending.key] = reference;
  references.set(pending.target, reference);
  const known = walked.targets.get(pending.kind);
  if (known === undefined || known.has(reference)) return true;
  const raw = pointer.at(found.unit.source.value, found.tokens);
  if (raw === undefined) lost.push(pending);
  else if (isOfAnotherKind(pending, toUpgradedTokens(found.unit, found.tokens), walked))
    known.set(reference, emptyAt(pending.kind, pending.at, walked));
  else known.set(reference, upgrade(pending.kind, raw, placeAt(found.unit, found.tokens, walked.names.resources), walked));
  return true;
}

function tellBeside({ at, target }: Pending, byId: Target, { diagnostics, names }: Walked): void {
  if (names.beside.has(byId.uri)) return;
  names.beside.add(byId.uri);
  const by = at.base === at.unit.base ? 'the "$self" of its file' : 'the "$id" around it';
  const message = `${byId.uri} is what this reference means by ${by}, and cannot be read; ${nameOfUri(target.uri)} is read instead.`;
  diagnostics.push(diagnostic("ref-beside", message, { at: originOf(at) }));
}

function nameOfUri(uri: string): string {
  return uri.slice(uri.lastIndexOf("/") + 1);
}

/** Tells of the references that lead nowhere: why their file could not be read, or that it has no such place. */
function report(lost: readonly Pending[], walked: Walked, failed: Failed): void {
  const syntaxTold = new Set<string>();
  const meant = lost.map(({ at, target, byId }) => ({ at, target: byId ?? target, dispensable: isDispensable(at, walked) }));
  // A mistake in a file is told once, for all that refer to it.
  const needed = new Set(meant.filter(({ dispensable }) => !dispensable).map(({ target }) => target.uri));
  for (const { at, target, dispensable } of meant) {
    const reasons = failed.get(target.uri);
    if (reasons === undefined || walked.names.anchors.has(target.uri)) {
      walked.diagnostics.push(danglingReference(at, target, dispensable, walked));
      continue;
    }
    for (const reason of reasons) {
      if (reason.at !== undefined && syntaxTold.has(target.uri)) continue;
      const near = reason.at === undefined ? nearestResource(target.uri, walked) : undefined;
      const hint = near === undefined ? reason.hint : `Did you mean the schema "${near}"?`;
      walked.diagnostics.push({
        ...reason,
        ...(hint === undefined ? {} : { hint }),
        at: reason.at ?? originOf(at),
        severity: dispensable && !(reason.at !== undefined && needed.has(target.uri)) ? "warning" : reason.severity,
      });
    }
    syntaxTold.add(target.uri);
  }
}

const SECTIONS: ReadonlyMap<string, string> = new Map([
  ["schemas", "schema"],
  ["responses", "response"],
  ["parameters", "parameter"],
  ["requestBodies", "requestBody"],
  ["headers", "header"],
  ["securitySchemes", "securityScheme"],
  ["pathItems", "pathItem"],
  ["mediaTypes", "mediaType"],
]);

/** Whether a reference leads into a section of the components that holds other things than its place asks for; that is reported. */
function isOfAnotherKind({ kind, at, target }: Pending, [first, section = "", ...rest]: readonly string[], walked: Walked): boolean {
  const found = first === "components" && rest.length === 1 ? SECTIONS.get(section) : undefined;
  if (found === undefined || found === kind) return false;
  const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const severity = kind === "schema" ? "warning" : "error";
  walked.diagnostics.push(
    diagnostic("ref-kind", `"#${target.fragment}" is a ${words(found)}, and a ${words(kind)} belongs here.`, {
      at: originOf(at),
      severity,
    }),
  );
  return true;
}
