import { at, parse } from "../../source/json-pointer.js";
import { decoded } from "../../source/percent-encoding.js";
import { isJsonArray, type Json } from "../../source/source-file.js";

/** The members of an object; none of anything else. */
export function membersOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return typeof value === "object" && value !== null && !isJsonArray(value) ? Object.entries(value) : [];
}

/** What a reference in the same file leads to. Others stay what they are written as. */
export function follow(value: Json, root: Json): Json {
  let found = value;
  for (let steps = 0; steps < 100; steps += 1) {
    const [, ref] = membersOf(found).find(([key]) => key === "$ref") ?? [];
    const tokens = typeof ref === "string" && ref.startsWith("#/") ? parse(decoded(ref.slice(1))) : undefined;
    const next = tokens === undefined ? undefined : at(root, tokens);
    if (next === undefined) return found;
    found = next;
  }
  return found;
}

/** Members that are for readers. */
export const unsent: ReadonlySet<string> = new Set("summary description example examples externalDocs title operationId tags".split(" "));
/** Members whose values are maps: what looks like a key in them is a name. */
const maps: ReadonlySet<string> = new Set(
  "properties patternProperties dependentSchemas $defs definitions headers content encoding responses links variables callbacks".split(" "),
);
const unordered: ReadonlySet<string> = new Set("required enum oneOf anyOf allOf type parameters security".split(" "));
const literals: ReadonlySet<string> = new Set(["default", "const"]);

/** The text of a value and of all that it refers to in its file: each is printed once, and called by its reference elsewhere. */
export function closureText(value: Json, root: Json): string {
  const texts = new Map<string, string>();
  const refs = new Set<string>();
  const own = rawText(value, refs);
  // A set goes on to what is added meanwhile.
  for (const ref of refs) {
    const start = { $ref: ref };
    const found = follow(start, root);
    if (found !== start) texts.set(ref, rawText(found, refs));
  }
  return own + JSON.stringify([...texts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function rawText(value: Json, refs: Set<string>, key = "", isMap = false): string {
  if (isJsonArray(value)) {
    const items = value.map((item) => rawText(item, refs));
    return `[${(unordered.has(key) ? items.toSorted() : items).join()}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = membersOf(value).filter(([name]) => isMap || (!unsent.has(name) && !name.startsWith("x-")));
  const texts = members.map(([name, member]) => {
    if (!isMap && name === "$ref" && typeof member === "string") refs.add(member);
    const isValue = !isMap && literals.has(name);
    return `${JSON.stringify(name)}:${isValue ? JSON.stringify(member) : rawText(member, refs, isMap ? "" : name, !isMap && maps.has(name))}`;
  });
  return `{${texts.toSorted().join()}}`;
}
