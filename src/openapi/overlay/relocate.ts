import type { Diagnostic, Origin, Position } from "../../diagnostic/diagnostic.js";
import type { Patched } from "./apply-overlays.js";

/**
 * Diagnostics about a patched file, with places where things were written: in the file as it was read, or in an overlay. One about what overlays have taken
 * something from says so: the file has it.
 */
export function relocated(
  diagnostics: readonly Diagnostic[],
  { file: { uri: file }, originOf, removedFrom }: Patched,
): readonly Diagnostic[] {
  const move = (place: Origin | Position): Origin | Position => {
    if (!("pointer" in place) || place.file !== file) return place;
    return { ...originOf(place.pointer), ...(place.on === undefined ? {} : { on: place.on }) };
  };
  return diagnostics.map((each) => {
    const { at } = each;
    const removed = at !== undefined && "pointer" in at && at.file === file ? removedFrom(at.pointer) : undefined;
    const note = removed && {
      message: `An overlay removes ${removed.key === undefined ? "an entry" : JSON.stringify(removed.key)} from it:`,
      at: removed.at,
    };
    const related = note === undefined ? each.related : [...(each.related ?? []), note];
    if (at === undefined && related === undefined) return each;
    return {
      ...each,
      ...(at === undefined ? {} : { at: move(at) }),
      ...(related === undefined ? {} : { related: related.map((other) => ({ ...other, at: move(other.at) })) }),
    };
  });
}
