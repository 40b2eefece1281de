/** Which schemas hold values against the same, wherever they stand and whatever is said about them in prose. */
import type { Json } from "../../source/source-file.js";
import { fields, mapKinds, type ChildField, type Entry } from "./assertion-fields.js";
import { printJson } from "./print-json.js";
import type { Assertion, Discriminator, Int64, Schema } from "./types.js";

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
});

function entriesOf<K extends string, V>(record: Readonly<Record<K, V>>): readonly (readonly [K, V])[] {
  return Object.entries(record) as unknown as [K, V][]; // the record is a literal: it has no keys but these
}

/** A check reads annotations only where no value is valid. */
function annotationText(schema: Schema, purpose: KeyPurpose): string {
  if (purpose === "check" && !schema.assertions.some(({ kind }) => kind === "never")) return "";
  let text = "";
  for (const [name, reader] of annotations) {
    // What counts is JSON.
    if (reader === "check" || reader === purpose) text += `,${schema[name] === undefined ? "" : plainText(schema[name] as Json)}`;
  }
  return text;
}

type Plain = Json | Int64 | Discriminator;

interface Field {
  readonly name: string;
  readonly holds: ChildField["holds"] | "value";
  /** Of an entry: its members but the schema. */
  readonly members: readonly string[];
}

/** By kind, all of its fields. */
const allFields = mapKinds((kind): readonly Field[] =>
  Object.entries<{ readonly holds: Field["holds"]; readonly members?: object }>(fields[kind]).map(([name, { holds, members }]) => ({
    name,
    holds,
    members: Object.keys(members ?? {}),
  })),
);

/** Numbers each schema once: what a part asserts is asked for at each level above it. */
export function createStructuralKey(purpose: KeyPurpose = "check"): StructuralKey {
  const known = new WeakMap<Schema, number>();
  const numbers = new Map<string, number>();
  const keyOf = (schema: Schema): number => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    let text = "";
    for (const assertion of schema.assertions) text += `${assertionText(assertion, keyOf)} `;
    text += annotationText(schema, purpose);
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    known.set(schema, number);
    return number;
  };
  return keyOf;
}

/** An assertion as a text of its own, with keys for the schemas in it. */
function assertionText(assertion: Assertion, keyOf: StructuralKey): string {
  let text: string = assertion.kind;
  const held = assertion as Readonly<Record<string, unknown>>; // read by the names of all of its fields
  for (const field of allFields[assertion.kind]) {
    const value = held[field.name];
    if (value !== undefined) text += `;${field.name}:${fieldText(value, field, keyOf)}`;
  }
  return text;
}

// Each `as` is what the table of fields says, which the compiler has compared with the types.
function fieldText(value: unknown, { holds, members }: Field, keyOf: StructuralKey): string {
  switch (holds) {
    case "value":
      return plainText(value as Plain);
    case "schema":
      return String(keyOf(value as Schema));
    case "schemas":
      return (value as readonly Schema[]).map(keyOf).join();
    case "entry":
      return entryText(value as Entry, members, keyOf);
    case "entries":
      return (value as readonly Entry[]).map((entry) => entryText(entry, members, keyOf)).join();
  }
}

function entryText(entry: Entry, members: readonly string[], keyOf: StructuralKey): string {
  const held = entry as unknown as Readonly<Record<string, Plain | undefined>>; // read by the names of all of its members
  let text = "";
  for (const name of members) {
    const value = held[name];
    text += `${value === undefined ? "" : plainText(value)},`;
  }
  return text + String(keyOf(entry.schema));
}

/** A value as JSON: what looks alike is alike, for the field it stands in is known. */
function plainText(value: Plain): string {
  return printJson(value as Json); // `Int64` and `Discriminator` are of plain members too, which an interface does not show
}
