import { expect, test } from "vitest";
import { countSteps } from "../../../support/count-steps.js";

const { apply, overlayOf } = await import("../../../support/overlays.js");

const numbers = (size: number): readonly number[] => Array.from({ length: size }, (_, index) => index);

async function hintsOf(size: number): Promise<readonly string[]> {
  const schemas = Object.fromEntries(numbers(size).map((index) => [`Schema${String(index)}`, {}]));
  const actions = numbers(size).map((index) => ({ target: `$.components.schemas.Shema${String(index)}`, update: { title: "A" } }));
  const { diagnostics } = await apply({ openapi: "3.1.0", components: { schemas } }, overlayOf(actions));
  return diagnostics.map(({ hint = "" }) => hint);
}

test("of ten times as many targets that match nothing, beside ten times as many names, hints take no work by the square", async () => {
  const steps = (size: number): Promise<number> => countSteps(() => hintsOf(size), /\/src\/(?:openapi|diagnostic)\//);
  await steps(50);
  const [some, many] = [await steps(600), await steps(6_000)];
  expect(many / some).toBeLessThan(12);
});

test("the first targets get a name that is near, and later ones are told that there is none of theirs", async () => {
  const hints = await hintsOf(1_000);
  expect(hints).toHaveLength(1_000);
  expect(hints[0]).toBe("Did you mean $.components.schemas.Schema0?");
  expect(hints.at(-1)).toBe("`$.components.schemas` has no member of that name.");
});
