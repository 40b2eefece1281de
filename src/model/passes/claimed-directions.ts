import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { Api } from "../ir/api.js";
import { isConjunction } from "../ir/kinds.js";
import type { Schema } from "../ir/schema.js";
import { eachSchema } from "../ir/visit.js";
import { isAmong, type NamesOf } from "./hidden-properties.js";

/** Reports properties that one part of a schema marks as read-only and another one as write-only. Both marks on one schema are reported where they are read. */
export function reportClaims(parts: Pick<Api, "schemas" | "operations" | "webhooks">, namesOf: NamesOf, report: Report): void {
  eachSchema(parts, (schema) => {
    const { listed } = namesOf(schema).both;
    if (listed.size === 0) return;
    const made = partsOf(schema, parts.schemas);
    for (const name of listed) {
      const isSaidBefore = made.some((part) => isAmong(namesOf(part).both, name)) || isMarkedAtOnce(schema, name, parts.schemas);
      if (isSaidBefore) continue;
      const message = `"readOnly" and "writeOnly" are both true of "${name}", in two parts of what is said of it: it is taken for neither.`;
      const { file, pointer } = schema.origin;
      report(diagnostic("schema-impossible", message, { at: { file, pointer }, hint: "Remove one of the two." }));
    }
  });
}

/** What else holds of each value of a schema. */
function partsOf({ assertions }: Schema, schemas: Api["schemas"]): readonly Schema[] {
  return assertions.filter(isConjunction).flatMap((assertion) => {
    if (assertion.kind === "allOf") return assertion.members;
    const target = schemas.get(assertion.target)?.schema;
    return target === undefined ? [] : [target];
  });
}

function isMarkedAtOnce({ assertions }: Schema, name: string, schemas: Api["schemas"]): boolean {
  const own = assertions.flatMap((assertion) => (assertion.kind === "object" ? assertion.properties : []));
  const found = new Set(own.filter((property) => property.name === name).map(({ schema }) => schema));
  // A set yields what is added while it is walked.
  for (const each of found) for (const part of partsOf(each, schemas)) found.add(part);
  return [...found].some(({ readOnly, writeOnly }) => readOnly && writeOnly);
}
