import type { Resolved } from "../../openapi/resolve/resolved.js";
import { at, parse } from "../../source/json-pointer.js";
import { decoded } from "../../source/percent-encoding.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import { followReference } from "../build/follow-reference.js";
import { listOperations } from "../build/list-operations.js";

/** Facts of a description that the model has no objects for, each as a text that another order or other prose does not change, by what it is called. */
export type RawFacts = ReadonlyMap<string, RawFact>;

export interface RawFact {
  /** The operation whose callback it is, as "GET /pets"; undefined for a fact of the whole. */
  readonly operation: string | undefined;
  readonly text: string;
}

/** Callbacks by their operations, and what security schemes say besides how a credential is sent: flows, their URLs and scopes. */
export function rawFacts(resolved: Resolved): RawFacts {
  const facts = new Map<string, RawFact>();
  const values = new Map(resolved.files.map(({ uri, value }) => [uri, value]));
  for (const [name, start] of Object.entries(resolved.document.components?.securitySchemes ?? {}))
    addScheme(name, followReference("securityScheme", start, resolved).value, facts);
  for (const { method, path, operation } of listOperations(resolved.document.paths, resolved)) {
    const root = values.get(resolved.origin(operation).file) ?? resolved.root.value;
    const { callbacks } = operation as { readonly callbacks?: Json }; // kept as it was written
    for (const [name, callback] of membersOf(callbacks))
      for (const [expression, item] of membersOf(follow(callback, root)))
        for (const [verb, each] of membersOf(follow(item, root)))
          if (!unsent.has(verb) && !verb.startsWith("x-"))
            facts.set(`${method} ${path} ${verb.toUpperCase()} ${expression} of its callback ${JSON.stringify(name)}`, {
              operation: `${method} ${path}`,
              text: closureText(each, root),
            });
  }
  return facts;
}

function addScheme(name: string, scheme: object, facts: Map<string, RawFact>): void {
  const { flows, openIdConnectUrl } = scheme as { readonly flows?: Json; readonly openIdConnectUrl?: Json }; // kept as they were written
  const of = `of the security scheme ${JSON.stringify(name)}`;
  const add = (what: string, value: Json): void => void facts.set(`${what} ${of}`, { operation: undefined, text: JSON.stringify(value) });
  if (openIdConnectUrl !== undefined) add("the openIdConnectUrl", openIdConnectUrl);
  for (const [flow, value] of membersOf(flows))
    for (const [key, member] of membersOf(value))
      if (key === "scopes") for (const [scope] of membersOf(member)) add(`the scope ${JSON.stringify(scope)} in the flow ${flow}`, true);
      else if (!key.startsWith("x-")) add(`the ${key} in the flow ${flow}`, member);
}

function membersOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return typeof value === "object" && value !== null && !isJsonArray(value) ? Object.entries(value) : [];
}

/** What a reference in the same file leads to. Others stay what they are written as. */
function follow(value: Json, root: Json): Json {
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
const unsent: ReadonlySet<string> = new Set("summary description example examples externalDocs title operationId tags".split(" "));
/** Members whose values are maps: what looks like a key in them is a name. */
const maps: ReadonlySet<string> = new Set(
  "properties patternProperties dependentSchemas $defs definitions headers content encoding responses links variables callbacks".split(" "),
);
const unordered: ReadonlySet<string> = new Set("required enum oneOf anyOf allOf type parameters security".split(" "));
const literals: ReadonlySet<string> = new Set(["default", "const"]);

/** The text of a value and of all that it refers to in its file: each is printed once, and called by its reference elsewhere. */
function closureText(value: Json, root: Json): string {
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
