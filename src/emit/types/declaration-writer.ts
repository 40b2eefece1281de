import { indentation, trusted, type Code } from "../print/code.js";
import { docLines, type DocText } from "../print/doc.js";
import { createObjectLines } from "./object-lines.js";

/** Declarations of types as they grow, line by line. */
export interface DeclarationWriter {
  /** Adds to the line at hand. */
  readonly write: (text: Code) => void;
  /** Opens braces: what follows is one step further in, a member per line. */
  readonly open: () => void;
  readonly close: () => void;
  /** Begins a member of what is in braces. `about`: what it has a comment of, above it. */
  readonly member: (key: Code, about?: DocText) => void;
  readonly endMember: () => void;
  /** All that was written, and what ends it: small objects on one line, long unions on several. */
  readonly text: (terminator: "" | ";") => Code;
}

/** Writes what follows `head`: "export type Pet = ". */
/** `count`: told of each line as it is written. */
export function createDeclarationWriter(head: Code, count?: (line: string) => void): DeclarationWriter {
  const lines = createObjectLines();
  let depth = 0;
  let text: string = head;
  let name = head.length;
  const endLine = (opens: boolean): void => {
    count?.(text);
    lines.add({ indentation: indentation(depth), text, name }, opens);
    text = "";
    name = 0;
  };
  return {
    write: (part) => {
      text += part;
    },
    open: () => {
      text += "{";
      endLine(true);
      depth += 1;
    },
    close: () => {
      depth -= 1;
      text = "}";
    },
    member: (key, about) => {
      const pad = indentation(depth);
      if (about !== undefined)
        for (const line of docLines(about, pad.length)) {
          count?.(line);
          lines.addDone(pad + line);
        }
      text = `${key}: `;
      name = text.length;
    },
    endMember: () => {
      text += ";";
      endLine(false);
    },
    text: (terminator) => {
      text += terminator;
      endLine(false);
      return trusted(lines.text());
    },
  };
}
