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

type Places = AlonePolicy<PolicyData & { readonly allowed: number }>;

const sendMany = (policy: Pick<Places, "send">, count: number, now: number): SentCall[] =>
  Array.from({ length: count }, () => policy.send(now));

describe("places of calls", () => {
  it("are those of a plan, all of them free at first", () => {
    expect(planned(concurrency, two).data).toMatchObject({
      kind: "concurrency",
      name: "p",
      planned: true,
      untold: true,
      allowed: 2,
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

describe("fewer places than the plan has", () => {
  /** Places of which a rejection has shown that `others` calls were all that there was room for. */
  function fewer(limit: number, others: number): Places {
    const places = planned(concurrency, { concurrency: limit });
    const calls = sendMany(places, others + 1, start);
    const last = calls.pop();
    if (last !== undefined) places.reject(last, start + 10);
    for (const call of calls) places.lose(call, start + 10);
    return places;
  }

  it("are as many as calls were under way when one was turned away, and one at least", () => {
    expect([fewer(5, 3), fewer(5, 1), fewer(5, 0)].map(({ data }) => data.allowed)).toEqual([3, 1, 1]);
  });

  it("are left alone by a rejection with a time, which is of another limit, and by one of a call from before", () => {
    for (const answer of [{ retryIn: 1000 }, { isStale: true }]) {
      const places = planned(concurrency, { concurrency: 5 });
      places.reject(places.send(start), start + 10, answer);
      expect(places.left(start + 10)).toBe(5);
    }
  });

  it("are no more than before where more than those were under way", () => {
    const places = fewer(5, 2);
    const calls = sendMany(places, 4, start + 20);
    for (const call of calls.slice(0, 1)) places.reject(call, start + 30);
    expect(places.data.allowed).toBe(2);
  });

  it("are one more after twice as many answers as there are places, up to what the plan has", () => {
    const places = fewer(4, 2);
    const allowed = Array.from({ length: 12 }, () => {
      places.accept(places.send(start + 20), start + 30);
      return places.data.allowed;
    });
    expect(allowed).toEqual([2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4]);
    for (let count = 0; count < 60; count += 1) places.accept(places.send(start + 20), start + 30);
    expect(places.left(start + 30)).toBe(4);
  });

  it("begin to count answers anew after each rejection, with a time or without", () => {
    const places = fewer(4, 2);
    for (let count = 0; count < 3; count += 1) places.accept(places.send(start + 20), start + 30);
    places.reject(places.send(start + 40), start + 50, { retryIn: 1000 });
    for (let count = 0; count < 3; count += 1) places.accept(places.send(start + 60), start + 70);
    expect(places.data.allowed).toBe(2);
    places.accept(places.send(start + 60), start + 70);
    expect(places.data.allowed).toBe(3);
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
