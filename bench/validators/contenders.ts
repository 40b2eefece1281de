/** Who is measured, and how each is used as its documentation has it. */
import { fileURLToPath } from "node:url";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ajvStandalone, ataModule, typiaProgram } from "./compilers.mjs";
import { Unable, type Contender, type Order, type Program } from "./contender.js";
import { guardOf, straightLine } from "./hand/straight-line.js";
import { small } from "./small.js";
import { closure, mapSchema, standingAlone, type Description, type JsonSchema } from "./schema.js";
import { sundial } from "./sundial.js";
import { typeScriptOf } from "./typia.js";
import { patterned, payments, shapes, untaggedEvents } from "./untagged.js";
import { valibotOf } from "./valibot.js";
import { zodOf } from "./zod.js";

const here = (file: string): string => JSON.stringify(fileURLToPath(new URL(file, import.meta.url)));
const lines = (roots: readonly string[], make: (name: string, index: number) => string): string =>
  roots.map((name, index) => `export const v${String(index)} = ${make(name, index)};`).join("\n");

/** For those that take a JSON Schema: one that says the same in the words that they know. */
function jsonSchema(root: string, { description, formats }: Pick<Order, "description" | "formats">, keepDiscriminator = false): JsonSchema {
  return standingAlone(root, description, (schema) => mapSchema(schema, (part) => inOtherWords(part, formats, keepDiscriminator)));
}

/** ajv throws on a mapping, and formats of numbers say nothing to the others. */
function inOtherWords({ discriminator, format, ...rest }: JsonSchema, formats: boolean, keepDiscriminator: boolean): JsonSchema {
  return {
    ...rest,
    ...(formats && (format === "uri" || format === "date-time") ? { format } : {}),
    ...(discriminator !== undefined && keepDiscriminator ? { discriminator: { propertyName: discriminator.propertyName } } : {}),
  };
}

/** Where the code by hand is for the workloads without a discriminator. */
const handFiles: ReadonlyMap<Description, string> = new Map([
  [untaggedEvents, "untagged-event"],
  [patterned, "report"],
  [shapes, "shape"],
  [payments, "payment"],
]);

const guardsFrom = (roots: readonly string[], fileOf: (root: string) => string): Program => ({
  source: roots
    .map((root, index) => `export { ${guardOf(root)} as v${String(index)} } from ${here(`hand/${fileOf(root)}.ts`)};`)
    .join("\n"),
  ask: "(f) => f",
});

const hand: Contender = {
  name: "hand",
  program({ description, roots, answer, formats }) {
    if (description === small) {
      if (answer === "all")
        return { source: `export { allIssues as v0 } from ${here("hand/pet-issues.ts")};`, ask: "(f) => (x) => f(x)?.length ?? 0" };
      if (answer === "first")
        return {
          source: `export { firstIssue as v0 } from ${here("hand/pet-issues.ts")};`,
          ask: "(f) => (x) => f(x) === undefined ? 0 : 1",
        };
      const files: Readonly<Record<string, string>> = { Tree: "tree", Event: "event" };
      return guardsFrom(roots, (root) => files[root] ?? "pet");
    }
    const file = handFiles.get(description);
    if (file !== undefined) return guardsFrom(roots, () => file);
    if (answer !== "verdict") throw new Unable("by hand for Petstore only");
    const source = straightLine(roots, description, formats, fileURLToPath(new URL("hand/formats.ts", import.meta.url)));
    return {
      source: `${source}export { ${roots.map((root, index) => `${guardOf(root)} as v${String(index)}`).join(", ")} };`,
      ask: "(f) => f",
    };
  },
};

const ata: Contender = {
  name: "ata (ahead of time)",
  program(order) {
    if (order.answer === "first") throw new Unable("ata has all errors or none");
    const missing: string[] = [];
    order.roots.forEach((root, index) => {
      const source = ataModule(jsonSchema(root, order));
      if (source === undefined) missing.push(root);
      writeFileSync(join(order.folder, `ata${String(index)}.mjs`), source ?? "export const isValid = undefined, validate = undefined;");
    });
    if (missing.length === order.roots.length) throw new Unable("ata emits no module for it");
    const note = missing.length === 0 ? {} : { note: `ata emits no module for ${String(missing.length)} of ${String(order.roots.length)}` };
    const wanted = order.answer === "verdict" ? "isValid" : "validate";
    const source = order.roots.map((_, index) => `export { ${wanted} as v${String(index)} } from "./ata${String(index)}.mjs";`).join("\n");
    return { source, ask: order.answer === "verdict" ? "(f) => f" : "(f) => (x) => f(x).errors.length", ...note };
  },
};

const typebox: Contender = {
  name: "TypeBox",
  program(order) {
    const import_ = `import { Compile } from "typebox/schema";`;
    const plainly = lines(order.roots, (root) => `() => Compile(${JSON.stringify(jsonSchema(root, order))})`);
    if (order.answer === "first") throw new Unable("TypeBox tells all errors");
    const ask =
      order.answer === "verdict"
        ? "(f) => { const c = f(); return (x) => c.Check(x); }"
        : "(f) => { const c = f(); return (x) => c.Errors(x)[1].length; }";
    return { source: `${import_}\n${plainly}`, ask };
  },
};

function isClosedInside(root: string, { schemas }: Description): boolean {
  const isClosed = (name: string): boolean => schemas[name]?.additionalProperties === false;
  return !isClosed(root) && closure([root], schemas).some(isClosed);
}

const typia: Contender = {
  name: "typia",
  program(order) {
    if (order.answer === "first") throw new Unable("typia throws its first error, or tells all");
    if (order.roots.some((root) => isClosedInside(root, order.description))) throw new Unable("typia's types are all open, or all closed");
    const kind = order.answer === "verdict" ? "is" : "validate";
    const { types, names } = typeScriptOf(order);
    const made = lines(order.roots, (root) => {
      const strict = order.description.schemas[root]?.additionalProperties === false;
      const call = kind === "is" ? (strict ? "createEquals" : "createIs") : strict ? "createValidateEquals" : "createValidate";
      return `typia.${call}<${names(root)}>()`;
    });
    const source = typiaProgram(`import typia, { tags } from "typia";\n${types}\n${made}\n`, order.folder);
    return { source, ask: kind === "is" ? "(f) => f" : "(f) => (x) => { const r = f(x); return r.success ? 0 : r.errors.length; }" };
  },
};

const askAjv = (answer: Order["answer"]): string => (answer === "verdict" ? "(f) => f" : "(f) => (x) => f(x) ? 0 : f.errors.length");

const ajv: Contender = {
  name: "ajv (compiled)",
  program(order) {
    const options = `{ strict: false, discriminator: true, validateFormats: ${String(order.formats)}, allErrors: ${String(order.answer === "all")} }`;
    const source = `import { Ajv2020 } from "ajv/dist/2020.js";
${order.formats ? `import formats from "ajv-formats";` : ""}
const ajv = new Ajv2020(${options});
${order.formats ? "formats.default(ajv);" : ""}
${lines(order.roots, (root) => `() => ajv.compile(${JSON.stringify(jsonSchema(root, order, true))})`)}`;
    return { source, ask: `(f) => (${askAjv(order.answer)})(f())` };
  },
};

const standalone: Contender = {
  name: "ajv (standalone)",
  program(order) {
    const schemas = order.roots.map((root) => jsonSchema(root, order, true));
    return { source: ajvStandalone(schemas, { formats: order.formats, allErrors: order.answer === "all" }), ask: askAjv(order.answer) };
  },
};

/** What libraries whose unions take the first alternative that fits are not asked: they take what fits several. */
function refuseSeveral({ description }: Order): void {
  if (description === payments) throw new Unable("zod's and valibot's unions take what fits several alternatives");
}

const zod: Contender = {
  name: "zod",
  program(order) {
    refuseSeveral(order);
    if (order.answer === "first") throw new Unable("zod tells all errors");
    if (order.formats) throw new Unable("zod's and valibot's formats are others than JSON Schema's");
    const ask =
      order.answer === "verdict"
        ? "(s) => (x) => s.safeParse(x).success"
        : "(s) => (x) => { const r = s.safeParse(x); return r.success ? 0 : r.error.issues.length; }";
    return { source: zodOf(order), ask };
  },
};

const valibot: Contender = {
  name: "valibot",
  program(order) {
    refuseSeveral(order);
    if (order.formats) throw new Unable("zod's and valibot's formats are others than JSON Schema's");
    const asks: Readonly<Record<Order["answer"], string>> = {
      verdict: "(s) => (x) => valibot.is(s, x)",
      first: "(s) => (x) => valibot.safeParse(s, x, { abortEarly: true }).issues?.length ?? 0",
      all: "(s) => (x) => valibot.safeParse(s, x).issues?.length ?? 0",
    };
    return { source: valibotOf(order), imports: `import * as valibot from "valibot";`, ask: asks[order.answer] };
  },
};

export const contenders: readonly Contender[] = [
  hand,
  sundial("fast"),
  sundial("small"),
  ata,
  typebox,
  typia,
  ajv,
  standalone,
  zod,
  valibot,
];

export type { Program };
