/**
 * Keeps a client within the limits of its service. It is the last step of a call, below every middleware: calls wait at the gate of their credential,
 * and are retried where that is safe.
 */
import { newCredentialGates, type CredentialGate } from "./credential-gates.js";
import type { Transport } from "../call/client.js";
import { realClock, type Clock } from "./clock.js";
import type { GateCall, Permit } from "./gate.js";
import type { ClientLimit, GateStoreOptions, LimitedCall, LimitOptions } from "./limit-options.js";
import type { ReadLimits } from "./limit-header-types.js";
import type { GateScopes, NamedPolicy } from "./named-policies.js";
import { warnOfLimit } from "./limit-warning.js";
import { cloneForRetry } from "../call/request.js";
import type { Operation } from "../../shared/operation.js";
import { KeyBlockedError, RateLimitError } from "./rate-limit-error.js";
import { hasOwn } from "../../shared/has-own.js";
import type { Policies, RateLimits } from "../../shared/rate-limits.js";
import { backoff, checkSettings, discard, refillRetries, retryReason, takeRetry } from "./retry.js";

/** What a client knows of limits from its description. */
export interface LimitDescription {
  readonly read: ReadLimits;
  readonly limits?: RateLimits;
  /** The kinds of policy that the limits name, besides fixed windows. */
  readonly policies?: readonly NamedPolicy[];
  /** Where limits are of operations, of addresses or of everything, besides credentials. */
  readonly scopes?: GateScopes;
  /** Headers besides `Authorization` that have the credentials which limits belong to, where a caller sets them itself. */
  readonly keyHeaders?: readonly string[];
  /** Makes the value of a header that makes calls idempotent, where the description has one. */
  readonly newIdempotencyKey?: () => string;
}

/** What one sending came to. */
interface Outcome {
  readonly response?: Response;
  /** Of the service itself, not of where it redirected to. */
  readonly status?: number;
  /** Whether the service named a time to come back. */
  readonly asked?: boolean;
  readonly error?: unknown;
}

/** Sends the calls of one client. Throws a `TypeError` for a plan that the description does not have. */
export function rateLimitTransport(
  { read, limits, keyHeaders, newIdempotencyKey }: LimitDescription,
  options: LimitOptions<string> & GateStoreOptions,
  clock: Clock = realClock,
  random: () => number = Math.random,
): Transport {
  const { maxWait = 60_000, retries = 2, maxConcurrency, onLimit = warnOfLimit, gateStore } = options;
  const most = retries === false ? 0 : retries;
  checkSettings({ maxWait, retries: most });
  checkSettings({ maxConcurrency }, 1);
  const plan = plannedPolicies(limits, options.plan);
  const settings = { clock, random, plan, banRisk: limits?.banRisk, maxConcurrency, onLimit, gateStore };
  const callers = newCredentialGates(limits?.key, settings, keyHeaders);

  async function send(outgoing: LimitedCall, fetch: (request: Request) => Promise<Response>): Promise<Response> {
    const { operation, request, body } = outgoing;
    const key = operation.retry?.idempotencyKeyHeader;
    // Once for all sendings: by it the service knows that they are one call.
    if (key !== undefined && newIdempotencyKey !== undefined && !request.headers.has(key)) request.headers.set(key, newIdempotencyKey());
    const caller = callers.of(outgoing);
    const call = gateCall(outgoing, maxWait);
    const until = clock.now() + call.maxWait;
    let rejected: Response | undefined;
    for (let repeats = 0; ; repeats += 1) {
      const entered = caller.gate.enter(repeats === 0 ? call : { ...call, maxWait: until - clock.now(), again: true });
      const permit = entered instanceof Promise ? await awaitPermit(entered, rejected) : entered;
      discard(rejected);
      rejected = undefined;
      const outcome = await attempt(() => fetch(cloneForRetry(request, body)), permit, caller, clock, read);
      const { response, error } = outcome;
      const reason = most > 0 && call.signal?.aborted !== true ? retryReason(outgoing, outcome) : undefined;
      if (reason === "limit") {
        if (repeats >= most) throw limitError(caller, clock, outcome);
        rejected = response;
        continue;
      }
      const wait = reason === undefined ? 0 : backoff(repeats, random());
      if (reason === undefined || repeats >= most || clock.now() + wait > until || !takeRetry(caller.gate.budget)) {
        if (response === undefined) throw error;
        if (response.status < 500) refillRetries(caller.gate.budget);
        return response;
      }
      discard(response);
      await clock.wait(wait, call.signal);
    }
  }

  return options.gate === false
    ? { send: ({ request }, fetch) => fetch(request), limits: () => [] }
    : { send, limits: () => callers.all().map(limitOf) };
}

/** The policies of a plan. A custom plan has none until the service reports them. */
function plannedPolicies(limits: RateLimits | undefined, plan: LimitOptions<string>["plan"] = limits?.defaultPlan): Policies | undefined {
  if (plan === undefined) return undefined;
  const chosen = typeof plan === "object" ? plan : limits !== undefined && hasOwn(limits.plans, plan) ? limits.plans[plan] : undefined;
  if (chosen === undefined) throw new TypeError(`There is no plan "${plan as string}"`);
  return "policies" in chosen ? chosen.policies : undefined;
}

function limitOf({ gate, origin }: CredentialGate): ClientLimit {
  const resume = (): void => {
    gate.resume();
  };
  return { origin, ...gate.state(), resume };
}

/** A call as the gate sees it. */
function gateCall({ operation, request, options }: LimitedCall, maxWait: number): GateCall {
  const { cost = 1, policies, exempt = false } = operation.rateLimit ?? {};
  const { priority = "interactive", maxWait: own = maxWait } = options.rateLimit ?? {};
  checkSettings({ maxWait: own });
  return { cost, policies, exempt, priority, maxWait: own, signal: request.signal, forbids: forbids(operation) };
}

/** Whether an operation may answer 403 by itself: the description says so, or not all that it answers is known. */
function forbids({ responses }: Operation): boolean {
  let isKnown = false;
  for (const status in responses) {
    if (status === "403" || status === "4XX" || status === "default") return true;
    isKnown = true;
  }
  return !isKnown;
}

/** Sends a call once, and reports its outcome to the gate. */
async function attempt(
  fetched: () => Promise<Response>,
  permit: Permit,
  { origin, service }: CredentialGate,
  clock: Clock,
  read: ReadLimits,
): Promise<Outcome> {
  const sent = clock.now();
  let response: Response | undefined;
  try {
    response = await fetched();
    // Where a redirect was followed to another origin, what is said there is of other limits.
    const status = response.redirected && !response.url.startsWith(`${origin}/`) ? 302 : response.status;
    const reading = status === 302 ? { policies: [] } : read(response, { sent, received: clock.now() }, service);
    permit.answered(status, reading);
    const stored = permit.stored();
    if (stored !== undefined) await stored;
    return { response, status, asked: reading.retryIn !== undefined };
  } catch (error) {
    permit.lost(); // whatever happened: a permit that is not given back holds up everybody else
    await permit.stored();
    if (response !== undefined) throw error;
    return { error };
  }
}

/** The permit, once there is one. What the gate rejects with may be of another copy of this code: it is made ours. */
async function awaitPermit(entered: Promise<Permit>, response: Response | undefined): Promise<Permit> {
  try {
    return await entered;
  } catch (error) {
    if (isNamed<RateLimitError>(error, "RateLimitError")) {
      const { retryAt, source, policy, message } = error;
      const cause: unknown = Reflect.get(error, "cause"); // by name: the types of ES2020 do not have it
      throw new RateLimitError(retryAt, source, policy, { response, cause, message });
    }
    discard(response);
    throw isNamed<KeyBlockedError>(error, "KeyBlockedError") ? new KeyBlockedError(error.retryAt) : error;
  }
}

const isNamed = <E extends Error>(error: unknown, name: E["name"]): error is E => error instanceof Error && error.name === name;

/** The service has turned a call away as often as it may be sent. */
function limitError({ gate }: CredentialGate, clock: Clock, { response, asked }: Outcome): RateLimitError {
  const { retryAt } = gate.state();
  return new RateLimitError(retryAt ?? new Date(clock.now()), asked === true ? "retry-after" : "backoff", undefined, { response });
}
