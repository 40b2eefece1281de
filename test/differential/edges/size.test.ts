/** Much of everything: the answer stays small, and comes in time. */
import { expect, test } from "vitest";
import { inEveryMode, verdicts } from "./edge-cases.js";

test("a million wrong items are a hundred issues", async () => {
  const items = Array.from({ length: 1_000_000 }, (_, index) => index);
  await inEveryMode({ type: "array", items: { type: "string" } }, (validator) => {
    const result = validator.safeParse(items);
    expect(result.success ? [] : result.issues.length).toBeLessThanOrEqual(100);
    expect(result.success ? [] : result.issues[0]).toMatchObject({ path: [0], keyword: "type" });
  });
});

test("a million wrong members, and a million that nobody described", async () => {
  const members = Object.fromEntries(Array.from({ length: 1_000_000 }, (_, index) => [`k${String(index)}`, index]));
  for (const schema of [
    { additionalProperties: false },
    { additionalProperties: { type: "string" } },
    { unevaluatedProperties: false },
    { propertyNames: { maxLength: 1 } },
  ]) {
    await inEveryMode({ type: "object", ...schema }, (validator) => {
      const result = validator.safeParse(members);
      expect(result.success ? 0 : result.issues.length, JSON.stringify(schema)).toBeGreaterThan(0);
      expect(result.success ? [] : result.issues.length).toBeLessThanOrEqual(100);
    });
  }
});

test("a name of a million characters makes no sentence of a million", async () => {
  const name = "n".repeat(1_000_000);
  await inEveryMode({ type: "object", additionalProperties: { type: "string" } }, (validator) => {
    const result = validator.safeParse({ [name]: 1 });
    expect(result.success ? "" : result.issues[0]?.message.length).toBeLessThan(500);
    expect(() => validator.parse({ [name]: 1 })).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^.{1,1000}$/s) as unknown }) as Error,
    );
  });
});

test("a text of a million characters is never repeated", async () => {
  const secret = "s3cr3t".repeat(200_000);
  await inEveryMode(
    { type: "string", maxLength: 5, pattern: "^a", format: "date", enum: ["a", "b"], not: { minLength: 3 } },
    (validator) => {
      const result = validator.safeParse(secret);
      expect(JSON.stringify(result)).not.toContain("s3cr3t");
      expect(JSON.stringify(result).length).toBeLessThan(10_000);
    },
  );
});

test("3,000 alternatives and 10,000 values of an enumeration", async () => {
  const alternatives = Array.from({ length: 3000 }, (_, index) => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { const: `k${String(index)}` }, [`p${String(index)}`]: { type: "integer" } },
  }));
  await inEveryMode({ oneOf: alternatives }, (validator) => {
    expect(verdicts(validator, { kind: "k2999", p2999: 1 }).is).toBe(true);
    expect(verdicts(validator, { kind: "k2999", p2999: "x" }).is).toBe(false);
    expect(verdicts(validator, { kind: "other" }).safeParse).toBe(false);
  });
  await inEveryMode({ enum: Array.from({ length: 10_000 }, (_, index) => `v${String(index)}`) }, (validator) => {
    expect(validator.is("v9999")).toBe(true);
    const result = validator.safeParse("v10000");
    expect(result.success ? "" : result.issues[0]?.message.length).toBeLessThan(500);
  });
});
