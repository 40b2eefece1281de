/**
 * The candidate that a misspelt word most likely means; `undefined` when none is near. Near is at most a third of the
 * word's letters wrong, exchanged, missing or too many. Case does not count; in words of two letters only case may differ.
 */
export function spellingSuggestion(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase().slice(0, MAX_COMPARED_LENGTH);
  let best: string | undefined;
  let least = (wanted.length < 3 ? 0 : Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const wrong = distance(wanted, candidate.toLowerCase().slice(0, MAX_COMPARED_LENGTH), least);
    if (wrong < least) [best, least] = [candidate, wrong];
  }
  return best;
}

/** Unknown words of a list for which something near is looked for: for thousands that would take the time of their square. */
export const mostSuggestions = 100;

/** Whether two words differ in at most `most` letters: wrong, exchanged, missing or too many. Case does not count. */
export function isNear(word: string, other: string, most: number): boolean {
  return Math.abs(word.length - other.length) <= most && distance(word.toLowerCase(), other.toLowerCase(), most + 1) <= most;
}

/** Names longer than this are compared by their beginnings: a suggestion is not worth quadratic time. */
const MAX_COMPARED_LENGTH = 100;

/** Optimal string alignment distance of two words; stops counting at `limit`. What is further from the diagonal than that is not looked at. */
function distance(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const first = Math.max(1, row - limit);
    const current: number[] = first === 1 ? [row] : [];
    let lowest = first === 1 ? row : Number.POSITIVE_INFINITY;
    const last = Math.min(b.length, row + limit);
    for (let column = first; column <= last; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(at(previous, column) + 1, at(current, column - 1) + 1, at(previous, column - 1) + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, at(before, column - 2) + 1);
      current[column] = cost;
      lowest = Math.min(lowest, cost);
    }
    if (lowest >= limit) return limit;
    [before, previous] = [previous, current];
  }
  return at(previous, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
