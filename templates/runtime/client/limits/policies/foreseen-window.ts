/**
 * Fixed windows that begin without the answer of a probe, in place of those that all gates have: where windows are short and calls take
 * long, to wait for it would take much of each.
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
  type PolicyData,
  type PolicyKind,
  type SentCall,
} from "./policy.js";
import type { PolicyReading } from "../limit-header-types.js";

interface ForeseenData extends WindowData {
  /** The window began by the clock alone: no answer has told it. `until`: until then nothing but probes is sent in it. */
  isForeseen?: boolean;
  /** What is under way of the calls that were sent in it. */
  flying?: number;
  /** How often a window was whole when it was expected to be, since that was wrong. */
  confirmed?: number;
  /** Milliseconds that calls take. */
  took?: number;
  /** How often what is left has been halved, as others take of it, too: at most that is under way at once. */
  caution?: number;
  /** The service tells the end of a window as of the coming of a call, however long its answer takes. */
  isEarly?: boolean;
  /** An answer has told the end of this window so. */
  isSure?: boolean;
}

export const foreseenWindow: PolicyKind = /* @__PURE__ */ foreseenKind();

function foreseenKind(): PolicyKind<ForeseenData> {
  return {
    ...fixedWindow,
    room(data, call, now, gate) {
      // Calls of earlier windows that are still under way count in those.
      const flying = Math.min(data.flying ?? unlimited, reservedCost(gate, data));
      const room = fixedWindow.room(data, call, now, { ...gate, flights: [] });
      if (room === admissible) {
        if (data.isForeseen && now < (data.until ?? 0)) return probeOnly;
        // Whoever is turned away is told so at once: a probe that has no answer yet was taken.
        if (data.isForeseen) gate.known = true;
        // Where others take of what is left, only a part of it is under way at once.
        return flying > 0 && flying + call.cost > data.remaining / 2 ** (data.caution ?? 0) ? unknownTime : room;
      }
      const begin = room === probeOnly ? foreseenBegin(data, call) : Infinity;
      if (begin <= now) return admissible;
      // Until a probe has had time for its answer it would take longer.
      return begin - now < patienceOf(data) ? begin : room;
    },
    sent(data, call, now) {
      if (data.planned && isWindowOver(data, now)) foresee(data, call, now);
      fixedWindow.sent?.(data, call, now);
      data.flying = (data.flying ?? 0) + call.cost;
      data.last = now;
    },
    unsent(data, ticket) {
      fixedWindow.unsent?.(data, ticket);
      landed(data, ticket);
      // A probe that was not sent has begun none.
      if (data.isForeseen && data.flying === 0 && data.until) data.resetAt = data.at;
    },
    settled(data, outcome, gate) {
      // One without an answer may still come.
      if (outcome.reading !== undefined) landed(data, outcome.ticket);
      const { took = 0 } = data;
      if (outcome.reading !== undefined) data.took = took + (outcome.now - outcome.ticket.at - took) / 4;
      if (outcome.isRejected) Object.assign(data, { confirmed: -1, isEarly: false });
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

/** Milliseconds by which a window is told to end sooner than expected where that is more than what is rounded, and a journey. */
const shorterBy = 1500;

/** Milliseconds that it is worth it to wait for an answer. */
const patienceOf = ({ window = 0 }: ForeseenData): number => Math.max(longestJourney, window / 20);

/** When the next window begins: whatever way the service counts, no call from before counts any more. Infinity where nobody can know. */
function foreseenBegin(data: ForeseenData, { cost }: CallKind): number {
  const { confirmed = 0, window = Infinity, took = 0, most, resetAt, last = 0, at, planned, isSure } = data;
  if (!planned || confirmed <= 0 || took <= patienceOf(data) || cost > most) return Infinity;
  // All came at its beginning.
  return isSure && last < at + 2 * longestJourney ? resetAt : last + window + longestJourney;
}

function foresee(data: ForeseenData, call: CallKind, now: number): void {
  const { window = 0, limit = 0, late } = data;
  const isProbed = foreseenBegin(data, call) > now;
  const resetAt = now + window + longestJourney;
  // What was sent near the end may count in this one.
  const spent = isProbed && data.resetAt > 0 ? late : 0;
  const until = isProbed ? now + patienceOf(data) : 0;
  const remaining = limit - spent;
  Object.assign(data, { at: now, resetAt, until, spent, flying: 0, remaining, least: remaining, most: limit, since: 0, late: 0 });
  Object.assign(data, { isForeseen: true, isSure: false });
}

/** An answer to a call from before a window that was foreseen says nothing of it. */
function readForeseen(gate: GateView, answer: CallOutcome, readings: readonly PolicyReading[]): readonly PolicyReading[] {
  const { ticket, now } = answer;
  const { at, call } = ticket;
  const late = Math.max(0, now - at - longestJourney);
  const begun = gate.policies.filter((policy) => isWindow(policy) && (policy as ForeseenData).isForeseen === true && at < policy.at);
  const before = new Map(gate.policies.filter(isWindow).map((policy) => [policy, { ...policy }]));
  const own: ForeseenData[] = [];
  const ends = new Map<PolicyData, number>();
  const others = readings.filter(isOfRequests).flatMap((reading) => {
    const data: ForeseenData | undefined = findWindow(gate, reading);
    const { resetIn = 0, remaining = -1 } = reading;
    if (data === undefined) return [reading];
    // No window is longer than it is described, but for what is rounded; and no call was sent since that may have begun another.
    if (data.planned && resetIn > 0 && at >= (data.last ?? 0) && resetIn + late > (data.window ?? Infinity) + 1000) data.isEarly = true;
    const { limit = Infinity, confirmed = 0, planned } = data;
    // All of it is there again: so windows end when they are said to, and this one began with the call.
    if (!call.exempt && countsIn(call, data) && remaining >= limit - call.cost) {
      data.confirmed = confirmed + 1;
      if (at === data.at && planned) {
        data.isSure = true;
        if (resetIn > 0) ends.set(data, now + resetIn);
      }
    } else if (at >= data.at && confirmed > 0 && remaining >= 0 && remaining < limit - data.spent) data.confirmed = 0;
    if (begun.includes(data)) return [];
    own.push(data);
    return data.isEarly && resetIn > 0 ? [{ ...reading, resetIn: Math.max(1, resetIn - late) }] : [reading];
  });
  gate.policies = gate.policies.filter((policy) => !begun.includes(policy));
  fixedWindow.told?.(gate, answer, others);
  for (const data of own) {
    const { at: began = 0, spent = 0, resetAt = 0, isForeseen = false, reported } = (before.get(data) ?? {}) as Partial<ForeseenData>;
    if (isForeseen || data.at !== began) data.caution = Math.max(0, (data.caution ?? 0) - 0.1);
    data.isForeseen = false;
    // What is told for the first time is no other window.
    if (isForeseen && reported === false) Object.assign(data, { at: began, spent, resetAt: Math.min(data.resetAt, resetAt) });
    else if (data.at !== began) data.flying = reservedCost(gate, data) + (call.exempt || !countsIn(call, data) ? 0 : call.cost);
    if (at >= data.at && data.isEarly) data.isSure = true;
    // The service's windows are much shorter than they are described.
    const end = ends.get(data) ?? Infinity;
    if (isForeseen && end < data.resetAt - shorterBy) Object.assign(data, { resetAt: end, isSure: false });
  }
  gate.policies.push(...begun);
  return [];
}
