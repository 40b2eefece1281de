/** By what the text of a value tells which of several alternatives it was written for. */
import { certain } from "../../model/passes/described-property.js";
import type { Api } from "../../model/ir/api.js";
import type { Discriminator, Schema } from "../../model/ir/schema.js";

type Scalar = string | number | boolean;

export interface Telling {
  /** Members that must be there. */
  readonly required: readonly string[];
  /** Members that must not be there. */
  readonly absent: readonly string[];
  /** Values that a member may have, where it is there: constants and tags. */
  readonly values: ReadonlyMap<string, readonly Scalar[]>;
  /** Whether there may be no other members. */
  readonly closed: boolean;
}

export const saysNothing: Telling = { required: [], absent: [], values: new Map(), closed: false };

/** What tells that a value was written for a schema. `tags`: those that a discriminator gives it. */
export function tellingOf(
  schema: Schema,
  schemas: Api["schemas"],
  discriminator?: Discriminator,
  tags: Discriminator["tags"][number] = [],
): Telling {
  const objects = certain(schema, schemas).filter((assertion) => assertion.kind === "object");
  const values = new Map<string, readonly Scalar[]>();
  for (const { properties } of objects) {
    for (const { name, schema: member } of properties) {
      const known = member.hidden === undefined ? constantsOf(member, schemas) : undefined;
      if (known !== undefined) values.set(name, known);
    }
  }
  if (discriminator !== undefined && tags.length > 0 && tags.every(isScalar)) values.set(discriminator.property, tags);
  return {
    required: [
      ...new Set(
        objects.flatMap(({ properties, required }) => [...properties.flatMap((own) => (own.required ? [own.name] : [])), ...required]),
      ),
    ],
    absent: [],
    values,
    closed: objects.some(({ additionalProperties }) => additionalProperties?.assertions.some(({ kind }) => kind === "never") === true),
  };
}

/** What holds of a value for which both are meant. */
export function bothTelling(one: Telling, other: Telling): Telling {
  return {
    required: [...new Set([...one.required, ...other.required])],
    absent: [...new Set([...one.absent, ...other.absent])],
    values: new Map([...one.values, ...other.values]),
    closed: one.closed || other.closed,
  };
}

/** The only values that a schema allows; `undefined` where these are no scalars, or held as something else. */
function constantsOf(schema: Schema, schemas: Api["schemas"]): readonly Scalar[] | undefined {
  for (const assertion of certain(schema, schemas)) {
    if (assertion.kind !== "enum" || assertion.int64 !== undefined) continue;
    const { values } = assertion;
    if (values.every(isScalar)) return values;
  }
  return undefined;
}

const isScalar = (value: unknown): value is Scalar => ["string", "number", "boolean"].includes(typeof value);
