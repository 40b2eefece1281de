/** Random parameters of every place, style and type, and values that can be written so. The same seed gives the same. */
import type { Random } from "../../support/sample-text.js";
import type { SchemaObject } from "../json-schema.js";
import { one, record } from "../words.js";

export interface RandomParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  readonly schema: SchemaObject;
}

const styles = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form", "cookie"],
} as const;

export function randomParameter(random: Random): RandomParameter {
  const place = one(random, ["path", "query", "query", "header", "cookie"] as const);
  const schema = randomSchema(random);
  const { type } = schema;
  const wished = one(random, styles[place] as readonly string[]);
  const isPossible = wished === "deepObject" ? type === "object" : !wished.endsWith("Delimited") || type === "array" || type === "object";
  const style = isPossible ? wished : "form";
  const explode = style === "deepObject" || (!style.endsWith("Delimited") && random() < 0.5);
  return {
    name: place === "header" ? "X-Value" : "value",
    in: place,
    required: place === "path" || random() < 0.5,
    style,
    explode,
    schema,
  };
}

function randomSchema(random: Random): SchemaObject {
  const roll = random();
  if (roll < 0.4) return scalar(random);
  if (roll < 0.7) return { type: "array", items: scalar(random) };
  const names = [...new Set([one(random, ["a", "bb", "toString"]), one(random, ["x_y", "constructor"])])];
  const others = one(random, [{}, { additionalProperties: false }]);
  return {
    type: "object",
    properties: record(names.map((name) => [name, scalar(random)] as const)),
    required: names.slice(0, 1),
    ...others,
  };
}

function scalar(random: Random): SchemaObject {
  return one(random, [
    { type: "string" },
    { type: "string" },
    { type: "integer" },
    { type: "number" },
    { type: "boolean" },
    { enum: ["a", "b-c"] },
    { type: ["integer", "boolean"] },
    { type: "string", minLength: 2 },
    { type: "integer", minimum: -5, maximum: 5 },
  ]);
}

const texts = ["ab", "x y", "a=b", "a&b", "100%", "%41", "a;b", "p|q", "a/b", "?#", "1+1", "'\"", "[0]", "{}", "~", "null", "true", "5"];
const further = ["a,b", "a.b", "", "..", "\t\n", "é", "日本", "😀", "__proto__"];

/** What a style has no way to write: its own separator, and in headers and bare cookies all that they may not hold. */
const unwritable: Readonly<Record<string, RegExp>> = {
  "path simple": /^\.*$/,
  "path label": /\.|^$/,
  "path matrix": /^$/,
  "query spaceDelimited": /[ +]/,
  "query pipeDelimited": /\|/,
  "header simple": /[^\x21-\x7e]|[,=]|^$/,
  "cookie cookie": /[^\x21-\x7e]|[;,"\\]|^$/,
};

export function randomParameterValue(random: Random, parameter: RandomParameter, schema = parameter.schema): unknown {
  const inner = (part: SchemaObject): unknown => randomParameterValue(random, parameter, part);
  if (Array.isArray(schema["enum"])) return one(random, schema["enum"] as readonly unknown[]);
  switch (schema["type"]) {
    case "string": {
      const never = unwritable[`${parameter.in} ${parameter.style}`];
      const short = schema["minLength"] === 2 ? /^.?$/su : undefined;
      return one(
        random,
        [...texts, ...further].filter((text) => never?.test(text) !== true && short?.test(text) !== true),
      );
    }
    case "integer":
      return schema["maximum"] === 5 ? Math.floor(random() * 11) - 5 : one(random, [0, 1, -1, 42, Number.MAX_SAFE_INTEGER]);
    case "number":
      // A point is what the style `label` puts between items.
      return one(random, parameter.style === "label" ? [0, -3, 1e21] : [0, 1.5, -2.25, 1e21, 1e-7, 5e-324]);
    case "boolean":
      return random() < 0.5;
    case "array":
      return Array.from({ length: 1 + Math.floor(random() * 3) }, () => inner(schema["items"] as SchemaObject));
    case "object": {
      const described = Object.entries(schema["properties"] as Readonly<Record<string, SchemaObject>>);
      return record(described.filter((_, index) => index === 0 || random() < 0.7).map(([name, member]) => [name, inner(member)] as const));
    }
    default:
      return random() < 0.5 ? 12 : true;
  }
}

const pieces = [
  ..."1 a , & = % %2 %zz %C3%28 %00 ; . | %7C + [ ] [0] [x] %5Bx%5D [__proto__] __proto__ constructor NaN 1e999 -0 0x1 true null { }".split(
    " ",
  ),
  ...'{"x":1} ["1"] [[ é / ? 999999999999999999999 value a bb toString value= &value=1&value=2 value[x]=1 value[x][y]=1 value[]= 1,2,3 a,1,bb,2 a=1,bb=2'.split(
    " ",
  ),
];

/** Something that no client of ours would send. */
export const randomRaw = (random: Random): string => Array.from({ length: Math.floor(random() * 5) }, () => one(random, pieces)).join("");
