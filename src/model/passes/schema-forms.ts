import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { NamedSchema, Schema, SchemaFormKind } from "../ir/schema.js";
import type { Scope } from "../names/identifiers.js";

/** What a form is called after the schema, or else; and what is said of it where that is taken. */
const words = {
  request: { suffixes: ["Request", "Input", "RequestForm"], as: "as requests have it" },
  bytes: { suffixes: ["Bytes", "WithBytes"], as: "with raw bytes as a `Blob`" },
} as const satisfies Record<SchemaFormKind, { readonly suffixes: readonly [string, ...string[]]; readonly as: string }>;

/** Takes a name for a form of a schema. Another one than the natural one is told. */
export function takeFormName({ id, wireName, schema }: NamedSchema, kind: SchemaFormKind, scope: Scope, report: Report): string {
  const { suffixes, as } = words[kind];
  const [first, ...others] = suffixes;
  const natural = `${id}${first}`;
  const name = scope.take([natural, ...others.map((suffix) => `${id}${suffix}`)]);
  if (name !== natural) {
    const text = `Schema "${wireName}", ${as}, is called "${name}" in generated code, because "${natural}" is taken.`;
    report(diagnostic("name-changed", text, { at: schema.origin }));
  }
  return name;
}

/** A form of a schema, under a name of its own. */
export function formOf(named: NamedSchema, name: string, schema: Schema, kind: SchemaFormKind, scope: Scope): NamedSchema {
  const validator = scope.take([`${name}Schema`, `${name}Validator`]);
  return { ...named, id: name, names: { type: name, validator, stem: name }, schema, form: { of: named.id, kind } };
}
