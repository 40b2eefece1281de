import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin } from "../../diagnostic/diagnostic.js";
import { child, format } from "../../source/json-pointer.js";
import type { Json } from "../../source/source-file.js";
import type { Application } from "./apply-action.js";
import { keysOf, type Key, type PathNode } from "./json-path.js";
import { placeIn, type Action, type Overlay } from "./overlay.js";
import { memberOf, removeMembers, type Draft, type PatchedValue } from "./patched-value.js";
import { reportOverridden } from "./report-overridden.js";

/** Something that an action has removed. */
export interface Removal {
  readonly key: Key;
  /** The action. */
  readonly at: Origin;
}

/** The ways to what is removed. */
interface Ways {
  readonly members: Map<Key, Ways>;
  readonly removed: Set<Key>;
}

/** Removes all nodes of an action at once: no index counts from what another removal has left. */
export function removeNodes(nodes: readonly PathNode[], { pointer, target }: Action, overlay: Overlay, application: Application): void {
  const { patch, report, earlier } = application;
  const at = placeIn(overlay, child(pointer, "target"));
  if (nodes.some(({ parent }) => parent === undefined)) {
    const message = `The target ${JSON.stringify(target.text)} selects the whole description, which cannot be removed.`;
    report(diagnostic("overlay-mismatch", message, { at }));
    return;
  }
  const ways: Ways = { members: new Map(), removed: new Set() };
  for (const node of nodes) {
    const keys = keysOf(node);
    addWay(ways, keys);
    const key = keys.at(-1);
    const container = format(keys.slice(0, -1));
    if (key !== undefined && !application.removed.has(container)) application.removed.set(container, { key, at });
  }
  const lost = earlier.size === 0 ? [] : nodes.filter(({ value }) => !application.copied.has(value));
  const set = setByEarlier(lost, patch, earlier);
  if (set !== undefined) reportOverridden("removes what an earlier overlay has set", placeIn(overlay, pointer), set, report);
  removeAlong(ways, patch.open([]), patch);
}

function addWay(ways: Ways, keys: readonly Key[]): void {
  const last = keys.at(-1);
  if (last === undefined) return;
  let at = ways;
  for (const key of keys.slice(0, -1)) {
    const next = at.members.get(key) ?? { members: new Map(), removed: new Set() };
    at.members.set(key, next);
    at = next;
  }
  at.removed.add(last);
}

function removeAlong({ members, removed }: Ways, draft: Draft, patch: PatchedValue): void {
  for (const [key, next] of members) if (!removed.has(key)) removeAlong(next, patch.openMember(draft, key), patch);
  removeMembers(draft, removed);
}

/** Where an earlier overlay has set the first of the values that are removed. */
function setByEarlier(nodes: readonly PathNode[], patch: PatchedValue, earlier: ReadonlySet<string>): Origin | undefined {
  for (const node of nodes) {
    const found = setIn(node.value, patch.originOf(keysOf(node)), patch, earlier);
    if (found !== undefined) return found;
  }
  return undefined;
}

function setIn(value: Json, at: Origin, patch: PatchedValue, earlier: ReadonlySet<string>): Origin | undefined {
  if (earlier.has(at.file)) return at;
  if (!patch.isDraft(value) || typeof value !== "object" || value === null) return undefined;
  for (const key of Object.keys(value)) {
    const found = setIn(memberOf(value, key) ?? null, patch.memberOrigin(value, at, key), patch, earlier);
    if (found !== undefined) return found;
  }
  return undefined;
}
