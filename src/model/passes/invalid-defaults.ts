import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import { child } from "../../source/json-pointer.js";
import type { Rules } from "../build/build.js";
import { isInteger } from "../ir/is-integer.js";
import { printJson } from "../ir/print-json.js";
import { changed, mapAssertion, mapParts, mapSchema } from "../ir/map-schema.js";
import { surveyOf } from "../ir/survey.js";
import { isInvalid } from "../refusal/refusal.js";
import type { Parts } from "./request-variants.js";
import type { Assertion, Schema } from "../ir/schema.js";

/**
 * The same without defaults that their own schema refuses: these are reported, and given to nobody.
 * Against patterns, too, where slow ones have a limit. Integers of 64 bits that are held as numbers may not have been rounded.
 */
export function withoutInvalidDefaults(parts: Parts, { vulnerablePatterns, int64 = "number" }: DefaultRules, report: Report): Parts {
  const patterns = vulnerablePatterns !== "accept";
  const known = new Map<Schema, Schema>();
  const wrong = new Set<Schema>();
  const checked = (schema: Schema): Schema => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const isUnsafe = int64 === "number" && isUnsafeOf64Bits(schema);
    if (isUnsafe || (schema.default !== undefined && isInvalid(schema, schema.default, { schemas: parts.schemas, patterns }))) {
      report(invalidDefault(schema, isUnsafe));
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

/** Longest default that is repeated in a message. */
const maxShownLength = 60;

/** Choices of the configuration that decide which defaults are valid. */
type DefaultRules = Pick<Rules, "vulnerablePatterns" | "int64">;

/** Whether a default of format int64 is an integer that a number may not hold: it would be filled in with other digits, and no validator takes it. */
function isUnsafeOf64Bits({ default: value, assertions }: Schema): boolean {
  const of64Bits = (assertion: Assertion): boolean => assertion.kind === "number" && /^u?int64$/.test(assertion.format ?? "");
  return isInteger(value) && !Number.isSafeInteger(Number(value)) && assertions.some(of64Bits);
}

function invalidDefault({ default: value = null, origin: { file, pointer } }: Schema, isUnsafe: boolean) {
  const text = printJson(value);
  const said = text.length > maxShownLength ? "This default" : `The default ${text}`;
  return diagnostic("default-invalid", `${said} is not valid against its own schema; it is left out.`, {
    at: { file, pointer: child(pointer, "default") },
    hint: isUnsafe
      ? 'Set `int64` to "bigint" or "string" in the configuration: a number does not hold it exactly.'
      : value === null
        ? "Allow null as a type, or leave the default out: an absent value needs no default."
        : "Correct the default or the schema.",
  });
}
