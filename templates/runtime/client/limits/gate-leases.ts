/**
 * Leases of the calls in flight. A call may end without notice, as on platforms that cancel a request whose client has gone. It must not
 * keep its place for ever: when its lease expires, it counts as sent and lost.
 */
import type { Clock } from "./clock.js";
import type { Ticket } from "./gate-state.js";

/** The leases by what is let: each with its end, in milliseconds since the epoch. */
export interface Leases {
  readonly ends: Map<Ticket, number>;
  /** None ends earlier. */
  soonest: number;
}

/** How long a lease is, in milliseconds: one that is renewed, and one that ends by itself, longer than any answer should need. */
const renewedLease = 6000;
const fixedLease = 600_000;

/**
 * Renews a lease for as long as this request context lives and `extend`, which gets the new end of the lease, returns true. Returns a
 * function that stops it.
 */
export function renew(clock: Clock, length: number, extend: (end: number) => boolean): () => void {
  let cancel: (() => void) | undefined;
  const again = (): void => {
    if (extend(clock.now() + length)) cancel = clock.after(length / 3, again);
  };
  again();
  return () => cancel?.();
}

/** The lease of a call that is sent now. Returns what gives it back, and says whether it was still held. */
export function lease({ leases, clock }: { readonly leases: Leases; readonly clock: Clock }, ticket: Ticket): () => boolean {
  const { ends } = leases;
  const extend = (end: number): boolean => {
    ends.set(ticket, end);
    leases.soonest = Math.min(leases.soonest, end);
    return true;
  };
  extend(clock.now() + fixedLease);
  const stop = clock.perRequest ? renew(clock, renewedLease, (end) => ends.has(ticket) && extend(end)) : undefined;
  return () => {
    stop?.();
    return ends.delete(ticket);
  };
}

/** The tickets of leases that are over: each once. */
export function expired(leases: Leases, now: number): readonly Ticket[] {
  if (now < leases.soonest) return [];
  const tickets: Ticket[] = [];
  leases.soonest = Infinity;
  for (const [ticket, end] of leases.ends) {
    if (now < end) leases.soonest = Math.min(leases.soonest, end);
    else {
      leases.ends.delete(ticket);
      tickets.push(ticket);
    }
  }
  return tickets;
}
