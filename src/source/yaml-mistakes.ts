import { parseDocument, YAMLParseError } from "yaml";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { linesOf } from "./lines.js";

/** Every mistake in the syntax of YAML text that is not too deep for `yaml`, in order. */
export function yamlMistakes(text: string, uri: string): readonly Diagnostic[] {
  const lines = linesOf(text);
  const { errors } = parseDocument(text, { version: "1.2", schema: "core", merge: true, prettyErrors: false, uniqueKeys: true });
  return errors.filter((error) => error instanceof YAMLParseError).map((error) => mistake(error, uri, lines));
}

function mistake(error: YAMLParseError, uri: string, lines: ReturnType<typeof linesOf>): Diagnostic {
  const at = { file: uri, ...lines.at(error.pos[0]) };
  if (error.code === "DUPLICATE_KEY") return diagnostic("duplicate-key", "This key stands in its object twice.", { at });
  const hint = HINTS[error.code];
  return diagnostic("syntax", `${error.message.replace(/\.?\s*$/, "")}.`, { at, ...(hint === undefined ? {} : { hint }) });
}

const HINTS: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: "Indent with spaces.",
  BAD_INDENT: "Members of one object begin in the same column.",
  BLOCK_AS_IMPLICIT_KEY: 'Put quotes around a text that has ": " in it.',
  BAD_SCALAR_START: "Put quotes around the text.",
  MISSING_CHAR: "See whether a quote, a bracket or a colon is missing.",
};
