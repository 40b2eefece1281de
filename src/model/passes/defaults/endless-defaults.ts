import { isJsonArray, type Json } from "../../../source/source-file.js";
import type { Api } from "../../ir/api.js";
import type { Property, Schema } from "../../ir/schema.js";
import { stronglyConnected } from "../../ir/strongly-connected-components.js";
import { eachChild, isInPlace } from "../../ir/visit.js";
import { inPlaceIn, saidKeys, schemasOfMember, type Said } from "./said-in-place.js";

type DefaultOf = (property: Property) => Json | undefined;

/** A property that a value leaves out, its default, and what completes that. */
interface Filled {
  readonly property: Property;
  readonly value: object;
  readonly by: readonly Schema[];
}

/** Sets of schemas that are looked at: beyond them no default that is a list or an object is filled in. */
const maxSets = 20_000;

/**
 * Tells whether a default would be filled in without an end, because something else says of the property what leads to it again: another
 * part of `allOf`, what is around it, a pattern. By its own schema alone a default is not completed where it is circular.
 * @param isCircular Whether a default holds itself by its own schema.
 */
export function endlessDefaults(
  schemas: Api["schemas"],
  defaultOf: DefaultOf,
  isCircular: (property: Property) => boolean,
): (property: Property) => boolean {
  let found: ReadonlySet<Property> | "all" | undefined;
  return (property) => {
    found ??= search(schemas, defaultOf, isCircular);
    return found === "all" || found.has(property);
  };
}

function search(schemas: Api["schemas"], defaultOf: DefaultOf, isCircular: (property: Property) => boolean): ReadonlySet<Property> | "all" {
  const keyOf = saidKeys();
  const steps = new Map<Property, Map<string, Step>>();
  const stepsOf = (filled: readonly Filled[]): readonly Step[] =>
    filled.flatMap(({ property, value, by }) => {
      const others = isCircular(property) ? by.filter((schema) => schema !== property.schema) : by;
      if (others.length === 0) return [];
      const key = keyOf(certain(others));
      const known = steps.get(property) ?? new Map<string, Step>();
      const step = known.get(key) ?? { property, value, by: others };
      steps.set(property, known.set(key, step));
      return [step];
    });
  const inside = new Map<Step, readonly Step[]>();
  const stepsInside = (step: Step): readonly Step[] => {
    const found = inside.get(step) ?? stepsOf(filledIn(step.by, step.value, { schemas, defaultOf }));
    inside.set(step, found);
    return found;
  };
  const components = stronglyConnected(stepsInside);
  const seen = new Set<string>();
  const waiting: (readonly Schema[])[] = partsOf(schemas).map((schema) => [schema]);
  // A list yields what is added while it is walked.
  for (const said of waiting) {
    for (const step of stepsOf(filledIn(said, {}, { schemas, defaultOf }))) components.follow(step);
    for (const joint of saidTogether(said, schemas)) {
      const key = keyOf(certain(joint));
      if (!seen.has(key)) waiting.push(joint);
      if (seen.add(key).size > maxSets) return "all";
    }
  }
  return new Set([...components.of.keys()].filter((step) => components.isOnCycle(step)).map(({ property }) => property));
}

/** A default that is filled in: one object, whichever way leads to it. */
type Step = Filled;

const certain = (all: readonly Schema[]): readonly Said[] => all.map((schema): Said => ({ schema, role: "certain" }));

/** Named schemas, and those of the parts of values. */
function partsOf(schemas: Api["schemas"]): readonly Schema[] {
  const found = new Set<Schema>();
  const look = (schema: Schema): void => {
    for (const assertion of schema.assertions)
      eachChild(assertion, (inner, relation) => {
        if (!isInPlace(relation)) found.add(inner);
        look(inner);
      });
  };
  for (const { schema } of schemas.values()) {
    found.add(schema);
    look(schema);
  }
  return [...found];
}

/** What completes a value that all these schemas are about. */
function completing(said: readonly Schema[], schemas: Api["schemas"]) {
  const all = inPlaceIn(certain(said), schemas).filter(({ role }) => role !== "condition");
  const assertions = [...new Set(all.map(({ schema }) => schema))].flatMap((schema) => schema.assertions);
  return {
    objects: assertions.filter((each) => each.kind === "object"),
    arrays: assertions.filter((each) => each.kind === "array"),
  };
}

/** What is said of the same member of a value by several schemas. */
function saidTogether(said: readonly Schema[], schemas: Api["schemas"]): readonly (readonly Schema[])[] {
  const { objects } = completing(said, schemas);
  if (objects.length < 2) return [];
  const names = new Set(objects.flatMap(({ properties }) => properties.map(({ name }) => name)));
  return Array.from(names, (name) => schemasOfMember(name, objects)).filter(({ length }) => length > 1);
}

interface Filling {
  readonly schemas: Api["schemas"];
  readonly defaultOf: DefaultOf;
}

/** The lists and objects that are filled in somewhere in a value. */
function filledIn(said: readonly Schema[], value: Json | object, filling: Filling): readonly Filled[] {
  if (typeof value !== "object" || value === null || said.length === 0) return [];
  const { objects, arrays } = completing(said, filling.schemas);
  if (isJsonArray(value as Json)) {
    return (value as readonly Json[]).flatMap((item, index) =>
      filledIn(
        arrays.flatMap(({ prefixItems, items }) => prefixItems[index] ?? items ?? []),
        item,
        filling,
      ),
    );
  }
  const sent = Object.entries(value as Record<string, Json>).flatMap(([name, member]) =>
    filledIn(schemasOfMember(name, objects), member, filling),
  );
  const left = objects.flatMap(({ properties }) =>
    properties.flatMap((property): readonly Filled[] => {
      const filled = Object.hasOwn(value, property.name) ? undefined : filling.defaultOf(property);
      if (typeof filled !== "object" || filled === null) return [];
      return [{ property, value: filled, by: schemasOfMember(property.name, objects) }];
    }),
  );
  return [...sent, ...left];
}
