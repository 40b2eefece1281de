import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import * as pointer from "../../source/json-pointer.js";
import type { Json } from "../../source/source-file.js";
import { originAt, type DocumentLocation } from "./document-location.js";
import { formatReference, type Target } from "./parse-reference.js";
import { isObject, type Kind } from "../rules/rule.js";
import { toUpgradedTokens } from "../versions/swagger-pointers.js";
import { absent, locate, type WalkState } from "./walk.js";

/** A reference that leads to nothing. */
interface Unresolved {
  readonly kind: Kind;
  readonly at: DocumentLocation;
  readonly target: Target;
  /** Whether the description is complete without its target. */
  readonly dispensable: boolean;
}

/** References that lead to nothing, one for each target: the first one, and how many there are besides. A class, because the collecting is its state. */
export class Dangling {
  private readonly found = new Map<string, { first: Unresolved; others: number }>();

  add(one: Unresolved): void {
    const { kind, target, dispensable } = one;
    const key = `${kind} ${String(dispensable)} ${target.uri}#${target.fragment}`;
    const known = this.found.get(key);
    if (known === undefined) this.found.set(key, { first: one, others: 0 });
    else known.others += 1;
  }

  all(): readonly (Unresolved & { readonly others: number })[] {
    return [...this.found.values()].map(({ first, others }) => ({ ...first, others }));
  }
}

/** How many names may yet be looked at for one that is near. */
interface NamesToLookAt {
  left: number;
}

/** What there is to say of references that lead to nothing, with what was probably meant. */
export function unresolvedReference(
  { kind, at, target, dispensable, others }: Unresolved & { readonly others: number },
  state: WalkState,
  names: NamesToLookAt,
): Diagnostic {
  const found = locate(target, state);
  const where = found === undefined || found.file.source === at.file.source ? "" : ` in ${found.file.source.name}`;
  const value = valueAt(at);
  const written = typeof value === "string" ? value : "";
  const meant = names.left > 0 ? suggestion(target, state, names) : undefined;
  const file = written.slice(0, Math.max(0, written.indexOf("#")));
  const hints = [
    ...(meant === undefined ? aboutId(at, target) : [`Did you mean "${file}#${meant}"?`]),
    ...(dispensable && at.key === "$ref" ? ["Any value is accepted there."] : []),
  ];
  const places = others === 0 ? "" : `, here and in ${others} other ${others === 1 ? "place" : "places"}`;
  return diagnostic("ref-not-found", `${JSON.stringify(written)} leads to nothing${where}${places}.`, {
    at: originAt(at),
    hint: hints.length === 0 ? undefined : hints.join(" "),
    ...(dispensable ? { severity: "warning" } : { assumed: absent[kind] }),
  });
}

/**
 * Whether the description is complete without the target of a schema's reference. That is so where other keywords stand beside the
 * reference (`description`, `nullable`, …), and the schema is an optional property, or a component without references to it. Then no value
 * has to be made up to send a request, the other keywords still describe the value, and only the type of one member is lost. Published descriptions have this where a
 * schema in preview was left out on publishing, and the properties of its type were not.
 */
export function isDispensable(at: DocumentLocation, state: WalkState): boolean {
  // A discriminator only helps to choose among schemas that are listed beside it.
  if (at.key === "defaultMapping" || at.parent?.key === "mapping") return true;
  // An extension: the agreement is often published elsewhere than the description, or not at all.
  if (at.parent?.key === "x-sla" && at.parent.parent?.key === "info") return true;
  const schema = at.parent;
  const holder = schema?.parent;
  const own = schema === undefined ? undefined : valueAt(schema);
  if (at.key !== "$ref" || schema === undefined || holder?.parent === undefined || !isObject(own)) return false;
  if (Object.keys(own).every((key) => key.startsWith("$"))) return false;
  const tokens = pointer.parse(originAt(schema).pointer) ?? [];
  const upgraded = toUpgradedTokens(at.file, tokens);
  if (upgraded.length === 3 && upgraded[0] === "components" && upgraded[1] === "schemas") {
    return state.targets.get("schema")?.has(formatReference(at.file.source.uri, upgraded)) !== true;
  }
  const owner = valueAt(holder.parent);
  const required = isObject(owner) && Array.isArray(owner["required"]) ? (owner["required"] as readonly Json[]) : [];
  return holder.key === "properties" && !required.includes(String(schema.key));
}

/** The value that is written at a location. */
export function valueAt(location: DocumentLocation): Json | undefined {
  return pointer.at(location.file.source.value, pointer.parse(originAt(location).pointer) ?? []);
}

/** The URI of a schema whose last part is near to that of a URI that cannot be read. */
export function nearestResource(uri: string, { identifiers }: WalkState): string | undefined {
  const start = Math.max(uri.lastIndexOf("/"), uri.lastIndexOf(":")) + 1;
  const siblings = [...identifiers.anchors.keys()].filter((each) => each.startsWith(uri.slice(0, start)) && !each.includes("#"));
  const near = spellingSuggestion(
    uri.slice(start),
    siblings.map((each) => each.slice(start)),
  );
  return near === undefined ? undefined : uri.slice(0, start) + near;
}

/** Another fragment that is near to that of the target, and leads somewhere. */
function suggestion(target: Target, state: WalkState, looking: NamesToLookAt): string | undefined {
  const tokens = pointer.parse(target.fragment);
  if (tokens !== undefined) return nearPointer(target, tokens, state, looking);
  looking.left -= state.identifiers.anchors.size;
  const prefix = `${target.uri}#`;
  const names = [...state.identifiers.anchors.keys()].filter((uri) => uri.startsWith(prefix)).map((uri) => uri.slice(prefix.length));
  return spellingSuggestion(target.fragment, names);
}

/** The pointer with its first token that leads nowhere replaced by the nearest sibling. */
function nearPointer({ uri }: Target, own: readonly string[], state: WalkState, looking: NamesToLookAt): string | undefined {
  const found = locate({ uri, fragment: pointer.format(own) }, state);
  if (found === undefined) return undefined;
  const { file, tokens } = found;
  const depth = tokens.findIndex((_, index) => pointer.at(file.source.value, tokens.slice(0, index + 1)) === undefined);
  const parent = pointer.at(file.source.value, tokens.slice(0, depth));
  const siblings = isObject(parent) ? Object.keys(parent) : [];
  looking.left -= siblings.length;
  const near = spellingSuggestion(tokens[depth] ?? "", siblings);
  if (near === undefined) return undefined;
  const whole = tokens.with(depth, near);
  // A resource inside a file has pointers of its own, which begin at its root.
  return pointer.at(file.source.value, whole) === undefined
    ? undefined
    : pointer.format(whole.slice(Math.max(0, whole.length - own.length)));
}

/** Whoever gives a schema an `$id` may not know that it moves what local references begin at. */
function aboutId(at: DocumentLocation, { fragment }: Target): readonly string[] {
  const { source } = at.file;
  const tokens = at.base === at.file.base ? undefined : pointer.parse(fragment);
  if (tokens === undefined || tokens.length === 0 || pointer.at(source.value, tokens) === undefined) return [];
  const file = source.uri.slice(source.uri.lastIndexOf("/") + 1);
  return [`It is relative to the "$id" around it; from the root of the file it is "${file}#${fragment}".`];
}
