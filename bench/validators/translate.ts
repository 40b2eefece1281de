/** A JSON Schema in the words of a library that has its own: one walk, and a word for every kind of schema. */
import { Unable } from "./contender.js";
import { closure, pascal, targetOf, type Description, type JsonSchema } from "./schema.js";

export interface Member {
  readonly name: string;
  readonly text: string;
  readonly required: boolean;
  /** Whether something in it is declared further down. */
  readonly late: boolean;
}

export interface Words {
  /** `late`: it is declared further down. */
  ref(name: string, late: boolean): string;
  values(values: readonly unknown[]): string;
  string(schema: JsonSchema): string;
  number(schema: JsonSchema, integer: boolean): string;
  readonly boolean: string;
  readonly null: string;
  readonly anything: string;
  array(item: string, schema: JsonSchema): string;
  object(members: readonly Member[], closed: boolean): string;
  record(value: string): string;
  either(members: readonly string[], tag: string | undefined): string;
}

/** The declarations of some schemas and of all that they refer to, what is referred to first where that can be. */
export function translate(
  roots: readonly string[],
  { schemas }: Description,
  words: Words,
  declare: (name: string, text: string) => string,
): string {
  const declared = new Set<string>();
  const texts: string[] = [];
  for (const name of closure(roots, schemas)) {
    texts.push(
      declare(
        pascal(name),
        textOf(schemas[name] ?? {}, words, (target) => !declared.has(target)),
      ),
    );
    declared.add(name);
  }
  return texts.join("\n");
}

function textOf(schema: JsonSchema, words: Words, isLate: (name: string) => boolean): string {
  const inner = (part: JsonSchema): string => textOf(part, words, isLate);
  if (schema.$ref !== undefined) return words.ref(pascal(targetOf(schema.$ref)), isLate(targetOf(schema.$ref)));
  if (schema.allOf !== undefined) throw new Error("allOf is not translated");
  if (schema.const !== undefined) return words.values([schema.const]);
  if (schema.enum !== undefined) return words.values(schema.enum);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives !== undefined) return words.either(alternatives.map(inner), schema.discriminator?.propertyName);
  const types = [schema.type ?? []].flat();
  if (types.length > 1)
    return words.either(
      types.map((type) => inner({ ...schema, type })),
      undefined,
    );
  switch (types[0]) {
    case "string":
      return words.string(schema);
    case "integer":
    case "number":
      return words.number(schema, types[0] === "integer");
    case "boolean":
      return words.boolean;
    case "null":
      return words.null;
    case "array":
      return words.array(inner(schema.items ?? {}), schema);
    case "object":
      return objectText(schema, words, isLate);
    default:
      return schema.properties === undefined ? words.anything : objectText(schema, words, isLate);
  }
}

function objectText(
  { properties = {}, patternProperties, required = [], additionalProperties }: JsonSchema,
  words: Words,
  isLate: (name: string) => boolean,
): string {
  if (patternProperties !== undefined) throw new Unable("it has no names by patterns");
  if (Object.keys(properties).length === 0 && additionalProperties !== false)
    return words.record(typeof additionalProperties === "object" ? textOf(additionalProperties, words, isLate) : words.anything);
  const members = Object.entries(properties).map(([name, schema]): Member => {
    const late = (JSON.stringify(schema).match(/"\$ref":"[^"]+"/g) ?? []).some((reference) => isLate(targetOf(reference.slice(0, -1))));
    return { name, text: textOf(schema, words, isLate), required: required.includes(name), late };
  });
  return words.object(members, additionalProperties === false);
}
