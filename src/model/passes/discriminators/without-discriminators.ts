import { changed, mapApi, mapAssertion, mapSchema } from "../../ir/map-schema.js";
import { isAlternatives } from "../../ir/kinds.js";
import { surveyOf } from "../../ir/survey.js";
import type { Api } from "../../ir/api.js";
import type { Schema } from "../../ir/schema.js";
import { withoutDiscriminatedParents } from "./without-discriminated-parents.js";

/** The same where discriminators decide nothing: what reads and holds values asks what alternatives say, as validators do, and parents are themselves. */
export function withoutDiscriminators(api: Api): Api {
  const without = (schema: Schema): Schema =>
    surveyOf(schema).discriminated
      ? mapSchema(schema, (assertion) => {
          const inside = mapAssertion(assertion, without);
          return isAlternatives(inside) ? changed(inside, { discriminator: undefined }) : inside;
        })
      : schema;
  return mapApi(withoutDiscriminatedParents(api), without);
}
