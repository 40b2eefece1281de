import type { Diagnostic, Origin, Position } from "../../diagnostic/diagnostic.js";

/** Diagnostics about a patched file, with places where things were written: in the file as it was read, or in an overlay. */
export function relocated(diagnostics: readonly Diagnostic[], file: string, originOf: (pointer: string) => Origin): readonly Diagnostic[] {
  const move = (place: Origin | Position): Origin | Position => {
    if (!("pointer" in place) || place.file !== file) return place;
    return { ...originOf(place.pointer), ...(place.on === undefined ? {} : { on: place.on }) };
  };
  return diagnostics.map((each) => {
    const { at, related } = each;
    if (at === undefined && related === undefined) return each;
    return {
      ...each,
      ...(at === undefined ? {} : { at: move(at) }),
      ...(related === undefined ? {} : { related: related.map((other) => ({ ...other, at: move(other.at) })) }),
    };
  });
}
