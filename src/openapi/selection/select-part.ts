import { hasErrors, type Diagnostic, type Outcome } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";
import { rootLocation } from "../resolve/document-location.js";
import { loadEarlyReferences, type Load } from "../resolve/load-references.js";
import type { Resolved, WholeDescription } from "../resolve/resolved.js";
import type { WalkState } from "../resolve/walk.js";
import { isAboutLeftOut } from "./left-out-places.js";
import { createReach, reachedComponents } from "./reach.js";
import { reportSelection } from "./report-selection.js";
import { namesIn, sectionsOf, withoutComponents } from "./sections.js";
import {
  compileSelection,
  leftOutObjects,
  pathItemReferences,
  selectOperations,
  withSelectedPaths,
  type SelectedOperations,
} from "./select-operations.js";
import { leavesOutComponents, selects, type Selection } from "./selection.js";
import { withOwnOperations } from "./shared-path-items.js";

/** The part of a description that is read. */
export interface Part {
  /** The root, without what is left out. */
  readonly value: Json;
  /** See `loadReferences`. */
  readonly queueMore: () => boolean;
  /** What was read of it, with the components that it needs. */
  readonly complete: (resolved: Resolved) => Resolved;
  /** Whether something is said of what is left out, once all is read. */
  readonly isForeign: (found: Diagnostic) => boolean;
}

/** Chooses what of a description is read, before it is: what is left out costs nothing, and its mistakes are nobody's. */
export async function selectPart(state: WalkState, load: Load, selection: Selection): Promise<Outcome<Part>> {
  const { root, walk } = state;
  const { value } = root.source;
  if (!selects(selection))
    return { value: { value, queueMore: () => false, complete: (resolved) => resolved, isForeign: () => false }, diagnostics: [] };
  const at = rootLocation(root);
  const compiled = compileSelection(selection);
  await loadEarlyReferences(state, load, () => pathItemReferences(value, at, compiled, walk));
  const selected = selectOperations(value, at, compiled, walk);
  const diagnostics = reportSelection(selection, selected);
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  for (const each of leftOutObjects(selected)) state.leftOut.add(each);
  const paths = withSelectedPaths(value, at, selected, walk);
  const whole = wholeOf(state, selected);
  if (!leavesOutComponents(selection)) {
    const complete = (resolved: Resolved): Resolved => ({ ...withOwnOperations(resolved, selected, state), whole });
    return { value: { value: paths, queueMore: () => false, complete, isForeign: () => false }, diagnostics };
  }
  const complete = (resolved: Resolved): Resolved => {
    const own = withOwnOperations(resolved, selected, state);
    const components = reachedComponents(state, own.document.components);
    if (own.document.components === undefined && Object.keys(components).length === 0) return { ...own, whole };
    const document = { ...own.document, components };
    walk.location(document, at);
    return { ...own, document, whole };
  };
  const queueMore = createReach(state, selected, selection.schemes ?? []);
  const isForeign = (found: Diagnostic): boolean => isAboutLeftOut(found, selected, state);
  return { value: { value: withoutComponents(paths, root), queueMore, complete, isForeign }, diagnostics };
}

function wholeOf({ root }: WalkState, { paths }: SelectedOperations): WholeDescription {
  const of = (kind: "path" | "webhook"): WholeDescription["paths"] =>
    paths
      .filter((each) => each.kind === kind)
      .flatMap(({ operations }) => operations.map(({ path, method, operationId, tags }) => ({ path, method, operationId, tags })));
  const schemas = sectionsOf(root)
    .filter(({ kind }) => kind === "schema")
    .flatMap((section) => namesIn(root, section));
  return { paths: of("path"), webhooks: of("webhook"), schemas: [...new Set(schemas.map(({ name }) => name))] };
}
