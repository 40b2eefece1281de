import { describe, expect, it } from "vitest";
import { judged } from "../../../../src/diagnostic/strictness.js";
import { outcomeOf } from "../../../support/api.js";

async function outcome(headers: unknown, more: object = {}) {
  const paths = { "/a": { get: { responses: { 429: { description: "Slow down" } } } } };
  const text = JSON.stringify(
    { openapi: "3.1.0", info: { title: "T", version: "1" }, "x-rate-limits": { headers, ...more }, paths },
    undefined,
    1,
  );
  const { value, diagnostics } = await outcomeOf(text);
  const found = judged(diagnostics, { strict: false }).map(({ code, severity, message, hint, at }) => [
    `${severity} ${code}`,
    message,
    hint,
    (at as { pointer: string }).pointer,
  ]);
  return { headers: value?.rateLimits?.headers, found };
}

const reset = { name: "X-Reset", format: "delta-seconds" };

describe("headers of a limit", () => {
  it("that say when it is whole again, and not what is left, are told", async () => {
    const message = '"X-Reset" says when a limit is whole again, and no header says what is left of it.';
    const hint = (what: string): string =>
      `Name that header as \`remaining\` or \`fraction\`: of ${what} alone, no call knows whether it may go.`;
    expect((await outcome({ reset })).found).toEqual([
      ["warning limit-headers-unclear", message, hint("a reset"), "/x-rate-limits/headers/reset"],
    ]);
    expect((await outcome([{ remaining: "X-R" }, { limit: "X-L", reset }])).found).toEqual([
      ["warning limit-headers-unclear", message, hint("a limit and a reset"), "/x-rate-limits/headers/1/reset"],
    ]);
    for (const headers of [{ remaining: "X-R", reset }, { fraction: "X-F", reset }, { limit: "X-L" }, { bucket: "X-B" }])
      expect((await outcome(headers)).found).toEqual([]);
  });

  it("of which one is named for two things are told, in any case of letters", async () => {
    expect((await outcome({ limit: "X-Limit", remaining: "x-limit" })).found).toEqual([
      [
        "warning limit-headers-unclear",
        '"x-limit" is named as "limit" and as "remaining", and has one value.',
        "Each says another thing: name two headers, or leave one out.",
        "/x-rate-limits/headers/remaining",
      ],
    ]);
    const [told] = (await outcome([{ remaining: "X-R", reset: { ...reset, name: "X-R" } }, { remaining: "X-R" }])).found;
    expect(told?.[3]).toBe("/x-rate-limits/headers/0/reset");
  });

  it.each<[unknown, object, string | undefined]>([
    [{ remaining: "X-R" }, {}, "/x-rate-limits/headers/remaining"],
    [{ remaining: "X-R", reset }, {}, "/x-rate-limits/headers/remaining"],
    [[{ remaining: "X-R" }, { remaining: "X-D", policy: "day" }], {}, "/x-rate-limits/headers/0"],
    [{ remaining: "X-R", limit: "X-L" }, { day: { q: 60, w: 86400 } }, "/x-rate-limits/headers/remaining"],
    // The figure of the limit says it, else the reset.
    [{ remaining: "X-R", limit: "X-L" }, {}, undefined],
    [{ remaining: "X-R", limit: "X-L", reset }, { day: { q: 60, w: 86400 } }, undefined],
    [{ fraction: "X-F" }, {}, undefined],
    [[{ remaining: "X-R", policy: "minute" }], {}, undefined],
    [[{ remaining: "X-R", unit: "tokens" }], {}, undefined],
    [{ bucket: "X-B" }, {}, undefined],
    // Headers of no policy are of the narrowest counters, and of windows.
    [{ remaining: "X-R" }, { day: { q: 5, w: 86400, per: "operation" } }, undefined],
    [{ remaining: "X-R" }, { day: { concurrency: 5 } }, undefined],
  ])(
    "of no policy, beside a plan of two windows, are remarked on where nothing says of which they are: %j, %j",
    async (headers, more, place) => {
      const policies = { minute: { q: 60, w: 60 }, day: { q: 1000, w: 86400 }, ...more };
      const { found } = await outcome(headers, { plans: { one: { policies: { minute: policies.minute } }, free: { policies } } });
      expect(found.map(([code, , , at]) => [code, at])).toEqual(place === undefined ? [] : [["info limit-headers-unclear", place]]);
      if (place !== undefined)
        expect(found[0]?.[1]).toBe('The plan "free" has the windows "minute", "day", and no answer says of which of them its headers are.');
      const ietf = await outcome(headers, { plans: { free: { policies } }, emitIetf: true });
      expect(ietf.found).toEqual([]);
    },
  );

  it.each(["Content-Length", "Set-Cookie", "content-type", "Date"])(
    "are none that responses have for another purpose: %s",
    async (name) => {
      const must =
        "must be the name of a header, and of none that responses have for another purpose, as Date or Content-Type; it is not read.";
      const single = await outcome({ remaining: name, bucket: "X-B" });
      expect(single.headers).toEqual([{ bucket: "X-B" }]);
      expect(single.found.map(([code, message]) => [code, message])).toEqual([
        ["warning rate-limit-invalid", `"x-rate-limits.headers.remaining" ${must}`],
      ]);
      const { headers, found } = await outcome({ remaining: "X-R", reset: { ...reset, name } });
      expect(headers).toEqual([{ remaining: "X-R" }]);
      expect(found.map(([code, message]) => [code, message])).toEqual([
        ["warning rate-limit-invalid", `"x-rate-limits.headers.reset" ${must}`],
      ]);
    },
  );
});
