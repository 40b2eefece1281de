import type { Order } from "./contender.js";
import { translate, type Words } from "./translate.js";
import { pascal } from "./schema.js";

const quoted = (value: unknown): string => JSON.stringify(value);

function piped(start: string, actions: readonly string[]): string {
  return actions.length === 0 ? start : `v.pipe(${[start, ...actions].join(", ")})`;
}

const bound = (action: string, limit: number | undefined): readonly string[] =>
  limit === undefined ? [] : [`v.${action}(${String(limit)})`];

const words: Words = {
  ref: (name, late) => (late ? `v.lazy(() => ${name})` : name),
  values: (values) =>
    values.length === 1
      ? `v.literal(${quoted(values[0])})`
      : values.every((value) => value !== null)
        ? `v.picklist(${quoted(values)})`
        : `v.nullable(v.picklist(${quoted(values.filter((value) => value !== null))}))`,
  string: ({ minLength, maxLength }) => piped("v.string()", [...bound("minLength", minLength), ...bound("maxLength", maxLength)]),
  number: ({ minimum, maximum }, integer) =>
    piped("v.number()", [...(integer ? ["v.integer()"] : []), ...bound("minValue", minimum), ...bound("maxValue", maximum)]),
  boolean: "v.boolean()",
  null: "v.null()",
  anything: "v.unknown()",
  array: (item, { minItems, maxItems }) => piped(`v.array(${item})`, [...bound("minLength", minItems), ...bound("maxLength", maxItems)]),
  object(members, closed) {
    const lines = members.map(({ name, text, required }) => `${quoted(name)}: ${required ? text : `v.optional(${text})`}`);
    return `v.${closed ? "strictObject" : "object"}({ ${lines.join(", ")} })`;
  },
  record: (value) => `v.record(v.string(), ${value})`,
  either(members, tag) {
    if (tag !== undefined) return `v.variant(${quoted(tag)}, [${members.join(", ")}])`;
    const others = members.filter((member) => member !== "v.null()");
    const union = others.length === 1 ? (others[0] ?? "") : `v.union([${others.join(", ")}])`;
    return others.length < members.length ? `v.nullable(${union})` : union;
  },
};

/** A module of valibot schemas. */
export function valibotOf({ roots, description }: Order): string {
  const declared = translate(roots, description, words, (name, text) => `const ${name} = ${text};`);
  return `import * as v from "valibot";\n${declared}\n${roots.map((root, index) => `export { ${pascal(root)} as v${String(index)} };`).join("\n")}`;
}
