/** A mistake that is planted is found, and shrunk to what brings it out. */
import { expect, test } from "vitest";
import { sizeOf, type FuzzCase } from "./cases/fuzz-case.js";
import { makeCase } from "./cases/make-case.js";
import { ownSources } from "./cases/sources.js";
import { isObject, membersOf, valueAt, type Tree } from "./mutations/tree.js";
import { minimise } from "./shrink/minimise.js";
import { shrinkCase } from "./shrink/shrink-case.js";

/** Small ones, of which many cases are made in little time. */
const sources = ownSources().filter(({ name }) => ["golden/bad-ref", "golden/schema-scalars", "golden/names"].includes(name));
const textOf = ({ files }: FuzzCase): string => Buffer.from(files[0]?.bytes ?? []).toString("utf8");

function treeOf(given: FuzzCase): Tree {
  try {
    return JSON.parse(textOf(given)) as Tree; // what comes of JSON is such a tree
  } catch {
    return null;
  }
}

const objectsOf = (given: FuzzCase): readonly object[] => membersOf(treeOf(given)).map(valueAt).filter(isObject);

/** Mistakes, each of which fails on some descriptions, as ones of ours would. */
const planted: readonly (readonly [what: string, fails: (given: FuzzCase) => boolean, longest: number])[] = [
  ["a keyword beside a reference", (given) => objectsOf(given).some((each) => "$ref" in each && Object.keys(each).length > 1), 100],
  ["a member whose name has a sign of code", (given) => membersOf(treeOf(given)).some(({ key }) => /["'`*;]/.test(String(key))), 60],
  ["an anchor that merges", (given) => textOf(given).includes("&a") && textOf(given).includes("<<: *a"), 9],
  ["a setting", (given) => given.settings.int64 === "bigint" && given.settings.validators?.mode === "small", 6],
];

test.each(planted)("%s", async (_what, fails, longest) => {
  let found: FuzzCase | undefined;
  for (let index = 0; index < 2000 && found === undefined; index += 1) {
    const made = makeCase(1, index, sources);
    if (sizeOf(made) < 6000 && fails(made)) found = made;
  }
  if (found === undefined) throw new Error("It was not found");
  const shrunk = await shrinkCase(found, (candidate) => Promise.resolve(fails(candidate)), 20_000);
  expect(fails(shrunk)).toBe(true);
  expect(textOf(shrunk).length).toBeLessThanOrEqual(longest);
  expect(shrunk.files).toHaveLength(1);
  expect(Object.keys(shrunk.settings).length).toBeLessThanOrEqual(3);
});

test("of a list, what is needed is left, in its order, wherever it stands", async () => {
  const items = Array.from({ length: 200 }, (_, index) => index);
  const needed = [3, 97, 98, 199];
  let asked = 0;
  const kept = await minimise(items, (some) => {
    asked += 1;
    return Promise.resolve(needed.every((each) => some.includes(each)));
  });
  expect(kept).toEqual(needed);
  expect(asked).toBeLessThan(120);
});

test("what does not fail by itself any more is given back as it was", async () => {
  const given = makeCase(1, 0, sources);
  const back = await shrinkCase(given, () => Promise.resolve(false));
  expect([textOf(back), back.settings, back.files.length]).toEqual([textOf(given), given.settings, given.files.length]);
});
