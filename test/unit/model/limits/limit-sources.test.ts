import { describe, expect, it } from "vitest";
import { judged } from "../../../../src/diagnostic/strictness.js";
import type { Written } from "../../../../src/model/limits/limit-values.js";
import { outcomeOf } from "../../../support/api.js";

interface Described {
  readonly info?: object;
  readonly document?: object;
  readonly get?: object;
  readonly post?: object;
  readonly configured?: Written["value"];
  readonly files?: Readonly<Record<string, string>>;
}

/** The limits of an API of `GET /things/{id}` and `POST /things`, which both tell of a 429. */
async function limitsOf({ info, document, get, post, configured, files }: Described) {
  const responses = { "200": { description: "ok" }, "429": { description: "slow down" } };
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const text = JSON.stringify(
    {
      openapi: "3.1.0",
      info: { title: "T", version: "1", ...info },
      ...document,
      paths: {
        "/things/{id}": { get: { operationId: "get", parameters, responses, ...get } },
        "/things": { post: { operationId: "post", responses, ...post } },
      },
      components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
    },
    undefined,
    1,
  );
  const limits = configured && { value: configured, name: "limits", at: { file: "file:///project/sundial.config.ts", pointer: "/limits" } };
  const { value, diagnostics } = await outcomeOf(text, { name: "shop", ...(limits ? { limits } : {}), ...(files ? { files } : {}) });
  const [first, second] = value?.operations ?? [];
  return {
    limits: value?.rateLimits,
    plans: Object.fromEntries(
      (value?.rateLimits?.plans ?? []).map(({ name, policies, custom }) => [
        name,
        custom ? "custom" : policies.map((each) => `${each.name}: ${each.kind === "window" ? `${each.quota}/${each.window}` : each.kind}`),
      ]),
    ),
    get: first,
    post: second,
    found: judged(diagnostics, { strict: false }).map(({ code, severity }) => `${severity} ${code}`),
    diagnostics,
  };
}

const free = (q: number, w = 60) => ({ plans: { free: { policies: { minute: { q, w } } } } });
const sla = (plans: object) => ({ "x-sla": { sla: "1.0.0", plans } });
const everywhere = (max: number) => ({ "/*": { all: { requests: [{ max, period: "minute" }] } } });

describe("an agreement of SLA4OAI", () => {
  it("may stand in the description, and its limit on everything is a policy of every operation", async () => {
    const { plans, get, found, limits } = await limitsOf({
      info: sla({ free: { rates: everywhere(60) }, pro: { quotas: everywhere(600) } }),
    });
    expect(found).toEqual([]);
    expect(plans).toEqual({ free: ["minute: 60/60"], pro: ["minute: 600/60"] });
    expect(limits?.key).toEqual({ kind: "securityScheme", scheme: "key" });
    expect(get?.rateLimit).toBeUndefined();
  });

  it("goes by paths whatever their parameters are called, and leaves the rest to what is said of all others", async () => {
    const rates = {
      "/things/{thingId}": { get: { requests: { max: 5, period: "second" } } },
      default: { all: { requests: [{ max: 60, period: "minute" }] } },
    };
    const { plans, get, post, found } = await limitsOf({ info: sla({ free: { rates } }) });
    expect(found).toEqual([]);
    expect(plans).toEqual({ free: ["GET /things/{thingId} second: 5/1", "minute: 60/60"] });
    expect(get?.rateLimit?.policies).toEqual(["GET /things/{thingId} second"]);
    expect(post?.rateLimit?.policies).toEqual(["minute"]);
  });

  it("gives every plan what the base has, unless the plan says otherwise", async () => {
    const base = { quotas: everywhere(10), rates: everywhere(5) };
    expect((await limitsOf({ info: sla({ base, free: {}, pro: { quotas: everywhere(100), rates: everywhere(50) } }) })).plans).toEqual({
      free: ["minute: 5/60"],
      pro: ["minute: 50/60"],
    });
    expect((await limitsOf({ info: sla({ base }) })).plans).toEqual({ base: ["minute: 5/60"] });
  });

  const on = (metric: string, limit: object) => ({ "/things": { post: { [metric]: limit } } });

  it.each<[string, object, string, string]>([
    ["the whole", { rates: everywhere(5), quotas: everywhere(9) }, "default", "/info/x-sla"],
    ["`base`", { plans: { base: { rates: everywhere(5) } } }, "base", "/info/x-sla/plans/base"],
    ["an agreement with one customer", { plan: { rates: everywhere(5) } }, "default", "/info/x-sla/plan"],
  ])("without plans has one, which is everybody's: what stands in %s", async (_, said, name) => {
    const { plans, limits, found } = await limitsOf({ info: { "x-sla": { sla4oas: "1.0.1", ...said } } });
    expect(found).toEqual([]);
    expect([plans, limits?.defaultPlan]).toEqual([{ [name]: ["minute: 5/60"] }, name]);
  });

  it("gives each plan what stands in the whole, unless the plan says otherwise", async () => {
    const { plans, limits } = await limitsOf({
      info: { "x-sla": { rates: everywhere(5), plans: { free: {}, pro: { rates: everywhere(50) } } } },
    });
    expect([plans, limits?.defaultPlan]).toEqual([{ free: ["minute: 5/60"], pro: ["minute: 50/60"] }, undefined]);
  });

  it("has rates in windows that slide, and quotas in windows that do not; of both, the stricter of each", async () => {
    const slides = async (plan: object) =>
      (await limitsOf({ info: sla({ free: plan }) })).limits?.plans[0]?.policies.map(
        (policy) => policy.kind === "window" && [policy.quota, policy.sliding],
      );
    expect(await slides({ rates: everywhere(5) })).toEqual([[5, true]]);
    expect(await slides({ quotas: everywhere(5) })).toEqual([[5, false]]);
    expect(await slides({ rates: everywhere(9), quotas: everywhere(5) })).toEqual([[5, true]]);
    expect(await slides({ rates: everywhere(5), quotas: everywhere(9) })).toEqual([[5, true]]);
  });

  it.each<[object, string, string]>([
    [{ rates: on("animals", { max: 5, period: "day" }) }, "limit-unsupported", "/rates/~1things/post/animals"],
    [{ quotas: on("requests", { max: 5 }) }, "limit-unsupported", "/quotas/~1things/post/requests"],
    [{ rates: on("requests", { max: 0, period: "day" }) }, "rate-limit-invalid", "/rates/~1things/post/requests"],
    [{ rates: [] }, "rate-limit-invalid", "/rates"],
    [{ rates: { "/things": 5 } }, "rate-limit-invalid", "/rates/~1things"],
    [{ rates: { "/things": { post: "many" } } }, "rate-limit-invalid", "/rates/~1things/post"],
    [{ rate: everywhere(5) }, "rate-limit-key-unknown", "/rate"],
  ])("says once, and where, what of it is not read: %j", async (said, code, place) => {
    for (const [info, prefix] of [
      [{ plans: { a: {}, b: {}, c: {} }, ...said }, ""],
      [{ plans: { base: said, a: {}, b: {} } }, "/plans/base"],
      [{ plans: { a: said } }, "/plans/a"],
      [said, ""],
    ] as const) {
      const { diagnostics } = await limitsOf({ info: { "x-sla": info } });
      expect(diagnostics.map(({ code: each, at }) => [each, (at as { pointer: string }).pointer])).toEqual([
        [code, `/info/x-sla${prefix}${place}`],
      ]);
    }
  });

  it("is not looked for on the document, and that is told", async () => {
    const { diagnostics, limits } = await limitsOf({ document: sla({ free: { rates: everywhere(5) } }) });
    expect(limits).toBeUndefined();
    expect(diagnostics.map(({ code, hint }) => [code, hint])).toEqual([
      ["rate-limit-key-unknown", "An agreement of SLA4OAI is `x-sla` in `info`."],
    ]);
  });

  it("may be a file of its own, and one that is not there stops nobody", async () => {
    const info = { "x-sla": { $ref: "./sla.yaml" } };
    const file = "sla4oas: 1.0.0\nplans: { free: { rates: { default: { all: { requests: [{ max: 60, period: minute }] } } } } }\n";
    expect((await limitsOf({ info, files: { "/project/sla.yaml": file } })).plans).toEqual({ free: ["minute: 60/60"] });
    const { limits, found } = await limitsOf({ info });
    expect(limits).toBeUndefined();
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^warning /);
    expect((await limitsOf({ info: { "x-sla": "later" } })).found).toEqual(["warning rate-limit-invalid"]);
  });
});

describe("two vocabularies", () => {
  it("may say the same, whatever they call it", async () => {
    const { plans, found } = await limitsOf({ info: sla({ free: { rates: everywhere(60) } }), document: { "x-rate-limits": free(60) } });
    expect(found).toEqual([]);
    expect(plans).toEqual({ free: ["minute: 60/60"] });
  });

  it("that say different things are an error with both places", async () => {
    const { diagnostics } = await limitsOf({ info: sla({ free: { rates: everywhere(50) } }), document: { "x-rate-limits": free(60) } });
    expect(diagnostics).toMatchObject([
      {
        code: "limits-disagree",
        severity: "error",
        at: { pointer: "/info/x-sla/plans/free" },
        related: [{ at: { pointer: "/x-rate-limits/plans/free" } }],
      },
    ]);
  });

  it("that disagree about the cost of an operation are an error too", async () => {
    const limits = [{ name: "reads", metric: "reads", unit: "1/min/{project}", values: { STANDARD: 100 } }];
    const document = { "x-google-management": { quota: { limits } } };
    const google = { "x-google-quota": { metricCosts: { reads: 2 } } };
    const { get, post, found, plans } = await limitsOf({ document, get: google });
    expect([found, plans]).toEqual([[], { STANDARD: ["reads: 100/60"] }]);
    expect([get?.rateLimit?.cost, get?.rateLimit?.policies, post?.rateLimit?.policies]).toEqual([2, undefined, []]);
    expect((await limitsOf({ document, get: { ...google, "x-rate-limit": { cost: 3 } } })).found).toEqual(["error limits-disagree"]);
  });
});

describe("a limit in a shape of its own", () => {
  it.each<[object, string]>([
    [{ "x-rate-limit": "120/min" }, "minute: 120/60"],
    [{ "x-rate-limit": "100 requests per 5 minutes" }, "5 minutes: 100/300"],
    [{ "x-rate-limit": { max: 10, window: "60s" } }, "minute: 10/60"],
    [{ "x-rate-limit": { requests: 10, window: "1h" } }, "hour: 10/3600"],
    [{ "x-rate-limit": { enabled: true, events: 10, window: "1m" } }, "minute: 10/60"],
    [{ "x-rateLimit": { limit: 10, window: "60s" } }, "minute: 10/60"],
    [{ "x-ratelimit": { requests: 10, period: "day", key: "ip" } }, "day: 10/86400"],
  ])("is read where all of it is understood: %j", async (get, policy) => {
    const { plans, found, limits } = await limitsOf({ get });
    expect(found).toEqual([]);
    expect(plans).toEqual({ default: [`GET /things/{id} ${policy}`] });
    expect(limits?.defaultPlan).toBe("default");
  });

  it.each<object>([
    { "x-rate-limit": "120" },
    { "x-rate-limit": "a few per minute" },
    { "x-rate-limit": { max: 10, window: 60 } },
    { "x-rate-limit": { max: 10, window: "60s", burst: 5 } },
    { "x-rate-limit": { max: 10, requests: 10, window: "60s" } },
    { "x-rateLimit": { limit: 0, window: "60s" } },
    { "x-ratelimit": { requests: 10, period: "day", key: "user" } },
    { "x-rate-limited": true },
  ])("is warned of where it is not: %j", async (get) => {
    const { limits, found } = await limitsOf({ get });
    expect(limits).toBeUndefined();
    expect(found).toEqual(["warning rate-limit-key-unknown"]);
  });
});

describe("retries", () => {
  it.each<[object, object | undefined]>([
    [{ "x-retry": { idempotent: true } }, { idempotent: true, never: false }],
    [{ "x-retry": { idempotencyKeyHeader: "X-Once" } }, { idempotencyKeyHeader: "X-Once" }],
    [{ parameters: [{ name: "idempotency-key", in: "header", schema: {} }] }, { idempotencyKeyHeader: "idempotency-key" }],
    [{ "x-speakeasy-retries": { strategy: "none" } }, { never: true }],
    [{ "x-speakeasy-retries": { strategy: "backoff", statusCodes: ["5XX"] } }, undefined],
    [{ "x-fern-retries": { disabled: true } }, { never: true }],
    [{ "x-fern-retries": { disabled: false } }, undefined],
  ])("are read from %j", async (post, retry) => {
    const found = await limitsOf({ post });
    expect(found.found).toEqual([]);
    if (retry === undefined) expect(found.post?.retry).toBeUndefined();
    else expect(found.post?.retry).toMatchObject(retry);
  });

  it("of the whole document hold for an operation that says nothing of its own", async () => {
    const document = { "x-fern-retries": { disabled: true } };
    const { get, post } = await limitsOf({ document, post: { "x-fern-retries": { disabled: false } } });
    expect([get?.retry?.never, post?.retry]).toEqual([true, undefined]);
  });
});

describe("a configuration", () => {
  it("says what a description does not, without a word", async () => {
    const { limits, post, found } = await limitsOf({
      configured: {
        ...free(60),
        defaultPlan: "free",
        headers: { limit: "X-L", remaining: "X-R", reset: { name: "X-T", format: "unix-seconds" } },
        retryAfter: "X-Wait",
        banRisk: true,
        operations: { post: { cost: 5, policies: ["minute"], retry: { idempotencyKeyHeader: "X-Once" } } },
      },
    });
    expect(found).toEqual([]);
    expect(limits).toMatchObject({
      defaultPlan: "free",
      banRisk: true,
      retryAfter: { name: "X-Wait", formats: ["delta-seconds", "http-date"] },
    });
    expect(post).toMatchObject({ rateLimit: { cost: 5, policies: ["minute"] }, retry: { idempotencyKeyHeader: "X-Once" } });
  });

  it("asks nothing of a description that is somebody else's", async () => {
    const quiet = { responses: { "200": { description: "ok" } } };
    expect((await limitsOf({ configured: free(60), get: quiet, post: quiet })).found).toEqual([]);
    const document = { "x-rate-limits": free(60) };
    expect((await limitsOf({ document, get: quiet, post: quiet })).found).toEqual(["info limits-without-429"]);
  });

  it("wins over the description, which is remarked on where they differ", async () => {
    const document = { "x-rate-limits": { ...free(60), banRisk: true } };
    const { plans, limits, diagnostics } = await limitsOf({ document, configured: { ...free(30), banRisk: true } });
    expect(plans).toEqual({ free: ["minute: 30/60"] });
    expect(limits?.banRisk).toBe(true);
    expect(diagnostics).toMatchObject([
      {
        code: "limits-overridden",
        severity: "info",
        at: { file: "file:///project/sundial.config.ts", pointer: "/limits/plans/free" },
        related: [{ at: { pointer: "/x-rate-limits/plans/free" } }],
      },
    ]);
  });

  it.each([
    // A single object is put together with another, member by member; a list is taken as it is, and so is an object instead of a list.
    [{ remaining: "X-A" }, { limit: "X-L" }, [{ limit: "X-L", remaining: "X-A" }], []],
    [[{ remaining: "X-A" }], { limit: "X-L" }, [{ remaining: "X-A" }], ["info limits-overridden"]],
    [{ remaining: "X-A" }, [{ limit: "X-L" }], [{ remaining: "X-A" }], ["info limits-overridden"]],
    [[{ remaining: "X-A" }], [{ limit: "X-L" }], [{ remaining: "X-A" }], ["info limits-overridden"]],
    [[{ limit: "X-L" }], [{ limit: "X-L" }], [{ limit: "X-L" }], []],
    [undefined, [{ limit: "X-L" }, { bucket: "X-B" }], [{ limit: "X-L" }, { bucket: "X-B" }], []],
  ])("has the headers %j over %j", async (own, described, headers, remarks) => {
    const { limits, found } = await limitsOf({
      document: { "x-rate-limits": { headers: described } },
      configured: own === undefined ? {} : { headers: own },
    });
    expect(limits?.headers).toEqual(headers);
    expect(found).toEqual(remarks);
  });

  it("is checked as a description is, at its own places", async () => {
    const { diagnostics } = await limitsOf({
      configured: { plans: { free: { policies: { minute: { q: 0, w: 60 } } } }, operations: { pots: {} } },
    });
    expect(diagnostics.map(({ code, at, hint }) => [code, at, hint])).toMatchObject([
      [
        "rate-limit-invalid",
        { pointer: "/limits/plans/free/policies/minute" },
        'Here "q" is 0. Write { q: 60, w: 3600 }, which is 60 requests an hour.',
      ],
      ["limit-operation-unknown", { pointer: "/limits/operations/pots" }, 'Did you mean "post"?'],
    ]);
  });
});

it("headers that responses describe are the declared ones, and need no plans", async () => {
  const headers = { "ratelimit-limit": { schema: {} }, "ratelimit-remaining": { schema: {} }, "ratelimit-reset": { schema: {} } };
  const described = { responses: { "200": { description: "ok", headers } } };
  const { limits, found } = await limitsOf({ get: described });
  expect(limits).toMatchObject({
    plans: [],
    headers: [{ limit: "ratelimit-limit", remaining: "ratelimit-remaining", reset: { name: "ratelimit-reset" } }],
  });
  expect(found).toEqual(["info reset-format-missing"]);
  const other = { responses: { "200": { description: "ok", headers: { "X-Rate-Limit-Remaining": { schema: {} } } } } };
  // Of several names none is declared: a client finds each by its words.
  expect((await limitsOf({ get: described, post: other })).limits).toMatchObject({ plans: [], headers: [], ietf: false });
});

it.each([
  ["RateLimit", "RateLimit-Policy"],
  ["X-RateLimit-Limit-Minute", "X-RateLimit-Remaining-Minute"],
  ["x-ratelimit-limit-requests", "x-ratelimit-remaining-requests"],
  ["anthropic-ratelimit-tokens-limit", "anthropic-ratelimit-tokens-remaining"],
  ["X-Shopify-Shop-Api-Call-Limit"],
])("headers of limits that have other names, as %s, are found by a client's words", async (...names) => {
  const headers = Object.fromEntries(names.map((name) => [name, { schema: {} }]));
  const { limits, found } = await limitsOf({ get: { responses: { "200": { description: "ok", headers } } } });
  expect(limits).toMatchObject({ plans: [], headers: [], ietf: false });
  expect(found).toEqual([]);
});

it.each(["X-Limit", "RateLimit-Policy", "Link", "X-Remaining-Budget"])("%s tells no client what is left of a limit", async (name) => {
  const described = { responses: { "200": { description: "ok", headers: { [name]: { schema: {} } } } } };
  expect((await limitsOf({ get: described })).limits).toBeUndefined();
});
