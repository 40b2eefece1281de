import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Report } from "../../diagnostic/diagnostic.js";
import { inside } from "../build/origin.js";
import { assertedTypes, typesInCommon } from "../ir/asserted-types.js";
import { isAlternatives, typeConcerned, type AssertionOf } from "../ir/kinds.js";
import { changed, each, eachValue, mapAssertion, mapSchema, withSchema } from "../ir/map-schema.js";
import { mapOperation } from "../ir/map-operation.js";
import type { Parts } from "./request-variants.js";
import type { Api } from "../ir/api.js";
import type { Assertion, JsonType, Schema, SchemaId } from "../ir/schema.js";

type Alternatives = AssertionOf<"anyOf" | "oneOf">;

/**
 * The same without types that none of the alternatives beside them has: `type: array` beside `oneOf: [integer, string]`. As it is written, no
 * value is valid; the alternatives are meant, because somebody has thought about each. An alternative of another type beside fitting ones
 * is told alone.
 */
export function withoutContradictedTypes(parts: Parts, report: Report): Parts {
  const known = new Map<Schema, Schema>();
  const wrong = new Set<Schema>();
  const checked = (schema: Schema): Schema => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, schema);
    const within = mapSchema(schema, (assertion) => mapAssertion(assertion, checked));
    const isWrong = reportContradictions(schema, parts.schemas, report);
    if (isWrong) wrong.add(schema);
    const result = isWrong ? changed(within, { assertions: within.assertions.filter(({ kind }) => kind !== "type") }) : within;
    known.set(schema, result);
    return result;
  };
  const operations = each(parts.operations, (operation) => mapOperation(operation, "request", checked));
  const result: Parts = {
    schemas: eachValue(parts.schemas, (named) => withSchema(named, checked(named.schema))),
    operations,
    webhooks: each(parts.webhooks, (operation) => mapOperation(operation, "request", checked)),
  };
  return wrong.size > 0 ? result : parts;
}

/** Reports alternatives that contradict the type beside them; whether the type is to be dropped. */
function reportContradictions(schema: Schema, schemas: Api["schemas"], report: Report): boolean {
  const types = assertedTypes(schema.assertions);
  if (types === undefined) return false;
  let isWrong = false;
  for (const assertion of schema.assertions) {
    if (!isAlternatives(assertion)) continue;
    const refused = assertion.members.filter((member) => {
      const own = typesOf(member, schemas, new Set());
      return own !== undefined && typesInCommon(own, types).length === 0;
    });
    if (refused.length === 0) continue;
    if (refused.length < assertion.members.length) for (const member of refused) report(neverFits(member, types, assertion));
    // What is said of the inside of an object or a list is said by somebody who means one.
    else if (schema.assertions.some(saysMore)) report(contradiction(schema, types, assertion, false));
    else {
      report(contradiction(schema, types, assertion, true));
      isWrong = true;
    }
  }
  return isWrong;
}

const saysMore = ({ kind }: Assertion): boolean => typeConcerned[kind] === "object" || typeConcerned[kind] === "array";

/** The types that a value of a schema may have; `undefined` where it does not say. */
function typesOf(schema: Schema, schemas: Api["schemas"], seen: Set<SchemaId>): readonly JsonType[] | undefined {
  let types: readonly JsonType[] | undefined;
  for (const assertion of schema.assertions) {
    const own = typesIn(assertion, schemas, seen);
    if (own !== undefined) types = types === undefined ? own : typesInCommon(types, own);
  }
  return types;
}

function typesIn(assertion: Assertion, schemas: Api["schemas"], seen: Set<SchemaId>): readonly JsonType[] | undefined {
  switch (assertion.kind) {
    case "type":
      return assertion.types;
    case "ref": {
      const target = seen.has(assertion.target) ? undefined : schemas.get(assertion.target);
      return target && typesOf(target.schema, schemas, new Set([...seen, assertion.target]));
    }
    case "allOf":
      return assertion.members.reduce<readonly JsonType[] | undefined>((types, member) => {
        const own = typesOf(member, schemas, seen);
        return own === undefined || types === undefined ? (own ?? types) : typesInCommon(types, own);
      }, undefined);
    case "anyOf":
    case "oneOf": {
      const all = assertion.members.map((member) => typesOf(member, schemas, seen));
      return all.includes(undefined) ? undefined : [...new Set(all.flatMap((types) => types ?? []))];
    }
    // Says it with values, which are told beside a type of their own.
    case "enum":
    // Speak of values of one type, and of no other.
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

const listed = (types: readonly JsonType[]): string => types.map((type) => JSON.stringify(type)).join(" or ");

function contradiction({ origin }: Schema, types: readonly JsonType[], { kind }: Alternatives, isDropped: boolean): Diagnostic {
  const end = isDropped ? "the type is ignored" : "no value is valid";
  return diagnostic("type-contradicted", `The type is ${listed(types)}, and none of ${JSON.stringify(kind)} has it; ${end}.`, {
    at: inside(origin, "type"),
    hint: `Remove the type, or correct the members of ${JSON.stringify(kind)}.`,
  });
}

function neverFits({ origin }: Schema, types: readonly JsonType[], { kind }: Alternatives): Diagnostic {
  return diagnostic(
    "type-contradicted",
    `This member of ${JSON.stringify(kind)} is never valid: the type beside them is ${listed(types)}.`,
    {
      at: origin,
      hint: "Add its type to the type beside them, or remove the member.",
    },
  );
}
