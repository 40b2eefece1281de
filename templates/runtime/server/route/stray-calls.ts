/** Requests that end before a handler: how they are answered, and whose limits they count against. */
import { authenticator, certificateOf, type Authenticate, type Authentication, type Requirements } from "./authenticate.js";
import type { HttpExchange, Outgoing } from "./http-exchange.js";
import { splitTarget } from "./match-route.js";
import { ProblemError, problemOf, type Problem } from "./problem.js";
import { joined, withoutConnection } from "../reply/encode-reply.js";
import type { Caller, CountCall } from "./server-features.js";
import type { ServerOptions } from "./server-types.js";

export type ErrorHook = NonNullable<ServerOptions["onError"]>;

/** Answers a request with a problem. */
export type Refuse = (exchange: HttpExchange, problem: Problem, headers: readonly string[]) => Outgoing;

/** Reports an error, and gives the answer to the request that it ended. `extra`: headers that the answer has besides. */
export type Fail = (error: unknown, exchange: HttpExchange, operation: string | undefined, extra: readonly string[]) => Outgoing;

export function failure(onError: ErrorHook, refuse: Refuse): Fail {
  return (error, exchange, operation, extra) => {
    if (!(error instanceof ProblemError)) onError(error, { operation, method: exchange.method, url: exchange.url });
    const headers = error instanceof ProblemError ? joined(withoutConnection(error.headers), extra) : extra;
    return refuse(exchange, problemOf(error, operation), headers);
  };
}

/** Who sends a request that reaches no operation; `undefined` where no credential of the API is accepted. Never rejects. */
export type Identify = (exchange: HttpExchange) => Promise<Caller | undefined>;

/**
 * Counts requests that reach no operation.
 */
export interface StrayCalls {
  readonly count: CountCall;
  readonly identify: Identify | undefined;
}

/**
 * Counts a request that no handler gets: it has the given answer, or a 429 where its caller is over the limit. Who calls is found out where
 * nobody has asked yet; else that was in vain, and the address counts. `retryAfter`: seconds that the given answer tells to wait.
 */
export function unmatchedCounter(fail: Fail, refuse: Refuse) {
  return async (
    { count, identify }: StrayCalls,
    exchange: HttpExchange,
    outgoing: Outgoing,
    extra: readonly string[],
    retryAfter = 0,
  ): Promise<Outgoing> => {
    try {
      const { headers, refused, release } = await count(exchange, await identify?.(exchange));
      if (release !== undefined) exchange.onEnd(release);
      // Of two reasons to wait, the longer one holds.
      return refused === undefined || retryAfter > (refused.retryAfter ?? 0)
        ? { ...outgoing, headers: joined(outgoing.headers, headers) }
        : refuse(exchange, refused, [...headers, ...extra]);
    } catch (error) {
      return fail(error, exchange, undefined, extra);
    }
  };
}

/**
 * Asks as operations do, in each way that one of them takes. No scopes are asked for: it is only who it is. Of a wrong credential nothing shows
 * but that it counts as one. A certificate is asked for where the connection has one.
 */
export function strayIdentity(requirements: readonly Requirements[], shared: Authentication, onError: ErrorHook): Identify | undefined {
  const alternatives = new Map(
    requirements.flat().map((requirement): [string, { readonly [scheme: string]: readonly string[] }] => {
      const schemes = Object.keys(requirement).sort();
      return [JSON.stringify(schemes), Object.fromEntries(schemes.map((scheme): [string, readonly string[]] => [scheme, []]))];
    }),
  );
  const all = [...alternatives.values()].filter((requirement) => Object.keys(requirement).length > 0);
  const byText = all.filter((requirement) => Object.keys(requirement).every((name) => shared.schemes[name]?.kind !== "mutualTLS"));
  const [any, text] = [all, byText].map((each) => authenticator("", [...each, {}], shared));
  if (any === undefined) return undefined;
  return async (exchange) => {
    const authenticate: Authenticate | undefined = certificateOf(exchange) === undefined ? text : any;
    try {
      return await authenticate?.(exchange, splitTarget(exchange.target).query);
    } catch (error) {
      if (!(error instanceof ProblemError)) onError(error, { operation: undefined, method: exchange.method, url: exchange.url });
      return undefined;
    }
  };
}
