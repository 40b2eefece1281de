import { expect, test } from "vitest";
import { changesOf } from "./described.js";

const headers = { unit: "tokens", remaining: "X-Left" };
const limited = (policy: object): object => ({ "x-rate-limits": { headers, plans: { free: { policies: { one: policy } } } } });

test.each([
  [{ q: 60, w: 60 }, { q: 60, w: 60, sliding: true }, "one 60 per 60 s", "one 60/min sliding", "tighter"],
  [{ rate: 2, burst: 40 }, { rate: 2, burst: 10 }, "one 2/s (40 at once)", "one 2/s (10 at once)", "tighter"],
  [{ rate: 2, burst: 40 }, { rate: 1, burst: 40 }, "one 2/s (40 at once)", "one 1/s (40 at once)", "tighter"],
  [{ concurrency: 5 }, { concurrency: 4 }, "one 5 at once", "one 4 at once", "tighter"],
  [{ spacing: 1 }, { spacing: 2.5 }, "one 1 s apart", "one 2.5 s apart", "tighter"],
  [{ q: 60, w: 60, per: "operation" }, { q: 60, w: 60 }, "one 60/min for each operation", "one 60 per 60 s", "tighter"],
  // Nobody can compare a window with a bucket, or requests with tokens: such a change is told as one that may break in either direction.
  [{ q: 60, w: 60 }, { rate: 1, burst: 60 }, "one 60 per 60 s", "one 1/s (60 at once)", "other"],
  [{ q: 60, w: 60 }, { q: 60, w: 60, qu: "tokens" }, "one 60 per 60 s", "one 60 tokens/min", "other"],
])("a policy that was %j and is %j is told, and breaks whoever keeps to it where it allows less", async (before, now, was, is, how) => {
  const of = async (one: object, other: object) => (await changesOf(limited(one), limited(other))).whole;
  expect(await of(before, now)).toEqual([
    expect.objectContaining({ text: `the plan "free" of its rate limits is ${is} now, and was ${was}`, breaking: true }),
  ]);
  expect((await of(now, before)).map(({ breaking }) => breaking)).toEqual([how === "other"]);
  expect(await of(now, now)).toEqual([]);
});
