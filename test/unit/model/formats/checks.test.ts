import { expect, test } from "vitest";
import type { Format } from "../../../../src/model/formats/format.js";
import { formats } from "../../../../src/model/formats/formats.js";
import { loadChecks } from "../../../../src/model/refusal/checks.js";

const asserted = loadChecks({ formats: "assert", own: new Set(["date"]) });
const ofStrings = Object.entries<Format>(formats).flatMap(([name, format]) => ("check" in format ? [[name, format] as const] : []));

test.each(ofStrings)("the tool itself holds texts against %s as validators do", async (_name, format) => {
  const { isOfFormat } = await asserted;
  expect(format.accepts.filter((text) => !isOfFormat(text, format))).toEqual([]);
  expect(format.refuses.filter((text) => isOfFormat(text, format))).toEqual([]);
});

test("formats are asserted as the configuration and the description say", async () => {
  const { asserts } = await asserted;
  expect(asserts({ kind: "string", format: "time" })).toBe(true);
  expect(asserts({ kind: "string", format: "date" })).toBe(false);
  const annotated = await loadChecks({ formats: "annotate", own: new Set() });
  expect(annotated.asserts({ kind: "string", format: "time" })).toBe(false);
  expect(annotated.asserts({ kind: "string", format: "time", formatAsserted: true })).toBe(true);
});
