import { beforeEach, describe, expect, it } from "vitest";
import type { GateCall } from "../../../../../templates/runtime/client/limits/gate.js";
import type { GateSettings } from "../../../../../templates/runtime/client/limits/gate-registry.js";
import type { PolicyReading } from "../../../../../templates/runtime/client/limits/limit-header-types.js";
import { settled } from "../../../../support/fake-clock.js";
import { answered, askFor, begin, clock, gate, minute, newGate, pass, reading, sent } from "./gate-asking.js";

beforeEach(begin);

describe("a closed gate", () => {
  beforeEach(() => answered(200, [minute]));

  it("lets nothing go, exempt or not, then one call, then the others", async () => {
    await answered(429, [], 5000);
    const askings = [...(await askFor(3)), ...(await askFor(3, { exempt: true }))];
    expect(gate.state()).toMatchObject({ state: "closed", retryAt: new Date(clock.now() + 5000), waiting: 6 });
    await pass(4999);
    expect(sent(askings)).toBe(0);
    await pass(1);
    expect([gate.state().state, sent(askings)]).toEqual(["probe", 1]);
    await pass(59_999);
    expect(sent(askings)).toBe(1);
    askings[0]?.permit?.answered(200, reading([{ ...minute, resetIn: 120_000 }]));
    await settled();
    expect(sent(askings)).toBe(6);
  });

  it.each([503, 403])("is closed by a %i that names a time, and not by one that does not", async (status) => {
    await answered(status, [minute]);
    expect(gate.state().state).toBe("paced");
    await answered(status, [minute], 3000);
    expect(gate.state().state).toBe("closed");
  });

  it.each<[string, Partial<GateSettings>, PolicyReading[], number | undefined, number]>([
    ["Retry-After", {}, [{ ...minute, remaining: 0, resetIn: 40_000 }], 3000, 3000],
    ["the reset of what is spent", {}, [{ ...minute, remaining: 0, resetIn: 40_000 }], undefined, 40_000],
    ["a reset alone", {}, [{ limit: 60, resetIn: 30_000 }], undefined, 30_000],
    ["a second where the plan has room", { plan: { minute: { quota: 5, window: 60 } } }, [], undefined, 1000],
    ["no longer than a window of the plan", { plan: { blink: { quota: 5, window: 0.25 } } }, [], undefined, 250],
    [
      "the window of the plan that is spent",
      { plan: { day: { quota: 9, window: 86_400 }, minute: { quota: 2, window: 60 } } },
      [],
      undefined,
      60_000,
    ],
    ["a second", {}, [], undefined, 1000],
    ["a second where Retry-After is 0", {}, [], 0, 1000],
    ["a second where Retry-After is 0, and not for a window", { plan: { minute: { quota: 5, window: 60 } } }, [], 0, 1000],
  ])("waits for %s", async (_, settings, policies, retryIn, wait) => {
    newGate(settings);
    await answered(200);
    const start = clock.now();
    await answered(429, policies, retryIn);
    expect(gate.state().retryAt).toEqual(new Date(start + wait));
  });

  it("is never closed for shorter than it was", async () => {
    const askings = await askFor(3);
    askings[0]?.permit?.answered(429, reading([], 10_000));
    askings[1]?.permit?.answered(429, reading([], 2000));
    askings[2]?.permit?.answered(200, reading([minute]));
    expect(gate.state()).toMatchObject({ state: "closed", retryAt: new Date(clock.now() + 10_000) });
  });

  it("doubles the wait when the call after it is rejected, up to a minute", async () => {
    const waits = [];
    await answered(429);
    for (let time = 0; time < 9; time += 1) {
      waits.push(((gate.state().retryAt?.getTime() ?? 0) - clock.now()) / 1000);
      await pass((waits.at(-1) ?? 0) * 1000);
      await answered(429);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it("waits longer by chance, never shorter", async () => {
    newGate({ random: () => 0.5 });
    await answered(429, [], 10_000);
    expect(gate.state().retryAt).toEqual(new Date(clock.now() + 10_050));
  });

  it("counts calls that were rejected together as one rejection", async () => {
    for (const { permit } of await askFor(10)) permit?.answered(429, reading());
    expect(gate.state().retryAt).toEqual(new Date(clock.now() + 1000));
  });

  it("waits again when the answer to the one call is lost", async () => {
    await answered(429, [], 1000);
    const askings = await askFor(2);
    await pass(1000);
    askings[0]?.permit?.lost();
    await settled();
    expect([gate.state().state, sent(askings)]).toEqual(["closed", 1]);
    await pass(1000);
    expect(sent(askings)).toBe(2);
  });

  it("lets nobody follow a slow call where who goes on risks a ban", async () => {
    newGate({ banRisk: true });
    await answered(429, [], 1000);
    const askings = await askFor(2);
    await pass(120_000);
    expect(sent(askings)).toBe(1);
  });

  it("waits for a policy that is spent besides the one that was violated", async () => {
    const day = { name: "day", limit: 100, remaining: 0, resetIn: 50_000 };
    await answered(429, [{ ...minute, name: "minute", remaining: 0, resetIn: 5200 }, day], 5000);
    const askings = await askFor(2);
    await pass(49_999);
    expect(sent(askings)).toBe(0);
    await pass(1);
    expect(sent(askings)).toBe(1);
  });
});

describe("a rejection of a call whose operation has policies of its own", () => {
  const core = { name: "core", limit: 5000, remaining: 4000, resetIn: 3_000_000 };
  const search = { name: "search", limit: 30, remaining: 0, resetIn: 40_000 };
  const ofSearch = { policies: ["search"] };
  const ofCore = { policies: ["core"] };

  beforeEach(async () => {
    newGate({
      plan: { core: { quota: 5000, window: 3600 }, search: { quota: 30, window: 60 }, all: { quota: 9000, window: 3600 } },
      banRisk: true,
    });
    await answered(200, [core], undefined, ofCore);
  });

  it.each<[string, number, readonly PolicyReading[], number | undefined]>([
    ["a 429 that tells which is spent", 429, [search], undefined],
    ["a 403 that tells which is spent", 403, [search], undefined],
    ["one that tells it by its quota", 429, [{ ...search, name: undefined }], undefined],
    ["one that asks to come back now", 429, [search], 0],
  ])("holds back those that count in the same, and no other: %s", async (_, status, policies, retryIn) => {
    const [call] = await askFor(1, ofSearch);
    call?.permit?.answered(status, { ...reading(policies, retryIn), isRejection: true });
    const [searches, others] = [await askFor(3, ofSearch), await askFor(3, ofCore)];
    expect([sent(searches), sent(others), sent(await askFor(1, { exempt: true }))]).toEqual([0, 3, 1]);
    await pass(39_999);
    expect(sent(searches)).toBe(0);
    await pass(1);
    expect(sent(searches)).toBe(1);
    // The window is over, and it is rejected again: others have taken it.
    searches[0]?.permit?.answered(429, reading([search]));
    expect([sent(await askFor(3, ofCore)), sent(searches)]).toEqual([3, 1]);
  });

  it.each<[string, Partial<GateCall>, readonly PolicyReading[], number | undefined]>([
    ["without figures", ofSearch, [], undefined],
    ["with a time, which may be of more than what is spent", ofSearch, [search], 60_000],
    ["with a time, while something is left", ofSearch, [{ ...search, remaining: 9 }], 60_000],
    ["of a policy of all calls", {}, [{ name: "all", limit: 9000, remaining: 0, resetIn: 40_000 }], undefined],
    ["of a policy that no group names", ofSearch, [{ name: "all", limit: 9000, remaining: 0, resetIn: 40_000 }], undefined],
  ])("shuts the gate for all where it is one %s", async (_, asked, policies, retryIn) => {
    const [call] = await askFor(1, asked);
    call?.permit?.answered(429, reading(policies, retryIn));
    expect(gate.state().state).toBe("closed");
    expect(sent(await askFor(3, ofCore))).toBe(0);
  });
});
