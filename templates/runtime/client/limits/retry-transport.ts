/**
 * Does what every client must: after an answer that asks to wait, no call of the credential is sent before its time; and a call that
 * failed is sent again where that is safe. It is the last step of a call, below every middleware.
 */
import type { Transport } from "../call/client.js";
import { cloneForRetry } from "../call/request.js";
import { plainClock, type Clock } from "./clock.js";
import { credentialOf, originOf } from "./credential.js";
import { awaitTurn, holdOf, noteAnswer } from "./hold.js";
import { retryAfter } from "./retry-after.js";
import type { RetriedCallOptions, RetryOptions } from "./retry-options.js";
import { backoff, checkSettings, discard, refillRetries, retryReason, takeRetry, type RetriedCall } from "./retry.js";

/** What a client knows from its description. */
export interface RetryDescription {
  /** Headers besides `Authorization` that have credentials, where a caller sets them itself. */
  readonly keyHeaders?: readonly string[];
  /** Makes the value of a header that makes calls idempotent, where the description has one. */
  readonly newIdempotencyKey?: () => string;
}

/** A call on its way out, with what it may wait. */
interface WaitingCall extends RetriedCall {
  readonly options: RetriedCallOptions;
}

/** Sends the calls of one client. */
export function retryTransport(
  { keyHeaders = [], newIdempotencyKey }: RetryDescription,
  { maxWait = 90_000, retries = 2, gate }: RetryOptions,
  clock: Clock = plainClock,
  random: () => number = Math.random,
): Transport {
  const most = retries === false ? 0 : retries;
  checkSettings({ maxWait, retries: most });

  async function send(outgoing: WaitingCall, fetch: (request: Request) => Promise<Response>): Promise<Response> {
    const { operation, request, body, options } = outgoing;
    const signal = signalOf(request);
    const key = operation.retry?.idempotencyKeyHeader;
    // Once for all sendings: by it the service knows that they are one call.
    if (key !== undefined && newIdempotencyKey !== undefined && !request.headers.has(key)) request.headers.set(key, newIdempotencyKey());
    const origin = originOf(request);
    const credential = credentialOf(outgoing, keyHeaders);
    const { maxWait: own = maxWait } = options.rateLimit ?? {};
    checkSettings({ maxWait: own });
    const deadline = clock.now() + own;
    let rejected: Response | undefined;
    for (let failures = 0; ;) {
      const hold = holdOf(origin, credential, clock);
      const isProbe = hold.isShut && (await awaitTurn(hold, { clock, random, deadline, signal, rejected }));
      void discard(rejected);
      rejected = undefined;
      refillRetries(hold.budget);
      const { response, error } = await outcomeOf(() => fetch(cloneForRetry(request, body)));
      if (response === undefined && signal?.aborted === true) {
        if (isProbe) hold.probeUntil = 0; // another call may be the probe
        throw error;
      }
      // Where a redirect was followed to another origin, what is said there is of other limits.
      const isElsewhere = response?.redirected === true && !response.url.startsWith(`${origin}/`);
      const status = isElsewhere ? 302 : response?.status;
      const retryIn = response === undefined || isElsewhere ? undefined : retryAfter(response.headers, clock.now());
      const isLimit = noteAnswer(hold, { isProbe, status, retryIn }, clock.now(), random);
      const reason = most > 0 && signal?.aborted !== true ? retryReason(outgoing, { status, isLimit, error }) : undefined;
      if (reason === "limit") {
        rejected = response;
        continue;
      }
      const wait = reason === undefined ? 0 : backoff(failures, random());
      if (reason === undefined || failures >= most || clock.now() + wait > deadline || !takeRetry(hold.budget)) {
        if (response === undefined) throw error;
        return response;
      }
      failures += 1;
      void discard(response);
      await clock.wait(wait, signal);
    }
  }

  return gate === false ? { send: ({ request }, fetch) => fetch(request) } : { send };
}

/** Requests of some classes have none. */
const signalOf = ({ signal }: { readonly signal: AbortSignal | null }): AbortSignal | undefined => signal ?? undefined;

/** What one sending came to. */
async function outcomeOf(fetched: () => Promise<Response>): Promise<{ readonly response?: Response; readonly error?: unknown }> {
  try {
    return { response: await fetched() };
  } catch (error) {
    return { error };
  }
}
