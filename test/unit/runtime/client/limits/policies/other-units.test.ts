import { describe, expect, it } from "vitest";
import type { PolicyReading } from "../../../../../../templates/runtime/client/limits/limit-header-types.js";
import { otherUnits } from "../../../../../../templates/runtime/client/limits/policies/other-units.js";
import { admissible, unknownTime } from "../../../../../../templates/runtime/client/limits/policies/policy.js";
import { afterTelling, alone } from "./policy-alone.js";

const start = 1_000_000;
const minute: PolicyReading = { unit: "tokens", limit: 1000, remaining: 900, resetIn: 60_000 };
const refilled: PolicyReading = { unit: "tokens", limit: 1000, remaining: 900, refill: 10_000 };

/** The tokens of a service that a first answer has told. */
function tokens(first = minute) {
  const { gate } = afterTelling(otherUnits, [first], { now: start });
  const units = alone(otherUnits, gate.policies[0] as never); // the kind has just made it
  otherUnits.settled?.(units.data, {} as never, units.gate); // it asks for nothing of the answer
  const tell = (remaining: number, now: number, sentAt = now, reading = first): void => {
    units.accept({ ...units.send(sentAt), at: sentAt }, now, { policies: [{ ...reading, remaining }] });
  };
  return { ...units, tell };
}

describe("readings of other units", () => {
  it("are taken up by unit, or by name where they have one, and those of requests are left to others", () => {
    const requests = [
      { limit: 5, remaining: 4 },
      { unit: "requests", limit: 6, remaining: 5 },
    ];
    const { gate, others } = afterTelling(otherUnits, [...requests, minute, { ...minute, name: "t" }, { ...minute, unit: "points" }]);
    expect(others).toEqual(requests);
    expect(gate.policies.map(({ name, kind, planned, reported }) => [name, kind, planned, reported])).toEqual(
      ["tokens", "t", "points"].map((name) => [name, "unit", false, true]),
    );
  });

  it("make no policy without a limit, nor without what is left", () => {
    for (const missing of ["limit", "remaining"])
      expect(afterTelling(otherUnits, [{ ...minute, [missing]: undefined }]).gate.policies).toEqual([]);
  });

  it("are of the policy that is known already, and say nothing where they do not say what is left", () => {
    const { data, gate, accept, send, left, tell } = tokens();
    accept(send(start), start + 10, { policies: [{ ...minute, limit: 500, remaining: undefined }] });
    expect([gate.policies.length, data.limit, left(start + 10)]).toEqual([1, 1000, 900]);
    tell(800, start + 20);
    tell(700, start + 30, start + 30, { unit: "tokens", limit: 2000, resetIn: 60_000 });
    tell(600, start + 40, start + 40, { unit: "tokens" });
    expect([gate.policies.length, data.limit, left(start + 40)]).toEqual([1, 2000, 600]);
  });

  it("are no policy of another kind, though it has the name", () => {
    const policies = [{ kind: "window", name: "tokens", planned: false, resetAt: 0 }];
    expect(afterTelling(otherUnits, [minute], { policies }).gate.policies).toHaveLength(2);
  });
});

describe("what is left of other units", () => {
  it("is all of it again after the reset, and not before", () => {
    const { left, room, data } = tokens({ ...minute, remaining: 0 });
    expect([left(start), left(start + 59_999), left(start + 60_000)]).toEqual([0, 0, 1000]);
    expect([room(start), room(start + 60_000), data.resetAt]).toEqual([start + 60_000, admissible, start + 60_000]);
  });

  it("comes back little by little where it does, up to the limit", () => {
    const { left, room, data } = tokens({ ...refilled, remaining: 0, resetIn: 5000 });
    expect([left(start), left(start + 25), left(start + 9000), left(start + 30_000)]).toEqual([0, 2, 900, 1000]);
    expect(data.resetAt).toBe(0);
    // It has cost all of it: one is sent when all of it is back.
    expect(room(start)).toBe(start + 10_010);
  });

  it("is room for one call where nobody says when it comes back", () => {
    const { room, send } = tokens({ ...minute, remaining: 0, resetIn: undefined });
    expect(room(start)).toBe(admissible);
    send(start);
    expect(room(start)).toBe(unknownTime);
  });

  it("is room for as many calls as it pays for, with those under way", () => {
    const { room, send, data, tell } = tokens();
    tell(800, start);
    expect(data.cost).toBe(100);
    for (let count = 0; count < 8; count += 1) {
      expect([count, room(start)]).toEqual([count, admissible]);
      send(start);
    }
    expect(room(start)).toBe(unknownTime);
  });

  it("is room for a call that seems to cost more than there ever is when all of it is there, and for none when nothing is", () => {
    const { room, data, tell } = tokens({ ...minute, remaining: 1000 });
    data.cost = 2000;
    expect(room(start)).toBe(admissible);
    tell(999, start);
    expect(room(start)).toBe(start + 60_000);
    data.cost = data.level = 0;
    expect(room(start)).toBe(start + 60_000);
  });

  it("is waited for until there is enough for a call, and one unit more", () => {
    const { room, tell, data } = tokens(refilled);
    tell(50, start);
    expect(data.cost).toBe(475);
    data.variance = 0;
    expect(room(start)).toBe(start + (475 - 50 + 1) * 10);
  });

  it("is never for as many calls as there are because all of it is there", () => {
    const { room, send, tell } = tokens();
    for (const left of [800, 700]) tell(left, start);
    for (let count = 0; count < 10; count += 1) {
      expect([count, room(start + 60_000)]).toEqual([count, admissible]);
      send(start + 60_000);
    }
    expect(room(start + 60_000)).toBe(unknownTime);
  });

  it("is not for all that seem to fit where one call is all that is known", () => {
    const { room, send, data } = tokens();
    for (let count = 0; count < 5; count += 1) {
      expect([count, room(start)]).toEqual([count, admissible]);
      send(start);
    }
    expect(room(start)).toBe(unknownTime);
    data.cost = 30;
    expect(room(start)).toBe(admissible);
  });
});

describe("what a call costs", () => {
  it("is what those calls have cost on average that are known", () => {
    const { tell, data } = tokens();
    tell(600, start + 10);
    expect(data.cost).toBe(200);
    tell(400, start + 20);
    expect(data.cost).toBe(200);
  });

  it("is kept in reserve by three deviations, which are learnt sooner when they grow than when they fall", () => {
    const { tell, data, room } = tokens({ ...minute, limit: 100_000, remaining: 99_900 });
    for (let count = 1; count <= 30; count += 1) tell(99_900 - 100 * count, start);
    expect(data.variance).toBe(0);
    tell(96_500, start);
    expect(data.variance).toBeCloseTo(0.3 * 300 ** 2);
    data.level = 500;
    expect(room(start)).toBe(start + 60_000);
    data.level = 650;
    expect(room(start)).toBe(admissible);
    const before = data.variance;
    tell(650 - Math.round(data.cost), start);
    expect(data.variance / before).toBeCloseTo(0.95, 2);
  });

  it("is known only when no call is under way that what is left may include or not, or after many", () => {
    const { tell, data, send } = tokens({ ...minute, limit: 100_000, remaining: 99_900 });
    send(start);
    tell(99_000, start, start + 1);
    expect([data.cost, data.spent]).toEqual([100, 900]);
    for (let count = 1; count <= 31; count += 1) tell(99_000 - 50 * count, start, start + 1);
    expect([data.spent, data.variance]).toEqual([0, 0]);
    expect(data.cost).toBeCloseTo((100 + 900 + 31 * 50) / 33);
  });

  it("is what the first costs, where nothing was used before", () => {
    const { tell, data } = tokens({ ...minute, remaining: 1000 });
    expect(data.cost).toBe(0);
    tell(960, start + 10);
    expect(data.cost).toBe(40);
  });

  it("is that of each of the calls that were answered meanwhile", () => {
    const { accept, send, tell, data } = tokens();
    accept(send(start + 10), start + 20);
    tell(500, start + 30);
    expect(data.cost).toBeCloseTo(500 / 3);
    tell(350, start + 40);
    expect(data.cost).toBe(650 / 4);
  });

  it("is as it was where nothing was spent", () => {
    const { tell, data } = tokens();
    tell(900, start + 10);
    expect(data.cost).toBe(100);
    tell(950, start + 20);
    expect(data.cost).toBe(100);
  });

  it("is not told by an answer that is older than what is known", () => {
    const { tell, left } = tokens();
    tell(700, start + 50);
    tell(800, start + 60, start + 49);
    expect(left(start + 60)).toBe(700);
    tell(800, start + 60, start + 50);
    expect(left(start + 60)).toBe(800);
    tell(600, start + 70, start + 10);
    expect(left(start + 70)).toBe(600);
  });
});
