/**
 * What several processes need to share the gate of a credential.
 *
 * `GateStore` is what a database has to do: `redisGateStore` makes one of Redis, and any other is a function of a few lines. A client
 * takes a `SharedGates`: the store together with the code that works on it. So a client without a store does not include that code.
 *
 *     createPetstoreClient({ gateStore: redisGateStore(redis) });        // SharedGates
 *     createPetstoreClient({ gateStore: sharedGates(myOwnStore) });      // of a GateStore
 */
import type { PendingChange, Scheduler } from "./scheduler.js";
import type { Ticket } from "./gate-state.js";

/** One text per key, changed by one process at a time. */
export interface GateStore {
  /**
   * Replaces the text under `key` by what `change` makes of it, atomically; undefined when there is none. `change` is called at least
   * once, and again when another process was faster. Only its last result counts, and this resolves with its `value`. `now`: the store's
   * own clock, in milliseconds since the epoch, the same for all processes. The text may be forgotten `ttl` milliseconds after its last
   * change. Rejects when the store cannot be reached, in a second or so: calls wait for it.
   */
  update<T>(key: string, change: (text: string | undefined, now: number) => StoreChange<T>): Promise<T>;
  /** Milliseconds after which a store that does not answer is away. Default: 2000. */
  readonly timeout?: number;
}

export interface StoreChange<T> {
  readonly state: string;
  /** Milliseconds. */
  readonly ttl: number;
  readonly value: T;
}

/** Shares gates through a store. Made by `sharedGates(store)`. */
export interface SharedGates {
  /** Takes over the state of a gate. `secret` identifies the gate; the store sees only its hash. */
  share(secret: string, scheduler: Scheduler): GateSync;
}

/** The part of a gate that works on the state that is shared. */
export interface GateSync {
  /** There is something to do: calls are waiting, or have been answered. */
  wake(): void;
  /** Begins a round of work where none is in progress, or the one in progress has been cancelled. */
  run(): void;
  /** Resolves when the store has the change, or cannot be reached. */
  stored(change: PendingChange): Promise<void>;
  /** Whether a call that was admitted some time ago may still be sent. */
  admits(ticket: Ticket): boolean;
}
