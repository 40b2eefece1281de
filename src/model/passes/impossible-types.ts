import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { Api } from "../ir/api.js";
import { isAlternatives, isConjunction } from "../ir/kinds.js";
import type { Assertion, JsonType, Schema } from "../ir/schema.js";
import { inCommon, possibleTypes, type PossibleTypes } from "./possible-types.js";

/** Looks for schemas whose parts are each of a type, and no value is of all of them: `type: string` with an `allOf` of integers. */
export function impossibleTypes({ schemas }: Api, report: Report): (schema: Schema) => void {
  const possible = possibleTypes(schemas, { values: true });
  return (schema) => {
    if (!schema.assertions.some(isPart)) return;
    const asked = askedTypes(schema, possible);
    if (asked.some((types) => types.length === 0) || inCommon(asked)?.length !== 0) return;
    const words = [...new Set(asked.map((types) => types.join(" or ")))].join(", and ");
    const message = `No value is of all types that this schema and its parts ask for: ${words}.`;
    const { file, pointer } = schema.origin;
    report(diagnostic("schema-impossible", message, { at: { file, pointer }, hint: "Where one of them is enough, write `anyOf`." }));
  };
}

/** Whether it is about other schemas that the value has to be valid against: most schemas have none, and can ask for one thing alone. */
const isPart = (assertion: Assertion): boolean => isConjunction(assertion) || isAlternatives(assertion);

/** What a schema says of its value itself. */
const ofItself: ReadonlySet<Assertion["kind"]> = new Set(["type", "enum"]);

/** The types that a schema asks for, and each of its parts. Values that are not of the type beside them are reported where they are read. */
function askedTypes({ assertions }: Schema, possible: PossibleTypes): readonly (readonly JsonType[])[] {
  const own = assertions.filter(({ kind }) => ofItself.has(kind)).map((assertion) => possible.by(assertion) ?? []);
  const parts = assertions
    .filter(({ kind }) => !ofItself.has(kind))
    .flatMap((each) => (each.kind === "allOf" ? each.members.map(possible.of) : [possible.by(each)]));
  return [inCommon(own), ...parts].filter((types) => types !== undefined);
}
