import { describe, expect, it } from "vitest";
import { judged } from "../../../../src/diagnostic/strictness.js";
import { outcomeOf } from "../../../support/api.js";

async function outcome(headers: unknown) {
  const paths = { "/a": { get: { responses: { 429: { description: "Slow down" } } } } };
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, "x-rate-limits": { headers }, paths }, undefined, 1);
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
