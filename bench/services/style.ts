/** What a style of limiting is: the service as it is, and what its users can know of it. Durations are milliseconds. */
import type { RateLimits } from "../../templates/runtime/shared/rate-limits.js";
import type { Limiter } from "./limiters.js";

export interface StyleOperation {
  readonly id: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  /** What one call counts for: 1 unless given. */
  readonly cost?: number;
}

/** A counter of the service, with what a call of an operation counts for in it. */
export interface Counter {
  readonly name: string;
  readonly limiter: Limiter;
  /** Its length, where it has one. */
  readonly window?: number;
  readonly costOf: (operation: StyleOperation) => number;
}

/** What a service can say of a counter when it answers. */
export interface CounterState {
  readonly name: string;
  readonly limit: number;
  readonly left: number;
  readonly resetIn: number;
  readonly window: number | undefined;
}

export interface Answer {
  readonly headers: Readonly<Record<string, string>>;
}

export interface RejectionAnswer extends Answer {
  readonly status: number;
  readonly body?: unknown;
  /** When it says that a call may come again: milliseconds from now. Undefined where it does not say. */
  readonly told?: number | undefined;
}

/** Who a limit is of, and what it is. */
export interface Style {
  readonly name: string;
  /** Where its figures, headers and answers stand. */
  readonly source: string;
  readonly operations: readonly StyleOperation[];
  readonly calls: number;
  /** The operation of a call, by its place in `operations`. */
  readonly operationOf: (call: number) => number;
  /** How long a handler takes: at least, at most. */
  readonly handler: readonly [number, number];
  /** Whose counters they are: of a credential, or of an address. */
  readonly key: "credential" | "address";
  /** The service's clock is so much ahead. */
  readonly ahead?: number;
  /** When it works out what its headers say. */
  readonly headersAt: "arrival" | "answer";
  /** Its counters, all unused. */
  readonly counters: () => (operation: StyleOperation) => readonly Counter[];
  /** `now`: of the service's own clock. */
  readonly headers: (states: readonly CounterState[], now: number) => Readonly<Record<string, string>>;
  /** The answer to a call that did not fit. `violated`: the counter that it has to wait for longest, and how long. */
  readonly rejection: (violated: Violation, now: number) => RejectionAnswer;
  readonly known: Known;
}

export interface Violation {
  readonly counter: CounterState;
  readonly wait: number;
}

/** What can be known of the limits, and by whom. */
export interface Known {
  /** What a description of the service, or a configuration, says of them. */
  readonly described: RateLimits;
  /** Whether such a client can know all of the limits. */
  readonly byDescription: boolean;
  /** Whether the answers alone tell them, by headers of common names. */
  readonly byHeaders: boolean;
  /** The figures, for peers that take figures. */
  readonly figures: readonly Figure[];
  /** They are of each operation by itself. */
  readonly perOperation?: true;
  /** Statuses that mean a limit. */
  readonly statuses: readonly number[];
}

/** What a peer can be told of a limit. `window` and `rate`: milliseconds, and per second. */
export type Figure =
  | { readonly quota: number; readonly window: number }
  | { readonly burst: number; readonly rate: number }
  | { readonly concurrency: number };

/** Whole seconds, as most services write them. */
export const seconds = (ms: number): string => String(Math.ceil(ms / 1000));

/** One operation, which all calls are of. */
export const onlyOne = (operation: StyleOperation): Pick<Style, "operations" | "operationOf"> => ({
  operations: [operation],
  operationOf: () => 0,
});

export const costOne = (): number => 1;

/** The same counters for every operation. */
export const common =
  (make: () => readonly Counter[]): Style["counters"] =>
  () => {
    const counters = make();
    return () => counters;
  };

/** The state that is nearest to its end. */
export const tightest = (states: readonly CounterState[]): CounterState | undefined =>
  states.toSorted((one, other) => one.left / one.limit - other.left / other.limit)[0];
