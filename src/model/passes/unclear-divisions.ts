import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { Api } from "../ir/api.js";
import type { Operation, Parameter } from "../ir/operation.js";
import type { Assertion, Schema } from "../ir/schema.js";
import { certain } from "./described-property.js";

/** Two parameters of a segment that follow each other, and what is between them. */
interface Neighbours {
  readonly first: string;
  readonly second: string;
  readonly between: string;
}

/**
 * Reports the parameters of a segment of a path whose values nothing tells apart: both may be any text, and what is between them is never
 * percent-encoded, or is nothing. Each path is told once.
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-2.3
 */
export function reportUnclearDivisions({ operations, schemas }: Api, report: Report): void {
  const told = new Set<string>();
  for (const operation of operations)
    for (const { first, second, between } of neighboursOf(operation)) {
      const key = JSON.stringify([operation.path, first, second]);
      const [one, other] = [first, second].map((name) =>
        operation.parameters.find((parameter) => parameter.in === "path" && parameter.name === name),
      );
      if (one === undefined || other === undefined || told.has(key)) continue;
      if (![one, other].every((each) => isPlain(each) && isAnyText(each.schema, schemas))) continue;
      told.add(key);
      const [a, b] = [JSON.stringify(first), JSON.stringify(second)];
      const reading = between === "" ? "all but the last character is" : `what is before the last ${JSON.stringify(between)} is`;
      const message = `Values of ${a} and ${b} cannot be told apart in ${JSON.stringify(operation.path)}: ${reading} read as ${a}.`;
      const hint =
        "Give one of them a `pattern`, a `format` or an `enum`, or put a `,`, `:` or `@` between them, which is encoded in values.";
      report(
        diagnostic("path-division-unclear", message, { at: other.origin, hint, related: [{ message: `${a} is here.`, at: one.origin }] }),
      );
    }
}

/** Those that have between them what values may have, too. Other characters are percent-encoded in values. */
function neighboursOf({ segments }: Operation): readonly Neighbours[] {
  return segments.flatMap((part, index) => {
    if (part.kind !== "parameter") return [];
    const next = segments[index + 1];
    const between = next?.kind === "text" ? next.text : "";
    const second = next?.kind === "text" ? segments[index + 2] : next;
    return second?.kind === "parameter" && /^[\w\-.~]*$/.test(between) ? [{ first: part.name, second: second.name, between }] : [];
  });
}

/** Whether a parameter is written without text of its own, such as the dot of the style `label`. */
const isPlain = ({ encoding }: Parameter): boolean => encoding.kind === "style" && encoding.style === "simple";

/** Whether a value may be any text. What has a type, a format or a pattern of its own tells where it ends more often than not. */
const isAnyText = (schema: Schema, schemas: Api["schemas"]): boolean => !certain(schema, schemas).some(isNarrow);

function isNarrow(assertion: Assertion): boolean {
  switch (assertion.kind) {
    case "enum":
    case "anyOf":
    case "oneOf":
    case "never":
      return true;
    case "string":
      return assertion.pattern !== undefined || assertion.format !== undefined;
    case "type":
      return !assertion.types.includes("string");
    case "number":
    case "array":
    case "object":
    case "ref":
    case "allOf":
    case "not":
    case "if":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return false;
  }
}
