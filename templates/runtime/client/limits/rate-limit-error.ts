/**
 * What a call rejects with instead of being sent too early. Neither a credential nor a URL or a header is in a message, or in what
 * `console.log` shows.
 */

/** Where it is known from how long to wait. `plan`: the description's figures; `backoff`: the service said nothing; `queue`: others were waiting before it. */
export type LimitSource = "retry-after" | "reset" | "plan" | "backoff" | "queue";

/** The wait for the service's limits is longer than the call may wait. Nothing of it was sent, but where there is a `response`. */
export class RateLimitError extends Error {
  override readonly name = "RateLimitError";
  /** From then on the same call may be sent. The latest date that there is, where it never may: it costs more than a window has. */
  readonly retryAt: Date;
  /** The policy that is spent, by its name in the description or in the service's headers. */
  readonly policy: string | undefined;
  readonly source: LimitSource;
  // Private, so that printing the error does not print the answer, whose URL may hold a credential.
  readonly #response: Response | undefined;

  constructor(
    retryAt: Date,
    source: LimitSource,
    policy?: string,
    more: { readonly response?: Response | undefined; readonly cause?: unknown; readonly message?: string | undefined } = {},
  ) {
    const { response, cause } = more;
    const limit = policy === undefined ? "the limit" : `the limit "${policy}"`;
    const why = source === "queue" ? "calls before it take longer than its maxWait" : `${limit} is reached`;
    super(more.message ?? `Not before ${retryAt.toISOString()}: ${why} (${source})`);
    this.retryAt = retryAt;
    this.source = source;
    this.policy = policy;
    this.#response = response;
    // As `new Error(message, { cause })` does it, which ES2020 does not have.
    if (cause !== undefined) Reflect.defineProperty(this, "cause", { value: cause, configurable: true, writable: true });
  }

  /** The service's rejection, where the call was sent. Its body has not been read. */
  get response(): Response | undefined {
    return this.#response;
  }
}

/** The service has banned the credential: nothing more is sent with it until `resume()` of `client.limits`, or until `retryAt`. */
export class KeyBlockedError extends Error {
  override readonly name = "KeyBlockedError";
  /** When the service says that the ban ends. */
  readonly retryAt: Date | undefined;

  constructor(retryAt?: Date) {
    const until = retryAt === undefined ? "" : ` until ${retryAt.toISOString()}`;
    super(`The service has blocked this credential${until}; \`resume()\` of \`client.limits\` tries again`);
    this.retryAt = retryAt;
  }
}
