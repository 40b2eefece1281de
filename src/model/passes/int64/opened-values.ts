import { isAlternatives, isConjunction } from "../../ir/kinds.js";
import { eachChild, isInPlace } from "../../ir/visit.js";
import type { Said } from "./parts-of-values.js";
import type { Api } from "../../ir/api.js";
import type { Assertion, Schema } from "../../ir/schema.js";

/** All that is said of the very same value. */
export function opened(given: readonly Said[], api: Pick<Api, "schemas">): readonly Said[] {
  const all = new Map<Schema, Said>();
  const look = (said: Said): void => {
    const before = all.get(said.schema);
    if (before !== undefined && (before.certain || !said.certain)) return;
    all.set(said.schema, said);
    for (const assertion of said.schema.assertions) {
      const certain = said.certain && holdsAlways(assertion);
      const target = targetOf(assertion, api);
      if (target !== undefined) look({ schema: target, certain, own: false });
      eachChild(assertion, (schema, relation) => {
        if (isInPlace(relation)) look({ schema, certain, own: said.own });
      });
    }
  };
  given.forEach(look);
  return [...all.values()];
}

function targetOf(assertion: Assertion, api: Pick<Api, "schemas">): Schema | undefined {
  return assertion.kind === "ref" ? api.schemas.get(assertion.target)?.schema : undefined;
}

/** Whether what an assertion is made of holds of every value, but for null. */
function holdsAlways(assertion: Assertion): boolean {
  if (isAlternatives(assertion)) return assertion.members.filter((member) => !isNull(member)).length === 1;
  return isConjunction(assertion);
}

const isNull = ({ assertions }: Schema): boolean =>
  assertions.some((assertion) => assertion.kind === "type" && assertion.types.every((type) => type === "null"));
