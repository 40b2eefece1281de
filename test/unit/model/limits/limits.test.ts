import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixedWindow } from "../../../../src/model/ir/limits.js";
import { outcomeOf } from "../../../support/api.js";

async function limitsOf(limits: string, operation = "") {
  const text = `openapi: 3.1.0
info: {title: T, version: '1'}
x-rate-limits: ${limits}
paths: {/a: {get: {operationId: a, ${operation}${operation === "" ? "" : ", "}responses: {429: {description: slow down}}}}}
components: {securitySchemes: {key: {type: http, scheme: bearer}}}
`;
  const { value, diagnostics } = await outcomeOf(text);
  return { limits: value?.rateLimits, operation: value?.operations[0]?.rateLimit, found: diagnostics.map(({ code, at }) => [code, at]) };
}

describe("limits of a description", () => {
  it("are read with their plans, policies and headers", async () => {
    const { limits, found } = await limitsOf(
      "{key: {securityScheme: key}, plans: {free: {description: d, policies: {minute: {q: 60, w: 60}}}, big: {custom: true}}, defaultPlan: free, headers: {limit: X-L, remaining: X-R, reset: {name: X-T, format: delta-seconds}}}",
    );
    expect(found).toEqual([]);
    expect(limits).toEqual({
      key: { kind: "securityScheme", scheme: "key" },
      plans: [
        { name: "free", doc: { description: "d" }, policies: [fixedWindow("minute", 60, 60)], custom: false },
        { name: "big", doc: {}, policies: [], custom: true },
      ],
      defaultPlan: "free",
      headers: [{ limit: "X-L", remaining: "X-R", reset: { name: "X-T", format: "delta-seconds" } }],
      retryAfter: undefined,
      rejections: [],
      globalHeader: undefined,
      ietf: false,
      banRisk: false,
      grouped: [],
    });
  });

  it("count by the only scheme there is, or by address when told so", async () => {
    expect((await limitsOf("{banRisk: true}")).limits?.key).toEqual({ kind: "securityScheme", scheme: "key" });
    expect((await limitsOf("{key: {ip: true}}")).limits?.key).toEqual({ kind: "address" });
  });

  it.each(["", "key: {type: http, scheme: bearer}, other: {type: apiKey, in: header, name: X-Key}"])(
    "count by whatever credential a call has, where there is not one scheme but { %s }, and nobody says more",
    async (schemes) => {
      const described = (rest: string, headers = ""): string => `openapi: 3.1.0
info: {title: T, version: '1'}
${rest}
paths: {/a: {get: {operationId: a, responses: {200: {description: fine${headers}}, 429: {description: slow down}}}}}
components: {securitySchemes: {${schemes}}}
`;
      const named = described("", ", headers: {X-RateLimit-Remaining: {schema: {type: integer}}}");
      const configured = described("x-rate-limits: {plans: {free: {policies: {minute: {q: 60, w: 60}}}}}");
      for (const text of [named, configured, described("x-kong-plugin-rate-limiting: {config: {minute: 5}}")])
        expect((await outcomeOf(text)).value?.rateLimits?.key).toEqual({ kind: "credential" });
      const byAddress = described("x-kong-plugin-rate-limiting: {config: {minute: 5, limit_by: ip}}");
      expect((await outcomeOf(byAddress)).value?.rateLimits?.key).toEqual({ kind: "address" });
    },
  );

  it.each([
    ["[1]", "rate-limit-invalid", "/x-rate-limits"],
    ["{plans: {free: {policies: {minute: {q: 0, w: 60}}}}}", "rate-limit-invalid", "/x-rate-limits/plans/free/policies/minute"],
    ["{plans: {free: {policies: {minute: {q: 1.5, w: 60}}}}}", "rate-limit-invalid", "/x-rate-limits/plans/free/policies/minute"],
    ["{plans: {free: 60}}", "rate-limit-invalid", "/x-rate-limits/plans/free"],
    ["{defaultPlan: gold}", "plan-unknown", "/x-rate-limits/defaultPlan"],
    ["{key: {securityScheme: nope}}", "security-scheme-unknown", "/x-rate-limits/key/securityScheme"],
    ["{key: mine}", "rate-limit-invalid", "/x-rate-limits/key"],
    ["{headers: {remaining: X-R, reset: X-Reset}}", "reset-format-missing", "/x-rate-limits/headers/reset"],
    ["{headers: {limit: 'a b'}}", "rate-limit-invalid", "/x-rate-limits/headers/limit"],
    ["{burst: 1}", "rate-limit-key-unknown", "/x-rate-limits/burst"],
  ])("are not guessed: %s is %s", async (limits, code, pointer) => {
    expect((await limitsOf(limits)).found).toMatchObject([[code, { pointer }]]);
  });

  it("have as many sets of headers as they name, each of the policy, the unit and the formats that it says", async () => {
    const { limits, found } = await limitsOf(
      "{headers: [{policy: minute, limit: X-L, remaining: X-M, reset: {name: X-T, format: duration}}, {unit: tokens, fraction: X-F, refill: 20}, {unit: requests, bucket: X-B}, {policy: minute}], plans: {a: {policies: {minute: {q: 1, w: 60}, t: {q: 9, w: 60, qu: tokens}, r: {q: 9, w: 60, qu: requests}}}}}",
    );
    expect(found).toEqual([]);
    // One that names no header says nothing.
    expect(limits?.headers).toEqual([
      { policy: "minute", limit: "X-L", remaining: "X-M", reset: { name: "X-T", format: "duration" } },
      { unit: "tokens", fraction: "X-F", refill: 20 },
      { bucket: "X-B" },
    ]);
    expect(limits?.plans[0]?.policies.map(({ name, unit }) => [name, unit])).toEqual([
      ["minute", undefined],
      ["t", "tokens"],
      ["r", undefined],
    ]);
  });

  it.each([
    ["{unit: tokens, remaining: X-R}", true],
    ["{policy: t, remaining: X-R}", true],
    ["{unit: points, remaining: X-R}", false],
    ["{remaining: X-R}", false],
  ])("count another unit where a header tells it: %s", async (headers, isKept) => {
    const { limits, found } = await limitsOf(`{headers: ${headers}, plans: {a: {policies: {t: {q: 9, w: 60, qu: tokens}}}}}`);
    expect(limits?.plans[0]?.policies).toHaveLength(isKept ? 1 : 0);
    expect(found).toMatchObject(isKept ? [] : [["limit-unsupported", { pointer: "/x-rate-limits/plans/a/policies/t/qu" }]]);
  });

  it("say when an answer is a rejection, and where its wait stands", async () => {
    const { limits, found } = await limitsOf(
      "{retryAfter: {body: /error/wait}, rejections: [{status: 403, header: X-L, body: {pointer: '', contains: Limit}}, {status: 529}], globalHeader: X-G}",
    );
    expect(found).toEqual([]);
    expect(limits).toMatchObject({
      retryAfter: { name: "Retry-After", formats: ["delta-seconds", "http-date"], body: "/error/wait" },
      rejections: [{ status: 403, header: "X-L", body: { pointer: "", contains: "Limit" } }, { status: 529 }],
      globalHeader: "X-G",
    });
  });

  it("say how long to wait after a rejection, and that no wait helps; then the status may be 429", async () => {
    const { limits, found } = await limitsOf(
      "{rejections: [{status: 429, wait: 60}, {status: 429, final: true}, {status: 403, wait: 0}, {status: 429}]}",
    );
    expect(limits?.rejections).toMatchObject([{ status: 429, wait: 60 }, { status: 429, final: true }, { status: 403 }]);
    expect(found.map(([, at]) => at)).toMatchObject([
      { pointer: "/x-rate-limits/rejections/2/wait" },
      { pointer: "/x-rate-limits/rejections/3/status" },
    ]);
  });

  it("read a policy of headers as it is named where figures are agreed, and nowhere else", async () => {
    const headers = "headers: {policy: tokens, remaining: X-R}";
    expect((await limitsOf(`{${headers}}`)).limits?.headers).toHaveLength(1);
    const agreed = await limitsOf(`{plans: {a: {custom: true}}, ${headers}}`, "x-rate-limit: {policies: [tokens]}");
    expect([agreed.limits?.headers.length, agreed.operation?.policies, agreed.found]).toEqual([1, ["tokens"], []]);
    const unknown = await limitsOf(`{plans: {a: {policies: {token: {q: 1, w: 1}}}}, ${headers}}`);
    expect(unknown.limits?.headers).toEqual([]);
    expect(unknown.found).toMatchObject([["plan-unknown", { pointer: "/x-rate-limits/headers/policy" }]]);
  });

  it("hold exactly one way to limit in each policy, whatever figures stand together", { timeout: 60_000 }, async () => {
    const figures = {
      q: fc.constantFrom(1, 60, 0, -1, 1.5, "60"),
      w: fc.constantFrom(1, 3600, 0, 0.5, null),
      sliding: fc.constantFrom(true, false, "yes"),
      rate: fc.constantFrom(1, 0.05, 0, -2, 1e10, "2"),
      burst: fc.constantFrom(1, 40, 0, 0.5, []),
      concurrency: fc.constantFrom(1, 5, 0, 2.5),
      spacing: fc.constantFrom(0.2, 1, 0, -1, 1e9),
    };
    const ways = [["q", "w", "sliding"], ["rate", "burst"], ["concurrency"], ["spacing"]];
    await fc.assert(
      fc.asyncProperty(fc.record(figures, { requiredKeys: [] }), async (policy) => {
        const { limits, found } = await limitsOf(JSON.stringify({ plans: { a: { policies: { one: policy } } } }));
        const [kept] = limits?.plans[0]?.policies ?? [];
        const said = Object.keys(policy);
        const own = ways.filter((keys) => keys.some((key) => said.includes(key)));
        // What is kept is of the one way that is said, with the figures that are written; all else is told, with its place.
        if (own.length !== 1) expect(kept).toBeUndefined();
        if (kept === undefined) expect(found.length).toBeGreaterThan(0);
        else {
          const read: Record<string, unknown> = kept.kind === "window" ? { q: kept.quota, w: kept.window } : { ...kept };
          for (const key of own.flat()) {
            const written = (policy as Record<string, unknown>)[key];
            // A number in quotes is read as that number, and told.
            if (key !== "sliding") expect(read[key]).toBe(typeof written === "string" ? Number(written) : written);
            if (key !== "sliding" && typeof written === "string") expect(found.length).toBeGreaterThan(0);
          }
        }
        expect(
          found.every(
            ([code, at]) =>
              code === "rate-limit-invalid" && (at as { pointer: string }).pointer.startsWith("/x-rate-limits/plans/a/policies/one"),
          ),
        ).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it("of an operation are its cost and policies", async () => {
    const plans = "{plans: {free: {policies: {minute: {q: 60, w: 60}}}}}";
    const usual = { cost: 1, policies: undefined, exempt: false, rejectedBeforeProcessing: true, bucket: undefined };
    expect((await limitsOf(plans, "x-rate-limit: {cost: 5, policies: [minute]}")).operation).toEqual({
      ...usual,
      cost: 5,
      policies: ["minute"],
    });
    expect((await limitsOf(plans, "x-rate-limit: {exempt: true}")).operation).toEqual({ ...usual, exempt: true });
    expect((await limitsOf(plans, "x-rate-limit: {rejectedBeforeProcessing: false}")).operation).toEqual({
      ...usual,
      rejectedBeforeProcessing: false,
    });
    expect((await limitsOf(plans, "x-rate-limit: {policies: [hour]}")).found).toMatchObject([["plan-unknown", {}]]);
    expect((await limitsOf(plans, "x-rate-limit: {cost: -1}")).found).toMatchObject([["rate-limit-invalid", {}]]);
    expect((await limitsOf(plans, "x-throttling: 5")).found).toMatchObject([["rate-limit-key-unknown", {}]]);
  });

  it("of an operation may be a bucket without figures, for people to read", async () => {
    for (const key of ["x-ratelimit-category", "x-ory-ratelimit-bucket"])
      expect(await limitsOf("{}", `${key}: ads_read`)).toMatchObject({ operation: { bucket: "ads_read" }, found: [] });
    expect(await limitsOf("{}", "x-looker-rate-limited: true")).toMatchObject({ operation: { bucket: true }, found: [] });
  });

  it("that no operation tells its callers about are remarked on", async () => {
    const text =
      "openapi: 3.1.0\ninfo: {title: T, version: '1'}\nx-rate-limits: {plans: {a: {custom: true}}}\npaths: {/a: {get: {responses: {200: {description: ok}}}}}\n";
    expect((await outcomeOf(text)).diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["limits-without-429", "info"]]);
  });

  it("are nothing in a description that has none", async () => {
    expect((await outcomeOf("openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\n")).value?.rateLimits).toBeUndefined();
  });
});
