import { expect, it } from "vitest";
import { declaredLimitHeaders } from "../../../../../templates/runtime/client/limits/declared-limit-headers.js";
import { detectLimitHeaders } from "../../../../../templates/runtime/client/limits/detect-limit-headers.js";
import { ietfBefore } from "../../../../../templates/runtime/client/limits/ietf-limit-headers.js";
import type { LimitReading, ReadLimits } from "../../../../../templates/runtime/client/limits/limit-header-types.js";
import { dateTimeSeconds } from "../../../../../templates/runtime/client/limits/readers/date-time-seconds.js";
import { durationSeconds } from "../../../../../templates/runtime/client/limits/readers/duration-seconds.js";
import { formatWait } from "../../../../../templates/runtime/client/limits/readers/format-wait.js";
import { fractionHeaders } from "../../../../../templates/runtime/client/limits/readers/fraction-headers.js";
import { rejectionHeaders } from "../../../../../templates/runtime/client/limits/readers/rejection-headers.js";
import { serviceClock } from "../../../../../templates/runtime/client/limits/service-clock.js";
import type { LimitHeaders, RateLimits, ResetFormat } from "../../../../../templates/runtime/shared/rate-limits.js";
import { dice, type Dice } from "../../../../support/dice.js";
import { realHeaders, sent } from "./real-headers.js";

const longest = 86_460_000;
const limits = (headers: RateLimits["headers"], more: Partial<RateLimits> = {}): RateLimits => ({
  key: { address: true },
  plans: {},
  ...(headers && { headers }),
  ...more,
});
const readWait = formatWait({ duration: durationSeconds, "date-time": dateTimeSeconds });

/** A wait as a service writes it, rounded down, and by how many milliseconds that may have been. */
interface Written {
  readonly text: string;
  readonly precision: number;
}

/** A number of seconds in nanoseconds, as digits with at most so many decimals. */
function decimal(nanoseconds: bigint, digits: number): string {
  const text = String(nanoseconds).padStart(10, "0");
  const fraction = text.slice(-9).slice(0, digits);
  return text.slice(0, -9) + (digits > 0 ? `.${fraction}` : "");
}

/** As Go's `time.Duration` prints, written after its documentation: leading zero units are left out, and so are trailing zeros. */
function goDuration(nanoseconds: bigint, digits: number): string {
  const second = 1_000_000_000n;
  const trimmed = (text: string): string => (text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text);
  if (nanoseconds < second) {
    if (digits >= 9 && nanoseconds < 1000n) return `${nanoseconds}ns`;
    if (digits >= 6 && nanoseconds < 1_000_000n) return `${trimmed(decimal(nanoseconds * 1_000_000n, digits - 6))}us`;
    if (digits >= 3) return `${trimmed(decimal(nanoseconds * 1000n, digits - 3))}ms`;
  }
  const minutes = nanoseconds / (60n * second);
  const rest = `${trimmed(decimal(nanoseconds % (60n * second), digits))}s`;
  if (minutes === 0n) return rest;
  return minutes < 60n ? `${minutes}m${rest}` : `${minutes / 60n}h${minutes % 60n}m${rest}`;
}

/** As RFC 3339 has it, by a clock of some zone. */
function dateTime(random: Dice, nanoseconds: bigint, digits: number): string {
  const offset = (random.below(1439) - 719) * (random.chance(0.5) ? 1 : 0);
  const local = nanoseconds + BigInt(offset) * 60_000_000_000n;
  const clock = new Date(Number(local / 1_000_000n)).toISOString().slice(0, 19);
  const fraction =
    digits > 0
      ? `.${String(local % 1_000_000_000n)
          .padStart(9, "0")
          .slice(0, digits)}`
      : "";
  const two = (value: number): string => String(value).padStart(2, "0");
  const size = Math.abs(offset);
  const zone = offset === 0 && random.chance(0.8) ? "Z" : `${offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${random.chance(0.9) ? clock : clock.replace("T", "t")}${fraction}${zone}`;
}

const writers: { readonly [Format in ResetFormat]: (random: Dice, wait: number, now: number) => Written } = {
  "delta-seconds": (random, wait) => {
    const digits = random.of(0, 0, 1, 3, 9, 12);
    return { text: decimal(BigInt(wait) * 1_000_000n, Math.min(digits, 9)) + (digits > 9 ? "123" : ""), precision: 1000 / 10 ** digits };
  },
  "delta-millis": (_, wait) => ({ text: String(wait), precision: 1 }),
  "unix-seconds": (random, wait, now) => {
    const digits = random.of(0, 0, 3);
    return { text: decimal(BigInt(now + wait) * 1_000_000n, digits), precision: 1000 / 10 ** digits };
  },
  "unix-millis": (_, wait, now) => ({ text: String(now + wait), precision: 1 }),
  "http-date": (_, wait, now) => ({ text: new Date(now + wait).toUTCString(), precision: 1000 }),
  "date-time": (random, wait, now) => {
    const digits = random.of(0, 0, 3, 6, 9);
    return { text: dateTime(random, BigInt(now + wait) * 1_000_000n, digits), precision: 1000 / 10 ** digits };
  },
  duration: (random, wait) => {
    const seconds = Math.floor(wait / 1000);
    const days = Math.floor(seconds / 86_400);
    if (random.chance(0.1)) return { text: `${days > 0 ? `${days}d` : ""}${seconds % 86_400}s`, precision: 1000 };
    if (random.chance(0.1))
      return { text: `PT${Math.floor(seconds / 3600)}H${Math.floor(seconds / 60) % 60}M${seconds % 60}S`, precision: 1000 };
    const digits = random.of(0, 3, 6, 9);
    return { text: goDuration(BigInt(wait) * 1_000_000n + BigInt(random.below(1_000_000)), digits), precision: 1000 / 10 ** digits };
  },
};
const formats = Object.keys(writers) as readonly ResetFormat[];

const declared = new Map(
  formats.map((format) => {
    const headers: LimitHeaders = { remaining: "x-left", fraction: "x-used", reset: { name: "x-reset", format }, bucket: "x-bucket" };
    return [
      format,
      declaredLimitHeaders(limits(headers, { retryAfter: { name: "x-wait", formats: [format] } }), fractionHeaders, readWait),
    ];
  }),
);

it("reads back 100,000 waits in every format, within their rounding, whatever the service's clock shows", { timeout: 120_000 }, () => {
  const random = dice(20_261_129);
  const seen = new Map<string, number>();
  for (let tried = 0; tried < 100_000; tried += 1) {
    const format = random.of(...(formats as [ResetFormat, ...ResetFormat[]]));
    const wait = random.below(10 ** (1 + random.below(7))) + random.below(60_000_000);
    const now = sent + random.below(60_000) + random.of(-3_600_000, 0, 0, 3_600_000);
    const one = writers[format](random, wait, now);
    // Sent twice, by a gateway and what is behind it: the longer wait counts.
    const other = random.chance(0.2) ? writers[format](random, random.below(wait + 1), now) : undefined;
    const joined = other === undefined ? one.text : random.chance(0.5) ? `${one.text}, ${other.text}` : `${other.text},${one.text}`;
    const headers = new Headers({ date: new Date(now).toUTCString() });
    const parts = { reset: random.chance(0.9), wait: random.chance(0.3), left: random.chance(0.5), used: random.chance(0.3) };
    if (parts.reset) headers.set("x-reset", joined);
    if (parts.wait) headers.set("x-wait", joined);
    if (parts.left) headers.set("x-left", "7");
    if (parts.used) headers.set("x-used", "32/40");
    const reader = declared.get(format);
    const { policies = [], retryIn, warnings } = reader?.({ status: 200, headers }, { sent, received: sent }, serviceClock()) ?? {};
    const policy = policies[0];
    const problem =
      (warnings?.length ?? 0) > 0 ||
      parts.reset !== (policy?.resetIn !== undefined) ||
      parts.wait !== (retryIn !== undefined) ||
      policy?.limit !== (parts.used ? 40 : undefined) ||
      policy?.remaining !== (parts.used ? 8 : parts.left ? 7 : undefined) ||
      // Of two, either may have been rounded; a clock tells its second.
      (policy?.resetIn ?? wait) < wait ||
      (policy?.resetIn ?? 0) > wait + Math.max(one.precision, other?.precision ?? 0) + 1002 ||
      (retryIn ?? wait) < wait - one.precision - 1 ||
      (retryIn ?? 0) > wait + Math.max(one.precision, other?.precision ?? 0) + 1002;
    if (problem)
      expect.fail(`${format} of ${wait}: ${JSON.stringify([...headers])} is read as ${JSON.stringify({ policies, retryIn, warnings })}`);
    seen.set(format, (seen.get(format) ?? 0) + 1);
  }
  expect([...seen.values()].every((count) => count > 10_000)).toBe(true);
});

const every = limits(
  [
    { limit: "x-ratelimit-limit", remaining: "x-ratelimit-remaining", reset: { name: "x-ratelimit-reset" }, bucket: "x-ratelimit-bucket" },
    { fraction: "x-shopify-shop-api-call-limit", refill: 20, policy: "bucket" },
    { remaining: "x-ratelimit-remaining-tokens", reset: { name: "x-ratelimit-reset-tokens", format: "duration" }, unit: "tokens" },
    { remaining: "anthropic-ratelimit-requests-remaining", reset: { name: "anthropic-ratelimit-requests-reset", format: "date-time" } },
  ],
  {
    retryAfter: { name: "retry-after", formats: ["duration", "date-time", "delta-millis", "http-date", "unix-millis"] },
    rejections: [{ status: 403, header: "x-ratelimit-scope" }],
    globalHeader: "x-ratelimit-global",
  },
);
const readEvery = rejectionHeaders(declaredLimitHeaders(every, ietfBefore(fractionHeaders), readWait), every);
const all: readonly ReadLimits[] = [detectLimitHeaders, readEvery];

const extremes = [
  ...["", "0", "-1", "1e9", "NaN", "0x1f", "9".repeat(15), "9".repeat(40), "0.0000000000000001", "null", "true", "/", "1/", "/1", "1/2/3"],
  ...["0/0", "9e9/1", "-1/40", "32/40/", "1h1h", "1s1m", "1.2.3s", "s", "1", "1 s", "1d", "999999999999999d", "P", "PT", "P1Y", "PT1.5.5S"],
  ...["2026-02-30T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026-11-20T24:00:00Z", "2026-11-20T12:00:60Z"],
  ...["2026-11-20T12:00:00+24:00", "2026-11-20T12:00:00", "Fri, 20 Nov 2026 12:00:30 GMT", '"a";r=1;t=9;pk=:a:', '"a";q=1;qu=1;pk=1'],
];

function mutate(random: Dice, value: string, others: readonly string[]): string {
  const at = random.below(value.length + 1);
  const extreme = extremes[random.below(extremes.length)] ?? "";
  const other = others[random.below(others.length)] ?? "";
  return random.of(
    () => value,
    () => value,
    () => extreme,
    () => other,
    () => value.slice(0, at),
    () => value.slice(0, at) + extreme + value.slice(at),
    () => `${value}, ${random.chance(0.5) ? other : extreme}`,
    () => value.replace(/\d+/, () => extreme),
    () => value.replace(/\d+/g, (digits) => String(Number(digits) + (random.below(3) - 1) * 10 ** random.below(13))),
    () => value.repeat(1 + random.below(300)),
    () => String.fromCharCode(...Array.from({ length: random.below(12) }, () => random.below(256))),
  )();
}

const isTime = (value: number | undefined): boolean => value === undefined || (value >= 0 && value <= longest);
const isCount = (value: number | undefined): boolean => value === undefined || (Number.isSafeInteger(value) && value >= 0);
const isSane = ({ policies, retryIn, warnings }: LimitReading): boolean =>
  isTime(retryIn) &&
  policies.length <= 20 &&
  (warnings ?? []).every((warning) => warning.length < 200) &&
  policies.every(
    ({ limit, remaining, resetIn, window, refill, bucket = "b", unit = "u" }) =>
      isCount(limit) &&
      isCount(remaining) &&
      isTime(resetIn) &&
      isCount(window) &&
      isCount(refill) &&
      bucket.length <= 100 &&
      unit.length <= 100,
  );

it("reads 100,000 changed values of real headers without a throw or a senseless wait, and goes on after them", { timeout: 120_000 }, () => {
  const random = dice(20_261_130);
  const values = realHeaders.flatMap(({ fields }) => Object.values(fields));
  const names = [...new Set(realHeaders.flatMap(({ fields }) => Object.keys(fields)))];
  let service = serviceClock();
  let waits = 0;
  for (let tried = 0; tried < 100_000;) {
    const { fields, status = 200 } = realHeaders[random.below(realHeaders.length)] ?? { fields: {} };
    const headers = new Headers({ date: new Date(sent + random.of(0, 0, -3_600_000, 3_600_000)).toUTCString() });
    for (const [name, value] of Object.entries(fields)) {
      // Platforms refuse what is no byte, and line ends.
      const text = mutate(random, value, values).replace(/[\0\r\n]|[^\0-\xff]/g, " ");
      headers.append(random.chance(0.1) ? (names[random.below(names.length)] ?? name) : name, text);
      tried += 1;
    }
    tried += 1;
    if (random.chance(0.02)) service = serviceClock();
    for (const read of all) {
      const reading = read({ status, headers }, { sent, received: sent + random.below(5000) }, service);
      if (!isSane(reading)) expect.fail(`${JSON.stringify([...headers])} is read as ${JSON.stringify(reading)}`);
      if (reading.retryIn !== undefined || reading.policies.some(({ resetIn }) => resetIn !== undefined)) waits += 1;
    }
  }
  // Mutants that are all refused would prove nothing.
  expect(waits).toBeGreaterThan(4000);
});

it("leaves out a header that turns to nonsense in the middle, with one and the same warning, and takes it up again", () => {
  const read = readEvery;
  const answers = ["6m0s", "soon", "120ms", "", "6m0s;x=1", "1s"].map((reset) => {
    const headers = new Headers({ "x-ratelimit-remaining-tokens": "5", "x-ratelimit-reset-tokens": reset });
    const { policies, warnings } = read({ status: 200, headers }, { sent, received: sent }, serviceClock());
    return [policies[0]?.remaining, policies[0]?.resetIn, warnings?.join()];
  });
  const senseless = "x-ratelimit-reset-tokens makes no sense";
  expect(answers).toEqual([
    [5, 361_000, ""],
    [5, undefined, senseless],
    [5, 121, ""],
    [5, undefined, ""],
    [5, undefined, senseless],
    [5, 2000, ""],
  ]);
});
