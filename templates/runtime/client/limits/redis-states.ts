/** Texts on Redis or Valkey that several processes change: a store for gates that are shared. */
import { realClock, type Clock } from "./clock.js";
import type { GateStore, StoreChange } from "./gate-store.js";
import { checkSettings } from "./retry.js";
import { withTimeout } from "../../shared/with-timeout.js";
import { evaluate, type RedisClient, type RedisScript } from "../../shared/redis-client.js";

export interface RedisStatesOptions {
  /** What the keys in Redis begin with: `sundial:gates:` when absent. */
  readonly prefix?: string | undefined;
  /** Milliseconds after which a Redis that does not answer is away. Default: 1000. */
  readonly timeout?: number | undefined;
  readonly clock?: Clock | undefined;
  /** From 0 to 1. */
  readonly random?: (() => number) | undefined;
}

/** What a key held when it was last heard of, and which change of it that was: microseconds since the epoch, "0" when there is nothing. */
interface StoredVersion {
  readonly version: string;
  readonly text: string | undefined;
}

/** Each conflict is another's success; after so many in one update something else must be wrong. */
const mostAttempts = 50;
/** Milliseconds between two attempts, at most. */
const longestRetryPause = 50;
/** Keys of which the text is remembered. */
const mostKnown = 1000;

/**
 * Compares and sets: the new text goes to the server with the version that it was made from. The server rejects it when that is no longer
 * the current version. What a process knows of a key lets it begin with that, so that an update without a rival takes one round trip.
 *
 * ```ts
 * const states = redisStates(new Redis());
 * const count = await states.update("visits", (text = "0") => {
 *   const next = Number(text) + 1;
 *   return { state: String(next), ttl: 60_000, value: next };
 * });
 * ```
 *
 * `change` gets the time of Redis's clock. It is computed from the last answer, at most one round trip behind, and never before the last
 * change of the key. A process whose own clock has jumped ahead meanwhile is rejected, gets the time, and tries again. Updates of one key that
 * this process begins at the same time compete, too. None waits for another's promise, which on some platforms belongs to another request.
 * Throws a `TypeError` where `timeout` is no number from 1 on: within no time every store is away.
 */
export function redisStates(redis: RedisClient, options: RedisStatesOptions = {}): GateStore {
  const { prefix = "sundial:gates:", timeout = 1000, clock = realClock, random = Math.random } = options;
  checkSettings({ timeout }, 1);
  const known = boundedMap<StoredVersion>(mostKnown);
  const time = remoteClock(clock);

  /** The key as it is afterwards, and whether the change was taken. */
  async function send(
    key: string,
    version: string,
    change: Pick<StoreChange<unknown>, "state" | "ttl">,
    at = 0,
  ): Promise<StoredVersion & { readonly taken: boolean }> {
    const sent = clock.now();
    const parameters = [version, change.state, String(Math.max(1, Math.ceil(change.ttl))), String(at)];
    const reply = await withTimeout(evaluate(redis, swapScript, [`${prefix}{${key}}`], parameters), timeout);
    const [taken, now, current = "0", text] = Array.isArray(reply) ? reply.map(String) : [];
    time.heard(Number(now), sent);
    return { taken: taken === "1", version: current, text: taken === "1" ? change.state : current === "0" ? undefined : text };
  }

  async function update<T>(key: string, change: (text: string | undefined, now: number) => StoreChange<T>): Promise<T> {
    let held = known.get(key) ?? (await send(key, "unknown", { state: "", ttl: 1 }));
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      // The first rival is met at once, and the others apart from each other. What was heard before a pause is old: the refusal
      // after it tells what is current, and the next attempt is made from that at once.
      if (attempt > 1 && attempt % 2 === 0) await clock.wait(random() * Math.min(2 ** attempt, longestRetryPause));
      const now = Math.max(time.now(), Math.floor(Number(held.version) / 1000));
      const next = change(held.text, now);
      // What was sent may have arrived, even if there is no answer.
      known.delete(key);
      const answer = await send(key, held.version, next, now);
      known.set(key, answer);
      if (answer.taken) return next.value;
      held = answer;
    }
    throw new Error(`The state of a gate was changed by others ${mostAttempts} times in a row`);
  }

  // The first update takes two round trips.
  return { update, timeout: 2 * timeout };
}

/** The last values of a map that forgets the oldest of its keys. */
function boundedMap<V>(size: number): Pick<Map<string, V>, "get" | "delete"> & { set(key: string, value: V): void } {
  const values = new Map<string, V>();
  return {
    get: (key) => values.get(key),
    delete: (key) => values.delete(key),
    set(key, value) {
      values.delete(key);
      const [oldest] = values.size < size ? [] : values.keys();
      if (oldest !== undefined) values.delete(oldest);
      values.set(key, value);
    },
  };
}

/** Another machine's clock, from the times in its answers. It is behind that clock rather than ahead of it. */
function remoteClock(clock: Clock): { now(): number; heard(time: number, sent: number): void } {
  let ahead = -Infinity;
  return {
    now: () => Math.floor(clock.now() + ahead),
    heard(time, sent) {
      // The time was taken between then and now, so that the other clock is ahead by something between these two.
      const [least, most] = [time - clock.now(), time - sent];
      // A quick answer says more than a slow one that does not contradict it.
      if (ahead < least || ahead > most) ahead = least;
    },
  };
}

/**
 * Parameters: the version that the change was made from, the new text, for how many milliseconds it is kept, and the time that the change
 * took it to be: a second later than it is, or than the last change was, it is refused. A key holds `version text`.
 * Reply: whether the change was taken, milliseconds since the epoch, the current version, and the current text if it was not.
 */
export const swapScript: RedisScript = {
  sha1: "2bc7c7f3139540dab52574d03593096d1be592f8",
  text: `
local time = redis.call('time')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
local held = redis.call('get', KEYS[1])
local gap = held and string.find(held, ' ', 1, true)
local version = gap and string.sub(held, 1, gap - 1) or '0'
if version ~= ARGV[1] or tonumber(ARGV[4]) > math.max(tonumber(now), tonumber(version) / 1000) + 1000 then
  return { '0', now, version, gap and string.sub(held, gap + 1) or '' }
end
-- Later than any version before, also of a key that had been forgotten in between.
local next = string.format('%.0f', math.max(time[1] * 1000000 + time[2], tonumber(version) + 1))
redis.call('set', KEYS[1], next .. ' ' .. ARGV[2], 'px', ARGV[3])
return { '1', now, next }
`,
};
