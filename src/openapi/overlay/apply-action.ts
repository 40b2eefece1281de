import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Origin } from "../../diagnostic/diagnostic.js";
import { child } from "../../source/json-pointer.js";
import { MAX_NESTING } from "../../source/size-limits.js";
import type { Json } from "../../source/source-file.js";
import { isObject } from "../rules/rule.js";
import { selectNodes } from "./evaluate-json-path.js";
import type { Growth } from "./growth.js";
import { keysOf, type JsonPath, type PathNode, type Work } from "./json-path.js";
import { appendItems, appendValue, mergeMembers, replaceAt, reportMismatch, type Incoming, type Merge } from "./merge.js";
import { kindOf, placeIn, shapeOf, type Action, type Overlay, type Report } from "./overlay.js";
import type { PatchedValue } from "./patched-value.js";
import { removeNodes, type Removal } from "./remove-nodes.js";
import { reportOverridden } from "./report-overridden.js";
import { suggestionFor } from "./suggest-target.js";

/** What actions are applied with. */
export interface Application {
  readonly patch: PatchedValue;
  /** URIs of the overlays that were applied before. */
  readonly earlier: ReadonlySet<string>;
  /** What the overlay at hand has copied: what is removed then has only moved. */
  readonly copied: Set<Json>;
  /** What was removed, by the pointer of what it was in: the first of each. */
  readonly removed: Map<string, Removal>;
  /** Values that may be looked at yet, and values that may be set. */
  readonly looking: Work;
  readonly setting: Work;
  /** What the description may grow by yet. */
  readonly growth: Growth;
  /** Names that hints may look at yet. */
  readonly hinting: Work;
  readonly report: Report;
}

/** Values that one query may look at. Some 20 times what the largest descriptions have: `$..*` looks at each once, `$..*..*` at each as often as it is deep. */
export const maxLooks = 20_000_000;

/** Values that all queries of an API's overlays may look at. */
export const maxLooksOfAll = 25 * maxLooks;

const isTooMuch = ({ setting, growth }: Application): boolean => setting.left < 0 || growth.left < 0 || growth.copying.left < 0;

/** Applies one action to the result of those before. */
export function applyAction(action: Action, overlay: Overlay, application: Application): void {
  const { patch, report } = application;
  if (isTooMuch(application)) return; // it was said that this is too much
  const nodes = select(action, "target", action.target, overlay, application);
  if (nodes === undefined) return;
  if (nodes.length === 0) {
    const message = `The target ${JSON.stringify(action.target.text)} matches nothing.`;
    const hint = suggestionFor(action.target, patch.root(), application);
    report(diagnostic("overlay-target-unmatched", message, { at: placeIn(overlay, child(action.pointer, "target")), hint }));
    return;
  }
  reportPrimitives(action, nodes, overlay, report);
  if (action.change.kind === "remove") {
    removeNodes(nodes, action, overlay, application);
    return;
  }
  const incoming = incomingOf(action, overlay, application);
  if (incoming !== undefined && isOneShape(action, nodes, overlay, application)) changeNodes(nodes, incoming, action, overlay, application);
}

/** The nodes that a query of an action selects; undefined where that is too much. */
function select(
  { pointer }: Action,
  key: "target" | "copy",
  path: JsonPath,
  overlay: Overlay,
  { patch, looking, report }: Application,
): readonly PathNode[] | undefined {
  const most = Math.min(maxLooks, looking.left);
  const work = { left: most };
  const nodes = selectNodes(path, patch.root(), work);
  looking.left -= most - Math.max(work.left, 0);
  if (nodes === undefined) {
    const who = most < maxLooks ? "with those before it, it" : "it";
    const message = `The query ${JSON.stringify(path.text)} is too much work: ${who} looks at more than ${most < maxLooks ? maxLooksOfAll : maxLooks} values.`;
    const hint = "Name the way to what is meant, with fewer `..`.";
    report(diagnostic("overlay-too-large", message, { at: placeIn(overlay, child(pointer, key)), hint }));
  }
  return nodes;
}

/** Version 1.0 changes objects and lists only. What is meant by a string is evident all the same, and is what version 1.1 does. */
function reportPrimitives({ pointer, target, change }: Action, nodes: readonly PathNode[], overlay: Overlay, report: Report): void {
  const found = overlay.version === "1.0" ? nodes.find(({ value }) => shapeOf(value) === "primitive") : undefined;
  if (found === undefined) return;
  const what = change.kind === "remove" ? "removed" : "replaced";
  const message = `The target ${JSON.stringify(target.text)} selects ${kindOf(found.value)}, and an overlay of version 1.0 changes objects and lists only; it is ${what}, as version 1.1 has it.`;
  report(
    diagnostic("overlay-version", message, {
      at: placeIn(overlay, child(pointer, "target")),
      hint: "Write `overlay: 1.1.0`.",
    }),
  );
}

/** What an action merges; undefined where there is nothing. */
function incomingOf(action: Action, overlay: Overlay, application: Application): Incoming | undefined {
  const { change, pointer } = action;
  if (change.kind === "remove") return undefined;
  if (change.kind === "update") return { value: change.value, at: placeIn(overlay, child(pointer, "update")) };
  const { patch, report } = application;
  const nodes = select(action, "copy", change.from, overlay, application);
  const [node] = nodes ?? [];
  if (nodes === undefined || (node !== undefined && nodes.length === 1)) {
    if (node === undefined) return undefined;
    patch.share(node.value);
    application.copied.add(node.value);
    return { value: node.value, at: patch.originOf(keysOf(node)) };
  }
  const message = `"copy" must select one value, and ${JSON.stringify(change.from.text)} selects ${nodes.length === 0 ? "none" : nodes.length}.`;
  const hint = nodes.length === 0 ? suggestionFor(change.from, patch.root(), application) : undefined;
  report(diagnostic("overlay-mismatch", message, { at: placeIn(overlay, child(pointer, "copy")), hint }));
  return undefined;
}

/** Several nodes are all objects, or all lists, or all primitive values. */
function isOneShape({ target, pointer }: Action, nodes: readonly PathNode[], overlay: Overlay, { patch, report }: Application): boolean {
  const [first] = nodes;
  const other = first && nodes.find(({ value }) => shapeOf(value) !== shapeOf(first.value));
  if (first === undefined || other === undefined) return true;
  const message = `The target ${JSON.stringify(target.text)} selects values of several kinds: ${kindOf(first.value)} and ${kindOf(other.value)}.`;
  const related = [first, other].map((node) => ({ message: `This is ${kindOf(node.value)}.`, at: patch.originOf(keysOf(node)) }));
  const hint = "All of them must be objects, or lists, or neither.";
  report(diagnostic("overlay-mismatch", message, { at: placeIn(overlay, child(pointer, "target")), hint, related }));
  return false;
}

function changeNodes(nodes: readonly PathNode[], incoming: Incoming, action: Action, overlay: Overlay, application: Application): void {
  const { patch, setting, growth, earlier } = application;
  const report = onceForEachPlace(application.report);
  const merge: Merge = {
    patch,
    work: setting,
    growth,
    report,
    replace: (key, before, after, isSame) => {
      if (!isSame && earlier.has(before.file))
        reportOverridden(`sets ${JSON.stringify(key)}, which an earlier overlay has set to something else`, after, before, report);
    },
  };
  if (shapeOf(nodes[0]?.value ?? null) === "list") reportListOfList(incoming.value, nodes, action, overlay, report);
  if (isTooDeep(nodes, growth.levelsOf(incoming.value))) {
    const message = `The action makes the description more than ${2 * MAX_NESTING} levels deep.`;
    report(diagnostic("overlay-too-large", message, { at: placeIn(overlay, action.pointer) }));
    return;
  }
  growth.prepare(nodes.length, incoming.value, patch, application.looking);
  for (const node of nodes) changeNode(node, incoming, merge);
  if (!isTooMuch(application)) return;
  const message =
    growth.left < 0
      ? `Overlays add more than ${growth.most} values to the description.`
      : "Overlays set more values than a description may have.";
  application.report(diagnostic("overlay-too-large", message, { at: placeIn(overlay, action.pointer) }));
}

/** Values that are copied into themselves again and again would nest without end; all that reads them recurses. */
function isTooDeep(nodes: readonly PathNode[], levels: number): boolean {
  return nodes.some((node) => keysOf(node).length + levels > 2 * MAX_NESTING);
}

function changeNode(node: PathNode, incoming: Incoming, merge: Merge): void {
  const keys = keysOf(node);
  const at = (): Origin => merge.patch.originOf(keys);
  const shape = shapeOf(node.value);
  const isFit = shape === "list" || shapeOf(incoming.value) === shape;
  const key = keys.at(-1);
  if (!isFit) reportMismatch("What the action merges", node.value, at(), incoming, merge);
  else if (shape === "object") mergeMembers(merge.patch.open(keys), at, incoming, merge);
  else if (shape === "primitive") {
    if (key !== undefined) replaceAt(merge.patch.open(keys.slice(0, -1)), key, at, incoming, merge);
  } else {
    const draft = merge.patch.open(keys);
    if (Array.isArray(incoming.value)) appendItems(draft, incoming, merge);
    else if (draft.kind === "list") appendValue(draft, incoming, merge);
  }
}

/** Version 1.0 appends one entry to a list. A list of lists is nothing that OpenAPI has: entries are what is meant. */
function reportListOfList(value: Json, nodes: readonly PathNode[], { pointer }: Action, overlay: Overlay, report: Report): void {
  if (overlay.version !== "1.0" || !Array.isArray(value) || isObject(nodes[0]?.value ?? null)) return;
  report(
    diagnostic(
      "overlay-version",
      "An overlay of version 1.0 appends one entry to a list, and `update` is a list: all of its entries are appended, as version 1.1 has it.",
      {
        at: placeIn(overlay, child(pointer, "update")),
        hint: "Write `overlay: 1.1.0`.",
      },
    ),
  );
}

/** What is wrong with a value of an overlay is said once, and not for each of the places that it is merged into. */
function onceForEachPlace(report: Report): Report {
  const seen = new Set<string>();
  return (found: Diagnostic) => {
    const place = `${found.code} ${JSON.stringify(found.at)}`;
    if (!seen.has(place)) report(found);
    seen.add(place);
  };
}
