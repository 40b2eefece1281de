/** Tables of cases in which each value of a dimension meets each value of every other one, in far fewer rows than there are combinations. */

export type Dimensions = Readonly<Record<string, readonly unknown[]>>;
export type Row<D extends Dimensions> = { readonly [Name in keyof D]: D[Name][number] };

/** Values of some dimensions, by index. */
type Part = readonly (number | undefined)[];

/**
 * Rows that together hold every combination of values of `strength` dimensions that is part of an allowed row. The same dimensions
 * give the same rows.
 * @param isAllowed Asked about parts of rows, too: false only where nothing that is added could make it true.
 */
export function covering<D extends Dimensions>(
  dimensions: D,
  strength: 1 | 2 | 3 = 2,
  isAllowed: (part: Partial<Row<D>>) => boolean = () => true,
): readonly Row<D>[] {
  const names = Object.keys(dimensions);
  const named = (part: Part): Partial<Row<D>> =>
    // The names are those of the dimensions, and so are the values.
    Object.fromEntries(
      part.flatMap((at, index) => (at === undefined ? [] : [[names[index], dimensions[names[index] ?? ""]?.[at]]])),
    ) as Partial<Row<D>>;
  const sizes = names.map((name) => dimensions[name]?.length ?? 0);
  const groups = choose(sizes.length, strength);
  const missing = new Map(
    groups.flatMap((group) => combinations(group, sizes)).flatMap((part) => (isAllowed(named(part)) ? [[String(part), part]] : [])),
  );
  const rows: Row<D>[] = [];
  for (const start of missing.values()) {
    const row = complete(start, sizes, groups, missing, (part) => isAllowed(named(part)));
    missing.delete(String(start));
    if (row === undefined) continue; // allowed by itself, and part of no row
    for (const group of groups) missing.delete(String(of(row, group)));
    rows.push(named(row) as Row<D>); // complete
  }
  return rows;
}

/** Adds to a part, one dimension after the other, the values that bring the most missing combinations. */
function complete(
  part: Part,
  sizes: readonly number[],
  groups: readonly (readonly number[])[],
  missing: ReadonlyMap<string, Part>,
  isAllowed: (part: Part) => boolean,
): Part | undefined {
  const open = part.indexOf(undefined);
  if (open < 0) return part;
  const known = groups.filter((group) => group.includes(open) && group.every((index) => index === open || part[index] !== undefined));
  const gain = (next: Part): number => known.filter((group) => missing.has(String(of(next, group)))).length;
  // Of values that bring the same, another one each time.
  const turn = missing.size;
  const choices = Array.from({ length: sizes[open] ?? 0 }, (_, at) => part.with(open, (at + turn) % (sizes[open] ?? 1)))
    .filter(isAllowed)
    .map((next) => ({ next, gain: gain(next) }))
    .sort((a, b) => b.gain - a.gain);
  for (const { next } of choices) {
    const whole = complete(next, sizes, groups, missing, isAllowed);
    if (whole !== undefined) return whole;
  }
  return undefined;
}

/** The values of some of a part's dimensions. */
const of = (part: Part, group: readonly number[]): Part => part.map((at, index) => (group.includes(index) ? at : undefined));

/** Every choice of `count` numbers below `end`. */
function choose(end: number, count: number, start = 0): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return Array.from({ length: end - start }, (_, at) => start + at).flatMap((first) =>
    choose(end, count - 1, first + 1).map((rest) => [first, ...rest]),
  );
}

/** Every part with values of a group of dimensions, and of no others. */
function combinations(group: readonly number[], sizes: readonly number[]): readonly Part[] {
  return group.reduce<readonly Part[]>(
    (parts, index) => parts.flatMap((part) => Array.from({ length: sizes[index] ?? 0 }, (_, at) => part.with(index, at))),
    [sizes.map(() => undefined)],
  );
}
