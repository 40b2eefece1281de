/** What the servers under measurement have in common. */
export const key = "bench-key";
export const animals = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  name: `Animal ${String(index + 1)}`,
  categoryId: index % 3,
  status: "available" as const,
}));
/** So large that nobody is rejected. */
export const policies = { minute: { quota: 1_000_000_000, window: 60 }, day: { quota: 10_000_000_000, window: 86_400 } } as const;

/** Two windows and the three headers, as one would write them for one's own service; undefined where a window is spent. */
export function countByHand(now: () => number = Date.now): (caller: string) => Readonly<Record<string, string>> | undefined {
  const counters = new Map<string, { used: number; reset: number }[]>();
  const windows = Object.values(policies);
  return (caller) => {
    const time = now();
    const counted = counters.get(caller) ?? windows.map(({ window }) => ({ used: 0, reset: time + window * 1000 }));
    counters.set(caller, counted);
    for (const [index, { window }] of windows.entries()) {
      const counter = counted[index];
      if (counter !== undefined && counter.reset <= time) counted[index] = { used: 0, reset: time + window * 1000 };
    }
    const left = counted.map(({ used, reset }, index) => ({
      quota: windows[index]?.quota ?? 0,
      remaining: (windows[index]?.quota ?? 0) - used,
      reset,
    }));
    if (left.some(({ remaining }) => remaining < 1)) return undefined;
    for (const counter of counted) counter.used += 1;
    const binding = left.reduce((one, other) => (other.remaining / other.quota <= one.remaining / one.quota ? other : one));
    return {
      "X-RateLimit-Limit": String(binding.quota),
      "X-RateLimit-Remaining": String(binding.remaining - 1),
      "X-RateLimit-Reset": String(Math.ceil(binding.reset / 1000)),
    };
  };
}

/** Listens on a free port and tells it to whoever started this process. */
export function serve(listen: (port: number, told: (port: number) => void) => void): void {
  listen(0, (port) => process.send?.({ port }));
  process.on("disconnect", () => process.exit());
}
