import type { JsonType, Schema } from "../../ir/schema.js";
import { isAmong, isOfTypes, typeOfValue } from "../../ir/type-of-value.js";
import { canonical } from "../canonical.js";
import type { Course } from "../compare-schema.js";
import { addSchema, normalSchema, type Choice, type NormalSchema } from "../normal-schema.js";

type Side = "before" | "now";
type Values = NonNullable<NormalSchema["values"]>;

/** What is known of an alternative. */
export interface Shape {
  /** Undefined where any is allowed, or it is not known. */
  readonly types: readonly JsonType[] | undefined;
  readonly values: Values | undefined;
  /** Of required properties, the values that they may have. */
  readonly tags: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether it says nothing of objects. */
  readonly isAnyObject: boolean;
  /** What it says, by which it is known to be the same as another. */
  readonly text: string;
}

/** `shapes`: of schemas with names, what was found of them, by side and name. */
type Told = Pick<Course, "say" | "schemaOf" | "shapes">;

/** References that lead on to another one, and choices in choices, are followed so far. */
export const maxFollowed = 16;

/**
 * Says where a value of `oneOf` that fitted one alternative fits two now, and is refused: an alternative that takes more, or a new one, overlaps another; and
 * where one that fitted two fits one now. It is judged by types and by listed values, and for objects by whether a required property tells them apart.
 */
export function compareOverlaps(before: Choice, now: Choice, course: Told): void {
  if (before.kind !== "oneOf" || now.kind !== "oneOf" || Math.max(before.members.length, now.members.length) < 2) return;
  const [old, fresh] = [shapesOf(before, "before", course), shapesOf(now, "now", course)];
  const values = new Map([...old, ...fresh].flatMap(({ values: listed = [] }) => listed.map((value) => [keyOf(value), value] as const)));
  const [was, is] = [
    { choice: before, shapes: old, counts: counted(old, values) },
    { choice: now, shapes: fresh, counts: counted(fresh, values) },
  ];
  const [more, less] = [overlapOf(was, is), overlapOf(is, was)];
  if (more !== undefined)
    course.say("alternatives-overlap", "narrower", `has several alternatives for ${more} now, of which no more than one may hold`);
  if (less !== undefined)
    course.say("alternatives-overlap", "wider", `has one alternative for ${less} now, and had several, of which no more than one may hold`);
}

interface Counted {
  readonly choice: Choice;
  readonly shapes: readonly Shape[];
  readonly counts: ReadonlyMap<string, number>;
}

/** What fits one alternative of the one choice, and several of the other. */
function overlapOf(one: Counted, other: Counted): string | undefined {
  const ofObjects = one.shapes.filter(takesObjects).length;
  if (ofObjects > 0 && !isAnyTaken(one.shapes) && isAnyTaken(other.shapes)) return "object";
  // Of objects without such a property, another alternative is not held against the first: few values fit both.
  if (ofObjects > 1 && isTold(one.choice, one.shapes) && !isTold(other.choice, other.shapes)) return "object";
  return Array.from(other.counts).find(([key, count]) => count > 1 && one.counts.get(key) === 1)?.[0];
}

/** Whether every object of an alternative is one of another, which takes any, or is the same once more. */
function isAnyTaken(shapes: readonly Shape[]): boolean {
  const objects = shapes.filter(takesObjects);
  return (
    objects.length > 1 && (objects.some(({ isAnyObject }) => isAnyObject) || new Set(objects.map(({ text }) => text)).size < objects.length)
  );
}

const keyOf = (value: unknown): string => canonical(value, "default").text;

const shapesOf = ({ members }: Choice, side: Side, course: Told): readonly Shape[] => members.map((each) => shapeOf(each, side, course));

function shapeOf(schema: Schema, side: Side, course: Told, depth = 0): Shape {
  const [first, more] = schema.assertions;
  if (first?.kind !== "ref" || more !== undefined) return shapeOfNormal(normalSchema(schema), side, course, depth);
  const key = JSON.stringify([side, first.target]);
  const known = course.shapes.get(key) ?? shapeOfNormal(normalSchema(schema), side, course, depth);
  course.shapes.set(key, known);
  return known;
}

function shapeOfNormal(normal: NormalSchema, side: Side, course: Told, depth: number): Shape {
  for (let rounds = 0; rounds < maxFollowed; rounds += 1) {
    const id = normal.refs.pop();
    if (id === undefined) break;
    const target = course.schemaOf(id, side);
    if (target !== undefined) addSchema(normal, target);
  }
  const { object, refs, choices, parts } = normal;
  const isAnyObject = object === undefined && refs.length + choices.length + parts.length === 0;
  const text = canonical({ ...normal, refs: refs.map((target) => ({ kind: "ref", target })) }).text;
  const tags = new Map<string, ReadonlySet<string>>();
  for (const { name, required, schema } of normal.object?.properties ?? [])
    for (const assertion of schema.assertions)
      if (required && assertion.kind === "enum") tags.set(name, new Set(assertion.values.map(keyOf)));
  return { types: normal.types ?? typesOfChoice(normal, side, course, depth), values: normal.values, tags, isAnyObject, text };
}

/** Of a choice in a choice, the types that one of its alternatives takes. */
function typesOfChoice({ choices: [choice, more] }: NormalSchema, side: Side, course: Told, depth: number): Shape["types"] {
  if (choice === undefined || more !== undefined || depth > maxFollowed) return undefined;
  const types = new Set<JsonType>();
  for (const member of choice.members) {
    const shape = shapeOf(member, side, course, depth + 1);
    const own = shape.values?.map(typeOfValue) ?? shape.types;
    if (own === undefined) return undefined;
    for (const type of own) types.add(type);
  }
  return [...types];
}

const countedTypes: readonly JsonType[] = ["null", "boolean", "integer", "number", "string", "array"];

/** How many alternatives take each of some values, and values of each type that are none of these. */
function counted(shapes: readonly Shape[], listed: ReadonlyMap<string, Values[number]>): ReadonlyMap<string, number> {
  const free = shapes.filter(({ values }) => values === undefined);
  const counts = new Map<string, number>(
    countedTypes.map((type) => [type, free.filter(({ types }) => isAmong(type, types)).length] as const),
  );
  const ofObjects = free.filter(takesObjects).length;
  for (const [key, value] of listed) counts.set(key, counts.get(typeOfValue(value)) ?? ofObjects);
  for (const { types, values = [] } of shapes)
    for (const value of values) if (isOfTypes(value, types)) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
  return counts;
}

const takesObjects = ({ types, values }: Shape): boolean => values === undefined && isAmong("object", types);

/** Whether no object can fit two alternatives: by a discriminator, or as a property is required in all, with values that are no other's. */
function isTold({ discriminator }: Choice, shapes: readonly Shape[]): boolean {
  const [first, ...others] = shapes.filter(takesObjects);
  if (discriminator !== undefined || first === undefined || others.length === 0) return true;
  return Array.from(first.tags.keys()).some((name) => {
    const seen = new Set<string>();
    return [first, ...others].every(({ tags }) => {
      const own = tags.get(name);
      if (own === undefined || Array.from(own).some((tag) => seen.has(tag))) return false;
      for (const tag of own) seen.add(tag);
      return true;
    });
  });
}
