/** What programs did to a service, and what they could have known: the truth by which they are judged. Moments are milliseconds. */
export interface Arrival {
  readonly call: number;
  readonly process: number;
  /** What a rejection closes: an operation, or everything. */
  readonly scope: string;
  /** When its client sent it. */
  readonly departed: number;
  readonly now: number;
}

/** A request, for the picture. */
export interface Seen {
  readonly at: number;
  readonly outcome: "served" | "rejected" | "banned" | "lost";
  readonly early: boolean;
}

export interface Ledger {
  /** Notes an arrival; gives whether the key is banned. */
  arrive(arrival: Arrival): boolean;
  serve(arrival: Arrival): void;
  /** Notes a rejection; the function that comes back is called when its answer is there. `until`: when it says that a call may come again. */
  reject(arrival: Arrival, scope: string, until: number | undefined): (now: number) => void;
  /** A request or its answer is lost. */
  lose(call: number): void;
  readonly report: Report;
}

export interface Report {
  sent: number;
  rejected: number;
  sentWhileClosed: number;
  banned: boolean;
  first: number | undefined;
  /** When the last call came that was served. */
  last: number;
  readonly seen: Seen[];
  /** When the sending left that was served, by call. */
  readonly served: Map<number, number>;
  readonly lost: Set<number>;
  /** The calls of requests that were lost, or whose answers were: as often as they were. */
  readonly losses: number[];
}

interface Closed {
  readonly from: number;
  readonly until: number;
  /** Requests that were sent all the same. */
  early: number;
}

const requestsUntilBan = 3;

/** Milliseconds that a client may need for what it has heard: as much as `bench/limits` gives it. */
const slowness = 100;

/** Milliseconds until a process must have heard through the store. */
const storeGrace = 1000;

export const everything = "everything";

/**
 * A request was *sent while closed* when its process had a rejection whose time was not over when the request came: of several that
 * overlap, whose whole seconds end at different moments, the one that ends first counts. Of a call that was rejected itself its own
 * counts. What was under way already when the rejection came is not counted. With a store, `processes` hear of each other's.
 */
export function createLedger(processes: number, store: boolean): Ledger {
  const closed = new Map<string, Closed>();
  const ownUntil = new Map<number, number>();
  const report: Report = {
    sent: 0,
    rejected: 0,
    sentWhileClosed: 0,
    banned: false,
    first: undefined,
    last: 0,
    seen: [],
    served: new Map(),
    lost: new Set(),
    losses: [],
  };
  const isEarly = (arrival: Arrival): Closed | boolean => {
    const { call, process, scope, departed, now } = arrival;
    const found = [scope, everything]
      .map((one) => closed.get(`${String(process)} ${one}`))
      .find((one) => one !== undefined && departed > one.from + slowness && now < one.until);
    return found ?? now < (ownUntil.get(call) ?? 0);
  };
  const close = (process: number, scope: string, from: number, until: number): void => {
    const key = `${String(process)} ${scope}`;
    const known = closed.get(key);
    if (known === undefined || from >= known.until) closed.set(key, { from, until, early: 0 });
    else closed.set(key, { from: known.from, until: Math.min(known.until, until), early: known.early });
  };
  const see = ({ now }: Arrival, outcome: Seen["outcome"], early: boolean): void => {
    report.seen.push({ at: now, outcome, early });
  };
  const early = new WeakSet<Arrival>();

  return {
    report,
    arrive(arrival) {
      report.sent += 1;
      report.first ??= arrival.now;
      const found = isEarly(arrival);
      if (found !== false) {
        early.add(arrival);
        report.sentWhileClosed += 1;
        if (typeof found === "object") {
          found.early += 1;
          report.banned ||= found.early >= requestsUntilBan;
        }
      }
      if (report.banned) see(arrival, "banned", early.has(arrival));
      return report.banned;
    },
    serve(arrival) {
      see(arrival, "served", early.has(arrival));
      report.last = Math.max(report.last, arrival.now);
      if (!report.served.has(arrival.call)) report.served.set(arrival.call, arrival.departed);
    },
    reject(arrival, scope, until) {
      report.rejected += 1;
      see(arrival, "rejected", early.has(arrival));
      return (now) => {
        if (until === undefined) return;
        ownUntil.set(arrival.call, until);
        close(arrival.process, scope, now, until);
        for (let other = 0; store && other < processes; other += 1)
          if (other !== arrival.process) close(other, scope, now + storeGrace, until);
      };
    },
    lose(call) {
      report.lost.add(call);
      report.losses.push(call);
    },
  };
}
