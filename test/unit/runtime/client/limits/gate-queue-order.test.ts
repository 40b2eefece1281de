/** The queue alone: who leaves when, of calls that wait in several lanes. */
import { describe, expect, it } from "vitest";
import {
  anyEntry,
  enqueue,
  newQueue,
  offer,
  remove,
  type Entry,
  type Queue,
} from "../../../../../templates/runtime/client/limits/gate-queue.js";

const entry = (cost: number, rank: Entry["rank"] = 1, deadline = Infinity): Entry => ({
  call: { cost, exempt: false },
  rank,
  deadline,
  order: 0,
  pollAt: 0,
});

function waiting(...entries: readonly Entry[]): Queue {
  const queue = newQueue();
  for (const one of entries) enqueue(queue, one);
  return queue;
}

/** The calls that leave, in their order, where those of these costs may. */
function leaving(queue: Queue, mayLeave: (one: Entry) => boolean = () => true): readonly Entry[] {
  const left: Entry[] = [];
  const { streak } = offer(queue, (one) => mayLeave(one) && left.push(one) > 0);
  queue.streak = streak;
  for (const one of left) remove(queue, one);
  return left;
}

/** The lanes: what their calls cost, how many there are, and those there are. */
const lanes = (queue: Queue): readonly unknown[] =>
  [...queue.lanes.values()].map(({ call, size, first, last, soonest }) => {
    const there: Entry[] = [];
    for (let one = first; one !== undefined; one = one.after) there.push(one);
    const back: Entry[] = [];
    for (let one = last; one !== undefined; one = one.before) back.unshift(one);
    expect(back).toEqual(there);
    return [call.cost, size, there.map(({ order }) => order), soonest];
  });

describe("calls of several kinds", () => {
  it("leave in the order they came, whatever they cost", () => {
    const all = [entry(1), entry(2), entry(1), entry(3), entry(2)];
    const queue = waiting(...all);
    expect(leaving(queue)).toEqual(all);
    expect([queue.size, queue.lanes.size, anyEntry(queue)]).toEqual([0, 0, undefined]);
  });

  it("leave where those before them must stay, and hold back those of their own kind only", () => {
    const all = [entry(1), entry(2), entry(1), entry(2), entry(3)];
    const queue = waiting(...all);
    const asked: Entry[] = [];
    const { staying } = offer(queue, (one) => {
      asked.push(one);
      return one.call.cost > 1;
    });
    expect(asked).toEqual([all[0], all[1], all[3], all[4]]);
    expect(staying.map(({ entry: first }) => first)).toEqual([all[0]]);
  });

  it("are counted in their lanes, and lanes go with the last of them", () => {
    const [first, second, third, other] = [entry(1, 1, 500), entry(1, 1, 300), entry(1, 1, 400), entry(2)];
    const queue = waiting(first, second, other, third);
    expect(lanes(queue)).toEqual([
      [1, 3, [1, 2, 4], 300],
      [2, 1, [3], Infinity],
    ]);
    expect([remove(queue, second), remove(queue, second), remove(queue, other), queue.size]).toEqual([true, false, true, 2]);
    expect(lanes(queue)).toEqual([[1, 2, [1, 4], 300]]);
    expect([remove(queue, first), remove(queue, third), queue.size, queue.lanes.size]).toEqual([true, true, 0, 0]);
  });

  it("of another priority, or that are exempt, are in other lanes", () => {
    const exempt: Entry = { ...entry(1), call: { cost: 1, exempt: true } };
    const others = [{ policies: ["p"] }, { costs: { p: 2 } }].map((more): Entry => ({ ...entry(1), call: { ...entry(1).call, ...more } }));
    expect(waiting(entry(1), entry(1, 2), entry(1, 0), exempt, ...others, entry(1)).lanes.size).toBe(6);
  });
});

describe("a call that comes back", () => {
  it.each([0, 1, 2])("is where it was before: %i", (index) => {
    const all = [entry(1), entry(1), entry(1)];
    const queue = waiting(...all);
    const back = all[index];
    if (back === undefined) throw new Error("There is one");
    remove(queue, back);
    enqueue(queue, entry(1));
    enqueue(queue, back);
    expect(lanes(queue)).toEqual([[1, 4, [1, 2, 3, 4], Infinity]]);
    expect(queue.count).toBe(5);
  });

  it("leaves nothing of itself where it was", () => {
    const [first, second] = [entry(1), entry(1)];
    const queue = waiting(first, second);
    for (const one of [first, second, first, second]) {
      remove(queue, one);
      enqueue(queue, one);
    }
    expect(leaving(queue)).toEqual([first, second]);
  });
});

describe("interactive calls", () => {
  const ranks = (queue: Queue, most = Infinity): readonly number[] => {
    let count = 0;
    return leaving(queue, () => (count += 1) <= most).map(({ rank }) => rank);
  };

  it("overtake those in the background, four at a time, over several rounds", () => {
    const back = Array.from({ length: 3 }, () => entry(1, 2));
    const queue = waiting(...back, ...Array.from({ length: 9 }, () => entry(1, 1)));
    expect([ranks(queue, 3), ranks(queue)]).toEqual([
      [1, 1, 1],
      [1, 2, 1, 1, 1, 1, 2, 1, 2],
    ]);
  });

  it("are not counted among those that overtake where they were sent before", () => {
    const queue = waiting(entry(1, 2), ...Array.from({ length: 6 }, () => entry(1, 1)));
    expect(ranks(queue, 3)).toEqual([1, 1, 1]);
    enqueue(queue, entry(1, 0));
    enqueue(queue, entry(1, 0));
    expect(ranks(queue)).toEqual([0, 0, 1, 2, 1, 1]);
  });

  it("go on where nothing waits in the background", () => {
    expect(ranks(waiting(...Array.from({ length: 7 }, () => entry(1, 1))))).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });
});
