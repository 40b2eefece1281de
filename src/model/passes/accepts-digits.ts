import { textFormatOf } from "../formats/find-format.js";
import { checkedPattern, matchesPattern } from "../patterns/text-pattern.js";
import type { Api } from "../ir/api.js";
import type { Assertion, Schema, StringAssertion } from "../ir/schema.js";

/** References are followed this far. */
const maxReferenceSteps = 8;

/** Whether a schema takes some text that is an integer in decimal digits; one about which nobody can be sure does. */
export function acceptsDigits(schema: Schema, api: Api, steps = maxReferenceSteps): boolean {
  return steps === 0 || schema.assertions.every((assertion) => assertionAccepts(assertion, api, steps - 1));
}

function assertionAccepts(assertion: Assertion, api: Api, steps: number): boolean {
  switch (assertion.kind) {
    case "never":
      return false;
    case "type":
      return assertion.types.includes("string");
    case "enum":
      return assertion.values.some((value) => typeof value === "string" && digits.test(value));
    case "string":
      return stringAccepts(assertion);
    case "ref": {
      const target = api.schemas.get(assertion.target);
      return target === undefined || acceptsDigits(target.schema, api, steps);
    }
    case "allOf":
      return assertion.members.every((member) => acceptsDigits(member, api, steps));
    case "anyOf":
    case "oneOf":
      return assertion.members.some((member) => acceptsDigits(member, api, steps));
    // Says nothing of text.
    case "number":
    case "array":
    case "object":
    case "unevaluatedProperties":
    case "unevaluatedItems":
    // Nobody can be sure.
    case "not":
    case "if":
      return true;
  }
}

const digits = /^-?(?:0|[1-9]\d*)$/;
/** No integer of 64 bits is written longer. */
const maxDigits = 20;
const samples = ["0", "5", "-1", "10", "42", "123", "2026", "12345", "20260301", "9007199254740993", "9223372036854775807"];

function stringAccepts(assertion: StringAssertion): boolean {
  const { minLength = 0, format } = assertion;
  if (minLength > maxDigits || (format !== undefined && textFormatOf(format)?.neverDigits === true)) return false;
  const checked = checkedPattern(assertion);
  // Of a text that is too long for its pattern nobody can be sure: validators refuse it.
  return checked === undefined || samples.some((sample) => matchesPattern(checked, sample) === true);
}
