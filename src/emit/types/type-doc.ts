import type {
  Api,
  ArrayAssertion,
  Assertion,
  Doc,
  Header,
  NumberAssertion,
  Parameter,
  Property,
  Schema,
  StringAssertion,
} from "../../model/ir/types.js";
import { isTypeOrEnum, isScalar } from "../../model/ir/kinds.js";
import { printJson } from "../../model/ir/print-json.js";
import type { Json } from "../../source/source-file.js";
import { code, empty, join, literal, trusted, type Code } from "../print/code.js";
import { inline, type DocText } from "../print/doc.js";
import { firstSentence, lifecycleTags, proseOf } from "../doc/operation-doc.js";

/** What the description says of a schema that its type does not: prose, limits, default, examples, dates. */
export function schemaDoc(api: Api, schema: Schema, name?: string): DocText {
  return docText(api, schema.doc, schema, name);
}

export function propertyDoc(api: Api, { name, schema }: Property): DocText {
  return docText(api, schema.doc, schema, name);
}

/** Of a parameter or a response header: its own words, else those of its schema. */
export function valueDoc(api: Api, { doc, schema, name }: Parameter | Header): DocText {
  const own = proseOf(doc).length > 0 ? { ...schema.doc, ...doc } : { ...doc, ...schema.doc };
  const lifecycle = doc.lifecycle ?? schema.doc.lifecycle;
  return docText(api, { ...own, ...(lifecycle === undefined ? {} : { lifecycle }) }, schema, name);
}

/** Of a parameter that is described in `components`: its first sentence and its facts, as an editor shows them where it is given. */
export function sharedParameterDoc(api: Api, parameter: Parameter): DocText {
  const { doc, schema } = parameter;
  const [prose = ""] = [...proseOf(doc), ...proseOf(schema.doc)];
  const lifecycle = doc.lifecycle ?? schema.doc.lifecycle;
  const short = { description: firstSentence(prose), ...(lifecycle === undefined ? {} : { lifecycle }) };
  return docText(api, short, { ...schema, examples: [] }, parameter.name);
}

/** Of a header, a body or a response that is described in `components`: only that it will be removed, which is worth saying at each use. */
export function sharedDoc(api: Api, lifecycle: Doc["lifecycle"]): DocText {
  return lifecycle === undefined ? {} : { tags: lifecycleTags(api, { lifecycle }, "types") };
}

/** The same, or nothing where it says nothing. */
export function unlessEmpty(content: DocText): DocText | undefined {
  const { text = [], notes = [], tags = [] } = content;
  const isEmpty = text.every((paragraph) => (paragraph ?? "").trim() === "") && notes.length === 0 && tags.length === 0;
  return isEmpty ? undefined : content;
}

export function proseDoc(api: Api, doc: Doc): DocText {
  return { text: proseOf(doc), tags: lifecycleTags(api, doc, "types") };
}

const silent: DocText = {};

function isSilent({ title, summary, description, lifecycle }: Doc): boolean {
  return title === undefined && summary === undefined && description === undefined && lifecycle === undefined;
}

/** Whether a type says all that an assertion does. Of integers it does not. */
function saysItAll(assertion: Assertion): boolean {
  switch (assertion.kind) {
    case "ref":
      return true;
    case "type":
      return !assertion.types.includes("integer");
    case "never": // may have facts to tell
    case "enum":
    case "number":
    case "string":
    case "array":
    case "object":
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "not":
    case "if":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return false;
  }
}

function docText(api: Api, doc: Doc, schema: Schema, name: string | undefined): DocText {
  if (schema.assertions.length < 2 && isSilent(doc) && schema.default === undefined && schema.examples.length === 0) {
    // A reference, or a type that says it all: most properties of some descriptions.
    const [only] = schema.assertions;
    if (only !== undefined && saysItAll(only)) return silent;
  }
  return {
    ...factsBeside(
      proseOf(doc).filter((text) => name === undefined || words(text) !== words(name)),
      factsOf(schema),
    ),
    tags: [
      ...(schema.default === undefined ? [] : [{ tag: "default", text: valueText(schema.default) }]),
      ...schema.examples.map((example) => ({ tag: "example", text: valueText(example) })).filter(({ text }) => text !== ""),
      ...lifecycleTags(api, doc, "types"),
    ],
  };
}

/** Columns up to which facts follow a sentence instead of standing below it. */
const sentenceColumns = 80;

function factsBeside(text: readonly string[], facts: Code): Pick<DocText, "text" | "notes"> {
  if (facts === "") return { text };
  const [only = "", ...more] = text;
  const isSentence = more.length === 0 && /^[^\n]*[.!?]\s*$/.test(only) && !/^\s|^[-*+#|>`\d]/.test(only);
  if (isSentence && only.length + facts.length < sentenceColumns) return { notes: [code`${inline(only)} ${facts}`] };
  return { text, notes: [facts] };
}

/** A title that only repeats the name ("Pet Id" of `pet_id`) says nothing. */
const words = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** Columns and lines up to which a value stands in a comment. */
const valueColumns = 90;
const maxValueLines = 30;

/** A value as JSON: on one line where it fits, else over several; empty when it is too long to be read in a comment. */
function valueText(value: Json): Code {
  const line = inline(printJson(value));
  if (line.length <= valueColumns || typeof value !== "object" || value === null)
    return line.length <= valueColumns * maxValueLines ? line : empty;
  const lines = printJson(value, 2).split("\n");
  if (lines.length > maxValueLines) return empty;
  return join(
    lines.map((text) => code`${/* indentation is ours */ indentationOf(text)}${inline(text)}`),
    "\n",
  );
}

function indentationOf(text: string): Code {
  const levels = Math.floor((/^ */.exec(text)?.[0].length ?? 0) / 2);
  return join(
    Array.from({ length: levels }, () => code`  `),
    "",
  );
}

/** "Integer (int64), 1 to 100." Empty when the type says it all. */
function factsOf(schema: Schema): Code {
  const facts = schema.assertions.flatMap((assertion): readonly Code[] => {
    switch (assertion.kind) {
      case "number":
        return numberFacts(assertion);
      case "string":
        return stringFacts(assertion);
      case "array":
        return arrayFacts(assertion);
      case "never": // the type says so, or nothing does
      case "type":
      case "enum":
      case "object":
      case "ref":
      case "allOf":
      case "anyOf":
      case "oneOf":
      case "not":
      case "if":
      case "unevaluatedProperties":
      case "unevaluatedItems":
        return [];
    }
  });
  const format = formatOf(schema);
  const lists = schema.assertions.filter(isTypeOrEnum);
  const isInteger = lists.length > 0 && lists.every((assertion) => assertion.kind === "type" && assertion.types.includes("integer"));
  const isText = schema.assertions.some((assertion) => assertion.kind === "type" && assertion.int64?.as === "string");
  const held = isText ? code` as decimal digits` : empty;
  const kind = isInteger
    ? [format === undefined ? code`integer${held}` : code`integer (${inline(format)})${held}`]
    : format === undefined
      ? []
      : [code`format: ${inline(format)}`];
  const all = join([...kind, ...facts], ", ");
  return all === "" ? empty : code`${capital(all)}.`;
}

function capital(text: Code): Code {
  return trusted(text.slice(0, 1).toUpperCase() + text.slice(1));
}

function formatOf({ assertions }: Schema): string | undefined {
  for (const assertion of assertions) {
    if (isScalar(assertion) && assertion.format !== undefined) return assertion.format;
  }
  return undefined;
}

function numberFacts({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: NumberAssertion): readonly Code[] {
  return [
    ...rangeFacts(minimum, maximum, ""),
    ...(exclusiveMinimum === undefined ? [] : [code`more than ${digits(exclusiveMinimum)}`]),
    ...(exclusiveMaximum === undefined ? [] : [code`less than ${digits(exclusiveMaximum)}`]),
    ...(multipleOf === undefined ? [] : [code`a multiple of ${digits(multipleOf)}`]),
  ];
}

function stringFacts({ minLength, maxLength, pattern, contentEncoding }: StringAssertion): readonly Code[] {
  return [
    ...rangeFacts(minLength === 0 ? undefined : minLength, maxLength, "character"),
    ...(pattern === undefined ? [] : [code`matching \`${inline(pattern)}\``]),
    ...(contentEncoding === undefined ? [] : [code`encoded as ${inline(contentEncoding)}`]),
  ];
}

function arrayFacts({ minItems, maxItems, uniqueItems, prefixItems }: ArrayAssertion): readonly Code[] {
  if (prefixItems.length > 0) return [];
  return [...rangeFacts(minItems === 0 ? undefined : minItems, maxItems, "item"), ...(uniqueItems ? [code`all different`] : [])];
}

/** A limit as it is written, for people. */
function digits(limit: number | bigint): Code {
  return typeof limit === "bigint" ? inline(String(limit)) : literal(limit);
}

function rangeFacts(
  minimum: number | bigint | undefined,
  maximum: number | bigint | undefined,
  unit: "" | "character" | "item",
): readonly Code[] {
  const counted = (count: number | bigint): Code =>
    unit === ""
      ? digits(count)
      : unit === "item"
        ? code`${digits(count)} item${plural(count)}`
        : code`${digits(count)} character${plural(count)}`;
  if (minimum === undefined && maximum === undefined) return [];
  if (minimum === undefined) return [code`at most ${counted(maximum ?? 0)}`];
  if (maximum === undefined) return [code`at least ${counted(minimum)}`];
  if (minimum === maximum) return [code`exactly ${counted(minimum)}`];
  return [unit === "" ? code`from ${digits(minimum)} to ${digits(maximum)}` : code`${digits(minimum)} to ${counted(maximum)}`];
}

function plural(count: number | bigint): Code {
  return count === 1 ? empty : code`s`;
}
