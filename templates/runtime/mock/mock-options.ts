/**
 * The options of a mock's server: those that a test gives, and for all others what a test needs none for.
 */
import { hasOwn } from "../shared/has-own.js";
import type { ServerOptions } from "../server/route/server-types.js";
import type { Problem } from "../server/route/problem.js";
import type { CallLog } from "./call-log.js";
import { errorBody } from "./mock-errors.js";
import type { Counters, MockDefinition } from "./mock-types.js";

/** Options of a generated server that a mock looks at. */
export interface GivenOptions extends ServerOptions {
  readonly authenticate?: object | undefined;
  readonly now?: (() => number) | undefined;
}

/** Options as the generated server takes them, but for the handlers. */
export function mockServerOptions(
  { credentials, error, plan }: MockDefinition,
  given: GivenOptions,
  principal: unknown,
  counters: Counters | undefined,
  { pending }: CallLog,
): object {
  const accept = (): unknown => principal;
  const { onError = logMockError } = given;
  return {
    // A reply that the service would never give proves nothing.
    validateResponses: "error",
    onDeprecatedCall: (): void => undefined,
    plan: (): string | undefined => plan,
    address: (): string => "mock",
    ...(error && { errors: (problem: Problem) => errorBody(problem, error) }),
    ...(counters && { limits: { local: true, consume: (...call: never[]) => counters.consume(...call) } }),
    ...givenOnly(given),
    ...(credentials && {
      authenticate: {
        ...Object.fromEntries(Object.keys(credentials).map((scheme) => [scheme, accept])),
        ...givenOnly(given.authenticate ?? {}),
      },
    }),
    onError: (...failure: Parameters<typeof onError>): void => {
      // The call rejects with it.
      for (const missing of pending.values()) if (missing !== undefined && missing === failure[0]) return;
      onError(...failure);
    },
  };
}

const logMockError: NonNullable<ServerOptions["onError"]> = (error, { operation }) => {
  console.error(operation ?? "request", error);
};

/** What a client sends by itself: credentials of the schemes of which every credential is accepted. */
export function mockCredentials({ credentials }: MockDefinition, { authenticate = {} }: GivenOptions): object | undefined {
  const own = givenOnly(authenticate);
  return credentials && Object.fromEntries(Object.entries(credentials).filter(([scheme]) => !hasOwn(own, scheme)));
}

/** Without members that say nothing: they would take the place of others. */
export function givenOnly(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]: [string, unknown]) => value !== undefined));
}
