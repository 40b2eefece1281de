import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import type { Api } from "../ir/api.js";
import { assertedTypes } from "../ir/asserted-types.js";
import type { Assertion, JsonType, Schema } from "../ir/schema.js";
import { eachChild, eachRootSchema } from "../ir/visit.js";

/** `undefined`: a value of any type. */
type Types = readonly JsonType[] | undefined;

/** Reports schemas whose parts are each of a type, and no value is of all of them: `type: string` with an `allOf` of integers. */
export function reportImpossibleTypes(api: Api, report: Report): void {
  const known = new Map<Schema, Types>();
  const seen = new Set<Schema>();
  const visit = (schema: Schema): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    const asked = askedTypes(schema, api, known);
    if (asked.every((types) => types.length > 0) && common(asked)?.length === 0) {
      const words = [...new Set(asked.map((types) => types.join(" or ")))].join(", and ");
      const message = `No value is of all types that this schema and its parts ask for: ${words}.`;
      const { file, pointer } = schema.origin;
      report(diagnostic("schema-impossible", message, { at: { file, pointer }, hint: "Where one of them is enough, write `anyOf`." }));
    }
    for (const assertion of schema.assertions) eachChild(assertion, visit);
  };
  eachRootSchema(api, visit);
}

/** What a schema says of its value itself. */
const ofItself: ReadonlySet<Assertion["kind"]> = new Set(["type", "enum"]);

/** The types that a schema asks for, and each of its parts. Values that are not of the type beside them are reported where they are read. */
function askedTypes({ assertions }: Schema, api: Api, known: Map<Schema, Types>): readonly (readonly JsonType[])[] {
  const own = assertions.filter(({ kind }) => ofItself.has(kind)).map((assertion) => typesOfAssertion(assertion, api, known) ?? []);
  const parts = assertions
    .filter(({ kind }) => !ofItself.has(kind))
    .flatMap((each) =>
      each.kind === "allOf" ? each.members.map((member) => typesOf(member, api, known)) : [typesOfAssertion(each, api, known)],
    );
  return [common(own), ...parts].filter((types) => types !== undefined);
}

/** The types that values of a schema may be of. One that is asked for again on the way to itself may be of any. */
function typesOf(schema: Schema, api: Api, known: Map<Schema, Types>): Types {
  if (known.has(schema)) return known.get(schema);
  known.set(schema, undefined);
  const types = common(schema.assertions.map((assertion) => typesOfAssertion(assertion, api, known)).filter((each) => each !== undefined));
  known.set(schema, types);
  return types;
}

function typesOfAssertion(assertion: Assertion, api: Api, known: Map<Schema, Types>): Types {
  const inner = (schema: Schema): Types => typesOf(schema, api, known);
  switch (assertion.kind) {
    case "type":
      return assertion.types;
    case "enum":
      return assertion.values.length === 0 ? undefined : [...new Set(assertion.values.map(typeOfValue))];
    case "ref": {
      const target = api.schemas.get(assertion.target);
      return target === undefined ? undefined : inner(target.schema);
    }
    case "allOf":
      return common(assertion.members.map(inner).filter((each) => each !== undefined));
    case "anyOf":
    case "oneOf": {
      const members = assertion.members.map(inner);
      return members.includes(undefined) ? undefined : [...new Set(members.flatMap((each) => each ?? []))];
    }
    case "never":
    case "number":
    case "string":
    case "array":
    case "object":
    case "not":
    case "if":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return undefined;
  }
}

/** What several lists of types have in common. */
function common(lists: readonly (readonly JsonType[])[]): Types {
  return assertedTypes(lists.map((types) => ({ kind: "type", types })));
}

function typeOfValue(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "number":
      return Number.isInteger(value) ? "integer" : "number";
    case "bigint":
      return "integer";
    case "string":
      return "string";
    case "boolean":
      return "boolean";
    default:
      return "object";
  }
}
