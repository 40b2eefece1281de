import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import { changed, each, mapAssertion } from "../ir/map-schema.js";
import { eachChild, isInPlace } from "../ir/visit.js";
import type { Assertion, NamedSchema, Schema, SchemaId } from "../ir/schema.js";

type Schemas = ReadonlyMap<SchemaId, NamedSchema>;

/**
 * Takes out references by which a schema is itself, with nothing of a value consumed on the way. Of `$ref`s alone such circles are known
 * before; what a `$dynamicRef` leads to is known only here.
 */
export function withoutScopedCycles(schemas: Schemas, report: Report): Schemas {
  const result = new Map(schemas);
  const done = new Set<SchemaId>();
  for (const start of schemas.keys()) if (!done.has(start)) search(start, result, done, report);
  return result;
}

interface Step {
  readonly id: SchemaId;
  readonly open: SchemaId[];
}

/** A depth-first search with its own stack: a chain of references may be as long as the file. */
function search(start: SchemaId, schemas: Map<SchemaId, NamedSchema>, done: Set<SchemaId>, report: Report): void {
  const stack: Step[] = [{ id: start, open: targetsOf(start, schemas) }];
  const onPath = new Set([start]);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = top.open.pop();
    if (next === undefined) {
      done.add(top.id);
      onPath.delete(top.id);
      stack.pop();
    } else if (onPath.has(next)) cut(top.id, next, schemas, report);
    else if (!done.has(next)) {
      onPath.add(next);
      stack.push({ id: next, open: targetsOf(next, schemas) });
    }
  }
}

function targetsOf(id: SchemaId, schemas: Schemas): SchemaId[] {
  const named = schemas.get(id);
  return named === undefined ? [] : named.schema.assertions.flatMap(targetsIn);
}

function targetsIn(assertion: Assertion): SchemaId[] {
  if (assertion.kind === "ref") return [assertion.target];
  const found: SchemaId[] = [];
  eachChild(assertion, (schema, relation) => {
    if (isInPlace(relation)) for (const item of schema.assertions.flatMap(targetsIn)) found.push(item);
  });
  return found;
}

function cut(id: SchemaId, target: SchemaId, schemas: Map<SchemaId, NamedSchema>, report: Report): void {
  const named = schemas.get(id);
  if (named === undefined) return;
  schemas.set(id, { ...named, schema: without(named.schema, target) });
  const message = `A dynamic reference makes "${named.wireName}" lead only back to itself.`;
  const hint = "A schema may contain itself in a property or as an item, but it cannot be itself.";
  report(diagnostic("ref-cycle", message, { at: named.schema.origin, hint, assumed: "the reference is left out" }));
}

function without(schema: Schema, target: SchemaId): Schema {
  const kept = schema.assertions.filter((assertion) => assertion.kind !== "ref" || assertion.target !== target);
  return changed(schema, { assertions: each(kept, (assertion) => withoutIn(assertion, target)) });
}

function withoutIn(assertion: Assertion, target: SchemaId): Assertion {
  return mapAssertion(assertion, (schema, relation) => (isInPlace(relation) ? without(schema, target) : schema));
}
