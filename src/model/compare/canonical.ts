import type { Doc } from "../ir/doc.js";
import type { Lifecycle } from "../ir/lifecycle.js";
import type { Discriminator, SchemaId } from "../ir/schema.js";
import { lifecycleText } from "./lifecycle-changes.js";

/** What a piece of the model says on the wire, as one text, and the schemas that it refers to. */
export interface Canonical {
  readonly text: string;
  readonly refs: ReadonlySet<SchemaId>;
}

/** Members that say where something stands, what code calls it, and what people read of it: nothing of it is sent. */
export const unsent: ReadonlySet<string> = new Set(
  "origin names description examples validator parsed component linearPattern patternLimit".split(" "),
);

/** Members that are lists whose order says nothing. */
const unordered: ReadonlySet<string> = new Set([
  "properties",
  "required",
  "values",
  "types",
  "parameters",
  "headers",
  "contents",
  "responses",
  "encoding",
  "patternProperties",
  "dependentRequired",
  "dependentSchemas",
  "variables",
  "scopes",
  "plans",
  "policies",
]);

/** Collects what is referred to, and prints it. */
interface References {
  readonly add: (id: SchemaId) => void;
  readonly nameOf: (id: SchemaId) => string;
}

/**
 * A piece of the model without what is not sent. Of two that mean the same, whatever their order of keys, the texts are the same. `key`: what the piece is called;
 * `nameOf`: what a schema is called, as names in generated code depend on other schemas.
 */
export function canonical(piece: unknown, key = "", nameOf = (id: SchemaId): string => id): Canonical {
  const refs = new Set<SchemaId>();
  return { text: textOf(piece, key, { add: (id) => refs.add(id), nameOf }), refs };
}

function textOf(value: unknown, key: string, refs: References): string {
  if (typeof value === "bigint") return String(value);
  if (value === undefined) return "null";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  // What a default or an enum holds has keys of any name, and lists whose order counts.
  const isValue = key === "default" || key === "values";
  if (Array.isArray(value)) {
    const items = value.map((item) => textOf(item, isValue ? "default" : "", refs));
    return `[${(unordered.has(key) ? items.toSorted() : items).join()}]`;
  }
  const record = value as Readonly<Record<string, unknown>>; // neither null nor a list, as was just asked
  if (!isValue && record["kind"] === "ref" && typeof record["target"] === "string") {
    refs.add(record["target"]);
    return `{"ref":${JSON.stringify(refs.nameOf(record["target"]))}}`;
  }
  if (!isValue && Array.isArray(record["members"])) return choiceText(record, refs);
  const members = Object.keys(record)
    .filter((name) => record[name] !== undefined && (isValue || !unsent.has(name)))
    .sort()
    .map((name) => `${JSON.stringify(name)}:${memberText(record[name], name, isValue, refs)}`);
  return `{${members.join()}}`;
}

/** Members of `allOf`, `anyOf` and `oneOf` have no order; what a discriminator says of each by its position goes with it. */
function choiceText(record: Readonly<Record<string, unknown>>, refs: References): string {
  const discriminator = record["discriminator"] as Discriminator | undefined; // nothing else of the model has members
  const members = (record["members"] as readonly unknown[]).map((member, index) => {
    const role = [discriminator?.defaultMember === index, discriminator?.parent === index, [...(discriminator?.tags[index] ?? [])].sort()];
    return textOf(member, "", refs) + JSON.stringify(role);
  });
  return JSON.stringify([record["kind"], discriminator?.property ?? null]) + members.toSorted().join();
}

/** Of prose, only what it says of an end counts. */
function memberText(value: unknown, name: string, isValue: boolean, refs: References): string {
  if (isValue) return textOf(value, "default", refs);
  if (name === "doc") return docText(value as Doc); // nothing else of the model is called so
  if (name === "lifecycle") return lifecycleText(value as Lifecycle); // as above
  return textOf(value, name, refs);
}

/** Of prose, what it says of an end and a stage. */
export function docText({ lifecycle, datedValues = [] }: Doc): string {
  return [lifecycleText(lifecycle), ...datedValues.map((each) => JSON.stringify(each.value) + lifecycleText(each.lifecycle)).sort()].join();
}
