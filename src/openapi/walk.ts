import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic, Outcome } from "../diagnostic/diagnostic.js";
import * as pointer from "../source/json-pointer.js";
import type { Json, SourceFile } from "../source/source-file.js";
import { danglingReference } from "./dangling.js";
import { objects, type KindRule } from "./objects.js";
import { childPlace, originOf, placeAt, pointerOf, type Place, type Unit, type Version } from "./place.js";
import { formatReference, parseReference, type Target } from "./reference.js";
import { readOrReference, type Kind, type Walk } from "./rule.js";
import { swaggerObjects } from "./swagger.js";
import { toSwaggerTokens, toUpgradedTokens } from "./swagger-pointers.js";
import { declaredVersion } from "./version.js";

/** Reads a file of the description by its absolute URI. */
export type Load = (uri: string) => Promise<Outcome<SourceFile>>;

/** A reference that was met and is still to be followed: `holder[key]` is its text, `at` its place. */
interface Pending {
  readonly kind: Kind;
  readonly holder: Record<string, unknown>;
  readonly key: string;
  readonly at: Place;
  readonly target: Target;
}

/** What a walk has found so far. Everything that refers is followed by a queue, so that no cycle and no long chain costs stack. */
export interface Walked {
  readonly root: Unit;
  readonly walk: Walk;
  readonly diagnostics: Diagnostic[];
  /** Where each upgraded object was written. */
  readonly places: Map<object, Place>;
  /** Upgraded targets, by kind and absolute reference. */
  readonly targets: ReadonlyMap<Kind, Map<string, unknown>>;
  readonly units: Map<string, Unit>;
  /** Places that have a URI of their own: `$id`, `$anchor`, `$self`. */
  readonly anchors: Map<string, Place>;
  readonly queue: Pending[];
}

const KINDS = Object.keys(objects) as Kind[]; // The keys of a record of every Kind.

export function rulesOf(version: Version): Readonly<Record<Kind, KindRule>> {
  return version === "2.0" ? swaggerObjects : objects;
}

/** A walk that is yet to visit anything. */
export function startWalk(root: Unit): Walked {
  const diagnostics: Diagnostic[] = [];
  const places = new Map<object, Place>();
  const anchors = new Map<string, Place>();
  const queue: Pending[] = [];
  const visited = new Map(KINDS.map((kind) => [kind, new Map<object, unknown>()]));
  const named = root.version === "2.0" ? ["definitions"] : ["components", "schemas"];
  const walk: Walk = {
    report: (each) => diagnostics.push(each),
    place: (value, place) => places.set(value, place),
    anchor: (uri, place) => anchors.set(uri, place),
    isSchemaName: (name) => pointer.at(root.source.value, [...named, name]) !== undefined,
    visit(kind, raw, place) {
      if (typeof raw !== "object" || raw === null) return rulesOf(place.unit.version)[kind](raw, place, walk);
      const known = visited.get(kind);
      const before = known?.get(raw);
      if (before !== undefined) return before;
      const upgraded = rulesOf(place.unit.version)[kind](raw, place, walk);
      known?.set(raw, upgraded);
      return upgraded;
    },
    reference(kind, holder, key, at) {
      const text = String(holder[key]);
      const place = childPlace(at, key);
      const target = parseReference(text, at.base);
      if (target !== undefined) queue.push({ kind, holder, key, at: place, target });
      else walk.report(diagnostic("bad-ref", `"${text}" is not a reference that can be followed from here.`, { at: originOf(place) }));
    },
  };
  const targets = new Map(KINDS.map((kind) => [kind, new Map<string, unknown>()]));
  return { root, walk, diagnostics, places, targets, units: new Map([[root.source.uri, root]]), anchors, queue };
}

/** Follows every reference met so far and those met on the way, and loads the files they lead to. */
export async function followAll(walked: Walked, load: Load): Promise<void> {
  const failed = new Set<string>();
  for (;;) {
    const waiting: Pending[] = [];
    while (walked.queue.length > 0) for (const each of walked.queue.splice(0)) if (!follow(each, walked)) waiting.push(each);
    const unread = new Map(
      waiting.filter(({ target }) => !walked.units.has(target.uri) && !failed.has(target.uri)).map((each) => [each.target.uri, each]),
    );
    await Promise.all([...unread].map(([uri, first]) => loadUnit(uri, first, walked, failed, load)));
    if (unread.size === 0) {
      for (const lost of waiting) if (!failed.has(lost.target.uri)) walked.diagnostics.push(danglingReference(lost.at, undefined, []));
      return;
    }
    walked.queue.push(...waiting);
  }
}

async function loadUnit(uri: string, first: Pending, walked: Walked, failed: Set<string>, load: Load): Promise<void> {
  const { value, diagnostics } = await load(uri);
  const at = originOf(first.at);
  walked.diagnostics.push(...diagnostics.map((each) => (each.at === undefined ? { ...each, at } : each)));
  if (value === undefined) failed.add(uri);
  else walked.units.set(uri, { source: value, version: declaredVersion(value.value) ?? first.at.unit.version });
}

/** Follows one reference; false when it has to wait for its file, or for an anchor. */
function follow(pending: Pending, walked: Walked): boolean {
  const found = locate(pending.target, walked);
  if (found === undefined) return false;
  const reference = formatReference(found.unit.source.uri, toUpgradedTokens(found.unit, found.tokens));
  pending.holder[pending.key] = reference;
  const known = walked.targets.get(pending.kind);
  if (known === undefined || known.has(reference)) return true;
  const raw = pointer.at(found.unit.source.value, found.tokens);
  if (raw === undefined) walked.diagnostics.push(danglingReference(pending.at, found.unit, found.tokens));
  else known.set(reference, upgrade(pending.kind, raw, placeAt(found.unit, found.tokens), walked));
  return true;
}

/** The upgraded form of a target; the empty value when it is not of its kind, which was reported. */
export function upgrade(kind: Kind, raw: Json, at: Place, walked: Walked): unknown {
  return readOrReference(kind, raw, at, walked.walk) ?? emptyAt(at, walked);
}

export function emptyAt(at: Place, walked: Walked): object {
  const value = {};
  walked.walk.place(value, at);
  return value;
}

/** The file and tokens that a target means; `undefined` while its file is not loaded or its anchor not met. */
export function locate(target: Target, walked: Walked): { readonly unit: Unit; readonly tokens: readonly string[] } | undefined {
  const tokens = pointer.parse(target.fragment);
  const anchor = walked.anchors.get(tokens === undefined ? `${target.uri}#${target.fragment}` : target.uri);
  if (anchor !== undefined) return { unit: anchor.unit, tokens: [...(pointer.parse(pointerOf(anchor)) ?? []), ...(tokens ?? [])] };
  const unit = walked.units.get(target.uri);
  return unit === undefined || tokens === undefined ? undefined : { unit, tokens: toSwaggerTokens(unit, tokens) };
}
