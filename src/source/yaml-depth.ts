import { createRequire } from "node:module";

/**
 * Whether YAML text, which has line feeds alone, makes `yaml` open more collections inside each other than a limit: counted as it opens
 * them, in text that is wrong also where YAML knows none (`a: b: c: …`). Stops there, before anything could go as deep as that.
 */
export function nestsDeeper(text: string, limit: number): boolean {
  const { Lexer, Parser } = createRequire(import.meta.url)("yaml") as typeof import("yaml"); // what the package declares
  const parser = new Parser();
  for (const word of new Lexer().lex(text)) {
    // Documents that are complete are let go.
    Array.from(parser.next(word));
    // The document is one, and the last may be a scalar.
    if (parser.stack.length - 2 > limit) return true;
  }
  return false;
}
