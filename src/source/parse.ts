import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic, Outcome } from "../diagnostic/diagnostic.js";
import { decodeText } from "./decode-text.js";
import type { LargeIntegers } from "./large-integers.js";
import { parseJson } from "./parse-json.js";
import { longPlaces } from "./place-lengths.js";
import { locatorOf, type Locate } from "./locate.js";
import type { Json, ReadFile, SourceFile } from "./source-file.js";

/** A text's value; or its mistakes. `value` is absent when there is none (null is a value). */
export interface Parsed {
  readonly value?: Json;
  /** Of YAML: makes what says where its values stand. */
  readonly locator?: () => Locate;
  readonly large?: LargeIntegers;
  /** What was parsed in place of the text, with every value at its offset. */
  readonly plain?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** A file of a description; or its mistakes, and what of it may be shown beside them. */
export interface Loaded extends Outcome<SourceFile> {
  readonly broken?: ReadFile;
}

/** The bytes of a file as a source file: JSON or YAML, whichever its first character says. `contentType`: what a server calls them. */
export async function parseBytes(
  bytes: Uint8Array,
  uri: string,
  name: string,
  mayShow: (text: string) => boolean = () => true,
  contentType?: string,
): Promise<Loaded> {
  const text = decodeText(bytes, contentType);
  if (text === undefined) {
    return {
      value: undefined,
      diagnostics: [
        diagnostic("not-text", `${name} is neither UTF-8 nor UTF-16 text.`, {
          at: { file: uri, line: 1, column: 1 },
          hint: bytes[0] === 0x1f && bytes[1] === 0x8b ? "It is compressed with gzip: unpack it first." : "Save the file as UTF-8.",
        }),
      ],
    };
  }
  const parsed = await parseText(text, uri, true);
  if (parsed.value === undefined) {
    const isShown = mayShow(text);
    const conflicts = conflictsIn(text, uri, name);
    const told = isShown ? parsed.diagnostics : (await parseText(text, uri, false)).diagnostics;
    // What else is wrong comes of them.
    const mistakes = conflicts.length > 0 ? conflicts : told;
    if (!isShown) return { value: undefined, diagnostics: mistakes };
    return {
      value: undefined,
      diagnostics: mistakes,
      broken: { uri, name, text, ...locatorOf(text, uri), locate: () => ({ file: uri, line: 1, column: 1 }) },
    };
  }
  const diagnostics =
    parsed.diagnostics.length === 0 || mayShow(text) ? parsed.diagnostics : (await parseText(text, uri, false)).diagnostics;
  const { value, large, plain = text } = parsed;
  const locator = locatorOf(plain, uri, parsed.locator);
  const tooLong = longPlaces(value, locator.locate, uri);
  if (tooLong !== undefined) return { value: undefined, diagnostics: [tooLong] };
  return { value: { uri, name, text, value, ...(large === undefined ? {} : { large }), ...locator }, diagnostics };
}

/** More marks are not told. */
const mostConflicts = 20;

/** The places where git has left its marks, because two branches changed the same lines. */
function conflictsIn(text: string, uri: string, name: string): readonly Diagnostic[] {
  const lines = text.split("\n").flatMap((line, index) => (/^<{7}(?: |\r?$)/.test(line) ? [index + 1] : []));
  return lines.slice(0, mostConflicts).map((line) =>
    diagnostic("syntax", `${name} has the marks of a merge conflict here.`, {
      at: { file: uri, line, column: 1 },
      hint: "Keep what is wanted of the two branches, and remove the lines with the marks (<<<<<<<, =======, >>>>>>>).",
    }),
  );
}

async function parseText(text: string, uri: string, quotes: boolean): Promise<Parsed> {
  const first = /\S/.exec(text)?.[0];
  const parseAsYaml = async (): Promise<Parsed> => (await import("./parse-yaml.js")).parseYaml(text, uri, quotes); // loaded where it is needed
  const isCommented = first === "/" && /^\s*\/[/*]/.test(text);
  if (first !== "{" && first !== "[" && !isCommented) return parseAsYaml();
  const json = parseJson(text, uri, quotes);
  if (json.value !== undefined || uri.toLowerCase().endsWith(".json")) return json;
  // YAML's flow style looks like JSON: it is tried too, but when neither fits, JSON was meant.
  const yaml = await parseAsYaml();
  return yaml.value === undefined ? json : yaml;
}
