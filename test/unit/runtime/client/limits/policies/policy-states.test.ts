/** The state of every kind of policy as a store keeps it: as JSON, read by processes whose clocks differ. */
import { described } from "../gate-asking.js";
import { describe, expect, it } from "vitest";
import { addPlan } from "../../../../../../templates/runtime/client/limits/gate-policies.js";
import {
  admit,
  newGate,
  release,
  settle,
  type GateData,
  type GateRules,
  type Ticket,
} from "../../../../../../templates/runtime/client/limits/gate-state.js";
import { fixedWindow } from "../../../../../../templates/runtime/client/limits/policies/fixed-window.js";
import type { PolicyKind } from "../../../../../../templates/runtime/client/limits/policies/policy.js";
import { merge, readState } from "../../../../../../templates/runtime/client/limits/shared-gate-state.js";
import { dice, type Dice } from "../../../../../support/dice.js";
import { judgedLimits, type JudgedKind, type JudgedLimit } from "./judged-limits.js";

const start = Date.UTC(2030, 0, 1);
const day = 86_400_000;
const kinds = Object.keys(judgedLimits) as JudgedKind[];

interface Process {
  readonly dice: Dice;
  readonly limit: JudgedLimit;
  readonly rules: GateRules;
  gate: GateData;
  now: number;
  readonly tickets: Ticket[];
  readonly log: string[];
}

function newProcess(kind: JudgedKind, seed: number): Process {
  const d = dice(seed);
  const limit = judgedLimits[kind](d, kind);
  const known = new Map<string, PolicyKind>([[fixedWindow.kind, fixedWindow]]);
  if (limit.kind !== undefined) known.set(limit.kind.kind, limit.kind);
  const rules: GateRules = { kinds: known, maxConcurrency: 20, banRisk: false, by: "me", random: () => 0.5 };
  const gate = newGate();
  if (limit.planned !== undefined) addPlan(gate, [{ name: kind, limit: limit.planned, limits: described(limit.told ?? false) }], known);
  return { dice: d, limit, rules, gate, now: start, tickets: [], log: [] };
}

/** Something happens: a call is asked for, answered, lost or returned. */
function step(process: Process): void {
  const { dice: d, gate, limit, rules, tickets, log } = process;
  process.now += d.below(d.chance(0.7) ? 50 : 3000);
  const { now } = process;
  if (d.chance(0.55) || tickets.length === 0) {
    const said = admit(gate, { cost: d.chance(0.7) ? 1 : 1 + d.below(Math.min(5, limit.dearest)), exempt: d.chance(0.05) }, now, rules);
    log.push(typeof said === "number" ? String(said) : "sent");
    if (typeof said === "object") tickets.push(said);
    return;
  }
  const [ticket] = tickets.splice(d.below(tickets.length), 1);
  if (ticket === undefined) return;
  if (d.chance(0.1)) release(gate, ticket, now, rules);
  else if (d.chance(0.1)) settle(gate, { ticket, status: 0, reading: undefined }, now, rules, []);
  else {
    const fits = limit.limiter.wait(now, limit.costOf(ticket.call.cost)) === 0;
    if (fits) limit.limiter.take(now, limit.costOf(ticket.call.cost));
    const reading = limit.reading?.(now);
    const retry = fits || d.chance(0.5) ? {} : { retryIn: 1 + d.below(3000) };
    settle(gate, { ticket, status: fits ? 200 : 429, reading: { policies: reading ? [reading] : [], ...retry } }, now, rules, []);
    if (fits) limit.limiter.release(limit.costOf(ticket.call.cost));
  }
}

const stored = (gate: GateData): GateData => JSON.parse(JSON.stringify(gate)) as GateData;

/** When one more call of the usual cost may be sent, where nothing else happens. */
function nextAdmission({ gate, rules }: Pick<Process, "gate" | "rules">, now: number): number {
  let moment = now;
  for (let round = 0; round < 200; round += 1) {
    const said = admit(stored(gate), { cost: 1, exempt: false }, moment, rules);
    if (typeof said === "object") return moment;
    // Whoever waits for an answer looks again when leases are over.
    moment = said > moment ? said : moment + 30_000;
    if (said === Infinity) return Infinity;
  }
  return Infinity;
}

describe.each(kinds)("a state of the kind %s", (kind) => {
  it("goes on as it was after it has been JSON", () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const [kept, lived] = [newProcess(kind, seed), newProcess(kind, seed)];
      for (let count = 0; count < 120; count += 1) {
        step(lived);
        step(kept);
        kept.gate = stored(kept.gate);
      }
      expect([seed, kept.log]).toEqual([seed, lived.log]);
      expect(kept.gate).toEqual(stored(lived.gate));
    }
  });

  it.each([-400, 400, -3_600_000])("is read by a process whose clock is %d ms off, and holds nobody up for longer", (shift) => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const process = newProcess(kind, seed);
      for (let count = 0; count < 60; count += 1) step(process);
      const now = process.now + shift;
      const gate = readState(JSON.stringify(process.gate), [], process.rules, now);
      const own = nextAdmission({ gate: { ...stored(process.gate), flights: [] }, rules: process.rules }, process.now) - process.now;
      const wait = nextAdmission({ gate, rules: process.rules }, now) - now;
      expect([seed, wait <= own + Math.abs(shift) + 60_000, wait >= 0]).toEqual([seed, true, true]);
    }
  });

  it("keeps nobody waiting for longer than a day and some minutes where a clock had leapt by years", () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const process = newProcess(kind, seed);
      process.now += 20 * 365 * day;
      for (let count = 0; count < 60; count += 1) step(process);
      const gate = readState(JSON.stringify(process.gate), [], process.rules, start);
      expect([seed, nextAdmission({ gate, rules: process.rules }, start) - start]).toEqual([seed, expect.toSatisfy(within(day + 600_000))]);
      expect(JSON.stringify(gate)).not.toContain("null");
    }
  });

  it("lets a call go that was let through before and is not sent yet, as where it asks again by a timer of its own", () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const process = newProcess(kind, seed);
      for (let count = 0; count < 60; count += 1) step(process);
      const { gate, rules } = process;
      const now = nextAdmission(process, process.now);
      if (now === Infinity) continue;
      for (const later of [0, 1, 25, 250]) {
        const asked = { cost: 1, exempt: false };
        // A window, or a lease, may end meanwhile.
        if (typeof admit(stored(gate), asked, now + later, rules) === "number") continue;
        const state = stored(gate);
        const ticket = admit(state, asked, now, rules);
        if (typeof ticket === "number") throw new Error("It was not let through");
        release(state, ticket, now + later, rules);
        expect([seed, later, admit(state, asked, now + later, rules)]).toEqual([seed, later, expect.any(Object)]);
      }
    }
  });

  // When the last call of a window that is foreseen was sent is not moved with the rest.
  it.each(kind === "foreseen" ? [-400, 0] : [-400, 0, 90_000])(
    "is with the others again after it was alone, and no sooner open than either, %d ms apart",
    (shift) => {
      for (let seed = 1; seed <= 40; seed += 1) {
        const process = newProcess(kind, seed);
        for (let count = 0; count < 30; count += 1) step(process);
        const gate = stored(process.gate);
        gate.flights = [];
        for (let count = 0; count < 30; count += 1) step(process);
        const alone = { ...stored(process.gate), flights: [] };
        const now = process.now + shift;
        // What the others have kept meanwhile stands in the store's time.
        const others = stored(gate);
        merge(gate, alone, shift);
        const [before, apart, together] = [others, alone, gate].map((each, index) => {
          const moment = index === 1 ? process.now : now;
          return nextAdmission({ gate: each, rules: process.rules }, moment) - moment;
        }) as [number, number, number];
        expect([seed, before, apart, together]).toEqual([seed, before, apart, expect.toSatisfy(within(Infinity, apart))]);
        expect(stored(gate)).toEqual(gate);
      }
    },
  );
});

const within =
  (most: number, least = 0) =>
  (value: number): boolean =>
    value >= least && value <= most;
