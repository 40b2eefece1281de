import { changed } from "../ir/map-schema.js";
import { typeConcerned } from "../ir/kinds.js";
import { eachChild } from "../ir/visit.js";
import { typesInCommon } from "../ir/asserted-types.js";
import { isAmong, typeOfValue } from "../ir/type-of-value.js";
import type { Api } from "../ir/api.js";
import type { Assertion, JsonType, Schema, SchemaId } from "../ir/schema.js";
import { inOrder, type Types } from "./possible-types.js";

/** What schemas say of values of some types, with nothing in it that says nothing of these. */
export type LetterOf = (schema: Schema, types: readonly JsonType[]) => Schema;

/** What is known of references to schemas that are taken for what they describe. */
export interface References {
  readonly schemas: Api["schemas"];
  /** What a named schema is taken for, where by the letter it may be anything. */
  readonly narrowed: (id: SchemaId) => Types;
  /** Whether a reference to one that is taken for other types takes none of a value; else it is read as if what it leads to stood there. */
  readonly isNarrow: boolean;
}

interface Run extends References {
  /** By types, and the name of the schema. */
  readonly known: Map<string, Schema>;
}

/** Each named schema is read once for the same types: what refers to it twice shares what it says. */
export function createLetterOf(references: References): LetterOf {
  const run: Run = { ...references, known: new Map() };
  return (schema, types) => letterOf(schema, types, run);
}

/** Assertions that are put together: more are left to those that say them. */
const mostTogether = 50;

const isNever = ({ assertions }: Schema): boolean => assertions[0]?.kind === "never";
const isAnything = ({ assertions }: Schema): boolean => assertions.length === 0;
/** Whether it counts of values of some types which of their members or items a schema has looked at. */
const isLookedInto = (types: readonly JsonType[]): boolean => types.includes("object") || types.includes("array");

function letterOf(schema: Schema, types: readonly JsonType[], run: Run): Schema {
  const found: Assertion[] = [];
  for (const assertion of schema.assertions) {
    const left = leftOf(assertion, types, run);
    if (left === "never") return { ...schema, assertions: [{ kind: "never" }] };
    for (const each of left) found.push(each);
  }
  const isSame = found.length === schema.assertions.length && found.every((each, index) => each === schema.assertions[index]);
  return isSame ? schema : { ...schema, assertions: found };
}

/** What is left of an assertion: "never" where no value of the types is valid. */
function leftOf(assertion: Assertion, types: readonly JsonType[], run: Run): readonly Assertion[] | "never" {
  switch (assertion.kind) {
    case "never":
      return "never";
    case "type": {
      const common = typesInCommon(types, assertion.types);
      if (common.length === 0) return "never";
      return types.every((type) => isAmong(type, assertion.types)) ? [] : [changed(assertion, { types: inOrder(common) })];
    }
    case "enum":
      return assertion.values.some((value) => isAmong(typeOfValue(value), types)) ? [assertion] : "never";
    case "number":
    case "string":
    case "array":
    case "object":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return typesInCommon(types, [typeConcerned[assertion.kind]]).length > 0 ? [assertion] : [];
    case "ref":
      return leftOfReference(assertion, types, run);
    case "allOf":
      return together(
        assertion.members.map((member) => letterOf(member, types, run)),
        types,
      );
    case "anyOf":
    case "oneOf":
      // Members that a tag chooses are chosen by their references.
      return assertion.discriminator === undefined ? leftOfAlternatives(assertion, types, run) : [assertion];
    // What is only asked stays as it is written.
    case "not":
    case "if":
      return [assertion];
  }
}

function leftOfReference(
  assertion: Assertion & { readonly kind: "ref" },
  types: readonly JsonType[],
  run: Run,
): readonly Assertion[] | "never" {
  const taken = run.narrowed(assertion.target);
  const target = run.schemas.get(assertion.target)?.schema;
  if (taken === undefined || target === undefined || typesInCommon(types, taken).length > 0) return [assertion];
  if (run.isNarrow) return "never";
  const key = `${types.join()} ${assertion.target}`;
  const said = run.known.get(key) ?? letterOf(target, types, run);
  run.known.set(key, said);
  return together([said], types);
}

function together(members: readonly Schema[], types: readonly JsonType[]): readonly Assertion[] | "never" {
  if (members.some(isNever)) return "never";
  const left = members.filter((member) => !isAnything(member));
  if (left.length === 0) return [];
  // A part that looks at members or items by itself does not see what its neighbours have looked at. Of layers, each of which leads to the next
  // by two ways, parts that were put together would double with each layer.
  const count = left.reduce((sum, { assertions }) => sum + assertions.length, 0);
  if (isLookedInto(types) || count > mostTogether) return [{ kind: "allOf", members: left }];
  return left.flatMap(({ assertions }) => assertions);
}

function leftOfAlternatives(
  assertion: Assertion & { readonly kind: "anyOf" | "oneOf" },
  types: readonly JsonType[],
  run: Run,
): readonly Assertion[] | "never" {
  const members = assertion.members.map((member) => letterOf(member, types, run)).filter((member) => !isNever(member));
  const [first] = members;
  if (first === undefined) return "never";
  if (members.length === 1) return together([first], types);
  if (assertion.kind === "anyOf" && !isLookedInto(types) && members.some(isAnything)) return [];
  return [{ ...assertion, members }];
}

/** How many assertions are printed for a schema, where each that several share is printed for each. */
export function createPrintedSize(): (schema: Schema) => number {
  const known = new Map<Schema, number>();
  const sizeOf = (schema: Schema): number => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    let size = 0;
    for (const assertion of schema.assertions) {
      size += 1;
      eachChild(assertion, (child) => {
        size += sizeOf(child);
      });
    }
    known.set(schema, size);
    return size;
  };
  return sizeOf;
}
