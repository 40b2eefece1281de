/**
 * What a generated client names of the gate besides fixed windows.
 */

/** A way to limit that is not in every client. */
export interface NamedPolicy {
  readonly kind: "sliding" | "bucket" | "concurrency" | "spacing";
}

export const slidingWindow: NamedPolicy = { kind: "sliding" };
export const tokenBucket: NamedPolicy = { kind: "bucket" };
export const concurrency: NamedPolicy = { kind: "concurrency" };
export const spacing: NamedPolicy = { kind: "spacing" };

/** Counters of operations, of addresses and of everything. */
export interface GateScopes {
  readonly named: true;
}

export const gateScopes: GateScopes = { named: true };
