import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../../../src/diagnostic/diagnostic.js";
import { outcomeOf } from "../../../support/api.js";

const operation = (id: string, own?: object): object => ({
  operationId: id,
  responses: { 429: { description: "Slow down" } },
  ...(own && { "x-rate-limit": own }),
});

async function found(limits: object, own?: object): Promise<readonly Diagnostic[]> {
  const paths = { "/a": { get: operation("a", own) }, "/b": { get: operation("b") } };
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, "x-rate-limits": limits, paths }, undefined, 1);
  return (await outcomeOf(text)).diagnostics;
}

const free = (policies: object): object => ({ plans: { free: { policies } } });

describe("a cost", () => {
  it("above what a window or a bucket has at once is told where it stands, with a way out", async () => {
    const limits = free({ minute: { q: 5, w: 60 }, burst: { rate: 100, burst: 8 }, day: { q: 1000, w: 86400 } });
    expect(await found(limits, { cost: 10 })).toEqual([
      {
        code: "limit-cost-impossible",
        severity: "warning",
        message: 'A call costs 10, and "minute" of the plan "free" has 5, "burst" of the plan "free" has 8: it can never be sent.',
        hint: "Lower the cost, raise `q` or `burst`, or name in `policies` of the operation those that it counts in.",
        at: { file: "file:///project/api.yaml", pointer: "/paths/~1a/get/x-rate-limit/cost" },
      },
    ]);
  });

  it.each([
    ["as large as the limit", free({ minute: { q: 10, w: 60 } }), { cost: 10 }],
    ["of another policy than the small one", free({ minute: { q: 5, w: 60 }, day: { q: 100, w: 9 } }), { cost: 10, policies: ["day"] }],
    ["of an operation that is exempt", free({ minute: { q: 5, w: 60 } }), { exempt: true }],
    ["where calls are counted", free({ open: { concurrency: 5 }, apart: { spacing: 1 } }), { cost: 10 }],
    [
      "where another unit is counted",
      { ...free({ t: { q: 5, w: 60, qu: "tokens" } }), headers: { unit: "tokens", remaining: "X-R" } },
      { cost: 10 },
    ],
  ])("%s is no mistake", async (_, limits, own) => {
    expect(await found(limits, own)).toEqual([]);
  });

  it("of a group is told once, however many operations are in it, and where it stands", async () => {
    const limits = { ...free({ minute: { q: 5, w: 60 } }), groups: { all: { paths: "/**", cost: 6 } } };
    expect((await found(limits)).map(({ code, at }) => [code, at])).toMatchObject([
      ["limit-cost-impossible", { pointer: "/x-rate-limits/groups/all/cost" }],
    ]);
    expect((await found(limits, { cost: 7 })).map(({ at }) => at)).toMatchObject([
      { pointer: "/x-rate-limits/groups/all/cost" },
      { pointer: "/paths/~1a/get/x-rate-limit/cost" },
    ]);
  });

  it("of a single policy is told, too, and counts for that one alone", async () => {
    const policies = { minute: { q: 5, w: 60 }, points: { q: 8, w: 60 } };
    const grouped = (costs: object, more: object = {}): object => ({
      ...free(policies),
      groups: { all: { paths: "/**", costs, ...more } },
    });
    expect(await found(grouped({ points: 10 }))).toMatchObject([
      {
        code: "limit-cost-impossible",
        message: 'A call costs 1, and "points" of the plan "free" has 8 and it counts for 10 there: it can never be sent.',
        at: { pointer: "/x-rate-limits/groups/all/costs" },
      },
    ]);
    expect(await found(grouped({ points: 8 }))).toEqual([]);
    expect(await found(grouped({ points: 3 }, { cost: 5 }))).toEqual([]);
    // A server counts the cost in both.
    expect((await found(grouped({ points: 3 }, { cost: 9 }))).map(({ message }) => message)).toEqual([
      'A call costs 9, and "minute" of the plan "free" has 5, "points" of the plan "free" has 8: it can never be sent.',
    ]);
  });

  it("lists the smallest of very many limits, and takes no longer for them", async () => {
    const plans = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`p${String(index)}`, { policies: { minute: { q: 1000 - index, w: 60 } } }]),
    );
    const [told, ...others] = await found({ plans }, { cost: 5000 });
    expect(others).toEqual([]);
    expect(told?.message).toContain('"minute" of the plan "p999" has 1, "minute" of the plan "p998" has 2');
    expect(told?.message.length).toBeLessThan(300);
  });
});
