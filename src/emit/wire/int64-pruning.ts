import type { SchemaId } from "../../model/ir/schema.js";
import type { Int64Location, Int64LocationList, Int64ObjectLocation } from "./int64-locations.js";

/** The named schemas that hold a place, or lead to one that does. */
export function withLocationsOf(named: ReadonlyMap<SchemaId, Int64LocationList>): ReadonlySet<SchemaId> {
  const leadingTo = new Map<SchemaId, SchemaId[]>();
  const useful = new Set<SchemaId>();
  const look = (id: SchemaId, locations: Int64LocationList): void => {
    for (const location of locations) {
      if (location.kind === "integer") useful.add(id);
      else if (location.kind === "ref") {
        if (leadingTo.get(location.target)?.push(id) === undefined) leadingTo.set(location.target, [id]);
      } else for (const inner of innerOf(location)) look(id, inner);
    }
  };
  for (const [id, locations] of named) look(id, locations);
  // A set yields what is added while it is walked.
  for (const id of useful) for (const leading of leadingTo.get(id) ?? []) useful.add(leading);
  return useful;
}

export function innerOf(location: Exclude<Int64Location, { readonly kind: "integer" | "ref" }>): readonly Int64LocationList[] {
  switch (location.kind) {
    case "either":
    case "unevaluated":
      return [location.locations];
    case "fitting":
      return location.options.map(([, locations]) => locations);
    case "tag":
      return [...location.cases.map(([, locations]) => locations), location.otherwise];
    case "object":
      return [
        ...location.properties.map(([, locations]) => locations),
        ...location.patterns.map(([, locations]) => locations),
        location.additional,
      ];
    case "array":
      return [...location.prefix, location.items];
  }
}

type Holding = Extract<Int64Location, { readonly kind: "tag" | "object" | "array" | "unevaluated" }>;

/** The same with other places inside. */
export function mappedInside(location: Holding, inside: (inner: Int64LocationList) => Int64LocationList): Holding {
  switch (location.kind) {
    case "tag":
      return { ...location, cases: location.cases.map(([tag, inner]) => [tag, inside(inner)]), otherwise: inside(location.otherwise) };
    case "object":
      return {
        ...location,
        properties: location.properties.map(([name, inner]) => [name, inside(inner)]),
        patterns: location.patterns.map(([pattern, inner]) => [pattern, inside(inner)]),
        additional: inside(location.additional),
      };
    case "array":
      return { ...location, prefix: location.prefix.map(inside), items: inside(location.items) };
    case "unevaluated":
      return { ...location, locations: inside(location.locations) };
  }
}

/** Without what holds no place. */
export function pruned(locations: Int64LocationList, useful: ReadonlySet<SchemaId>): Int64LocationList {
  // A place of alternatives stands in their list and in one of them, and so again for each level of alternatives inside alternatives.
  const known = new Map<Int64Location, Int64LocationList>();
  const keep = (inner: Int64LocationList): Int64LocationList => {
    const kept = inner.flatMap((location) => {
      const left = known.get(location) ?? prunedOne(location, useful, keep);
      known.set(location, left);
      return left;
    });
    return kept.some(({ kind }) => kind === "integer") ? [...new Map(kept.map((location) => [keyOf(location), location])).values()] : kept;
  };
  return keep(locations);
}

type Keep = (inner: Int64LocationList) => Int64LocationList;

function prunedOne(location: Int64Location, useful: ReadonlySet<SchemaId>, keep: Keep): Int64LocationList {
  switch (location.kind) {
    case "integer":
      return [location];
    case "ref":
      return useful.has(location.target) ? [location] : [];
    case "either": {
      const inner = keep(location.locations);
      const options = location.options.map((option) => ({ ...option, locations: keep(option.locations) }));
      return inner.length === 0 ? [] : [{ ...location, locations: inner, options }];
    }
    case "fitting": {
      const options = location.options.map(([shape, inner]) => [shape, keep(inner)] as const);
      return options.some(([, inner]) => inner.length > 0) ? [{ ...location, options }] : [];
    }
    case "tag": {
      const cases = location.cases.map(([tag, inner]) => [tag, keep(inner)] as const);
      const otherwise = keep(location.otherwise);
      return otherwise.length > 0 || cases.some(([, inner]) => inner.length > 0) ? [{ ...location, cases, otherwise }] : [];
    }
    case "unevaluated": {
      const inner = keep(location.locations);
      return inner.length === 0 ? [] : [{ ...location, locations: inner }];
    }
    case "object":
      return prunedObject(location, keep);
    case "array": {
      const array = { ...location, prefix: location.prefix.map(keep), items: keep(location.items) };
      return array.items.length > 0 || array.prefix.some((inner) => inner.length > 0) ? [array] : [];
    }
  }
}

/** The same for the same places; what holds others is only itself. */
const keyOf = (location: Int64Location): Int64Location | string =>
  location.kind === "integer" ? `integer ${String(location.text)}` : location.kind === "ref" ? `ref ${location.target}` : location;

/** What a pattern or all other names say must not be taken to speak of a property that holds nothing. */
function prunedObject(location: Int64ObjectLocation, keep: Keep): Int64LocationList {
  const patterns = location.patterns.map(([pattern, inner]) => [pattern, keep(inner)] as const);
  const additional = keep(location.additional);
  const isOpen = additional.length > 0 || patterns.some(([, inner]) => inner.length > 0);
  const properties = location.properties
    .map(([name, inner]) => [name, keep(inner)] as const)
    .filter(([, inner]) => isOpen || inner.length > 0);
  return isOpen || properties.length > 0 ? [{ kind: "object", properties, patterns: isOpen ? patterns : [], additional }] : [];
}
