/** A service with a limit, on a port of its own. It counts calls from when they were sent, as their clients say: no machine is too busy for that. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { localServers } from "../support/chromium.js";

/** What a limit says to a call. */
export interface Verdict {
  readonly isRejected: boolean;
  readonly headers?: Readonly<Record<string, string | number>>;
}

/** A way to limit. `sent`: milliseconds since the epoch; `number`: how many calls came before. */
export interface Limiter {
  readonly judge: (sent: number, operation: string, number: number) => Verdict;
  /** Whether the call is over when it is answered. */
  readonly ended?: () => void;
  /** Milliseconds that an answer takes. */
  readonly latency?: number;
}

export interface LimitingService {
  readonly baseUrl: string;
  readonly counts: { received: number; rejected: number };
  /** From now on nothing is answered until `release`. */
  hold(): void;
  release(): void;
}

/** What pages may send and see. */
const cors = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "Authorization, X-Sent, Content-Type",
  "Access-Control-Expose-Headers": "*",
  "Access-Control-Max-Age": "600",
};

export async function limitingService(servers: ReturnType<typeof localServers>, limiter: Limiter): Promise<LimitingService> {
  const counts = { received: 0, rejected: 0 };
  let held = Promise.resolve();
  let release = (): void => undefined;
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "OPTIONS") return void response.writeHead(204, cors).end();
    const number = counts.received;
    counts.received += 1;
    const { isRejected, headers } = limiter.judge(Number(request.headers["x-sent"]), request.url ?? "", number);
    if (isRejected) counts.rejected += 1;
    else await Promise.all([held, new Promise((resolve) => setTimeout(resolve, limiter.latency ?? 0))]);
    if (!isRejected) limiter.ended?.();
    response.writeHead(isRejected ? 429 : 200, { "Content-Type": "application/json", ...cors, ...headers }).end("{}");
  }
  return {
    baseUrl: await servers.listen((request, response) => void answer(request, response)),
    counts,
    hold() {
      held = new Promise((resolve) => (release = resolve));
    },
    release: () => {
      release();
    },
  };
}

const told = (limit: number, remaining: number, reset: number): Verdict["headers"] => ({
  "X-RateLimit-Limit": limit,
  "X-RateLimit-Remaining": Math.max(0, remaining),
  "X-RateLimit-Reset": reset,
});

/** So many in each window, or calls that cost so much each. Windows begin with the clock, or with a call. */
export function windows(quota: number, length: number, { cost = 1, begins = "clock", isTold = true, latency = 0 } = {}): Limiter {
  const known = new Map<string, { readonly start: number; used: number }[]>();
  return {
    latency,
    judge(sent, operation) {
      const all = known.get(operation) ?? [];
      known.set(operation, all);
      let window = all.find(({ start }) => sent >= start && sent < start + length);
      if (window === undefined) all.push((window = { start: begins === "clock" ? sent - (sent % length) : sent, used: 0 }));
      const isRejected = window.used + cost > quota;
      if (!isRejected) window.used += cost;
      const end = window.start + length;
      const retry = isRejected ? { "Retry-After": Math.ceil(length / 1000) } : {};
      return { isRejected, headers: { ...(isTold && told(quota, quota - window.used, end)), ...retry } };
    },
  };
}

/**
 * What any calls, one after the other, must not be closer than. Half of it is enough to be rejected: between what a client decides and what
 * it sends, a busy machine may take its time.
 */
export function atLeast(between: (calls: number) => number): Limiter {
  const calls: number[] = [];
  return {
    judge(sent) {
      const next = [...calls, sent].sort((one, other) => one - other);
      const isRejected = next.some((from, start) =>
        next.slice(start).some((until, more) => until - from < between(more + 1) / 2 && between(more + 1) > 0),
      );
      if (!isRejected) calls.push(sent);
      return { isRejected };
    },
  };
}

/** So many under way at once. */
export function places(most: number, latency: number): Limiter {
  let underWay = 0;
  return {
    latency,
    judge() {
      const isRejected = underWay >= most;
      if (!isRejected) underWay += 1;
      return { isRejected };
    },
    ended: () => (underWay -= 1),
  };
}

/** Turns away those calls, by their number, for so many seconds; what `headers` say comes with them. */
export function rejecting(numbers: readonly number[], seconds: number, headers?: Verdict["headers"]): Limiter {
  return {
    judge: (_, __, number) => {
      const isRejected = numbers.includes(number);
      return { isRejected, headers: isRejected ? { "Retry-After": seconds, ...headers } : {} };
    },
  };
}
