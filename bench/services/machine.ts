/**
 * A machine in virtual time: what programs on it see as time, and as chance. While it sleeps, its timers stand still, as Node's do, and
 * its wall clock goes on.
 */
import { createHash } from "node:crypto";
import type { FakeClock } from "../../test/support/fake-clock.js";

/** A sleep of the machine, in milliseconds of the virtual clock. */
export interface Sleep {
  readonly from: number;
  readonly until: number;
}

export interface MachineSettings {
  readonly clock: FakeClock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Its wall clock is so many milliseconds ahead. */
  readonly ahead: number;
  readonly sleep: Sleep | undefined;
}

/** What a program finds on its global object. */
export type Globals = Readonly<Record<string, unknown>>;

/** Milliseconds of a span in which the machine was awake. */
export const awake = (from: number, until: number, sleep: Sleep | undefined): number =>
  until - from - (sleep === undefined ? 0 : Math.max(0, Math.min(until, sleep.until) - Math.max(from, sleep.from)));

/** A timer of a machine, as Node gives one. */
interface Handle {
  stop: () => void;
  ref: () => Handle;
  unref: () => Handle;
  hasRef: () => boolean;
  refresh: () => Handle;
}

function newHandle(start: () => () => void): Handle {
  const handle: Handle = {
    stop: start(),
    ref: () => handle,
    unref: () => handle,
    hasRef: () => true,
    refresh() {
      handle.stop();
      handle.stop = start();
      return handle;
    },
  };
  return handle;
}

const isHandle = (value: unknown): value is Handle => typeof value === "object" && value !== null && "stop" in value;

type Action = (...given: unknown[]) => void;

/** The globals of the programs of a machine; `fetch` is theirs. */
export function machineGlobals({ clock, random, ahead, sleep }: MachineSettings, fetch: unknown): Globals {
  const begin = clock.now();
  const now = (): number => clock.now() + ahead;
  /** How long that takes of an awake machine. */
  const stretched = (ms: number): number => {
    const end = clock.now() + ms;
    return sleep !== undefined && clock.now() < sleep.until && end > sleep.from ? ms + sleep.until - sleep.from : ms;
  };
  // Node makes one of what is no number, or too long for a timer.
  const delayOf = (ms: unknown): number => (Number(ms) >= 1 && Number(ms) <= 2 ** 31 - 1 ? Math.trunc(Number(ms)) : 1);
  const setTimeout = (action: Action, ms?: unknown, ...given: unknown[]): Handle =>
    newHandle(() =>
      clock.after(stretched(delayOf(ms)), () => {
        action(...given);
      }),
    );
  const setInterval = (action: Action, ms?: unknown, ...given: unknown[]): Handle => {
    const next = (): (() => void) =>
      clock.after(stretched(delayOf(ms)), () => {
        handle.stop = next();
        action(...given);
      });
    const handle = newHandle(next);
    return handle;
  };
  const clear = (handle: unknown): void => {
    if (isHandle(handle)) handle.stop();
  };
  return {
    fetch,
    setTimeout,
    setInterval,
    clearTimeout: clear,
    clearInterval: clear,
    Date: dateOf(now),
    performance: { now: () => awake(begin, clock.now(), sleep), timeOrigin: begin + ahead },
    Math: Object.assign(Object.create(Math) as object, { random }),
    // The platform's digest comes when another thread is done: nobody knows when that is.
    crypto: { subtle: { digest: digestOf }, randomUUID: () => uuidOf(random) },
    console: { log: ignore, info: ignore, debug: ignore, warn: ignore, error: ignore },
  };
}

const ignore = (): undefined => undefined;

function dateOf(now: () => number): DateConstructor {
  return new Proxy(Date, {
    construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as object,
    apply: () => new Date(now()).toString(),
    get: (target, name): unknown => (name === "now" ? now : Reflect.get(target, name)),
  });
}

const digestOf = (_: unknown, bytes: Uint8Array): Promise<ArrayBuffer> =>
  Promise.resolve(new Uint8Array(createHash("sha256").update(bytes).digest()).buffer);

const uuidOf = (random: () => number): string =>
  "00000000-0000-4000-8000-000000000000".replace(/0/g, () => Math.floor(random() * 16).toString(16));
