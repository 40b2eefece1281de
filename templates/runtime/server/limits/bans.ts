/**
 * Bans of those who go on calling after their limit is reached. Both the rejections and the ban are windows of a store, so
 * that they hold for all instances, and need neither a list nor a timer.
 */
import type { BanRule } from "./limiter-options.js";
import type { LimitStore } from "./limit-store.js";
import { chain } from "../../shared/is-promise-like.js";

export interface Bans {
  /** Milliseconds for which a key is still banned; 0 when it is not. */
  left(key: string): number | Promise<number>;
  /** Counts a rejection; the answer is the ban after it. */
  rejected(key: string): Ban | Promise<Ban>;
}

export interface Ban {
  /** Milliseconds; 0 where there is none. */
  readonly left: number;
  /** Whether it begins with this rejection: of several at once, in whichever process, it begins with one. */
  readonly begins: boolean;
}

const noBan: Ban = { left: 0, begins: false };

/** Throws a `TypeError` for a rule that could not be kept. */
export function createBans({ rejected, within, for: length }: BanRule, store: LimitStore): Bans {
  if (!(rejected >= 1 && within > 0 && length > 0))
    throw new TypeError("`ban` needs a number of rejections from 1 on, and two numbers of seconds");
  const rejections = [{ name: "rejected", quota: rejected, window: within }];
  const ban = [{ name: "banned", quota: 1, window: length }];
  const ask = (key: string, cost: number): Ban | Promise<Ban> =>
    chain(store.consume(`${key}/banned`, ban, cost), ({ allowed, windows: [state], now }) =>
      state?.remaining === 0 ? { left: Math.max(1, state.resetAt - now), begins: allowed && cost > 0 } : noBan,
    );
  return {
    left: (key) => chain(ask(key, 0), ({ left }) => left),
    rejected: (key) =>
      chain(store.consume(`${key}/rejected`, rejections, 1), ({ windows: [state] }) => (state?.remaining === 0 ? ask(key, 1) : noBan)),
  };
}
