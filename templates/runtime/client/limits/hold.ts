/**
 * The time before which a service takes no calls of a credential. One hold for each origin and credential in a process.
 */
import type { Clock } from "./clock.js";
import { processRegistry } from "./process-registry.js";
import { RateLimitError } from "./rate-limit-error.js";
import { newBudget } from "./retry.js";

/** Moments are milliseconds since the epoch. */
export interface Hold {
  /** Nothing is sent before. */
  until: number;
  /** The service has turned a call away, and has answered none since. */
  isShut: boolean;
  /** While it is shut one call at a time is sent, as a probe; until then at the latest the others wait for its answer. */
  probeUntil: number;
  /** In a row. */
  rejections: number;
  source: "retry-after" | "backoff";
  /** How many calls that failed may be sent again. */
  readonly budget: { tokens: number };
  isIdle(): boolean;
}

const holds = /* @__PURE__ */ processRegistry<Hold>("sundial.holds.v1");

/** The hold of a credential at an origin. Call it for each request. */
export const holdOf = (origin: string, credential: string, clock: Clock): Hold => holds(`${origin} ${credential}`, () => newHold(clock));

/** Milliseconds after which nobody remembers that a service took no calls. */
const memory = 600_000;

export function newHold(clock: Clock): Hold {
  const hold: Hold = {
    until: 0,
    isShut: false,
    probeUntil: 0,
    rejections: 0,
    source: "backoff",
    budget: newBudget(),
    isIdle: () => !hold.isShut || clock.now() > hold.until + memory,
  };
  return hold;
}

const longestProbe = 60_000;

/** What a call waits by. */
export interface Wait {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** When it has waited as long as it may. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  /** What the service turned the call away with, where it was sent before. */
  readonly rejected?: Response | undefined;
}

/**
 * Waits until a call may be sent; gives whether it is a probe. Rejects with a `RateLimitError` at once where that is later than the
 * deadline, and where the signal's time ends; with the signal's reason where it is aborted otherwise.
 */
export async function awaitTurn(hold: Hold, { clock, random, deadline, signal, rejected }: Wait): Promise<boolean> {
  for (let looks = 0; ; looks += 1) {
    const now = clock.now();
    const isOver = now >= hold.until;
    if (isOver && !hold.isShut) return false;
    if (isOver && now >= hold.probeUntil) {
      hold.probeUntil = now + longestProbe;
      return true;
    }
    // Each call looks by itself: where a request has a context of its own, none can wake another.
    const next = isOver ? now + (1 + random()) * Math.min(20 * 2 ** looks, 250) : hold.until;
    const refuse = (cause?: unknown): RateLimitError =>
      new RateLimitError(new Date(next), isOver ? "queue" : hold.source, undefined, { response: rejected, cause });
    if (next > deadline) throw refuse();
    await clock.wait(next - now, signal).catch((reason: unknown) => {
      throw (reason as { readonly name?: unknown } | undefined)?.name === "TimeoutError" ? refuse(reason) : reason; // it may be anything
    });
  }
}

/** What became of a call. */
export interface Answered {
  readonly isProbe: boolean;
  /** Undefined where there was no answer. */
  readonly status: number | undefined;
  /** Milliseconds that the service asks to wait. */
  readonly retryIn: number | undefined;
}

/**
 * Notes what an answer says: nothing is sent before the time that the service names, or, after a 429 that names none, for a while. Returns
 * whether a limit has turned the call away.
 */
export function noteAnswer(hold: Hold, { isProbe, status = 0, retryIn }: Answered, now: number, random: () => number): boolean {
  const isRejected = status === 429 || ((status === 503 || status === 403) && retryIn !== undefined);
  const hasFailed = isProbe && !isRejected && (status === 0 || status >= 500);
  if (isRejected || hasFailed) {
    // Calls that were under way together are turned away together.
    if (isProbe || !hold.isShut) hold.rejections += 1;
    const pause = Math.min(60_000, 500 * 2 ** hold.rejections) * (1 + random());
    const asked = retryIn === undefined ? 0 : retryIn + random() * Math.min(1000, retryIn / 100);
    // A service that turns one away again right after its own time does not know it.
    const wait = retryIn === undefined || hold.rejections > 1 ? Math.max(asked, pause) : asked;
    if (now + wait > hold.until) [hold.until, hold.source] = [now + wait, asked >= wait ? "retry-after" : "backoff"];
    hold.isShut = true;
  } else if (isProbe) [hold.isShut, hold.rejections] = [false, 0];
  if (isProbe) hold.probeUntil = 0;
  return isRejected;
}
