/**
 * Counts calls against the plans of a description: per credential (or what `limitKey` makes of it), and per address those
 * that come without an accepted one. So a wrong key uses up only its sender's quota, and shows no other.
 */
import { createBans, type Bans } from "./bans.js";
import { createGuessGuard } from "./guess-guard.js";
import { createCredentialHash } from "../../shared/hash-credential.js";
import { limitFailover } from "./limit-failover.js";
import { exposedHeaders, isViolated, limitHeaderWriter, retryAt, retryHeaders, type WriteLimitHeaders } from "./limit-header-writer.js";
import { limitKeys, onceWarned, peerAddress, type Authenticated, type LimitKeys } from "./limit-keys.js";
import { rejectionHooks, type RejectionHooks } from "./rejection-hooks.js";
import type { Consumption, LimitGroup, LimitPolicy, LimitStore, WindowState } from "./limit-store.js";
import type { AgreedPlan, LimiterOptions } from "./limiter-options.js";
import { memoryLimits } from "./memory-limits.js";
import {
  defaultPolicies,
  isCountedTogether,
  planPolicies,
  policiesOf,
  policyNames,
  type CountedPolicies,
  type PoliciesOf,
} from "./plan-policies.js";
import { problem } from "../route/problem.js";
import type { LimitedOperation, Policies, RateLimits } from "../../shared/rate-limits.js";
import type { Admission, Caller, CallLimiter } from "../route/server-features.js";
import type { IncomingRequest } from "../route/server-types.js";
import { chain, isPromiseLike } from "../../shared/is-promise-like.js";
/** Names the plan of a caller; `undefined` stands for the default plan, and for no limit where there is none. */
type Plan<Principal> = (principal: Principal) => string | AgreedPlan | undefined;

/** What all counters of a limiter share. */
interface LimiterContext {
  readonly store: LimitStore;
  readonly keys: LimitKeys;
  readonly bans: Bans | undefined;
  readonly write: WriteLimitHeaders;
  readonly now: () => number;
  readonly hooks: RejectionHooks | undefined;
  /** Some calls count under several keys. */
  readonly together: boolean;
  /** Tells that a call could not be counted. */
  readonly uncounted: () => void;
}

/**
 * `grouped` are the policies of groups of operations: requests that reach no operation do not count in them.
 *
 * Throws a `TypeError` where callers have different plans, and no option names the plan of a caller; and where the store does not count the
 * kinds of policies that are described.
 */
export function createLimiter<Principal>(
  limits: RateLimits,
  options: LimiterOptions<Principal> & Authenticated & { readonly plan?: Plan<Principal> },
  grouped: readonly string[] = [],
): CallLimiter | undefined {
  if (options.limits === false) return undefined;
  const { now = Date.now, ban, exempt, guesses = {}, address = peerAddress() } = options;
  const given = options.limits ?? memoryLimits({ now });
  const store = given.local === true ? given : limitFailover(given, options);
  const fingerprint = createCredentialHash();
  const hooks = rejectionHooks(options, fingerprint);
  const counting: LimiterContext = {
    store,
    keys: limitKeys(limits, { ...options, address }, fingerprint, store.local === true),
    bans: ban && createBans(ban, store),
    write: limitHeaderWriter(limits),
    now,
    hooks,
    together: isCountedTogether(limits, options.limitKey !== undefined),
    uncounted: options.address === undefined ? onceWarned(addresslessText) : (): void => undefined,
  };
  const defaults = defaultPolicies(limits);
  const planOf = plansOf(limits, options, defaults.callers);
  const strangers = options.strangers ?? defaults.strangers;
  checkStore(limits, strangers, counting);
  const isExempt =
    exempt && ((request: IncomingRequest, caller: Caller | undefined) => exempt(caller?.principal as Principal | undefined, request)); // as in `plan`
  const names = policyNames(options.strangers);
  return {
    scheme: "securityScheme" in limits.key ? limits.key.securityScheme : undefined,
    headers: exposedHeaders(limits, false),
    guard:
      guesses === false
        ? undefined
        : createGuessGuard(guesses, {
            address,
            now,
            hooks,
            isExempt,
            retryHeaders: (left) => retryHeaders(limits.retryAfter, left, now()),
          }),
    begin: names.begin,
    counter(operation: LimitedOperation | undefined) {
      const { id, rateLimit: limit } = operation ?? noOperation;
      const isFree = limit?.exempt === true;
      // What counts in nothing waits for no other process: it is told of the limits where that takes no time.
      if (isFree && store.local !== true) return () => unlimited;
      const counted = { id, rateLimit: limit, except: operation === undefined || isFree ? grouped : [] };
      const policies = planPolicies(limits, counted, counting.together, options.plan === undefined ? () => undefined : names.onAgreed);
      const unknown = strangers === undefined || strangers === false ? nothing : policiesOf(strangers, counted, counting.together);
      if (store.consumeAll === undefined) {
        checkKinds(unknown);
        for (const [name, plan] of Object.entries(limits.plans)) if ("policies" in plan) checkKinds(policies(name));
      }
      const cost = isFree ? 0 : (limit?.cost ?? 1);
      return (request, caller) => {
        if (isExempt?.(request, caller) === true) return unlimited;
        const found = caller === undefined ? unknown : policiesFor(planOf, policies, caller);
        if (found.own.length === 0 && found.address.length === 0) return unlimited;
        const call = { policies: found, windows: found.own, cost, operation: id };
        if (!found.isPlain) return admitGroups(counting, call, request, caller);
        const key = counting.keys.own(request, caller);
        return isPromiseLike(key) ? key.then((text) => admit(counting, call, text)) : admit(counting, call, key);
      };
    },
  };
}

/** Of the generated server's own `authenticate`, whose principals these are. */
function policiesFor<Principal>(planOf: Plan<Principal>, policies: PoliciesOf, { principal }: Caller): CountedPolicies {
  const plan = planOf(principal as Principal);
  return plan === undefined ? nothing : policies(plan);
}

const addresslessText =
  "A call without an accepted credential was not counted against the limits, as nothing tells the address of its caller: give the server the option `address`, or `strangers: false`";
const noOperation: { readonly id: undefined; readonly rateLimit: undefined } = { id: undefined, rateLimit: undefined };
const nothing: CountedPolicies = { own: [], address: [], names: undefined, isPlain: true };
const unlimited: Admission = { headers: [] };

/** A store that counts fixed windows under one key must not be asked for more: it would let everything else pass. */
function checkStore({ plans }: RateLimits, strangers: Policies | false | undefined, { store, together }: LimiterContext): void {
  if (store.consumeAll !== undefined) return;
  if (together)
    throw new TypeError(`The store of \`limits\` counts under one key, and some policies are per address besides others: ${otherStores}`);
  const described = Object.values(plans).flatMap((plan) => ("policies" in plan ? [plan.policies] : []));
  for (const policies of strangers === undefined || strangers === false ? described : [...described, strangers])
    checkKinds(policiesOf(policies));
}

function checkKinds({ own, address }: CountedPolicies): void {
  for (const { name, kind, cost } of [...own, ...address]) {
    if (kind !== undefined)
      throw new TypeError(
        `The store of \`limits\` counts fixed windows, and the policy ${JSON.stringify(name)} is of the kind "${kind}": ${otherStores}`,
      );
    if (cost !== undefined)
      throw new TypeError(
        `The store of \`limits\` takes one cost of all policies, and a call costs ${String(cost)} of ${JSON.stringify(name)}: ${otherStores}`,
      );
  }
}

const otherStores = "use `memoryLimits()` or `redisLimits(redis)`, or give the store the function `consumeAll`";

/** The plan of a caller, or `undefined` where nothing limits it. */
function plansOf<Principal>(
  { key }: RateLimits,
  { plan, authenticate }: Authenticated & { readonly plan?: Plan<Principal> },
  usual: Policies | undefined,
): Plan<Principal> {
  const byDefault: AgreedPlan | undefined = usual && { policies: usual };
  if (plan !== undefined)
    return (principal) => {
      const found: unknown = plan(principal);
      if (!isPromiseLike(found)) return (found as ReturnType<typeof plan>) ?? byDefault;
      found.then(undefined, (): void => undefined); // nobody else looks at it
      throw new TypeError("`plan` returned a promise: what it needs, `authenticate` can find and put into the principal");
    };
  const hasCallers = "securityScheme" in key || ("credential" in key && authenticate !== undefined);
  if (byDefault === undefined && hasCallers)
    throw new TypeError("`plan` is missing: there is no default plan, and it says which one a caller has");
  return () => byDefault;
}

interface Call {
  /** Where others at the caller's address are counted with it: how many of the windows are its own. They come first. */
  readonly own?: number;
  readonly policies: CountedPolicies;
  /** Those that are counted, in the order of their groups. */
  readonly windows: readonly LimitPolicy[];
  readonly cost: number;
  readonly operation: string | undefined;
}

/** Without a key the caller cannot be identified: its answer has full limits in its headers, and is not counted. */
function admit(counting: LimiterContext, call: Call, key: string | undefined): Admission | Promise<Admission> {
  const { store, bans } = counting;
  if (key === undefined) return uncounted(counting, call);
  if (bans === undefined || call.cost === 0) return consume(counting, call, key);
  return chain(bans.left(key), (left) => {
    if (left === 0) return consume(counting, call, key);
    return chain(store.consume(key, call.windows, 0), (seen) => banned(counting, call, key, seen, left));
  });
}

function uncounted(counting: LimiterContext, call: Call): Admission {
  const { write, now } = counting;
  if (call.cost > 0) counting.uncounted();
  const windows = call.windows.map((policy) => ({ ...policy, remaining: policy.quota, resetAt: now() + policy.window * 1000 }));
  return { headers: write(named({ allowed: true, windows, now: now() }, call), 0, now()) };
}

/** Without a function to go on with, unless there is something to wait for: this is done for every request. */
function consume(counting: LimiterContext, call: Call, key: string): Admission | Promise<Admission> {
  const consumption = counting.store.consume(key, call.windows, call.cost);
  if (isPromiseLike(consumption)) return consumption.then((settled) => decide(counting, call, key, settled));
  return decide(counting, call, key, consumption);
}

/** Policies of all kinds, under the caller's key and under that of its address: taken of all of them, or of none. */
function admitGroups(
  counting: LimiterContext,
  { policies, ...rest }: Call,
  request: IncomingRequest,
  caller: Caller | undefined,
): Admission | Promise<Admission> {
  const { own, address } = policies;
  const ownKey = own.length === 0 ? undefined : counting.keys.own(request, caller);
  return chain(ownKey, (key) =>
    chain(address.length === 0 ? undefined : counting.keys.address(request), (from) => {
      const call = { ...rest, policies, windows: [...own, ...address] };
      if (address.length > 0 && from === undefined && rest.cost > 0) counting.uncounted();
      const groups = groupsOf(policies, key, from);
      const [first] = groups;
      if (first === undefined) return uncounted(counting, call);
      const counted = first.policies.length === call.windows.length || groups.length > 1 ? call : { ...call, windows: first.policies };
      return admitAll(counting, counted, groups);
    }),
  );
}

/** Those whose key is known. A caller without a credential is its address. */
function groupsOf({ own, address }: CountedPolicies, key: string | undefined, from: string | undefined): readonly LimitGroup[] {
  if (key !== undefined && key === from) return [{ key, policies: [...own, ...address] }];
  return [
    ...(key === undefined ? [] : [{ key, policies: own }]),
    ...(from === undefined || address.length === 0 ? [] : [{ key: from, policies: address }]),
  ];
}

/** A ban is of the caller's key; of its address where nothing else is counted. */
function admitAll(counting: LimiterContext, call: Call, groups: readonly LimitGroup[]): Admission | Promise<Admission> {
  const { bans, together } = counting;
  const [{ key } = { key: "" }] = groups;
  const take = (cost: number): Consumption | Promise<Consumption> => {
    if (counting.store.consumeAll !== undefined) return counting.store.consumeAll({ groups, cost, together });
    // Of an agreed plan: those that are described were checked at the start.
    checkKinds(call.policies);
    if (groups.length > 1) throw new TypeError(`The store of \`limits\` counts under one key: ${otherStores}`);
    return counting.store.consume(key, call.windows, cost);
  };
  const own = groups.length > 1 ? groups[0]?.policies.length : undefined;
  const decided = own === undefined ? call : { ...call, own };
  const settle = (): Admission | Promise<Admission> => chain(take(call.cost), (taken) => decide(counting, decided, key, taken));
  if (bans === undefined || call.cost === 0) return settle();
  return chain(bans.left(key), (left) => (left === 0 ? settle() : chain(take(0), (seen) => banned(counting, call, key, seen, left))));
}

function decide(counting: LimiterContext, call: Call, key: string, counted: Consumption): Admission | Promise<Admission> {
  const { bans, write, now } = counting;
  const consumption = call.policies.names === undefined ? counted : named(counted, call);
  if (consumption.allowed) {
    const headers = write(consumption, call.cost, now());
    return consumption.release === undefined ? { headers } : { headers, release: consumption.release };
  }
  // Nobody is banned for what others at its address have used up.
  const isOthers = call.own !== undefined && !consumption.windows.slice(0, call.own).some((state) => isViolated(state, call.cost));
  if (bans === undefined || isOthers) return rejected(counting, call, key, consumption);
  return chain(bans.rejected(key), ({ left, begins }) => {
    if (left === 0) return rejected(counting, call, key, consumption);
    if (begins) counting.hooks?.banned(call.operation, key, seconds(left));
    return banned(counting, call, key, counted, left);
  });
}

/** Under the names that are described, where those of the counters are others. */
function named(consumption: Consumption, { policies: { own, address, names }, windows }: Call): Consumption {
  if (names === undefined) return consumption;
  const all = [...own, ...address];
  const nameOf = (index: number, state: WindowState): string => names[all.indexOf(windows[index] ?? state)] ?? state.name;
  const described = (state: WindowState, name: string): WindowState =>
    name === state.name ? state : { ...state, name, counter: state.name };
  return { ...consumption, windows: consumption.windows.map((state, index) => described(state, nameOf(index, state))) };
}

function rejected({ write, now, hooks }: LimiterContext, { cost, operation }: Call, key: string, consumption: Consumption): Admission {
  const violated = consumption.windows.filter((state) => isViolated(state, cost));
  const retryAfter = seconds(retryAt(violated, cost) - consumption.now);
  const policies = violated.map(({ name }) => name);
  hooks?.rejected(operation, key, "limit", policies, retryAfter);
  return {
    headers: write(consumption, cost, now()),
    refused: problem(
      "rate-limited",
      `The limit is reached (${violated.map(figuresOf).join(", ")}). Try again in ${retryAfter} s.`,
      operation,
      { retryAfter, policies },
    ),
  };
}

/** What a policy allows, for people. */
function figuresOf({ kind, quota, window }: WindowState): string {
  switch (kind ?? "fixed") {
    case "fixed":
    case "sliding":
      return `${quota} in ${window} s`;
    case "bucket":
      return `${quota} at once, ${Number((quota / window).toPrecision(6))} per second`;
    case "spacing":
      return `one every ${window} s`;
    case "concurrency":
      return `${quota} under way at once`;
  }
}

/** `left`: milliseconds. When it is over, the limit that was reached may not have room yet: nobody is told to come back before. */
function banned(counting: LimiterContext, call: Call, key: string, consumption: Consumption, left: number): Admission {
  const { write, now, hooks } = counting;
  const { operation } = call;
  const retryAfter = seconds(Math.max(left, retryAt(consumption.windows, call.cost) - consumption.now));
  const headers = write({ ...named(consumption, call), allowed: true }, 0, now());
  hooks?.rejected(operation, key, "ban", [], retryAfter);
  return {
    headers: [...headers, "Retry-After", String(retryAfter), "Cache-Control", "no-store"],
    refused: problem("banned", `Too many calls came after the limit was reached. Try again in ${retryAfter} s.`, operation, { retryAfter }),
  };
}

const seconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));
