import { describe, expect, it } from "vitest";
import { declaredLimitHeaders } from "../../../../../templates/runtime/client/limits/declared-limit-headers.js";
import { retryAfter } from "../../../../../templates/runtime/client/limits/retry-after.js";
import { serviceClock } from "../../../../../templates/runtime/client/limits/service-clock.js";
import { dice } from "../../../../support/dice.js";

const now = Date.parse("2030-06-01T12:00:00.000Z");
const date = (ms: number): string => new Date(now + ms).toUTCString();
const day = 86_460_000;

/** What a client with a gate reads, and what one reads whose description has no limits. */
function readings(value: string, today?: string): readonly (number | undefined)[] {
  const headers = new Headers({ "Retry-After": value, ...(today !== undefined && { Date: today }) });
  const gate = declaredLimitHeaders({})({ status: 429, headers }, { sent: now, received: now }, serviceClock());
  return [gate.retryIn, retryAfter(headers, now)];
}

describe("Retry-After is read alike with a gate and without", () => {
  it.each<[string, number | undefined]>([
    ["0", 0],
    ["5", 5000],
    ["1.5", 1500],
    ["120.25", 120_250],
    ["5, 10", 10_000],
    ["10,5", 10_000],
    [`5, ${date(60_000)}`, 61_000],
    [`${date(60_000)}, 90`, 90_000],
    ["86400", 86_400_000],
    ["90000", day],
    ["31622399", day],
    ["31622400", undefined],
    ["99999999999", undefined],
    ["1893456000", undefined],
    ["1893456000000", undefined],
    ["99999999999999999999", undefined],
    ["-5", undefined],
    ["+5", undefined],
    ["5s", undefined],
    ["5, soon", undefined],
    ["soon", undefined],
    ["1e3", undefined],
    ["0x10", undefined],
    ["5;comment", undefined],
    ["", undefined],
    [date(0), 1000],
    [date(30_000), 31_000],
    [date(-500), 0],
    [date(-5000), undefined],
    [date(2 * day), day],
    [date(400 * day), undefined],
    ["Sat, 01 Jun 2030 12:00:30", undefined],
    ["Saturday, 01-Jun-30 12:00:30 GMT", 31_000],
    ["Sat Jun  1 12:00:30 2030", 31_000],
    ["2030-06-01T12:00:30Z", undefined],
    [" ".repeat(2000), undefined],
    ["5".repeat(2000), undefined],
  ])("%j", (value, expected) => {
    expect(readings(value)).toEqual([expected, expected]);
    expect(readings(value, date(0))).toEqual([expected, expected]);
  });

  it.each([-3_600_000, -1000, 1000, 3_600_000])("by the service's clock, which is %i ms before ours", (ahead) => {
    expect(readings(date(ahead + 30_000), date(ahead))).toEqual([31_000, 31_000]);
  });

  it("whatever stands in it", () => {
    const d = dice(7);
    const part = (): string =>
      d.of("5", "0", "1.25", ",", " ", ";", "x", "-", date(1000), date(-1000), date(day), "99999999", "GMT", "31622400");
    for (let round = 0; round < 3000; round += 1) {
      const value = Array.from({ length: 1 + d.below(5) }, part).join("");
      const [gate, plain] = readings(value, d.chance(0.5) ? date(0) : undefined);
      expect([value, plain]).toEqual([value, gate]);
    }
  });
});

it.each<[string, string | null, number | undefined]>([
  ["1500", "2", 1500],
  ["0.25", null, 1],
  ["0", "9", 0],
  ["86460001", null, day],
  ["99999999999999", "2", 2000],
  ["-5", "2", 2000],
  ["soon", null, undefined],
  ["", "2", 2000],
])("milliseconds have a header of their own: %j beside %j", (millis, seconds, expected) => {
  const headers = new Headers({ "retry-after-ms": millis, ...(seconds !== null && { "retry-after": seconds }) });
  expect(retryAfter(headers, now)).toBe(expected);
});

describe("an answer with nothing left of a limit, and without Retry-After", () => {
  const seconds = Math.floor(now / 1000);
  it.each<[string, Record<string, string>, number | undefined]>([
    ["names its reset as a moment", { "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": `${seconds + 900}` }, 901_000],
    ["names it by another name", { "X-Rate-Limit-Remaining": "0", "X-Rate-Limit-Reset": `${seconds + 60}` }, 61_000],
    ["names it in seconds", { "RateLimit-Remaining": "0", "RateLimit-Reset": "40" }, 41_000],
    [
      "has a clock of its own",
      { Date: new Date(now - 3_600_000).toUTCString(), "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": `${seconds - 3540}` },
      61_000,
    ],
    ["has something left", { "X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "40" }, undefined],
    ["names a reset that is over", { "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": `${seconds - 900}` }, undefined],
    ["names nothing that makes sense", { "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "soon" }, undefined],
    ["names none", { "X-RateLimit-Remaining": "0" }, undefined],
  ])("%s", (_, fields, expected) => {
    expect(retryAfter(new Headers(fields), Math.floor(now / 1000) * 1000)).toBe(expected);
  });
});
