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
    ["{headers: {reset: X-Reset}}", "reset-format-missing", "/x-rate-limits/headers/reset"],
    ["{headers: {limit: 'a b'}}", "rate-limit-invalid", "/x-rate-limits/headers/limit"],
    ["{burst: 1}", "rate-limit-key-unknown", "/x-rate-limits/burst"],
  ])("are not guessed: %s is %s", async (limits, code, pointer) => {
    expect((await limitsOf(limits)).found).toMatchObject([[code, { pointer }]]);
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
