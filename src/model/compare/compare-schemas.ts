import type { Api } from "../ir/api.js";
import type { SchemaId } from "../ir/schema.js";
import { canonical, type Canonical } from "./canonical.js";

/** Names of schemas, as the description has them. */
export interface SchemaChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Those that say something else themselves; what refers to one is not among them. */
  readonly changed: readonly string[];
}

export interface ComparedSchemas {
  readonly changes: SchemaChanges;
  /** Schemas that hold values against something else now, also by what they refer to. */
  readonly affected: ReadonlySet<SchemaId>;
}

export function compareSchemas(before: Api, now: Api): ComparedSchemas {
  const [old, fresh] = [piecesOf(before), piecesOf(now)];
  const isOther = (id: SchemaId): boolean => old.has(id) && old.get(id)?.piece.text !== fresh.get(id)?.piece.text;
  const changed = [...fresh.keys()].filter(isOther);
  return {
    changes: {
      added: namesOf(
        [...fresh.keys()].filter((id) => !old.has(id)),
        fresh,
      ),
      removed: namesOf(
        [...old.keys()].filter((id) => !fresh.has(id)),
        old,
      ),
      changed: namesOf(changed, fresh),
    },
    affected: affectedBy(changed, fresh),
  };
}

interface Piece {
  readonly wireName: string;
  /** Made of another schema, for one direction: it says nothing that the other does not. */
  readonly isVariant: boolean;
  readonly piece: Canonical;
}

function piecesOf({ schemas }: Api): ReadonlyMap<SchemaId, Piece> {
  return new Map(
    Array.from(schemas, ([id, { wireName, schema, requestVariantOf }]) => [
      id,
      { wireName, isVariant: requestVariantOf !== undefined, piece: canonical(schema) },
    ]),
  );
}

/** Names as written, each once: a schema may have another one beside it that is made of the same. */
function namesOf(ids: readonly SchemaId[], pieces: ReadonlyMap<SchemaId, Piece>): readonly string[] {
  const own = ids.flatMap((id) => pieces.get(id) ?? []).filter(({ isVariant }) => !isVariant);
  return [...new Set(own.map(({ wireName }) => wireName))];
}

/** What refers to one of these, by any way, and these: each is met once. */
function affectedBy(changed: readonly SchemaId[], pieces: ReadonlyMap<SchemaId, Piece>): ReadonlySet<SchemaId> {
  const users = new Map<SchemaId, SchemaId[]>();
  for (const [id, { piece }] of pieces)
    for (const target of piece.refs) {
      const known = users.get(target);
      if (known === undefined) users.set(target, [id]);
      else known.push(id);
    }
  const affected = new Set(changed);
  for (const id of affected) for (const user of users.get(id) ?? []) affected.add(user); // a set goes on to what is added meanwhile
  return affected;
}
