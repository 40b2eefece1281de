import type { Assertion, Schema } from "./schema.js";

/** Everything that must hold of a value of a schema: its assertions, with `allOf` opened. */
export function conjunctsOf({ assertions }: Pick<Schema, "assertions">): readonly Assertion[] {
  if (!assertions.some(({ kind }) => kind === "allOf")) return assertions;
  return assertions.flatMap((assertion) => (assertion.kind === "allOf" ? assertion.members.flatMap(conjunctsOf) : [assertion]));
}
