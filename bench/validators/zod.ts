import type { Order } from "./contender.js";
import { translate, type Words } from "./translate.js";
import { pascal, type JsonSchema } from "./schema.js";

const bound = (method: string, limit: number | undefined): string => (limit === undefined ? "" : `.${method}(${String(limit)})`);
const quoted = (value: unknown): string => JSON.stringify(value);

const words: Words = {
  // Where it is needed, the property around it is a getter.
  ref: (name) => name,
  values: (values) =>
    values.length === 1
      ? `z.literal(${quoted(values[0])})`
      : values.every((value) => typeof value === "string")
        ? `z.enum(${quoted(values)})`
        : `z.literal(${quoted(values)})`,
  string: ({ minLength, maxLength }) => `z.string()${bound("min", minLength)}${bound("max", maxLength)}`,
  number: ({ minimum, maximum }, integer) => `${integer ? "z.int()" : "z.number()"}${bound("min", minimum)}${bound("max", maximum)}`,
  boolean: "z.boolean()",
  null: "z.null()",
  anything: "z.unknown()",
  array: (item, { minItems, maxItems }: JsonSchema) => `z.array(${item})${bound("min", minItems)}${bound("max", maxItems)}`,
  object(members, closed) {
    const lines = members.map(({ name, text, required, late }) => {
      const value = required ? text : `z.optional(${text})`;
      return late ? `get ${quoted(name)}() { return ${value}; }` : `${quoted(name)}: ${value}`;
    });
    return `z.${closed ? "strictObject" : "object"}({ ${lines.join(", ")} })`;
  },
  record: (value) => `z.record(z.string(), ${value})`,
  either(members, tag) {
    if (tag !== undefined) return `z.discriminatedUnion(${quoted(tag)}, [${members.join(", ")}])`;
    const others = members.filter((member) => member !== "z.null()");
    const union = others.length === 1 ? (others[0] ?? "") : `z.union([${others.join(", ")}])`;
    return others.length < members.length ? `z.nullable(${union})` : union;
  },
};

/** A module of zod schemas. */
export function zodOf({ roots, description }: Order): string {
  const declared = translate(roots, description, words, (name, text) => `const ${name} = ${text};`);
  return `import * as z from "zod";\n${declared}\n${roots.map((root, index) => `export { ${pascal(root)} as v${String(index)} };`).join("\n")}`;
}
