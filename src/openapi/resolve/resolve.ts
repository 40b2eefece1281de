import type { Diagnostic, Outcome } from "../../diagnostic/diagnostic.js";
import { inOrder } from "../../diagnostic/source-order.js";
import type { SourceFile } from "../../source/source-file.js";
import { LazyOrigin, rootLocation, sectionOf } from "./document-location.js";
import { sourceOrderIn } from "./source-order.js";
import { parseReference } from "./parse-reference.js";
import type { DynamicReferences, Kinds, Resolved } from "./resolved.js";
import type { OpenApiObject } from "../rules/types.js";
import { validate } from "../rules/validate.js";
import { declaredVersion, versionProblem } from "../versions/version.js";
import { cutCycles } from "./reference-cycles.js";
import { cutLongChains } from "./reference-chains.js";
import { dynamicOf } from "./dynamic-references.js";
import { loadReferences, loadEarlyReferences, type Load } from "./load-references.js";
import { selectPart } from "../selection/select-part.js";
import type { Selection } from "../selection/selection.js";
import { earlyReferences } from "../versions/early-references.js";
import { createIdentifiers } from "./schema-identifiers.js";
import { loadMetaschemas } from "./load-metaschemas.js";
import { metaschemaAt } from "../rules/standard-metaschemas.js";
import { readLater, readSwagger } from "../versions/swagger.js";
import { createDescriptionFile } from "./description-file.js";
import { tooLarge, type SizeLimits } from "./size-budget.js";
import { emptyAt, read, createWalk, upgrade, type WalkState } from "./walk.js";

/**
 * A root file and all that it refers to, upgraded to one dialect; `load` reads the other files. Reports what is wrong with the description.
 * What a selection leaves out is not read, and nothing is said about it.
 */
export async function resolve(root: SourceFile, load: Load, selection: Selection = {}, limits?: SizeLimits): Promise<Outcome<Resolved>> {
  const version = declaredVersion(root.value);
  if (version === undefined) return { value: undefined, diagnostics: [versionProblem(root)] };
  const diagnostics: Diagnostic[] = [];
  const names = createIdentifiers();
  const loadOnce = loadingOnce(load);
  await loadMetaschemas(root, names, loadOnce, (found) => diagnostics.push(found));
  const file = createDescriptionFile(root, version, undefined, names.dialects);
  const state = createWalk(file, names, diagnostics, limits);
  const part = await selectPart(state, loadOnce, selection);
  if (part.value === undefined) return { value: undefined, diagnostics: part.diagnostics };
  for (const item of part.diagnostics) diagnostics.push(item);
  const { value, queueMore, complete, isForeign } = part.value;
  const at = rootLocation(file);
  await loadEarlyReferences(state, loadOnce, () => earlyReferences(value, at, state.walk));
  const document = (version === "2.0" ? readSwagger : readLater)(value, at, state.walk);
  await loadReferences({ ...state, document }, loadOnce, queueMore);
  state.budget.spend("named schema", namedSchemas(state, document));
  const exceeded = state.budget.exceeded();
  // Of half a description, everything else that could be said is wrong.
  if (exceeded !== undefined) return { value: undefined, diagnostics: [tooLarge(exceeded, state.budget.limits, filesOf(state))] };
  const dynamic = dynamicOf(state);
  cutCycles(state, dynamic);
  cutLongChains(state, dynamic);
  if (document === undefined) return { value: undefined, diagnostics: state.diagnostics };
  // The rules have read every member by the tables of the types, and left out what is of another type.
  const resolved = complete(resolvedOf(state, document as unknown as OpenApiObject, dynamic));
  validate(resolved, state.walk.report);
  for (const found of [state.unknownMembers, state.otherKeywords]) for (const each of found.reports()) state.diagnostics.push(each);
  const said = state.diagnostics.filter((each) => !isForeign(each));
  return { value: resolved, diagnostics: inOrder(said, sourceOrderIn(resolved.files)) };
}

/** Schemas of the components and of other places that references lead to: each gets a name. */
function namedSchemas({ targets }: WalkState, document: unknown): number {
  const { components } = Object(document) as Partial<OpenApiObject>; // What was read of any document, if anything was.
  return Math.max(Object.keys(components?.schemas ?? {}).length, targets.get("schema")?.size ?? 0);
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

function resolvedOf(state: WalkState, document: OpenApiObject, dynamic: DynamicReferences | undefined): Resolved {
  return {
    version: state.root.version,
    root: state.root.source,
    files: filesOf(state),
    document,
    target: (kind, ref) => targetOf(kind, ref, state),
    origin: (value) => new LazyOrigin(state.locations.get(value)).toJSON(),
    originLater: (value) => new LazyOrigin(state.locations.get(value)),
    section: (value) => {
      const location = state.locations.get(value);
      return location && sectionOf(location);
    },
    whole: undefined,
    assertsFormats: (schema) => state.locations.get(schema)?.file.dialect.assertsFormats === true,
    dynamic,
  };
}

function targetOf<K extends keyof Kinds>(kind: K, ref: string, state: WalkState): Kinds[K] | { readonly $ref: string } {
  const known = state.targets.get(kind);
  let value = known?.get(ref);
  if (value === undefined) {
    value = lookUp(kind, ref, state);
    known?.set(ref, value);
  }
  return value as Kinds[K]; // Targets are kept by kind, and each was read by its kind's rule.
}

/** A target that no reference of the description led to, or none at all: then the empty value. */
function lookUp(kind: keyof Kinds, ref: string, state: WalkState): unknown {
  const target = parseReference(ref, state.root.source.uri);
  const found = target === undefined ? undefined : read(target, state);
  return found === undefined ? emptyAt(kind, rootLocation(state.root), state) : upgrade(kind, found.raw, found.at, state);
}

/** The files that were read; not the metaschemas that are known without. */
function filesOf({ files, identifiers }: WalkState): readonly SourceFile[] {
  const all = [...[...files.values()].map(({ source }) => source), ...identifiers.metaschemas];
  return [...new Map(all.map((file) => [file.uri, file])).values()].filter(({ uri }) => metaschemaAt(uri) === undefined);
}
