/** Defaults of alternatives that a 64-bit integer tells apart are filled in, in whatever form it is held. */
import { expect, test } from "vitest";
import { withInt64 } from "../../../../src/model/passes/int64/int64.js";
import { generateTexts } from "../../../support/pipeline.js";
import { validatorsOf } from "../../../support/validators.js";

const big = "9007199254740993";
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const forms = ["number", "bigint", "string"] as const;
type Form = (typeof forms)[number];

const held = (tag: string, form: Form): unknown => ({ number: Number(tag), bigint: BigInt(tag), string: tag })[form];

/** Alternatives by the tags of each; `format` is that of the tags. */
const alternatives = (tags: readonly (readonly string[])[], format: string): Record<string, unknown> =>
  Object.fromEntries(
    tags.map((own, index) => [
      `Option${String(index)}`,
      {
        type: "object",
        required: ["t"],
        properties: { t: { type: "integer", format, enum: own.map((tag) => `<${tag}>`) }, d: { type: "string", default: String(index) } },
      },
    ]),
  );

const discriminated = (kind: "oneOf" | "anyOf", tags: readonly (readonly string[])[]) => ({
  [kind]: tags.map((_, index) => ref(`Option${String(index)}`)),
  discriminator: {
    propertyName: "t",
    mapping: Object.fromEntries(tags.flatMap((own, index) => own.map((tag) => [tag, `#/components/schemas/Option${String(index)}`]))),
  },
});

/** What two schemas say of the same value, with more to do than the choice. */
const around: Readonly<Record<string, (choice: object) => object>> = {
  alone: (choice) => choice,
  beside: (choice) => ({ allOf: [choice], type: "object", properties: { e: { type: "string", default: "e" } } }),
};

const cases = forms.flatMap((form) =>
  (["oneOf", "anyOf"] as const).flatMap((kind) =>
    Object.keys(around).flatMap((place) =>
      (
        [
          ["int64", [["1"], ["2"]]],
          ["uint64", [["1", "3"], ["2"]]],
          ["int64", [["-1"], [form === "number" ? "5" : big]]],
        ] as const
      ).map(([format, tags]) => ({ form, kind, place, format, tags })),
    ),
  ),
);

test.each(cases)("$form: $kind $place, $format $tags", async ({ form, kind, place, format, tags }) => {
  const schemas = { ...alternatives(tags, format), S: around[place]?.(discriminated(kind, tags)) };
  const description = { openapi: "3.1.0", info: { title: "Api", version: "1" }, paths: {}, components: { schemas } };
  // Integers as they stand, also those that a number does not hold.
  const text = JSON.stringify(description).replace(/"<(-?\d+)>"/g, "$1");
  const { api } = await generateTexts({ "a.json": text }, ["validators"], { int64: form });
  if (api === undefined) throw new Error("No API");
  for (const mode of ["fast", "small"] as const) {
    const validator = (await validatorsOf(withInt64(api, form), { mode })).validator("SSchema");
    for (const [index, own] of tags.entries())
      for (const tag of own)
        expect(validator.parse({ t: held(tag, form) })).toEqual({
          ...{ t: held(tag, form), d: String(index) },
          ...(place === "beside" ? { e: "e" } : {}),
        });
  }
});
