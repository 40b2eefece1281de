import { isJsonArray, type Json } from "../../../source/source-file.js";
import { printJson } from "../../ir/print-json.js";
import type { Api } from "../../ir/api.js";
import type { ArrayAssertion, ObjectAssertion, Property, Schema } from "../../ir/schema.js";
import { stronglyConnected } from "../../ir/strongly-connected-components.js";
import { eachChild, isInPlace } from "../../ir/visit.js";
import { inPlaceIn, saidKeys, saidOfMembers, type Said } from "./said-in-place.js";

type DefaultOf = (property: Property) => Json | undefined;

/** A property that a value leaves out, its default, and what completes that. */
interface Filled {
  readonly property: Property;
  /** A list or an object. */
  readonly value: Json;
  readonly by: readonly Schema[];
}

/** Sets of schemas that are looked at, and schemas in all of them: beyond these no default that is a list or an object is filled in. */
const [maxSets, maxSaid] = [20_000, 1_000_000];

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
  const keyOnce = once((said: readonly Schema[]) => keyOf(said.map((schema): Said => ({ schema, role: "certain" }))));
  const textOnce = once(printJson);
  const looked = new Map<string, Completing>();
  let left = maxSaid;
  const completingOnce: Asking["completing"] = (said) => {
    const key = keyOnce(said);
    const found = looked.get(key) ?? completing(said, schemas);
    if (!looked.has(key)) left -= found.size;
    looked.set(key, found);
    return found;
  };
  const asking: Asking = { completing: completingOnce, defaultOf };
  const fillings = new Map<string, Filling>();
  const stepsOf = (found: readonly Filled[]): readonly Step[] =>
    found.flatMap(({ property, value, by }) => {
      const others = isCircular(property) ? by.filter((schema) => schema !== property.schema) : by;
      if (others.length === 0) return [];
      const key = `${keyOnce(others)} ${textOnce(value)}`;
      const filling = fillings.get(key) ?? { value, by: others };
      fillings.set(key, filling);
      return [{ property, filling }];
    });
  const stepsInside = once((filling: Filling) => (left < 0 ? [] : stepsOf(filledIn(filling.by, filling.value, asking))));
  const components = stronglyConnected((filling: Filling) => stepsInside(filling).map((step) => step.filling));
  const seen = new Set<string>();
  const waiting: (readonly Schema[])[] = partsOf(schemas).map((schema) => [schema]);
  // A list yields what is added while it is walked.
  for (const said of waiting) {
    for (const { filling } of stepsOf(filledIn(said, {}, asking))) components.follow(filling);
    for (const joint of saidTogether(completingOnce(said))) {
      const key = keyOnce(joint);
      if (!seen.has(key)) waiting.push(joint);
      if (seen.add(key).size > maxSets) return "all";
    }
    if (left < 0) return "all";
  }
  const endless = new Set<Property>();
  for (const [filling, component] of components.of)
    for (const step of stepsInside(filling)) if (components.of.get(step.filling) === component) endless.add(step.property);
  return endless;
}

/** The same, asked once of each. */
function once<K, V>(find: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const found = known.has(key) ? (known.get(key) as V) : find(key); // it was set
    known.set(key, found);
    return found;
  };
}

/** A default that is filled in: one object, whichever property it is of. */
type Filling = Pick<Filled, "value" | "by">;

/** What is filled in inside another default. */
interface Step {
  readonly property: Property;
  readonly filling: Filling;
}

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

/** What completes a value. */
interface Completing {
  readonly objects: readonly ObjectAssertion[];
  readonly arrays: readonly ArrayAssertion[];
  readonly ofMember: (name: string) => readonly Schema[];
  /** Schemas that were looked at. */
  readonly size: number;
}

/** What completes a value that all these schemas are about. */
function completing(said: readonly Schema[], schemas: Api["schemas"]): Completing {
  const all = inPlaceIn(
    said.map((schema) => ({ schema, role: "certain" })),
    schemas,
  );
  const schemasOnce = new Set(all.filter(({ role }) => role !== "condition").map(({ schema }) => schema));
  const assertions = [...schemasOnce].flatMap((schema) => schema.assertions);
  const objects = assertions.filter((each) => each.kind === "object");
  const arrays = assertions.filter((each) => each.kind === "array");
  return { objects, arrays, ofMember: saidOfMembers(objects), size: all.length };
}

/** What is said of the same member of a value by several schemas. */
function saidTogether({ objects, ofMember }: Completing): readonly (readonly Schema[])[] {
  if (objects.length < 2) return [];
  const names = new Set(objects.flatMap(({ properties }) => properties.map(({ name }) => name)));
  return Array.from(names, ofMember).filter(({ length }) => length > 1);
}

interface Asking {
  readonly completing: (said: readonly Schema[]) => Completing;
  readonly defaultOf: DefaultOf;
}

/** The lists and objects that are filled in somewhere in a value. */
function filledIn(said: readonly Schema[], value: Json, asking: Asking): readonly Filled[] {
  if (typeof value !== "object" || value === null || said.length === 0) return [];
  const { objects, arrays, ofMember } = asking.completing(said);
  if (isJsonArray(value)) {
    return value.flatMap((item, index) =>
      filledIn(
        arrays.flatMap(({ prefixItems, items }) => prefixItems[index] ?? items ?? []),
        item,
        asking,
      ),
    );
  }
  const sent = Object.entries(value).flatMap(([name, member]) => filledIn(ofMember(name), member, asking));
  const left = objects.flatMap(({ properties }) =>
    properties.flatMap((property): readonly Filled[] => {
      const filled = Object.hasOwn(value, property.name) ? undefined : asking.defaultOf(property);
      if (typeof filled !== "object" || filled === null) return [];
      return [{ property, value: filled, by: ofMember(property.name) }];
    }),
  );
  return [...sent, ...left];
}
