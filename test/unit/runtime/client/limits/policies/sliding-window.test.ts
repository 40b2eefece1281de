import { describe, expect, it } from "vitest";
import { admissible } from "../../../../../../templates/runtime/client/limits/policies/policy.js";
import { addCall, sentAt, type SentCalls } from "../../../../../../templates/runtime/client/limits/policies/sent-calls.js";
import { slidingWindow } from "../../../../../../templates/runtime/client/limits/policies/sliding-window.js";
import { described } from "../gate-asking.js";
import { planned } from "./policy-alone.js";

const start = 1_000_000;

describe("what was sent", () => {
  it("stands in the order of its moments, each once, whatever the order in which it comes", () => {
    let calls: SentCalls = [];
    for (const [moment, cost] of [
      [50, 1],
      [20, 2],
      [70, 3],
      [50, 4],
      [10, 5],
      [60, 6],
    ] as const)
      calls = addCall(calls, moment, cost, 0, 1);
    expect(calls).toEqual([
      [10, 5],
      [20, 2],
      [50, 5],
      [60, 6],
      [70, 3],
    ]);
  });

  it("is kept while it is after the oldest moment that counts", () => {
    const calls: SentCalls = [
      [10, 1],
      [20, 2],
      [30, 3],
    ];
    expect(addCall(calls, 40, 4, 20, 1)).toEqual([
      [30, 3],
      [40, 4],
    ]);
  });

  it("stands at no more moments than the last of each distance, once there are too many", () => {
    const many = (count: number): SentCalls => Array.from({ length: count }, (_, index) => [index * 10, 1]);
    expect(addCall(many(199), 5000, 1, -1, 100)).toHaveLength(200);
    const fewer = addCall(many(200), 5000, 7, -1, 100);
    expect(fewer).toHaveLength(21);
    expect([fewer[0], fewer[1], fewer[20]]).toEqual([
      [90, 10],
      [190, 10],
      [5000, 7],
    ]);
  });

  it("is summed up where a moment fits", () => {
    const calls: SentCalls = [
      [10, 1],
      [20, 2],
      [30, 3],
    ];
    expect([sentAt(calls, (at) => at >= 20), sentAt(calls, () => false)]).toEqual([5, 0]);
  });
});

describe("a plan of a sliding window", () => {
  it.each([
    ["says so", { quota: 3, window: 60, sliding: true }, true, false],
    ["says nothing and no header tells what is left", { quota: 3, window: 60 }, false, true],
  ] as const)("is any that %s", (_, limit, told, isFixed) => {
    expect(slidingWindow.plan("p", limit, described(told))).toMatchObject({
      kind: "sliding",
      name: "p",
      limit: 3,
      window: 60_000,
      isFixed,
      untold: !told,
    });
  });

  it("is none that a header tells, nor any other limit", () => {
    expect(slidingWindow.plan("p", { quota: 3, window: 60 }, described(true))).toBeUndefined();
    expect(slidingWindow.plan("p", { quota: 3, window: 60 }, undefined)).toBeUndefined();
    expect(slidingWindow.plan("p", { concurrency: 3 }, described(false))).toBeUndefined();
  });

  it("is as strict as the stricter of two", () => {
    const [policy, other] = [9, 3].map((quota) => planned(slidingWindow, { quota, window: 60 }).data);
    if (policy === undefined || other === undefined) throw new Error("No plans");
    slidingWindow.restrict?.(policy, other);
    expect(policy.limit).toBe(3);
    slidingWindow.restrict?.(policy, planned(slidingWindow, { quota: 5, window: 60 }).data);
    expect(policy.limit).toBe(3);
  });
});

describe("a sliding window by itself", () => {
  const window = (quota: number) => planned(slidingWindow, { quota, window: 10, sliding: true }, true);

  it("has room when a call has left it, which is a fiftieth later than it was sent, and 250 ms at most", () => {
    const { send, room, left, data } = window(2);
    send(start);
    expect([room(start), left(start)]).toEqual([admissible, 1]);
    send(start + 4000);
    expect([room(start + 4000), left(start + 4000)]).toEqual([start + 10_200, 0]);
    expect([room(start + 10_199), left(start + 10_199)]).toEqual([start + 10_200, 0]);
    expect([room(start + 10_200), left(start + 10_200)]).toEqual([admissible, 1]);
    expect(data.resetAt).toBe(start + 14_200);
    expect(planned(slidingWindow, { quota: 2, window: 3600 }).data.margin).toBe(250);
  });

  it("has room for a dear call when as many have left it as it takes, and never for one that is dearer than all of it", () => {
    const { send, room } = window(3);
    for (const ms of [0, 9000, 9500]) send(start + ms);
    expect([1, 2, 3, 4].map((cost) => room(start + 9500, cost))).toEqual([start + 10_200, start + 19_200, start + 19_700, Infinity]);
    // The first one is gone, and makes room no more.
    expect(room(start + 10_300, 2)).toBe(start + 19_200);
  });

  it("lets a usual call wait where the limit is none: that does not last", () => {
    const { room } = window(0);
    expect([room(start), room(start, 2)]).toEqual([start + 10_000, Infinity]);
  });

  it("takes back what was not sent after all, also of calls that are remembered together", () => {
    const { send, giveBack, left, data } = window(300);
    const calls = Array.from({ length: 230 }, (_, index) => send(start + index));
    // When there were more than 200, they became those of each hundredth of the window.
    expect(data.calls).toHaveLength(32);
    for (const call of calls.slice(0, 10)) giveBack(call);
    expect(left(start + 230)).toBe(80);
    for (const call of calls.slice(10)) giveBack(call);
    expect([left(start + 230), data.calls]).toEqual([300, []]);
  });

  it("takes back none that was sent before, none that came much later, and none that was cheaper", () => {
    const { send, giveBack, left } = window(9);
    const kept = send(start + 1000, { cost: 2 });
    for (const [ms, cost] of [
      [1001, 1],
      [499, 1],
      [1000, 3],
    ] as const) {
      giveBack({ ...kept, at: start + ms, call: { ...kept.call, cost } });
      expect([ms, cost, left(start + 1000)]).toEqual([ms, cost, 7]);
    }
    giveBack({ ...kept, at: start + 500, call: { ...kept.call, cost: 1 } });
    expect(left(start + 1000)).toBe(8);
  });

  it("does not count a call that was turned away, and counts one that was answered", () => {
    const { send, accept, reject, left } = window(5);
    accept(send(start), start + 10);
    reject(send(start), start + 10, { retryIn: 100 });
    expect(left(start + 10)).toBe(4);
  });

  it("keeps calls twice as much longer with each rejection that names no time, up to a fifth of it", () => {
    const { send, reject, data } = window(5);
    const margins = Array.from({ length: 5 }, () => {
      reject(send(start), start + 10);
      return data.margin;
    });
    expect(margins).toEqual([400, 800, 1600, 2000, 2000]);
  });

  it.each([0, 100, 1000])("keeps calls longer after one that came a moment too early, by %d ms", (retryIn) => {
    const { send, reject, data } = window(5);
    reject(send(start), start + 10, { retryIn });
    expect(data.margin).toBe(400);
  });

  it.each([{ retryIn: 1001 }, { isStale: true }])("keeps calls no longer after a rejection with %j", (answer) => {
    const { send, reject, data } = window(5);
    reject(send(start), start + 10, answer);
    expect(data.margin).toBe(200);
  });

  it("stays as it is where a rejection names a time, as that is another limit's", () => {
    const { send, reject, room } = window(2);
    send(start);
    send(start + 100);
    reject(send(start + 5000), start + 5010, { retryIn: 1001 });
    expect(room(start + 5010)).toBe(start + 10_200);
  });
});

describe("a window of which nothing is told but the time that a rejection names", () => {
  const fixed = () => planned(slidingWindow, { quota: 2, window: 10 });

  it("keeps what was sent until it has left: the service's windows may be sliding ones", () => {
    const { send, reject, room } = fixed();
    send(start);
    send(start + 4000);
    reject(send(start + 5000), start + 5010, { retryIn: 1000 });
    expect([room(start + 5010), room(start + 5010, 2)]).toEqual([start + 10_400, start + 14_400]);
  });

  it("stays as it is where there is no time", () => {
    const { send, reject, room, data } = fixed();
    send(start);
    send(start + 4000);
    reject(send(start + 5000), start + 5010);
    expect([room(start + 5010), data.calls.length]).toEqual([start + 10_400, 2]);
  });
});

describe("a plan that promises more than there is", () => {
  const held = (quota = 100, window = 60, told = false) => planned(slidingWindow, { quota, window, ...(told && { sliding: true }) }, told);
  const left = (retryIn: number, plan = held(), sent = 10): number => {
    for (let call = 0; call < sent; call += 1) plan.send(start + call);
    plan.reject(plan.send(start + 500), start + 510, { retryIn });
    return plan.left(start + 510);
  };

  it.each([
    ["comes back when the first has left the window", 60_000, 0],
    ["comes back a tenth of the window before", 53_490, 0],
    ["comes back earlier: others have used some, or it is of another limit", 53_489, 90],
    ["comes back a tenth of the window and a second later", 66_490, 0],
    ["comes back later still", 66_491, 90],
  ])("is lowered to what was taken where a call %s", (_, retryIn, expected) => {
    expect(left(retryIn)).toBe(expected);
  });

  it("is not judged by windows so short that whole seconds do not tell them, nor where headers tell what is left", () => {
    expect([left(10_000, held(100, 10)), left(9000, held(100, 9.99)), left(60_000, held(100, 60, true))]).toEqual([0, 90, 90]);
  });

  it("is not judged by a rejection that tells no time, however near the end of the window is", () => {
    for (const retryIn of [undefined, 0]) {
      const plan = held();
      plan.send(start);
      plan.reject(plan.send(start + 58_000), start + 58_010, retryIn === undefined ? {} : { retryIn });
      expect(plan.left(start + 58_010)).toBe(99);
    }
  });

  it("is lowered further by each that was sent with the first that was turned away, and never to nothing", () => {
    const plan = held();
    const calls = Array.from({ length: 5 }, () => plan.send(start));
    for (const call of calls) plan.reject(call, start + 10, { retryIn: 60_000 });
    expect([plan.left(start + 10), plan.room(start + 10, 3)]).toEqual([1, admissible]);
  });

  it("is raised after fifty calls by one, then by two and by four, and not beyond the plan", () => {
    const plan = held(16);
    const seen: number[] = [];
    expect(left(60_000, plan)).toBe(0);
    for (let call = 0; call < 200; call += 1) {
      const now = start + 100_000 * (call + 1);
      plan.accept(plan.send(now), now + 10);
      seen.push(plan.left(now + 90_000));
    }
    expect([48, 49, 98, 99, 148, 149, 199].map((call) => seen[call])).toEqual([10, 11, 11, 13, 13, 16, 16]);
  });

  it("is raised by one again after each rejection, and where a window has more, after so many", () => {
    const plan = held(1000);
    expect(left(60_000, plan, 100)).toBe(0);
    const seen: number[] = [];
    for (let call = 0; call < 240; call += 1) {
      const now = start + 100_000 * (call + 1);
      const sent = plan.send(now);
      if (call === 150) plan.reject(plan.send(now + 1), now + 10, { retryIn: 60_000 });
      plan.accept(sent, now + 20);
      seen.push(plan.left(now + 90_000));
    }
    expect([98, 99, 149, 150, 198, 200, 201].map((call) => seen[call])).toEqual([100, 101, 101, 1, 1, 2, 2]);
  });
});

describe("a sliding window that headers tell", () => {
  const told = () => planned(slidingWindow, { quota: 10, window: 10, sliding: true }, true);

  it("counts what others have sent, and all that was sent here until then", () => {
    const { send, accept, left, data } = told();
    const [first] = [send(start), send(start), send(start + 5)];
    expect(accept(first, start + 10, { policies: [{ name: "p", limit: 10, remaining: 3 }] })).toEqual([]);
    // Seven were used until then: two of them here. One was sent later.
    expect([left(start + 10), data.reported]).toEqual([2, true]);
  });

  it("takes a report with as much left as is reckoned, or with more, for nothing new", () => {
    const { send, accept, left } = told();
    for (const remaining of [9, 9, 8]) accept(send(start), start + 10, { policies: [{ name: "p", remaining }] });
    expect(left(start + 10)).toBe(7);
  });

  it("takes up another limit, and one that tells nothing else", () => {
    const { send, accept, left } = told();
    accept(send(start), start + 10, { policies: [{ name: "p", limit: 6 }] });
    expect(left(start + 10)).toBe(5);
    accept(send(start), start + 10, { policies: [{ name: "p" }] });
    expect(left(start + 10)).toBe(4);
  });

  it("is told by a report without a name where the limit is the same", () => {
    const { send, accept, left } = told();
    const others = [{ limit: 9, remaining: 0 }, { remaining: 0 }, { name: "q", limit: 10, remaining: 0 }];
    expect(accept(send(start), start + 10, { policies: others })).toEqual(others);
    expect(left(start + 10)).toBe(9);
    expect(accept(send(start), start + 10, { policies: [{ limit: 10, remaining: 5 }] })).toEqual([]);
    expect(left(start + 10)).toBe(5);
  });

  it.each([
    ["a rejection with nothing left", true, 0, start + 3010],
    ["a rejection with something left", true, 1, admissible],
    ["an answer with nothing left", false, 0, start + 10_200],
  ])("is shut until the reset that is told with %s", (_, isRejected, remaining, expected) => {
    const { send, accept, reject, room, data } = told();
    const call = send(start);
    (isRejected ? reject : accept)(call, start + 10, { policies: [{ name: "p", remaining, resetIn: 3000 }] });
    // What others have used is still there afterwards.
    data.calls = isRejected ? [] : data.calls;
    expect(room(start + 10)).toBe(expected);
    expect(room(start + 3010)).toBe(isRejected ? admissible : expected);
  });

  it("is shut for no time where a rejection tells no reset", () => {
    const { send, reject, data } = told();
    reject(send(start), start + 10, { policies: [{ name: "p", remaining: 0 }] });
    expect(data.until).toBe(start + 10);
  });
});
