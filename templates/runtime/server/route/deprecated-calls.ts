/** What a server does with calls of deprecated operations: it informs the caller, and whoever runs the server. */
import type { DeprecatedOperation, Deprecation } from "../../shared/deprecated-operation.js";
import { createCredentialHash } from "../../shared/hash-credential.js";
import { lifecycleHeaders } from "../reply/lifecycle-headers.js";
import { problem } from "./problem.js";
import type { CallLifecycle } from "./server-features.js";
import { terminalText } from "../../shared/terminal-text.js";
import { chain, isPromiseLike } from "../../shared/is-promise-like.js";

/** A call of a deprecated operation, for whoever wants to know who still has to move. */
export interface DeprecatedCallEvent<Principal> {
  /** Name of the operation. */
  readonly operation: string;
  readonly method: string;
  /** Path template, as described. */
  readonly path: string;
  /** What the description says of its removal. */
  readonly deprecation: Deprecation;
  /** Whether the day of the removal has come. */
  readonly past: boolean;
  /** A hash of the caller's credential: the same for all calls with it, in every process. `undefined` for calls without one. */
  readonly caller: string | undefined;
  readonly principal: Principal | undefined;
}

export interface LifecycleOptions<Principal> {
  /**
   * Called for every call of a deprecated operation that its limit admits. What it throws goes to `onError`, and changes nothing else.
   * Default: a warning on the console, for each operation every ten minutes at most.
   */
  readonly onDeprecatedCall?: ((event: DeprecatedCallEvent<Principal>) => void) | undefined;
  /** What comes after the day of its removal: the operation as ever ("serve", the default), or 410 ("gone"). */
  readonly afterSunset?: "serve" | "gone" | undefined;
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

export function createLifecycle<Principal>(options: LifecycleOptions<Principal>): CallLifecycle {
  const { afterSunset = "serve", now = Date.now } = options;
  const hook: (event: DeprecatedCallEvent<Principal>) => unknown = options.onDeprecatedCall ?? warnings(now); // whose type lets a promise through
  const fingerprint = createCredentialHash();
  return {
    headers: ["Deprecation", "Sunset", "Link"],
    of(operation: DeprecatedOperation, basePath, onError) {
      const { id, method, path, deprecation } = operation;
      if (deprecation === undefined) return undefined;
      const end = deprecation.sunset === undefined ? Infinity : deprecation.sunset.epoch * 1000;
      return {
        headers: lifecycleHeaders(deprecation, basePath),
        onCall(request, caller) {
          const past = end <= now();
          const callHook = (hash: string | undefined): unknown =>
            // `caller` is of the generated server's own `authenticate`.
            hook({ operation: id, method, path, deprecation, past, caller: hash, principal: caller?.principal as Principal });
          const failed = (error: unknown): void => {
            onError(error, { operation: id, method: request.method, url: request.url });
          };
          try {
            const hash = caller?.credential === undefined ? undefined : fingerprint(`${caller.scheme} ${caller.credential}`);
            const called = chain(hash, callHook);
            if (isPromiseLike(called)) called.then(undefined, failed);
          } catch (error) {
            failed(error);
          }
          return past && afterSunset === "gone" ? problem("gone", goneText(deprecation), id) : undefined;
        },
      };
    },
  };
}

function goneText({ sunset, replacement }: Deprecation): string {
  const instead = replacement?.operation ?? replacement?.url;
  return `The operation was removed${sunset === undefined ? "" : ` on ${sunset.date}`}.${instead === undefined ? "" : ` Use ${instead} instead.`}`;
}

const tenMinutes = 600_000;

/** Warns on the console who calls deprecated operations, for each operation every ten minutes at most. */
function warnings(now: () => number): (event: DeprecatedCallEvent<unknown>) => void {
  const last = new Map<string, { at: number; calls: number }>();
  return ({ operation, method, path, deprecation: { sunset }, past, caller }) => {
    const time = now();
    const known = last.get(operation);
    if (known !== undefined && Math.abs(time - known.at) < tenMinutes) {
      known.calls++;
      return;
    }
    last.set(operation, { at: time, calls: 0 });
    const removal = sunset === undefined ? "" : `, and ${past ? "was" : "is"} to be removed on ${sunset.date}`;
    const others = known === undefined || known.calls === 0 ? "" : `; ${known.calls} more calls since the last warning`;
    const text = `${operation} (${method} ${path}) is deprecated${removal}. It was called by ${caller ?? "someone without a credential"}${others}.`;
    console.warn(terminalText(text));
  };
}
