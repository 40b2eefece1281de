/** The options for limits of a server whose description has them. */
import type { FailoverOptions } from "./limit-failover.js";
import type { LimitStore } from "./limit-store.js";
import type { Policies } from "../../shared/rate-limits.js";
import type { IncomingRequest } from "../route/server-types.js";
import type { GuessRule } from "./guess-guard.js";
import type { RejectionHookOptions } from "./rejection-hooks.js";

/** A plan with figures of its own, for callers with whom they were agreed. */
export interface AgreedPlan {
  readonly policies: Policies;
}

/** `onStoreError`, `instances`, `timeout` and `onStore` are about stores outside this process, which may be away. */
export interface LimiterOptions<Principal>
  extends Pick<FailoverOptions, "onStoreError" | "instances" | "timeout" | "onStore">, RejectionHookOptions {
  /** Where calls are counted. Default: `memoryLimits()`, for one process. `false`: nothing is counted, and no limit headers are sent. */
  readonly limits?: LimitStore | false | undefined;
  /**
   * What a caller is counted by in place of its credential, such as the account that several keys belong to. `undefined`: the
   * credential after all. Of `mutualTLS` that is the certificate of Node's own connection. Elsewhere it is the principal, where that is a
   * text or a number; where it is neither, callers at one address are counted together, and a warning says so: give this function then.
   */
  readonly limitKey?: (principal: Principal, request: IncomingRequest) => string | undefined;
  /**
   * The caller's address, by which calls without an accepted credential are counted. Default: that of the connection, where it is known:
   * on `node:http`, and in Bun and Deno where `fetch` is given what they give besides the request. Behind a proxy that is the
   * proxy's. Elsewhere there is none, and such calls are not counted: take it from where the proxy or the platform puts it.
   */
  readonly address?: (request: IncomingRequest) => string | undefined;
  /**
   * What an address may do without an accepted credential. Default: what the default plan may, or else the smallest. `false`: anything. An
   * accepted credential is never rejected for its address, so nobody can lock out others behind the same one; but for policies that are
   * `per: address`, in which all who call from there are counted together, by whatever credential.
   */
  readonly strangers?: Policies | false | undefined;
  /**
   * Whether a call counts in nothing, and gets no headers of limits: health checks, and services of one's own. `principal` is `undefined`
   * where no credential was accepted, or none is known yet.
   */
  readonly exempt?: ((principal: Principal | undefined, request: IncomingRequest) => boolean) | undefined;
  /**
   * How many different wrong credentials an address may present before `authenticate` is asked no more for it. Default: 100 within 60
   * seconds. `false`: any number. Credentials that were accepted lately pass all the same.
   */
  readonly guesses?: GuessRule | false | undefined;
  /**
   * Off by default. A ban holds for one key, is answered with 403 and `Retry-After`, and is kept in the store. Where all policies of a plan are
   * `per: address`, and for callers without a credential, it is of the address, with all who call from there.
   */
  readonly ban?: BanRule | undefined;
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/**
 * Who is rejected `rejected` times within `within` seconds is banned for `for` seconds. To find bans, every call makes one more request to
 * the store.
 */
export interface BanRule {
  readonly rejected: number;
  /** Seconds. */
  readonly within: number;
  /** Seconds. */
  readonly for: number;
}
