/** What overlays make of a description is counted while they make it. */
import { describe, expect, test } from "vitest";
import { countSteps } from "../../../support/count-steps.js";

const { apply, overlayOf } = await import("../../../support/overlays.js");

const repeat = <T>(count: number, ...each: readonly T[]): readonly T[] => Array.from({ length: count }, () => each).flat();
const errors = (found: readonly string[]): readonly string[] => found.filter((each) => each.startsWith("error"));

const schemas = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`S${String(index)}`, { type: "object", properties: {} }]));
const nested = {
  target: "$..*[?@.type]",
  update: { properties: { q: { type: "string", properties: { z: { type: "string" } } } } },
};

describe("a description that overlays multiply", () => {
  test.each<[string, object, object]>([
    ["by what they merge into what they have merged", { components: { schemas } }, nested],
    ["by a list that is appended to itself", { info: { "x-t": [1, 2] } }, { target: "$.info['x-t']", copy: "$.info['x-t']" }],
  ])("is too large: %s", async (_, description, action) => {
    const { found, value, diagnostics } = await apply(description, overlayOf(repeat(30, action)));
    expect(errors(found)).toHaveLength(1);
    expect(diagnostics.find(({ severity }) => severity === "error")?.message).toBe(
      "Overlays add more than 500000 values to the description.",
    );
    // What was made of it is not handed on.
    expect(value).toEqual(description);
  });

  test("takes no more work where more actions are written", async () => {
    const steps = (count: number): Promise<number> =>
      countSteps(() => apply({ components: { schemas } }, overlayOf(repeat(count, nested))), /\/src\/openapi\/overlay\/(?!read-overlay)/);
    await steps(1);
    const [some, many] = [await steps(10), await steps(40)];
    expect(many / some).toBeLessThan(1.5);
  });

  test("may be as large as its text is long", async () => {
    const long = { info: { title: "x".repeat(1_200_000), "x-t": [1, 2] } };
    const { found } = await apply(long, overlayOf(repeat(18, { target: "$.info['x-t']", copy: "$.info['x-t']" })));
    expect(errors(found)).toEqual([]);
  });
});

test("what was removed again does not count", async () => {
  const description = { info: { from: Array.from({ length: 100_000 }, (_, index) => index), to: {} } };
  const there = [
    { target: "$.info.to", update: { l: [] } },
    { target: "$.info.to.l", copy: "$.info.from" },
    { target: "$.info.to.l", remove: true },
  ];
  const { found, value } = await apply(description, overlayOf(repeat(12, ...there)));
  expect(errors(found)).toEqual([]);
  expect(value).toEqual(description);
});

test("what is copied only to be written to counts", async () => {
  const description = { info: { from: { l: Array.from({ length: 20_000 }, (_, index) => index) }, to: {} } };
  const there = [
    { target: "$.info.to", copy: "$.info.from" },
    { target: "$.info.from.l[0]", update: 7 },
    { target: "$.info.to.l", remove: true },
  ];
  const { found } = await apply(description, overlayOf(repeat(1_000, ...there)));
  expect(errors(found)).toHaveLength(1);
  expect(errors(found)[0]).toMatch(/^error overlay-too-large /);
});
