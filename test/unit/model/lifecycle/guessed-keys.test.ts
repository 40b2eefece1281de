/** Keys that no list has: what is evident is read, and told once; of the rest nothing far is suggested. */
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../../support/api.js";

/** The lives of two operations with the same keys, and what was told. */
async function livesOf(keys: string) {
  const operation = (id: string) => `{operationId: ${id}, ${keys}, responses: {200: {description: ok}}}`;
  const text = `openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a: {get: ${operation("a")}, put: ${operation("b")}}\n`;
  const { value, diagnostics } = await outcomeOf(text, { name: "shop" });
  return {
    lives: value?.operations.map(({ doc: { lifecycle } }) => lifecycle && [lifecycle.deprecated, lifecycle.message]),
    found: diagnostics.map(({ code, severity, message }) => [code, severity, message]),
    hints: diagnostics.map(({ hint }) => hint),
  };
}

const guess = (key: string) => [
  "lifecycle-key-unknown",
  "info",
  `"${key}" is read as what others call it without a name of their own (2 places).`,
];

describe("a key that a vendor made of its name and a common word", () => {
  it.each(["x-Ed-Fi-isDeprecated", "x-acme-is-deprecated", "x-acme-deprecated"])("%s is a flag", async (key) => {
    expect(await livesOf(`${key}: true`)).toMatchObject({
      lives: [
        [true, undefined],
        [true, undefined],
      ],
      found: [guess(key)],
    });
    expect(await livesOf(`${key}: false`)).toMatchObject({ lives: [undefined, undefined], found: [guess(key)] });
  });

  it("has reasons, one or several", async () => {
    const { lives, found } = await livesOf('deprecated: true, x-Ed-Fi-deprecatedReasons: [Use "new"., It is slow.]');
    expect(lives?.[0]).toEqual([true, 'Use "new". It is slow.']);
    expect(found).toEqual([guess("x-Ed-Fi-deprecatedReasons")]);
  });

  it.each([
    ["x-show-deprecated", "true"],
    ["x-acme-not-deprecated", "true"],
    ["x-acme-isDeprecated", "sometimes"],
    ["x-acme-sunset-policy", "true"],
  ])("%s: %s is told once, without a far suggestion", async (key, value) => {
    const { lives, found, hints } = await livesOf(`${key}: ${value}`);
    expect(lives).toEqual([undefined, undefined]);
    expect(found).toEqual([["lifecycle-key-unknown", "warning", `"${key}" looks like a deprecation, and is not known (2 places).`]]);
    expect(hints).toEqual([expect.stringMatching(/^Known keys/)]);
  });
});

describe("a version that ends a thing", () => {
  it.each([
    ["x-version-deprecated: '2.0'", "x-version-deprecated", "Deprecated since version 2.0."],
    ["x-version-deprecated: '2.0', x-deprecation-message: Use it.", "x-version-deprecated", "Deprecated since version 2.0. Use it."],
    ["x-deprecatedInVersion: 49", "x-deprecatedInVersion", "Deprecated since version 49."],
    ["x-version-removed: '3.0'", "x-version-removed", undefined],
  ])("%s needs no flag, which is told once", async (keys, key, message) => {
    const { lives, found } = await livesOf(keys);
    expect(lives).toEqual([
      [true, message],
      [true, message],
    ]);
    expect(found).toEqual([["lifecycle-key-unknown", "info", `"${key}" is read as \`deprecated: true\`, too (2 places).`]]);
  });

  it.each(["deprecated: true", "x-deprecated: true"])("says no more beside %s", async (flag) => {
    expect((await livesOf(`${flag}, x-version-deprecated: '2.0'`)).found).toEqual([]);
  });

  it("says nothing beside a flag that denies it", async () => {
    expect((await livesOf("deprecated: false, x-version-deprecated: '2.0'")).lives).toEqual([undefined, undefined]);
  });
});

it.each([
  ["x-lark-rate-limit: {tier: 2}", "x-lark-rate-limit"],
  ["x-rateLimit: some", "x-rateLimit"],
])("a limit that nobody understands is told once for each key: %s", async (keys, key) => {
  expect((await livesOf(keys)).found).toEqual([
    ["rate-limit-key-unknown", "warning", `"${key}" looks like a rate limit, and is not known (2 places).`],
  ]);
});
