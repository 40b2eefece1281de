/** A description whose keys stand in another order, or that is JSON instead of YAML, has not changed. */
import { readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readDescription } from "../../src/generate.js";
import type { ReadOptions } from "../../src/io.js";
import { nodeIo } from "../../src/io-node.js";
import { compareApis, isChanged } from "../../src/model/compare/compare-apis.js";
import { readCorpus } from "./descriptions.js";

/** Larger ones take seconds each, and hold nothing that these do not. */
const mostBytes = 700_000;

type Entries = readonly (readonly [string, unknown])[];

/** A value with the members of each object in the order that `order` gives them. */
function reordered(value: unknown, order: (entries: Entries) => Entries): unknown {
  if (Array.isArray(value)) return value.map((each) => reordered(each, order));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(order(Object.entries(value)).map(([key, each]) => [key, reordered(each, order)]));
}

const orders: Readonly<Record<string, (entries: Entries) => Entries>> = {
  "as they are": (entries) => entries,
  reversed: (entries) => entries.toReversed(),
  sorted: (entries) => entries.toSorted(([a], [b]) => (a < b ? -1 : 1)),
};

async function read(path: string, text: string) {
  const io = nodeIo();
  const bytes = new TextEncoder().encode(text);
  const reading = {
    ...io,
    read: (name: string, options?: ReadOptions) => (name === path ? Promise.resolve(bytes) : io.read(name, options)),
  };
  return readDescription({ input: path, source: "api", command: "x", emit: ["types"], name: undefined }, reading);
}

const all = (readCorpus() ?? []).filter(({ path }) => statSync(path).size < mostBytes);

describe.skipIf(all.length === 0)("keys in another order are no change", () => {
  test.each(all.map(({ name, path }) => [name, path] as const))("%s", { timeout: 120_000 }, async (_, path) => {
    const text = readFileSync(path, "utf8");
    const before = await read(path, text);
    const value: unknown = parse(text, { merge: true, maxAliasCount: -1 });
    for (const [name, order] of Object.entries(orders)) {
      const now = await read(path, JSON.stringify(reordered(value, order)));
      if (before.api === undefined || now.api === undefined) throw new Error(`${path} cannot be read ${name}`);
      const changes = compareApis(before.api, now.api, { raw: [before.raw ?? new Map(), now.raw ?? new Map()] });
      expect([name, isChanged(changes), changes.changed, changes.schemas, changes.whole]).toEqual([
        ...[name, false, [], { added: [], removed: [], changed: [] }, []],
      ]);
    }
  });
});
