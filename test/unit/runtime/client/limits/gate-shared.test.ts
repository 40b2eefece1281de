import { describe, expect, it, vi } from "vitest";
import {
  createGate,
  type CommonGate,
  type GateCall,
  type LimitEvent,
  type Permit,
} from "../../../../../templates/runtime/client/limits/gate.js";
import type { PolicyReading } from "../../../../../templates/runtime/client/limits/limit-header-types.js";
import { RateLimitError } from "../../../../../templates/runtime/client/limits/rate-limit-error.js";
import { sharedGates } from "../../../../../templates/runtime/client/limits/shared-gates.js";
import { fakeClock, type FakeClock } from "../../../../support/fake-clock.js";
import { memoryGateStore, type MemoryGateStore } from "../../../../support/memory-gate-store.js";
import { inContext } from "../../../../support/request-contexts.js";
import { seededRandom, simulatedService } from "../../../../support/simulated-service.js";

const call: GateCall = { cost: 1, exempt: false, priority: "interactive", maxWait: 600_000 };
const minute: PolicyReading = { limit: 60, remaining: 59, resetIn: 60_000 };

interface Processes {
  readonly clock: FakeClock;
  readonly store: MemoryGateStore;
  readonly events: LimitEvent[];
  readonly start: () => CommonGate;
}

/** Processes with one store; its clock is an hour before theirs unless `ahead` says otherwise. `foreign`: requests have contexts of their own, and what is touched of others'. */
function processes(foreign?: string[], latency = 2, ahead = 3_600_000): Processes {
  const clock = fakeClock(undefined, foreign && { onForeignTimer: (problem) => void foreign.push(problem) });
  const store = memoryGateStore(clock, latency, ahead);
  const events: LimitEvent[] = [];
  let seed = 0;
  const start = (): CommonGate => {
    const gateStore = sharedGates(store, () => "fingerprint");
    const settings = { clock, random: seededRandom((seed += 1)), gateStore, onLimit: (event: LimitEvent) => void events.push(event) };
    const gate = createGate("https://petstore.test", "s3cr3t", settings);
    gate.join(settings);
    return gate;
  };
  return { clock, store, events, start };
}

/** The permits that calls have got after some milliseconds. */
async function permits(clock: FakeClock, gate: CommonGate, count: number, ms = 100): Promise<Permit[]> {
  const got: Permit[] = [];
  for (let number = 0; number < count; number += 1) {
    Promise.resolve(gate.enter(call)).then(
      (permit) => got.push(permit),
      () => undefined,
    );
  }
  await clock.runUntil(clock.now() + ms);
  return got;
}

describe("processes that share a gate", () => {
  it.each([3_600_000, -3_600_000])(
    "say of a call that costs more than a window that it never goes, whatever their clocks differ by: %i",
    async (ahead) => {
      const { clock, start } = processes(undefined, 2, ahead);
      const gate = start();
      const [first] = await permits(clock, gate, 1);
      first?.answered(200, { policies: [{ ...minute, name: "minute" }] });
      let error: unknown;
      void Promise.resolve(gate.enter({ ...call, cost: 61 })).catch((reason: unknown) => (error = reason));
      await clock.runUntil(clock.now() + 1000);
      expect(error).toMatchObject({ message: 'Never: the call costs more than the limit "minute" has in a window (reset)' });
    },
  );

  it("send one first call between them, and no more than is left", async () => {
    const { clock, start } = processes();
    const [a, b] = [start(), start()];
    const first = await permits(clock, a, 40);
    const second = await permits(clock, b, 40);
    expect([first.length, second.length]).toEqual([1, 0]);
    first[0]?.answered(200, { policies: [{ ...minute, remaining: 50 }] });
    await clock.runUntil(clock.now() + 1000);
    expect(first.length + second.length).toBe(51);
  });

  it("know of the end of a probe before its caller has the answer, which may be the last that it waits for", async () => {
    const { clock, start } = processes();
    const [a, b] = [start(), start()];
    const [first] = await permits(clock, a, 1);
    first?.answered(200, { policies: [minute] });
    const told = vi.fn();
    void first?.stored()?.then(told);
    await clock.runUntil(clock.now() + 50);
    expect(told).toHaveBeenCalled();
    // So of the last call under way, after which the process may end. The others go on at once.
    for (const gate of [a, b]) {
      const got = await permits(clock, gate, 3);
      const isAwaited = got.map((permit) => {
        permit.answered(200, { policies: [minute] });
        return permit.stored() !== undefined;
      });
      expect(isAwaited).toEqual([false, false, true]);
    }
  });

  it("are all closed by a rejection of one of them, and send one call after it", async () => {
    const { clock, start } = processes();
    const [a, b] = [start(), start()];
    const [first] = await permits(clock, a, 1);
    first?.answered(429, { policies: [], retryIn: 10_000 });
    const got = [await permits(clock, a, 3), await permits(clock, b, 3)];
    expect(b.state()).toMatchObject({ state: "closed", retryAt: a.state().retryAt });
    expect(Math.abs((a.state().retryAt?.getTime() ?? 0) - clock.now() - 9800)).toBeLessThan(120);
    await clock.runUntil(clock.now() + 9000);
    expect(got.flat()).toHaveLength(0);
    await clock.runUntil(clock.now() + 3000);
    expect(got.flat()).toHaveLength(1);
  });

  it("send nothing that the store has let through after a rejection has come", async () => {
    const { clock, start } = processes();
    const gate = start();
    const [first] = await permits(clock, gate, 1);
    first?.answered(200, { policies: [{ ...minute, remaining: 50, resetIn: 600_000 }] });
    const [second] = await permits(clock, gate, 1);
    const late = permits(clock, gate, 3, 1);
    await late;
    // The store is at work on the three.
    second?.answered(429, { policies: [], retryIn: 10_000 });
    await clock.runUntil(clock.now() + 9000);
    expect(await late).toHaveLength(0);
    await clock.runUntil(clock.now() + 3000);
    expect(await late).toHaveLength(1);
  });

  it("tell who cannot wait so long, though a rejection holds up those who could go", async () => {
    const { clock, start } = processes();
    const gate = start();
    const [first] = await permits(clock, gate, 1);
    first?.answered(200, { policies: [{ ...minute, remaining: 2, resetIn: 600_000 }] });
    const [second] = await permits(clock, gate, 1);
    const late = permits(clock, gate, 1, 1);
    let refused: unknown;
    Promise.resolve(gate.enter({ ...call, maxWait: 0 })).catch((error: unknown) => (refused = error));
    await late;
    // The store is at work: one may go, and there is nothing left for the other.
    second?.answered(429, { policies: [], retryIn: 10_000 });
    await clock.runUntil(clock.now() + 100);
    expect([await late, refused]).toEqual([[], expect.any(RateLimitError)]);
  });

  it("take the calls of a process that has died for sent", async () => {
    const { clock, start } = processes();
    const [a, b] = [start(), start()];
    const [first] = await permits(clock, a, 1);
    first?.answered(200, { policies: [{ ...minute, remaining: 50, resetIn: 3_600_000 }] });
    expect(await permits(clock, a, 30)).toHaveLength(30);
    expect(await permits(clock, b, 30)).toHaveLength(20);
    expect(b.state().inFlight).toBe(50);
    await clock.runUntil(clock.now() + 310_000);
    // What the other one had under way has been used, as far as anybody knows; what this one has it knows itself.
    expect(await permits(clock, b, 30)).toHaveLength(0);
    expect(b.state()).toMatchObject({ inFlight: 20, policies: [{ remaining: 0 }] });
  });

  it("give back at once what a call had got that was aborted meanwhile", async () => {
    const { clock, start } = processes();
    const [a, b] = [start(), start()];
    await clock.runUntil(clock.now() + 100);
    const controller = new AbortController();
    const aborted = Promise.resolve(a.enter({ ...call, signal: controller.signal })).catch((error: unknown) => error);
    clock.after(1.5, () => {
      controller.abort("no longer wanted");
    });
    await clock.runUntil(clock.now() + 50);
    expect(await aborted).toBe("no longer wanted");
    expect(await permits(clock, b, 5)).toHaveLength(1);
  });

  it("200 calls at once from two processes are all sent, none rejected, at 95 % of the rate and more", async () => {
    const { clock, start } = processes();
    const service = simulatedService({
      policies: [{ name: "minute", limit: 60, window: 60_000 }],
      telling: "trio",
      retryAfter: "exact",
      banAt: 3,
    });
    const begin = clock.now();
    let end = begin;
    const send = async (gate: CommonGate): Promise<void> => {
      const permit = await gate.enter(call);
      await clock.wait(20);
      const { status, reading } = service.request(clock.now(), call);
      await clock.wait(20);
      end = clock.now();
      permit.answered(status, reading);
    };
    const gates = [start(), start()];
    const all = Promise.all(Array.from({ length: 200 }, (_, index) => send(gates[index % 2] ?? start())));
    await clock.runUntil(begin + 600_000);
    await all;
    expect(Object.fromEntries(service.counts)).toEqual({ 200: 200 });
    expect(180_000 / (end - begin)).toBeGreaterThan(0.95);
  });

  it.each(["is away", "hangs"] as const)("go on alone while the store %s, and together when it is back", async (state) => {
    const { clock, store, events, start } = processes();
    const [a, b] = [start(), start()];
    const [first] = await permits(clock, a, 1);
    first?.answered(200, { policies: [{ ...minute, remaining: 50, resetIn: 600_000 }] });
    await permits(clock, b, 0);
    store.state = state === "hangs" ? state : "away";
    const [second] = await permits(clock, a, 1, 3000);
    second?.answered(429, { policies: [], retryIn: 60_000 });
    await clock.runUntil(clock.now() + 3000);
    expect(a.state().state).toBe("closed");
    store.state = "there";
    const late = await permits(clock, a, 1, 8000);
    const other = await permits(clock, b, 1, 8000);
    // What the one has learned alone the other one knows now.
    expect([late.length, other.length, b.state().state]).toEqual([0, 0, "closed"]);
    const told = events.map(({ kind }) => kind).filter((kind) => kind.startsWith("store"));
    expect(told).toContain("store-away");
    expect(told.at(-1)).toBe("store-back");
  });

  it("do not go on alone for one connection that breaks", async () => {
    const { clock, store, events, start } = processes();
    const [a, b] = [start(), start()];
    const [first] = await permits(clock, a, 1);
    first?.answered(200, { policies: [{ ...minute, remaining: 2, resetIn: 60_000 }] });
    await permits(clock, b, 0);
    store.state = "away";
    const asked = permits(clock, a, 3, 10);
    await asked;
    store.state = "there";
    await clock.runUntil(clock.now() + 500);
    const got = await permits(clock, b, 3, 500);
    expect(got.length).toBeLessThanOrEqual(2);
    expect(events.filter(({ kind }) => kind === "store-away")).toEqual([]);
  });

  it("wait for a store that is slow for as long as it says", async () => {
    const { clock, events, start } = processes(undefined, 3000);
    const [a, b] = [start(), start()];
    const got = [await permits(clock, a, 5, 5000), await permits(clock, b, 5, 5000)];
    expect(got.flat()).toHaveLength(1);
    expect(events.filter(({ kind }) => kind === "store-away")).toEqual([]);
  });

  it("keep no credential in the store, and no timer when nobody waits", async () => {
    const { clock, store, start } = processes();
    const gate = start();
    const [permit] = await permits(clock, gate, 1);
    permit?.answered(200, { policies: [minute] });
    await clock.runUntil();
    expect(clock.timers).toBe(0);
    expect(JSON.stringify([...store.texts])).not.toContain("s3cr3t");
  });

  describe("where each request has a context of its own, and ends when it is answered", () => {
    /** One request after the other, each of a process; some are cancelled right after they were sent. Gives what the store holds, and the time. */
    async function oneAfterTheOther(isCancelled: (index: number) => boolean) {
      const { clock, store, start } = processes([]);
      const gates = [start(), start()];
      const begin = clock.now();
      let end = begin;
      for (let index = 0; index < 20; index += 1) {
        const context = { name: index, isDead: false };
        const request = async (): Promise<void> => {
          const permit = await gates[index % 2]?.enter(call);
          clock.after(1, () => {
            context.isDead ||= isCancelled(index);
          });
          await clock.wait(40);
          permit?.answered(200, { policies: [{ ...minute, remaining: 59 - index, resetIn: 600_000 }] });
          await permit?.stored();
          end = clock.now();
          context.isDead = true;
        };
        void inContext(context, request);
        while (!context.isDead) await clock.runUntil(clock.now() + 10);
      }
      const state = JSON.parse([...store.texts.values()][0] ?? "") as { readonly flights: readonly { readonly count: number }[] };
      return { took: end - begin, underWay: state.flights.reduce((sum, { count }) => sum + count, 0) };
    }

    it("the store knows of every answer", async () => {
      const { took, underWay } = await oneAfterTheOther(() => false);
      expect(underWay).toBe(0);
      expect(took).toBeLessThan(2000);
    });

    it("nobody waits for long for one that was cancelled", async () => {
      const { took } = await oneAfterTheOther((index) => index % 5 === 1);
      expect(took).toBeLessThan(10_000);
    });
  });

  describe("whose store has lost all that it had, and is there", () => {
    it("stay closed until the time that one of them was told", async () => {
      const { clock, store, events, start } = processes();
      const [a, b, c] = [start(), start(), start()];
      const [first] = await permits(clock, a, 1);
      first?.answered(429, { policies: [], retryIn: 10_000 });
      const got = [await permits(clock, b, 3), await permits(clock, c, 3)];
      store.forget();
      got.push(await permits(clock, c, 3), await permits(clock, a, 3), await permits(clock, b, 3));
      await clock.runUntil(clock.now() + 9000);
      expect([got.flat().length, a.state().state, b.state().state]).toEqual([0, "closed", "closed"]);
      await clock.runUntil(clock.now() + 3000);
      expect(got.flat()).toHaveLength(1);
      expect(events.filter(({ kind }) => kind === "store-away")).toEqual([]);
      // Each of them has lost it.
      const warnings = events.filter(({ kind }) => kind === "warning").map(({ message }) => message);
      expect(new Set(warnings)).toEqual(new Set(["The store of the gate has lost what it had: each process puts in again what it knows"]));
    });

    it("send no more than is left, whatever the others have under way", async () => {
      const { clock, store, start } = processes();
      const [a, b] = [start(), start()];
      const [first] = await permits(clock, a, 1);
      first?.answered(200, { policies: [{ ...minute, remaining: 50, resetIn: 600_000 }] });
      const sent = [await permits(clock, b, 20), await permits(clock, a, 10)];
      store.forget();
      // One of them is silent for a while: its calls count nevertheless.
      sent.push(await permits(clock, a, 40), await permits(clock, b, 40));
      expect(sent.flat()).toHaveLength(50);
    });

    it.each(["all", "the last changes"])("put in what they know once where %s was lost, and then go on as before", async (lost) => {
      const { clock, store, start } = processes();
      const gates = [start(), start(), start()];
      const [first] = await permits(clock, start(), 1);
      first?.answered(200, { policies: [{ ...minute, remaining: 50, resetIn: 600_000 }] });
      await clock.runUntil(clock.now() + 100);
      const before = store.copy();
      const eachOnce = async (): Promise<void> => {
        for (const gate of gates) (await permits(clock, gate, 1))[0]?.answered(200, { policies: [] });
      };
      const beginning = (): unknown => (JSON.parse([...store.texts.values()][0] ?? "") as { readonly since: number }).since;
      await eachOnce();
      if (lost === "all") store.forget();
      else store.restore(before);
      await eachOnce();
      const begun = beginning();
      expect(begun).not.toBe((JSON.parse([...before.values()][0] ?? "") as { readonly since: number }).since);
      for (let round = 0; round < 3; round += 1) await eachOnce();
      expect(beginning()).toBe(begun);
      await clock.runUntil(clock.now() + 100);
      expect(gates[2]?.state()).toMatchObject({ state: "paced", policies: [{ remaining: 35 }] });
    });

    it("are not held up by what a process knew long ago", async () => {
      const { clock, store, start } = processes();
      const [a, b] = [start(), start()];
      const [first] = await permits(clock, a, 1);
      first?.answered(429, { policies: [], retryIn: 10_000 });
      await permits(clock, a, 0);
      await clock.runUntil(clock.now() + 3_600_000);
      store.forget();
      const [probe] = await permits(clock, b, 1);
      probe?.answered(200, { policies: [{ ...minute, remaining: 50, resetIn: 600_000 }] });
      const got = [await permits(clock, b, 5), await permits(clock, a, 5)];
      expect([got.flat().length, a.state().state]).toEqual([10, "paced"]);
    });
  });

  it("take up again what a store has lost of the last changes, as one that takes over from another does", async () => {
    const { clock, store, start } = processes();
    const [a, b] = [start(), start()];
    const [first] = await permits(clock, a, 1);
    first?.answered(200, { policies: [{ ...minute, remaining: 50, resetIn: 600_000 }] });
    const [second] = await permits(clock, a, 1);
    await permits(clock, b, 0);
    const before = store.copy();
    second?.answered(429, { policies: [], retryIn: 60_000 });
    await clock.runUntil(clock.now() + 100);
    store.restore(before);
    const late = [await permits(clock, a, 3), await permits(clock, b, 3)];
    expect([late.flat().length, a.state().state, b.state().state]).toEqual([0, "closed", "closed"]);
  });

  it("begin anew where the store has something else under the key", async () => {
    const { clock, store, start } = processes();
    void store.update("fingerprint.2", () => ({ state: '{"known":true}', ttl: 1000, value: undefined }));
    await clock.runUntil(clock.now() + 100);
    expect(await permits(clock, start(), 5)).toHaveLength(1);
  });
});
