import type { Order } from "./contender.js";
import { translate, type Words } from "./translate.js";
import { pascal } from "./schema.js";

const quoted = (value: unknown): string => JSON.stringify(value);

/** `number & tags.Minimum<1>`, … */
function tagged(type: string, tags: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(tags).filter(([, value]) => value !== undefined);
  return `(${[type, ...given.map(([name, value]) => `tags.${name}<${quoted(value)}>`)].join(" & ")})`;
}

const words = (formats: boolean): Words => ({
  ref: (name) => name,
  values: (values) => `(${values.map(quoted).join(" | ")})`,
  string: ({ minLength, maxLength, format }) =>
    tagged("string", {
      MinLength: minLength,
      MaxLength: maxLength,
      Format: formats && (format === "uri" || format === "date-time") ? format : undefined,
    }),
  number: ({ minimum, maximum }, integer) => tagged("number", { Type: integer ? "int64" : undefined, Minimum: minimum, Maximum: maximum }),
  boolean: "boolean",
  null: "null",
  anything: "unknown",
  array: (item, { minItems, maxItems }) => tagged(`Array<${item}>`, { MinItems: minItems, MaxItems: maxItems }),
  object: (members) => `{ ${members.map(({ name, text, required }) => `${quoted(name)}${required ? "" : "?"}: ${text}`).join("; ")} }`,
  record: (value) => `{ [name: string]: ${value} }`,
  either: (members) => `(${members.join(" | ")})`,
});

/** The declarations of the types, and what each root is called in them. */
export function typeScriptOf({ roots, description, formats }: Order): { readonly types: string; readonly names: (root: string) => string } {
  const types = translate(roots, description, words(formats), (name, text) =>
    text.startsWith("{") ? `interface ${name} ${text}` : `type ${name} = ${text};`,
  );
  return { types, names: pascal };
}
