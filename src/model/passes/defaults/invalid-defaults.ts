import { diagnostic } from "../../../diagnostic/catalogue.js";
import type { Report } from "../../../diagnostic/diagnostic.js";
import { child } from "../../../source/json-pointer.js";
import type { Rules } from "../../build/build.js";
import { isInteger } from "../../ir/is-integer.js";
import { printJson } from "../../ir/print-json.js";
import { changed, mapAssertion, mapParts, mapSchema } from "../../ir/map-schema.js";
import { loneReference } from "../../ir/lone-reference.js";
import { leadsTo, surveyOf } from "../../ir/survey.js";
import { eachSchema } from "../../ir/visit.js";
import type { Json } from "../../../source/source-file.js";
import type { Checks } from "../../refusal/checks.js";
import type { PatternAnalyses } from "../../patterns/analyse-patterns.js";
import { writtenDefaults } from "./default-of.js";
import { refusedDefaults } from "./refused-defaults.js";
import type { Refusal } from "../../refusal/look.js";
import { refusalOf, type Held } from "../../refusal/refusal.js";
import { refusalSentence, shownValue } from "../../refusal/refusal-sentence.js";
import type { Parts } from "../request-variants.js";
import type { Assertion, Schema } from "../../ir/schema.js";

/**
 * The same without defaults that their own schema refuses: these are reported, and given to nobody.
 * Against patterns, too, where slow ones have a limit. Integers of 64 bits that are held as numbers may not have been rounded.
 */
export function withoutInvalidDefaults(
  parts: Parts,
  { vulnerablePatterns, int64 = "number", analyses, checks }: DefaultRules,
  report: Report,
): Parts {
  const patterns = vulnerablePatterns !== "accept" || analyses;
  const known = new Map<Schema, Schema>();
  const wrong = new Set<Schema>(refusedElsewhere(parts, { schemas: parts.schemas, patterns, checks }, report));
  const refusalOfDefault = (schema: Schema): Refusal | undefined =>
    schema.default === undefined ? undefined : refusalOf(schema, schema.default, { schemas: parts.schemas, patterns, checks });
  const checked = (schema: Schema): Schema => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const refusal = int64 === "number" && isUnsafeOf64Bits(schema) ? "unsafe" : refusalOfDefault(schema);
    if (refusal !== undefined) {
      report(invalidDefault(schema, refusal));
      wrong.add(schema);
    }
    const inside = mapSchema(schema, (assertion) => mapAssertion(assertion, checked));
    const result = wrong.has(schema) ? changed(inside, { default: undefined }) : inside;
    known.set(schema, result);
    return result;
  };
  const root = (schema: Schema): Schema => (surveyOf(schema).default ? checked(schema) : schema);
  const result = mapParts(parts, root);
  return wrong.size > 0 ? result : parts;
}

/**
 * Reports the defaults that something else said of the same property refuses: in another part of `allOf`, around it, beside a reference, in an
 * alternative; or another part of its own schema, where the default is of one part. Gives the schemas whose default is never filled in; the others are not where what refuses them holds, too.
 */
function refusedElsewhere(parts: Parts, held: Held, report: Report): readonly Schema[] {
  // What a schema says of its own default is told by itself.
  const takesDefault = (schema: Schema): boolean => schema.default !== undefined;
  const refusedIn = refusedDefaults({ ...held, takesDefault, doubts: "accept" }, writtenDefaults(parts.schemas));
  const mayLead = leadsTo(parts.schemas, (survey) => survey.default);
  const told = new Set<Schema>();
  const never: Schema[] = [];
  eachSchema(parts, (schema) => {
    // What a reference leads to is looked at by itself.
    if (!mayLead(schema) || loneReference(schema) !== undefined) return;
    for (const { property, path, value, by, always } of refusedIn(schema)) {
      if (by === undefined) continue;
      if (!told.has(property.schema)) report(refusedDefault(property.schema, path, value, by));
      told.add(property.schema);
      if (always && property.schema.default !== undefined) never.push(property.schema);
    }
  });
  return never;
}

/** Choices of the configuration that decide which defaults are valid. */
type DefaultRules = Pick<Rules, "vulnerablePatterns" | "int64"> & {
  /** What is known of slow patterns: where these are accepted as they stand, defaults are held against them up to a limit all the same. */
  readonly analyses: PatternAnalyses;
  readonly checks: Checks | undefined;
};

/** Whether a default of format int64 is an integer that a number may not hold: it would be filled in with other digits, and no validator takes it. */
function isUnsafeOf64Bits({ default: value, assertions }: Schema): boolean {
  const of64Bits = (assertion: Assertion): boolean => assertion.kind === "number" && /^u?int64$/.test(assertion.format ?? "");
  return isInteger(value) && !Number.isSafeInteger(Number(value)) && assertions.some(of64Bits);
}

const shownDefault = (value: Json): string => (shownValue(value) === "" ? "this default" : `the default${shownValue(value)}`);

function refusedDefault(schema: Schema, path: readonly string[], value: Json, by: Schema) {
  const { file, pointer } = schema.origin;
  const said = `What else is said of ${JSON.stringify(path.join("."))} refuses ${shownDefault(value)}; it is not filled in there.`;
  return diagnostic("default-invalid", said, {
    at: { file, pointer: schema.default === undefined ? pointer : child(pointer, "default") },
    related: [{ message: "This refuses it.", at: by.origin }],
    hint: "Correct one of the two: all that is said of a property holds at once.",
  });
}

function invalidDefault({ default: value = null, origin: { file, pointer } }: Schema, refusal: Refusal | "unsafe") {
  const said = refusal === "unsafe" ? `${printJson(value)} is not held exactly by a number.` : refusalSentence(value, refusal);
  return diagnostic("default-invalid", `The default ${said} It is left out.`, {
    at: { file, pointer: child(pointer, "default") },
    hint: refusal === "unsafe" ? 'Set `int64` to "bigint" or "string" in the configuration.' : hintFor(value),
  });
}

const hintFor = (value: Json): string =>
  value === null
    ? "Allow null as a type, or leave the default out: an absent value needs no default."
    : "Correct the default or the schema.";
