import type { YAMLParseError } from "yaml";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { linesOf } from "../diagnostic/lines.js";
import { lastCounts } from "./parse-json.js";
import { yamlErrors } from "./yaml-events.js";

/**
 * The mistakes in the syntax of YAML text that is not too deep for `yaml`, in order. One bracket too many has consequences by the hundred: the
 * first of a line is told, for some lines, and of the others how many they are. A key that appears twice has no consequences.
 */
export function yamlMistakes(text: string, uri: string, quotes: boolean): readonly Diagnostic[] {
  const lines = linesOf(text);
  const broken = new Set<number>();
  const told: Diagnostic[] = [];
  let last = -1;
  for (const error of yamlErrors(text)) {
    if (error.code !== "DUPLICATE_KEY") {
      const { line } = lines.at(error.pos[0]);
      if (broken.has(line)) continue;
      broken.add(line);
      if (broken.size > MOST_TOLD) continue;
      last = told.length;
    }
    told.push(mistake(error, text, uri, lines, quotes));
  }
  const left = broken.size - MOST_TOLD;
  const more = `${left} more ${left === 1 ? "line is" : "lines are"} not well-formed from here on, perhaps because of these.`;
  return told.map((each, index) => (index === last && left > 0 ? { ...each, hint: [each.hint ?? "", more].join(" ").trim() } : each));
}

/** Mistakes in syntax that are told one by one. */
const MOST_TOLD = 10;

function mistake(
  error: Pick<YAMLParseError, "code" | "message" | "pos">,
  text: string,
  uri: string,
  lines: ReturnType<typeof linesOf>,
  quotes: boolean,
): Diagnostic {
  const at = { file: uri, ...lines.at(error.pos[0]) };
  if (error.code === "DUPLICATE_KEY") {
    const key = /^(?:"[^"\n]*"|'[^'\n]*'|[^\s,:][^\n]*?(?=\s*:(?:\s|$)))/.exec(text.slice(error.pos[0], error.pos[0] + LONGEST_KEY))?.[0];
    return diagnostic(
      "duplicate-key",
      key === undefined || !quotes
        ? "A key appears twice in its object."
        : `The key ${JSON.stringify(key.replace(/^(["'])(.*)\1$/, "$2"))} appears twice in its object.`,
      { at, assumed: lastCounts },
    );
  }
  const { message, hint } = PLAIN.find(({ begins }) => error.message.startsWith(begins)) ?? {
    message: quotes ? `${error.message.trimEnd().replace(/\.$/, "")}.` : NOT_YAML,
    hint: HINTS[error.code],
  };
  return diagnostic("syntax", message, { at, hint });
}

/** For a text that no word of may be repeated. */
export const NOT_YAML = "This is not well-formed YAML.";

const LONGEST_KEY = 200;

/** What `yaml` says in words of the YAML specification, in plain ones. */
const PLAIN: readonly { readonly begins: string; readonly message: string; readonly hint: string }[] = [
  {
    begins: "Flow map in block collection",
    message: 'An object that begins with "{" is not closed before this line, or this line is not indented.',
    hint: 'Close it with a "}".',
  },
  {
    begins: "Flow sequence in block collection",
    message: 'A list that begins with "[" is not closed before this line, or this line is not indented.',
    hint: 'Close it with a "]".',
  },
  ...["Unexpected flow-seq-start at node end", "Unexpected flow-map-start at node end"].map((begins) => ({
    begins,
    message: "A bracket stands in a text without quotes.",
    hint: 'Put quotes around the text, as in "page[size]".',
  })),
  ...["Missing closing 'quote", 'Missing closing "quote'].map((begins) => ({
    begins,
    message: "A text in quotes is not closed, or its next line is not indented.",
    hint: "Close it, or indent its lines further than its key.",
  })),
  {
    begins: "Source contains multiple documents",
    message: "The file has more than one YAML document, and a description is one.",
    hint: "Put each document into a file of its own.",
  },
  {
    begins: "Block collections are not allowed within flow collections",
    message: 'A text with ": " in it has no quotes.',
    hint: 'Put quotes around a text that has ": " in it.',
  },
  {
    begins: "Nested mappings are not allowed in compact mappings",
    message: 'Two keys stand on one line, or a text with ": " in it has no quotes.',
    hint: 'Put quotes around a text that has ": " in it.',
  },
];

const HINTS: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: "Indent with spaces.",
  BAD_INDENT: "Members of one object begin in the same column.",
  BLOCK_AS_IMPLICIT_KEY: 'Put quotes around a text that has ": " in it.',
  BAD_SCALAR_START: "Put quotes around the text.",
  MISSING_CHAR: "Check whether a quote, a bracket or a colon is missing.",
};
