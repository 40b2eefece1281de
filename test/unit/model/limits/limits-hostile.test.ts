import fc from "../../../support/property.js";
import { expect, it } from "vitest";
import { generateTexts } from "../../../support/pipeline.js";

const documentKeys = ["x-rate-limits", "x-google-management", "x-kong-plugin-rate-limiting", "x-rate-limit", "x-speakeasy-retries"];
const operationKeys = [
  "x-rate-limit",
  "x-rateLimit",
  "x-retry",
  "x-google-quota",
  "x-kong-plugin-rate-limiting",
  "x-fern-retries",
  "x-ratelimit-category",
  "x-sunset",
  "x-deprecation",
  "x-unstable",
];
const words = [
  ...["plans", "policies", "free", "minute", "q", "w", "qu", "custom", "defaultPlan", "headers", "reset", "name", "format", "key", "ip"],
  ...["securityScheme", "retryAfter", "formats", "quotas", "rates", "requests", "max", "period", "quota", "limits", "metric", "values"],
  ...["metricCosts", "config", "limit_by", "cost", "exempt", "window", "limit", "__proto__", "constructor", "default", "/a", "get", "all"],
  ...["operations", "retry", "never", "idempotencyKeyHeader", "since", "*/", "${x}", "`"],
];
const scalars = [
  "minute",
  "60/min",
  "1m",
  "*/ alert(1) /*",
  "\u2028",
  "Retry-After",
  "unix-seconds",
  "default",
  60,
  0,
  -1,
  1e21,
  1.5,
  true,
  false,
  null,
];
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom<unknown>(...scalars),
    fc.dictionary(fc.constantFrom(...words), tie("value"), { maxKeys: 4 }),
    fc.array(tie("value"), { maxLength: 2 }),
  ),
}));
const keyed = (keys: readonly string[]) => fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 4 });

it("stands any value at any key of limits and lives: it is read or reported, and what comes out is code", async () => {
  await fc.assert(
    fc.asyncProperty(keyed(documentKeys), value, keyed(operationKeys), value, async (document, sla, operation, media) => {
      const responses = { "200": { description: "ok", content: { "application/json": { "x-sunset": media } } } };
      const text = JSON.stringify({
        openapi: "3.1.0",
        info: { title: "T", version: "1", "x-sla": sla },
        ...document,
        paths: {
          "/a": {
            get: { operationId: "a", deprecated: true, ...operation, responses },
            post: { operationId: "b", ...operation, responses },
          },
        },
      });
      const { files, diagnostics } = await generateTexts({ "api.json": text }, ["client"]);
      expect(files.length > 0 || diagnostics.some(({ severity }) => severity === "error")).toBe(true);
      expect(files.map((file) => file.text).join("\n")).not.toMatch(/\u2028|\*\/ alert/);
    }),
    { numRuns: 200, seed: 7 },
  );
});
