/** What a program is told of calls that are turned away: for metrics, which must neither slow a call nor fail it. */
import type { CredentialHash } from "../../shared/hash-credential.js";

/** A call that was answered with 429, or with 403 because of a ban. */
export interface RejectedEvent {
  /** `undefined` for a request that reaches no operation. */
  readonly operation: string | undefined;
  /** A limit is reached, its caller is banned, or too many wrong credentials came from its address. */
  readonly reason: "limit" | "ban" | "guesses";
  /** Names of the policies that have rejected it; none but for a limit. */
  readonly policies: readonly string[];
  /** A hash of what the caller is counted by: the same for the same caller, and nothing that leads to its credential or address. */
  readonly caller: string;
  /** Seconds. */
  readonly retryAfter: number;
}

/** A ban that begins. */
export interface BanEvent {
  /** Of the call that was one too many. */
  readonly operation: string | undefined;
  /** As in `RejectedEvent`. */
  readonly caller: string;
  /** Seconds until it ends. */
  readonly retryAfter: number;
}

export interface RejectionHookOptions {
  /** Told of each call that is turned away. What it throws is logged, and nobody waits for it. */
  readonly onRejected?: ((event: RejectedEvent) => void) | undefined;
  /** Told of each ban that begins, in the same way. */
  readonly onBan?: ((event: BanEvent) => void) | undefined;
}

/** Of callers, these get the key of the store. */
export interface RejectionHooks {
  rejected(
    operation: string | undefined,
    key: string,
    reason: RejectedEvent["reason"],
    policies: readonly string[],
    retryAfter: number,
  ): void;
  banned(operation: string | undefined, key: string, retryAfter: number): void;
}

/** `undefined` where nobody wants to be told. */
export function rejectionHooks({ onRejected, onBan }: RejectionHookOptions, fingerprint: CredentialHash): RejectionHooks | undefined {
  if (onRejected === undefined && onBan === undefined) return undefined;
  let before: Promise<unknown> = Promise.resolve();
  /** A key that the store does not let out is what it stands for, and has a space in it; others are hashes already. */
  const tell = <Event extends { readonly caller: string }>(
    key: string,
    hook: ((event: Event) => unknown) | undefined,
    eventOf: (caller: string) => Event,
  ): void => {
    if (hook === undefined) return;
    const hash = Promise.resolve(key.includes(" ") ? fingerprint(key) : key);
    // In the order of the calls, however long each hash takes.
    const caller = before.then(() => hash);
    before = caller.catch((): void => undefined);
    // A promise that the hook returns is waited for here alone.
    caller
      .then((text) => hook(eventOf(text)))
      .catch((error: unknown) => {
        console.error(error);
      });
  };
  return {
    rejected(operation, key, reason, policies, retryAfter) {
      tell(key, onRejected, (caller) => ({ operation, reason, policies, caller, retryAfter }));
    },
    banned(operation, key, retryAfter) {
      tell(key, onBan, (caller) => ({ operation, caller, retryAfter }));
    },
  };
}
