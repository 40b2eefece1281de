/** What a gate says of calls that it holds back. */
import { beforeEach, describe, expect, it } from "vitest";
import { concurrency } from "../../../../../templates/runtime/client/limits/policies/concurrency.js";
import { spacing } from "../../../../../templates/runtime/client/limits/policies/spacing.js";
import { answered, askFor, begin, clock, described, events, gate, minute, newGate, pass, reading } from "./gate-asking.js";

beforeEach(begin);

/** What `heldBack` says, with the wait in milliseconds in place of the moment. */
const heldBack = (): readonly unknown[] =>
  gate
    .state()
    .heldBack.map(({ calls, policy, source, until }) => [
      calls,
      policy,
      source,
      until === undefined ? undefined : Number(until) - clock.now(),
    ]);

const reported = (): readonly unknown[] => events.filter(({ kind }) => kind === "held-back").map(({ policy }) => policy);

describe("what a gate holds back", () => {
  it("is nothing where no call waits", async () => {
    await answered(200, [minute]);
    expect(heldBack()).toEqual([]);
  });

  it("waits for the first answer, and nobody knows when it comes", async () => {
    await askFor(5);
    expect([heldBack(), reported()]).toEqual([[[4, undefined, "queue", undefined]], []]);
  });

  it("waits for the reset that the service tells of a policy", async () => {
    await answered(200, [{ ...minute, name: "minute", remaining: 0 }]);
    await askFor(7);
    expect([heldBack(), reported()]).toEqual([[[7, "minute", "reset", 60_000]], ["minute"]]);
    await pass(20_000);
    expect(heldBack()).toEqual([[7, "minute", "reset", 40_000]]);
  });

  it("waits for what a rejection says", async () => {
    await answered(429, [], 5000);
    await askFor(2);
    expect([heldBack(), reported()]).toEqual([[[2, undefined, "retry-after", 5000]], [undefined]]);
  });

  it("is told apart by the policies that calls count in", async () => {
    newGate({ plan: { search: { quota: 1, window: 60 }, core: { quota: 1, window: 3600 } } });
    for (const policy of ["search", "core"]) await answered(200, [], undefined, { policies: [policy] });
    await askFor(2, { policies: ["search"] });
    await askFor(3, { policies: ["core"] });
    expect(heldBack()).toEqual([
      [2, "search", "plan", 60_000],
      [3, "core", "plan", 3_600_000],
    ]);
    expect(reported()).toEqual(["search", "core"]);
  });

  it("is reported once per wait", async () => {
    await answered(200, [{ ...minute, name: "minute", remaining: 0 }]);
    for (let count = 0; count < 5; count += 1) await askFor(2);
    expect(reported()).toEqual(["minute"]);
    await pass(60_000);
    await askFor(1);
    expect(reported()).toEqual(["minute"]); // the probe is under way
  });

  it("is reported once a second at most, also where each call is held back", async () => {
    newGate({ plan: { pause: { spacing: 0.1 } }, kinds: [spacing], limits: described(false) });
    const askings = await askFor(31);
    for (let count = 0; count < 30; count += 1) {
      await pass(110);
      for (const { permit } of askings) permit?.answered(200, reading());
    }
    expect(reported()).toEqual(["pause", "pause", "pause"]);
  });

  it("waits for the calls under way where they are what is limited", async () => {
    newGate({ plan: { places: { concurrency: 2 } }, kinds: [concurrency], limits: described(false) });
    await askFor(5);
    expect([heldBack(), reported()]).toEqual([[[3, undefined, "queue", undefined]], []]);
  });
});
