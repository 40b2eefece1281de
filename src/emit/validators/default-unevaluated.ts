/** Completion of what nothing else looks at: `unevaluatedProperties` and `unevaluatedItems`. */
import { isUnevaluated, type AssertionOf } from "../../model/ir/kinds.js";
import type { ArrayAssertion, ObjectAssertion, Schema } from "../../model/ir/schema.js";
import { code, type Code } from "../print/code.js";
import { callTo } from "./call.js";
import { askedForm } from "./condition.js";
import type { Writer } from "./defaults.js";
import { evaluatedMembers, othersThan, type Members } from "../../model/ir/evaluated-members.js";
import { runtime, type FunctionScope, type Place } from "./function-scope.js";
import { fits, printTest } from "./test.js";
import { emptySchema } from "../../model/ir/empty-schema.js";

type Unevaluated = AssertionOf<"unevaluatedProperties" | "unevaluatedItems">;

/** How the members are completed that nothing else in a schema looks at. */
export interface UnevaluatedCompletion {
  /** Where it is the same members in every value: what says as much of them as of others. */
  readonly fixed: readonly (ObjectAssertion | ArrayAssertion)[];
  /** Where it depends on the value: statements that complete `result`. */
  readonly lines: readonly Code[];
}

export function completeUnevaluated(schema: Schema, place: Place, scope: FunctionScope, writer: Writer): UnevaluatedCompletion {
  const meant = schema.assertions.filter(isUnevaluated).filter((assertion) => writer.needs.by(assertion));
  if (meant.length === 0) return { fixed: [], lines: [] };
  const { graph } = writer.file;
  const members = evaluatedMembers(schema, (id) => graph.resolve(id));
  if (members !== undefined) return { fixed: meant.flatMap((assertion) => fixedMembers(assertion, members)), lines: [] };
  const seen = scope.locals.take("seen");
  const others = { ...schema, assertions: schema.assertions.filter((assertion) => !isUnevaluated(assertion)) };
  const call = callTo(others, { ...place, name: `${place.name}Evaluated`, seen }, scope);
  return {
    fixed: [],
    lines: [
      code`const ${seen} = ${runtime(scope, "evaluated")}();`,
      // Asked for what it looks at alone: the value is valid.
      ...(call === undefined ? [] : [code`void ${printTest(fits(call, askedForm(scope)))};`]),
      ...meant.flatMap((assertion) => unseenLines(assertion, seen, place, scope, writer)),
    ],
  };
}

function fixedMembers({ kind, schema }: Unevaluated, members: Members): readonly (ObjectAssertion | ArrayAssertion)[] {
  if (kind === "unevaluatedItems") {
    if (members.items === Infinity) return [];
    const prefixItems = Array.from({ length: members.items }, () => emptySchema);
    return [{ kind: "array", prefixItems, items: schema, uniqueItems: false }];
  }
  return members.allNames ? [] : [othersThan(members, schema)];
}

function unseenLines({ kind, schema }: Unevaluated, seen: Code, { name }: Place, scope: FunctionScope, writer: Writer): readonly Code[] {
  const complete = writer.of(schema, `${name}Unevaluated`);
  if (complete === undefined) return [];
  const by = kind === "unevaluatedProperties" ? "completeUnseenProperties" : "completeUnseenItems";
  const fill = complete.fills ? code`fill` : code`false`;
  return [code`result = ${runtime(scope, by)}(result, ${fill}, ${complete.name}, ${seen});`];
}

/** Whether a schema says something of what nothing else in it looks at by which a value has to be completed. */
export const completesUnevaluated = ({ assertions }: Schema, needs: Writer["needs"]): boolean =>
  assertions.some((assertion) => isUnevaluated(assertion) && needs.by(assertion));
