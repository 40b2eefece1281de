import { parse } from "../../source/json-pointer.js";
import type { Json } from "../../source/source-file.js";
import { locationAt, rootLocation } from "../resolve/document-location.js";
import type { WalkState } from "../resolve/walk.js";
import { meantScheme } from "../rules/meaning/meant-scheme.js";
import type { ComponentsObject } from "../rules/types.js";
import { isObject, type Kind } from "../rules/rule.js";
import { createFamilies } from "./family.js";
import { namesIn, sectionsOf } from "./sections.js";
import type { SelectedOperations } from "./select-operations.js";

/**
 * Has followed what operations need without a reference to it: their security schemes, and the schemas that extend one with a discriminator,
 * because a value of that may be one of theirs. To be asked until it says that there was no more. `schemes`: other ones that are needed.
 */
export function createReach(state: WalkState, selected: SelectedOperations, schemes: readonly string[]): () => boolean {
  const { root, identifiers, queue, targets } = state;
  const follow = (kind: Kind, reference: string): void => {
    const fragment = reference.slice(reference.indexOf("#") + 1);
    const at = locationAt(root, parse(fragment) ?? [], identifiers.resources);
    queue.push({ kind, holder: { $ref: reference }, key: "$ref", at, target: { uri: root.source.uri, fragment } });
  };
  const needed = new Set([...schemesOf(selected, root.source.value), ...schemes]);
  for (const section of sectionsOf(root)) {
    if (section.kind !== "securityScheme") continue;
    const declared = namesIn(root, section);
    const names = declared.map(({ name }) => name);
    const meant = new Set([...needed].map((name) => (names.includes(name) ? name : meantScheme(name, names))));
    for (const { name, reference } of declared) if (meant.has(name)) follow("securityScheme", reference);
  }
  const schemas = targets.get("schema") ?? new Map<string, unknown>();
  const entries = schemas.entries(); // It also gives what is added meanwhile, as long as it has not come to an end.
  const families = createFamilies(state);
  let seen = 0;
  return () => {
    const before = queue.length;
    for (; seen < schemas.size; seen += 1) {
      const next = entries.next();
      if (next.done === true || !isParent(next.value[1])) continue;
      for (const each of families.descendants(next.value[0])) if (!schemas.has(each)) follow("schema", each);
    }
    return queue.length > before;
  };
}

/** A schema of which others are kinds: its discriminator does not choose among those that are listed beside it. */
function isParent(schema: unknown): boolean {
  return isObject(schema) && schema["discriminator"] !== undefined && schema["oneOf"] === undefined && schema["anyOf"] === undefined;
}

/** The schemes that operations ask for, each by its own requirements or by those of the document; and the one that limits are counted by. */
function schemesOf({ paths, kept }: SelectedOperations, root: Json): readonly string[] {
  const { security, "x-rate-limits": limits } = isObject(root) ? root : {};
  const requirements = [...kept].map((operation) => operation.security ?? security);
  // Operations that could not be looked at are kept, and may ask for what all of them do.
  const all = paths.some(({ unread }) => unread !== undefined) ? [...requirements, security] : requirements;
  const key = isObject(limits) && isObject(limits["key"]) ? limits["key"]["securityScheme"] : undefined;
  return [...new Set([...all, key])].flatMap(namesOfSchemes);
}

/** Names of schemes in a list of requirements; also in what the rules read as one. */
function namesOfSchemes(written: Json | undefined): readonly string[] {
  if (typeof written === "string") return [written];
  if (Array.isArray(written)) return (written as readonly Json[]).flatMap(namesOfSchemes); // `isArray` does not narrow readonly lists
  return isObject(written) ? Object.keys(written) : [];
}

/** The components that were reached, in the order of the file, each as it was read where references led. */
export function reachedComponents(state: WalkState, before: ComponentsObject | undefined): ComponentsObject {
  const out: Record<string, unknown> = { ...before };
  const at = rootLocation(state.root);
  for (const section of sectionsOf(state.root)) {
    const { name, kind } = section;
    const targets = state.targets.get(kind);
    const found = namesIn(state.root, section).filter(({ reference }) => targets?.has(reference) === true);
    if (found.length === 0) continue;
    const members = Object.assign(Object.create(null), out[name]) as Record<string, unknown>; // The type of a fresh object without prototype.
    for (const { name: key, reference } of found) members[key] = targets?.get(reference);
    state.walk.location(members, locationAt(state.root, section.tokens, state.identifiers.resources));
    out[name] = members;
  }
  state.walk.location(out, at);
  return out as ComponentsObject; // Each of its sections holds what the rule of its kind has read.
}
