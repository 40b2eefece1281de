import type { Api } from "../../ir/api.js";
import type { ArrayAssertion, Assertion, NumberAssertion, ObjectAssertion, Schema, StringAssertion } from "../../ir/schema.js";
import type { Json } from "../../../source/source-file.js";

/** What values of a schema look like, as `Shape` of `runtime/shared/has-shape.ts`. */
export interface ValueShape {
  readonly shape: { readonly [key: string]: Json };
  /** Whether each value that looks like this is valid. */
  readonly exact: boolean;
}

const anything: ValueShape = { shape: {}, exact: true };

/** What nobody says of a value at a glance. */
const unknown: ValueShape = { shape: {}, exact: false };

/** References are opened this far. */
const deepest = 4;

/** The shape of the values of JSON that are valid against each of some schemas, and not against another. */
export function shapeOfAll(schemas: readonly Schema[], unless: Schema | undefined, api: Pick<Api, "schemas">): ValueShape {
  const shapes = schemas.map((schema) => shapeOf(schema, api, 0));
  return joined(unless === undefined ? shapes : [...shapes, without(shapeOf(unless, api, 0))], "all");
}

/** Of what only looks like something it is not sure that it is not. */
const without = ({ shape, exact }: ValueShape): ValueShape => (exact ? { shape: { not: shape }, exact } : unknown);

/** By the level that they were met at. Without it, each way through references would be walked. */
const known = new WeakMap<Api["schemas"], Map<number, WeakMap<Schema, ValueShape>>>();

function shapeOf(schema: Schema, api: Pick<Api, "schemas">, level: number): ValueShape {
  // Beyond the last level no reference is opened: all that are deeper are alike.
  const met = Math.min(level, deepest);
  const byLevel = known.get(api.schemas) ?? new Map<number, WeakMap<Schema, ValueShape>>();
  known.set(api.schemas, byLevel);
  const shapes = byLevel.get(met) ?? new WeakMap<Schema, ValueShape>();
  byLevel.set(met, shapes);
  const shape = shapes.get(schema) ?? shapeAt(schema, api, met);
  shapes.set(schema, shape);
  return shape;
}

function shapeAt(schema: Schema, api: Pick<Api, "schemas">, level: number): ValueShape {
  const inside = (inner: Schema): ValueShape => shapeOf(inner, api, level + 1);
  const format = schema.assertions.flatMap((assertion) => (assertion.kind === "number" ? (assertion.format ?? []) : []))[0];
  return joined(
    schema.assertions.map((assertion) =>
      shapeBy(assertion, format, inside, (id) => (level < deepest ? api.schemas.get(id)?.schema : undefined)),
    ),
    "all",
  );
}

const splitting = [
  ["properties", "others"],
  ["prefix", "items"],
] as const;

/** All of some shapes, or any of them. */
function joined(shapes: readonly ValueShape[], by: "all" | "any"): ValueShape {
  const exact = shapes.every((one) => one.exact);
  const said = shapes.map(({ shape }) => shape).filter((shape) => by === "any" || Object.keys(shape).length > 0);
  if (said.length === 0 || (by === "any" && said.some((shape) => Object.keys(shape).length === 0))) return exact ? anything : unknown;
  const names = said.flatMap((shape) => Object.keys(shape));
  // Which members or items are the others depends on those beside them.
  const isSplit = splitting.some(
    ([one, other]) => [one, other].every((name) => names.includes(name)) && !said.some((shape) => one in shape && other in shape),
  );
  // Shapes that say different things are one.
  const isOne = said.length === 1 || (by === "all" && !isSplit && new Set(names).size === names.length);
  return { shape: isOne ? Object.fromEntries(said.flatMap((shape) => Object.entries(shape))) : { [by]: said }, exact };
}

type Inside = (inner: Schema) => ValueShape;

function shapeBy(
  assertion: Assertion,
  format: string | undefined,
  inside: Inside,
  targetOf: (id: string) => Schema | undefined,
): ValueShape {
  switch (assertion.kind) {
    case "never":
      return { shape: { types: [] }, exact: true };
    case "type": {
      const is64 = format === "int64" || format === "uint64";
      const marked = assertion.int64 === undefined ? undefined : assertion.int64.unsigned ? "uint64" : "int64";
      const own = is64 ? format : marked;
      return { shape: { types: assertion.types.map((type) => (type === "integer" ? (own ?? type) : type)) }, exact: true };
    }
    case "enum":
      return assertion.values.some((value) => typeof value === "object" && value !== null)
        ? unknown
        : { shape: { values: assertion.values.map((value) => (typeof value === "bigint" ? Number(value) : value)) }, exact: true };
    case "number":
      return limited(assertion, numberLimits, ["double", "float", "int64", "uint64"]);
    case "string":
      return limited(assertion, textLimits, []);
    case "array":
      return shapeOfList(assertion, inside);
    case "object":
      return shapeOfObject(assertion, inside);
    case "ref": {
      const target = targetOf(assertion.target);
      return target === undefined ? unknown : inside(target);
    }
    case "allOf":
      return joined(assertion.members.map(inside), "all");
    case "anyOf":
      return joined(assertion.members.map(inside), "any");
    case "oneOf":
      // That it is of no second one is not looked at.
      return { ...joined(assertion.members.map(inside), "any"), exact: false };
    case "not":
      return without(inside(assertion.schema));
    case "if":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return unknown;
  }
}

const numberLimits = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] as const;
const textLimits = ["minLength", "maxLength"] as const;

/** The limits of a scalar, which is exact where nothing else is said of it but a format that is known by its type or is no limit. */
function limited(
  assertion: NumberAssertion | StringAssertion,
  limits: readonly (keyof NumberAssertion | keyof StringAssertion)[],
  formats: readonly string[],
): ValueShape {
  const { format } = assertion;
  const said = Object.entries(assertion).filter(([key, value]) => value !== undefined && !["kind", "format", "int64"].includes(key));
  const isLimit = ([key]: (typeof said)[number]): boolean => limits.some((limit) => limit === key);
  const shape = Object.fromEntries(said.filter(isLimit).map(([key, value]) => [key, Number(value)]));
  // A bound that a number does not hold is not the same one.
  const isExact = said.every((one) => isLimit(one) && !(typeof one[1] === "bigint" && BigInt(Number(one[1])) !== one[1]));
  return { shape, exact: isExact && (format === undefined || formats.includes(format)) };
}

function shapeOfList({ prefixItems, items, contains, minItems, maxItems, uniqueItems }: ArrayAssertion, inside: Inside): ValueShape {
  const first = prefixItems.map(inside);
  const item = items === undefined ? anything : inside(items);
  return {
    shape: {
      ...(first.length === 0 || [...first, item].every(isEmpty) ? {} : { prefix: first.map(({ shape }) => shape) }),
      ...(isEmpty(item) ? {} : { items: item.shape }),
      ...(minItems === undefined ? {} : { minItems }),
      ...(maxItems === undefined ? {} : { maxItems }),
    },
    exact: [...first, item].every(({ exact }) => exact) && contains === undefined && !uniqueItems,
  };
}

function shapeOfObject(assertion: ObjectAssertion, inside: Inside): ValueShape {
  const { properties, required, patternProperties, additionalProperties, propertyNames, minProperties, maxProperties } = assertion;
  const { dependentRequired, dependentSchemas } = assertion;
  const members = properties.map(({ name, schema }) => [name, inside(schema)] as const);
  const isOpen = patternProperties.length > 0 || additionalProperties === undefined;
  const others = isOpen ? anything : inside(additionalProperties);
  const named = members.filter(([, member]) => !isEmpty(member) || !isEmpty(others));
  const names = [...properties.filter((property) => property.required).map(({ name }) => name), ...required];
  const isMore = [patternProperties, dependentRequired, dependentSchemas].some(({ length }) => length > 0);
  const isLimited = [propertyNames, minProperties, maxProperties].some((limit) => limit !== undefined);
  return {
    shape: {
      ...(names.length === 0 ? {} : { required: names }),
      ...(named.length === 0 ? {} : { properties: Object.fromEntries(named.map(([name, { shape }]) => [name, shape])) }),
      ...(isEmpty(others) ? {} : { others: isNothing(others) ? false : others.shape }),
    },
    exact: members.every(([, { exact }]) => exact) && others.exact && !isMore && !isLimited,
  };
}

const isEmpty = ({ shape }: ValueShape): boolean => Object.keys(shape).length === 0;
const isNothing = ({ shape }: ValueShape): boolean => Array.isArray(shape["types"]) && shape["types"].length === 0;
