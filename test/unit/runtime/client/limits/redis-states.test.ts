import { afterEach, beforeEach, expect, it } from "vitest";
import type { IoRedis } from "../../../../../templates/runtime/shared/redis-client.js";
import { redisGateStore } from "../../../../../templates/runtime/client/limits/redis-gate-store.js";
import { redisStates } from "../../../../../templates/runtime/client/limits/redis-states.js";
import { sharedGates } from "../../../../../templates/runtime/client/limits/shared-gates.js";
import { fakeClock, type FakeClock } from "../../../../support/fake-clock.js";
import { inContext, watchPromises, type RequestContext } from "../../../../support/request-contexts.js";

let problems: string[];
let clock: FakeClock;
let stop: () => void;

beforeEach(() => {
  problems = [];
  const report = (problem: string): void => void problems.push(problem);
  clock = fakeClock(undefined, { onForeignTimer: report });
  stop = watchPromises(report);
});
afterEach(() => {
  stop();
  expect(problems).toEqual([]);
});

/** A Redis that holds one key, and takes 10 milliseconds for an answer. */
function redisOfOneKey(): IoRedis {
  let version = 0;
  let text = "";
  return {
    async evalsha(_sha1, _keyCount, _key, from, state = "") {
      await clock.wait(5);
      const now = String(clock.now());
      const reply = from === String(version) ? ["1", now, String((version += 1))] : ["0", now, String(version), text];
      if (reply[0] === "1") text = state;
      await clock.wait(5);
      return reply;
    },
    eval: () => Promise.reject(new Error("The script is known")),
  };
}

it.each([0, -1, NaN, "5000" as never])("a store that has %j milliseconds for an answer would always be away", (timeout) => {
  const sentence = "`timeout` must be a number from 1 on";
  expect(() => redisGateStore(redisOfOneKey(), { timeout })).toThrow(sentence);
  expect(() => sharedGates({ update: () => Promise.reject(new Error("asked")), timeout })).toThrow(sentence);
});

const request = (name: string): RequestContext => ({ name, isDead: false });

it("a request that is cancelled while it changes a text holds up no other", async () => {
  const states = redisStates(redisOfOneKey(), { clock, random: () => 0.5 });
  const done: string[] = [];
  const change = (context: RequestContext): void =>
    void inContext(context, () =>
      states
        .update("key", (text = "") => ({ state: `${text} ${context.name}`, ttl: 1000, value: undefined }))
        .then(
          () => done.push(String(context.name)),
          () => undefined, // the timers of `inTime` go on here, where those of a request that is cancelled would not
        ),
    );
  const [first, second, third] = [request("first"), request("second"), request("third")];
  change(first);
  await clock.runUntil(clock.now() + 2);
  change(second);
  first.isDead = true;
  await clock.runUntil(clock.now() + 1000);
  change(third);
  await clock.runUntil(clock.now() + 1000);
  expect(done).toEqual(["second", "third"]);
});

it("requests that change a text at once lose nothing, and touch nothing of each other's", async () => {
  const states = redisStates(redisOfOneKey(), { clock });
  const seen: string[] = [];
  for (let index = 0; index < 10; index += 1)
    void inContext(request(`request ${index}`), async () => {
      seen.push(await states.update("key", (text = "") => ({ state: `${text}x`, ttl: 1000, value: `${text}x` })));
    });
  await clock.runUntil(clock.now() + 60_000);
  expect(seen.map(({ length }) => length).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
