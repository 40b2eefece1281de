/**
 * OpenAI's API with its limits, written from its documentation alone.
 *
 * "Rate limits" (platform.openai.com/docs/guides/rate-limits):
 * - "How do these rate limits work?": requests per minute, requests per day, tokens per minute and others, whichever is hit first; "at the
 *   organization level and at the project level, not user level"; they "vary by the model being used".
 * - "Rate limits in headers": `x-ratelimit-limit-requests` 60, `x-ratelimit-limit-tokens` 150000, `x-ratelimit-remaining-requests` 59,
 *   `x-ratelimit-remaining-tokens` 149984, `x-ratelimit-reset-requests` 1s, `x-ratelimit-reset-tokens` 6m0s: "the time until the rate limit
 *   resets to its initial state". 59 of 60 left and a second to the initial state is a bucket that fills without a pause.
 * - "Reduce the max_tokens to match the size of your completions": a request counts as the maximum of `max_tokens` and the estimated number of
 *   tokens of its text.
 *
 * "How to handle rate limits" of the OpenAI Cookbook (cookbook.openai.com/examples/how_to_handle_rate_limits): "unsuccessful requests contribute
 * to your per-minute limit, so continuously resending a request won't work".
 *
 * "Error codes", section "API errors" (platform.openai.com/docs/guides/error-codes): 429 "Rate limit reached for requests", and another 429,
 * "You exceeded your current quota, please check your plan and billing details", which waiting does not mend.
 */
import { BucketLimit, credentialOf, entryOf, type Closed, type Decision, type DocumentedService, type ServiceRequest } from "./service.js";

export interface OpenaiSettings {
  /** Per minute, of each model. */
  readonly requests?: number;
  readonly tokens?: number;
  /** Whether a rejection has `retry-after`, which the guide does not name and OpenAI's own clients read. */
  readonly retryAfter?: boolean;
}

interface Model {
  readonly requests: BucketLimit;
  readonly tokens: BucketLimit;
}

/** What a request says in its body. */
interface Completion {
  readonly model: string;
  readonly tokens: number;
}

function completionOf({ body }: ServiceRequest): Completion {
  const parsed: unknown = body === "" ? {} : JSON.parse(body);
  const given: Readonly<Record<string, unknown>> = typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  const { model, max_tokens: most } = given;
  return {
    model: typeof model === "string" ? model : "",
    tokens: Math.max(typeof most === "number" ? most : 0, Math.ceil(body.length / 4)),
  };
}

/** A duration as OpenAI writes one: `12ms`, `1s`, `8.64s`, `6m0s`. */
export function durationOf(ms: number): string {
  if (ms < 1000) return `${String(Math.ceil(ms))}ms`;
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  const seconds = Number(((ms % 60_000) / 1000).toFixed(3));
  return `${hours > 0 ? `${String(hours)}h` : ""}${ms >= 60_000 ? `${String(minutes)}m` : ""}${String(seconds)}s`;
}

export function openaiService({ requests = 500, tokens = 30_000, retryAfter = false }: OpenaiSettings = {}): DocumentedService {
  const models = new Map<string, Model>();

  const headersOf = (model: Model, now: number): Readonly<Record<string, string>> => ({
    "x-ratelimit-limit-requests": String(requests),
    "x-ratelimit-limit-tokens": String(tokens),
    "x-ratelimit-remaining-requests": String(Math.floor(model.requests.left(now))),
    "x-ratelimit-remaining-tokens": String(Math.floor(model.tokens.left(now))),
    "x-ratelimit-reset-requests": durationOf(model.requests.resetIn(now)),
    "x-ratelimit-reset-tokens": durationOf(model.tokens.resetIn(now)),
  });

  function rejection(model: Model, completion: Completion, closed: Closed, now: number): Decision {
    const { limit } = closed;
    const wait = closed.until - now;
    const unit = limit === "requests" ? "requests per min (RPM)" : "tokens per min (TPM)";
    const most = limit === "requests" ? requests : tokens;
    const bucket = limit === "requests" ? model.requests : model.tokens;
    const figures = `Limit ${String(most)}, Used ${String(Math.ceil(most - bucket.left(now)))}`;
    const requested = String(limit === "requests" ? 1 : completion.tokens);
    const message = `Rate limit reached for ${completion.model} in organization org-1 on ${unit}: ${figures}, Requested ${requested}. Please try again in ${durationOf(wait)}.`;
    const told = retryAfter ? { "retry-after": String(Math.ceil(wait / 1000)), "retry-after-ms": String(Math.ceil(wait)) } : {};
    return {
      kind: "rejected",
      answer: {
        status: 429,
        headers: { ...headersOf(model, now), ...told },
        body: { error: { message, type: limit, param: null, code: "rate_limit_exceeded" } },
      },
      closed,
    };
  }

  return {
    decide(request, now) {
      if (credentialOf(request) === "Bearer sk-without-credit") return withoutCredit;
      const completion = completionOf(request);
      const model = entryOf(models, `${credentialOf(request)} ${completion.model}`, () => ({
        requests: new BucketLimit(requests, 60_000),
        tokens: new BucketLimit(tokens, 60_000),
      }));
      const waits = { requests: model.requests.wait(now, 1), tokens: model.tokens.wait(now, completion.tokens) };
      const limit = waits.requests >= waits.tokens ? "requests" : "tokens";
      if (waits[limit] > 0) {
        // An unsuccessful request counts too.
        model.requests.take(now, 1);
        const until = now + (limit === "requests" ? model.requests.wait(now, 1) : waits.tokens);
        const covers = (other: ServiceRequest): boolean =>
          credentialOf(other) === credentialOf(request) &&
          completionOf(other).model === completion.model &&
          (limit === "requests" || completionOf(other).tokens >= completion.tokens);
        return rejection(model, completion, { limit, covers, until }, now);
      }
      model.requests.take(now, 1);
      model.tokens.take(now, completion.tokens);
      const headers = headersOf(model, now);
      return { kind: "served", finish: () => ({ status: 200, headers, body: { object: "chat.completion" } }) };
    },
  };
}

const withoutCredit: Decision = {
  kind: "refused",
  answer: {
    status: 429,
    headers: {},
    body: {
      error: {
        message: "You exceeded your current quota, please check your plan and billing details.",
        type: "insufficient_quota",
        param: null,
        code: "insufficient_quota",
      },
    },
  },
};
