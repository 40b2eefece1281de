/** A schema as a description has it: what the random ones are, before anything of ours has read them. */
export type JsonSchema = boolean | SchemaObject;
export type SchemaObject = Readonly<Record<string, unknown>>;

/** Schemas by name, which refer to each other as `#/components/schemas/Name`. */
export type Bundle = Readonly<Record<string, JsonSchema>>;

export const refTo = (name: string): string => `#/components/schemas/${name}`;
export const nameIn = (ref: unknown): string => (typeof ref === "string" ? ref.slice(refTo("").length) : "");

/** The names that a schema of a bundle leads to, its own included. */
export function reachedFrom(name: string, bundle: Bundle): ReadonlySet<string> {
  const reached = new Set([name]);
  // An iteration of the growing set sees what was added meanwhile.
  for (const each of reached) {
    for (const [, other = ""] of JSON.stringify(bundle[each] ?? true).matchAll(/"#\/components\/schemas\/(\w+)"/g)) reached.add(other);
  }
  return reached;
}

/** Two bundles of about the same size that do not refer to each other; `undefined` when there are none. */
export function halved(bundle: Bundle): readonly [Bundle, Bundle] | undefined {
  const names = Object.keys(bundle);
  const first = new Set<string>();
  for (const name of names) {
    const reached = reachedFrom(name, bundle);
    if (first.size < names.length / 2 || [...reached].some((other) => first.has(other))) for (const other of reached) first.add(other);
  }
  const entries = Object.entries(bundle);
  if (first.size === names.length) return undefined;
  return [
    Object.fromEntries(entries.filter(([name]) => first.has(name))),
    Object.fromEntries(entries.filter(([name]) => !first.has(name))),
  ];
}

export const isSchemaObject = (value: unknown): value is SchemaObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A list at a place that holds one by the generator's own doing. */
export const listAt = (schema: SchemaObject, keyword: string): readonly JsonSchema[] => (schema[keyword] ?? []) as readonly JsonSchema[];

/** A map at a place that holds one by the generator's own doing. */
export const mapAt = (schema: SchemaObject, keyword: string): Readonly<Record<string, JsonSchema>> =>
  (schema[keyword] ?? {}) as Readonly<Record<string, JsonSchema>>;

/** What a value is in JSON Schema's words, `integer` apart. */
export function typeOf(value: unknown): "null" | "boolean" | "number" | "string" | "array" | "object" {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" || type === "number" || type === "string" ? type : "object";
}
