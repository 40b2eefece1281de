import type { Api } from "../../model/ir/api.js";
import type { Doc } from "../../model/ir/doc.js";
import { joinedLives } from "../../model/ir/lifecycle.js";
import type { Content, Header, Parameter } from "../../model/ir/operation.js";
import type { Schema } from "../../model/ir/schema.js";
import { printJson } from "../../model/ir/print-json.js";
import type { Json } from "../../source/source-file.js";
import { code, empty, join, type Code } from "../print/code.js";
import { inline, type DocText } from "../print/doc.js";
import { partNotes } from "../doc/part-notes.js";
import { firstSentence, lifecycleTags, lifeNotes, proseOf } from "../doc/operation-doc.js";
import { factText } from "./fact-text.js";

/** What the description says of a schema that its type does not: prose, limits, default, examples, dates. */
export function schemaDoc(api: Api, schema: Schema, name?: string): DocText | undefined {
  return docText(api, schema.doc, schema, schema.examples, name);
}

/** Of a parameter or a response header: its own words, else those of its schema. */
export function valueDoc(api: Api, { doc, schema, name }: Parameter | Header): DocText | undefined {
  const own = proseOf(doc).length > 0 ? { ...schema.doc, ...doc } : { ...doc, ...schema.doc };
  const lifecycle = joinedLives(doc.lifecycle, schema.doc.lifecycle);
  return docText(api, { ...own, ...(lifecycle === undefined ? {} : { lifecycle }) }, schema, schema.examples, name);
}

/** Of a parameter that is described in `components`: its first sentence and its facts, as an editor shows them where it is given. */
export function sharedParameterDoc(api: Api, { doc, schema, name }: Parameter): DocText | undefined {
  const [prose = ""] = [...proseOf(doc), ...proseOf(schema.doc)];
  const lifecycle = joinedLives(doc.lifecycle, schema.doc.lifecycle);
  const short = { description: firstSentence(prose), ...(lifecycle === undefined ? {} : { lifecycle }) };
  return docText(api, short, schema, [], name);
}

/** Of what is described elsewhere, by a function or in `components`: only that it will be removed, which is worth saying at each use. */
export function sharedDoc(api: Api, lifecycle: Doc["lifecycle"]): DocText | undefined {
  return lifecycle === undefined ? undefined : proseDoc(api, { lifecycle });
}

/** Of what a media type carries: its life, and that of a schema without a name, which has no comment of its own. */
export function contentDoc(api: Api, { lifecycle, schema }: Content): DocText | undefined {
  const life = joinedLives(lifecycle, schema?.doc.lifecycle);
  const notes = [...lifeNotes(life), ...(schema === undefined ? [] : partNotes(api, schema))];
  const tags = lifecycleTags(api, life === undefined ? {} : { lifecycle: life }, "types");
  return notes.length + tags.length === 0 ? undefined : { notes, tags };
}

/** Of a body or a response. */
export function proseDoc(api: Api, doc: Doc): DocText | undefined {
  const text = proseOf(doc);
  const [notes, tags] = [lifeNotes(doc.lifecycle), lifecycleTags(api, doc, "types")];
  if (notes.length > 0) return { text, notes, tags };
  return text.length + tags.length === 0 ? undefined : { text, tags };
}

function docText(api: Api, doc: Doc, schema: Schema, examples: readonly Json[], name = ""): DocText | undefined {
  const prose = proseOf(doc);
  const text = prose.some((each) => repeatsName(each, name)) ? prose.filter((each) => !repeatsName(each, name)) : prose;
  const [facts, parts] = [factText(schema.assertions), [...lifeNotes(doc.lifecycle), ...partNotes(api, schema)]];
  const tags = schema.default === undefined ? [] : [{ tag: "default", text: valueText(schema.default) }];
  for (const example of examples) {
    const value = valueText(example);
    if (value !== "") tags.push({ tag: "example", text: value });
  }
  for (const item of lifecycleTags(api, doc, "types")) tags.push(item);
  if (parts.length > 0) return { text, notes: facts === "" ? parts : [facts, ...parts], tags };
  if (facts === "") return text.length + tags.length === 0 ? undefined : { text, tags };
  const [only = "", ...more] = text;
  return more.length === 0 && isShortSentence(only, sentenceColumns - facts.length)
    ? { notes: [code`${inline(only)} ${facts}`], tags }
    : { text, notes: [facts], tags };
}

/** Columns up to which facts follow a sentence instead of standing below it. */
const sentenceColumns = 80;

function isShortSentence(text: string, columns: number): boolean {
  return text.length < columns && /^[^\n]*[.!?]\s*$/.test(text) && !/^\s|^[-*+#|>`\d]/.test(text);
}

/** A title that only repeats the name ("Pet Id" of `pet_id`) says nothing. */
function repeatsName(text: string, name: string): boolean {
  // Nearly every text begins with another letter than the name: it needs no closer look.
  const [first, other] = [text.charAt(0), name.charAt(0)];
  if (isLetter.test(first) && isLetter.test(other) && first.toLowerCase() !== other.toLowerCase()) return false;
  return name !== "" && words(text) === words(name);
}

const isLetter = /^[A-Za-z]/;
// Of ASCII and Latin alone: what else is a letter, and has a small form, depends on Unicode's edition.
const words = (text: string): string =>
  text.replace(/[A-Z\u00c0-\u00de]/g, (letter) => letter.toLowerCase()).replace(/[\x00-/:-@[-`{-\u00a9\u2000-\u206f]+/g, "");

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
