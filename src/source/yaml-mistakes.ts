import { parseDocument, YAMLParseError } from "yaml";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { linesOf } from "./lines.js";

/** Every mistake in the syntax of YAML text that is not too deep for `yaml`, in order. */
export function yamlMistakes(text: string, uri: string): readonly Diagnostic[] {
  const lines = linesOf(text);
  const { errors } = parseDocument(text, { version: "1.2", schema: "core", merge: true, prettyErrors: false, uniqueKeys: true });
  return errors.filter((error) => error instanceof YAMLParseError).map((error) => mistake(error, text, uri, lines));
}

function mistake(error: YAMLParseError, text: string, uri: string, lines: ReturnType<typeof linesOf>): Diagnostic {
  const at = { file: uri, ...lines.at(error.pos[0]) };
  if (error.code === "DUPLICATE_KEY") {
    const key = /^(?:"[^"\n]*"|'[^'\n]*'|[^\s,:][^\n]*?(?=\s*:(?:\s|$)))/.exec(text.slice(error.pos[0], error.pos[0] + LONGEST_KEY))?.[0];
    return diagnostic(
      "duplicate-key",
      `The key ${key === undefined ? "" : `${JSON.stringify(key.replace(/^(["'])(.*)\1$/, "$2"))} `}stands in its object twice.`,
      { at },
    );
  }
  const isOpen = error.code === "BAD_INDENT" && error.message.startsWith("Flow");
  const hint = isOpen ? 'A "{" or "[" is not closed before this line, or the line must be indented.' : HINTS[error.code];
  return diagnostic("syntax", `${error.message.replace(/\.?\s*$/, "")}.`, { at, ...(hint === undefined ? {} : { hint }) });
}

const LONGEST_KEY = 200;

const HINTS: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: "Indent with spaces.",
  BAD_INDENT: "Members of one object begin in the same column.",
  BLOCK_AS_IMPLICIT_KEY: 'Put quotes around a text that has ": " in it.',
  BAD_SCALAR_START: "Put quotes around the text.",
  MISSING_CHAR: "See whether a quote, a bracket or a colon is missing.",
};
