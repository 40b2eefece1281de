/**
 * A store of gates in memory, for processes that are simulated in one: each update takes its time, others may come first, and it
 * can be away.
 */
import type { Clock } from "../../templates/runtime/client/limits/clock.js";
import type { GateStore, StoreChange } from "../../templates/runtime/client/limits/gate-store.js";

export interface MemoryGateStore extends GateStore {
  /** `hangs`: it does not even say that it is away. */
  state: "there" | "away" | "hangs";
  readonly texts: ReadonlyMap<string, string>;
  /** It loses all that it has. */
  forget(): void;
  /** What it has, for `restore`: another store that takes over may lack the last changes. */
  copy(): ReadonlyMap<string, string>;
  restore(texts: ReadonlyMap<string, string>): void;
}

/** `ahead`: milliseconds that its clock is before the processes' own. */
export function memoryGateStore(clock: Clock, latency = 1, ahead = 0): MemoryGateStore {
  const texts = new Map<string, string>();
  const versions = new Map<string, number>();
  const store: MemoryGateStore = {
    ...(latency > 1000 && { timeout: 10 * latency }),
    state: "there",
    texts,
    forget() {
      texts.clear();
    },
    copy: () => new Map(texts),
    restore(before) {
      texts.clear();
      for (const [key, text] of before) texts.set(key, text);
    },
    async update<T>(key: string, change: (text: string | undefined, now: number) => StoreChange<T>): Promise<T> {
      for (;;) {
        if (store.state === "hangs") return new Promise(() => undefined);
        if (store.state === "away") throw new Error("There is no connection");
        const version = versions.get(key);
        const now = clock.now() + ahead;
        await clock.wait(latency / 2);
        const { state, value } = change(texts.get(key), now);
        await clock.wait(latency / 2);
        if (versions.get(key) !== version) continue;
        texts.set(key, state);
        versions.set(key, (version ?? 0) + 1);
        return value;
      }
    },
  };
  return store;
}
