import { describe, expect, it } from "vitest";
import { detectLimitHeaders } from "../../../../../templates/runtime/client/limits/detect-limit-headers.js";
import { serviceClock } from "../../../../../templates/runtime/client/limits/service-clock.js";
import { realHeaders, sent } from "./real-headers.js";

const exchange = { sent, received: sent + 100 };

describe("without a declaration, a client understands", () => {
  for (const { of: service, in: document, status = 200, fields, policies, more = {}, guessed = [], senseless = [] } of realHeaders) {
    it(`${service} (${document})`, () => {
      const headers = new Headers({ date: new Date(sent).toUTCString(), ...fields });
      const { warnings = [], ...reading } = detectLimitHeaders({ status, headers }, exchange, serviceClock());
      expect(reading).toEqual({ retryIn: undefined, ...more, policies });
      expect(warnings.map((warning) => warning.toLowerCase()).sort()).toEqual(
        [
          ...guessed.map((name) => `the format of ${name} is a guess: \`limits\` of the configuration can say it`),
          ...senseless.map((name) => `${name} makes no sense`),
        ].sort(),
      );
    });
  }

  it("more than a hundred answers", () => {
    expect(realHeaders.length).toBeGreaterThanOrEqual(120);
  });

  it.each([-3_600_000, 3_600_000])("moments by the service's clock, %d ms ahead", (skew) => {
    const headers = new Headers({
      date: new Date(sent + skew).toUTCString(),
      "anthropic-ratelimit-requests-remaining": "0",
      "anthropic-ratelimit-requests-reset": new Date(sent + skew + 30_000).toISOString(),
      "retry-after": new Date(sent + skew + 30_000).toUTCString(),
    });
    const { policies, retryIn } = detectLimitHeaders({ status: 429, headers }, exchange, serviceClock());
    expect({ policies, retryIn }).toEqual({ policies: [{ name: "requests", remaining: 0, resetIn: 30_001 }], retryIn: 31_000 });
  });

  it("a dozen limits at most, however many headers there are, and buckets by their first 100 characters", () => {
    const scopes = ["user", "app", "team", "org", "ip", "key"];
    const names = scopes.flatMap((one) => scopes.flatMap((two) => scopes.map((three) => `x-ratelimit-remaining-${one}-${two}-${three}`)));
    const headers = new Headers({ "x-ratelimit-remaining": "7", "x-ratelimit-bucket": "b".repeat(5000) });
    for (const name of names) headers.set(name, "1");
    const { policies } = detectLimitHeaders({ status: 200, headers }, exchange, serviceClock());
    expect(policies).toHaveLength(12);
    expect(policies[0]).toEqual({ remaining: 7, bucket: "b".repeat(100) });
  });
});
