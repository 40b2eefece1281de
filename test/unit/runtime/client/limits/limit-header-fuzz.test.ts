import { expect, it } from "vitest";
import { detectLimitHeaders } from "../../../../../templates/runtime/client/limits/detect-limit-headers.js";
import { declaredLimitHeaders } from "../../../../../templates/runtime/client/limits/declared-limit-headers.js";
import { ietfLimitHeaders } from "../../../../../templates/runtime/client/limits/ietf-limit-headers.js";
import type { ReadLimits } from "../../../../../templates/runtime/client/limits/limit-header-types.js";
import type { RateLimits, ResetFormat, RetryFormat } from "../../../../../templates/runtime/shared/rate-limits.js";
import { serviceClock } from "../../../../../templates/runtime/client/limits/service-clock.js";

const now = Date.UTC(2026, 10, 20, 12);
const seconds = now / 1000;
const cap = 86_460_000;

/** What services really send; each value is also tried in the place of the others. */
const real: readonly Readonly<Record<string, string>>[] = [
  { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "12", "x-ratelimit-reset": String(seconds + 30) },
  { "x-ratelimit-limit": "60, 60", "x-ratelimit-remaining": "12, 12", "x-ratelimit-reset": "30, 30" },
  { "x-ratelimit-limit": "598.0", "x-ratelimit-remaining": "12", "x-ratelimit-reset-after": "1.470" },
  { "x-rate-limit-limit": "900", "x-rate-limit-remaining": "899", "x-rate-limit-reset": String(now + 30_000) },
  { "ratelimit-limit": "100, 100;w=60, 1000;w=3600", "ratelimit-remaining": "50", "ratelimit-reset": "50" },
  { ratelimit: "limit=100, remaining=50, reset=5", "ratelimit-policy": '100;w=60;comment="sliding"' },
  { "ratelimit-policy": '"min";q=60;w=60, "day";q=1000;qu="requests";w=86400', ratelimit: '"min";r=12;t=31;pk=:cHsdsRa894==:' },
  { "retry-after": "120", "x-retry-after": "1.5", "retry-after-ms": "1500" },
  { "retry-after": "Fri, 20 Nov 2026 12:00:30 GMT", "x-ratelimit-reset": "Friday, 20-Nov-26 12:00:30 GMT" },
  { date: "Fri, 20 Nov 2026 12:00:00 GMT", age: "0", "x-ratelimit-reset": "Fri Nov 20 12:00:30 2026" },
];
const names = [...new Set(real.flatMap((headers) => Object.keys(headers)))];
const values = real.flatMap((headers) => Object.values(headers));
const extremes = [
  ...[
    "",
    "-1",
    "-0",
    "+1",
    "0",
    "00",
    "1e99",
    "1e-9",
    "NaN",
    "Infinity",
    "0x1f",
    ".5",
    "5.",
    "1_000",
    "1,5",
    "null",
    "undefined",
    "true",
    "{}",
  ],
  ...["2147483647", "2147483648", "4294967296", "9007199254740993", "9".repeat(15), "9".repeat(40), "0.000000001", "٣", "１２"],
  ...[
    "1969-12-31T23:59:59Z",
    "Thu, 01 Jan 1970 00:00:00 GMT",
    "Fri, 31 Dec 9999 23:59:59 GMT",
    "Sun, 06 Nov 1994 08:49:37",
    "Invalid Date",
  ],
  ...[
    '"',
    '"\\',
    '"a";',
    '"a";r',
    '"a";r=',
    '"a";r=1;t=-1',
    "(1 2);r=1",
    '"a";r=1,',
    ";;;",
    ":::",
    "?2",
    "@1",
    '%"a"',
    "=,=,=",
    "limit=",
    "limit=1",
  ],
];

/** The same numbers on each run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Random = (below: number) => number;

function pick<T>(random: Random, from: readonly T[]): T {
  // The index is below the length.
  return from[random(from.length)] as T;
}

function garbage(random: Random, length: number): string {
  const alphabet = pick(random, ["0123456789", "0123456789.,;=- ", '"\\;=,:()?@*abrtqw019 ', " ", ",", ";", '"a";r=1,', "\\"]);
  return Array.from({ length }, () => alphabet.charAt(random(alphabet.length))).join("");
}

/** A real value, changed a little or entirely. */
function mutate(random: Random, value: string): string {
  const at = random(value.length + 1);
  switch (random(12)) {
    case 0:
      return pick(random, extremes);
    case 1:
      return pick(random, values);
    case 2:
      return value.slice(0, at);
    case 3:
      return value.slice(0, at) + garbage(random, 1 + random(3)) + value.slice(at);
    case 4:
      return value.slice(0, at) + pick(random, extremes) + value.slice(at);
    case 5:
      return `${value}, ${pick(random, values)}`;
    case 6:
      return value.replace(/\d+/, () => pick(random, extremes));
    case 7:
      return value.replace(/\d+/g, (digits) => String(Number(digits) + (random(3) - 1) * 10 ** random(13)));
    case 8:
      return garbage(random, random(30));
    case 9:
      return random(40) === 0 ? garbage(random, 60_000) : value.repeat(1 + random(40));
    case 10:
      return String.fromCharCode(...Array.from({ length: random(12) }, () => random(256)));
    default:
      return value;
  }
}

const formats: readonly (ResetFormat | undefined)[] = ["unix-seconds", "delta-seconds", "unix-millis", "http-date", undefined];
const retryFormats: readonly RetryFormat[] = ["delta-seconds", "http-date", "unix-seconds", "delta-millis"];

const readers: readonly ReadLimits[] = [
  detectLimitHeaders,
  ...formats.map((format, index) => {
    const limits: RateLimits = {
      key: { address: true },
      plans: { free: { policies: { minute: { quota: 60, window: 60 }, day: { quota: 1000, window: 86_400 } } } },
      headers: {
        limit: index % 2 === 0 ? "X-RateLimit-Limit" : "RateLimit-Limit",
        remaining: "X-RateLimit-Remaining",
        reset: { name: "X-RateLimit-Reset", ...(format && { format }) },
      },
      ...(index > 0 && { retryAfter: { name: index > 2 ? "X-Retry-After" : "Retry-After", formats: retryFormats.slice(0, index) } }),
    };
    return index % 2 === 0 ? declaredLimitHeaders(limits, ietfLimitHeaders) : declaredLimitHeaders(limits);
  }),
];

/** Headers as a platform hands them on: it refuses line ends and what is no byte. */
function headersOf(random: Random): { readonly headers: Headers; readonly count: number } {
  const headers = new Headers();
  let count = 0;
  for (const [name, value] of Object.entries(pick(random, real))) {
    const text = mutate(random, value).replace(/[\0\r\n]|[^\0-\xff]/g, " ");
    headers.append(random(8) === 0 ? pick(random, names) : name, text);
    count += 1;
  }
  if (random(2) === 0)
    headers.set(
      "date",
      mutate(random, new Date(now + (random(7) - 3) * 10 ** random(13)).toUTCString()).replace(/[\0\r\n]|[^\0-\xff]/g, " "),
    );
  return { headers, count };
}

it(
  "reads 100,000 values of any kind without a throw, a negative wait, one above the cap, or a timer that overflows",
  { timeout: 120_000 },
  () => {
    const random = seeded(20_261_120);
    let service = serviceClock();
    let tried = 0;
    let waits = 0;
    const isCount = (value: number | undefined): boolean => value === undefined || (Number.isSafeInteger(value) && value >= 0);
    const isWait = (value: number | undefined): boolean => value === undefined || (value >= 0 && value <= cap && value < 2 ** 31 - 1);
    while (tried < 100_000) {
      const { headers, count } = headersOf(random);
      tried += count;
      if (random(50) === 0) service = serviceClock();
      const sent = now + random(600_000);
      const reading = pick(random, readers)(
        { status: pick(random, [200, 304, 429, 503]), headers },
        { sent, received: sent + random(5000) },
        service,
      );
      const problem =
        !isWait(reading.retryIn) ||
        reading.policies.length > 20 ||
        reading.policies.some(
          ({ limit, remaining, resetIn, window }) =>
            !isCount(limit) || !isCount(remaining) || !isWait(resetIn) || !isCount(window) || window === 0,
        );
      if (problem) expect.fail(`${JSON.stringify([...headers])} is read as ${JSON.stringify(reading)}`);
      if (reading.retryIn !== undefined || reading.policies.some(({ resetIn }) => resetIn !== undefined)) waits += 1;
    }
    // Mutants that are all refused would prove nothing.
    expect(waits).toBeGreaterThan(4_000);
  },
);
