import { describe, expect, it } from "vitest";
import { admissible } from "../../../../../../templates/runtime/client/limits/policies/policy.js";
import { spacing } from "../../../../../../templates/runtime/client/limits/policies/spacing.js";
import { planned } from "./policy-alone.js";

const start = 1_000_000;
const second = { spacing: 1 };

describe("calls that are kept apart", () => {
  it.each([
    [0.2, 210],
    [1, 1050],
    [10, 10_050],
  ])("by %d seconds are %d ms apart, as some are faster on their way than others", (seconds, expected) => {
    const { room, send } = planned(spacing, { spacing: seconds });
    expect(room(start)).toBe(admissible);
    send(start);
    expect([room(start), room(start + expected - 1)]).toEqual([start + expected, start + expected]);
    expect(room(start + expected)).toBe(admissible);
  });

  it("have a policy that tells when there is room again, and how long that takes at most", () => {
    const { data, send, reject, room } = planned(spacing, second);
    for (let count = 0; count < 40; count += 1) reject(send(start), start);
    send(start);
    expect(data.resetAt).toBe(room(start));
    expect([data.window, data.resetAt]).toEqual([1500, start + 1500]);
  });

  it("have one call left, or none while they have to wait", () => {
    const { left, send } = planned(spacing, second);
    expect(left(start)).toBe(1);
    send(start);
    expect([left(start), left(start + 1049), left(start + 1050)]).toEqual([0, 0, 1]);
  });

  it.each([
    ["one that came too close", { retryIn: 1000 }, 1100],
    ["one that was told nothing", {}, 1100],
    ["one that was told a longer time, which is another limit's", { retryIn: 1001 }, 1050],
    ["one that was sent before the gate was shut", { isStale: true }, 1050],
  ])("are as far apart as they need after the rejection of %s", (_, answer, expected) => {
    const { reject, send, room } = planned(spacing, second);
    reject(send(start), start + 10, answer);
    send(start);
    expect(room(start)).toBe(start + expected);
  });

  it("are no further apart after answers", () => {
    const { accept, send, room } = planned(spacing, second);
    accept(send(start), start + 10);
    expect(room(start + 10)).toBe(start + 1050);
  });

  it("are as far apart as the stricter of two plans says, whichever came first", () => {
    for (const [first, then] of [
      [1, 3],
      [3, 1],
    ] as const) {
      const [own, other] = [planned(spacing, { spacing: first }), planned(spacing, { spacing: then })];
      spacing.restrict?.(own.data, other.data);
      own.send(start);
      expect(own.room(start)).toBeGreaterThanOrEqual(start + 3000);
    }
  });

  it("are a plan's, and need no first call to show what is left where no header tells it", () => {
    const [untold, told] = [false, true].map((isTold) => planned(spacing, second, isTold).data);
    expect([untold, told]).toMatchObject([
      { planned: true, untold: true },
      { planned: true, untold: false },
    ]);
    expect(spacing.plan("p", { quota: 1, window: 1 }, undefined)).toBeUndefined();
  });
});
