/** What an editor shows of a file: the servers that come with TypeScript, each by its own protocol. */
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Compiler } from "./compile.js";
import { openLanguageServer } from "./language-server.js";
import { openTsserver } from "./tsserver.js";

export interface View {
  /** What can stand where `|` stands in the text. */
  readonly completions: readonly string[];
  /** What is shown over it: the type, the comment and its tags. */
  readonly info: string;
  /** The text of each error. */
  readonly errors: readonly string[];
  /** What is struck through: the code of the suggestion, and the text. */
  readonly struck: readonly (readonly [code: number, text: string])[];
}

/** A place of a text, as protocols count: from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Finding {
  readonly code: number;
  readonly text: string;
  readonly start: Position;
  readonly end: Position;
}

/** One file that is open in a server. */
export interface Server {
  /** Puts a text in the place of the one before. */
  change(text: string): Promise<void>;
  errors(): Promise<readonly Finding[]>;
  /** What a newer declaration says not to use. */
  deprecated(): Promise<readonly Finding[]>;
  completions(at: Position): Promise<readonly string[]>;
  info(at: Position): Promise<string>;
  close(): Promise<void>;
}

export interface Editor {
  /** What is shown of a text, in which `|` may stand for the cursor. */
  show(marked: string): Promise<View>;
  close(): Promise<void>;
}

const compilerOptions = { target: "es2022", module: "nodenext", strict: true, noEmit: true, types: [] };

/** An editor of one file of a folder, whose other files it reads. */
export async function openEditor(file: string, compiler: Compiler): Promise<Editor> {
  await writeFile(join(dirname(file), "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
  await writeFile(file, "");
  const server = await (compiler === "7" ? openLanguageServer(file) : openTsserver(file, compiler));
  return {
    async show(marked) {
      const at = marked.includes(" | ") ? -1 : marked.indexOf("|");
      const text = at < 0 ? marked : marked.slice(0, at) + marked.slice(at + 1);
      await server.change(text);
      const position = positionIn(text, at);
      const [errors, deprecated] = [await server.errors(), await server.deprecated()];
      return {
        completions: at < 0 ? [] : await server.completions(position),
        info: at < 0 ? "" : await server.info(position),
        errors: errors.map((error) => error.text),
        struck: deprecated.map(({ code, start, end }) => [code, text.slice(offsetIn(text, start), offsetIn(text, end))] as const),
      };
    },
    close: () => server.close(),
  };
}

function positionIn(text: string, offset: number): Position {
  const lines = text.slice(0, Math.max(offset, 0)).split("\n");
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

function offsetIn(text: string, { line, character }: Position): number {
  const before = text.split("\n").slice(0, line);
  return before.reduce((length, each) => length + each.length + 1, character);
}
