import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { Api } from "../ir/api.js";
import { conjunctsOf } from "../ir/conjuncts.js";
import { isTypeOrEnum } from "../ir/kinds.js";
import { partsInside, maxCombined } from "./combined-parts.js";
import type { Assertion, Schema, SchemaId } from "../ir/schema.js";

/** What types are made of where alternatives of several parts would be too many together. */
export interface CombinedChoices {
  /**
   * What holds of one value, with `allOf` opened, without the choices that are too many beside those before them, in the value or in what is
   * inside it; and how many of the assertions are concerned.
   */
  readonly within: (conjuncts: readonly Assertion[]) => Pick<Combined, "kept" | "left">;
}

const known = new WeakMap<Api["schemas"], CombinedChoices>();

/** The counts of a model; each schema is looked at once, and counts as one where it leads back to itself. */
export function combinedChoicesOf(schemas: Api["schemas"]): CombinedChoices {
  const before = known.get(schemas) ?? combinedChoices(schemas);
  known.set(schemas, before);
  return before;
}

interface Combined {
  readonly count: number;
  readonly kept: readonly Assertion[];
  /** How many of the assertions are left out, or have something in them that is. */
  readonly left: number;
}

function combinedChoices(schemas: Api["schemas"]): CombinedChoices {
  const combinations = new Map<Schema, Combined>();
  const combinedOf = (schema: Schema): Combined => {
    const before = combinations.get(schema);
    if (before !== undefined) return before;
    combinations.set(schema, { count: 1, kept: [], left: 0 });
    const combined = combine(conjunctsOf(schema));
    combinations.set(schema, combined);
    return combined;
  };
  const of = (schema: Schema): number => combinedOf(schema).count;
  const parts = partsInside(schemas, combinedOf);
  const combine = (conjuncts: readonly Assertion[]): Combined => {
    let count = ownTypes(conjuncts);
    let left = 0;
    const inside = conjuncts.length < 2 ? undefined : parts.beside();
    const kept = conjuncts.flatMap((assertion): readonly Assertion[] => {
      const choices = choicesOf(assertion);
      const isCombined = count > 1 && choices > 1;
      const taken = isCombined && count * choices > maxCombined ? undefined : inside === undefined ? assertion : inside(assertion);
      if (taken !== undefined) count *= choices;
      if (taken !== assertion) left += 1;
      return taken === undefined ? [] : [taken];
    });
    return { count, kept, left };
  };
  const ofNamed = (id: SchemaId): number => {
    const target = schemas.get(id);
    return target === undefined ? 1 : of(target.schema);
  };
  const choicesOf = (assertion: Assertion): number => {
    switch (assertion.kind) {
      case "ref":
        return ofNamed(assertion.target);
      case "anyOf":
      case "oneOf":
        // Layers of alternatives double what they come to.
        return assertion.members.reduce((sum, member) => Math.min(sum + of(member), maxCombined + 1), 0);
      // Opened before, or no choice of types.
      case "allOf":
      case "not":
      case "if":
      case "never":
      case "type":
      case "enum":
      case "number":
      case "string":
      case "array":
      case "object":
      case "unevaluatedProperties":
      case "unevaluatedItems":
        return 1;
    }
  };
  return { within: (conjuncts) => (conjuncts.length < 2 ? { kept: conjuncts, left: 0 } : combine(conjuncts)) };
}

/** The types, or the values, that are said in place; of both, what is fewer. */
function ownTypes(conjuncts: readonly Assertion[]): number {
  const counts = conjuncts.filter(isTypeOrEnum).map((each) => ("types" in each ? each.types : each.values).length);
  return counts.reduce((least, each) => Math.min(least, each), counts[0] ?? 1);
}

/** Tells of schemas whose choices TypeScript cannot combine. */
export function uncombinedChoices({ schemas }: Api, report: Report): (schema: Schema) => void {
  const choices = combinedChoicesOf(schemas);
  return (schema) => {
    const conjuncts = conjunctsOf(schema);
    const { left } = choices.within(conjuncts);
    if (left === 0) return;
    const which = left === 1 ? "one of them is" : `${String(left)} of them are`;
    const message = `The alternatives of these parts come to more than ${String(maxCombined)} types together; ${which} left out of the type.`;
    const hint =
      "Validators hold values against all of them. To have all in the type, give each combination that is meant a schema of its own.";
    const { file, pointer } = schema.origin;
    report(diagnostic("type-too-complex", message, { at: { file, pointer }, hint }));
  };
}
