/**
 * Limits as a plan describes them, each with a limiter of the service's that knows nothing of the client's code and judges what arrives.
 */
import * as limiters from "../../../../../../bench/services/limiters.js";
import type { PolicyReading } from "../../../../../../templates/runtime/client/limits/limit-header-types.js";
import { adaptivePace } from "../../../../../../templates/runtime/client/limits/policies/adaptive-pace.js";
import { concurrency } from "../../../../../../templates/runtime/client/limits/policies/concurrency.js";
import { foreseenWindow } from "../../../../../../templates/runtime/client/limits/policies/foreseen-window.js";
import { otherUnits } from "../../../../../../templates/runtime/client/limits/policies/other-units.js";
import type { PolicyKind } from "../../../../../../templates/runtime/client/limits/policies/policy.js";
import { slidingWindow } from "../../../../../../templates/runtime/client/limits/policies/sliding-window.js";
import { spacing } from "../../../../../../templates/runtime/client/limits/policies/spacing.js";
import { tokenBucket } from "../../../../../../templates/runtime/client/limits/policies/token-bucket.js";
import type { PolicyLimit } from "../../../../../../templates/runtime/shared/rate-limits.js";
import type { Dice } from "../../../../../support/dice.js";

export interface JudgedLimit {
  readonly name: string;
  /** What a client of such a limit names. */
  readonly kind?: PolicyKind;
  /** What the plan says; nothing where the client has to find out. */
  readonly planned?: PolicyLimit;
  readonly limiter: limiters.Limiter;
  /** What a call takes of it. */
  readonly costOf: (cost: number) => number;
  /** What a call may cost. */
  readonly dearest: number;
  /** What an answer reports, if anything. */
  readonly reading?: (now: number) => PolicyReading | undefined;
  /** Whether it has to be reported. */
  readonly told?: boolean;
  /** Milliseconds that a handler takes at least. */
  readonly slow?: number;
  /** A call without an answer may still be counted, or take its place, when the client can no longer know. */
  readonly forgetsLost?: boolean;
  /** Nothing is turned away but where a call without an answer has a place still. */
  readonly isPlaces?: boolean;
  /** The share of the calls that may be turned away although none overtakes another: not all that the service counts is known before. */
  readonly guessed?: number;
  /** The same where some overtake others, where that is more than usual: spacing has to learn by how much they do. */
  readonly overtaken?: number;
}

const same = (cost: number): number => cost;
const one = (): number => 1;

/** Rates of at most 20 a second, and some calls at once. */
function someWindow(d: Dice): { readonly quota: number; readonly window: number } {
  const window = 500 + d.below(20_000);
  return { quota: 1 + d.below(Math.max(1, Math.min(60, Math.floor(window / 50)))), window };
}

function someFixedLimiter(d: Dice, quota: number, window: number): limiters.Limiter {
  return d.of(limiters.fixedWindow, limiters.alignedWindow)(quota, window);
}

const reported =
  (name: string, limiter: limiters.Limiter) =>
  (now: number): PolicyReading => ({
    name,
    limit: limiter.limit,
    remaining: Math.max(0, limiter.left(now)),
    resetIn: limiter.resetIn(now),
  });

function sliding(d: Dice, name = "sliding"): JudgedLimit {
  const { quota, window } = someWindow(d);
  const limiter = limiters.slidingLog(quota, window);
  const reading = (now: number): PolicyReading => ({ name, limit: quota, remaining: limiter.left(now) });
  const planned = { quota, window: window / 1000, sliding: true } as const;
  return { name, kind: slidingWindow, planned, limiter, costOf: same, dearest: quota, ...(d.chance(0.3) && { reading }) };
}

function bucket(d: Dice, name = "bucket"): JudgedLimit {
  const burst = 1 + d.below(30);
  const rate = d.chance(0.3) ? (1 + d.below(100)) / 100 : (1 + d.below(200)) / 10;
  const limiter = limiters.bucket(burst, rate);
  const reading = (now: number): PolicyReading => ({ ...reported(name, limiter)(now), refill: (burst / rate) * 1000 });
  return { name, kind: tokenBucket, planned: { rate, burst }, limiter, costOf: same, dearest: burst, ...(d.chance(0.3) && { reading }) };
}

function places(d: Dice, name = "places"): JudgedLimit {
  const limit = 1 + d.below(8);
  const limiter = limiters.concurrency(limit);
  const planned = { concurrency: limit };
  return { name, kind: concurrency, planned, limiter, costOf: one, dearest: Infinity, forgetsLost: true, isPlaces: true };
}

function spaced(d: Dice, name = "spaced"): JudgedLimit {
  const distance = 50 + d.below(1500);
  const planned = { spacing: distance / 1000 };
  return { name, kind: spacing, planned, limiter: spacedLimiter(distance), costOf: one, dearest: Infinity, overtaken: 0.05 };
}

function spacedLimiter(distance: number): limiters.Limiter {
  let last = -Infinity;
  const wait = (now: number): number => Math.max(0, last + distance - now);
  return {
    limit: 1,
    wait,
    take(now) {
      last = now;
    },
    left: (now) => (wait(now) > 0 ? 0 : 1),
    resetIn: wait,
    release: () => undefined,
  };
}

/** A window that no header reports: it may begin at any moment. */
function untold(d: Dice, name = "untold"): JudgedLimit {
  const { quota, window } = someWindow(d);
  const limiter = someFixedLimiter(d, quota, window);
  return { name, kind: slidingWindow, planned: { quota, window: window / 1000 }, limiter, costOf: same, dearest: quota };
}

/** Of a window that no call has begun there is nothing to tell. */
const begun =
  (name: string, limiter: limiters.Limiter) =>
  (now: number): PolicyReading | undefined =>
    limiter.left(now) === limiter.limit ? undefined : reported(name, limiter)(now);

function told(d: Dice, name = "told"): JudgedLimit {
  const { quota, window } = someWindow(d);
  const limiter = someFixedLimiter(d, quota, window);
  const planned = { quota, window: window / 1000 };
  return { name, planned, limiter, costOf: same, dearest: quota, reading: begun(name, limiter), told: true, forgetsLost: true };
}

/**
 * Short windows, and calls that take a large part of them: it is worth it to begin a window without a probe. An answer may come when the
 * window that it tells of is over; then nobody knows when the present one began.
 */
function foreseen(d: Dice, name = "foreseen"): JudgedLimit {
  const window = 500 + d.below(4000);
  const quota = 1 + d.below(Math.floor(window / 50));
  const limiter = someFixedLimiter(d, quota, window);
  const planned = { quota, window: window / 1000 };
  const judged = { name, planned, limiter, costOf: same, dearest: quota, reading: begun(name, limiter), told: true };
  return { ...judged, kind: foreseenWindow, slow: 100 + d.below(window), forgetsLost: true, guessed: 0.04 };
}

/** Tokens: each call takes as many as every other, and only the answers say how many. */
function tokens(d: Dice, name = "tokens"): JudgedLimit {
  const each = 1 + d.below(50);
  const limit = each * (2 + d.below(30));
  const rate = limit / (1 + d.below(20));
  const isBucket = d.chance(0.5);
  const limiter = isBucket ? limiters.bucket(limit, rate) : limiters.fixedWindow(limit, 1000 + d.below(20_000));
  const reading = (now: number): PolicyReading => ({
    ...reported(name, limiter)(now),
    unit: name,
    ...(isBucket && { refill: (limit / rate) * 1000 }),
  });
  return { name, kind: otherUnits, limiter, costOf: () => each, dearest: Infinity, reading, told: true, forgetsLost: true, guessed: 0.1 };
}

/** The service tells nothing, but that a call was one too many. */
function unknown(d: Dice, name = "unknown"): JudgedLimit {
  const { limiter, costOf } = d.of(sliding, bucket, places, untold)(d);
  return { name, kind: adaptivePace, limiter, costOf, dearest: 1, told: true, forgetsLost: true, guessed: 0.2 };
}

export const judgedLimits = { sliding, bucket, places, spaced, untold, told, foreseen, tokens, unknown };
export type JudgedKind = keyof typeof judgedLimits;

/** Those that can stand beside each other: windows are either reported or not, and who knows a limit guesses none. */
export const judgedPairs = (Object.keys(judgedLimits) as JudgedKind[]).flatMap((first, index, all) =>
  all.slice(index).flatMap((second): readonly (readonly [JudgedKind, JudgedKind])[] => {
    const pair = [first, second] as const;
    const has = (...kinds: readonly JudgedKind[]): boolean => kinds.every((kind) => pair.includes(kind));
    const isGuess = first === second ? has("tokens") || has("unknown") : has("unknown");
    return isGuess || has("untold", "told") || has("untold", "foreseen") || has("untold", "tokens") ? [] : [pair];
  }),
);
