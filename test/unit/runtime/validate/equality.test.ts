/** Items of a list that a program has made may share parts, as no text of JSON does: what they share is looked at once. */
import { describe, expect, test } from "vitest";
import { hasDuplicates, isOneOf } from "../../../../templates/runtime/validate/equality.js";
import { maxDepth } from "../../../../templates/runtime/validate/validate.js";
import { seeded } from "../../../support/sample-text.js";

interface Reads {
  count: number;
}

/** An object or a list that counts how often its members are read, and gives up where nobody lives to see the end. */
function counted(members: object, reads: Reads): object {
  return new Proxy(members, {
    get(target, key, receiver) {
      reads.count += 1;
      if (reads.count > 1_000_000) throw new Error("read too often");
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
}

/** A value of so many levels, each of which has the level below it twice. */
type Shared = (bottom: unknown, levels: number, reads: Reads) => unknown;

const kinds: Readonly<Record<string, Shared>> = {
  objects: (bottom, levels, reads) => Array.from({ length: levels }).reduce((below) => counted({ a: below, b: below }, reads), bottom),
  lists: (bottom, levels, reads) => Array.from({ length: levels }).reduce((below) => counted([below, below], reads), bottom),
  "lists of objects": (bottom, levels, reads) =>
    Array.from({ length: levels }).reduce(
      (below, _, level) => counted(level % 2 === 0 ? { a: below, b: below } : [below, below], reads),
      bottom,
    ),
  "objects that have it at several depths": (bottom, levels, reads) =>
    Array.from({ length: levels }).reduce((below) => counted({ a: below, b: { c: below } }, reads), bottom),
};

describe.each(Object.entries(kinds))("items that share parts: %s", (_, shared) => {
  const levels = 200;

  test.each([2, 5, 8, 9, 16, 17, 40])("of %i items that differ at the bottom, no two are the same", (count) => {
    const reads = { count: 0 };
    expect(hasDuplicates(Array.from({ length: count }, (__, index) => shared(index, levels, reads)))).toBe(false);
    expect(reads.count).toBeGreaterThanOrEqual(levels);
    expect(reads.count).toBeLessThan(count * levels * 10 + 10_000);
  });

  test.each([2, 8, 17, 40])("of %i items the first and the last are found to be the same", (count) => {
    const reads = { count: 0 };
    const items = Array.from({ length: count }, (__, index) => shared(index % (count - 1), levels, reads));
    expect(hasDuplicates(items)).toBe(true);
    expect(reads.count).toBeLessThan(count * levels * 10 + 10_000);
  });

  test("a hundred levels more take as many reads more, however many there are", () => {
    const readsFor = (depth: number): number => {
      const reads = { count: 0 };
      expect(hasDuplicates([shared(1, depth, reads), shared(1, depth, reads)])).toBe(true);
      return reads.count;
    };
    expect(readsFor(220) - readsFor(120)).toBeLessThan(1.2 * (readsFor(120) - readsFor(20)));
  });
});

const chain = (levels: number, bottom: unknown = 1): unknown => Array.from({ length: levels }).reduce((below) => [below], bottom);

test.each([2, 17])("of %i items a part is too deep where it stands, although it is not where it was met first", (count) => {
  const part = chain(300);
  const items = Array.from({ length: count }, (_, index) => ({
    a: [part, index],
    b: chain(maxDepth - 310, part),
    c: Array.from({ length: 600 }, () => [0]),
  }));
  expect(hasDuplicates(items)).toBe(false);
  const deeper = items.map((item) => ({ ...item, c: chain(maxDepth - 290, part) }));
  expect(() => hasDuplicates([...deeper, ...deeper.map((item) => structuredClone(item))])).toThrow();
});

test("an item that contains itself is too deep", () => {
  const [one, other] = [
    [0, 1],
    [0, 1],
  ] as unknown[][];
  one?.push(one, one);
  other?.push(other, other);
  expect(() => hasDuplicates([one, other])).toThrow();
});

test("large items are the same exactly where their texts are, member by member in any order", () => {
  const random = seeded(3);
  const some = (depth: number): unknown => {
    const choice = Math.floor(random() * (depth === 0 ? 6 : 9));
    if (choice < 6) return [null, true, 0, "", "0", "#1"][choice];
    const parts = Array.from({ length: Math.floor(random() * 3) }, () => some(depth - 1));
    return choice < 8 ? parts : Object.fromEntries(parts.map((part, index) => [`k${String(index)}`, part]));
  };
  const padding = Array.from({ length: 600 }, () => [[]]);
  for (let round = 0; round < 200; round += 1) {
    const [first, second] = [some(3), some(3)];
    const same = JSON.stringify(first) === JSON.stringify(second);
    const items = [
      { padding, first, last: 1 },
      { last: 1, padding: structuredClone(padding), first: second },
    ];
    expect(hasDuplicates(items)).toBe(same);
    expect(hasDuplicates([...items, ...Array.from({ length: 20 }, (_, index) => [index])])).toBe(same);
  }
});

test("of items of a list, an integer is the same as a number and as a bigint", () => {
  const large = 9007199254740993n;
  const others = Array.from({ length: 20 }, (_, index) => ["other", index]);
  for (const wrap of [(item: unknown) => item, (item: unknown) => [item], (item: unknown) => ({ a: 1, b: [item] })])
    for (const more of [[], others, others.map((item) => ({ item }))]) {
      const items = (...all: readonly unknown[]): readonly unknown[] => [...all.map(wrap), ...more];
      expect(hasDuplicates(items(1n, 1))).toBe(true);
      expect(hasDuplicates(items(0n, -0))).toBe(true);
      expect(hasDuplicates(items(2n ** 60n, 2 ** 60))).toBe(true);
      expect(hasDuplicates(items(large, large))).toBe(true);
      expect(hasDuplicates(items(1n, 1.5, "1", true, 2))).toBe(false);
      expect(hasDuplicates(items(large, Number(large), large + 1n))).toBe(false);
    }
});

test("a constant is a number or a bigint, and not the other", () => {
  expect(isOneOf({ a: 1n }, [{ a: 1 }])).toBe(false);
});
