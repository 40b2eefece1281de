import { describe, expect, it } from "vitest";
import { concurrency } from "../../../../../../templates/runtime/client/limits/policies/concurrency.js";
import {
  admissible,
  unknownTime,
  type PolicyData,
  type SentCall,
} from "../../../../../../templates/runtime/client/limits/policies/policy.js";
import { planned, type AlonePolicy } from "./policy-alone.js";

const start = 1_000_000;
const two = { concurrency: 2 };

type Places = AlonePolicy<PolicyData & { readonly patience: number }>;

const sendMany = (policy: Pick<Places, "send">, count: number, now: number): SentCall[] =>
  Array.from({ length: count }, () => policy.send(now));

describe("places of calls", () => {
  it("are those of a plan, all of them free at first", () => {
    expect(planned(concurrency, two).data).toMatchObject({
      kind: "concurrency",
      name: "p",
      planned: true,
      untold: true,
      limit: 2,
      calls: [],
    });
    expect(planned(concurrency, two, true).data.untold).toBe(false);
    expect(concurrency.plan("p", { spacing: 1 }, undefined)).toBeUndefined();
  });

  it("are taken while calls are under way, and nobody knows for how long", () => {
    const places = planned(concurrency, two);
    expect([places.room(start), places.left(start)]).toEqual([admissible, 2]);
    const [first] = sendMany(places, 2, start);
    expect([places.room(start), places.left(start)]).toEqual([unknownTime, 0]);
    if (first !== undefined) places.accept(first, start + 10);
    expect([places.room(start + 10), places.left(start + 10)]).toEqual([admissible, 1]);
  });

  it("are kept for calls that were given up, each until others would have been answered", () => {
    const places = planned(concurrency, two);
    places.accept(places.send(start), start + 1000);
    const [first, second] = [places.send(start + 2000), places.send(start + 2300)];
    places.lose(first, start + 2400);
    expect(places.room(start + 2400)).toBe(unknownTime);
    places.lose(second, start + 2400);
    expect(places.room(start + 2400)).toBe(start + 3000);
    expect([places.left(start + 2999), places.left(start + 3000), places.left(start + 3299), places.left(start + 3300)]).toEqual([
      0, 1, 1, 2,
    ]);
    // The first has been over for long, and says nothing of the second.
    places.send(start + 3000);
    expect(places.room(start + 3000)).toBe(unknownTime);
  });

  it("wait for the next place that becomes free, not for one that did before", () => {
    const places = planned(concurrency, { concurrency: 1 });
    places.accept(places.send(start), start + 1000);
    for (const at of [2000, 2500]) places.lose(places.send(start + at), start + at);
    expect(places.room(start + 3000)).toBe(start + 3500);
  });

  it("are counted for each of several calls that were given up at one moment", () => {
    const places = planned(concurrency, { concurrency: 5 });
    places.accept(places.send(start), start + 1000);
    for (const call of sendMany(places, 3, start + 2000)) places.lose(call, start + 2100);
    places.lose(places.send(start + 2050), start + 2100);
    expect(places.data.calls).toEqual([
      [start + 3000, 3],
      [start + 3050, 1],
    ]);
    expect(places.left(start + 2100)).toBe(1);
    places.accept(places.send(start + 3000), start + 3001);
    expect(places.data.calls).toEqual([[start + 3050, 1]]);
  });

  it("are not kept for a call that was given up later than others are answered", () => {
    const places = planned(concurrency, { concurrency: 1 });
    places.lose(places.send(start), start + 10);
    expect(places.room(start + 10)).toBe(admissible);
    places.accept(places.send(start + 20), start + 120);
    places.lose(places.send(start + 200), start + 300);
    expect([places.room(start + 300), places.data.calls]).toEqual([admissible, []]);
  });

  it("are kept for as long as calls took lately: a slow one is forgotten little by little", () => {
    const places = planned(concurrency, { concurrency: 1 });
    places.accept(places.send(start), start + 1000);
    places.accept(places.send(start), start + 100);
    expect(places.data.window).toBe(900);
    places.accept(places.send(start), start + 950);
    expect(places.data.window).toBe(950);
  });
});

describe("places of which a rejection has shown that others have them", () => {
  /** Places of calls that take a second, of which `others` are under way when others are turned away, one after the other. */
  function fewer(limit: number, rejected: number, others = 0): Places {
    const places = planned(concurrency, { concurrency: limit });
    places.accept(places.send(start), start + 1000);
    const calls = sendMany(places, rejected, start + 1000);
    sendMany(places, others, start + 1000);
    for (const call of calls) places.reject(call, start + 1010);
    return places;
  }

  it("are theirs for a while: about half as long as a call takes, and no longer where many calls are turned away at once", () => {
    const places = fewer(5, 3);
    expect(places.data.calls).toEqual([[start + 1260, 3]]);
    expect([places.left(start + 1010), places.left(start + 1259), places.left(start + 1260)]).toEqual([2, 2, 5]);
    expect(places.data.resetAt).toBe(start + 1260);
  });

  it("are not asked for by calls that were sent together at one moment again: chance lies between", () => {
    const places = planned(concurrency, two);
    places.accept(places.send(start), start + 1000);
    const ticket = places.send(start + 1000);
    const outcome = {
      ticket,
      reading: { policies: [] },
      isRejected: true,
      isCurrent: true,
      now: start + 1010,
      random: () => 1,
      notices: [],
    };
    concurrency.settled?.(places.data, outcome, places.gate);
    expect(places.data.calls).toEqual([[start + 1760, 1]]);
  });

  it("are theirs for a while, too, where nobody knows how long calls take", () => {
    const places = planned(concurrency, two);
    const [first] = sendMany(places, 2, start);
    if (first !== undefined) places.reject(first, start + 10);
    expect([places.room(start + 10), places.left(start + 10), places.left(start + 260)]).toEqual([unknownTime, 0, 1]);
  });

  it("are theirs for twice as long after each further rejection, up to two calls, and sooner again with answers", () => {
    const places = fewer(5, 1);
    const theirs = (at: number): number => {
      places.reject(places.send(at), at);
      return (places.data.calls?.at(-1)?.[0] ?? 0) - at;
    };
    expect([2000, 4000, 6000].map((at) => theirs(start + at))).toEqual([500, 1000, 1000]);
    for (let count = 0; count < 10; count += 1) places.accept(places.send(start + 7000), start + 8000);
    expect(theirs(start + 8000)).toBeLessThan(1000);
    for (let count = 0; count < 40; count += 1) places.accept(places.send(start + 9000), start + 10_000);
    expect(theirs(start + 10_000)).toBe(250);
  });

  it("are theirs for the longer, the longer calls are under way that are not answered", () => {
    const places = fewer(5, 1);
    places.send(start + 2000, { cost: 2 });
    places.reject(places.send(start + 33_000), start + 33_000);
    expect(places.data.calls).toEqual([[start + 33_000 + 15_000, 1]]);
  });

  it("are kept for as long again as a call has taken that was given up and is under way still", () => {
    const places = planned(concurrency, { concurrency: 1 });
    places.accept(places.send(start), start + 1000);
    places.lose(places.send(start + 2000), start + 2100);
    const kept = [3200, 4500, 7100].map((at) => {
      places.reject(places.send(start + at - 100), start + at);
      return places.room(start + at) - start;
    });
    expect(kept).toEqual([3200 + 1200, 4500 + 2500, 7100 + 5100]);
  });

  it("are kept for the first of several calls that were given up, until calls that got through have had them all", () => {
    const places = planned(concurrency, two);
    places.accept(places.send(start), start + 1000);
    places.lose(places.send(start + 2000), start + 2100);
    places.lose(places.send(start + 3000), start + 3100);
    const theirs = (at: number): number => {
      places.reject(places.send(at), at);
      return Math.max(...places.data.calls.map(([until]) => until)) - at;
    };
    expect(theirs(start + 5000)).toBe(3000);
    places.accept(places.send(start + 5100), start + 5200);
    expect(theirs(start + 6000)).toBe(4000);
    const [first, second] = sendMany(places, 2, start + 10_000);
    if (first !== undefined) places.accept(first, start + 10_010);
    if (second !== undefined) places.accept(second, start + 10_010);
    expect(theirs(start + 10_020)).toBeLessThan(1000);
    places.lose(places.send(start + 11_000), start + 11_010);
    expect(theirs(start + 14_000)).toBe(3000);
  });

  it("are not kept for a call that was given up longer ago than any call takes, nor where nobody knows how long calls take", () => {
    const places = planned(concurrency, { concurrency: 1 });
    places.lose(places.send(start - 100), start);
    places.reject(places.send(start + 990), start + 1000);
    expect(places.room(start + 1000)).toBe(start + 1250);
    places.accept(places.send(start + 2000), start + 3000);
    places.lose(places.send(start + 3000), start + 3100);
    places.reject(places.send(start + 10_990), start + 11_000);
    expect(places.room(start + 11_000)).toBeLessThan(start + 13_000);
  });

  it("are left alone by a rejection with a time, which is of another limit, and by one of a call from before", () => {
    for (const answer of [{ retryIn: 1000 }, { isStale: true }]) {
      const places = planned(concurrency, { concurrency: 5 });
      places.reject(places.send(start), start + 10, answer);
      expect(places.left(start + 10)).toBe(5);
    }
  });

  it("hold calls back by themselves while others are under way, or where calls got through lately", () => {
    const holdsBack = ({ data, gate }: Places): boolean | undefined => concurrency.holdsBack?.(data as never, gate); // its kind has made it
    expect([holdsBack(fewer(5, 1)), holdsBack(fewer(5, 1, 1))]).toEqual([true, true]);
    const places = fewer(5, 5);
    expect(holdsBack(places)).toBe(true);
    places.reject(places.send(start + 2000), start + 2010);
    expect(holdsBack(places)).toBe(false);
    sendMany(places, 1, start + 4000);
    expect(holdsBack(places)).toBe(true);
    const fresh = planned(concurrency, two);
    fresh.reject(fresh.send(start), start + 10);
    expect(holdsBack(fresh as Places)).toBe(false);
  });

  it("are as few as the stricter of two plans has, whatever was allowed before", () => {
    const [places, other] = [planned(concurrency, { concurrency: 5 }), planned(concurrency, two)];
    concurrency.restrict?.(places.data, other.data);
    expect(places.left(start)).toBe(2);
    for (let count = 0; count < 60; count += 1) places.accept(places.send(start), start + 10);
    expect(places.left(start)).toBe(2);
    concurrency.restrict?.(places.data, planned(concurrency, { concurrency: 9 }).data);
    expect(places.left(start)).toBe(2);
  });
});
