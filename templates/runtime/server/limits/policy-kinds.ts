/** What the kinds of policies besides fixed windows have in common: each is a few functions on plain numbers, in memory and on Redis. */
import { bucketKind } from "./token-bucket.js";
import { concurrencyKind } from "./concurrency.js";
import { slidingKind } from "./sliding-window.js";
import type { LimitKind, LimitPolicy } from "./limit-store.js";

/** What a counter holds; empty for one that has counted nothing. What the numbers are is the kind's own. */
export type CounterState = readonly number[];

/** A counter at some moment. All times are milliseconds since the epoch. */
export interface CounterView {
  /** May be below 0, where a quota has become smaller. */
  readonly remaining: number;
  /** When all of the quota is there again. */
  readonly resetAt: number;
  /** When what was asked for is there. */
  readonly availableAt: number;
}

export interface PolicyKind {
  look(policy: LimitPolicy, state: CounterState, now: number, cost: number): CounterView;
  /** The state once the cost is taken, of which `look` has said that it is there. */
  take(policy: LimitPolicy, state: CounterState, now: number, cost: number): CounterState;
  /**
   * The same in Lua: a table of functions `look(state, quota, length, now, cost, key)`, which returns what is left, when the quota is full
   * and when the cost is there; and `take` of the same, which returns the state and when it says nothing any more. `length` is milliseconds.
   */
  readonly lua: string;
}

/** `spacing` is a bucket of one. */
export const policyKinds: { readonly [kind in LimitKind]: PolicyKind } = {
  sliding: slidingKind,
  bucket: bucketKind,
  spacing: bucketKind,
  concurrency: concurrencyKind,
};

/** Of which a call takes one, whatever it costs. */
const countsCalls: { readonly [kind in LimitKind]: boolean } = { sliding: false, bucket: false, spacing: true, concurrency: true };

/** What a call takes of a policy, where it costs so much; nothing of any where it costs nothing. */
export const costIn = ({ kind, cost: own = 0 }: LimitPolicy, cost: number): number =>
  cost === 0 ? 0 : kind !== undefined && countsCalls[kind] ? 1 : own || cost;

/** The name of a counter of a kind, under its key. What the figures of a policy are may change; a window of another length is another window. */
export const counterName = ({ name, window, kind }: LimitPolicy): string =>
  kind === "sliding" ? `${name}:${Math.round(window * 1000)}:sliding` : `${name}:${kind ?? "fixed"}`;
