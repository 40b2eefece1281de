/**
 * Keeps a client within the limits of its service. It is the last step of a call, below every middleware: calls wait at the gate of their credential,
 * and are retried where that is safe.
 */
import { newCredentialGates, type CredentialGate } from "./credential-gates.js";
import type { Transport } from "../call/client.js";
import { realClock, type Clock } from "./clock.js";
import type { GateCall, Permit } from "./gate.js";
import type { ClientLimit, GateStoreOptions, LimitedCall, LimitOptions } from "./limit-options.js";
import type { GateScopes } from "./gate-scopes.js";
import type { LimitReading, ReadLimitBody, ReadLimits } from "./limit-header-types.js";
import { warnOfLimit } from "./limit-warning.js";
import { cloneForRetry } from "../call/request.js";
import type { Operation } from "../../shared/operation.js";
import { fixedWindow } from "./policies/fixed-window.js";
import type { PolicyKind } from "./policies/policy.js";
import { KeyBlockedError, RateLimitError } from "./rate-limit-error.js";
import { hasOwn } from "../../shared/has-own.js";
import type { Policies, RateLimits } from "../../shared/rate-limits.js";
import { backoff, checkSettings, discard, refillRetries, retryReason, takeRetry } from "./retry.js";

/** What a client knows of limits from its description. */
export interface LimitDescription {
  readonly read: ReadLimits;
  /** Where the description says what a body tells of limits. */
  readonly readBody?: ReadLimitBody;
  readonly limits?: RateLimits;
  /** The kinds of policies that the limits need, besides fixed windows. */
  readonly policies?: readonly PolicyKind[];
  /** Where not all limits belong to one counter. */
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
  /** Whether it is a limit that has turned the call away, although the status alone does not say so. */
  readonly isLimit?: true | undefined;
  /** The service says not to send the call again. */
  readonly isFinal?: true | undefined;
  readonly error?: unknown;
}

/** Sends the calls of one client. Throws a `TypeError` for a plan that the description does not have. */
export function rateLimitTransport(
  { limits, policies: kinds, scopes, keyHeaders, newIdempotencyKey, ...readers }: LimitDescription,
  options: LimitOptions<string> & GateStoreOptions,
  clock: Clock = realClock,
  random: () => number = Math.random,
): Transport {
  const { maxWait = 90_000, retries = 2, maxConcurrency, onLimit = warnOfLimit, gateStore } = options;
  const most = retries === false ? 0 : retries;
  checkSettings({ maxWait, retries: most });
  checkSettings({ maxConcurrency }, 1);
  const plan = plannedPolicies(limits, options.plan);
  if (typeof options.plan === "object") checkPlan(plan, limits, [fixedWindow, ...(kinds ?? [])]);
  const settings = { clock, random, plan, kinds, limits, banRisk: limits?.banRisk, maxConcurrency, onLimit, gateStore };
  const callers = newCredentialGates(limits?.key, settings, keyHeaders, limits && scopes?.(limits, settings));

  async function send(outgoing: LimitedCall, fetch: (request: Request) => Promise<Response>): Promise<Response> {
    const { operation, request, body } = outgoing;
    const key = operation.retry?.idempotencyKeyHeader;
    // Once for all sendings: by it the service knows that they are one call.
    if (key !== undefined && newIdempotencyKey !== undefined && !request.headers.has(key)) request.headers.set(key, newIdempotencyKey());
    const caller = callers.of(outgoing);
    const call = gateCall(outgoing, maxWait);
    const until = clock.now() + call.maxWait;
    let rejected: Response | undefined;
    for (let failures = 0, isAgain = false; ; isAgain = true) {
      const entered = caller.gate.enter(isAgain ? { ...call, maxWait: until - clock.now(), again: true } : call);
      const permit = entered instanceof Promise ? await awaitPermit(entered, rejected) : entered;
      void discard(rejected);
      rejected = undefined;
      refillRetries(caller.gate.budget);
      const outcome = await attempt(() => fetch(cloneForRetry(request, body)), permit, caller, clock, readers);
      const { response, error } = outcome;
      const reason = most > 0 && call.signal?.aborted !== true ? retryReason(outgoing, outcome) : undefined;
      // To be turned away is nobody's fault, and costs no retry: the call waits its time.
      if (reason === "limit" && (outcome.status !== 403 || caller.gate.state().state !== "blocked")) {
        rejected = response;
        continue;
      }
      const wait = reason === "failure" ? backoff(failures, random()) : 0;
      if (reason !== "failure" || failures >= most || clock.now() + wait > until || !takeRetry(caller.gate.budget)) {
        if (response === undefined) throw error;
        return response;
      }
      failures += 1;
      void discard(response);
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
  const { policies } = chosen as { readonly policies?: Policies };
  return policies;
}

const limitOf = ({ gate, origin }: CredentialGate): ClientLimit => ({
  origin,
  ...gate.state(),
  resume() {
    gate.resume();
  },
});

/** Throws a `TypeError` for a limit whose figures make no sense, or of a kind that the client does not have. */
function checkPlan(plan: Policies | undefined, limits: RateLimits | undefined, kinds: readonly PolicyKind[]): void {
  for (const [name, limit] of Object.entries(plan ?? {})) {
    const isWrong = Object.values(limit).some((figure) => typeof figure === "number" && !(figure > 0));
    if (isWrong || kinds.every((kind) => kind.plan(name, limit, limits) === undefined))
      throw new TypeError(`The limit "${name}" cannot be held: its figures must be above 0, and its kind one that the description has`);
  }
}

/** A call as the gate sees it. */
function gateCall({ operation, request, options }: LimitedCall, maxWait: number): GateCall {
  const { priority = "interactive", maxWait: own = maxWait } = options.rateLimit ?? {};
  checkSettings({ maxWait: own });
  return { cost: 1, exempt: false, ...operation.rateLimit, priority, maxWait: own, signal: request.signal, forbids: forbids(operation) };
}

/** Whether an operation may answer 403 by itself: the description says so, or not all that it answers is known. */
function forbids({ responses }: Operation): boolean {
  const statuses = Object.keys(Object(responses) as Operation["responses"]); // a call by path may have none
  return statuses.length === 0 || statuses.some((status) => ["403", "4XX", "default"].includes(status));
}

/** Sends a call once, and reports its outcome to the gate. */
async function attempt(
  fetched: () => Promise<Response>,
  permit: Permit,
  { origin, service }: CredentialGate,
  clock: Clock,
  { read, readBody }: Pick<LimitDescription, "read" | "readBody">,
): Promise<Outcome> {
  const sent = clock.now();
  let response: Response | undefined;
  try {
    response = await fetched();
    // Where a redirect was followed to another origin, what is said there is of other limits.
    const status = response.redirected && !response.url.startsWith(`${origin}/`) ? 302 : response.status;
    const times = { sent, received: clock.now() };
    let reading: LimitReading = status === 302 ? { policies: [] } : read(response, times, service);
    if (readBody !== undefined && status !== 302) reading = (await readBody(response, reading, times, service)) ?? reading;
    permit.answered(status, reading);
    const stored = permit.stored();
    if (stored !== undefined) await stored;
    return { response, status, isLimit: reading.isRejection, isFinal: reading.isFinal };
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
    // The types of ES2020 do not have the cause.
    if (isNamed<RateLimitError & { readonly cause?: unknown }>(error, "RateLimitError")) {
      const { retryAt, source, policy, message, cause } = error;
      throw new RateLimitError(retryAt, source, policy, { response, cause, message });
    }
    void discard(response);
    throw isNamed<KeyBlockedError>(error, "KeyBlockedError") ? new KeyBlockedError(error.retryAt) : error;
  }
}

const isNamed = <E extends Error>(error: unknown, name: E["name"]): error is E => error instanceof Error && error.name === name;
