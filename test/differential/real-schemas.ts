/** Schemas of real descriptions as JSON Schema 2020-12: as they are read, without what only OpenAPI, or a choice of ours, gives a meaning. */
import { nodeIo } from "../../src/io-node.js";
import { resolve } from "../../src/openapi/resolve/resolve.js";
import { patternFlags } from "../../src/model/patterns/flags.js";
import { load } from "../../src/source/load-file.js";
import { isSchemaObject, refTo, type Bundle, type JsonSchema } from "./json-schema.js";

/** Which a schema may have for people, for one direction, or by a choice of the configuration. */
const left: ReadonlySet<string> = new Set([
  ..."discriminator readOnly writeOnly default example examples description title externalDocs xml deprecated".split(" "),
  ..."format contentEncoding contentMediaType contentSchema nullable summary $comment".split(" "),
]);

/** Members that are schemas by name, and lists of words: what stands in them is no keyword. */
const maps: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);
const values: ReadonlySet<string> = new Set(["enum", "const", "required", "type", "dependentRequired"]);

/** The named schemas of a description, under names that any language takes; undefined where it refers beyond them. */
export async function realBundle(path: string): Promise<Bundle | undefined> {
  const io = nodeIo();
  const root = await load(path, io);
  if (root.value === undefined) return undefined;
  const { value: resolved } = await resolve(root.value, (uri) => load(uri, io));
  const named = Object.entries(resolved?.document.components?.schemas ?? {});
  const names = new Map(named.map(([name], index) => [refTo(name.replaceAll("~", "~0").replaceAll("/", "~1")), `S${String(index)}`]));
  const bundle: Record<string, JsonSchema> = {};
  try {
    for (const [index, [, schema]] of named.entries()) bundle[`S${String(index)}`] = read(schema, names);
  } catch (error) {
    if (error instanceof Elsewhere) return undefined;
    throw error;
  }
  // Interpreters have numbers for integers of any size.
  const text = JSON.stringify(bundle, (_key, value: unknown) => (typeof value === "bigint" ? Number(value) : value));
  return JSON.parse(text) as Bundle;
}

/** A reference to what is no named schema. */
class Elsewhere extends Error {}

function read(schema: unknown, names: ReadonlyMap<string, string>): JsonSchema {
  if (typeof schema === "boolean") return schema;
  if (!isSchemaObject(schema)) return true;
  const kept = Object.entries(schema).filter(([key, value]) => !left.has(key) && !key.startsWith("x-") && isReadable(key, value));
  return Object.fromEntries(kept.map(([key, value]) => [key, keyword(key, value, names)]));
}

/** Interpreters throw at a pattern of another language, which we leave unchecked. */
function isReadable(key: string, value: unknown): boolean {
  const patterns = key === "pattern" ? [value] : key === "patternProperties" && isSchemaObject(value) ? Object.keys(value) : [];
  return patterns.every((pattern) => patternFlags(String(pattern)) === "u");
}

function keyword(key: string, value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (key === "$ref") return target(value, names);
  if (values.has(key)) return value;
  if (maps.has(key) && isSchemaObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, read(inner, names)]));
  if (Array.isArray(value)) return value.map((inner: unknown) => read(inner, names));
  return isSchemaObject(value) || typeof value === "boolean" ? read(value, names) : value;
}

function target(ref: unknown, names: ReadonlyMap<string, string>): string {
  const [, fragment] = typeof ref === "string" ? ref.split(/(?=#)/) : [];
  const name = names.get(fragment ?? String(ref)) ?? names.get(decodeURIComponent(fragment ?? String(ref)));
  if (name === undefined) throw new Elsewhere(String(ref));
  return refTo(name);
}
