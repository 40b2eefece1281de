import { describe, expect, it } from "vitest";
import { isTold } from "../../../../../../templates/runtime/client/limits/policies/told-limits.js";
import type { RateLimits } from "../../../../../../templates/runtime/shared/rate-limits.js";

describe("whether headers tell what is left of a policy", () => {
  it.each([
    ["is not known, and is taken for so, without a description", undefined, true],
    ["is so where those of the IETF are described", { ietf: true }, true],
    ["is not so where none are described", {}, false],
    ["is so where headers of no policy are described", { headers: { remaining: "X-Left" } }, true],
    ["is so where headers of the policy are described", { headers: [{ policy: "q" }, { policy: "p" }] }, true],
    ["is not so where all headers are of others", { headers: [{ policy: "q" }, { policy: "r" }] }, false],
  ] as const)("%s", (_, limits: Partial<RateLimits> | undefined, expected) => {
    expect(isTold(limits && { key: { credential: true }, plans: {}, ...limits }, "p")).toBe(expected);
  });
});
