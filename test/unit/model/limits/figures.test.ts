import { describe, expect, it } from "vitest";
import { judged } from "../../../../src/diagnostic/strictness.js";
import { outcomeOf } from "../../../support/api.js";

async function policyOf(policy: object, strict = false) {
  const limits = { plans: { free: { policies: { one: policy } } } };
  const paths = { "/a": { get: { responses: { 429: { description: "Slow down" } } } } };
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, "x-rate-limits": limits, paths }, undefined, 1);
  const { value, diagnostics } = await outcomeOf(text);
  const found = judged(diagnostics, { strict }).map(({ code, severity, message, hint }) => ({ code, severity, message, hint }));
  return { kept: value?.rateLimits?.plans[0]?.policies[0], found, places: diagnostics.map(({ at }) => at) };
}

describe("a figure of a policy", () => {
  it.each([
    [
      { q: "60", w: 60 },
      { quota: 60, window: 60 },
    ],
    [
      { q: 60, w: "60" },
      { quota: 60, window: 60 },
    ],
    [
      { q: 60, w: "1m" },
      { quota: 60, window: 60 },
    ],
    [
      { q: 60, w: "PT1M" },
      { quota: 60, window: 60 },
    ],
    [
      { q: 60, w: "P1DT1H30M5S" },
      { quota: 60, window: 91_805 },
    ],
    [
      { q: 60, w: "2 hours" },
      { quota: 60, window: 7200 },
    ],
    [
      { rate: "0.5", burst: 40 },
      { rate: 0.5, burst: 40 },
    ],
    [{ spacing: "2s" }, { spacing: 2 }],
    [{ concurrency: "5" }, { concurrency: 5 }],
  ])("that is a text is read as the number that it evidently means: %j", async (policy, read) => {
    const { kept, found } = await policyOf(policy);
    expect(kept).toMatchObject(read);
    expect(found.map(({ code, severity }) => `${severity} ${code}`)).toEqual(["warning rate-limit-invalid"]);
    expect((await policyOf(policy, true)).found.map(({ severity }) => severity)).toEqual(["error"]);
  });

  it("is told with its place, with what to write, and with what is assumed", async () => {
    expect((await policyOf({ q: 60, w: "1m" })).found).toEqual([
      {
        code: "rate-limit-invalid",
        severity: "warning",
        message: '"x-rate-limits.plans.free.policies.one.w" is "1m", and must be a number of seconds; it is read as 60.',
        hint: "Write w: 60.",
      },
    ]);
    const { found, places } = await policyOf({ q: "60", w: "PT1M" }, true);
    expect(found.map(({ severity, message, hint }) => [severity, message, hint])).toEqual([
      [
        "error",
        '"x-rate-limits.plans.free.policies.one.q" is "60", and must be a number.',
        "Write q: 60. Without `strict`, it is read as 60.",
      ],
      [
        "error",
        '"x-rate-limits.plans.free.policies.one.w" is "PT1M", and must be a number of seconds.',
        "Write w: 60. Without `strict`, it is read as 60.",
      ],
    ]);
    const policy = "/x-rate-limits/plans/free/policies/one";
    expect(places).toMatchObject([{ pointer: `${policy}/q` }, { pointer: `${policy}/w` }]);
  });

  it.each([
    [{ q: 60, w: 0 }, 'Here "w" is 0. Write { q: 60, w: 3600 }, which is 60 requests an hour.'],
    [{ q: -1, w: 60 }, 'Here "q" is -1. Write { q: 60, w: 3600 }, which is 60 requests an hour.'],
    [{ q: "0", w: 60 }, 'Here "q" is "0". Write { q: 60, w: 3600 }, which is 60 requests an hour.'],
    [{ q: 60, w: "P1M" }, 'Here "w" is "P1M". Write { q: 60, w: 3600 }, which is 60 requests an hour.'],
    [{ q: 60, w: "1M" }, 'Here "w" is "1M". Write { q: 60, w: 3600 }, which is 60 requests an hour.'],
    [{ q: "many" }, 'Here "q" is "many", and there is no "w". Write { q: 60, w: 3600 }, which is 60 requests an hour.'],
    [
      { rate: 0, burst: 0.5 },
      'Here "rate" is 0, and "burst" is 0.5. Write { rate: 2, burst: 40 }, which is 40 requests at once, and then 2 a second.',
    ],
    [{ concurrency: 0 }, 'Here "concurrency" is 0. Write { concurrency: 5 }.'],
    [{ spacing: -1 }, 'Here "spacing" is -1. Write { spacing: 0.2 }.'],
  ])("that no limit can have is an error where the description is held strictly, and says what to write: %j", async (policy, hint) => {
    const { kept, found } = await policyOf(policy, true);
    expect(kept).toBeUndefined();
    expect(found.map((each) => [each.severity, each.code, each.hint])).toEqual([
      ["error", "rate-limit-invalid", `${hint} Without \`strict\`, it is left out.`],
    ]);
    const lenient = await policyOf(policy);
    expect(lenient.found.map((each) => [each.severity, each.hint])).toEqual([["warning", hint]]);
    expect(lenient.found[0]?.message).toMatch(/; it is left out\.$/);
  });
});

describe("a key of a policy", () => {
  it.each([
    ["unit", "qu"],
    ["Unit", "qu"],
    ["quota", "q"],
    ["limit", "q"],
    ["Q", "q"],
    ["window", "w"],
    ["period", "w"],
    ["W", "w"],
    ["slidng", "sliding"],
    ["rat", "rate"],
    ["brust", "burst"],
    ["capacity", "burst"],
    ["concurency", "concurrency"],
    ["maxConcurrency", "concurrency"],
    ["spaceing", "spacing"],
    ["delay", "spacing"],
    ["Qu", "qu"],
    ["Per", "per"],
    ["scope", "per"],
  ])("that is not known is told with the one that it means: %s means %s", async (key, meant) => {
    const { found } = await policyOf({ q: 60, w: 60, [key]: 5 });
    expect(found.map(({ code, hint }) => [code, hint])).toEqual([["rate-limit-key-unknown", `Did you mean "${meant}"?`]]);
  });

  it("that means nothing is told with those that there are", async () => {
    const { found } = await policyOf({ q: 60, w: 60, colour: 5 });
    expect(found.map(({ hint }) => hint)).toEqual(["Known keys: q, w, sliding, rate, burst, concurrency, spacing, qu, per."]);
  });
});
