/**
 * Fixed windows that begin without a probe, in place of those that all gates have: where windows are short and calls take long, to wait for
 * the answer of a probe would take much of each.
 */
import { findWindow, fixedWindow, isWindow, isWindowOver, type WindowData } from "./fixed-window.js";
import {
  admissible,
  countsIn,
  isOfRequests,
  longestJourney,
  probeOnly,
  reservedCost,
  unknownTime,
  unlimited,
  type CallKind,
  type CallOutcome,
  type GateView,
  type PolicyKind,
  type SentCall,
} from "./policy.js";
import type { PolicyReading } from "../limit-header-types.js";

interface ForeseenData extends WindowData {
  /** The window began by the clock alone: no answer has told it. */
  isForeseen?: boolean;
  /** What is under way of the calls that were sent in it. */
  flying?: number;
  /** How often a window was whole when it was expected to be, since that was wrong. */
  confirmed?: number;
  /** How long a window is at most, as those have shown that were whole at their first call. Milliseconds. */
  length?: number;
  /** What the first calls of windows were told of its end, and how long they took. Milliseconds. */
  firsts?: [resetIn: number, took: number][];
  /** Milliseconds that calls take. */
  took?: number;
  /** How often what is left has been halved, as others take of it, too: at most that is under way at once. */
  caution?: number;
}

export const foreseenWindow: PolicyKind = /* @__PURE__ */ foreseenKind();

function foreseenKind(): PolicyKind<ForeseenData> {
  return {
    ...fixedWindow,
    room(data, call, now, gate) {
      // Calls of earlier windows that are still under way count in those.
      const flying = Math.min(data.flying ?? unlimited, reservedCost(gate, data));
      const room = fixedWindow.room(data, call, now, { ...gate, flights: [] });
      // Where others take of what is left, only a part of it is under way at once.
      const isMuch = flying > 0 && flying + call.cost > data.remaining / 2 ** (data.caution ?? 0);
      if (room !== probeOnly) return room === admissible && isMuch ? unknownTime : room;
      const begin = foreseenBegin(data, call);
      if (begin <= now) return admissible;
      // Until the answer of a probe it would take longer.
      return begin - now < (data.took ?? 0) ? begin : room;
    },
    sent(data, call, now) {
      if (isWindowOver(data, now) && foreseenBegin(data, call) <= now) foresee(data, now);
      fixedWindow.sent?.(data, call, now);
      data.flying = (data.flying ?? 0) + call.cost;
      data.last = now;
    },
    unsent(policy, ticket) {
      fixedWindow.unsent?.(policy, ticket);
      landed(policy, ticket);
    },
    settled(data, outcome, gate) {
      // One without an answer may still come.
      if (outcome.reading !== undefined) landed(data, outcome.ticket);
      const { took = 0 } = data;
      if (outcome.reading !== undefined) data.took = took + (outcome.now - outcome.ticket.at - took) / 4;
      if (outcome.isRejected) data.confirmed = -1;
      if (outcome.isRejected && outcome.isCurrent && outcome.ticket.at >= data.at) data.caution = Math.min((data.caution ?? 0) + 1, 4);
      fixedWindow.settled?.(data, outcome, gate);
    },
    told: readForeseen,
  };
}

/** A call is no longer under way. */
function landed(data: ForeseenData, { at, call }: SentCall): void {
  if (at >= data.at) data.flying = (data.flying ?? 0) - call.cost;
}

/** When the next window begins: whatever way the service counts, no call from before counts any more. Infinity where nobody can know. */
function foreseenBegin(data: ForeseenData, { cost }: CallKind): number {
  const { confirmed = 0, length = Infinity, took = 0, most, resetAt, spread, last = 0 } = data;
  const isWorthwhile = confirmed > 0 && took * 20 > length && took > longestJourney && cost <= most;
  return isWorthwhile ? Math.max(resetAt + spread, last + length + longestJourney) : Infinity;
}

function foresee(data: ForeseenData, now: number): void {
  const { length = 0, most } = data;
  const resetAt = now + length + longestJourney;
  Object.assign(data, { at: now, resetAt, spent: 0, flying: 0, remaining: most, least: most, since: 0, late: 0, isForeseen: true });
}

/** An answer to a call from before a window that was foreseen says nothing of it. */
function readForeseen(gate: GateView, answer: CallOutcome, readings: readonly PolicyReading[]): readonly PolicyReading[] {
  const { at, call } = answer.ticket;
  const begun = gate.policies.filter((policy) => isWindow(policy) && (policy as ForeseenData).isForeseen === true && at < policy.at);
  const others = readings.filter((reading) => isOfRequests(reading) && !begun.some((policy) => policy === findWindow(gate, reading)));
  gate.policies = gate.policies.filter((policy) => !begun.includes(policy));
  const before = new Map(gate.policies.filter(isWindow).map((policy) => [policy, { ...policy }]));
  fixedWindow.told?.(gate, answer, others);
  for (const [policy, { at: began, resetAt, reported }] of before) {
    if (policy.at === began) continue;
    const data = policy as ForeseenData;
    data.isForeseen = false;
    data.caution = Math.max(0, (data.caution ?? 0) - 0.1);
    data.flying = reservedCost(gate, data) + (call.exempt || !countsIn(call, data) ? 0 : call.cost);
    // All of it is there again: so windows end when they are said to, and this one began with the call.
    const isFirst = !call.exempt && countsIn(call, data) && reported && at >= resetAt;
    data.confirmed = isFirst && isWhole(data, data.least, answer) ? (data.confirmed ?? 0) + 1 : 0;
  }
  for (const reading of others) measure(findWindow(gate, reading), reading, answer);
  gate.policies.push(...begun);
  return [];
}

/** Whether a call was the first of a window of which nothing else has been used. */
const isWhole = ({ at, limit = Infinity }: ForeseenData, remaining: number, { ticket }: CallOutcome): boolean =>
  ticket.at === at && remaining >= limit - ticket.call.cost;

/**
 * A service tells the end of a window as it is when the call comes, or when its answer goes: then it is the sooner, the longer the answer
 * took. Two first calls that took different times show which.
 */
function measure(data: ForeseenData | undefined, { remaining = -1, resetIn }: PolicyReading, answer: CallOutcome): void {
  if (data === undefined || !resetIn || !isWhole(data, remaining, answer)) return;
  const took = answer.now - answer.ticket.at;
  const firsts = (data.firsts = [...(data.firsts ?? []).slice(-3), [resetIn, took]]);
  data.length = Math.min(...firsts.map(([reset, time]) => reset + time));
  const resets = firsts.map(([reset]) => reset);
  const times = firsts.map(([, time]) => time);
  const [resetsDiffer, timesDiffer] = [resets, times].map((each) => Math.max(...each) - Math.min(...each)) as [number, number];
  if (timesDiffer > data.length / 10 && resetsDiffer < timesDiffer / 4) data.length = Math.max(...resets);
}
