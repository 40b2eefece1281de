/**
 * Slows who guesses credentials, before `authenticate` is asked: that may take a query or a slow hash. The limits of strangers come after it.
 *
 * An address may have many users behind it. So a credential that was accepted lately passes whatever else comes from there, and one that is
 * presented again and again is one wrong credential: a program with an old key shuts out nobody. Each process counts for itself.
 */
import { networkOf } from "./limit-keys.js";
import { hasRequestContexts } from "../../shared/request-contexts.js";
import { isPromiseLike } from "../../shared/is-promise-like.js";
import type { RejectionHooks } from "./rejection-hooks.js";
import { createSuspects, turnOf, wakeNext, type Suspects } from "./suspects.js";
import type { CredentialGuard, Caller, GuessAttempt } from "../route/server-features.js";
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
  /** Headers that tell to come back in so many milliseconds, as the description writes them. */
  readonly retryHeaders: (left: number) => readonly string[];
  readonly isExempt: ((request: IncomingRequest, caller: Caller | undefined) => boolean) | undefined;
}

/** What a call presents. */
interface Presented {
  readonly request: IncomingRequest;
  readonly operation: string;
  readonly credentials: readonly string[];
  /** Of these, in their order. */
  readonly marks: readonly number[];
}

/** Credentials that are remembered of each of two generations, some 40 bytes each. */
const mostRemembered = 100_000;

/**
 * Whatever `authenticate` is being asked for takes the place of a wrong credential until it is known to be none, so no more are asked for at
 * once than may be wrong. Who finds no place waits for one, and is turned away when all of them were wrong.
 *
 * Throws a `TypeError` for a rule that could not be kept.
 */
export function createGuessGuard(
  { failed = 100, within = 60 }: GuessRule,
  context: GuardContext,
  perRequest: boolean = hasRequestContexts(),
): CredentialGuard {
  if (!(failed >= 1 && within > 0)) throw new TypeError("`guesses` needs a number of credentials from 1 on, and a number of seconds");
  const { now, isExempt } = context;
  const mark = credentialMark();
  const accepted = generations();
  const suspects = createSuspects(within * 1000, now);
  const attempt = (presented: Presented, reserved: readonly number[], refused: readonly number[]): GuessAttempt =>
    guessAttempt({ ...context, failed, within, accepted, suspects }, presented, reserved, refused);
  const enter = (from: string, presented: Presented, isWoken: boolean): GuessAttempt | Promise<GuessAttempt> => {
    const unknown = presented.marks.filter((each) => !accepted.has(each));
    if (unknown.length === 0) return attempt(presented, [], []);
    const suspect = suspects.of(from);
    const { marks, asking, waiting } = suspect;
    const isFull = marks.size >= failed;
    const needed = unknown.filter((each) => !marks.has(each) && !asking.has(each));
    const room = failed - marks.size - asking.size;
    const reserve = (): GuessAttempt => {
      for (const each of needed) asking.set(each, now());
      return attempt(presented, needed, []);
    };
    if (!isFull && (needed.length === 0 || (needed.length <= room && (waiting.size === 0 || isWoken)))) return reserve();
    if (isExempt?.(presented.request, undefined) === true) return attempt(presented, [], []);
    if (isFull) return attempt(presented, [], unknown);
    // Nobody is being asked for who could make room. A call that presents more at once than may still be wrong is asked for all of them.
    if (asking.size === 0) return reserve();
    return turnOf(suspect, perRequest).then(() => {
      const entered = enter(from, presented, true);
      // Who took no place, or one of several, leaves the rest to the next.
      if (!isPromiseLike(entered) && (marks.size >= failed || marks.size + asking.size < failed)) wakeNext(suspect);
      return entered;
    });
  };
  const present = (request: IncomingRequest, credentials: readonly string[], operation: string): Presented => ({
    request,
    operation,
    credentials,
    marks: credentials.map(mark),
  });
  return {
    isTrusted: (credential) => accepted.isYoung(mark(credential)),
    distrust(request, credential, operation) {
      attempt(present(request, [credential], operation), [], []).settle([], [credential]);
    },
    ask(request, credentials, operation) {
      const presented = present(request, credentials, operation);
      if (presented.marks.every((each) => accepted.has(each))) return attempt(presented, [], []);
      const from = networkAt(context.address, request);
      return from === undefined ? attempt(presented, [], []) : enter(from, presented, false);
    },
  };
}

interface AttemptContext extends GuardContext {
  readonly failed: number;
  readonly within: number;
  readonly accepted: Generations;
  readonly suspects: Suspects;
}

/** What becomes of what a call presents; `reserved` are the places that it has taken. */
function guessAttempt(
  { failed, within, accepted, suspects, address, now, hooks, retryHeaders }: AttemptContext,
  { request, operation, credentials, marks: own }: Presented,
  reserved: readonly number[],
  refused: readonly number[],
): GuessAttempt {
  return {
    isRefused: (credential) => refused.length > 0 && own.some((each, index) => credentials[index] === credential && refused.includes(each)),
    refusal() {
      const from = networkAt(address, request) ?? "";
      const left = Math.max(1, suspects.of(from).begun + within * 1000 - now());
      const retryAfter = Math.ceil(left / 1000);
      // Where no operation is called, a credential says only whose request it is: that it is not asked for turns nothing away.
      if (operation !== "") hooks?.rejected(operation, `address ${from}`, "guesses", [], retryAfter);
      return { retryAfter, headers: retryHeaders(left) };
    },
    settle(good, wrong) {
      const wrongs = own.filter((_, index) => wrong.includes(credentials[index] ?? ""));
      own.forEach((each, index) => {
        if (good.includes(credentials[index] ?? "")) accepted.add(each);
      });
      if (wrongs.length === 0 && reserved.length === 0) return;
      const from = networkAt(address, request);
      if (from === undefined) return;
      const suspect = suspects.of(from);
      const { marks, asking } = suspect;
      for (const each of reserved) asking.delete(each);
      for (const each of wrongs) {
        if (marks.size >= failed) break;
        if (marks.size === 0) suspect.begun = now();
        marks.add(each);
      }
      wakeNext(suspect);
      suspects.settled(from, suspect);
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

interface Generations {
  has(mark: number): boolean;
  /** Whether it need not be added again yet. */
  isYoung(mark: number): boolean;
  add(mark: number): void;
}

/** The last so many numbers, and at most as many more: the older half is forgotten at once. */
function generations(): Generations {
  let [young, old] = [new Set<number>(), new Set<number>()];
  return {
    has: (mark) => young.has(mark) || old.has(mark),
    isYoung: (mark) => young.has(mark),
    add(mark) {
      if (young.has(mark)) return;
      if (young.size >= mostRemembered) [young, old] = [new Set(), young];
      young.add(mark);
    },
  };
}
