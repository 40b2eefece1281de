/** The schemas that every contender is made of: as an OpenAPI description for ours, as JSON Schema 2020-12 for the others. */

/** The part of JSON Schema that the workloads use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Readonly<Record<string, string>> };
}

/** An OpenAPI description, and the same schemas in the words of JSON Schema 2020-12; references start with `#/$defs/`. */
export interface Description {
  readonly document: unknown;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

export const definitions = "#/$defs/";

/** The name a reference leads to. */
export function targetOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** "full-repository" → "FullRepository". */
export function pascal(name: string): string {
  return name.replace(/(?:^|[^A-Za-z\d]+)([A-Za-z\d])/g, (_, letter: string) => letter.toUpperCase());
}

/** Names of the schemas that some schemas lead to, themselves included; what is referred to comes before what refers, as far as there is an order. */
export function closure(roots: readonly string[], schemas: Readonly<Record<string, JsonSchema>>): readonly string[] {
  const found = new Set<string>();
  const begun = new Set<string>();
  const visit = (name: string): void => {
    const schema = schemas[name];
    if (schema === undefined) throw new Error(`No schema is called ${name}`);
    if (begun.has(name)) return;
    begun.add(name);
    references(schema).forEach(visit);
    found.add(name);
  };
  roots.forEach(visit);
  return [...found];
}

function references(schema: JsonSchema): readonly string[] {
  const found: string[] = [];
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === "$ref" && typeof value === "string") found.push(targetOf(value));
    return value;
  });
  return found;
}

/** One schema that stands alone: what it refers to is below its `$defs`. */
export function standingAlone(
  root: string,
  { schemas }: Description,
  strip: (schema: JsonSchema) => JsonSchema = (schema) => schema,
): JsonSchema {
  const needed = closure([root], schemas).filter((name) => name !== root || refersTo(root, schemas));
  const all = Object.fromEntries(needed.map((name) => [name, strip(schemas[name] ?? {})]));
  return { ...strip(schemas[root] ?? {}), ...(needed.length === 0 ? {} : { $defs: all }) };
}

function refersTo(root: string, schemas: Readonly<Record<string, JsonSchema>>): boolean {
  return closure([root], schemas).some((name) => references(schemas[name] ?? {}).includes(root));
}

/** The same schema with something done to every schema in it, the innermost first. */
export function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inner = (part: JsonSchema): JsonSchema => mapSchema(part, change);
  const innerOfAll = (parts: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, inner(part)]));
  const { properties, patternProperties, items, additionalProperties, oneOf, anyOf, allOf } = schema;
  return change({
    ...schema,
    ...(properties && { properties: innerOfAll(properties) }),
    ...(patternProperties && { patternProperties: innerOfAll(patternProperties) }),
    ...(items && { items: inner(items) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: inner(additionalProperties) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(allOf && { allOf: allOf.map(inner) }),
  });
}

/** Schemas with references of OpenAPI, as the description that every contender is made of. */
export function described(schemas: Readonly<Record<string, JsonSchema>>): Description {
  return {
    document: { openapi: "3.1.0", info: { title: "Workloads", version: "1" }, paths: {}, components: { schemas } },
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, mapSchema(schema, asJsonSchema)])),
  };
}

function asJsonSchema(schema: JsonSchema): JsonSchema {
  return schema.$ref === undefined ? schema : { ...schema, $ref: `${definitions}${targetOf(schema.$ref)}` };
}
