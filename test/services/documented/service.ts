/**
 * A service as its public documentation describes it: what it decides on a request, without a network. Moments are milliseconds since the
 * epoch of the service's clock, durations are milliseconds.
 */

export interface ServiceRequest {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ServiceAnswer {
  readonly status: number;
  /** Names as the documentation writes them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What a rejection closes, and until when. */
export interface Closed {
  /** The limit, by its name in the documentation. */
  readonly limit: string;
  /** Whether a request is one that is closed by it. */
  readonly covers: (request: ServiceRequest) => boolean;
  readonly until: number;
}

export type Decision =
  | { readonly kind: "rejected"; readonly answer: ServiceAnswer; readonly closed: Closed }
  /** Refused for another reason than a limit. */
  | { readonly kind: "refused"; readonly answer: ServiceAnswer }
  /** `finish` gives the answer when the handler is done. */
  | { readonly kind: "served"; readonly finish: (now: number) => ServiceAnswer };

export interface DocumentedService {
  readonly decide: (request: ServiceRequest, now: number) => Decision;
}

/** Whom a request belongs to: its credential, or nobody. */
export const credentialOf = (request: ServiceRequest): string => request.headers["authorization"] ?? "";

/** A limit over the last `window` milliseconds, which no window edge lets through twice. */
export class SlidingLimit {
  readonly #taken: { readonly at: number; readonly cost: number }[] = [];
  #sum = 0;

  readonly limit: number;
  readonly window: number;

  constructor(limit: number, window: number) {
    this.limit = limit;
    this.window = window;
  }

  /** How long a request of a cost has to wait. */
  wait(now: number, cost: number): number {
    this.#forget(now);
    let over = this.#sum + cost - this.limit;
    if (over <= 0) return 0;
    for (const { at, cost: taken } of this.#taken) {
      over -= taken;
      if (over <= 0) return at + this.window - now;
    }
    return this.window;
  }

  take(now: number, cost: number): void {
    this.#taken.push({ at: now, cost });
    this.#sum += cost;
  }

  #forget(now: number): void {
    let first = this.#taken[0];
    while (first !== undefined && first.at + this.window <= now) {
      this.#taken.shift();
      this.#sum -= first.cost;
      first = this.#taken[0];
    }
  }
}

/** A limit of windows one after the other, of which the first request begins one. */
export class WindowLimit {
  used = 0;
  #end = 0;

  readonly limit: number;
  readonly window: number;

  constructor(limit: number, window: number) {
    this.limit = limit;
    this.window = window;
  }

  /** When the window ends, at a whole second where services tell it in seconds. */
  end(now: number): number {
    if (now >= this.#end) {
      this.used = 0;
      this.#end = Math.floor((now + this.window) / 1000) * 1000;
    }
    return this.#end;
  }

  wait(now: number, cost: number): number {
    const end = this.end(now);
    return this.used + cost > this.limit ? end - now : 0;
  }

  left(now: number): number {
    this.end(now);
    return Math.max(0, this.limit - this.used);
  }

  take(now: number, cost: number): void {
    this.end(now);
    this.used += cost;
  }
}

/** A bucket that fills without a pause, `limit` units in `window` milliseconds. */
export class BucketLimit {
  #level: number;
  #at = 0;

  readonly limit: number;
  readonly window: number;

  constructor(limit: number, window: number) {
    this.limit = limit;
    this.window = window;
    this.#level = limit;
  }

  left(now: number): number {
    this.#level = Math.min(this.limit, this.#level + (Math.max(0, now - this.#at) * this.limit) / this.window);
    this.#at = now;
    return this.#level;
  }

  wait(now: number, cost: number): number {
    const missing = cost - this.left(now);
    return missing <= 0 ? 0 : (missing * this.window) / this.limit;
  }

  take(now: number, cost: number): void {
    this.#level = Math.max(0, this.left(now) - cost);
  }

  /** How long until it is full again. */
  resetIn(now: number): number {
    return ((this.limit - this.left(now)) * this.window) / this.limit;
  }
}

/** What a map has for a key, made where it has nothing. */
export function entryOf<V>(map: Map<string, V>, key: string, create: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}
