import { describe, expect, it } from "vitest";
import { detectLimitHeaders } from "../../../../../templates/runtime/client/limits/detect-limit-headers.js";
import { declaredLimitHeaders } from "../../../../../templates/runtime/client/limits/declared-limit-headers.js";
import { ietfLimitHeaders } from "../../../../../templates/runtime/client/limits/ietf-limit-headers.js";
import { dateTimeSeconds } from "../../../../../templates/runtime/client/limits/readers/date-time-seconds.js";
import { formatWait } from "../../../../../templates/runtime/client/limits/readers/format-wait.js";
import type { LimitReading } from "../../../../../templates/runtime/client/limits/limit-header-types.js";
import type { RateLimits, ResetFormat, RetryFormat } from "../../../../../templates/runtime/shared/rate-limits.js";
import { serviceClock } from "../../../../../templates/runtime/client/limits/service-clock.js";

const sent = Date.UTC(2026, 10, 20, 12);
const seconds = sent / 1000;
const exchange = { sent, received: sent + 100 };
const utc = (time: number): string => new Date(time).toUTCString();

const declared = (format: ResetFormat | undefined, more: Partial<RateLimits> = {}): RateLimits => ({
  key: { securityScheme: "bearerAuth" },
  plans: {
    free: { policies: { minute: { quota: 60, window: 60 }, day: { quota: 1000, window: 86_400 } } },
    pro: { policies: { minute: { quota: 300, window: 60 } } },
    enterprise: { custom: true },
  },
  headers: {
    limit: "X-RateLimit-Limit",
    remaining: "X-RateLimit-Remaining",
    reset: { name: "X-RateLimit-Reset", ...(format === undefined ? {} : { format }) },
  },
  ...more,
});
const retry = (...formats: readonly RetryFormat[]): RateLimits =>
  declared("unix-seconds", { retryAfter: { name: "X-Retry-After", formats } });
const ietf = declaredLimitHeaders(declared("unix-seconds", { ietf: true }), ietfLimitHeaders);

type Fields = Readonly<Record<string, string>>;

/** Of a response made when its request was sent, by a clock `skew` milliseconds ahead of ours. */
function read(limits: RateLimits | "any" | "ietf", fields: Fields, { skew = 0, status = 200 } = {}): LimitReading {
  const reader = limits === "any" ? detectLimitHeaders : limits === "ietf" ? ietf : declaredLimitHeaders(limits);
  const headers = new Headers({ date: utc(sent + skew), ...fields });
  return reader({ status, headers }, exchange, serviceClock());
}

const trio = (reset: string | number, limit = "60", remaining = "12"): Fields => ({
  "x-ratelimit-limit": limit,
  "x-ratelimit-remaining": remaining,
  "x-ratelimit-reset": String(reset),
});

const guessed = ["The format of X-RateLimit-Reset is a guess: `limits` of the configuration can say it"];
const senseless = ["X-RateLimit-Reset makes no sense"];
const noRetry = ["Retry-After makes no sense"];
const minute = { limit: 60, remaining: 12 };
/** A quota that the description does not know: nothing is known of its window. */
const other = { limit: 90, remaining: 12 };

type Case = readonly [
  behaviour: string,
  limits: RateLimits | "any" | "ietf",
  fields: Fields,
  policies: LimitReading["policies"],
  more?: { readonly retryIn?: number; readonly warnings?: readonly string[] },
];

const cases: readonly Case[] = [
  // Resets as declared. A whole second may have been rounded down.
  ["Unix seconds, to the end of the second", declared("unix-seconds"), trio(seconds + 30), [{ ...minute, resetIn: 31_000 }]],
  ["Unix seconds with a fraction, to its end", declared("unix-seconds"), trio(`${seconds + 30}.5`), [{ ...minute, resetIn: 30_600 }]],
  ["Unix milliseconds", declared("unix-millis"), trio(sent + 30_250), [{ ...minute, resetIn: 30_251 }]],
  ["seconds from now", declared("delta-seconds"), trio(30), [{ ...minute, resetIn: 31_000 }]],
  ["seconds from now with a fraction", declared("delta-seconds"), trio("30.25"), [{ ...minute, resetIn: 30_260 }]],
  ["an HTTP-date", declared("http-date"), trio(utc(sent + 30_000)), [{ ...minute, resetIn: 31_000 }]],
  ["a reset this second", declared("unix-seconds"), trio(seconds), [{ ...minute, resetIn: 1000 }]],
  ["a whole window, to the end of the second", declared("unix-seconds"), trio(seconds + 60), [{ ...minute, resetIn: 61_000 }]],
  ["a service that counts longer than it says", declared("unix-seconds"), trio(seconds + 600), [{ ...minute, resetIn: 601_000 }]],
  ["a quota of no plan", declared("unix-seconds"), trio(seconds + 60, "90"), [{ ...other, resetIn: 61_000 }]],
  ["a window of a day", declared("unix-seconds"), trio(seconds + 86_400, "1000"), [{ ...minute, limit: 1000, resetIn: 86_401_000 }]],
  ["a month, for a day", declared("delta-seconds"), trio(30 * 86_400, "500"), [{ ...minute, limit: 500, resetIn: 86_460_000 }]],
  ["an undeclared format, with a warning", declared(undefined), trio(30), [{ ...minute, resetIn: 31_000 }], { warnings: guessed }],
  ["nothing left", declared("unix-seconds"), trio(seconds + 9, "60", "0"), [{ limit: 60, remaining: 0, resetIn: 10_000 }]],
  ["fractions of requests", declared("delta-seconds"), trio(9, "60", "12.9"), [{ ...minute, resetIn: 10_000 }]],
  ["only what there is", declared("unix-seconds"), { "x-ratelimit-remaining": "3" }, [{ remaining: 3 }]],
  ["names in any case", declared("delta-seconds"), { "X-RATELIMIT-LIMIT": "60", "x-RateLimit-remaining": "12" }, [minute]],
  ["no headers at all", declared("unix-seconds"), {}, []],
  ["nothing where a description names no header", { ...declared("unix-seconds"), headers: {} }, trio(30), []],
  ["nothing but what is declared", declared("unix-seconds"), { "ratelimit-limit": "60", "x-rate-limit-remaining": "3" }, []],

  // Sent twice.
  ["the same twice", declared("delta-seconds"), trio("30, 30", "60, 60", "12, 12"), [{ ...minute, resetIn: 31_000 }]],
  ["what allows less of two", declared("delta-seconds"), trio("30,40", "100,60", "12 , 90"), [{ ...minute, resetIn: 41_000 }]],
  ["dates twice", declared("http-date"), trio(`${utc(sent)}, ${utc(sent + 9000)}`), [{ ...minute, resetIn: 10_000 }]],
  ["a limit with policies beside it", declared("delta-seconds"), trio(30, "60, 60;w=60, 900;w=3600"), [{ ...minute, resetIn: 31_000 }]],
  ["one of two malformed", declared("delta-seconds"), trio("30, x"), [minute], { warnings: senseless }],

  // Malformed and absurd.
  ["a reset that is over", declared("unix-seconds"), trio(seconds - 90), [minute], { warnings: senseless }],
  ["a negative reset", declared("delta-seconds"), trio(-5), [minute], { warnings: senseless }],
  ["a reset without end", declared("delta-seconds"), trio("Infinity"), [minute], { warnings: senseless }],
  ["an exponent", declared("delta-seconds"), trio("1e99"), [minute], { warnings: senseless }],
  ["NaN", declared("delta-seconds"), trio("NaN"), [minute], { warnings: senseless }],
  ["hexadecimal", declared("delta-seconds"), trio("0x1f"), [minute], { warnings: senseless }],
  ["a moment where a duration is declared", declared("delta-seconds"), trio(seconds + 30), [minute], { warnings: senseless }],
  ["a duration where a moment is declared", declared("unix-seconds"), trio(30), [minute], { warnings: senseless }],
  ["milliseconds where seconds are declared", declared("unix-seconds"), trio(sent + 30_000), [minute], { warnings: senseless }],
  ["a number where a date is declared", declared("http-date"), trio(120), [minute], { warnings: senseless }],
  ["a date of another form", declared("http-date"), trio("2026-11-20T12:00:30Z"), [minute], { warnings: senseless }],
  ["a year away", declared("unix-seconds"), trio(seconds + 367 * 86_400), [minute], { warnings: senseless }],
  [
    "a negative remainder",
    declared("delta-seconds"),
    trio(9, "60", "-1"),
    [{ limit: 60, resetIn: 10_000 }],
    { warnings: ["X-RateLimit-Remaining makes no sense"] },
  ],
  [
    "a limit in words",
    declared("delta-seconds"),
    trio(9, "none"),
    [{ remaining: 12, resetIn: 10_000 }],
    { warnings: ["X-RateLimit-Limit makes no sense"] },
  ],
  [
    "a limit of too many digits",
    declared("delta-seconds"),
    trio(9, "9".repeat(16)),
    [{ remaining: 12, resetIn: 10_000 }],
    { warnings: ["X-RateLimit-Limit makes no sense"] },
  ],

  // Retry-After.
  ["Retry-After in seconds", declared("unix-seconds"), { "retry-after": "120" }, [], { retryIn: 120_000 }],
  ["Retry-After in fractions of them", declared("unix-seconds"), { "retry-after": "1.234" }, [], { retryIn: 1234 }],
  ["Retry-After of nothing", declared("unix-seconds"), { "retry-after": "0" }, [], { retryIn: 0 }],
  ["Retry-After as a date, to the end of its second", declared("unix-seconds"), { "retry-after": utc(sent + 5000) }, [], { retryIn: 6000 }],
  ["Retry-After as a date of RFC 850", "any", { "retry-after": "Friday, 20-Nov-26 12:00:05 GMT" }, [], { retryIn: 6000 }],
  ["Retry-After as a date of asctime", "any", { "retry-after": "Fri Nov 20 12:00:05 2026" }, [], { retryIn: 6000 }],
  ["Retry-After twice: the longer", "any", { "retry-after": `60, ${utc(sent + 5000)}` }, [], { retryIn: 60_000 }],
  ["Retry-After of a day", "any", { "retry-after": "86400" }, [], { retryIn: 86_400_000 }],
  ["Retry-After of a month, for a day", "any", { "retry-after": "2592000" }, [], { retryIn: 86_460_000 }],
  ["Retry-After as a moment", "any", { "retry-after": String(seconds + 30) }, [], { warnings: noRetry }],
  ["a negative Retry-After", "any", { "retry-after": "-5" }, [], { warnings: noRetry }],
  ["a Retry-After with a sign", "any", { "retry-after": "+5" }, [], { warnings: noRetry }],
  ["a Retry-After of the past", "any", { "retry-after": utc(sent - 60_000) }, [], { warnings: noRetry }],
  ["a Retry-After in words", "any", { "retry-after": "soon" }, [], { warnings: noRetry }],
  ["a Retry-After with a unit", "any", { "retry-after": "5s" }, [], { warnings: noRetry }],
  ["a Retry-After on the wrong weekday", "any", { "retry-after": "Mon, 20 Nov 2026 12:00:05 GMT" }, [], { warnings: noRetry }],
  ["Retry-After in milliseconds, by its name", "any", { "retry-after-ms": "1500", "retry-after": "2" }, [], { retryIn: 1500 }],
  ["a wait under another name", retry("delta-seconds"), { "x-retry-after": "7", "retry-after": "9" }, [], { retryIn: 7000 }],
  ["Retry-After where the declared name is absent", retry("delta-seconds"), { "retry-after": "9" }, [], { retryIn: 9000 }],
  ["a wait as a declared moment", retry("unix-seconds"), { "x-retry-after": String(seconds + 7) }, [], { retryIn: 8000 }],
  ["a wait in declared milliseconds", retry("delta-millis"), { "x-retry-after": "1500" }, [], { retryIn: 1500 }],
  [
    "a wait in either of two forms",
    retry("delta-seconds", "unix-seconds"),
    { "x-retry-after": String(seconds + 7) },
    [],
    { retryIn: 8000 },
  ],

  // Without a declaration.
  ["GitHub, DigitalOcean: Unix seconds", "any", trio(seconds + 30), [{ ...minute, resetIn: 31_000 }], { warnings: guessed }],
  ["Zalando, Fastify: seconds from now", "any", trio(30), [{ ...minute, resetIn: 31_000 }], { warnings: guessed }],
  ["Unix milliseconds by their size", "any", trio(sent + 30_000), [{ ...minute, resetIn: 30_001 }], { warnings: guessed }],
  ["a date by its form", "any", trio(utc(sent + 30_000)), [{ ...minute, resetIn: 31_000 }], { warnings: guessed }],
  ["nothing that fits", "any", trio("tomorrow"), [minute], { warnings: senseless }],
  [
    "Discord: Reset-After, without a guess",
    "any",
    { ...trio(seconds + 30), "x-ratelimit-reset-after": "1.470" },
    [{ ...minute, resetIn: 1471 }],
  ],
  [
    "X: X-Rate-Limit-*",
    "any",
    { "x-rate-limit-limit": "60", "x-rate-limit-remaining": "12", "x-rate-limit-reset": String(seconds + 30) },
    [{ ...minute, resetIn: 31_000 }],
    { warnings: ["The format of x-rate-limit-reset is a guess: `limits` of the configuration can say it"] },
  ],
  [
    "drafts 3 to 6: RateLimit-*",
    "any",
    { "ratelimit-limit": "60", "ratelimit-remaining": "12", "ratelimit-reset": "30", ...trio(seconds + 99, "1", "1") },
    [{ ...minute, resetIn: 31_000 }],
    { warnings: ["The format of ratelimit-reset is a guess: `limits` of the configuration can say it"] },
  ],
  [
    "drafts 3 and 4: policies beside the limit",
    "any",
    { "ratelimit-limit": "60, 60;w=60, 900;w=3600", "ratelimit-remaining": "12", "ratelimit-reset": "60" },
    [
      { ...minute, window: 60_000, resetIn: 61_000 },
      { limit: 900, window: 3_600_000 },
    ],
    { warnings: ["The format of ratelimit-reset is a guess: `limits` of the configuration can say it"] },
  ],
  [
    "drafts 5 and 6: policies of their own",
    "any",
    { "ratelimit-limit": "60", "ratelimit-remaining": "12", "ratelimit-policy": '60;w=60;comment="fixed window", 900;w=3600' },
    [
      { ...minute, window: 60_000 },
      { limit: 900, window: 3_600_000 },
    ],
  ],
  [
    "draft 7: one field",
    "any",
    { ratelimit: "limit=60, remaining=12, reset=30", "ratelimit-policy": "60;w=60" },
    [{ ...minute, window: 60_000, resetIn: 31_000 }],
  ],
  ["draft 7 without all of it", "any", { ratelimit: "remaining=12, reset=30" }, [{ remaining: 12, resetIn: 31_000 }]],

  // Structured fields.
  ...(["any", "ietf"] as const).flatMap((limits): Case[] => [
    [
      `drafts 8 to 11, ${limits}: policies and what is left of them`,
      limits,
      { "ratelimit-policy": '"min";q=60;w=60, "day";q=1000;w=86400', ratelimit: '"min";r=12;t=31', ...trio(seconds + 9) },
      [
        { name: "min", limit: 60, window: 60_000, remaining: 12, resetIn: 32_000 },
        { name: "day", limit: 1000, window: 86_400_000 },
      ],
    ],
    [
      `several limits at once, ${limits}`,
      limits,
      { ratelimit: '"min";r=12;t=60, "day"; r=900' },
      [
        { name: "min", remaining: 12, resetIn: 61_000 },
        { name: "day", remaining: 900 },
      ],
    ],
    [
      `other units than requests, ${limits}`,
      limits,
      { "ratelimit-policy": '"a";q=5;qu="content-bytes";w=1, "b";q=60;qu="requests"', ratelimit: '"a";r=0;t=9, "b";r=12' },
      [
        { name: "a", limit: 5, remaining: 0, resetIn: 10_000, window: 1000, unit: "content-bytes" },
        { name: "b", limit: 60, remaining: 12 },
      ],
    ],
    [
      `partitions, vendor parameters, escapes, ${limits}`,
      limits,
      { ratelimit: '"a \\"b\\" \\\\";r=12;pk=:cHsdsRa894==:;acme-x=?1;acme-y' },
      [{ name: 'a "b" \\', remaining: 12, bucket: ":cHsdsRa894==:" }],
    ],
    [
      `a moment for a duration, ${limits}`,
      limits,
      { ratelimit: `"min";r=12;t=${seconds}` },
      [],
      { warnings: ["RateLimit makes no sense"] },
    ],
    ...[
      '"min";r=12, "day',
      '"min"',
      '"min";r=-1',
      '"min";r=1.5',
      '"min";r=12;t=soon',
      '"min";r=12,',
      "min r=12",
      "12;r=1",
      '("min");r=12',
      '"mín";r=1',
    ].map((field): Case => [
      `the malformed ${field}, ${limits}`,
      limits,
      { ratelimit: field },
      [],
      { warnings: ["RateLimit makes no sense"] },
    ]),
    [
      `malformed policies, ${limits}`,
      limits,
      { "ratelimit-policy": '"min";w=60', ratelimit: '"min";r=12' },
      [{ name: "min", remaining: 12 }],
      { warnings: ["RateLimit-Policy makes no sense"] },
    ],
  ]),
];

describe("a reading of limits", () => {
  for (const [behaviour, limits, fields, policies, more = {}] of cases) {
    it(`takes ${behaviour}`, () => {
      const { warnings = [], ...reading } = read(limits, fields);
      expect(reading).toEqual({ policies, retryIn: more.retryIn });
      expect(warnings.join().toLowerCase()).toBe((more.warnings ?? []).join().toLowerCase());
    });
  }

  it("covers every shape", () => {
    expect(cases.length).toBeGreaterThan(90);
  });

  it.each([-3_600_000, 3_600_000, -20 * 31_622_400_000, 20 * 31_622_400_000])(
    "takes moments by the service's clock, %d ms ahead",
    (skew) => {
      const reset = Math.floor((sent + skew) / 1000) + 30;
      expect(read(declared("unix-seconds"), trio(reset), { skew }).policies).toEqual([{ ...minute, resetIn: 31_000 }]);
      expect(read("any", trio(reset), { skew }).policies).toEqual([{ ...minute, resetIn: 31_000 }]);
      expect(read("any", { "retry-after": utc(reset * 1000) }, { skew }).retryIn).toBe(31_000);
    },
  );

  it.each([
    ["2026-11-20T12:00:30Z", 31_000],
    ["2026-11-20T12:00:30.5+00:00", 30_600],
    ["2026-11-20T13:00:30+0100", 31_000],
    ["2026-11-20 12:00:30z", 31_000],
    ["2026-11-20T12:03Z", 240_000],
    ["2026-11-20T17:33+0530", 240_000],
    ["2026-11-20T12:03:Z", undefined],
    ["2026-11-20T12:03.5Z", undefined],
    ["2026-11-20T12Z", undefined],
    ["2026-11-20T12:00:30+1:00", undefined],
    ["2026-11-20T12:00:30", undefined],
  ])("takes %s as a date and time, as RFC 3339 has it or without seconds", (text, resetIn) => {
    const reader = declaredLimitHeaders(declared("date-time"), undefined, formatWait({ "date-time": dateTimeSeconds }));
    const headers = new Headers({ date: utc(sent), ...trio(text) });
    expect(reader({ status: 200, headers }, exchange, serviceClock()).policies[0]?.resetIn).toBe(resetIn);
    if (resetIn !== undefined) expect(read("any", trio(text)).policies[0]?.resetIn).toBe(resetIn);
  });

  it("takes 0 of 0 until now for no limit, and no other 0", () => {
    const policiesOf = (reset: string, limit?: string, remaining?: string): readonly unknown[] =>
      [declared("delta-seconds"), "any" as const].flatMap((limits) => read(limits, trio(reset, limit, remaining)).policies);
    for (const reset of ["0", "1e9", ""]) expect(policiesOf(reset, "0", "0")).toEqual([]);
    expect(policiesOf("0", "60", "0")).toHaveLength(2);
    expect(policiesOf("30", "0", "0")).toHaveLength(2);
    expect(read(declared("unix-seconds"), trio("0", "0", "0")).policies).toEqual([]);
    expect(read("any", { "x-ratelimit-remaining": "0" }).policies).toHaveLength(1);
  });

  it("takes our clock for the service's where there is no Date", () => {
    const reading = declaredLimitHeaders(declared("unix-seconds"))(
      { status: 200, headers: new Headers(trio(seconds + 30)) },
      exchange,
      serviceClock(),
    );
    expect(reading.policies).toEqual([{ ...minute, resetIn: 30_900 }]);
  });

  it("ignores what comes out of a cache, unless it is a rejection", () => {
    expect(read("any", { ...trio(30), age: "1" })).toEqual({ policies: [], cached: true });
    expect(read("any", { ...trio(30), age: "0" }).policies).toHaveLength(1);
    expect(read("any", { ...trio(30), age: "young" }).policies).toHaveLength(1);
    expect(read("any", { "retry-after": "60", age: "30" }, { status: 429 }).retryIn).toBe(60_000);
    // A 403 may be a limit as well, and no cache keeps it.
    expect(read("any", { ...trio(30, "60", "0"), age: "30" }, { status: 403 })).toMatchObject({ isRejection: true });
  });

  it("ignores what was made before its request was sent, unless it is a rejection", () => {
    const service = serviceClock();
    const at = (date: number, status: number): LimitReading =>
      detectLimitHeaders({ status, headers: new Headers({ date: utc(date), "x-ratelimit-remaining": "3" }) }, exchange, service);
    expect(at(sent, 200).policies).toHaveLength(1);
    expect(at(sent - 20_000, 200)).toEqual({ policies: [], cached: true });
    expect(at(sent - 20_000, 429).policies).toHaveLength(1);
    expect(at(sent, 200).policies).toHaveLength(1);
  });

  it("takes a 304 for what it is: an answer of the service", () => {
    expect(read(declared("delta-seconds"), trio(30), { status: 304 }).policies).toEqual([{ ...minute, resetIn: 31_000 }]);
  });

  it("says the same of the same mistake, and nothing of values", () => {
    const one = read("any", { "retry-after": "secret one" }).warnings;
    expect(read("any", { "retry-after": "secret two" }).warnings).toEqual(one);
    expect(one?.join()).not.toContain("secret");
  });
});
