/**
 * Keeps a client within the limits of its service: the last step below openapi-fetch, where calls wait at the gate of their
 * credential, and are sent again where that is safe.
 */
import type { Departure, Transport } from "./client.js";
import { realClock, type Clock } from "./clock.js";
import type { Gate, GateCall, Permit } from "./gate.js";
import { gateFor } from "./gates.js";
import type { ClientLimit, LimitOptions } from "./limit-options.js";
import type { ReadLimits, ServiceClock } from "./limit-reading.js";
import { KeyBlockedError, RateLimitError } from "./rate-limit-error.js";
import type { Policies, RateLimits } from "./rate-limits.js";
import { backoff, earn, fullBudget, reasonToRepeat, repeated, spend, type RetryBudget } from "./retry.js";
import { serviceClock } from "./service-clock.js";

/** What a client knows of limits from its description. */
export interface LimitDescription {
  readonly read: ReadLimits;
  readonly limits?: RateLimits;
  /** Makes the value of a header that makes calls idempotent, where the description has one. */
  readonly newIdempotencyKey?: () => string;
}

/** A credential that a client uses. */
interface Caller extends RetryBudget {
  gate: Gate;
  readonly origin: string;
  readonly service: ServiceClock;
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

/** How many credentials a client remembers, for one that changes by the hour. */
const mostCallers = 100;

/** Sends the calls of one client. Throws a `TypeError` for a plan that the description does not have. */
export function limitedTransport(
  { read, limits, newIdempotencyKey }: LimitDescription,
  options: LimitOptions<string>,
  clock: Clock = realClock,
  random: () => number = Math.random,
): Transport {
  const { maxWait = 60_000, retries = 2 } = options;
  const most = retries === false ? 0 : retries;
  const callers = new Map<string, Caller>();
  const { maxConcurrency, onLimit, gateStore } = options;
  const settings = { clock, random, plan: pace(limits, options.plan), banRisk: limits?.banRisk, maxConcurrency, onLimit, gateStore };

  function callerOf(departure: Departure): Caller {
    const { url } = departure.request;
    const origin = url.slice(0, url.indexOf("/", 8)); // the slash after "https://" and the host
    const credential = credentialOf(departure, limits?.key);
    const key = `${origin} ${credential}`;
    const gate = gateFor(origin, credential, settings);
    const known = callers.get(key);
    if (known !== undefined) {
      known.gate = gate; // one that nobody used for long is forgotten, and made anew
      return known;
    }
    const [oldest] = callers.size < mostCallers ? [] : callers.keys();
    if (oldest !== undefined) callers.delete(oldest);
    const caller = { gate, origin, service: serviceClock(), tokens: fullBudget };
    callers.set(key, caller);
    return caller;
  }

  async function attempt({ origin, service }: Caller, permit: Permit, fetched: () => Promise<Response>): Promise<Outcome> {
    const sent = clock.now();
    let response: Response;
    try {
      response = await fetched();
    } catch (error) {
      permit.lost();
      return { error };
    }
    // Where a redirect was followed to another origin, what is said there is of other limits.
    const status = response.redirected && !response.url.startsWith(`${origin}/`) ? 302 : response.status;
    const reading = status === 302 ? { policies: [] } : read(response, { sent, received: clock.now() }, service);
    permit.answered(status, reading);
    return { response, status, asked: reading.retryIn !== undefined };
  }

  async function send(departure: Departure, fetch: (request: Request) => Promise<Response>): Promise<Response> {
    const { operation, request, body } = departure;
    const key = operation.retry?.idempotencyKeyHeader;
    // Once for all sendings: by it the service knows that they are one call.
    if (key !== undefined && newIdempotencyKey !== undefined && !request.headers.has(key)) request.headers.set(key, newIdempotencyKey());
    const caller = callerOf(departure);
    const call = gateCall(departure, maxWait);
    const until = clock.now() + call.maxWait;
    let rejected: Response | undefined;
    for (let repeats = 0; ; repeats += 1) {
      const entered = caller.gate.enter(repeats === 0 ? call : { ...call, maxWait: until - clock.now(), again: true });
      const permit = entered instanceof Promise ? await admitted(entered, rejected) : entered;
      discard(rejected);
      rejected = undefined;
      const { response, status, asked, error } = await attempt(caller, permit, () => fetch(repeated(request, body)));
      const reason = most > 0 && !request.signal.aborted ? reasonToRepeat(departure, status, asked === true) : undefined;
      const left = repeats < most;
      if (reason === "limit") {
        if (!left) throw spent(caller.gate, clock, response);
        rejected = response;
        continue;
      }
      const wait = reason === undefined ? 0 : backoff(repeats, random());
      if (reason === "failure" && left && clock.now() + wait <= until && spend(caller)) {
        discard(response);
        await clock.wait(wait, request.signal);
        continue;
      }
      if (response === undefined) throw error;
      if (response.status < 500) earn(caller);
      return response;
    }
  }

  return {
    send: options.gate === false ? ({ request }, fetch) => fetch(request) : send,
    limits: () => [...callers.values()].map(limitOf),
  };
}

/** The policies of a plan. One that is custom has none, until the service tells them. */
function pace(limits: RateLimits | undefined, plan: LimitOptions<string>["plan"] = limits?.defaultPlan): Policies | undefined {
  if (plan === undefined) return undefined;
  const chosen = typeof plan === "object" ? plan : limits?.plans[plan];
  if (chosen === undefined) throw new TypeError(`There is no plan "${plan as string}"`);
  return "policies" in chosen ? chosen.policies : undefined;
}

function limitOf({ gate, origin }: Caller): ClientLimit {
  const resume = (): void => {
    gate.resume();
  };
  return { origin, ...gate.state(), resume };
}

/** What the gate is told of a call. */
function gateCall({ operation, request, options }: Departure, maxWait: number): GateCall {
  const { cost = 1, policies, exempt = false } = operation.rateLimit ?? {};
  const { priority = "interactive", maxWait: own = maxWait } = options.rateLimit ?? {};
  return { cost, policies, exempt, priority, maxWait: own, signal: request.signal };
}

/**
 * What the limits are counted by: the credential that the description says, else all that are attached, else what the caller has
 * put into `Authorization`. A header that the caller has set is sent instead of an attachment, so it counts instead.
 */
function credentialOf({ attachments, request: { headers } }: Departure, key: RateLimits["key"] | undefined): string {
  if (key !== undefined && "address" in key) return "";
  const named = attachments.filter(({ scheme }) => scheme === key?.securityScheme);
  const counted = named.length > 0 ? named : attachments;
  if (counted.length === 0) return headers.get("Authorization") ?? "";
  return counted.map(({ in: place, name, value }) => (place === "header" ? headers.get(name) : null) ?? value).join(" ");
}

/** The permit, once there is one. What the gate rejects with may be of another copy of this code: it is made ours. */
async function admitted(entered: Promise<Permit>, response: Response | undefined): Promise<Permit> {
  try {
    return await entered;
  } catch (error) {
    if (isNamed<RateLimitError>(error, "RateLimitError")) {
      const { retryAt, source, policy, cause } = error;
      throw new RateLimitError(retryAt, source, policy, { response, cause });
    }
    discard(response);
    throw isNamed<KeyBlockedError>(error, "KeyBlockedError") ? new KeyBlockedError(error.retryAt) : error;
  }
}

const isNamed = <E extends Error>(error: unknown, name: E["name"]): error is E => error instanceof Error && error.name === name;

/** The service has turned a call away as often as it may be sent. */
function spent(gate: Gate, clock: Clock, response: Response | undefined): RateLimitError {
  const { retryAt } = gate.state();
  return new RateLimitError(retryAt ?? new Date(clock.now()), "backoff", undefined, { response });
}

/** Frees the connection of an answer that nobody reads. A body that cannot be cancelled is being read, by a `fetch` of the caller's. */
function discard(response: Response | undefined): void {
  response?.body?.cancel().catch(() => undefined);
}
