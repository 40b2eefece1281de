import { beforeEach, describe, expect, it } from "vitest";
import type { GateCall } from "../../../../../templates/runtime/client/limits/gate.js";
import type { PolicyReading } from "../../../../../templates/runtime/client/limits/limit-header-types.js";
import { KeyBlockedError } from "../../../../../templates/runtime/client/limits/rate-limit-error.js";
import { settled } from "../../../../support/fake-clock.js";
import { answered, askFor, begin, clock, gate, minute, newGate, pass, reading, sent } from "./gate-asking.js";

beforeEach(begin);

/** A call of an operation whose description knows no 403. */
const strict: Partial<GateCall> = { forbids: false };

type Answer = readonly [status: number, call?: Partial<GateCall>, policies?: PolicyReading[], retryIn?: number];

/** One call after the other is answered. */
async function answers(...all: readonly Answer[]): Promise<void> {
  for (const [status, call, policies, retryIn] of all) await answered(status, policies, retryIn, call);
}

const sign = [403, strict] as const;

describe("a gate that was closed for a second", () => {
  beforeEach(async () => {
    await answered(200);
    await answered(429, [], 1000);
    await pass(1000);
  });

  it.each<[string, string, readonly Answer[]]>([
    ["blocked", "three 403 that no description knows", [sign, sign, sign]],
    [
      "blocked",
      "three of them, with answers in between that say nothing of the credential",
      [sign, [500, strict], sign, [502, strict], sign],
    ],
    ["closed", "one that names a time, where nothing says that there are bans", [[403, strict, [], 30_000]]],
    ["probe", "one 403 that no description knows", [sign]],
    ["probe", "two of them", [sign, sign]],
    ["open", "three of operations that forbid", Array<Answer>(3).fill([403, { forbids: true }])],
    ["open", "three of operations of which that is not known", Array<Answer>(3).fill([403, {}])],
    ["paced", "three that tell of limits", Array<Answer>(3).fill([403, strict, [minute]])],
    ["open", "three with a success before the last", [sign, sign, [200, strict], sign]],
    ["open", "three with a 404 before the last", [sign, sign, [404, strict], sign]],
    ["open", "three with a 401 before the last", [sign, sign, [401, strict], sign]],
    ["open", "three with a 403 of an operation that forbids before the last", [sign, sign, [403, { forbids: true }], sign]],
    ["open", "three after a success", [[200, strict], sign, sign, sign]],
    ["open", "three 401", Array<Answer>(3).fill([401, strict])],
    ["open", "three 404", Array<Answer>(3).fill([404, strict])],
    ["closed", "one 503 that names a time", [[503, strict, [], 30_000]]],
  ])("is %s after %s", async (state, _, all) => {
    for (const one of all) {
      if (gate.state().retryAt !== undefined) await pass(120_000);
      await answers(one);
    }
    expect(gate.state().state).toBe(state);
  });

  it.each([strict, { forbids: true }])("is blocked after one 403 that names a time where there are bans, of %o", async (call) => {
    newGate({ banRisk: true });
    await answered(429, [], 1000);
    await pass(1000);
    await answers([403, call, [], 30_000]);
    expect(gate.state().state).toBe("blocked");
  });

  it("sends one call at a time while it may be banned", async () => {
    await answers(sign);
    const askings = await askFor(5, strict);
    expect(sent(askings)).toBe(1);
    askings[0]?.permit?.answered(403, reading());
    await settled();
    expect(sent(askings)).toBe(2);
    askings[1]?.permit?.answered(200, reading([minute]));
    await settled();
    expect([gate.state().state, sent(askings)]).toEqual(["paced", 5]);
  });

  it("counts signs from the last rejection on", async () => {
    await answers(sign, sign);
    await answered(429, [], 1000);
    await pass(2000);
    await answers(sign, sign);
    expect(gate.state().state).toBe("probe");
  });

  it("takes no 403 for a sign ten minutes after the rejection", async () => {
    await answers(sign, sign);
    await pass(600_000);
    await answers(sign);
    expect(gate.state().state).toBe("open");
  });
});

describe("a gate that was never closed", () => {
  it("is not blocked by any number of 403", async () => {
    await answers(...Array<typeof sign>(20).fill(sign));
    expect(gate.state().state).toBe("open");
  });
});

describe("a blocked gate", () => {
  beforeEach(async () => {
    await answered(429, [], 1000);
    await pass(1000);
  });

  it("rejects every call after a ban until it is resumed, then sends one", async () => {
    newGate({ banRisk: true });
    await answered(429, [], 1000);
    const waiting = await askFor(4, strict);
    await pass(1000);
    for (const asking of waiting.slice(0, 3)) {
      asking.permit?.answered(403, reading());
      await settled();
    }
    const [later] = await askFor(1);
    expect([waiting[3]?.error, later?.error].every((error) => error instanceof KeyBlockedError)).toBe(true);
    expect(gate.state()).toMatchObject({ state: "blocked", retryAt: undefined, waiting: 0 });
    gate.resume();
    const askings = await askFor(2);
    expect([gate.state().state, sent(askings)]).toEqual(["probe", 1]);
    askings[0]?.permit?.answered(200, reading([minute]));
    await settled();
    expect([gate.state().state, sent(askings)]).toEqual(["paced", 2]);
  });

  it("is blocked again by one more sign after it was resumed, and opened by an answer that means no ban", async () => {
    await answers(sign, sign, sign);
    gate.resume();
    await answers(sign);
    expect(gate.state().state).toBe("blocked");
    gate.resume();
    await answers([403, { forbids: true }]);
    expect(gate.state().state).toBe("open");
  });

  it("opens for one call when the time of the ban is over, and is blocked again by another 403", async () => {
    newGate({ banRisk: true });
    await answered(429, [], 1000);
    await pass(1000);
    await answered(403, [], 30_000);
    const [asking] = await askFor(1);
    expect(asking?.error).toMatchObject({ retryAt: new Date(clock.now() + 30_000) });
    await pass(30_000);
    await answered(403, [], 30_000);
    expect(gate.state().state).toBe("blocked");
  });

  it("tries again after ten minutes where nothing says that there are bans", async () => {
    await answers(sign, sign, sign);
    expect(gate.state()).toMatchObject({ state: "blocked", retryAt: new Date(clock.now() + 600_000) });
  });

  it("is not blocked by 403s of calls that were sent before the rejection", async () => {
    await answered(200, [minute]);
    const askings = await askFor(4, strict);
    askings[0]?.permit?.answered(429, reading([], 1000));
    for (const { permit } of askings.slice(1)) permit?.answered(403, reading());
    expect(gate.state().state).toBe("closed");
  });
});
