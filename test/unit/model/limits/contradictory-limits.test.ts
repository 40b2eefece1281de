import { describe, expect, it } from "vitest";
import { judged } from "../../../../src/diagnostic/strictness.js";
import { outcomeOf } from "../../../support/api.js";

const free = { policies: { minute: { q: 60, w: 60 } } };

async function outcome(limits: object, own?: object, strict = false) {
  const said = own === undefined ? {} : { "x-rate-limit": own };
  const paths = { "/a": { get: { responses: { 429: { description: "Slow down" } }, ...said } } };
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, "x-rate-limits": limits, paths }, undefined, 1);
  const { value, diagnostics } = await outcomeOf(text);
  const found = judged(diagnostics, { strict }).map(({ code, severity, message, hint, at }) => [
    `${severity} ${code}`,
    message,
    hint,
    (at as { pointer: string }).pointer,
  ]);
  return { limits: value?.rateLimits, operation: value?.operations[0]?.rateLimit, found };
}

describe("an operation that is exempt", () => {
  it("counts in no policy and has no cost: each that stands beside it is told", async () => {
    const { operation, found } = await outcome({ plans: { free } }, { exempt: true, policies: ["minute"], cost: 2 });
    expect(operation).toMatchObject({ exempt: true });
    const told = (key: string) => [
      "warning rate-limit-invalid",
      `"x-rate-limit.${key}" says how calls are counted, and "exempt" beside it that they are not; "exempt" holds.`,
      "Leave out one of the two.",
      `/paths/~1a/get/x-rate-limit/${key}`,
    ];
    expect(found).toHaveLength(2);
    expect(found).toEqual(expect.arrayContaining([told("policies"), told("cost")]));
    const [strictly] = (await outcome({ plans: { free } }, { exempt: true, cost: 2 }, true)).found;
    expect(strictly?.[0]).toBe("error rate-limit-invalid");
    expect((await outcome({ plans: { free } }, { exempt: false, cost: 2, policies: ["minute"] })).found).toEqual([]);
  });

  it("is so by its group, too", async () => {
    const groups = { all: { paths: "/**", exempt: true, cost: 3 } };
    const { found } = await outcome({ plans: { free }, groups });
    expect(found.map(([code, , , at]) => [code, at])).toEqual([["warning rate-limit-invalid", "/x-rate-limits/groups/all/cost"]]);
  });
});

describe("a plan", () => {
  it.each([
    [{ policies: {} }, "/x-rate-limits/plans/big/policies"],
    [{ title: "Big" }, "/x-rate-limits/plans/big"],
  ])("without policies is said to be unlimited: %j", async (big, place) => {
    const hint = "Say `custom: true` where its figures are agreed with each customer; leave it so where no limit is meant.";
    expect((await outcome({ plans: { free, big } })).found).toEqual([
      ["info plan-unlimited", 'The plan "big" has no policies: it is unlimited.', hint, place],
    ]);
    expect((await outcome({ plans: { free, big: { custom: true } } })).found).toEqual([]);
  });

  it.each([
    [{ policy: { minute: { q: 60, w: 60 } } }, "policy"],
    [{ title: "Big", Policies: {} }, "Policies"],
    [{ q: 60, w: 60 }, "q"],
  ])("whose policies stand under another key is an error where a description is held strictly: %j", async (big, key) => {
    const lost = (found: readonly (readonly unknown[])[]): unknown => found.find(([code]) => String(code).endsWith("rate-limit-invalid"));
    const told: readonly unknown[] = [
      expect.stringContaining(`The plan "big" has no policies, and "x-rate-limits.plans.big.${key}" says none`),
      expect.stringContaining("`policies: {"),
    ];
    const place = `/x-rate-limits/plans/big/${key}`;
    expect(lost((await outcome({ plans: { free, big } }, undefined, true)).found)).toEqual(["error rate-limit-invalid", ...told, place]);
    expect(lost((await outcome({ plans: { free, big } })).found)).toEqual(["warning rate-limit-invalid", ...told, place]);
    expect((await outcome({ plans: { free, big: { ...big, custom: true } } })).found.map(([code]) => code)).not.toContain(
      "warning rate-limit-invalid",
    );
  });

  it("that is custom cannot be the default: a server would have no figures", async () => {
    const plans = { free, big: { custom: true } };
    const { limits, found } = await outcome({ plans, defaultPlan: "big" }, undefined, true);
    expect(limits?.defaultPlan).toBeUndefined();
    expect(found).toEqual([
      [
        "error plan-default-custom",
        'The default plan "big" is custom: it has no figures that a server could hold callers to.',
        "Name a plan that has policies, or leave `defaultPlan` out. Without `strict`, no plan is the default.",
        "/x-rate-limits/defaultPlan",
      ],
    ]);
    expect((await outcome({ plans, defaultPlan: "free" })).limits?.defaultPlan).toBe("free");
  });
});
