import { eachChild, roleOf } from "../ir/visit.js";
import { isConjunction } from "../ir/kinds.js";
import type { IsDeciding } from "./discriminators/deciding-tags.js";
import type { Direction } from "../ir/map-operation.js";
import type { Api } from "../ir/api.js";
import type { Assertion, Schema } from "../ir/schema.js";

/** Names of properties that do not belong to values of a direction. */
export interface HiddenNames {
  /** Marked by what holds of a value in any case. */
  readonly always: ReadonlySet<string>;
  /** Those, and what an alternative marks that may hold. */
  readonly perhaps: ReadonlySet<string>;
}

export const noNames: HiddenNames = { always: new Set(), perhaps: new Set() };

/** The names that a schema hides in one direction, wherever among its references and members it says so. */
export type NamesOf = (schema: Schema) => HiddenNames;

/** Looks at each schema once. @param isDeciding Tags are never hidden. */
export function findHiddenNames(schemas: Api["schemas"], direction: Direction, isDeciding: IsDeciding): NamesOf {
  const known = new Map<Schema, HiddenNames>();
  const namesOf: NamesOf = (schema) => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, noNames); // for a schema that is a member of itself
    const found = collected(schema, { direction, schemas, isDeciding, namesOf });
    known.set(schema, found);
    return found;
  };
  return namesOf;
}

interface Finding {
  readonly direction: Direction;
  readonly schemas: Api["schemas"];
  readonly isDeciding: IsDeciding;
  readonly namesOf: NamesOf;
}

function collected(schema: Schema, finding: Finding): HiddenNames {
  const { direction, schemas, isDeciding, namesOf } = finding;
  let found = noNames;
  for (const assertion of schema.assertions) {
    if (assertion.kind === "ref") {
      const target = schemas.get(assertion.target);
      if (target !== undefined) found = joined(found, namesOf(target.schema));
      continue;
    }
    const marked = markedNames(assertion, direction, schemas).filter((name) => !isDeciding(schema, name));
    if (marked.length > 0) found = joined(found, { always: new Set(marked), perhaps: new Set(marked) });
    eachChild(assertion, (inner, relation) => {
      switch (roleOf[relation]) {
        case "member":
          found = joined(found, namesOf(inner));
          break;
        case "branch":
          found = joined(found, { always: noNames.always, perhaps: namesOf(inner).perhaps });
          break;
        case "question": // what is only asked marks nothing
        case "part": // has names of its own
      }
    });
  }
  return found;
}

/** The properties that an assertion itself marks. */
function markedNames(assertion: Assertion, direction: Direction, schemas: Api["schemas"]): readonly string[] {
  if (assertion.kind !== "object") return [];
  return assertion.properties.filter(({ schema }) => isHidden(schema, direction, schemas)).map(({ name }) => name);
}

/** What either hides. */
export function joined(one: HiddenNames, other: HiddenNames): HiddenNames {
  if (other.perhaps.size === 0 || one === other) return one;
  if (one.perhaps.size === 0) return other;
  return { always: new Set([...one.always, ...other.always]), perhaps: new Set([...one.perhaps, ...other.perhaps]) };
}

/** A property that claims to be both read-only and write-only would be nowhere: it is taken for neither. */
function isHidden(schema: Schema, direction: Direction, schemas: Api["schemas"]): boolean {
  const readOnly = says(schema, "readOnly", schemas);
  const writeOnly = says(schema, "writeOnly", schemas);
  return readOnly !== writeOnly && (direction === "request" ? readOnly : writeOnly);
}

/** Whether a schema is marked, or one that it refers to or is put together of. */
function says(schema: Schema, key: "readOnly" | "writeOnly", schemas: Api["schemas"], seen: ReadonlySet<Schema> = new Set()): boolean {
  if (schema[key]) return true;
  return schema.assertions.some((assertion) => {
    if (!isConjunction(assertion)) return false;
    const inner = assertion.kind === "allOf" ? assertion.members : [schemas.get(assertion.target)?.schema];
    return inner.some((each) => each !== undefined && !seen.has(each) && says(each, key, schemas, new Set([...seen, schema])));
  });
}
