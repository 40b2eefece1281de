/**
 * The candidate that a misspelt word most likely means; `undefined` when none is near. Near is at most a third of the
 * word's letters wrong, exchanged, missing or too many. Case does not count; in words of two letters only case may differ.
 */
export function spellingSuggestion(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase().slice(0, MAX_COMPARED_LENGTH);
  let best: string | undefined;
  let least = mostWrong(wanted) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const wrong = distance(wanted, candidate.toLowerCase().slice(0, MAX_COMPARED_LENGTH), least);
    if (wrong < least) [best, least] = [candidate, wrong];
  }
  return best;
}

/** Words that others may mean, for whoever asks of many. All questions together take a counted number of steps, and find nothing after them. */
export interface Words {
  /** As `spellingSuggestion` has it. */
  readonly suggestion: (word: string) => string | undefined;
  /** The first of those that differ in at most `reach` in length, and that a word is said to mean. */
  readonly first: (word: string, reach: number, isMeant: (candidate: string) => boolean) => string | undefined;
}

interface Candidate {
  readonly name: string;
  readonly index: number;
}

/**
 * Words by their lengths: what is much shorter or longer is not looked at. Each word with each of as many others would take the square of
 * their number, so `steps`, letters times letters near them, is what all questions have together. Real descriptions need some ten thousand.
 */
export function createWords(candidates: Iterable<string>, steps = 20_000_000): Words {
  let left = steps;
  const byLength = new Map<number, Candidate[]>();
  let index = 0;
  for (const name of candidates) {
    const same = byLength.get(name.length);
    if (same === undefined) byLength.set(name.length, [{ name, index }]);
    else same.push({ name, index });
    index += 1;
  }
  function* near(length: number, reach: () => number): Generator<Candidate> {
    for (let apart = 0; apart <= reach(); apart++)
      for (const sign of apart === 0 ? [1] : [-1, 1]) {
        for (const each of byLength.get(length + sign * apart) ?? []) {
          left -= (Math.min(length, MAX_COMPARED_LENGTH) + 1) * (2 * reach() + 1);
          if (left < 0) return;
          yield each;
        }
      }
  }
  return {
    suggestion(word) {
      const wanted = word.toLowerCase().slice(0, MAX_COMPARED_LENGTH);
      let least = mostWrong(wanted);
      let best: Candidate | undefined;
      for (const each of near(word.length, () => least)) {
        const wrong = distance(wanted, each.name.toLowerCase().slice(0, MAX_COMPARED_LENGTH), least + 1);
        if (wrong < least || (wrong === least && (best === undefined || each.index < best.index))) [best, least] = [each, wrong];
      }
      return best?.name;
    },
    first(word, reach, isMeant) {
      let best: Candidate | undefined;
      for (const each of near(word.length, () => reach))
        if ((best === undefined || each.index < best.index) && isMeant(each.name)) best = each;
      return best?.name;
    },
  };
}

/** Letters that may be wrong, exchanged, missing or too many in a word. */
function mostWrong(word: string): number {
  return word.length < 3 ? 0 : Math.floor(word.length / 3);
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
