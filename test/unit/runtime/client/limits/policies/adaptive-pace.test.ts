import { describe, expect, it } from "vitest";
import { adaptivePace } from "../../../../../../templates/runtime/client/limits/policies/adaptive-pace.js";
import { admissible, unknownTime, unlimited, type PolicyData } from "../../../../../../templates/runtime/client/limits/policies/policy.js";
import { afterTelling, alone, type AlonePolicy } from "./policy-alone.js";

const start = 1_000_000;

/** The pace of a service, from the answer to a call that was sent at `start`. */
function newPace() {
  const { gate } = afterTelling(adaptivePace, [], { now: start + 100 });
  return alone(adaptivePace, gate.policies[0] as never); // the kind has just made it
}

const sendMany = (pace: Pick<AlonePolicy<PolicyData>, "send">, count: number, now: number) =>
  Array.from({ length: count }, () => pace.send(now));

/** How many may be sent at one moment. */
function atOnce(pace: ReturnType<typeof newPace>, now: number): number {
  let count = 0;
  for (; count < 1000 && pace.room(now) === admissible; count += 1) pace.send(now);
  return count;
}

/** A service that has taken ten calls in two seconds, and turned one away with no other under way. */
function paced(): ReturnType<typeof newPace> {
  const pace = newPace();
  for (let count = 1; count <= 10; count += 1) pace.accept(pace.send(start + count * 100), start + count * 100);
  pace.reject(pace.send(start + 2000), start + 2000);
  return pace;
}

describe("a pace", () => {
  const known: PolicyData = { kind: "window", name: "w", planned: false, resetAt: 0 };

  it("is found out from the first answer on, where no limit is planned or told", () => {
    const readings = [{ name: "w", remaining: 3 }];
    const { gate, others } = afterTelling(adaptivePace, readings, { policies: [known] });
    expect([gate.policies.map(({ kind }) => kind), others]).toEqual([["window", "pace"], readings]);
    expect(afterTelling(adaptivePace, undefined).gate.policies).toEqual([]);
    const again = afterTelling(adaptivePace, [], { policies: gate.policies }).gate.policies;
    expect(again.map(({ kind }) => kind)).toEqual(["window", "pace"]);
  });

  it.each([{ planned: true }, { reported: true }])("is given up where a limit is %j", (more) => {
    const { policies } = afterTelling(adaptivePace, []).gate;
    expect(afterTelling(adaptivePace, [], { policies: [...policies, { ...known, ...more }] }).gate.policies).toEqual([
      { ...known, ...more },
    ]);
    expect(afterTelling(adaptivePace, [], { policies: [{ ...known, ...more }] }).gate.policies).toEqual([{ ...known, ...more }]);
  });

  it("has room for all calls, and is remembered for ten minutes after the last of them", () => {
    const pace = newPace();
    sendMany(pace, 50, start + 200);
    expect([pace.room(start + 200), pace.left(start + 200), pace.data.resetAt]).toEqual([admissible, unlimited - 50, start + 600_200]);
  });
});

describe("calls at once, after one was turned away without a time", () => {
  it("are as many as the service still works at, and one at least", () => {
    const pace = newPace();
    const [first] = sendMany(pace, 5, start + 200);
    if (first !== undefined) pace.reject(first, start + 300);
    expect([pace.room(start + 300), pace.left(start + 300)]).toEqual([unknownTime, 0]);
    const single = newPace();
    single.reject(single.send(start + 200), start + 300);
    expect([single.room(start + 300), single.left(start + 300)]).toEqual([admissible, 1]);
  });

  it("are no more than they were where more are under way", () => {
    const pace = newPace();
    const calls = sendMany(pace, 3, start + 200);
    for (const call of calls.slice(0, 1)) pace.reject(call, start + 300);
    sendMany(pace, 5, start + 300);
    for (const call of calls.slice(1, 2)) pace.reject(call, start + 400);
    expect(pace.data.most).toBe(2);
  });

  it("are one more after twice as many answers as there are calls, and after more with each further rejection", () => {
    const pace = newPace();
    const [first, second, third] = sendMany(pace, 3, start + 200);
    if (first === undefined || second === undefined || third === undefined) throw new Error("No calls");
    pace.reject(first, start + 300);
    expect(pace.data.most).toBe(2);
    const grown = Array.from({ length: 4 }, () => {
      pace.accept(pace.send(start + 300), start + 300);
      return pace.data.most;
    });
    expect(grown).toEqual([2, 2, 2, 3]);
    const patience = Array.from({ length: 4 }, () => {
      pace.reject(pace.send(start + 400), start + 400);
      return pace.data.patience;
    });
    expect(patience).toEqual([4, 8, 16, 16]);
  });

  it("grow by answers since the last rejection alone", () => {
    const pace = newPace();
    const [first] = sendMany(pace, 3, start + 200);
    if (first !== undefined) pace.reject(first, start + 300);
    for (let count = 0; count < 3; count += 1) pace.accept(pace.send(start + 300), start + 300);
    pace.reject(pace.send(start + 300), start + 300);
    pace.accept(pace.send(start + 300), start + 300);
    expect([pace.data.most, pace.data.answers]).toEqual([2, 1]);
  });

  it("are fewer after a rejection from before, of which nothing else is learnt", () => {
    const pace = newPace();
    pace.accept(pace.send(start + 200), start + 300);
    const before = { ...pace.data };
    pace.reject(pace.send(start + 400), start + 500, { isStale: true });
    expect(pace.data).toMatchObject({ ...before, most: 1, at: start + 400, spent: 2, resetAt: start + 600_400 });
  });

  it("are as many as before where the rejection names a time, and where there is no answer", () => {
    const pace = newPace();
    pace.reject(pace.send(start + 200), start + 300, { retryIn: 1000 });
    pace.lose(pace.send(start + 200), start + 300);
    expect([pace.data.most, pace.data.accepted, pace.data.answers]).toEqual([unlimited, 0, 0]);
  });
});

describe("calls in a time, after one was turned away alone", () => {
  it("are as many as the service has taken since the last rejection", () => {
    const pace = paced();
    expect([pace.data.rate, pace.data.since, pace.data.accepted]).toEqual([0.005, start + 2000, 0]);
    pace.lose(pace.send(start + 2000), start + 2000);
    expect([pace.room(start + 2000), pace.room(start + 2200)]).toEqual([start + 2200, admissible]);
    expect(pace.room(start + 2199)).toBeGreaterThan(start + 2199);
  });

  it("are three of a hundred more with each answer, and no more at once", () => {
    const pace = paced();
    pace.accept(pace.send(start + 2000), start + 2000);
    expect([pace.data.rate, pace.data.most]).toEqual([0.005 * 1.03, 1]);
    expect(pace.room(start + 2000)).toBe(start + 2195);
  });

  it("are half as many at least after the next rejection, and no more than before", () => {
    for (const [accepted, after, expected] of [
      [0, 10_000, 0.005],
      [1, 10_000, (0.005 * 1.03) / 2],
      [1, 250, 0.004],
      [1, 10, 0.005 * 1.03],
    ] as const) {
      const pace = paced();
      for (let count = 0; count < accepted; count += 1) pace.accept(pace.send(start + 2000), start + 2000);
      pace.reject(pace.send(start + 2000 + after), start + 2000 + after);
      expect([accepted, after, pace.data.rate]).toEqual([accepted, after, expected]);
    }
  });

  it("come together while nothing is sent: those of three seconds, and one at least", () => {
    const pace = paced();
    pace.data.most = 1000;
    expect(atOnce(pace, start + 100_000)).toBe(15);
    pace.data.rate = 0.0001;
    expect(atOnce(pace, start + 1_000_000)).toBe(1);
    expect(pace.room(start + 1_000_000)).toBe(start + 1_010_000);
  });

  it("begin with one, whatever had come together before the rejection", () => {
    const pace = paced();
    pace.accept(pace.send(start + 100_000), start + 100_000);
    pace.reject(pace.send(start + 100_000), start + 100_000);
    pace.data.most = 1000;
    expect(atOnce(pace, start + 100_000)).toBe(1);
  });

  it("are given back by a call that was not sent after all", () => {
    const pace = paced();
    const call = pace.send(start + 2000);
    pace.giveBack(call);
    expect([pace.room(start + 2000), pace.data.spent]).toEqual([admissible, 11]);
    const early = pace.send(start + 2200);
    pace.lose(pace.send(start + 2400), start + 2400);
    pace.giveBack(early);
    expect([pace.data.at, pace.room(start + 2400)]).toEqual([start + 2400, admissible]);
  });

  it.each([
    ["while the gate was shut", true, 0, 1],
    ["with others under way", false, 1, 1],
    ["before one was taken", false, 0, 0],
  ] as const)("are unknown after the rejection of a call that was sent %s", (_, shut, others, accepted) => {
    const pace = newPace();
    for (let count = 0; count < accepted; count += 1) pace.accept(pace.send(start + 100), start + 200);
    sendMany(pace, others, start + 300);
    pace.reject(pace.send(start + 300, {}, shut), start + 400);
    expect([pace.data.rate, pace.data.since, pace.data.accepted]).toEqual([0, start + 400, 0]);
  });

  it("are unknown where no time has passed", () => {
    const pace = newPace();
    pace.accept(pace.send(start), start);
    pace.reject(pace.send(start), start);
    expect(pace.data.rate).toBe(0);
  });
});

describe("a quota, after a rejection that named a time", () => {
  /** It is open again after it had taken so many. */
  function opened(accepted: number): ReturnType<typeof newPace> {
    const pace = newPace();
    for (let count = 0; count < accepted; count += 1) pace.accept(pace.send(start + 200), start + 200);
    pace.reject(pace.send(start + 300), start + 300, { retryIn: 1000 });
    pace.accept(pace.send(start + 1300, {}, true), start + 1400);
    return pace;
  }

  it("is what was taken since the last one: so many at once, and then one at a time", () => {
    const pace = opened(4);
    expect([pace.data.quota, pace.data.spent, pace.data.accepted, pace.data.reported]).toEqual([4, 1, 1, true]);
    expect(atOnce(pace, start + 1400)).toBe(3);
    expect(pace.room(start + 1400)).toBe(unknownTime);
    const alone = opened(0);
    expect(alone.data.quota).toBe(1);
    expect(atOnce(alone, start + 1400)).toBe(1);
  });

  it("has room for a call that was not sent after all", () => {
    const pace = opened(3);
    const [first] = sendMany(pace, 2, start + 1400);
    expect(pace.room(start + 1400)).toBe(unknownTime);
    if (first !== undefined) pace.giveBack(first);
    expect(pace.room(start + 1400)).toBe(admissible);
  });

  it("is none any more after a rejection without a time", () => {
    const pace = opened(4);
    sendMany(pace, 3, start + 1400);
    pace.reject(pace.send(start + 1400), start + 1500);
    expect([pace.data.quota, pace.data.most]).toEqual([0, 3]);
  });

  it("is none where calls at once, or in a time, are known to be fewer", () => {
    for (const pace of [paced(), newPace()]) {
      if (pace.data.rate === 0) pace.data.most = 3;
      else pace.data.most = unlimited;
      pace.accept(pace.send(start + 5000, {}, true), start + 5000);
      expect(pace.data.quota).toBe(0);
    }
  });
});
