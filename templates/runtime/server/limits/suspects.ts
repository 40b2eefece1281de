/** Addresses that wrong credentials come from, and calls that wait until it is known whether those before them are wrong. */

/** What is known of an address. */
export interface Suspect {
  /** When the first of the marks was counted, in milliseconds since the epoch. */
  begun: number;
  /** Of wrong credentials. */
  readonly marks: Set<number>;
  /** Of credentials that `authenticate` is being asked for, and since when: until it has answered, each takes the place of a wrong one. */
  readonly asking: Map<number, number>;
  /** Calls that wait for one of these, the first first. */
  readonly waiting: Set<() => void>;
}

export interface Suspects {
  /** An address as it is now. */
  of(address: string): Suspect;
  /** Forgets an address of which nothing is to be known. */
  settled(address: string, suspect: Suspect): void;
}

const mostAddresses = 10_000;

/**
 * Milliseconds until a call that waits looks for itself: whoever it waits for may never answer. Where a request has a context of its own, no other
 * can wake it.
 */
const longestWait = 1000;
const ownWait = 100;

/** Marks are forgotten `length` milliseconds after the first of them, and who asks for longer than that no longer takes a place. */
export function createSuspects(length: number, now: () => number): Suspects {
  const suspects = new Map<string, Suspect>();
  // A clock that was put back ends them, too.
  const isOver = (since: number): boolean => Math.abs(now() - since) >= length;
  return {
    of(address) {
      const found = suspects.get(address);
      if (found !== undefined) {
        if (found.marks.size > 0 && isOver(found.begun)) found.marks.clear();
        for (const [mark, since] of found.asking) {
          if (!isOver(since)) break;
          found.asking.delete(mark);
        }
        return found;
      }
      const [oldest] = suspects.size < mostAddresses ? [] : suspects.keys();
      if (oldest !== undefined) suspects.delete(oldest);
      const suspect: Suspect = { begun: now(), marks: new Set(), asking: new Map(), waiting: new Set() };
      suspects.set(address, suspect);
      return suspect;
    },
    settled(address, suspect) {
      if (suspect.marks.size + suspect.asking.size + suspect.waiting.size === 0 && suspects.get(address) === suspect)
        suspects.delete(address);
    },
  };
}

/** Resolves when it is this call's turn to look whether there is room. */
export function turnOf({ waiting }: Suspect, perRequest: boolean): Promise<void> {
  return new Promise((resolve) => {
    if (perRequest) {
      setTimeout(resolve, ownWait);
      return;
    }
    const wake = (): void => {
      clearTimeout(timer);
      waiting.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, longestWait);
    waiting.add(wake);
  });
}

/** Wakes the first call that waits. */
export function wakeNext({ waiting }: Suspect): void {
  const [next] = waiting;
  next?.();
}
