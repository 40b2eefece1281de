import type { Outcome } from "../diagnostic/diagnostic.js";
import { inOrder } from "../diagnostic/order.js";
import type { SourceFile } from "../source/source-file.js";
import { readDocument } from "./objects.js";
import { LazyOrigin, rootPlace, type Unit } from "./place.js";
import { rankIn } from "./rank.js";
import { parseReference } from "./reference.js";
import type { Kinds, Resolved } from "./resolved.js";
import type { OpenApiObject } from "./types.js";
import { validate } from "./validate.js";
import { declaredVersion, versionProblem } from "./version.js";
import { cutCycles } from "./cycles.js";
import { followAll, loadNeeded, type Load } from "./follow.js";
import { readSwagger } from "./swagger.js";
import { emptyAt, read, startWalk, upgrade, type Walked } from "./walk.js";

/** A root file and all that it refers to, upgraded to one dialect; `load` reads the other files. Reports what is wrong with the description. */
export async function resolve(root: SourceFile, load: Load): Promise<Outcome<Resolved>> {
  const version = declaredVersion(root.value);
  if (version === undefined) return { value: undefined, diagnostics: [versionProblem(root)] };
  const unit: Unit = { source: root, version };
  const walked = startWalk(unit);
  if (version === "2.0") await loadNeeded(walked, load);
  const document = (version === "2.0" ? readSwagger : readDocument)(root.value, rootPlace(unit), walked.walk);
  await followAll(walked, load);
  cutCycles(walked);
  if (document === undefined) return { value: undefined, diagnostics: walked.diagnostics };
  // The rules have read every member by the tables of the types, and left out what is of another type.
  const resolved = resolvedOf(walked, document as unknown as OpenApiObject);
  validate(resolved, walked.walk.report);
  return { value: resolved, diagnostics: inOrder(walked.diagnostics, rankIn(resolved.files)) };
}

function resolvedOf(walked: Walked, document: OpenApiObject): Resolved {
  return {
    version: walked.root.version,
    root: walked.root.source,
    files: [...new Set(walked.units.values())].map((unit) => unit.source),
    document,
    target: (kind, ref) => targetOf(kind, ref, walked),
    origin: (value) => new LazyOrigin(walked.places.get(value)).toJSON(),
    originLater: (value) => new LazyOrigin(walked.places.get(value)),
  };
}

function targetOf<K extends keyof Kinds>(kind: K, ref: string, walked: Walked): Kinds[K] | { readonly $ref: string } {
  const known = walked.targets.get(kind);
  let value = known?.get(ref);
  if (value === undefined) {
    value = lookUp(kind, ref, walked);
    known?.set(ref, value);
  }
  return value as Kinds[K]; // Targets are kept by kind, and each was read by its kind's rule.
}

/** A target that no reference of the description led to, or none at all: then the empty value. */
function lookUp(kind: keyof Kinds, ref: string, walked: Walked): unknown {
  const target = parseReference(ref, walked.root.source.uri);
  const found = target === undefined ? undefined : read(target, walked);
  return found === undefined ? emptyAt(kind, rootPlace(walked.root), walked) : upgrade(kind, found.raw, found.at, walked);
}
