import type { Json } from "../../../source/source-file.js";
import { isInvalid } from "../../refusal/refusal.js";
import { isConjunction } from "../../ir/kinds.js";
import type { Api } from "../../ir/api.js";
import type { Schema, SchemaId } from "../../ir/schema.js";

/** Gives the default of a schema: its own, or else the first of what it refers to. `undefined` when there is none, or none that is valid where it stands. */
export type DefaultOf = (schema: Schema) => Json | undefined;

/** The same of values that what stands beside a reference, or another part of `allOf`, may refuse. Looks up each named schema once. */
export function writtenDefaults(schemas: Api["schemas"]): DefaultOf {
  const known = new Map<SchemaId, Json | undefined>();
  const ofNamed = (id: SchemaId): Json | undefined => {
    if (known.has(id)) return known.get(id);
    known.set(id, undefined); // so that circles end
    const named = schemas.get(id);
    const value = named === undefined ? undefined : first(named.schema);
    known.set(id, value);
    return value;
  };
  const first = ({ default: own, assertions }: Schema): Json | undefined => {
    if (own !== undefined) return own;
    for (const assertion of assertions) {
      if (!isConjunction(assertion)) continue;
      const value = assertion.kind === "ref" ? ofNamed(assertion.target) : assertion.members.map(first).find((each) => each !== undefined);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  return first;
}

/** Holds each default against its schema once. */
export function defaultsOf(schemas: Api["schemas"]): DefaultOf {
  const first = writtenDefaults(schemas);
  const invalid = new Map<Schema, boolean>();
  return (schema) => {
    const value = first(schema);
    if (value === undefined) return undefined;
    const isWrong = invalid.get(schema) ?? isInvalid(schema, value, { schemas });
    invalid.set(schema, isWrong);
    return isWrong ? undefined : value;
  };
}
