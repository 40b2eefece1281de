/** The verdict of an interpreter of JSON Schema that is not ours, and what it looked at on the way. */
import { registerSchema, setShouldValidateSchema, unregisterSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import { addKeyword, getKeyword, type EvaluationPlugin } from "@hyperjump/json-schema/experimental";
import { typeOf as typeOfNode, value as valueOfNode } from "@hyperjump/json-schema/instance/experimental";
import type { Bundle } from "./json-schema.js";
import { isMultiple } from "./multiple.js";

/** Whether the schema of that name accepts the value. */
export type Judge = (name: string, value: unknown) => boolean;

/** How often a keyword was held against an instance of a type that it is about, by its answer. */
export type Coverage = Map<string, { passes: number; fails: number }>;

// Its own `multipleOf` takes a remainder below 1.2e-7 for none.
const multipleOf = getKeyword<number>("https://json-schema.org/keyword/multipleOf");
addKeyword<number>({
  ...multipleOf,
  interpret: (divisor, instance) => typeOfNode(instance) !== "number" || isMultiple(valueOfNode<number>(instance), divisor),
});
// Every schema here is made by the generator; the metaschema would cost more than all the rest.
setShouldValidateSchema(false);

const dialect = "https://json-schema.org/draft/2020-12/schema";
const uri = "https://example.com/bundle";

/** Compiles the schemas of these names in a bundle; `look` is told what was looked at. */
export async function judgeOf(bundle: Bundle, of: ReadonlySet<string>, coverage?: Coverage): Promise<Judge> {
  const plugins = coverage === undefined ? [] : [watch(coverage)];
  const text = JSON.stringify(bundle).replaceAll("#/components/schemas/", "#/$defs/");
  registerSchema({ $defs: renamed(text) as Record<string, boolean> }, uri, dialect); // a bundle is a map of schemas
  try {
    const made = await Promise.all([...of].map(async (name) => [name, await validate(`${uri}#/$defs/${name}`)] as const));
    const validators = new Map(made);
    return (name, value) => {
      const json = renamed(JSON.stringify(value)) as Parameters<NonNullable<ReturnType<typeof validators.get>>>[0]; // parsed JSON
      return validators.get(name)?.(json, { plugins }).valid === true;
    };
  } finally {
    unregisterSchema(uri);
  }
}

/**
 * The interpreter takes what every object inherits for members of `properties`. Under names that differ in one letter, in the
 * schema and in the instance alike, the verdict is the same for every schema that cannot tell these letters apart; no pattern here can.
 */
const inherited: readonly (readonly [name: string, other: string])[] = [
  ["__proto__", "__pruto__"],
  ["constructor", "constructur"],
  ["toString", "toStrung"],
  ["hasOwnProperty", "hasOwnPruperty"],
  ["valueOf", "valueUf"],
];

function renamed(json: string): unknown {
  return JSON.parse(inherited.reduce((text, [name, other]) => text.replaceAll(name, other), json));
}

const relevant: Readonly<Record<string, string>> = {
  properties: "object",
  required: "object",
  patternProperties: "object",
  additionalProperties: "object",
  unevaluatedProperties: "object",
  propertyNames: "object",
  minProperties: "object",
  maxProperties: "object",
  dependentRequired: "object",
  dependentSchemas: "object",
  items: "array",
  prefixItems: "array",
  contains: "array",
  unevaluatedItems: "array",
  minItems: "array",
  maxItems: "array",
  uniqueItems: "array",
  minLength: "string",
  maxLength: "string",
  pattern: "string",
  minimum: "number",
  maximum: "number",
  exclusiveMinimum: "number",
  exclusiveMaximum: "number",
  multipleOf: "number",
};

function watch(coverage: Coverage): EvaluationPlugin {
  return {
    afterKeyword([id], instance, _context, valid) {
      const keyword = id.slice(id.lastIndexOf("/") + 1);
      const type = relevant[keyword];
      if (type !== undefined && typeOfNode(instance) !== type) return;
      const count = coverage.get(keyword) ?? { passes: 0, fails: 0 };
      coverage.set(keyword, count);
      if (valid) count.passes += 1;
      else count.fails += 1;
    },
  };
}
