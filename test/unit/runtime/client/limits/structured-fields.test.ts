/** Structured fields, and what the IETF's headers say by them: the boundaries that samples of services do not reach. */
import { describe, expect, it } from "vitest";
import { declaredLimitHeaders, declaredPolicies } from "../../../../../templates/runtime/client/limits/declared-limit-headers.js";
import { detectLimitHeaders } from "../../../../../templates/runtime/client/limits/detect-limit-headers.js";
import { ietfBefore, ietfLimitHeaders } from "../../../../../templates/runtime/client/limits/ietf-limit-headers.js";
import type { LimitReading } from "../../../../../templates/runtime/client/limits/limit-header-types.js";
import { serviceClock } from "../../../../../templates/runtime/client/limits/service-clock.js";
import { parseStructuredList } from "../../../../../templates/runtime/client/limits/structured-fields.js";

const items = (text: string): readonly unknown[] =>
  parseStructuredList(text).map(({ value, parameters }) => (parameters.size === 0 ? value : [value, Object.fromEntries(parameters)]));

const exchange = { sent: 1_900_000_000_000, received: 1_900_000_000_100 };
const fields = { limit: "X-Limit", remaining: "X-Remaining" };
const read = (reader: typeof detectLimitHeaders, headers: Record<string, string>, status = 200): LimitReading =>
  reader({ status, headers: new Headers(headers) }, exchange, serviceClock());
const ietf = declaredLimitHeaders({ headers: fields }, ietfLimitHeaders);

describe("a structured list", () => {
  it.each<[string, readonly unknown[]]>([
    ["", []],
    ["1, -2, 3.5, 123456789012.125", [1, -2, 3.5, 123_456_789_012.125]],
    ["123456789012345", [123_456_789_012_345]],
    ['"a b", "a\\"b\\\\c"', ["a b", 'a"b\\c']],
    ["token, *, a/b:c", ["token", "*", "a/b:c"]],
    [":YQ==:, ?1, ?0, @1659578233, @-62", [":YQ==:", "?1", "?0", "@1659578233", "@-62"]],
    [
      'a;q=1;w="x";t, b; z_.*-9=2',
      [
        ["a", { q: 1, w: "x", t: true }],
        ["b", { "z_.*-9": 2 }],
      ],
    ],
    ["a \t,\t b", ["a", "b"]],
  ])("has the items that are written: %s", (text, expected) => {
    expect(items(text)).toEqual(expected);
  });

  it.each([
    "1.2345",
    "1.2.3",
    "1234567890123.5",
    "1234567890123456",
    ".5",
    "é",
    '"open',
    '"a\\b"',
    "?2",
    ":a",
    "@x",
    "a,",
    ",a",
    "a b",
    "a b, c",
    "a;",
    "a;Q=1",
    "a;=1",
    "a;q=",
    "a;q=é",
    "a;q =1",
    "a, b;q=é",
    "(a b)",
    "a !",
  ])("is none where it is malformed anywhere: %s", (text) => {
    expect(items(text)).toEqual([]);
  });
});

describe("the IETF's fields", () => {
  const policies = (limit: string, policy = ""): LimitReading["policies"] =>
    read(ietf, { ...(limit && { ratelimit: limit }), ...(policy && { "ratelimit-policy": policy }) }).policies;

  it("tell of each partition by itself", () => {
    const [told, listed, ...more] = policies('"p";r=5;t=10;pk=:Yg==:', '"p";q=10;w=60;pk=:YQ==:, "p";q=20;w=60;pk=:Yg==:');
    expect(told).toMatchObject({ name: "p", limit: 20, remaining: 5, resetIn: 11_000, bucket: ":Yg==:" });
    expect([listed?.limit, listed?.bucket, more]).toEqual([10, ":YQ==:", []]);
    expect(policies('"p";r=5;pk=:Yg==:', '"p";q=10;w=60')).toMatchObject([{ limit: 10, remaining: 5, bucket: ":Yg==:" }]);
    expect(policies('"other";r=5', '"p";q=10;w=60')).toMatchObject([
      { name: "other", remaining: 5 },
      { name: "p", limit: 10 },
    ]);
  });

  it.each([
    ["a wait that is negative", '"p";r=5;t=-5'],
    ["a wait of a year and more", '"p";r=5;t=31622400'],
    ["an amount that is negative, or none", '"p";r=-5'],
    ["a fraction", '"p";r=1.5'],
    ["a text for an amount", '"p";r="5"'],
    ["no name", "5;r=5"],
    ["one item of several", '"p";r=5, "q";r=-1'],
    ["one item before others", '"q";r=-1, "p";r=5'],
  ])("are ignored as a whole where they have %s", (_, text) => {
    const { policies: found, warnings } = read(ietf, { ratelimit: text });
    expect([found, warnings]).toEqual([[], ["RateLimit makes no sense"]]);
  });

  it("are of requests unless they name another unit", () => {
    for (const [unit, expected] of [
      ['"request"', undefined],
      ['"requests"', undefined],
      ['"requests-per-user"', "requests-per-user"],
      ['"content-bytes"', "content-bytes"],
      [`"${"u".repeat(150)}"`, "u".repeat(100)],
    ] as const)
      expect(policies("", `"p";q=10;qu=${unit}`)).toMatchObject([{ unit: expected }]);
  });

  it("count once of one policy twice, by the smaller amount, and are nine at most", () => {
    expect(policies('"p";r=5, "p";r=3, "p";r=4').map(({ remaining }) => remaining)).toEqual([3]);
    expect(policies(Array.from({ length: 20 }, (_, index) => `"p${index}";r=5`).join(", "))).toHaveLength(9);
  });

  it("leave room for the headers that are declared one by one, and come before others", () => {
    const own = { "X-Limit": "60", "X-Remaining": "50" };
    expect(read(ietf, own).policies).toMatchObject([{ limit: 60, remaining: 50 }]);
    const before = declaredLimitHeaders({ headers: fields }, ietfBefore(declaredPolicies));
    expect(read(before, own).policies).toMatchObject([{ limit: 60, remaining: 50 }]);
    expect(read(before, { ...own, ratelimit: '"p";r=5' }).policies).toMatchObject([{ name: "p", remaining: 5 }]);
  });
});

describe("what an answer says of itself", () => {
  it.each<[string, number, Record<string, string>, Partial<LimitReading>]>([
    ["a rejection by its name at AWS", 400, { "x-amzn-errortype": "com.amazon#ThrottlingException:http://x" }, { isRejection: true }],
    ["no rejection by such a name where it is a success", 200, { "x-amzn-errortype": "ThrottlingException" }, { isRejection: undefined }],
    ["a limit of all calls", 429, { "x-ratelimit-global": "true" }, { isGlobal: true }],
    ["no limit of all calls", 429, { "x-ratelimit-global": "False" }, { isGlobal: undefined }],
    ["a limit of all calls, by its scope", 429, { "x-ratelimit-scope": "global" }, { isGlobal: true }],
    ["a limit of others, by its scope", 429, { "x-ratelimit-scope": "not-global" }, { isGlobal: undefined }],
    ["that it is final", 409, { "stripe-should-retry": "false" }, { isFinal: true }],
    ["nothing by other words", 409, { "x-should-retry": "falsely", "stripe-should-retry": "not false" }, { isFinal: undefined }],
    ["nothing by a limit alone", 200, { "x-ratelimit-limit": "60" }, { policies: [] }],
  ])("is %s", (_, status, headers, expected) => {
    const { isRejection, isGlobal, isFinal, policies } = read(detectLimitHeaders, headers, status);
    expect({ isRejection, isGlobal, isFinal, policies }).toMatchObject(expected);
  });

  it("is read out of a cache where it is a rejection", () => {
    for (const status of [429, 503, 403, 529])
      expect(read(detectLimitHeaders, { age: "100", "retry-after": "5" }, status)).toMatchObject({ retryIn: 5000 });
    expect(read(detectLimitHeaders, { age: "100", "retry-after": "5" }, 404)).toEqual({ policies: [], cached: true });
  });
});
