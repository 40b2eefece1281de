import { isJsonArray, type Json } from "../../source/source-file.js";
import { at as valueAt, parse } from "../../source/json-pointer.js";
import { locationAt } from "../resolve/document-location.js";
import { formatReference, parseReference } from "../resolve/parse-reference.js";
import { locate, type WalkState } from "../resolve/walk.js";
import { isObject } from "../rules/rule.js";
import { toSwaggerTokens, toUpgradedTokens } from "../versions/swagger-pointers.js";
import { namesIn, sectionsOf } from "./sections.js";

/** Which schemas of the root's components extend which by `allOf`, directly or through others. */
export interface Families {
  /** Absolute references to the schemas that extend the one that `parent` leads to. */
  descendants(parent: string): Iterable<string>;
}

/** Read off the description as written when first asked for: few have a schema whose children matter. */
export function createFamilies(state: WalkState): Families {
  let known: { readonly files: number; readonly children: ReadonlyMap<string, readonly string[]> } | undefined;
  return {
    descendants(parent) {
      // A file that was loaded meanwhile may be what a reference leads through.
      if (known?.files !== state.files.size) known = { files: state.files.size, children: childrenIn(state) };
      const { children } = known;
      const found = new Set(children.get(parent));
      // A set yields what is added while it is walked.
      for (const each of found) for (const next of children.get(each) ?? []) found.add(next);
      return found;
    },
  };
}

function childrenIn(state: WalkState): ReadonlyMap<string, readonly string[]> {
  const { root, identifiers } = state;
  const children = new Map<string, string[]>();
  for (const section of sectionsOf(root).filter(({ kind }) => kind === "schema"))
    for (const { reference } of namesIn(root, section)) {
      const tokens = toSwaggerTokens(root, parse(reference.slice(reference.indexOf("#") + 1)) ?? []);
      const schema = valueAt(root.source.value, tokens) ?? null;
      const texts = isAlias(schema) ? [] : extendedBy(schema);
      if (texts.length === 0) continue;
      const { base } = locationAt(root, tokens, identifiers.resources);
      for (const parent of new Set(texts.map((text) => absolute(text, base, state))))
        if (children.get(parent)?.push(reference) === undefined) children.set(parent, [reference]);
    }
  return children;
}

/** Keywords that assert nothing: a reference beside nothing else is another name for what it leads to. */
const annotations = new Set(["$ref", "title", "description", "deprecated", "readOnly", "writeOnly", "default", "example", "examples"]);

function isAlias(schema: Json): boolean {
  if (!isObject(schema) || schema["$ref"] === undefined) return false;
  return Object.keys(schema).every((key) => annotations.has(key) || key.startsWith("x-"));
}

/** References to what holds of every value of a schema. */
function extendedBy(schema: Json): readonly string[] {
  if (!isObject(schema)) return [];
  const { $ref, allOf } = schema;
  return [...(typeof $ref === "string" ? [$ref] : []), ...(isJsonArray(allOf) ? allOf.flatMap(extendedBy) : [])];
}

function absolute(text: string, base: string, state: WalkState): string {
  const target = parseReference(text, base);
  const found = target && locate(target, state);
  return found === undefined ? text : formatReference(found.file.source.uri, toUpgradedTokens(found.file, found.tokens));
}
