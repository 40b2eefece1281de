import type { Api, Assertion, JsonType, ObjectAssertion, Schema, SchemaId } from "../model/types.js";
import type { Json } from "../source/source-file.js";
import type { Cycles } from "./types-cycles.js";

/** Where a schema is printed: what its references and the names it requires mean there. */
export interface Place {
  readonly api: Api;
  readonly cycles: Cycles;
  /** The named schema that is being printed, or that was printed in place of a reference. */
  readonly id: SchemaId | undefined;
  /** Named schemas that are being printed, outermost first. */
  readonly printing: readonly SchemaId[];
  /** Whether a binary string may be a `Blob` here: not in JSON. */
  readonly bytes: boolean;
  /** A property that a schema around this one declares. */
  readonly declared: (name: string) => Schema | undefined;
}

/** An assertion that holds, and the place its own schemas are printed at. */
export interface Conjunct {
  readonly assertion: Assertion;
  readonly place: Place;
}

/** Everything that must hold of a value of a schema: its assertions, with `allOf` opened, and references that lead in a circle. */
export function conjunctsOf(schema: Schema, place: Place): readonly Conjunct[] {
  return schema.assertions.flatMap((assertion) => {
    switch (assertion.kind) {
      case "allOf":
        return assertion.members.flatMap((member) => conjunctsOf(member, place));
      case "ref":
        return onCycle(place, assertion.target, "any") ? openedConjuncts(assertion.target, place) : [{ assertion, place }];
      default:
        return [{ assertion, place }];
    }
  });
}

export function onCycle(place: Place, target: SchemaId, position: "any" | "member"): boolean {
  return place.id !== undefined && place.cycles[position](place.id, target);
}

/** The place of a named schema that is printed instead of a reference to it; nothing when it is being printed already. */
export function opened(target: SchemaId, place: Place): { readonly schema: Schema; readonly place: Place } | undefined {
  const named = place.api.schemas.get(target);
  if (named === undefined || place.printing.includes(target)) return undefined;
  return { schema: named.schema, place: { ...place, id: target, printing: [...place.printing, target] } };
}

/**
 * The usual circle is a base that is one of its own subtypes, each of which is the base and more. Of the base, a subtype keeps
 * the properties and leaves the choice: it is the choice made.
 */
function openedConjuncts(target: SchemaId, place: Place): readonly Conjunct[] {
  const inner = opened(target, place);
  if (inner === undefined) return [];
  return conjunctsOf(inner.schema, inner.place).filter(({ assertion }) => {
    if (assertion.kind !== "anyOf" && assertion.kind !== "oneOf") return true;
    return !assertion.members.some((member) =>
      member.assertions.some((part) => part.kind === "ref" && onCycle(inner.place, part.target, "any")),
    );
  });
}

/** The JSON types that are left after all `type` assertions; `undefined` when there is none. */
export function typesOf(conjuncts: readonly Conjunct[]): readonly JsonType[] | undefined {
  let types: readonly JsonType[] | undefined;
  for (const { assertion } of conjuncts) {
    if (assertion.kind !== "type") continue;
    types = types === undefined ? assertion.types : types.flatMap((type) => narrowed(type, assertion.types));
  }
  return types;
}

function narrowed(type: JsonType, types: readonly JsonType[]): readonly JsonType[] {
  if (types.includes(type)) return [type];
  if (type === "number" && types.includes("integer")) return ["integer"];
  return type === "integer" && types.includes("number") ? ["integer"] : [];
}

/** The values that are left after all `enum` assertions; `undefined` when there is none. */
export function valuesOf(conjuncts: readonly Conjunct[], types: readonly JsonType[] | undefined): readonly Json[] | undefined {
  let values: readonly Json[] | undefined;
  for (const { assertion } of conjuncts) {
    if (assertion.kind !== "enum") continue;
    const allowed = new Set(assertion.values.map((value) => JSON.stringify(value)));
    values = values === undefined ? assertion.values : values.filter((value) => allowed.has(JSON.stringify(value)));
  }
  return types === undefined ? values : values?.filter((value) => typesOfValue(value).some((type) => types.includes(type)));
}

function typesOfValue(value: Json): readonly JsonType[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  if (typeof value === "number") return Number.isInteger(value) ? ["integer", "number"] : ["number"];
  if (typeof value === "string" || typeof value === "boolean") return [typeof value === "string" ? "string" : "boolean"];
  return ["object"];
}

/** The schema of a property of a value of these conjuncts: declared beside, behind a reference, or around them. */
export function propertyOf(name: string, conjuncts: readonly Conjunct[], seen = new Set<SchemaId>()): Schema | undefined {
  for (const { assertion, place } of conjuncts) {
    if (assertion.kind === "object") {
      const own = ownProperty(assertion, name);
      if (own !== undefined) return own;
    } else if (assertion.kind === "ref" && !seen.has(assertion.target)) {
      seen.add(assertion.target);
      const named = place.api.schemas.get(assertion.target);
      const found = named && propertyOf(name, conjunctsOf(named.schema, { ...place, id: named.id, printing: [named.id] }), seen);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function ownProperty(assertion: ObjectAssertion, name: string): Schema | undefined {
  return assertion.properties.find((property) => property.name === name)?.schema;
}

/** Inside an object or an array: nothing is known of what the schemas around declare, and no reference leads in a circle. */
export function inside(place: Place): Place {
  return { ...place, id: undefined, printing: [], declared: () => undefined };
}
