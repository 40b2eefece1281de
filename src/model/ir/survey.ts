import { isLarge } from "../../source/json-text.js";
import type { Json } from "../../source/source-file.js";
import { isAlternatives, isUnevaluated } from "./kinds.js";
import type { Api } from "./api.js";
import type { Assertion, Schema, SchemaId } from "./schema.js";
import { eachChild } from "./visit.js";

/** What stands in a schema, at any depth. References are not followed: see `leadsTo`. */
export interface Survey {
  readonly references: ReadonlySet<SchemaId>;
  readonly default: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly deprecated: boolean;
  /** Something about the life of the schema, or of one of its values: an end, or that it is new. */
  readonly dated: boolean;
  /** Members of an object that a direction hides. */
  readonly hidden: boolean;
  /** A number of format int64 or uint64, or one that is marked as such. */
  readonly int64: boolean;
  /** What says of numbers which are meant, and not by itself that they are integers of 64 bits. */
  readonly loose: boolean;
  /** Alternatives that a property distinguishes. */
  readonly discriminated: boolean;
  /** A bound, a default or a value of an enum that is, or holds, an integer which a number may not hold exactly. */
  readonly large: boolean;
  /** A constant that is an object or a list. */
  readonly composite: boolean;
  /** An assertion that compares values which may be of any depth. */
  readonly compares: boolean;
  /** What is said of properties or items that nothing else has looked at. */
  readonly unevaluated: boolean;
  /** Formats of strings. */
  readonly formats: ReadonlySet<string>;
  /** A text that is raw bytes. */
  readonly bytes: boolean;
}

/** Most schemas have little in them that a pass is about: each pass asks here, and leaves them as they are. */
const known = new WeakMap<Schema, Survey>();

/** Looks at each schema once. */
export function surveyOf(schema: Schema): Survey {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const references = new Set<SchemaId>();
  const formats = new Set<string>();
  const annotated = { default: false, readOnly: false, writeOnly: false, deprecated: false, dated: false, hidden: false };
  const found = {
    references,
    formats,
    ...annotated,
    int64: false,
    loose: false,
    discriminated: false,
    large: false,
    composite: false,
    compares: false,
    unevaluated: false,
    bytes: false,
  };
  const look = (inner: Schema): void => {
    found.default ||= inner.default !== undefined;
    found.large ||= holdsLarge(inner.default);
    found.readOnly ||= inner.readOnly;
    found.writeOnly ||= inner.writeOnly;
    found.hidden ||= inner.hidden !== undefined;
    found.dated ||= inner.doc.lifecycle !== undefined || inner.doc.datedValues !== undefined;
    found.deprecated ||= inner.doc.lifecycle?.deprecated === true;
    found.loose ||= isLoose(inner);
    for (const assertion of inner.assertions) {
      if (assertion.kind === "ref") references.add(assertion.target);
      else if (assertion.kind === "number") {
        const { format, int64, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = assertion;
        found.int64 ||= int64 !== undefined || format === "int64" || format === "uint64";
        found.large ||= holdsLarge(minimum) || holdsLarge(maximum) || holdsLarge(multipleOf);
        found.large ||= holdsLarge(exclusiveMinimum) || holdsLarge(exclusiveMaximum);
      } else if (assertion.kind === "enum") {
        found.composite ||= compares(assertion);
        found.compares ||= found.composite;
        found.large ||= assertion.values.some(holdsLarge);
      } else {
        if (assertion.kind === "type") found.int64 ||= assertion.int64 !== undefined;
        if (assertion.kind === "string") {
          found.bytes ||= assertion.binary === true;
          if (assertion.format !== undefined) formats.add(assertion.format);
        }
        found.compares ||= compares(assertion);
        found.unevaluated ||= isUnevaluated(assertion);
        found.discriminated ||= isAlternatives(assertion) && assertion.discriminator !== undefined;
        eachChild(assertion, look);
      }
    }
  };
  look(schema);
  known.set(schema, found);
  return found;
}

function isLoose({ assertions }: Schema): boolean {
  let [speaks, isWhole, isExact] = [false, false, false];
  for (const assertion of assertions)
    if (assertion.kind === "type") {
      isWhole ||= assertion.types.includes("integer");
      speaks ||= isWhole || assertion.types.includes("number");
    } else if (assertion.kind === "number") {
      speaks = true;
      isExact ||= assertion.format === "int64" || assertion.format === "uint64";
    } else if (assertion.kind === "enum") speaks = true;
  return speaks && !(isWhole && isExact);
}

function holdsLarge(value: Json | undefined): boolean {
  if (value === undefined || typeof value === "string") return false;
  if (typeof value !== "object" || value === null) return typeof value === "bigint" || isLarge(value);
  return Object.values(value).some(holdsLarge);
}

function compares(assertion: Assertion): boolean {
  if (assertion.kind === "array") return assertion.uniqueItems;
  return assertion.kind === "enum" && assertion.values.some((value) => typeof value === "object" && value !== null);
}

/** Tells whether something stands in a schema, or in one that it refers to. `isIn` tells it of a schema alone. */
export function leadsTo(schemas: Api["schemas"], isIn: (survey: Survey) => boolean): (schema: Schema) => boolean {
  const leading = new Set<SchemaId>();
  for (const [id, { schema }] of schemas) if (isIn(surveyOf(schema))) leading.add(id);
  if (leading.size > 0) addReferrers(leading, referrersIn(schemas));
  return (schema) => {
    const survey = surveyOf(schema);
    if (isIn(survey)) return true;
    if (leading.size > 0) for (const target of survey.references) if (leading.has(target)) return true;
    return false;
  };
}

/** The named schemas in which something is, or that refer to one of them. */
export function leadingSchemas(
  schemas: Api["schemas"],
  look: (schema: Schema, id: SchemaId) => { readonly isIn: boolean; readonly references: Iterable<SchemaId> },
): ReadonlySet<SchemaId> {
  const referrers: Referrers = new Map();
  const leading = new Set<SchemaId>();
  for (const [id, { schema }] of schemas) {
    const { isIn, references } = look(schema, id);
    if (isIn) leading.add(id);
    note(id, references, referrers);
  }
  addReferrers(leading, referrers);
  return leading;
}

/** By the name of a schema, those that refer to it. */
type Referrers = Map<SchemaId, SchemaId[]>;

const knownReferrers = new WeakMap<Api["schemas"], Referrers>();

function referrersIn(schemas: Api["schemas"]): Referrers {
  const before = knownReferrers.get(schemas);
  if (before !== undefined) return before;
  const referrers: Referrers = new Map();
  for (const [id, { schema }] of schemas) note(id, surveyOf(schema).references, referrers);
  knownReferrers.set(schemas, referrers);
  return referrers;
}

function note(id: SchemaId, references: Iterable<SchemaId>, referrers: Referrers): void {
  for (const target of references) if (referrers.get(target)?.push(id) === undefined) referrers.set(target, [id]);
}

function addReferrers(leading: Set<SchemaId>, referrers: Referrers): void {
  // A set yields what is added while it is walked.
  for (const id of leading) for (const referrer of referrers.get(id) ?? []) leading.add(referrer);
}
