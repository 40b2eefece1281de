/**
 * What a person would write for a large schema who has the patience: every property is read once, the first thing that is wrong
 * ends it, nothing is allocated. Knows the keywords of the real schemas and no others; a stranger is an error.
 */
import { closure, definitions, pascal, type Description, type JsonSchema } from "../schema.js";

interface Scope {
  readonly formats: boolean;
  /** Functions made for alternatives that have no name. */
  readonly functions: string[];
  take(): string;
}

/** An ES module that exports `is…` for each of the schemas. `formatsFile`: where `isUri` and `isDateTime` are imported from. */
export function straightLine(roots: readonly string[], { schemas }: Description, formats: boolean, formatsFile: string): string {
  let count = 0;
  const functions: string[] = [];
  const take = (): string => `v${String((count += 1))}`;
  for (const name of closure(roots, schemas)) {
    const body = checks(schemas[name] ?? {}, "value", { formats, functions, take });
    functions.push(`${roots.includes(name) ? "export " : ""}function ${guardOf(name)}(value) {\n${body}return true;\n}`);
  }
  return `import { isUri, isDateTime } from ${JSON.stringify(formatsFile)};\n${functions.join("\n")}\n`;
}

export const guardOf = (name: string): string => `is${pascal(name)}`;

const refuse = "return false;\n";
const unless = (test: string): string => `if (!(${test})) ${refuse}`;

function checks(schema: JsonSchema, value: string, scope: Scope): string {
  if (schema.$ref !== undefined) return `if (!${guardOf(schema.$ref.slice(definitions.length))}(${value})) ${refuse}`;
  if (schema.allOf !== undefined) throw new Error("allOf is not written by hand");
  if (schema.oneOf !== undefined)
    return `if (${tries(schema.oneOf, value, scope)
      .map((one) => `Number(${one})`)
      .join(" + ")} !== 1) ${refuse}`;
  if (schema.anyOf !== undefined) return `if (!(${tries(schema.anyOf, value, scope).join(" || ")})) ${refuse}`;
  if (schema.enum !== undefined) return `if (${schema.enum.map((one) => `${value} !== ${JSON.stringify(one)}`).join(" && ")}) ${refuse}`;
  const types = [schema.type ?? []].flat();
  const others = types.filter((type) => type !== "null");
  if (others.length < types.length) return `if (${value} !== null) {\n${checks({ ...schema, type: others }, value, scope)}}\n`;
  if (types.length > 1)
    return `if (!(${tries(
      types.map((type) => ({ ...schema, type })),
      value,
      scope,
    ).join(" || ")})) ${refuse}`;
  return ofType(types[0], schema, value, scope);
}

function tries(schemas: readonly JsonSchema[], value: string, scope: Scope): readonly string[] {
  return schemas.map((schema) => {
    if (schema.$ref !== undefined) return `${guardOf(schema.$ref.slice(definitions.length))}(${value})`;
    const name = `part${scope.take()}`;
    scope.functions.push(`function ${name}(value) {\n${checks(schema, "value", scope)}return true;\n}`);
    return `${name}(${value})`;
  });
}

function ofType(type: string | undefined, schema: JsonSchema, value: string, scope: Scope): string {
  switch (type) {
    case "string":
      return `if (typeof ${value} !== "string") ${refuse}${strings(schema, value, scope)}`;
    case "integer":
      return unless(schema.format === "int64" ? `Number.isSafeInteger(${value})` : `Number.isInteger(${value})`) + numbers(schema, value);
    case "number":
      return `if (typeof ${value} !== "number" || !Number.isFinite(${value})) ${refuse}${numbers(schema, value)}`;
    case "boolean":
      return `if (typeof ${value} !== "boolean") ${refuse}`;
    case "array":
      return `if (!Array.isArray(${value})) ${refuse}${items(schema, value, scope)}`;
    case "object":
      return `if (typeof ${value} !== "object" || ${value} === null || Array.isArray(${value})) ${refuse}${members(schema, value, scope)}`;
    default:
      return schema.properties === undefined
        ? ""
        : `if (typeof ${value} === "object" && ${value} !== null && !Array.isArray(${value})) {\n${members(schema, value, scope)}}\n`;
  }
}

function strings({ minLength, maxLength, pattern, format }: JsonSchema, value: string, { formats }: Scope): string {
  if (pattern !== undefined) throw new Error("pattern is not written by hand");
  return [
    minLength === undefined ? "" : `if ([...${value}].length < ${String(minLength)}) ${refuse}`,
    maxLength === undefined ? "" : `if (${value}.length > ${String(maxLength)} && [...${value}].length > ${String(maxLength)}) ${refuse}`,
    formats && format === "uri" ? unless(`isUri(${value})`) : "",
    formats && format === "date-time" ? unless(`isDateTime(${value})`) : "",
  ].join("");
}

function numbers({ minimum, maximum }: JsonSchema, value: string): string {
  const low = minimum === undefined ? "" : `if (${value} < ${String(minimum)}) ${refuse}`;
  return maximum === undefined ? low : `${low}if (${value} > ${String(maximum)}) ${refuse}`;
}

function items(schema: JsonSchema, value: string, scope: Scope): string {
  const { minItems, maxItems } = schema;
  const few = minItems === undefined ? "" : `if (${value}.length < ${String(minItems)}) ${refuse}`;
  const many = maxItems === undefined ? "" : `if (${value}.length > ${String(maxItems)}) ${refuse}`;
  const item = scope.take();
  const body = checks(schema.items ?? {}, item, scope);
  if (body === "") return few + many;
  return `${few}${many}for (let i${item} = 0; i${item} < ${value}.length; i${item} += 1) {\nconst ${item} = ${value}[i${item}];\n${body}}\n`;
}

function members({ properties = {}, required = [], additionalProperties }: JsonSchema, value: string, scope: Scope): string {
  const known = Object.entries(properties).map(([name, schema]) => {
    const part = scope.take();
    const body = checks(schema, part, scope);
    const read = `const ${part} = ${value}[${JSON.stringify(name)}];\n`;
    // What is not of its type is refused, and so is what is not there.
    if (required.includes(name))
      return schema.type !== undefined || schema.enum !== undefined ? read + body : `${read}if (${part} === undefined) ${refuse}${body}`;
    return body === "" ? "" : `${read}if (${part} !== undefined) {\n${body}}\n`;
  });
  const named = required
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => `if (${value}[${JSON.stringify(name)}] === undefined) ${refuse}`);
  return [...known, ...named, others(properties, additionalProperties, value, scope)].join("");
}

function others(properties: object, additional: JsonSchema["additionalProperties"], value: string, scope: Scope): string {
  if (additional === undefined || additional === true) return "";
  const key = scope.take();
  const listed = Object.keys(properties).map((name) => `${key} !== ${JSON.stringify(name)}`);
  if (additional === false) return `for (const ${key} in ${value}) ${listed.length === 0 ? "" : `if (${listed.join(" && ")}) `}${refuse}`;
  const body = checks(additional, `${value}[${key}]`, scope);
  return `for (const ${key} in ${value}) {\n${listed.length === 0 ? body : `if (${listed.join(" && ")}) {\n${body}}\n`}}\n`;
}
