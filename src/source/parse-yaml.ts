import {
  constructFromEvents,
  CORE_SCHEMA,
  defineScalarTag,
  EVENT_ID,
  floatCoreTag,
  intCoreTag,
  mergeTag,
  NOT_RESOLVED,
  YAMLException,
  type Event,
} from "js-yaml";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { aliasBeyond, keyThatIsNoText, loopingAlias, unfolded } from "./yaml-aliases.js";
import { isLarge } from "./json-text.js";
import { integerOf, withoutBigints } from "./large-integers.js";
import { MAX_UNFOLDED_VALUES, maxMergedMembers, maxUnfoldedUnits } from "./size-limits.js";
import { linesOf } from "../diagnostic/lines.js";
import { locateInYaml } from "./locate-yaml.js";
import type { Parsed } from "./parse.js";
import { lastCounts, tooDeep } from "./parse-json.js";
import type { Json } from "./source-file.js";
import { withoutUnknownTags } from "./yaml-tags.js";
import { isTooDeep, readYamlEvents, yamlEventsOfLast, type YamlEvents } from "./yaml-events.js";
import { NOT_YAML, yamlMistakes } from "./yaml-mistakes.js";

/** Called for a large integer, which is read as a bigint first. */
type OnLargeInteger = () => void;

/** JSON has no infinity and no NaN: `.inf` and `.nan` stay text, and are reported as a wrong type where a number belongs. */
const finiteTag = (onLarge: OnLargeInteger) =>
  defineScalarTag("tag:yaml.org,2002:float", {
    implicit: true,
    implicitFirstChars: floatCoreTag.implicitFirstChars,
    identify: () => false,
    resolve(source, isExplicit, tagName) {
      const value = floatCoreTag.resolve(source, isExplicit, tagName);
      const integer = isLarge(value) ? integerOf(source) : undefined;
      if (integer === undefined) return typeof value === "number" && Number.isFinite(value) ? value : NOT_RESOLVED;
      onLarge();
      return integer;
    },
  });

const integerTag = (onLarge: OnLargeInteger) =>
  defineScalarTag("tag:yaml.org,2002:int", {
    implicit: true,
    implicitFirstChars: intCoreTag.implicitFirstChars,
    identify: () => false,
    resolve(source, isExplicit, tagName) {
      const value = intCoreTag.resolve(source, isExplicit, tagName);
      if (!isLarge(value)) return value;
      if (!Number.isFinite(value)) return NOT_RESOLVED;
      onLarge();
      // Octal and hexadecimal digits are read without their sign.
      const size = BigInt(source.replace(/^[-+]?0*(?=\d)/, ""));
      return source.startsWith("-") ? -size : size;
    },
  });

/** A date that is marked as one (YAML 1.1) is text, as one without the mark is. */
const timestampTag = defineScalarTag("tag:yaml.org,2002:timestamp", { identify: () => false, resolve: (source) => source });

/** YAML 1.2's core schema: an unquoted date stays text, `yes` stays a word. Merge keys are 1.1's, and are in use. */
const schemaOf = (onLarge: OnLargeInteger) => CORE_SCHEMA.withTags(mergeTag, timestampTag, finiteTag(onLarge), integerTag(onLarge));

/** Parses YAML; with `quotes`, messages may hold words of the text. js-yaml makes the values, four times as fast as `yaml`, which is asked only for mistakes: it finds them all. */
export function parseYaml(text: string, uri: string, quotes: boolean): Parsed {
  if (text.trim() === "") return { diagnostics: [diagnostic("syntax", "The file is empty.", { at: { file: uri, line: 1, column: 1 } })] };
  try {
    return valueOf(readYamlEvents(text), text, uri, quotes);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (error.reason.startsWith(TOO_DEEP)) return { diagnostics: [tooDeep(uri, placeOf(error, text))] };
    // Well-formed text, of which `yaml` has nothing to say: to look through its keys once more takes many times as long.
    if (error.reason.startsWith(TOO_MANY_MERGED)) return { diagnostics: [mistakeOf(error, text, uri, quotes)] };
    if (isTooDeep(text)) return { diagnostics: [mistakeOf(error, text, uri, quotes)] };
    const mistakes = [...yamlMistakes(text, uri, quotes)];
    // The keys 200 and "200" are two to `yaml`, and one name.
    if (mistakes.length === 0) mistakes.push(mistakeOf(error, text, uri, quotes));
    const repeated = mistakes.length > 0 && mistakes.every(({ code }) => code === "duplicate-key") ? yamlEventsOfLast(text) : undefined;
    return repeated === undefined ? { diagnostics: mistakes } : withMistakes(valueOrMistake(repeated, text, uri, quotes), mistakes);
  }
}

/** The value of text that `yaml` has read, of which js-yaml may still refuse something. */
function valueOrMistake(yaml: YamlEvents, text: string, uri: string, quotes: boolean): Parsed {
  try {
    return valueOf(yaml, text, uri, quotes);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { diagnostics: [mistakeOf(error, text, uri, quotes)] };
  }
}

/** Two descriptions in one file, of which nobody knows which is meant. */
function severalDocuments(count: number, text: string, uri: string): Diagnostic {
  return diagnostic("syntax", `The file has ${String(count)} YAML documents, and a description is one.`, {
    at: { file: uri, ...secondDocument(text, count) },
    hint: "Another one begins here, behind `---`: remove it, or make it a file of its own.",
  });
}

function withMistakes(parsed: Parsed, mistakes: readonly Diagnostic[]): Parsed {
  return { ...parsed, diagnostics: [...mistakes, ...parsed.diagnostics] };
}

/** The value of text that has been taken apart; or what is wrong with it. Throws js-yaml's `YAMLException` for what it cannot make a value of. */
function valueOf(written: YamlEvents, text: string, uri: string, quotes: boolean): Parsed {
  const { yaml, diagnostics: told } = withoutUnknownTags(written, text, uri, quotes);
  const at = { file: uri, line: 1, column: 1 };
  const fail = (mistake: Diagnostic): Parsed => ({ diagnostics: [mistake] });
  const { events, source } = yaml;
  const found = { largeInteger: false };
  const schema = schemaOf(() => (found.largeInteger = true));
  const documents = documentsOf(yaml, text.length, schema);
  if (documents.length === 0) return fail(diagnostic("syntax", "The file has no content.", { at }));
  // A line of dashes at the end begins a document without content.
  if (documents.slice(1).some((each) => each !== null)) return fail(severalDocuments(documents.length, text, uri));
  // The core schema makes nothing else than JSON's values.
  const { value, large } = found.largeInteger ? withoutBigints(documents[0]) : { value: documents[0] as Json, large: undefined };
  const loop = loopingAlias(events, source);
  if (loop !== undefined) {
    const place = { file: uri, ...linesOf(text).at(loop.offset) };
    const message = quotes ? `The alias *${loop.name} is inside its own anchor &${loop.name}.` : "An alias is inside its own anchor.";
    return fail(diagnostic("yaml-alias", message, { at: place, hint: ALIAS_HINT }));
  }
  const tooMuch = hasAlias(events) ? unfoldedTooFar(value, yaml, text, uri) : undefined;
  if (tooMuch !== undefined) return fail(tooMuch);
  return { value, locator: () => locateInYaml(yaml), ...(large === undefined ? {} : { large }), diagnostics: told };
}

/** What is wrong with a value whose aliases stand for more than is read: for too much, or for too much beside so short a text. */
function unfoldedTooFar(value: Json, { events, source }: YamlEvents, text: string, uri: string): Diagnostic | undefined {
  const size = unfolded(value);
  const limits = { values: MAX_UNFOLDED_VALUES, units: maxUnfoldedUnits(text.length) };
  const what = (["values", "units"] as const).find((each) => size[each] > limits[each]);
  if (what === undefined) return undefined;
  const place = { file: uri, ...linesOf(text).at(Math.min(aliasBeyond(events, source, what, limits[what]), text.length)) };
  const much = what === "values" ? `${limits.values} values` : `${limits.units} characters, from a file of ${text.length}`;
  return diagnostic("yaml-alias", `The aliases (*name) expand to more than ${much}.`, { at: place, hint: ALIAS_HINT });
}

/** The documents as values. js-yaml says of a key that is a list or an object that it is wrong, but not where it is. */
function documentsOf({ events, source }: YamlEvents, length: number, schema: ReturnType<typeof schemaOf>): readonly unknown[] {
  try {
    return constructFromEvents([...events], { source, schema, maxTotalMergeKeys: maxMergedMembers(length) });
  } catch (error) {
    const isComplex = error instanceof YAMLException && error.reason.startsWith(COMPLEX_KEY);
    const position = isComplex ? keyThatIsNoText(events, source) : undefined;
    if (!isComplex || position === undefined) throw error;
    return YAMLException.throwAt(source, position, error.reason);
  }
}

/** Where the second of several documents begins: only the first needs no mark. */
function secondDocument(text: string, count: number): { readonly line: number; readonly column: number } {
  const marks = Array.from(text.matchAll(/^---(?=\s|$)/gm), ({ index }) => index);
  return linesOf(text).at(marks[marks.length - count + 1] ?? 0);
}

const ALIAS_HINT = "Refer to components with $ref instead.";

function hasAlias(events: readonly Event[]): boolean {
  return events.some((event) => event.type === EVENT_ID.ALIAS);
}

function mistakeOf(error: YAMLException, text: string, uri: string, quotes: boolean): Diagnostic {
  const { reason } = error;
  if (reason.startsWith(TOO_MANY_MERGED)) {
    const message = `The merge keys (<<) add more than ${maxMergedMembers(text.length)} members.`;
    return diagnostic("yaml-alias", message, { at: { file: uri, ...placeOf(error, text) }, hint: ALIAS_HINT });
  }
  const code = reason.startsWith("duplicated mapping key") ? "duplicate-key" : "syntax";
  const at = { file: uri, ...placeOf(error, text) };
  const plain = PLAIN.find(({ begins }) => reason.startsWith(begins));
  if (plain !== undefined) return diagnostic(code, plain.message, { at, hint: plain.hint });
  const message = quotes ? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` : NOT_YAML;
  return diagnostic(code, message, { at, assumed: code === "duplicate-key" ? lastCounts : undefined });
}

const TOO_DEEP = "nesting exceeded";
const TOO_MANY_MERGED = "merge keys exceeded";
const COMPLEX_KEY = "object-based map does not support complex keys";

/** What js-yaml says in its own words, in plain ones. */
const PLAIN: readonly { readonly begins: string; readonly message: string; readonly hint: string }[] = [
  {
    begins: COMPLEX_KEY,
    message: "A key is a list or an object, and must be a text.",
    hint: 'Put quotes around a key that begins with a bracket, a brace or "? ".',
  },
  {
    begins: "cannot merge mappings",
    message: '"<<" has no object that could be merged.',
    hint: "Give it the alias of an object, such as *name, or remove the key.",
  },
];

/** The parser counts a carriage return alone as the end of a line, and whoever shows the line does not. What it was told may go on behind the text. */
function placeOf({ mark }: YAMLException, text: string): { readonly line: number; readonly column: number } {
  return linesOf(text).at(Math.min(mark?.position ?? 0, text.length));
}
