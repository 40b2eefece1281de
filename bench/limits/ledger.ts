/** What a program did on a key, and what it could have known: the service's own count. */
import type { Report } from "./messages.js";

/** A request as it arrives. Moments in milliseconds. */
export interface Arrival {
  readonly call: string;
  readonly now: number;
  /** The end of the service's window, which names it. */
  readonly reset: number;
}

/** What the service answers. */
export interface Verdict {
  readonly allowed: boolean;
  /** Undefined where the service does not say. */
  readonly remaining: number | undefined;
  /** The moment that `Retry-After` points to, of a rejection. */
  readonly until: number;
}

export interface Ledger {
  /** Notes an arrival; whether it came while the key was closed. */
  arrive(arrival: Arrival): boolean;
  /** Notes what is answered; the function that comes back is called when the answer's last byte is out. */
  decide(arrival: Arrival, verdict: Verdict): (now: number) => void;
  ban(): void;
  report(): Report;
}

/**
 * A request was *sent while closed* when a 429 with `Retry-After` had been received and its time was not over. Of a call that was itself
 * rejected that is certain: it is sent again because the answer arrived. Of any other call the service cannot see when the answer
 * arrived, so `grace` (milliseconds: a round trip, and the client's own slowness) is allowed from the last byte of the first 429 on, and
 * of several 429s, whose whole seconds end at different moments, the one that ends first counts.
 *
 * A rejection was *avoidable* when the request was one more than the service's answers of this window, those that had gone out
 * before, allowed this program; not avoidable when somebody else took what was promised.
 */
export function createLedger(grace: number): Ledger {
  const rejectedUntil = new Map<string, number>();
  const served = new Set<string>();
  const after: number[] = [];
  let [sent, rejected, avoidable, doubled, first, last, firstReset] = [0, 0, 0, 0, 0, 0, 0];
  let closed = { from: 0, until: 0 };
  let current = { reset: 0, sent: 0, allowed: Infinity, told: false };
  let banned = false;

  return {
    arrive({ call, now, reset }) {
      sent += 1;
      if (sent === 1) [first, firstReset] = [now, reset];
      if (current.reset !== reset) current = { reset, sent: 0, allowed: Infinity, told: false };
      current.sent += 1;
      const early = now < (rejectedUntil.get(call) ?? 0) || (now > closed.from + grace && now < closed.until);
      if (early) after.push(Math.round(now - closed.from));
      return early;
    },
    decide({ call }, { allowed, remaining, until }) {
      const window = current;
      const place = window.sent;
      if (!allowed) {
        rejected += 1;
        if (window.told ? place > window.allowed : place > 1) avoidable += 1;
      } else if (served.has(call)) doubled += 1;
      else served.add(call);
      return (now) => {
        last = now;
        if (remaining !== undefined) {
          window.told = true;
          window.allowed = Math.min(window.allowed, place + remaining);
        }
        if (allowed) return;
        rejectedUntil.set(call, until);
        closed = now < closed.until ? { from: closed.from, until: Math.min(until, closed.until) } : { from: now, until };
      };
    },
    ban() {
      banned = true;
    },
    report: () => ({
      sent,
      rejected,
      avoidable,
      sentWhileClosed: after.length,
      after: after.slice(0, 100),
      banned,
      served: served.size,
      doubled,
      first,
      last,
      firstReset,
    }),
  };
}
