import { isJsonArray, type Json } from "../../source/source-file.js";
import type { AssertionOf } from "../ir/kinds.js";
import type { Api } from "../ir/api.js";
import type { Assertion, Property, Schema } from "../ir/schema.js";
import { eachChild, isInPlace } from "../ir/visit.js";
import { firstOf, isMembers, within, type Look, type Refusal } from "./look.js";

/** A member of which no schema that is about the same object can say anything is certainly unevaluated. */
export function refusalOfUnevaluated(
  { schema }: AssertionOf<"unevaluatedProperties">,
  value: Json,
  look: Look,
  beside: readonly Assertion[],
): Refusal | undefined {
  if (!isMembers(value)) return undefined;
  const known = namesIn(beside, look.held.schemas);
  return firstOf(Object.entries(value), ([name, member]) => {
    if (known?.has(name) === false) return within(name, look.refusal(schema, member));
    look.doubt();
    return undefined;
  });
}

/** Names that any of the schemas in place may evaluate, whether they hold or not; `undefined` where these may be any. */
function namesIn(assertions: readonly Assertion[], schemas: Api["schemas"]): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const seen = new Set<Schema>();
  let open = 0;
  const look = (assertion: Assertion): void => {
    if (evaluatesAny(assertion)) open += 1;
    const target = assertion.kind === "ref" ? schemas.get(assertion.target)?.schema : undefined;
    if (target !== undefined) inside(target);
    for (const { name } of propertiesOf(assertion)) names.add(name);
    eachChild(assertion, (schema, relation) => {
      if (isInPlace(relation)) inside(schema);
      else if (relation === "unevaluatedProperty" && !assertions.includes(assertion)) open += 1;
    });
  };
  const inside = (schema: Schema): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    schema.assertions.forEach(look);
  };
  assertions.forEach(look);
  return open > 0 ? undefined : names;
}

function evaluatesAny(assertion: Assertion): boolean {
  return assertion.kind === "object" && (assertion.patternProperties.length > 0 || assertion.additionalProperties !== undefined);
}

/** An item that is further behind than any of the first ones which a schema about the same list describes is certainly unevaluated. */
export function refusalOfUnevaluatedItems(
  { schema }: AssertionOf<"unevaluatedItems">,
  value: Json,
  look: Look,
  beside: readonly Assertion[],
): Refusal | undefined {
  if (!isJsonArray(value)) return undefined;
  const known = itemsIn(beside, look.held.schemas);
  return firstOf(value.entries(), ([index, item]) => {
    if (index >= known) return within(index, look.refusal(schema, item));
    look.doubt();
    return undefined;
  });
}

/** How many items any of the schemas in place may evaluate, whether they hold or not. */
function itemsIn(assertions: readonly Assertion[], schemas: Api["schemas"]): number {
  const seen = new Set<Schema>();
  let most = 0;
  const look = (assertion: Assertion): void => {
    switch (assertion.kind) {
      case "array":
        most = Math.max(most, (assertion.items ?? assertion.contains) === undefined ? assertion.prefixItems.length : Infinity);
        break;
      case "unevaluatedItems":
        if (!assertions.includes(assertion)) most = Infinity;
        break;
      case "ref": {
        const target = schemas.get(assertion.target)?.schema;
        if (target !== undefined) inside(target);
        break;
      }
      case "allOf":
      case "anyOf":
      case "oneOf":
      case "not":
      case "if":
      case "object": // those of them that are in place are children
      case "never":
      case "type":
      case "enum":
      case "number":
      case "string":
      case "unevaluatedProperties":
        break;
      default:
        assertion satisfies never;
    }
    eachChild(assertion, (schema, relation) => {
      if (isInPlace(relation)) inside(schema);
    });
  };
  const inside = (schema: Schema): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    schema.assertions.forEach(look);
  };
  assertions.forEach(look);
  return most;
}

const propertiesOf = (assertion: Assertion): readonly Property[] => (assertion.kind === "object" ? assertion.properties : []);
