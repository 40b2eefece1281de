/** Every mutation changes something, leaves prototypes alone, and the same seed gives the same cases. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { dice } from "../support/dice.js";
import { makeCase } from "./cases/make-case.js";
import { randomDescription } from "./cases/random-description.js";
import { ownSources } from "./cases/sources.js";
import { copyOf, siteOf, type Mutation } from "./mutations/mutation.js";
import { meaningMutations } from "./mutations/meaning-mutations.js";
import { sizeMutations } from "./mutations/size-mutations.js";
import { byteMutations, textMutations } from "./mutations/text-mutations.js";
import { treeMutations } from "./mutations/tree-mutations.js";
import { membersOf, renameMember, setMember, type Tree } from "./mutations/tree.js";

const text = readFileSync(new URL("../golden/inheritance/description.yaml", import.meta.url), "utf8");
const tree = parse(text) as Tree; // a description of ours, without tags
const seeds = Array.from({ length: 40 }, (_, seed) => seed);

const mutated = (mutate: Mutation, seed: number, room = 20_000): Tree => {
  const copy = copyOf(tree);
  mutate(siteOf(copy, dice(seed), room));
  return copy;
};

test.each(Object.entries<Mutation>({ ...treeMutations, ...meaningMutations, ...sizeMutations }))(
  "%s: changes a tree, the same way each time",
  (_name, mutate) => {
    const all = seeds.map((seed) => JSON.stringify(mutated(mutate, seed)));
    expect(all.some((each) => each !== JSON.stringify(tree))).toBe(true);
    expect(new Set(all).size).toBeGreaterThan(1);
    expect(seeds.map((seed) => JSON.stringify(mutated(mutate, seed)))).toEqual(all);
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain("polluted");
  },
);

test.each(Object.entries<Mutation>(sizeMutations))("%s: keeps to the room that there is", (_name, mutate) => {
  const size = JSON.stringify(tree).length;
  for (const seed of seeds) expect(JSON.stringify(mutated(mutate, seed, 5000)).length).toBeLessThan(size + 12_000);
});

test.each(Object.entries(textMutations))("%s: changes a text", (_name, mutate) => {
  const written = `${text}\nx-list: [1, 2]\n`;
  expect(seeds.some((seed) => mutate(written, dice(seed)) !== written)).toBe(true);
});

test.each(Object.entries(byteMutations))("%s: changes bytes", (_name, mutate) => {
  const bytes = Buffer.from(text);
  expect(seeds.some((seed) => !Buffer.from(mutate(bytes, dice(seed))).equals(bytes))).toBe(true);
});

test("names of prototypes are names", () => {
  const holder: { [member: string]: Tree } = { a: 1, b: 2 };
  renameMember(holder, "a", "__proto__");
  setMember(holder, "constructor", 3);
  expect(JSON.stringify(copyOf(holder))).toBe('{"__proto__":1,"b":2,"constructor":3}');
  expect(membersOf(holder).map(({ key }) => key)).toEqual(["__proto__", "b", "constructor"]);
});

test("a tree that is deeper than the stack is looked through and copied", () => {
  let deep: Tree = "a";
  for (let level = 0; level < 50_000; level += 1) deep = [deep];
  expect(membersOf(copyOf(deep))).toHaveLength(50_000);
});

describe("cases", () => {
  const sources = ownSources().filter(({ name }) => ["golden/bad-ref", "golden/schema-scalars", "golden/several-files"].includes(name));

  test("have sources to be made of", () => {
    expect(sources).toHaveLength(3);
  });

  test("are the same for a seed and a number, and others for others", () => {
    const made = (seed: number): readonly string[] =>
      seeds.map((index) =>
        JSON.stringify(makeCase(seed, index, sources), (_, value: unknown) =>
          value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value,
        ),
      );
    expect(made(1)).toEqual(made(1));
    expect(new Set([...made(1), ...made(2)]).size).toBe(80);
  });

  test("have all mutations among them", () => {
    const met = new Set(Array.from({ length: 1000 }, (_, index) => makeCase(1, index, sources).mutations).flat());
    const all = [treeMutations, sizeMutations, textMutations, byteMutations].flatMap((table) => Object.keys(table));
    expect(all.filter((name) => !met.has(name))).toEqual([]);
  });

  test("are of every version", () => {
    const versions = seeds.map((seed) => randomDescription(dice(seed))).map(({ openapi, swagger }) => openapi ?? swagger);
    expect(new Set(versions)).toEqual(new Set(["2.0", "3.0.3", "3.1.1", "3.2.0"]));
  });
});
