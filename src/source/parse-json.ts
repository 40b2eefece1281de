import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { jsonExtras } from "./json-extras.js";
import { duplicateKeys, jsonMistakes } from "./json-mistakes.js";
import { quoteInfinite } from "./infinite-numbers.js";
import { largeInJson } from "./large-integers.js";
import { measureJson, surveyJson } from "./json-text.js";
import { MAX_NESTING } from "./size-limits.js";
import { linesOf } from "../diagnostic/lines.js";
import type { Parsed } from "./parse.js";
import type { Json } from "./source-file.js";

/** Parses JSON; with `quotes`, messages may hold words of the text. `JSON.parse` is the fast path; positions are worked out only when there is something to say. */
export function parseJson(text: string, uri: string, quotes: boolean): Parsed {
  const shape = measureJson(text);
  if (shape.tooDeepAt !== undefined) return { diagnostics: [tooDeep(uri, linesOf(text).at(shape.tooDeepAt))] };
  let value: Json;
  try {
    value = JSON.parse(text) as Json; // What JSON.parse returns is a Json by definition.
  } catch {
    return withoutExtras(text, uri, quotes) ?? { diagnostics: located(jsonMistakes(text, quotes), "syntax", text, uri) };
  }
  // JSON.parse keeps the last of several members of one name, and says nothing: then the value has fewer than the text.
  const { members, hasLarge, hasInfinite } = surveyJson(value);
  const infinite = hasInfinite ? quoteInfinite(text, quotes) : undefined;
  if (infinite !== undefined) value = JSON.parse(infinite.text) as Json; // as above
  const told = infinite === undefined ? [] : located(infinite.mistakes, "number-too-large", text, uri);
  const repeated = members === shape.members ? [] : duplicateKeys(text, quotes);
  if (repeated.length > 0) return { value, diagnostics: [...told, ...located(repeated, "duplicate-key", text, uri)] };
  return { value, ...(hasLarge ? { large: largeInJson(text, value) } : {}), diagnostics: told };
}

/** The value of a text that is JSON but for comments, commas behind last members, and control characters in strings. */
function withoutExtras(text: string, uri: string, quotes: boolean): Parsed | undefined {
  const extras = jsonExtras(text);
  if (extras === undefined) return undefined;
  let value: Json;
  try {
    value = JSON.parse(extras.meant) as Json; // as above
    if (surveyJson(value).hasInfinite) value = JSON.parse(quoteInfinite(extras.meant, quotes).text) as Json; // as above
  } catch {
    return undefined;
  }
  const lines = linesOf(text);
  const told = [
    { offset: extras.comment, message: "JSON has no comments.", assumed: "they are passed over" },
    { offset: extras.comma, message: "JSON has no comma behind the last member.", assumed: "they are passed over" },
    { offset: extras.control, message: "JSON has control characters in strings as escapes only.", assumed: "they are read as they stand" },
  ].flatMap(({ offset, message, assumed }) =>
    offset === undefined ? [] : [diagnostic("json-extras", message, { at: { file: uri, ...lines.at(offset) }, assumed })],
  );
  const parsed = parseJson(extras.plain, uri, quotes);
  const meant =
    extras.control === undefined || parsed.value === undefined
      ? {}
      : { value, ...(parsed.large && { large: largeInJson(extras.meant, value) }) };
  return { ...parsed, ...meant, plain: extras.plain, diagnostics: [...told, ...parsed.diagnostics] };
}

export function tooDeep(uri: string, place: { readonly line: number; readonly column: number }): Diagnostic {
  return diagnostic("too-deep", `The file is nested more than ${MAX_NESTING} levels deep here.`, {
    at: { file: uri, ...place },
    hint: "Move inner schemas into components and refer to them.",
  });
}

/** Of members of one name: what most parsers do. */
export const lastCounts = "the last one counts";

/** A mistake and the offset of its place in the text. */
export interface Mistake {
  readonly message: string;
  readonly offset: number;
}

function located(
  mistakes: readonly Mistake[],
  code: "syntax" | "duplicate-key" | "number-too-large",
  text: string,
  uri: string,
): readonly Diagnostic[] {
  const lines = linesOf(text);
  const assumed = code === "syntax" ? undefined : code === "duplicate-key" ? lastCounts : "it is read as a text";
  return mistakes.map(({ message, offset }) => diagnostic(code, message, { at: { file: uri, ...lines.at(offset) }, assumed }));
}
