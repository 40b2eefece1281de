/**
 * Whether a call may be sent again: never when that could do its work twice.
 */
import type { OutgoingCall } from "../call/client.js";
import type { LimitedOperation } from "../../shared/rate-limits.js";

/** A call on its way out, with what decides whether it is sent again. */
export interface RetriedCall extends OutgoingCall {
  readonly operation: LimitedOperation;
}

/** Why a call is sent again: the service's limit turned it away, or it failed on its way or at a service that was down. */
export type Reason = "limit" | "failure";

/** What one sending came to, as far as it decides whether there is another. */
interface Sent {
  /** Absent where there was no answer. */
  readonly status?: number | undefined;
  /** Whether the service has named a time to come back, or has told a limit. */
  readonly isLimit?: boolean | undefined;
  /** The service says not to send it again. */
  readonly isFinal?: boolean | undefined;
  /** What `fetch` rejected with, where there was no answer. */
  readonly error?: unknown;
}

/**
 * The reason to send a call again, if there is one.
 * @see https://www.rfc-editor.org/rfc/rfc9110.html#section-9.2.2
 */
export function retryReason(outgoing: RetriedCall, { status, isLimit = false, isFinal = false, error }: Sent): Reason | undefined {
  const { operation, body, request } = outgoing;
  const { never, idempotent, idempotencyKeyHeader: key } = operation.retry ?? {};
  // What was sent while it was made is gone, and so is a body that is not known.
  if (never === true || isFinal || isStream(body) || (body == null && request.bodyUsed)) return undefined;
  // A service turns a call away before it does anything; where that is not so, the description says so.
  if (status === 429 || (isLimit && status !== 503)) return operation.rateLimit?.rejectedBeforeProcessing === false ? undefined : "limit";
  if (status === undefined ? !isTransient(error, request) : status !== 502 && status !== 503 && status !== 504) return undefined;
  const safe = idempotent ?? (/^(?:GET|HEAD|PUT|DELETE|OPTIONS)$/.test(request.method) || (key !== undefined && request.headers.has(key)));
  return safe ? (status === 503 && isLimit ? "limit" : "failure") : undefined;
}

/** How platforms begin what they say of a network that failed: browsers, Node, Deno, React Native, Workers. */
const networkFailure =
  /^(?:fetch failed|failed to fetch|load failed|(?:a |the )?network|error sending request|client error \(|the internet|the request timed out|could not connect|unable to connect|a server with)/i;

/**
 * Whether a failure can pass by itself. A mistake in a program does not, nor does a redirect that is not to be followed, or a certificate.
 * `fetch` rejects with a `TypeError` for mistakes and networks alike, so one counts only where it has the code of a system's error or a
 * platform's known words: sending a mistake again wastes the time of its author. Errors of other names are a library's own, and count.
 */
function isTransient(error: unknown, { redirect }: Request): boolean {
  const { name, message, code, cause } = Object(error) as Readonly<Record<"name" | "message" | "code" | "cause", unknown>>;
  if (/^(?:Eval|Range|Reference|Syntax|URI)Error$/.test(String(name))) return false;
  const known = typeof code === "string" ? code : (Object(cause) as { readonly code?: unknown }).code;
  if (typeof known === "string") return !/INVALID|NOT_SUPPORTED|CERT|VERIFY/.test(known);
  if (name !== "TypeError") return true;
  // Node says the cause, and networks have codes there. A browser says the same of a redirect as of a network.
  return redirect !== "error" && !(cause instanceof Error) && networkFailure.test(String(message));
}

// Not every platform has streams.
const isStream = (body: OutgoingCall["body"]): boolean =>
  typeof body === "object" &&
  body !== null &&
  ((typeof ReadableStream === "function" && body instanceof ReadableStream) || Symbol.asyncIterator in body);

/** Milliseconds to wait after the first failure (0), the second (1) and so on. `random` is from 0 to 1. */
export const backoff = (failures: number, random: number): number => random * Math.min(200 * 2 ** failures, 20_000);

/** How many failed calls may be sent again: a service that is down must not get three times as many requests. */
interface RetryBudget {
  tokens: number;
}

/** What few requests have, and what many save up at most: of a thousand that are under way at once, a network loses dozens together. */
const firstTokens = 7;
const mostTokens = 100;

export const newBudget = (): RetryBudget => ({ tokens: firstTokens });

/** Takes one retry of the budget, if there is one. */
export function takeRetry(budget: RetryBudget): boolean {
  if (budget.tokens < 1) return false;
  budget.tokens -= 1;
  return true;
}

/** Each request brings a tenth of a retry with it, whatever becomes of it. */
export function refillRetries(budget: RetryBudget): void {
  budget.tokens = Math.min(budget.tokens + 0.1, mostTokens);
}

/**
 * Frees the connection of an answer that nobody reads. A body that cannot be cancelled is being read, by a `fetch` of the caller's; or it is
 * none of the platform's, but a text, or a stream of a package, which has no `cancel`.
 */
export async function discard(response: Response | undefined): Promise<void> {
  try {
    await response?.body?.cancel();
  } catch {
    // There is nobody whom it would help.
  }
}

/** Throws a `TypeError` where a setting is no number that makes sense: a `NaN` would be greater than nothing, and wait for ever. */
export function checkSettings(settings: Readonly<Record<string, unknown>>, least = 0): void {
  for (const name in settings) {
    const value = settings[name];
    if (value !== undefined && !(typeof value === "number" && value >= least))
      throw new TypeError(`\`${name}\` must be a number from ${least} on, and is ${typeof value === "number" ? value : typeof value}`);
  }
}
