/**
 * A service with limits, in virtual time: fixed windows that begin with the first request in them, a ban for who goes on after a
 * rejection, and all that can be wrong with what it tells.
 */
import type { LimitReading, PolicyReading } from "../../templates/runtime/client/limits/limit-header-types.js";

export interface ServicePolicy {
  readonly name: string;
  readonly limit: number;
  /** Milliseconds. */
  readonly window: number;
}

/** What a service tells of its limits: all policies by name, the one of which least is left, what is left alone, or nothing. */
export type Telling = "named" | "trio" | "remaining" | "nothing";

export interface ServiceHabits {
  readonly policies: readonly ServicePolicy[];
  readonly telling: Telling;
  /** What a rejection says of the time to come back. */
  readonly retryAfter: "exact" | "short" | "nothing";
  /** Requests within a closed window until the key is banned. */
  readonly banAt?: number;
  /** Milliseconds that a ban lasts, as told; for good when absent. */
  readonly banFor?: number;
  /** What another program uses as soon as a window begins. */
  readonly others?: number;
  /** What becomes of a reading on its way. */
  readonly distort?: (reading: LimitReading) => LimitReading;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly reading: LimitReading;
}

export interface ServiceCall {
  readonly cost: number;
  readonly policies?: readonly string[] | undefined;
  readonly exempt: boolean;
}

export interface SimulatedService {
  /** `sent`: when the request set out. Who was rejected after that could not know of it. */
  request(now: number, call: ServiceCall, sent?: number): ServiceAnswer;
  /** Another program on the key uses up to that of each policy, and never more than there is. */
  take(now: number, cost: number): void;
  /** Answers by status. */
  readonly counts: ReadonlyMap<number, number>;
  /** Requests between a rejection and the time that it named. */
  readonly whileClosed: number;
}

/** `latency`: milliseconds that an answer needs. */
export function simulatedService(habits: ServiceHabits, latency = 20): SimulatedService {
  const windows = habits.policies.map((policy) => ({ ...policy, used: 0, resetAt: 0 }));
  const counts = new Map<number, number>();
  const random = seededRandom(1);
  let closedUntil = 0;
  let rejectedAt = Infinity;
  let inClosed = 0;
  let bannedUntil = 0;
  let whileClosed = 0;

  const readings = (now: number): readonly PolicyReading[] => {
    const all = windows.map(({ name, limit, used, resetAt, window }) => ({
      name,
      limit,
      remaining: limit - used,
      resetIn: Math.max(resetAt - now, 0),
      window,
    }));
    const least = all.toSorted((a, b) => a.remaining / a.limit - b.remaining / b.limit || b.window - a.window)[0];
    if (habits.telling === "nothing" || least === undefined) return [];
    if (habits.telling === "named") return all;
    const { limit, remaining, resetIn } = least;
    return [habits.telling === "trio" ? { limit, remaining, resetIn } : { remaining }];
  };

  const answer = (status: number, now: number, retryIn?: number): ServiceAnswer => {
    counts.set(status, (counts.get(status) ?? 0) + 1);
    const reading: LimitReading = {
      policies: readings(now),
      ...(retryIn !== undefined && { retryIn }),
      ...(status === 403 && retryIn !== undefined && { isRejection: true }),
    };
    return { status, reading: habits.distort?.(reading) ?? reading };
  };

  function begin(now: number, begun: typeof windows): void {
    for (const window of begun) {
      if (now < window.resetAt) continue;
      window.used = Math.min(habits.others ?? 0, window.limit - 1);
      window.resetAt = now + window.window;
    }
  }

  function take(now: number, cost: number): void {
    begin(now, windows);
    const most = Math.min(cost, ...windows.map(({ limit, used }) => limit - used));
    for (const window of windows) window.used += most;
  }

  function request(now: number, call: ServiceCall, sent = now): ServiceAnswer {
    if (now < bannedUntil) return answer(403, now, habits.banFor === undefined ? undefined : bannedUntil - now);
    if (now < closedUntil && sent > rejectedAt + latency) {
      whileClosed += 1;
      inClosed += 1;
      if (habits.banAt !== undefined && inClosed >= habits.banAt) {
        bannedUntil = now + (habits.banFor ?? Infinity);
        return answer(403, now, habits.banFor);
      }
    } else if (now >= closedUntil) inClosed = 0;
    const used = call.exempt ? [] : windows.filter(({ name }) => call.policies?.includes(name) ?? true);
    begin(now, used);
    const violated = used.filter((window) => window.used + call.cost > window.limit);
    if (violated.length === 0) {
      for (const window of used) window.used += call.cost;
      return answer(200, now);
    }
    const wait = Math.max(...violated.map(({ resetAt }) => resetAt - now));
    if (habits.retryAfter === "nothing") return answer(429, now);
    const told = habits.retryAfter === "short" ? Math.ceil(wait * random()) : wait;
    if (now >= closedUntil) rejectedAt = now;
    closedUntil = Math.max(closedUntil, now + told);
    return answer(429, now, told);
  }

  return {
    request,
    take,
    counts,
    get whileClosed() {
      return whileClosed;
    },
  };
}

/** Numbers from 0 to 1, always the same for a seed. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
