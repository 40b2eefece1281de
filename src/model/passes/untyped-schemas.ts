import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin, Report } from "../../diagnostic/diagnostic.js";
import { plain } from "../build/build-schema.js";
import type { Api } from "../ir/api.js";
import { isConjunction, isAlternatives, type AssertionOf } from "../ir/kinds.js";
import { changed, mapAssertion, mapParts, mapSchema } from "../ir/map-schema.js";
import { typesInCommon } from "../ir/asserted-types.js";
import { createStructuralKey, type StructuralKey } from "../ir/structural-key.js";
import type { Assertion, JsonType, ObjectAssertion, Schema, SchemaId } from "../ir/schema.js";
import { isAmong } from "../ir/type-of-value.js";
import { eachChild } from "../ir/visit.js";
import type { Relation } from "../ir/assertion-fields.js";
import { describesInside } from "../ir/describes-inside.js";
import { createLetterOf, createPrintedSize, type LetterOf } from "./letter-of-types.js";
import { inCommon, inOrder, possibleTypes, type PossibleTypes, type Types } from "./possible-types.js";

/** What becomes of a schema that describes members or items and has no type. */
export type UntypedPolicy = "object" | "any";

type Parts = Pick<Api, "schemas" | "operations" | "webhooks">;

/** Where a schema stands. */
interface Around {
  /** The types that are left by what stands above it and beside it; `undefined`: nothing is said of them. */
  readonly types: Types;
  /** Whether these are only meant: taken from what is described, and from no word of the description. */
  readonly isMeant: boolean;
  /** What holds of the same value besides. */
  readonly beside: readonly Schema[];
}

const alone: Around = { types: undefined, isMeant: false, beside: [] };

/**
 * The same where each schema that describes what is inside a value says of which type the value is. `properties` without a type mean an object,
 * `items` a list: by the letter a text would be valid, too, and no author means it. Where a type is said above, beside or around the schema,
 * that one is written down, which changes nothing. What is only asked, in `not`, `if`, `contains`, is left as it is.
 */
export function withMeantTypes(parts: Parts, report: Report): Parts {
  const run = begin(parts.schemas);
  const result = mapParts(parts, (schema) => typed(schema, alone, run));
  const [first] = run.decided;
  if (first !== undefined) reportUntyped(first, run.decided.size, report);
  return result;
}

function reportUntyped(first: Schema, count: number, report: Report): void {
  const message =
    count === 1
      ? "This schema describes what is inside a value and has no type; it is taken as the type that it describes."
      : `${count} schemas, of which this is the first, describe what is inside a value and have no type; each is taken as the type that it describes.`;
  const hint = 'Add `type: object` (or `array`). Where values of every other type are meant to be valid, set `untyped: "any"`.';
  report(diagnostic("schema-untyped", message, { at: first.origin, hint }));
}

/** What is known of the schemas of one API. */
interface Run {
  readonly schemas: Api["schemas"];
  /** Types by the letter. */
  readonly letter: PossibleTypes;
  /** Types with what is described. */
  readonly meant: PossibleTypes;
  /** What a named schema is taken for, where by the letter it may be anything: of every type, where some alternative in it is taken for less. */
  readonly narrowed: (id: SchemaId) => Types;
  /** Whether there is something to do in a schema. */
  readonly isConcerned: (schema: Schema) => boolean;
  /** The schemas that got a type which nothing says. */
  readonly decided: Set<Schema>;
  /** What became of schemas that stand alone. */
  readonly known: Map<Schema, Schema>;
  /** What schemas say of some types, with references as what they lead to. */
  readonly letterOf: LetterOf;
  /** The same with references as what they are taken for. */
  readonly narrowOf: LetterOf;
  readonly sizeOf: (schema: Schema) => number;
  readonly keyOf: StructuralKey;
  /** By types and name: what references to named schemas say of these types. */
  readonly besides: Map<string, Schema>;
  /** By type and name: whether a named schema says of the type what it says by the letter. */
  readonly alike: Map<string, boolean>;
}

function begin(schemas: Api["schemas"]): Run {
  const letter = possibleTypes(schemas, { values: true });
  const meant = possibleTypes(schemas, { values: true, described: true });
  const touched = inPlace(schemas, letter);
  const narrowed = (id: SchemaId): Types => {
    const target = schemas.get(id)?.schema;
    if (target === undefined || letter.of(target) !== undefined) return undefined;
    return meant.of(target) ?? (touched(target) ? everyType : undefined);
  };
  const isConcerned = concerned((id) => narrowed(id) !== undefined);
  const letterOf = createLetterOf({ schemas, narrowed, isNarrow: false });
  const narrowOf = createLetterOf({ schemas, narrowed, isNarrow: true });
  const shared = { letterOf, narrowOf, sizeOf: createPrintedSize(), keyOf: createStructuralKey(), besides: new Map(), alike: new Map() };
  return { schemas, letter, meant, narrowed, isConcerned, decided: new Set(), known: new Map(), ...shared };
}

function typed(schema: Schema, around: Around, run: Run): Schema {
  if (!run.isConcerned(schema)) return schema;
  if (around !== alone) return typedHere(schema, around, run);
  const before = run.known.get(schema);
  if (before !== undefined) return before;
  const result = typedHere(schema, around, run);
  run.known.set(schema, result);
  return result;
}

function typedHere(schema: Schema, around: Around, run: Run): Schema {
  // What the schema says itself counts for more than what is only meant around it.
  const said = inCommon([around.isMeant ? undefined : around.types, run.letter.of(schema)]);
  const isSaid = said !== undefined;
  const types = said ?? around.types ?? run.meant.of(schema);
  const within = { types, isMeant: !isSaid, beside: [...around.beside, schema] };
  const isTyped = types !== undefined && types.length > 0 && isUntyped(schema);
  if (isTyped && !isSaid) run.decided.add(schema);
  const result = mapSchema(schema, (assertion) => typedAssertion(assertion, schema, around, within, run));
  return isTyped ? { ...result, assertions: [{ kind: "type", types: inOrder(types) }, ...result.assertions] } : result;
}

function typedAssertion(assertion: Assertion, schema: Schema, around: Around, within: Around, run: Run): Assertion {
  switch (assertion.kind) {
    case "ref":
      return within.isMeant ? assertion : widened(assertion, within.types, schema, run);
    case "allOf":
      return mapAssertion(assertion, (member) => typed(member, within, run));
    case "anyOf":
    case "oneOf":
      return typedAlternatives(assertion, schema, around, run);
    case "object":
      return typedMembers(assertion, within, run);
    case "array":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return mapAssertion(assertion, (part, relation) => (isAsked[relation] ? part : typed(part, alone, run)));
    // What is only asked stays as it is written.
    case "not":
    case "if":
    // Has no schema inside.
    case "never":
    case "type":
    case "enum":
    case "number":
    case "string":
      return assertion;
  }
}

/**
 * A reference to what is taken for an object, where the words around it allow other types, too: these are still valid, as far as all else that it
 * leads to says so.
 */
function widened(assertion: AssertionOf<"ref">, types: Types, { origin }: Schema, run: Run): Assertion {
  const { target } = assertion;
  const taken = run.narrowed(target);
  if (taken === undefined || types === undefined) return assertion;
  const others = types.filter((type) => !isAmong(type, taken) || !isByLetter(target, type, run));
  if (others.length === 0) return assertion;
  const byLetter = besideReference(target, others, origin, run);
  const left = types.filter((type) => !others.includes(type));
  // Nothing is left that the reference would take.
  if (left.length === 0) return { kind: "allOf", members: [byLetter] };
  if (typesInCommon(others, taken).length === 0) return anyOf([plain(origin, [assertion]), byLetter]);
  // What the reference leads to would take some of the other types, and by the letter they are not valid.
  return anyOf([plain(origin, [{ kind: "type", types: inOrder(left) }, assertion]), byLetter]);
}

const anyOf = (members: readonly Schema[]): Assertion => ({ kind: "anyOf", members, discriminator: undefined });

/** More than this is not written again for the types around a reference: layers of references would double with each layer. */
const longest = 1000;

/** What a named schema says of values of some types, as it is written. */
function besideReference(target: SchemaId, types: readonly JsonType[], origin: Origin, run: Run): Schema {
  const said: Assertion = { kind: "type", types: inOrder(types) };
  const loose = plain(origin, [said]);
  const named = run.schemas.get(target)?.schema;
  if (named === undefined) return loose;
  const key = `${types.join()} ${target}`;
  const before = run.besides.get(key);
  if (before !== undefined) return before;
  run.besides.set(key, loose); // for one that leads back to itself
  const letter = run.letterOf(named, types);
  const isShort = run.sizeOf(letter) <= longest;
  const result = isShort ? typed(plain(origin, [said, ...letter.assertions]), { types, isMeant: false, beside: [] }, run) : loose;
  run.besides.set(key, result);
  return result;
}

/** Whether a named schema, as what it is taken for, says of values of a type what it says of them as it is written, beside that type. */
function isByLetter(target: SchemaId, type: JsonType, run: Run): boolean {
  const named = run.schemas.get(target)?.schema;
  const key = `${type} ${target}`;
  const before = run.alike.get(key);
  if (named === undefined || before !== undefined) return before ?? true;
  run.alike.set(key, true); // for one that leads back to itself
  const letter = run.letterOf(named, [type]);
  const beside = typed(letter, { types: [type], isMeant: false, beside: [] }, run);
  const isAlike =
    run.sizeOf(letter) > longest || run.keyOf(run.letterOf(beside, [type])) === run.keyOf(run.narrowOf(typed(named, alone, run), [type]));
  run.alike.set(key, isAlike);
  return isAlike;
}

function typedAlternatives(assertion: AssertionOf<"anyOf" | "oneOf">, schema: Schema, around: Around, run: Run): Assertion {
  // Members are chosen by their references: each stays one.
  const place = assertion.discriminator === undefined ? besideAlternatives(assertion, schema, around, run) : alone;
  return mapAssertion(assertion, (member) => typed(member, place, run));
}

function besideAlternatives(alternatives: Assertion, schema: Schema, around: Around, { letter, meant }: Run): Around {
  const others = schema.assertions.filter((assertion) => assertion !== alternatives);
  const said = inCommon([around.types, ...others.map(letter.by)]);
  const beside = [...around.beside, changed(schema, { assertions: others })];
  if (said !== undefined) return { types: said, isMeant: around.isMeant, beside };
  return { types: meant.of({ assertions: others }), isMeant: true, beside };
}

function typedMembers(assertion: ObjectAssertion, within: Around, run: Run): Assertion {
  const isShared = within.beside.length > 1 || within.beside.some(({ assertions }) => assertions.some(isShare));
  const names = new Map(isShared ? assertion.properties.map(({ name, schema }) => [schema, name]) : []);
  return mapAssertion(assertion, (part, relation) => {
    if (isAsked[relation] || !run.isConcerned(part)) return part;
    const name = names.get(part);
    return typed(part, name === undefined ? alone : ofMember(name, part, within, run), run);
  });
}

/** Where a member of an object stands that several schemas describe. */
function ofMember(name: string, part: Schema, { beside }: Around, { schemas, letter }: Run): Around {
  const found = new Set<Schema>();
  for (const schema of beside) eachMember(schema, name, schemas, found, new Set());
  found.delete(part);
  const types = inCommon([...found].map(letter.of));
  return types === undefined ? alone : { types, isMeant: false, beside: [...found] };
}

/** The schemas of a member in all that holds of a value: by itself, behind references and in `allOf`. */
function eachMember(schema: Schema, name: string, schemas: Api["schemas"], found: Set<Schema>, seen: Set<Schema>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  for (const assertion of schema.assertions) {
    if (assertion.kind === "object") {
      for (const property of assertion.properties) if (property.name === name) found.add(property.schema);
    } else if (isConjunction(assertion)) {
      const targets = assertion.kind === "allOf" ? assertion.members : [schemas.get(assertion.target)?.schema];
      for (const target of targets) if (target !== undefined) eachMember(target, name, schemas, found, seen);
    }
  }
}

const isShare = (assertion: Assertion): boolean => isConjunction(assertion) || isAlternatives(assertion);

/** What only asks something of a value, at any depth: no type is put into it. */
const isAsked = {
  negated: true,
  condition: true,
  branch: true,
  dependent: true,
  contained: true,
  propertyName: true,
  member: false,
  alternative: false,
  item: false,
  property: false,
  patternProperty: false,
  additionalProperty: false,
  unevaluatedProperty: false,
  unevaluatedItem: false,
} as const satisfies Record<Relation, boolean>;

/** Whether a schema describes what is inside a value, and says no type itself. */
const isUntyped = ({ assertions }: Schema): boolean => assertions.some(describesInside) && !assertions.some(({ kind }) => kind === "type");

const everyType: readonly JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

/** Tells whether something that holds of the value of a schema, or may, is taken for what it describes. */
function inPlace(schemas: Api["schemas"], letter: PossibleTypes): (schema: Schema) => boolean {
  const known = new Map<Schema, boolean>();
  const look = (schema: Schema): boolean => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, false);
    const found = letter.of(schema) === undefined && (isUntyped(schema) || schema.assertions.some(isFound));
    known.set(schema, found);
    return found;
  };
  const isFound = (assertion: Assertion): boolean => {
    if (!isConjunction(assertion)) return isAlternatives(assertion) && assertion.members.some(look);
    if (assertion.kind === "allOf") return assertion.members.some(look);
    const target = schemas.get(assertion.target)?.schema;
    return target !== undefined && look(target);
  };
  return look;
}

/** Tells whether there is something to do in a schema; most descriptions have types everywhere. */
function concerned(isNarrowed: (id: SchemaId) => boolean): (schema: Schema) => boolean {
  const known = new Map<Schema, boolean>();
  const look = (schema: Schema): boolean => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, false);
    let isFound = isUntyped(schema);
    for (const assertion of schema.assertions) {
      if (isFound) break;
      isFound ||= assertion.kind === "ref" && isNarrowed(assertion.target);
      eachChild(assertion, (child, relation) => {
        isFound ||= !isAsked[relation] && look(child);
      });
    }
    known.set(schema, isFound);
    return isFound;
  };
  return look;
}
