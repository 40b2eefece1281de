import type { Diagnostic, Outcome } from "../../diagnostic/diagnostic.js";
import { inOrder } from "../../diagnostic/order.js";
import type { SourceFile } from "../../source/source-file.js";
import { LazyOrigin, rootPlace } from "./place.js";
import { rankIn } from "./source-order.js";
import { parseReference } from "./reference.js";
import type { Dynamic, Kinds, Resolved } from "./resolved.js";
import type { OpenApiObject } from "../rules/types.js";
import { validate } from "../rules/validate.js";
import { declaredVersion, versionProblem } from "../versions/version.js";
import { cutCycles } from "./cycles.js";
import { cutLongChains } from "./long-chains.js";
import { dynamicOf } from "./dynamic.js";
import { followAll, loadNeeded, type Load } from "./follow.js";
import { createNames } from "./identify.js";
import { learnDialects } from "./learn-dialects.js";
import { metaschemaAt } from "../rules/known.js";
import { readLater, readSwagger } from "../versions/swagger.js";
import { createUnit } from "./unit.js";
import { emptyAt, read, startWalk, upgrade, type Walked } from "./walk.js";

/** A root file and all that it refers to, upgraded to one dialect; `load` reads the other files. Reports what is wrong with the description. */
export async function resolve(root: SourceFile, load: Load): Promise<Outcome<Resolved>> {
  const version = declaredVersion(root.value);
  if (version === undefined) return { value: undefined, diagnostics: [versionProblem(root)] };
  const diagnostics: Diagnostic[] = [];
  const names = createNames();
  const loadOnce = loadingOnce(load);
  await learnDialects(root, names, loadOnce, (found) => diagnostics.push(found));
  const unit = createUnit(root, version, undefined, names.dialects);
  const walked = startWalk(unit, names, diagnostics);
  if (version === "2.0") await loadNeeded(walked, loadOnce);
  const document = (version === "2.0" ? readSwagger : readLater)(root.value, rootPlace(unit), walked.walk);
  await followAll(walked, loadOnce);
  const dynamic = dynamicOf(walked);
  cutCycles(walked, dynamic);
  cutLongChains(walked, dynamic);
  if (document === undefined) return { value: undefined, diagnostics: walked.diagnostics };
  // The rules have read every member by the tables of the types, and left out what is of another type.
  const resolved = resolvedOf(walked, document as unknown as OpenApiObject, dynamic);
  validate(resolved, walked.walk.report);
  return { value: resolved, diagnostics: inOrder(walked.diagnostics, rankIn(resolved.files)) };
}

/** Reads each file once, and none for the standard's own metaschemas. */
function loadingOnce(load: Load): Load {
  const loaded = new Map<string, ReturnType<Load>>();
  return (uri) => {
    const standard = metaschemaAt(uri);
    const outcome = loaded.get(uri) ?? (standard === undefined ? load(uri) : Promise.resolve({ value: standard, diagnostics: [] }));
    loaded.set(uri, outcome);
    return outcome;
  };
}

function resolvedOf(walked: Walked, document: OpenApiObject, dynamic: Dynamic | undefined): Resolved {
  return {
    version: walked.root.version,
    root: walked.root.source,
    files: filesOf(walked),
    document,
    target: (kind, ref) => targetOf(kind, ref, walked),
    origin: (value) => new LazyOrigin(walked.places.get(value)).toJSON(),
    originLater: (value) => new LazyOrigin(walked.places.get(value)),
    assertsFormats: (schema) => walked.places.get(schema)?.unit.dialect.assertsFormats === true,
    dynamic,
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

/** The files that were read; not the metaschemas that are known without. */
function filesOf({ units, names }: Walked): readonly SourceFile[] {
  const files = [...[...units.values()].map(({ source }) => source), ...names.metaschemas];
  return [...new Map(files.map((file) => [file.uri, file])).values()].filter(({ uri }) => metaschemaAt(uri) === undefined);
}
