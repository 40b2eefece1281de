import type { Assertion, JsonType } from "./schema.js";

/** The JSON types that are left after all `type` assertions; `undefined` when there is none. An integer is a number too. */
export function assertedTypes(assertions: readonly Assertion[]): readonly JsonType[] | undefined {
  let types: readonly JsonType[] | undefined;
  for (const assertion of assertions) {
    if (assertion.kind !== "type") continue;
    types = types === undefined ? assertion.types : typesInCommon(types, assertion.types);
  }
  return types;
}

/** The types that a value has which has one of each list. */
export function typesInCommon(one: readonly JsonType[], other: readonly JsonType[]): readonly JsonType[] {
  return [...new Set(one.flatMap((type) => narrowed(type, other)))];
}

function narrowed(type: JsonType, types: readonly JsonType[]): readonly JsonType[] {
  if (types.includes(type)) return [type];
  if (type === "number" && types.includes("integer")) return ["integer"];
  return type === "integer" && types.includes("number") ? ["integer"] : [];
}
