/** The functions of a gate's state, one by one: what they say and change is reckoned by hand. */
import { describe, expect, it } from "vitest";
import { addPlan } from "../../../../../templates/runtime/client/limits/gate-policies.js";
import {
  admit,
  blockingLimit,
  isForgettable,
  maxTime,
  modeOf,
  newGate,
  release,
  settle,
  unblock,
  type CountedCall,
  type GateData,
  type GateRules,
  type Ticket,
} from "../../../../../templates/runtime/client/limits/gate-state.js";
import type { LimitReading, PolicyReading } from "../../../../../templates/runtime/client/limits/limit-header-types.js";
import { fixedWindow } from "../../../../../templates/runtime/client/limits/policies/fixed-window.js";
import { otherUnits } from "../../../../../templates/runtime/client/limits/policies/other-units.js";
import { unknownTime, type LimitNotice, type PolicyKind } from "../../../../../templates/runtime/client/limits/policies/policy.js";
import { slidingWindow } from "../../../../../templates/runtime/client/limits/policies/sliding-window.js";
import { spacing } from "../../../../../templates/runtime/client/limits/policies/spacing.js";
import type { PolicyLimit } from "../../../../../templates/runtime/shared/rate-limits.js";
import { described } from "./gate-asking.js";

const now = 1_000_000;
const usual: CountedCall = { cost: 1, exempt: false };
const nothing: LimitReading = { policies: [] };
const kinds = new Map<string, PolicyKind>([fixedWindow, slidingWindow, spacing, otherUnits].map((kind: PolicyKind) => [kind.kind, kind]));
const rules: GateRules = { kinds, maxConcurrency: Infinity, banRisk: false, by: "", random: () => 0 };
const known = (more: Partial<GateData> = {}): GateData => ({ ...newGate(), known: true, ...more });

function send(gate: GateData, at = now, call = usual, more: Partial<GateRules> = {}): Ticket {
  const ticket = admit(gate, call, at, { ...rules, ...more });
  if (typeof ticket === "number") throw new Error(`It has to wait: ${ticket}`);
  return ticket;
}

/** How many calls go at once. */
function atOnce(gate: GateData, more: Partial<GateRules> = {}, call = usual): number {
  let count = 0;
  for (; count < 100 && typeof admit(gate, call, now, { ...rules, ...more }) === "object"; count += 1);
  return count;
}

/** What there is to report of an answer. */
function answer(
  gate: GateData,
  ticket: Ticket,
  status: number,
  reading?: LimitReading,
  at = now,
  more: Partial<GateRules> = {},
): LimitNotice[] {
  const notices: LimitNotice[] = [];
  settle(gate, { ticket, status, reading }, at, { ...rules, ...more }, notices);
  return notices;
}

const told = (...policies: PolicyReading[]): LimitReading => ({ policies });

/** A gate with one policy of a plan, of which no header tells. */
function planned(limit: PolicyLimit): GateData {
  const gate = newGate();
  addPlan(gate, [{ name: "p", limit, limits: described(false) }], kinds);
  return gate;
}

describe("a call that is sent to ask how things stand", () => {
  it.each([
    ["15 seconds where nothing is known", {}, false, 15_000],
    ["a minute where the gate was shut", { until: now }, false, 60_000],
    ["five minutes where the gate was shut and a rejection risks a ban", { until: now }, true, 300_000],
  ])("is waited for, for %s", (_, more, banRisk, lease) => {
    const gate = { ...newGate(), ...more };
    const ticket = send(gate, now, usual, { banRisk, by: "me" });
    expect([gate.lease, gate.probe, ticket.probe, ticket.shut]).toEqual([now + lease, `me ${now}`, `me ${now}`, "until" in more]);
    expect(admit(gate, usual, now + lease - 1, rules)).toBe(unknownTime);
    expect(typeof admit(gate, usual, now + lease, rules)).toBe("object");
  });

  it("is waited for no longer when it is answered, or was not sent; another's answer changes nothing", () => {
    const lost = (gate: GateData, ticket: Ticket): unknown => answer(gate, ticket, 500);
    const returned = (gate: GateData, ticket: Ticket): void => {
      release(gate, ticket, now, rules);
    };
    for (const done of [lost, returned]) {
      const gate = newGate();
      const ticket = send(gate);
      done(gate, { ...ticket, probe: "other" });
      expect(gate.lease).toBe(now + 15_000);
      done(gate, ticket);
      expect(gate.lease).toBe(0);
    }
  });

  it("goes not where the plan has no room, also while nothing is known", () => {
    const cold = (): GateData => {
      const gate = newGate();
      addPlan(gate, [{ name: "p", limit: { quota: 1, window: 60 }, limits: described(true) }], kinds);
      return gate;
    };
    const lost = cold();
    answer(lost, send(lost), 0);
    expect(admit(lost, usual, now + 1000, rules)).toBeGreaterThan(now + 1000);
    const underWay = cold();
    send(underWay);
    expect(admit(underWay, usual, now + 15_000, rules)).toBe(unknownTime);
  });

  it("waits not for calls from before the gate was shut", () => {
    const gate = known();
    const [first] = [send(gate), send(gate), send(gate)];
    answer(gate, first, 429, { ...nothing, retryIn: 1000 });
    expect(send(gate, now + 1000).shut).toBe(true);
  });

  it("goes not before the time until which the gate is shut", () => {
    expect(admit(known({ until: now + 5 }), usual, now, rules)).toBe(now + 5);
    expect(admit(known({ until: now + 5 }), { ...usual, exempt: true }, now, rules)).toBe(now + 5);
  });
});

describe("calls at once", () => {
  it("are ten where no limit is known, or as many as the caller says", () => {
    expect([atOnce(known()), atOnce(known(), { maxConcurrency: 3 }), atOnce(known(), { maxConcurrency: 50 })]).toEqual([10, 3, 50]);
  });

  it("are as many as were answered since the last rejection, whatever the caller says", () => {
    expect([atOnce(known({ trust: 2 })), atOnce(known({ trust: 2 }), { maxConcurrency: 50 })]).toEqual([2, 2]);
  });

  it("are as many as policies say where a call counts in one that is planned or told", () => {
    expect([atOnce(planned({ quota: 40, window: 60 })), atOnce(planned({ quota: 40, window: 60 }), { maxConcurrency: 30 })]).toEqual([
      40, 30,
    ]);
    expect(atOnce(planned({ quota: 40, window: 60 }), {}, { ...usual, policies: [] })).toBe(10);
    const gate = known();
    answer(gate, send(gate), 200, told({ name: "w", limit: 60, remaining: 40, resetIn: 5000 }));
    expect(atOnce(gate)).toBe(40);
  });

  it("are ten again where the service no longer tells of a policy that is not planned", () => {
    const gate = known();
    answer(gate, send(gate), 200, told({ name: "w", limit: 60, remaining: 40, resetIn: 5000 }));
    for (const at of [6000, 7000]) answer(gate, send(gate, now + at), 200, nothing, now + at);
    let count = 0;
    for (; count < 50 && typeof admit(gate, usual, now + 8000, rules) === "object"; count += 1);
    expect(count).toBe(10);
  });

  it("leave out those that are exempt", () => {
    const gate = known();
    const exempt = Array.from({ length: 20 }, () => send(gate, now, { ...usual, exempt: true }));
    expect([gate.flights.length, gate.sent]).toEqual([0, 20]);
    for (const ticket of exempt.slice(5)) answer(gate, ticket, 200, nothing);
    for (const ticket of exempt.slice(0, 5)) release(gate, ticket, now, rules);
    expect(atOnce(gate)).toBe(10);
  });

  it("are counted by what they count for, of each process", () => {
    const gate = planned({ quota: 40, window: 60 });
    send(gate);
    send(gate, now + 1);
    send(gate, now + 2, { ...usual, cost: 2 });
    send(gate, now + 3, { ...usual, policies: ["p"] });
    const last = send(gate, now + 4, usual, { by: "other" });
    expect(gate.flights).toEqual([
      { by: "", at: now, cost: 1, policies: undefined, count: 2, seen: now + 1 },
      { by: "", at: now, cost: 2, policies: undefined, count: 1, seen: now + 2 },
      { by: "", at: now, cost: 1, policies: ["p"], count: 1, seen: now + 3 },
      { by: "other", at: now, cost: 1, policies: undefined, count: 1, seen: now + 4 },
    ]);
    send(gate, now + 1000);
    expect(gate.flights[4]).toMatchObject({ at: now + 1000, count: 1 });
    release(gate, last, now + 9, { by: "other", kinds });
    expect(gate.flights).toHaveLength(4);
    expect(gate.policies[0]?.calls?.length).toBe(5);
  });
});

describe("a policy", () => {
  it("of a kind that this process does not know holds nothing back, and breaks nothing", () => {
    const gate = known({ policies: [{ kind: "unheard of", name: "u", planned: true, limit: 1, resetAt: now + 5000 }] });
    expect(answer(gate, send(gate), 200, nothing)).toEqual([]);
    release(gate, send(gate), now, rules);
    expect(blockingLimit(gate, usual, now, kinds)).toEqual({ at: now, source: "queue" });
  });

  it("of other units has nothing to take back for a call that was not sent", () => {
    const gate = known();
    answer(gate, send(gate), 200, told({ unit: "tokens", limit: 1000, remaining: 900, resetIn: 5000 }));
    const before = JSON.stringify(gate.policies);
    release(gate, send(gate), now, rules);
    expect(JSON.stringify(gate.policies)).toBe(before);
  });
});

describe("an answer", () => {
  it("shows the limits of a credential, unless the call is exempt and nothing is told", () => {
    for (const [call, reading, expected] of [
      [usual, nothing, true],
      [{ ...usual, exempt: true }, nothing, false],
      [{ ...usual, exempt: true }, told({ limit: 9, remaining: 8, resetIn: 1000 }), true],
    ] as const) {
      const gate = newGate();
      answer(gate, send(gate, now, call), 200, reading);
      expect(gate.known).toBe(expected);
    }
  });

  it("lets one more call go at once, unless the gate was shut for it or has been since", () => {
    const gate = known({ trust: 4 });
    const late = send(gate);
    answer(gate, send(gate), 200, nothing);
    expect(gate.trust).toBe(5);
    answer(gate, { ...late, epoch: -1 }, 200, nothing);
    expect(gate.trust).toBe(5);
    const shut = known({ trust: 4, until: now - 1 });
    answer(shut, send(shut), 200, nothing);
    expect(shut.trust).toBe(4);
  });

  it("opens a gate that was shut when its call was sent, and nothing where it has been shut since", () => {
    const shut = { until: now, strikes: 3, signs: 2, rejectedAt: now - 5, blocked: true };
    const gate = known(shut);
    const ticket = send(gate);
    answer(gate, { ...ticket, epoch: -1 }, 200, nothing);
    expect(gate).toMatchObject(shut);
    answer(gate, ticket, 200, nothing);
    expect(gate).toMatchObject({ until: 0, strikes: 0, signs: 0, rejectedAt: 0, blocked: false });
  });

  it.each([
    ["a failure of the service", 500, nothing, now + 8000],
    ["none at all", 0, undefined, now + 8000],
    ["a failure with limits", 500, told({ limit: 9, remaining: 8, resetIn: 1000 }), 0],
    ["the last of those that are no failures", 499, nothing, 0],
  ])("keeps the gate shut where it is %s", (_, status, reading, until) => {
    const gate = known({ until: now, strikes: 3 });
    answer(gate, send(gate), status, reading);
    expect(gate.until).toBe(until);
    const open = known();
    answer(open, send(open), status, reading);
    expect(open.until).toBe(0);
  });

  it("out of a cache, or of a call that was given up before, changes as much as it must", () => {
    const gate = newGate();
    answer(gate, send(gate), 429, { ...nothing, cached: true });
    expect([gate.known, gate.until, gate.flights]).toEqual([false, 0, []]);
    const ticket = send(gate);
    settle(gate, { ticket, status: 200, reading: nothing, isLate: true }, now, rules, []);
    expect([gate.known, gate.flights[0]?.count]).toEqual([true, 1]);
  });
});

describe("a rejection", () => {
  it("shuts the gate for a second, and for twice as long after each probe that is rejected, a minute at most", () => {
    const gate = known();
    let at = now;
    const waits = Array.from({ length: 9 }, () => {
      answer(gate, send(gate, at), 429, nothing, at);
      const wait = gate.until - at;
      at = gate.until;
      return wait;
    });
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(gate).toMatchObject({ strikes: 6, epoch: 9, trust: 1, source: "backoff", policy: undefined });
  });

  it("does not count again where the gate has been shut since, and never opens it sooner", () => {
    const gate = known();
    const [first, second] = [send(gate), send(gate)];
    answer(gate, first, 429, { ...nothing, retryIn: 5000 });
    answer(gate, second, 429, nothing);
    expect(gate).toMatchObject({ until: now + 5000, source: "retry-after", strikes: 0, epoch: 2 });
    const shut = known({ until: now });
    answer(shut, { ...send(shut), epoch: -1 }, 429, nothing);
    expect(shut.strikes).toBe(0);
  });

  it("is spread by up to a hundredth of its time, a second at most, or by all of it where the service names none", () => {
    for (const [retryIn, expected] of [
      [5000, 5050],
      [200_000, 201_000],
      [undefined, 2000],
    ] as const) {
      const gate = known();
      answer(gate, send(gate), 429, { ...nothing, ...(retryIn !== undefined && { retryIn }) }, now, { random: () => 1 });
      expect(gate.until).toBe(now + expected);
    }
  });

  it("waits no shorter than for one without a time, where a probe is rejected", () => {
    const gate = known({ until: now, strikes: 2 });
    answer(gate, send(gate), 429, { ...nothing, retryIn: 100 });
    expect(gate).toMatchObject({ until: now + 8000, source: "retry-after" });
  });

  it.each([
    ["no longer than a window of the plan", 2, 1500],
    ["longer each time, once several probes were in vain: there is a penalty of which nothing is described", 5, 12_000],
  ])("waits %s, where there is no time", (_, strikes, wait) => {
    const gate = planned({ spacing: 1 });
    gate.strikes = strikes;
    gate.until = now;
    answer(gate, send(gate), 429, nothing);
    expect(gate.until).toBe(now + wait);
  });

  it("is of the window that the service tells to be used up, the last of several", () => {
    const gate = known();
    answer(
      gate,
      send(gate),
      429,
      told({ name: "a", limit: 9, remaining: 0, resetIn: 2000 }, { name: "b", limit: 90, remaining: 0, resetIn: 9000 }),
    );
    expect(gate).toMatchObject({ until: now + 9000, source: "reset", policy: "b" });
  });

  it("with a time is of the window that ends then, whose end it tells", () => {
    const gate = known();
    const windows = told({ name: "a", limit: 9, remaining: 0, resetIn: 20_000 }, { name: "b", limit: 90, remaining: 0, resetIn: 90_000 });
    answer(gate, send(gate), 429, { ...windows, retryIn: 22_000 });
    expect(gate).toMatchObject({ until: now + 22_000, source: "retry-after", policy: "a" });
    expect(gate.policies.map(({ resetAt }) => resetAt)).toEqual([now + 22_000, now + 90_000]);
  });

  it("is of what the plan has no room for, unless the service names a time, were it none", () => {
    for (const [retryIn, source, policy] of [
      [undefined, "plan", "p"],
      [0, "backoff", undefined],
      [700, "retry-after", undefined],
    ] as const) {
      const gate = planned({ quota: 2, window: 60, sliding: true });
      const tickets = [send(gate), send(gate)];
      const lost = tickets[0];
      if (lost === undefined) throw new Error("No call");
      // Another has taken its place meanwhile.
      gate.policies[0]?.calls?.push([now, 1]);
      answer(gate, lost, 429, { ...nothing, ...(retryIn !== undefined && { retryIn }) });
      expect([gate.source, gate.policy]).toEqual([source, policy]);
    }
  });

  it("is one by its status, or where headers and body say so", () => {
    const gate = known();
    answer(gate, send(gate), 403, { ...nothing, isRejection: true });
    expect([gate.until, gate.rejectedAt, gate.epoch]).toEqual([now + 1000, 0, 1]);
    const other = known({ signs: 2 });
    answer(other, send(other), 429, nothing);
    expect([other.until, other.rejectedAt, other.signs]).toEqual([now + 1000, now, 0]);
  });
});

describe("a ban", () => {
  const forbidding: CountedCall = { ...usual, forbids: false };
  /** After so many answers of 403 in a row, each to a probe, the last rejection being so long ago. */
  function banned(count: number, ago = 10, call = forbidding, reading = nothing): GateData {
    const gate = known({ rejectedAt: now - ago, until: now - 1 });
    for (let sent = 0; sent < count; sent += 1) answer(gate, send(gate, now, call), 403, reading);
    return gate;
  }

  it("is what three probes in a row are told that may not be forbidden", () => {
    expect([banned(2).blocked, banned(3).blocked, banned(3).until]).toEqual([false, true, now + 600_000]);
    expect([banned(2).until, banned(2).signs, banned(3).epoch]).toEqual([now - 1, 2, 1]);
  });

  it("is none before any rejection, also by a clock that has not been set", () => {
    const gate = known();
    for (let count = 0; count < 5; count += 1) answer(gate, send(gate, 5, forbidding), 403, nothing, 5);
    expect([gate.blocked, gate.signs]).toEqual([false, 0]);
  });

  it("is none of one answer without a time, also where a rejection risks a ban", () => {
    const gate = known({ rejectedAt: now - 10 });
    answer(gate, send(gate, now, { ...usual, forbids: true }), 403, nothing, now, { banRisk: true });
    expect(gate.blocked).toBe(false);
  });

  it("is none ten minutes after the last rejection, nor of a call that may be forbidden, nor with limits", () => {
    expect([banned(3, 599_999).blocked, banned(3, 600_000).blocked]).toEqual([true, false]);
    expect([banned(3, 10, usual).blocked, banned(3, 10, { ...usual, forbids: true }).blocked]).toEqual([false, false]);
    expect(banned(3, 10, forbidding, told({ limit: 9, remaining: 8, resetIn: 1000 })).blocked).toBe(false);
  });

  it("is known at once where a description speaks of bans, for ever, or for the time that is named", () => {
    for (const [retryIn, until] of [
      [0, maxTime],
      [5000, now + 5000],
    ] as const) {
      const gate = known({ rejectedAt: now - 10 });
      answer(gate, send(gate), 403, { ...nothing, retryIn, isRejection: true }, now, { banRisk: true });
      expect(gate).toMatchObject({ blocked: true, until, rejectedAt: until, epoch: 1 });
    }
    const usualGate = known({ rejectedAt: now - 10 });
    answer(usualGate, send(usualGate), 403, { ...nothing, retryIn: 5000, isRejection: true });
    expect(usualGate).toMatchObject({ blocked: false, until: now + 5000 });
  });

  it("ends where a caller says so, and nothing else does", () => {
    const gate = banned(3);
    unblock(gate, now + 5);
    expect([gate.until, gate.rejectedAt]).toEqual([now + 5, now + 5]);
    const shut = known({ until: now + 9 });
    unblock(shut, now + 5);
    expect(shut.until).toBe(now + 9);
  });
});

describe("what is told of a gate", () => {
  it("is its mode", () => {
    const reported = [{ kind: "window", planned: false, resetAt: 0, reported: true }];
    for (const [gate, expected] of [
      [newGate(), "cold"],
      [known(), "open"],
      [known({ policies: reported }), "paced"],
      [known({ until: now + 1 }), "closed"],
      [known({ until: now + 1, blocked: true }), "blocked"],
      [known({ until: now, blocked: true }), "probe"],
      [{ ...newGate(), until: now }, "probe"],
      [known({ lease: now + 1, policies: reported }), "probe"],
      [known({ lease: now, policies: reported }), "paced"],
    ] as const)
      expect([gate, modeOf(gate, now)]).toEqual([gate, expected]);
  });

  it("is once that a tenth or less is left of what calls use up, while its window lasts", () => {
    const gate = known();
    const low = (remaining: number, limit = 100): LimitNotice[] =>
      answer(gate, send(gate), 200, told({ name: "w", limit, remaining, resetIn: 5000 }));
    expect([low(11), low(10), low(9)]).toEqual([[], [{ kind: "nearly-spent", policy: "w" }], []]);
    const over = known();
    expect(answer(over, send(over), 200, told({ name: "w", limit: 100, remaining: 0, resetIn: 0 }))).toEqual([]);
    const units = known();
    expect(answer(units, send(units), 200, told({ unit: "tokens", limit: 1000, remaining: 100, resetIn: 5000 }))).toHaveLength(1);
    const apart = planned({ spacing: 1 });
    expect(answer(apart, send(apart), 200, nothing)).toEqual([]);
  });

  it("is once that its limits are none of the plan's", () => {
    const gate = newGate();
    addPlan(gate, [{ name: "p", limit: { quota: 9, window: 60 }, limits: described(true) }], kinds);
    const reading = told({ name: "q", limit: 60, remaining: 40, resetIn: 5000 });
    expect([answer(gate, send(gate), 200, reading), answer(gate, send(gate), 200, reading)]).toEqual([[{ kind: "plan-mismatch" }], []]);
  });

  it("is that it may be forgotten when no call is under way and nothing that it knows counts any more", () => {
    const policy = { kind: "window", planned: false };
    for (const [more, expected] of [
      [{}, true],
      [{ flights: [{ by: "", cost: 1, count: 1, seen: now }] }, false],
      [{ flights: [{ by: "", cost: 1, count: 0, seen: now }] }, true],
      [{ until: now + 1 }, false],
      [{ until: now }, true],
      [{ rejectedAt: now - 599_999 }, false],
      [{ rejectedAt: now - 600_000 }, true],
      [{ policies: [{ ...policy, resetAt: now }] }, true],
      [
        {
          policies: [
            { ...policy, resetAt: now },
            { ...policy, resetAt: now + 1 },
          ],
        },
        false,
      ],
    ] as const)
      expect([more, isForgettable(known(more as Partial<GateData>), now)]).toEqual([more, expected]); // readonly here
    // A clock that has not been set.
    expect(isForgettable(known(), 5)).toBe(true);
  });

  it("is what a call waits for, and until when", () => {
    const why = (gate: GateData, call = usual) => blockingLimit(gate, call, now, kinds);
    expect(why(known({ until: now + 5, source: "retry-after", policy: "p" }))).toEqual({ at: now + 5, source: "retry-after", policy: "p" });
    expect([why(known({ until: now })), why(known({ lease: now + 7 }))]).toEqual([
      { at: now, source: "queue" },
      { at: now + 7, source: "queue" },
    ]);
    const gate = planned({ quota: 1, window: 60, sliding: true });
    addPlan(gate, [{ name: "apart", limit: { spacing: 1 }, limits: described(false) }], kinds);
    send(gate);
    expect(why(gate)).toEqual({ at: now + 60_250, source: "plan", policy: "p" });
    expect(why(gate, { ...usual, policies: ["apart"] })).toEqual({ at: now + 1050, source: "plan", policy: "apart" });
    expect(why(gate, { ...usual, cost: 2 })).toEqual({ at: maxTime, source: "plan", policy: "p" });
    const reported = known();
    answer(reported, send(reported), 200, told({ name: "w", limit: 9, remaining: 0, resetIn: 5000 }));
    expect(why(reported)).toEqual({ at: now + 5000, source: "reset", policy: "w" });
    const full = known();
    answer(full, send(full), 200, told({ name: "w", limit: 9, remaining: 1, resetIn: 5000 }));
    send(full);
    // Where it is but the answer of another, there is no time.
    expect(why(full)).toEqual({ at: now, source: "queue" });
  });
});
