import type * as Morph from "ts-morph";
import type { ProjectFile } from "./list-sources.js";

/** A module, or a part of a file that is one: a script of a Vue or Svelte component. */
export interface ModuleBlock {
  /** Absolute. */
  readonly file: string;
  /** The text of the whole file. */
  readonly whole: string;
  /** Where the block begins in it. */
  readonly offset: number;
  readonly source: Morph.SourceFile;
}

export interface ReadModules {
  readonly blocks: readonly ModuleBlock[];
  /** Files with a mistake of syntax. */
  readonly unreadable: readonly ProjectFile[];
}

export type Library = typeof Morph;

/** It takes a quarter of a second to load, and no other command needs it for this. */
export function loadLibrary(): Promise<Library> {
  return import("ts-morph");
}

/** Reads modules: each by itself, without the files that it imports. */
export function readModules(files: readonly ProjectFile[], morph: Library): ReadModules {
  const compilerOptions = { allowJs: true, noLib: true, noResolve: true, jsx: morph.ts.JsxEmit.Preserve };
  const project = new morph.Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true, compilerOptions });
  const blocks = files.flatMap((file) =>
    scriptsOf(file).map(({ offset, text, ending }, index): ModuleBlock & ProjectFile => {
      const source = project.createSourceFile(`/${String(index)}${file.path.replaceAll("\\", "/")}${ending}`, text);
      return { file: file.path, whole: file.text, offset, source, path: file.path, text: file.text };
    }),
  );
  const program = project.getProgram();
  const wrong = blocks.filter(({ source }) => program.getSyntacticDiagnostics(source).some((each) => !isOfJavaScript(each.getCode())));
  const broken = new Set(wrong.map(({ file }) => file));
  return {
    blocks: blocks.filter(({ file }) => !broken.has(file)),
    unreadable: files.filter(({ path }) => broken.has(path)),
  };
}

/** That JavaScript has no types is no mistake in how it is read. */
function isOfJavaScript(code: number): boolean {
  return code >= 8_000 && code < 9_000;
}

interface Script {
  readonly offset: number;
  readonly text: string;
  /** Of the name under which it is read. */
  readonly ending: string;
}

function scriptsOf({ path, text }: ProjectFile): readonly Script[] {
  if (!/\.(?:vue|svelte|astro)$/.test(path)) {
    const offset = text.startsWith("\ufeff") ? 1 : 0;
    return [{ offset, text: text.slice(offset), ending: "" }];
  }
  return [...(path.endsWith(".astro") ? frontmatter(text) : []), ...scriptElements(text)];
}

function frontmatter(text: string): readonly Script[] {
  const start = text.startsWith("---") ? text.indexOf("\n") + 1 : 0;
  const end = start === 0 ? -1 : text.indexOf("\n---", start - 1);
  return end === -1 ? [] : [{ offset: start, text: text.slice(start, end), ending: ".ts" }];
}

function scriptElements(text: string): readonly Script[] {
  const found: Script[] = [];
  for (let at = text.indexOf("<script"); at !== -1; at = text.indexOf("<script", at + 1)) {
    const offset = text.indexOf(">", at) + 1;
    const end = text.indexOf("</script", offset);
    if (offset === 0 || end === -1) return found;
    const isJsx = /\blang\s*=\s*["']?[jt]sx/.test(text.slice(at, offset));
    if (!/\bsrc\s*=/.test(text.slice(at, offset))) found.push({ offset, text: text.slice(offset, end), ending: isJsx ? ".tsx" : ".ts" });
    at = end;
  }
  return found;
}
