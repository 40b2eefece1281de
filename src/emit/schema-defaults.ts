import type { Api, Parameter, Schema, SchemaId } from "../model/types.js";
import type { Json } from "../source/source-file.js";
import { allows, decodableOf } from "./decode-shape.js";

/** Defaults of named schemas that were looked up already. One that is being looked up has none, so that circles end. */
export type KnownDefaults = Map<SchemaId, Json | undefined>;

/** The value an optional parameter has when it is not sent; `undefined` when the description has none, or none of the right type. */
export function defaultOf(api: Api, { required, schema }: Parameter): Json | undefined {
  return required ? undefined : defaultOfSchema(api, schema);
}

/** The default of a schema: its own, or else the first of what it refers to. `undefined` when there is none, or none of the right type. */
export function defaultOfSchema(api: Api, schema: Schema, known: KnownDefaults = new Map()): Json | undefined {
  const value = firstDefault(api, schema, known);
  return value === undefined || !allows(decodableOf(api, schema), value) ? undefined : value;
}

function firstDefault(api: Api, schema: Schema, known: KnownDefaults): Json | undefined {
  if (schema.default !== undefined) return schema.default;
  for (const assertion of schema.assertions) {
    if (assertion.kind === "ref") {
      const value = defaultOfNamed(api, assertion.target, known);
      if (value !== undefined) return value;
    }
    if (assertion.kind !== "allOf") continue;
    for (const member of assertion.members) {
      const value = firstDefault(api, member, known);
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

function defaultOfNamed(api: Api, id: SchemaId, known: KnownDefaults): Json | undefined {
  if (known.has(id)) return known.get(id);
  known.set(id, undefined);
  const named = api.schemas.get(id);
  const value = named === undefined ? undefined : firstDefault(api, named.schema, known);
  known.set(id, value);
  return value;
}
