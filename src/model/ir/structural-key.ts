/** Which schemas hold values against the same, wherever they stand and whatever is said about them in prose. */
import { isJsonArray, type Json } from "../../source/source-file.js";
import { childFields, fields, mapKinds, type ChildField, type Entry } from "./assertion-fields.js";
import type { AssertionKind } from "./kinds.js";
import { printJson } from "./print-json.js";
import type { Assertion, Schema } from "./schema.js";

/** A number that a schema shares with those, and only those, that assert the same in the same order. */
export type StructuralKey = (schema: Schema) => number;

type Annotation = Exclude<keyof Schema, "assertions">;

/** Who asks besides for assertions: a check, or a check and the type of what it checks. */
export type KeyPurpose = "check" | "type";

/** For whom an annotation of a schema counts. */
const annotations = entriesOf<Annotation, "nobody" | KeyPurpose>({
  origin: "nobody",
  doc: "nobody",
  examples: "nobody",
  // A check does not read it: what fills it in is found by the schema itself.
  default: "type",
  // Where no value is valid, the issue says for whom the property is.
  readOnly: "check",
  writeOnly: "check",
  hidden: "check",
});

function entriesOf<K extends string, V>(record: Readonly<Record<K, V>>): readonly (readonly [K, V])[] {
  return Object.entries(record) as unknown as [K, V][]; // the record is a literal: it has no keys but these
}

interface Field {
  /** A number that no other field of any kind has, and no value: it is negative. */
  readonly mark: number;
  readonly name: string;
  readonly holds: ChildField["holds"] | "value";
  /** Of an entry: its members but the schema. */
  readonly members: readonly string[];
}

const annotationMark = -1;
const endMark = -2;
const firstMark = -3;

/** By kind, a mark for the kind and all of its fields. */
const marked = ((): Readonly<Record<AssertionKind, { readonly mark: number; readonly fields: readonly Field[] }>> => {
  let next = firstMark;
  return mapKinds((kind) => ({
    mark: next--,
    fields: Object.entries<{ readonly holds: Field["holds"]; readonly members?: object }>(fields[kind]).map(
      ([name, { holds, members }]) => ({ mark: next--, name, holds, members: Object.keys(members ?? {}) }),
    ),
  }));
})();

/** What the parts of a key are made with. */
interface Numbering {
  readonly purpose: KeyPurpose;
  readonly keyOf: StructuralKey;
  readonly numberOf: (value: Json | undefined) => number;
}

/**
 * Numbers each schema once: what a part asserts is asked for at each level above it. What a schema says is made a list of numbers, in which
 * those of values and of schemas follow the mark of the field that holds them. Texts of all that it says would be ten times as long.
 */
export function createStructuralKey(purpose: KeyPurpose = "check"): StructuralKey {
  const known = new Map<Schema, number>();
  const keys = new Map<string, number>();
  const keyOf = (schema: Schema): number => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const numbers: number[] = [];
    addContent(schema, numbers, numbering);
    const text = numbers.join();
    const key = keys.get(text) ?? keys.size;
    keys.set(text, key);
    known.set(schema, key);
    return key;
  };
  const numbering: Numbering = { purpose, keyOf, numberOf: createValueNumbers() };
  return keyOf;
}

function addContent(schema: Schema, numbers: number[], numbering: Numbering): void {
  for (const assertion of schema.assertions) addAssertion(assertion, numbers, numbering);
  addAnnotations(schema, numbers, numbering);
}

/** A check reads annotations only where no value is valid. */
function addAnnotations(schema: Schema, numbers: number[], { purpose, numberOf }: Numbering): void {
  if (purpose === "check" && !schema.assertions.some(({ kind }) => kind === "never")) return;
  numbers.push(annotationMark);
  for (const [name, reader] of annotations) {
    // What counts is JSON.
    if (reader === "check" || reader === purpose) numbers.push(numberOf(schema[name] as Json | undefined));
  }
}

function addAssertion(assertion: Assertion, numbers: number[], numbering: Numbering): void {
  const held = assertion as Readonly<Record<string, unknown>>; // read by the names of all of its fields
  const { mark, fields } = marked[assertion.kind];
  numbers.push(mark);
  for (const field of fields) {
    const value = held[field.name];
    if (value === undefined) continue;
    numbers.push(field.mark);
    addField(value, field, numbers, numbering);
  }
}

// Each `as` is what the table of fields says, which the compiler has compared with the types.
function addField(value: unknown, { holds, members }: Field, numbers: number[], numbering: Numbering): void {
  switch (holds) {
    case "value":
      if (isJsonArray(value as Json)) for (const item of value as readonly Json[]) numbers.push(numbering.numberOf(item));
      else numbers.push(numbering.numberOf(value as Json)); // `Int64` and `Discriminator` are of plain members too, which an interface does not show
      break;
    case "schema":
      addSchema(value as Schema, numbers, numbering);
      break;
    case "schemas":
      for (const schema of value as readonly Schema[]) addSchema(schema, numbers, numbering);
      break;
    case "entry":
      addEntry(value as Entry, members, numbers, numbering);
      break;
    case "entries":
      for (const entry of value as readonly Entry[]) addEntry(entry, members, numbers, numbering);
  }
}

function addEntry(entry: Entry, members: readonly string[], numbers: number[], numbering: Numbering): void {
  const held = entry as unknown as Readonly<Record<string, Json | undefined>>; // read by the names of all of its members
  for (const name of members) numbers.push(numbering.numberOf(held[name]));
  addSchema(entry.schema, numbers, numbering);
}

/** Most schemas have none inside them: to write out what they say takes less time than to look for their keys. */
function addSchema(schema: Schema, numbers: number[], numbering: Numbering): void {
  if (schema.assertions.some(({ kind }) => childFields[kind].length > 0)) {
    numbers.push(numbering.keyOf(schema));
  } else {
    addContent(schema, numbers, numbering); // begins with a mark, which no key looks like
    numbers.push(endMark);
  }
}

/** A number for each value: nearly all of them are names, and a map finds those at once. Of others, those that look alike as JSON are alike. */
function createValueNumbers(): (value: Json | undefined) => number {
  const plain = new Map<unknown, number>();
  const asJson = new Map<unknown, number>();
  const of = (key: unknown, numbers: Map<unknown, number>): number => {
    const before = numbers.get(key);
    if (before !== undefined) return before;
    const number = plain.size + asJson.size;
    numbers.set(key, number);
    return number;
  };
  return (value) => {
    if (typeof value === "string" || typeof value === "boolean" || value === undefined) return of(value, plain);
    return of(printJson(value), asJson);
  };
}
