/**
 * Leases of the calls that are under way. One that ends without a word, as on platforms that cancel a request whose client has gone,
 * must not take up its place for ever: when its lease is over it is taken for sent, and for lost.
 */
import type { Clock } from "./clock.js";
import type { Ticket } from "./gate-state.js";

/** The leases by what is let: each with its end, in milliseconds since the epoch. */
export interface Leases {
  readonly ends: Map<Ticket, number>;
  /** None ends earlier. */
  soonest: number;
}

/**
 * Where requests have contexts of their own, a call renews its lease for as long as its context lives. Elsewhere it ends by itself, and
 * its lease is longer than any answer should need.
 */
const length = { fixed: 600_000, renewed: 15_000 };
const renewal = 5000;

/** The lease of a call that is sent now. Returns what gives it back, and says whether it was still held. */
export function lease({ leases, clock }: { readonly leases: Leases; readonly clock: Clock }, ticket: Ticket): () => boolean {
  const { ends } = leases;
  let cancel: (() => void) | undefined;
  const extend = (duration: number): void => {
    const end = clock.now() + duration;
    ends.set(ticket, end);
    leases.soonest = Math.min(leases.soonest, end);
  };
  const renew = (): void => {
    extend(length.renewed);
    cancel = clock.after(renewal, () => {
      if (ends.has(ticket)) renew();
    });
  };
  if (clock.perRequest) renew();
  else extend(length.fixed);
  return () => {
    cancel?.();
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
