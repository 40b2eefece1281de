import { isTypeOrEnum, isScalar } from "../../model/ir/kinds.js";
import type { ArrayAssertion, Assertion, NumberAssertion, StringAssertion } from "../../model/ir/schema.js";
import { code, empty, literal, trusted, type Code } from "../print/code.js";
import { inline } from "../print/doc.js";

/** What a type does not say of a value: "Integer (int64), 1 to 100." Empty when it says it all. */
export function factText(assertions: readonly Assertion[]): Code {
  let text = kindText(assertions);
  for (const assertion of assertions) text = listed(text, boundsText(assertion));
  return text === "" ? empty : code`${trusted(text.charAt(0).toUpperCase() + text.slice(1))}.`;
}

/** What an assertion asks of a value besides its type. */
function boundsText(assertion: Assertion): Code {
  switch (assertion.kind) {
    case "number":
      return numberText(assertion);
    case "string":
      return stringText(assertion);
    case "array":
      return arrayText(assertion);
    case "type": // said by the type itself
    case "enum":
    case "object":
    case "ref":
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "never":
    case "not": // too much for a line
    case "if":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return empty;
  }
}

/** Facts with commas between them. */
function listed(...facts: readonly Code[]): Code {
  let text = empty;
  for (const fact of facts) if (fact !== "") text = text === "" ? fact : code`${text}, ${fact}`;
  return text;
}

/** Of an integer that it is one, which its type does not say; of other values their format. */
function kindText(assertions: readonly Assertion[]): Code {
  let format: string | undefined;
  let isInteger: boolean | undefined;
  let isText = false;
  for (const assertion of assertions) {
    if (isScalar(assertion)) format ??= assertion.format;
    if (!isTypeOrEnum(assertion)) continue;
    const isType = assertion.kind === "type";
    isInteger = isInteger !== false && isType && assertion.types.includes("integer");
    isText ||= isType && assertion.int64?.as === "string";
  }
  if (isInteger !== true) return format === undefined ? empty : code`format: ${inline(format)}`;
  const held = isText ? code` as decimal digits` : empty;
  return format === undefined ? code`integer${held}` : code`integer (${inline(format)})${held}`;
}

function numberText({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: NumberAssertion): Code {
  return listed(
    rangeText(minimum, maximum, ""),
    exclusiveMinimum === undefined ? empty : code`more than ${digits(exclusiveMinimum)}`,
    exclusiveMaximum === undefined ? empty : code`less than ${digits(exclusiveMaximum)}`,
    multipleOf === undefined ? empty : code`a multiple of ${digits(multipleOf)}`,
  );
}

function stringText({ minLength, maxLength, pattern, contentEncoding }: StringAssertion): Code {
  return listed(
    rangeText(minLength === 0 ? undefined : minLength, maxLength, "character"),
    pattern === undefined ? empty : code`matching \`${inline(pattern)}\``,
    contentEncoding === undefined ? empty : code`encoded as ${inline(contentEncoding)}`,
  );
}

function arrayText({ minItems, maxItems, uniqueItems, prefixItems }: ArrayAssertion): Code {
  if (prefixItems.length > 0) return empty;
  return listed(rangeText(minItems === 0 ? undefined : minItems, maxItems, "item"), uniqueItems ? code`all different` : empty);
}

type Limit = number | bigint;
type Unit = "" | "character" | "item";

function rangeText(minimum: Limit | undefined, maximum: Limit | undefined, unit: Unit): Code {
  if (minimum === undefined) return maximum === undefined ? empty : code`at most ${counted(maximum, unit)}`;
  if (maximum === undefined) return code`at least ${counted(minimum, unit)}`;
  if (minimum === maximum) return code`exactly ${counted(minimum, unit)}`;
  return unit === "" ? code`from ${digits(minimum)} to ${digits(maximum)}` : code`${digits(minimum)} to ${counted(maximum, unit)}`;
}

function counted(count: Limit, unit: Unit): Code {
  if (unit === "") return digits(count);
  const plural = count === 1 ? empty : code`s`;
  return unit === "item" ? code`${digits(count)} item${plural}` : code`${digits(count)} character${plural}`;
}

/** A limit as it is written, for people. */
function digits(limit: Limit): Code {
  return typeof limit === "bigint" ? inline(String(limit)) : literal(limit);
}
