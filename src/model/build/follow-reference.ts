import { InternalError } from "../../diagnostic/diagnostic.js";
import type { Kinds, Resolved } from "../../openapi/resolve/resolved.js";
import type { OrReference, ReferenceObject } from "../../openapi/rules/types.js";

/** What a value or a reference to one comes to. */
export interface Followed<T> {
  readonly value: T;
  /** The reference as it stood, when there was one. */
  readonly ref: string | undefined;
  /** What the reference says beside itself wins over what it leads to. */
  readonly summary: string | undefined;
  readonly description: string | undefined;
  /** The references that may say something of the life of this use, the nearest first. */
  readonly dated: readonly ReferenceObject[];
}

/** References that lead only to each other are reported and replaced before the model is built; this is far more than real ones have. */
const maxReferenceSteps = 1000;

/** The object behind a reference, however long the chain. */
export function followReference<K extends Exclude<keyof Kinds, "schema" | "pathItem">>(
  kind: K,
  start: OrReference<Kinds[K]>,
  resolved: Resolved,
): Followed<Kinds[K]> {
  let value: OrReference<Kinds[K]> = start;
  let ref: string | undefined;
  let summary: string | undefined;
  let description: string | undefined;
  const dated: ReferenceObject[] = [];
  for (let step = 0; step < maxReferenceSteps; step += 1) {
    if (!isReference(value)) return { value, ref, summary, description, dated };
    ref ??= value.$ref;
    summary ??= value.summary;
    description ??= value.description;
    if (Object.keys(value).some((key) => key === "deprecated" || key.startsWith("x-"))) dated.push(value);
    // `target` knows the kind, but says `{ $ref }` for a reference; what stands beside it is read off where it is.
    value = resolved.target(kind, value.$ref);
  }
  throw new InternalError(`An unresolved reference was not replaced: ${String(ref)}`);
}

function isReference(value: object): value is ReferenceObject {
  return "$ref" in value && typeof value.$ref === "string";
}
