import { describe, expect, it } from "vitest";
import { clockOf } from "../../../../../templates/runtime/client/limits/clock.js";

const epoch = Date.UTC(2026, 10, 22, 12);
const hour = 3_600_000;

/** One look at a platform's clocks, and what the clock made of them shows then. */
type Look = readonly [wall: number, monotonic: number, shown: number];

// The first look of each is at the scope of a module.
const platforms: Readonly<Record<string, readonly Look[]>> = {
  "Node, Deno, Bun, a page: performance.now() begins with the process": [
    [epoch, 30, epoch],
    [epoch + 500, 530.25, epoch + 500.25],
    [epoch + hour, hour + 30, epoch + hour],
  ],
  "a page whose performance.now() is rounded": [
    [epoch, 100, epoch],
    [epoch + 7, 100, epoch],
    [epoch + 103, 200, epoch + 100],
  ],
  "React Native: performance.now() begins with the machine": [
    [epoch, 40 * 24 * hour, epoch],
    [epoch + 2000, 40 * 24 * hour + 2000, epoch + 2000],
  ],
  "Workers where all clocks stand at 0 before the first request": [
    [0, 0, 0],
    [epoch, epoch, epoch],
    [epoch, epoch, epoch],
    [epoch + 2000, epoch + 2000, epoch + 2000],
  ],
  "Workers where only performance.now() stands at 0 before the first request, and is the epoch then": [
    [epoch, 0, epoch],
    [epoch + 3, epoch + 3, epoch],
    [epoch + 2003, epoch + 2003, epoch + 2000],
    [epoch + hour, epoch + hour, epoch + hour - 3],
  ],
  "Workers where only Date.now() stands at 0 before the first request": [
    [0, 5, 0],
    [epoch, 10, epoch],
    [epoch + 2000, 2010, epoch + 2000],
  ],
  "clocks that stand while nothing is received": [
    [epoch, epoch, epoch],
    [epoch, epoch, epoch],
    [epoch + 400, epoch + 400, epoch + 400],
  ],
  "a performance.now() that is always 0": [
    [epoch, 0, epoch],
    [epoch + 1500, 0, epoch + 1500],
    [epoch + 4000, 0, epoch + 4000],
  ],
  "a performance.now() that begins anew": [
    [epoch, 50_000, epoch],
    [epoch + 2000, 0, epoch + 2000],
    [epoch + 3000, 1000, epoch + 3000],
  ],
  "a machine that sleeps, where performance.now() stands meanwhile": [
    [epoch, 100, epoch],
    [epoch + hour, 200, epoch + hour],
  ],
  "a machine that sleeps, where performance.now() goes on": [
    [epoch, 100, epoch],
    [epoch + hour, hour + 100, epoch + hour],
  ],
  "a wall clock that is set back and forward again": [
    [epoch, 100, epoch],
    [epoch - hour, 200, epoch + 100],
    [epoch - hour + 5000, 5200, epoch + 5100],
    [epoch + 6000, 6100, epoch + 6000],
  ],
  "a wall clock that is mocked for a while": [
    [epoch, 100, epoch],
    [0, 200, epoch + 100],
    [0, 5100, epoch + 5000],
    [epoch + 6000, 6100, epoch + 6000],
  ],
  "clocks that both are mocked for a while": [
    [epoch, 5000, epoch],
    [epoch - hour, 0, epoch],
    [epoch - hour + 2000, 2000, epoch + 2000],
    [epoch + 3000, 6000, epoch + 6000],
  ],
};

describe("a clock", () => {
  it.each(Object.entries(platforms))("shows the time on %s", (_, looks) => {
    let [wall, monotonic] = looks[0] ?? [NaN, NaN];
    const shown = [];
    const clock = clockOf({ wall: () => wall, monotonic: () => monotonic, start: () => undefined, stop: () => undefined });
    for (const look of looks) {
      [wall, monotonic] = look;
      shown.push(Math.round(clock.now() * 100) / 100);
    }
    const expected = looks.map(([, , time]) => time);
    for (const [index, time] of expected.entries()) expect(Math.abs((shown[index] ?? NaN) - time)).toBeLessThanOrEqual(3);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  });

  it.each(Object.entries(platforms))("that nobody has looked at before the first request shows the time on %s", (_, [, look]) => {
    const [wall, monotonic] = look ?? [NaN, NaN];
    const clock = clockOf({ wall: () => wall, monotonic: () => monotonic, start: () => undefined, stop: () => undefined });
    expect([clock.now(), clock.now()]).toEqual([wall, wall]);
  });

  it("looks at nothing while a module is loaded", () => {
    const refuse = (): never => {
      throw new Error("nobody asks for the time");
    };
    expect(() => clockOf({ wall: refuse, monotonic: refuse, start: refuse, stop: refuse })).not.toThrow();
  });
});
