import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Origin } from "../../diagnostic/diagnostic.js";
import { inOrder } from "../../diagnostic/source-order.js";
import { at as valueAt, child, parse } from "../../source/json-pointer.js";
import { MAX_NESTING, MAX_UNFOLDED_VALUES } from "../../source/size-limits.js";
import type { Json, SourceFile } from "../../source/source-file.js";
import { unfoldedSize } from "../../source/yaml-aliases.js";
import { sourceOrderIn } from "../resolve/source-order.js";
import { growthOf } from "./growth.js";
import { maxNamesOfHints } from "./suggest-target.js";
import { applyAction, maxLooksOfAll, type Application } from "./apply-action.js";
import { depthOf } from "./depth.js";
import { placeIn, type Overlay, type Report } from "./overlay.js";
import { memberOf, patchedValue } from "./patched-value.js";
import { readOverlay } from "./read-overlay.js";
import { reportOtherDescription } from "./other-description.js";
import { largeIntegersOf } from "./restore-large-integers.js";

/** A description that overlays have changed. */
export interface Patched {
  /** As it was read, with another value. Its text has those of the overlays too, for those who ask whether a word occurs. */
  readonly file: SourceFile;
  /** Where what stands at a pointer of the value was written: in the description, or in an overlay. */
  readonly originOf: (pointer: string) => Origin;
  /** What an overlay has removed from what stands at a pointer of the value, or from a member of it, and where it says so. */
  readonly removedFrom: (pointer: string) => Removed | undefined;
}

export interface Removed {
  /** Undefined for an entry of a list. */
  readonly key: string | undefined;
  readonly at: Origin;
}

/** A description with overlays applied to it, one after the other, and what there is to say of them. `root`: undefined where it could not be read; then overlays are only checked. `asked`: the URIs it was asked for by. */
export function applyOverlays(
  root: SourceFile | undefined,
  files: readonly SourceFile[],
  asked: readonly string[],
): { readonly patched: Patched | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (found) => diagnostics.push(found);
  const overlays = files.flatMap((file) => {
    const { value, diagnostics: found } = readOverlay(file);
    found.forEach(report);
    return value ?? [];
  });
  const isPatched = root !== undefined && typeof root.value === "object" && root.value !== null;
  const patched = isPatched ? patch(root, overlays, asked, report) : undefined;
  return { patched, diagnostics: inOrder(diagnostics, sourceOrderIn(files)) };
}

function patch(root: SourceFile, overlays: readonly Overlay[], asked: readonly string[], report: Report): Patched {
  const earlier = new Set<string>();
  const sources = [root, ...overlays.map(({ source }) => source)];
  const length = sources.reduce((sum, { text }) => sum + text.length, 0);
  const growth = growthOf(root.value, length);
  const patched = patchedValue(root.value, root.uri, growth.copying);
  const work = { growth, looking: { left: maxLooksOfAll }, setting: { left: MAX_UNFOLDED_VALUES }, hinting: { left: maxNamesOfHints } };
  const application: Application = { patch: patched, earlier, copied: new Set(), removed: new Map(), ...work, report };
  for (const overlay of overlays) {
    reportOtherDescription(overlay, root, asked, report);
    for (const action of overlay.actions) applyAction(action, overlay, application);
    earlier.add(overlay.source.uri);
    application.copied.clear();
  }
  const isKept = growth.left >= 0 && reportSize(patched.root(), root, overlays, report);
  const value = isKept ? patched.root() : root.value;
  const originOf = (pointer: string): Origin => patched.originOf(parse(pointer) ?? []);
  const large = largeIntegersOf(sources, patched);
  const text = sources.map((source) => source.text).join("\n");
  const { uri, name, locate, line, base } = root;
  const kept = { ...(base === undefined ? {} : { base }), ...(large === undefined ? {} : { large }) };
  return {
    file: { uri, name, text, locate, line, value, ...kept },
    originOf,
    removedFrom: (pointer) => removedFrom(pointer, value, application.removed),
  };
}

function removedFrom(pointer: string, root: Json, removed: Application["removed"]): Removed | undefined {
  if (removed.size === 0) return undefined;
  const value = valueAt(root, parse(pointer) ?? []);
  const members = typeof value === "object" && value !== null && pointer !== "" ? Object.entries(value) : [];
  const near: readonly (readonly [string, Json | undefined])[] = [
    [pointer, value],
    ...members.map(([key, member]) => [child(pointer, key), member] as const),
  ];
  for (const [place, container] of near) {
    const found = removed.get(place);
    if (found === undefined) continue;
    if (typeof found.key === "number") return { key: undefined, at: found.at };
    if (memberOf(container, found.key) === undefined) return { key: found.key, at: found.at };
  }
  return undefined;
}

/** Values that are copied again and again unfold to more than any memory holds, and nest deeper than anything that reads them recurses. */
function reportSize(value: Json, root: SourceFile, overlays: readonly Overlay[], report: Report): boolean {
  const at = overlays.at(-1);
  const isDeep = depthOf(value) > MAX_NESTING;
  if (!isDeep && unfoldedSize(value) <= Math.max(MAX_UNFOLDED_VALUES, 2 * unfoldedSize(root.value))) return true;
  const message = isDeep
    ? `With its overlays, ${root.name} is nested more than ${MAX_NESTING} levels deep.`
    : `With its overlays, ${root.name} has more than ${MAX_UNFOLDED_VALUES} values.`;
  report(diagnostic("overlay-too-large", message, { at: at && placeIn(at, "/actions") }));
  return false;
}
