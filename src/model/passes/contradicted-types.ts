import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Report } from "../../diagnostic/diagnostic.js";
import { inside } from "../build/origin.js";
import { assertedTypes, typesInCommon } from "../ir/asserted-types.js";
import { isAlternatives, typeConcerned, type AssertionOf } from "../ir/kinds.js";
import { changed, mapAssertion, mapParts, mapSchema } from "../ir/map-schema.js";
import { eachSchema } from "../ir/visit.js";
import type { Parts } from "./request-variants.js";
import { possibleTypes, type PossibleTypes } from "./possible-types.js";
import type { Assertion, JsonType, Schema } from "../ir/schema.js";

type Alternatives = AssertionOf<"anyOf" | "oneOf">;

/**
 * The same without types that none of the alternatives beside them has: `type: array` beside `oneOf: [integer, string]`. As it is written, no
 * value is valid; the alternatives are meant, because somebody has thought about each. An alternative of another type beside fitting ones
 * is told alone.
 */
export function withoutContradictedTypes(parts: Parts, report: Report): Parts {
  // An enumeration says its types with values, which are told beside a type of their own.
  const possible = possibleTypes(parts.schemas, { values: false });
  const wrong = new Set<Schema>();
  eachSchema(parts, (schema) => {
    if (reportContradictions(schema, possible, report)) wrong.add(schema);
  });
  return wrong.size === 0 ? parts : withoutTypes(parts, wrong);
}

/** The same without the types of some schemas. */
function withoutTypes(parts: Parts, wrong: ReadonlySet<Schema>): Parts {
  const known = new Map<Schema, Schema>();
  const checked = (schema: Schema): Schema => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, schema);
    const within = mapSchema(schema, (assertion) => mapAssertion(assertion, checked));
    const result = wrong.has(schema) ? changed(within, { assertions: within.assertions.filter(({ kind }) => kind !== "type") }) : within;
    known.set(schema, result);
    return result;
  };
  return mapParts(parts, checked);
}

/** Reports alternatives that contradict the type beside them; whether the type is to be dropped. */
function reportContradictions(schema: Schema, possible: PossibleTypes, report: Report): boolean {
  const types = assertedTypes(schema.assertions);
  if (types === undefined) return false;
  let isWrong = false;
  for (const assertion of schema.assertions) {
    if (!isAlternatives(assertion)) continue;
    const refused = assertion.members.filter((member) => {
      const own = possible.of(member);
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
