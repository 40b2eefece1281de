import type { Diagnostic } from "./diagnostic.js";

/** Where a diagnostic stands: the number of its file, then one number per step into it. Compared number by number. */
export type SourceOrder = readonly number[];

/** Each diagnostic once, in the order of the description: those without a location first, then by `orderOf`. What ranks equal keeps its order. */
export function inOrder(
  diagnostics: readonly Diagnostic[],
  orderOf: (at: NonNullable<Diagnostic["at"]>) => SourceOrder,
): readonly Diagnostic[] {
  const once = new Map(diagnostics.map((each) => [JSON.stringify([each.code, each.message, each.at]), each]));
  return [...once.values()]
    .map((each) => ({ each, orderOf: each.at === undefined ? [] : orderOf(each.at) }))
    .sort((a, b) => compare(a.orderOf, b.orderOf))
    .map(({ each }) => each);
}

function compare(a: SourceOrder, b: SourceOrder): number {
  for (const [index, number] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (number !== other) return number - other;
  }
  return a.length - b.length;
}
