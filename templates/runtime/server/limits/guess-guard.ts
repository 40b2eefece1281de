/**
 * Slows who guesses credentials, before `authenticate` is asked: that may take a query or a slow hash. The limits of strangers come after it.
 *
 * An address may have many users behind it. So a credential that was accepted lately passes whatever else comes from there, and one that is
 * presented again and again is one wrong credential: a program with an old key shuts out nobody. Each process counts for itself.
 */
import { networkOf } from "./limit-keys.js";
import type { RejectionHooks } from "./rejection-hooks.js";
import type { CredentialGuard, Caller } from "../route/server-features.js";
import type { IncomingRequest } from "../route/server-types.js";

export interface GuessRule {
  /** Different wrong credentials of one address. Default: 100. */
  readonly failed?: number | undefined;
  /** Seconds, from the first of them. Default: 60. */
  readonly within?: number | undefined;
}

interface GuardContext {
  readonly address: (request: IncomingRequest) => string | undefined;
  readonly now: () => number;
  readonly hooks: RejectionHooks | undefined;
  readonly isExempt: ((request: IncomingRequest, caller: Caller | undefined) => boolean) | undefined;
}

/** Wrong credentials of an address. */
interface Failures {
  readonly begun: number;
  readonly marks: Set<number>;
}

/** Credentials that are remembered of each of two generations, some 40 bytes each, and addresses. */
const mostRemembered = 100_000;
const mostAddresses = 10_000;

/** Throws a `TypeError` for a rule that could not be kept. */
export function createGuessGuard({ failed = 100, within = 60 }: GuessRule, context: GuardContext): CredentialGuard {
  if (!(failed >= 1 && within > 0)) throw new TypeError("`guesses` needs a number of credentials from 1 on, and a number of seconds");
  const { address, now, hooks, isExempt } = context;
  const mark = credentialMark();
  const accepted = generations();
  const addresses = new Map<string, Failures>();

  /** Those of an address, unless they are too long ago. A clock that was put back ends them, too. */
  const failuresOf = (from: string): Failures | undefined => {
    const found = addresses.get(from);
    if (found === undefined || Math.abs(now() - found.begun) < within * 1000) return found;
    addresses.delete(from);
    return undefined;
  };
  return {
    refusal(request, credential, operation) {
      // So it is nearly always, and costs nothing.
      if (addresses.size === 0) return undefined;
      const from = networkAt(address, request);
      const failures = from === undefined ? undefined : failuresOf(from);
      if (failures === undefined || failures.marks.size < failed) return undefined;
      if (accepted.has(mark(credential)) || isExempt?.(request, undefined) === true) return undefined;
      const retryAfter = Math.max(1, Math.ceil((failures.begun + within * 1000 - now()) / 1000));
      hooks?.rejected(operation, `address ${from}`, "guesses", [], retryAfter);
      return retryAfter;
    },
    accepted(credential) {
      accepted.add(mark(credential));
    },
    rejected(request, credential) {
      const from = networkAt(address, request);
      if (from === undefined) return;
      const failures = failuresOf(from);
      if (failures !== undefined) {
        if (failures.marks.size < failed) failures.marks.add(mark(credential));
        return;
      }
      const [oldest] = addresses.size < mostAddresses ? [] : addresses.keys();
      if (oldest !== undefined) addresses.delete(oldest);
      addresses.set(from, { begun: now(), marks: new Set([mark(credential)]) });
    },
  };
}

function networkAt(address: GuardContext["address"], request: IncomingRequest): string | undefined {
  const from = address(request);
  return from === undefined ? undefined : networkOf(from);
}

/**
 * A number that tells credentials apart, and from which none can be made: 30 bits, of all characters, because whoever guesses chooses where
 * they differ. It begins elsewhere in each process. Who happens to have the number of another may ask once more, no more than that.
 */
function credentialMark(): (credential: string) => number {
  let seed = 0;
  return (credential) => {
    // Not when the server is made: some platforms have no random numbers before the first request.
    if (seed === 0) seed = Math.floor(Math.random() * 0x3fffffff) + 1;
    let sum = seed ^ credential.length;
    for (let index = 0; index < credential.length; index++) sum = Math.imul(sum ^ credential.charCodeAt(index), 0x01000193);
    sum = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d);
    return (sum ^ (sum >>> 13)) & 0x3fffffff;
  };
}

/** The last so many numbers, and at most as many more: the older half is forgotten at once. */
function generations(): { has(mark: number): boolean; add(mark: number): void } {
  let [young, old] = [new Set<number>(), new Set<number>()];
  return {
    has: (mark) => young.has(mark) || old.has(mark),
    add(mark) {
      if (young.has(mark)) return;
      if (young.size >= mostRemembered) [young, old] = [new Set(), young];
      young.add(mark);
    },
  };
}
