import { isJsonArray, type Json } from "../../../source/source-file.js";
import type { Api } from "../../ir/api.js";
import type { Property, Schema } from "../../ir/schema.js";
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
  const endless = new Set<Property>();
  const walk = walkFillings(endless, (filled) => {
    const by = isCircular(filled.property) ? filled.by.filter((schema) => schema !== filled.property.schema) : filled.by;
    if (by.length === 0) return undefined;
    const key = keyOf([{ schema: filled.property.schema, role: "chosen" }, ...certain(by)]);
    return { key, property: filled.property, inside: () => filledIn(by, filled.value, { schemas, defaultOf }) };
  });
  const seen = new Set<string>();
  const waiting: (readonly Schema[])[] = partsOf(schemas).map((schema) => [schema]);
  // A list yields what is added while it is walked.
  for (const said of waiting) {
    walk(filledIn(said, {}, { schemas, defaultOf }));
    for (const joint of saidTogether(said, schemas)) {
      const key = keyOf(certain(joint));
      if (!seen.has(key)) waiting.push(joint);
      if (seen.add(key).size > maxSets) return "all";
    }
  }
  return endless;
}

/** A default on the way from one that is filled in to those inside it. */
interface Step {
  readonly key: string;
  readonly property: Property;
  readonly inside: () => readonly Filled[];
}

/** A step that is being taken: what is still to be looked at inside, and the first step that something inside leads back to. */
interface Open {
  readonly step: Step;
  readonly left: Filled[];
  back: number;
}

/** Follows what is filled in, and adds what leads back to itself to `endless`. A list of its own, as chains are longer than a stack of calls. */
function walkFillings(endless: Set<Property>, stepOf: (filled: Filled) => Step | undefined): (filled: readonly Filled[]) => void {
  const done = new Set<string>();
  const open: Open[] = [];
  const places = new Map<string, number>();
  const enter = (filled: Filled): void => {
    const step = stepOf(filled);
    if (step === undefined) return;
    const around = open.at(-1);
    const place = places.get(step.key);
    if (place !== undefined && around !== undefined) around.back = Math.min(around.back, place);
    if (done.has(step.key)) return;
    done.add(step.key);
    places.set(step.key, open.length);
    open.push({ step, left: [...step.inside()], back: Infinity });
  };
  const leave = ({ step, back }: Open): void => {
    open.pop();
    places.delete(step.key);
    if (back > open.length) return;
    endless.add(step.property);
    const around = open.at(-1);
    if (around !== undefined && back < open.length) around.back = Math.min(around.back, back);
  };
  return (all) => {
    for (const filled of all) {
      enter(filled);
      for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
        const next = last.left.shift();
        if (next === undefined) leave(last);
        else enter(next);
      }
    }
  };
}

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
