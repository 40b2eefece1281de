/**
 * Counts calls against the plans of a description: per credential (or what `limitKey` makes of it), and per address those
 * that come without an accepted one. So a wrong key uses up only its sender's quota, and shows no other.
 */
import { createBans, type Bans } from "./bans.js";
import { createCredentialHash } from "../../shared/hash-credential.js";
import { limitFailover } from "./limit-failover.js";
import { exposedHeaders, limitHeaderWriter, type WriteLimitHeaders } from "./limit-header-writer.js";
import { limitKeys, onceWarned, type Authenticated, type KeyOf } from "./limit-keys.js";
import type { Consumption, LimitStore, LimitWindow } from "./limit-store.js";
import type { AgreedPlan, LimiterOptions } from "./limiter-options.js";
import { memoryLimits } from "./memory-limits.js";
import { defaultPolicies, planWindows, windowsOf } from "./plan-windows.js";
import { problem } from "../route/problem.js";
import type { LimitedOperation, Policies, RateLimits } from "../../shared/rate-limits.js";
import type { Admission, CallLimiter } from "../route/server-features.js";
import { chain, isPromiseLike } from "../../shared/is-promise-like.js";
/** Names the plan of a caller; `undefined` stands for the default plan, and for no limit where there is none. */
type Plan<Principal> = (principal: Principal) => string | AgreedPlan | undefined;

/** What all counters of a limiter share. */
interface LimiterContext {
  readonly store: LimitStore;
  readonly keyOf: KeyOf;
  readonly bans: Bans | undefined;
  readonly write: WriteLimitHeaders;
  readonly now: () => number;
  /** Tells that a call could not be counted. */
  readonly uncounted: () => void;
}

/** Throws a `TypeError` where callers have different plans, and no option names the plan of a caller. */
export function createLimiter<Principal>(
  limits: RateLimits,
  options: LimiterOptions<Principal> & Authenticated & { readonly plan?: Plan<Principal> },
): CallLimiter | undefined {
  if (options.limits === false) return undefined;
  const { now = Date.now, ban } = options;
  const given = options.limits ?? memoryLimits({ now });
  const store = given.local === true ? given : limitFailover(given, options);
  const counting: LimiterContext = {
    store,
    keyOf: limitKeys(limits, options, createCredentialHash(), store.local === true),
    bans: ban && createBans(ban, store),
    write: limitHeaderWriter(limits),
    now,
    uncounted: options.address === undefined ? onceWarned(uncountedText) : (): void => undefined,
  };
  const defaults = defaultPolicies(limits);
  const planOf = plansOf(limits, options, defaults.callers);
  const strangers = options.strangers ?? defaults.strangers;
  return {
    scheme: "securityScheme" in limits.key ? limits.key.securityScheme : undefined,
    headers: exposedHeaders(limits, false),
    counter(operation: LimitedOperation | undefined) {
      const { id, rateLimit: limit } = operation ?? noOperation;
      const windows = planWindows(limits, limit);
      const unknown = strangers === undefined || strangers === false ? none : windowsOf(strangers, limit);
      const cost = limit?.exempt === true ? 0 : (limit?.cost ?? 1);
      return (request, caller) => {
        const plan = caller && planOf(caller.principal as Principal); // of the generated server's own `authenticate`
        const counted = caller === undefined ? unknown : plan === undefined ? none : windows(plan);
        if (counted.length === 0) return unlimited;
        const key = counting.keyOf(request, caller);
        const call = { windows: counted, cost, operation: id };
        return isPromiseLike(key) ? key.then((found) => admit(counting, call, found)) : admit(counting, call, key);
      };
    },
  };
}

const uncountedText =
  "A call without an accepted credential was not counted against the limits, as nothing tells the address of its caller: give the server the option `address`, or `strangers: false`";
const noOperation: { readonly id: undefined; readonly rateLimit: undefined } = { id: undefined, rateLimit: undefined };
const none: readonly LimitWindow[] = [];
const unlimited: Admission = { headers: [] };

/** The plan of a caller, or `undefined` where nothing limits it. */
function plansOf<Principal>(
  { key }: RateLimits,
  { plan, authenticate }: Authenticated & { readonly plan?: Plan<Principal> },
  usual: Policies | undefined,
): Plan<Principal> {
  const byDefault: AgreedPlan | undefined = usual && { policies: usual };
  if (plan !== undefined) return (principal) => plan(principal) ?? byDefault;
  const hasCallers = "securityScheme" in key || ("credential" in key && authenticate !== undefined);
  if (byDefault === undefined && hasCallers)
    throw new TypeError("`plan` is missing: there is no default plan, and it says which one a caller has");
  return () => byDefault;
}

interface Call {
  readonly windows: readonly LimitWindow[];
  readonly cost: number;
  readonly operation: string | undefined;
}

/** Without a key the caller cannot be identified: its answer has full limits in its headers, and is not counted. */
function admit(counting: LimiterContext, call: Call, key: string | undefined): Admission | Promise<Admission> {
  const { store, bans, write, now } = counting;
  if (key === undefined) {
    if (call.cost > 0) counting.uncounted();
    return { headers: write(fullWindows(call.windows, now()), 0, now()) };
  }
  if (bans === undefined || call.cost === 0) return consume(counting, call, key);
  return chain(bans.left(key), (left) => {
    if (left === 0) return consume(counting, call, key);
    return chain(store.consume(key, call.windows, 0), (seen) => banned(counting, call, seen, left));
  });
}

/** Without a function to go on with, unless there is something to wait for: this is done for every request. */
function consume(counting: LimiterContext, call: Call, key: string): Admission | Promise<Admission> {
  const consumption = counting.store.consume(key, call.windows, call.cost);
  if (isPromiseLike(consumption)) return consumption.then((settled) => decide(counting, call, key, settled));
  return decide(counting, call, key, consumption);
}

function decide(counting: LimiterContext, call: Call, key: string, consumption: Consumption): Admission | Promise<Admission> {
  const { bans, write, now } = counting;
  if (consumption.allowed) return { headers: write(consumption, call.cost, now()) };
  if (bans === undefined) return rejected(counting, call, consumption);
  return chain(bans.rejected(key), (left) =>
    left > 0 ? banned(counting, call, consumption, left) : rejected(counting, call, consumption),
  );
}

/** Windows that nobody has consumed of. */
function fullWindows(windows: readonly LimitWindow[], now: number): Consumption {
  const states = windows.map((window) => ({ ...window, remaining: window.quota, resetAt: now + window.window * 1000 }));
  return { allowed: true, windows: states, now };
}

function rejected({ write, now }: LimiterContext, { cost, operation }: Call, consumption: Consumption): Admission {
  const violated = consumption.windows.filter(({ remaining }) => remaining < cost);
  const retryAfter = seconds(Math.max(...violated.map(({ resetAt }) => resetAt)) - consumption.now);
  const quotas = violated.map(({ quota, window }) => `${quota} in ${window} s`).join(", ");
  return {
    headers: write(consumption, cost, now()),
    refused: problem("rate-limited", `The limit is reached (${quotas}). Try again in ${retryAfter} s.`, operation, {
      retryAfter,
      policies: violated.map(({ name }) => name),
    }),
  };
}

/** `left`: milliseconds. */
function banned({ write, now }: LimiterContext, { operation }: Call, consumption: Consumption, left: number): Admission {
  const retryAfter = seconds(left);
  const headers = write({ ...consumption, allowed: true }, 0, now());
  return {
    headers: [...headers, "Retry-After", String(retryAfter), "Cache-Control", "no-store"],
    refused: problem("banned", `Too many calls came after the limit was reached. Try again in ${retryAfter} s.`, operation, { retryAfter }),
  };
}

const seconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));
