import { dirname, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { TSConfckParseResult } from "tsconfck";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic, Position } from "../diagnostic/diagnostic.js";
import { errorCode, type Io } from "../io.js";
import { jsonMistakes } from "../source/json-mistakes.js";
import { linesOf } from "../diagnostic/lines.js";
import { locateInJson } from "../source/locate-json.js";
import { readExtendedTsconfigs } from "./extended-tsconfigs.js";
import { whyRefused } from "../source/endless-files.js";
import { isRecord } from "./project-setup.js";

/** What a tsconfig.json says, with all that it extends. */
export interface Tsconfig {
  readonly file: string;
  /** By name; `file` is the one that sets it. */
  readonly options: ReadonlyMap<string, { readonly value: unknown; readonly file: string }>;
  /** Whether everything that it refers to was found. Otherwise there are only its own options, or none. */
  readonly complete: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** Bytes; what is larger was not written by a person. */
const maxTsconfigBytes = 1024 * 1024;

/**
 * Reads a tsconfig.json for the files of a folder. Of one that only refers to others, it is the first that includes them. tsconfck is
 * given what it would read, because it resolves names of packages in `extends` otherwise than TypeScript. What cannot be read it reads
 * itself, and not through `Io`, and says what is wrong.
 */
export async function readTsconfig(io: Io, file: string, folder: string): Promise<Tsconfig> {
  const own = await readOwn(io, file);
  if (own.json === undefined) return { file, options: new Map(), complete: false, diagnostics: [unreadable(io, own)] };
  const { parse, TSConfckCache, TSConfckParseError } = await import("tsconfck");
  const endless: OwnText[] = [];
  const texts = await readExtendedTsconfigs(io, file, {
    read: async (path) => {
      const read = await readOwn(io, path);
      if (read.isEndless === true) endless.push(read);
      return read.json;
    },
    refuse: (found) => endless.push({ file: found.file, text: "", json: undefined, problem: found.why, offset: 0 }),
  });
  const [refused] = endless;
  if (refused !== undefined) {
    const options = optionsOf([{ tsconfigFile: file, tsconfig: own.json }]);
    return { file, options, complete: false, diagnostics: [unreadable(io, refused)] };
  }
  const cache = new TSConfckCache<TSConfckParseResult>();
  cache.hasParseResult = (path) => texts.has(resolve(path));
  // It changes what it is given.
  cache.getParseResult = (path) => ({ tsconfigFile: path, tsconfig: structuredClone(texts.get(resolve(path))) });
  try {
    const whole = await parse(file, { cache });
    // Asked for a file that may be included, it looks for the tsconfig itself, and finds the same one or fails.
    const result =
      whole.referenced === undefined ? whole : await parse(join(folder, "index.ts"), { root: dirname(file), cache }).catch(() => whole);
    return { file: result.tsconfigFile, options: optionsOf(result.extended ?? [result]), complete: true, diagnostics: [] };
  } catch (error) {
    const options = optionsOf([{ tsconfigFile: file, tsconfig: own.json }]);
    const found =
      error instanceof TSConfckParseError
        ? await problemOf(io, file, error)
        : unreadable(io, { ...own, problem: error instanceof Error ? error.message : "it has a value of a kind that it does not take" });
    return { file, options, complete: false, diagnostics: [found] };
  }
}

/** The options of files of which each goes before the next. */
function optionsOf(files: readonly Pick<TSConfckParseResult, "tsconfigFile" | "tsconfig">[]): Tsconfig["options"] {
  const options = new Map<string, { readonly value: unknown; readonly file: string }>();
  for (const { tsconfigFile, tsconfig } of files) {
    const written: unknown = isRecord(tsconfig) ? tsconfig["compilerOptions"] : undefined;
    for (const [name, value] of Object.entries(isRecord(written) ? written : {}))
      if (!options.has(name)) options.set(name, { value, file: tsconfigFile });
  }
  // Null unsets what a file further down the chain sets; what is last in the chain, it leaves unset.
  return new Map([...options].filter(([, { value }]) => value !== null));
}

/** One file by itself, as JSON of the same offsets. */
interface OwnText {
  readonly file: string;
  readonly text: string;
  readonly json: unknown;
  /** Why it has no value. */
  readonly problem: string;
  readonly offset: number;
  /** Whether nobody is to read it, as it may have no end. */
  readonly isEndless?: boolean;
}

async function readOwn(io: Io, file: string): Promise<OwnText> {
  const { toJson } = await import("tsconfck");
  const failed = (problem: string, text = "", offset = 0): OwnText => ({ file, text, json: undefined, problem, offset });
  let bytes: Uint8Array;
  try {
    bytes = await io.read(file, { most: maxTsconfigBytes });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    const code = errorCode(error);
    if (code === "EFBIG") return { ...failed("it is larger than a megabyte"), isEndless: true };
    const why = whyRefused(code);
    if (why !== undefined) return { ...failed(why), isEndless: true };
    return failed(code === "ENOENT" ? "it does not exist" : "it cannot be opened");
  }
  const text = toJson(new TextDecoder().decode(bytes));
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? { file, text, json, problem: "", offset: 0 } : failed("it is not an object", text);
  } catch {
    const [first] = jsonMistakes(text, true);
    return failed(sentenceEnd(first?.message ?? "it is not JSON"), text, first?.offset ?? 0);
  }
}

function unreadable(io: Io, { file, text, problem, offset }: Pick<OwnText, "file" | "text" | "problem" | "offset">): Diagnostic {
  return diagnostic("tsconfig-unreadable", `${shortName(io, file)} cannot be read: ${problem}.`, {
    at: positionIn(file, text, offset),
    hint: "Correct it, or say with `importExtension` how generated files import one another.",
  });
}

/** What tsconfck found wrong, and where. `root`: the file that it started from. */
async function problemOf(
  io: Io,
  root: string,
  error: { readonly code: string; readonly tsconfigFile: string; readonly message: string },
): Promise<Diagnostic> {
  const where = await readOwn(io, error.tsconfigFile);
  if (error.code === "EXTENDS_CIRCULAR")
    return unreadable(io, { ...where, problem: "it extends itself", offset: offsetOf(where, ["extends"]) });
  if (error.code === "EXTENDS_RESOLVE") {
    const name = /"extends":"([^]*)" in /.exec(error.message)?.[1] ?? "";
    const written = isRecord(where.json) ? where.json["extends"] : undefined;
    const index = Array.isArray(written) ? written.indexOf(name) : -1;
    return missing(io, where, name, ["extends", ...(index < 0 ? [] : [String(index)])]);
  }
  if (where.problem === "it does not exist" && error.tsconfigFile !== root) {
    const from = await readOwn(io, root);
    const references: unknown = isRecord(from.json) ? from.json["references"] : undefined;
    const paths = Array.isArray(references) ? references.map((each: unknown) => (isRecord(each) ? String(each["path"]) : "")) : [];
    const index = paths.findIndex((path) => [join(root, "..", path), join(root, "..", path, "tsconfig.json")].includes(error.tsconfigFile));
    return missing(io, from, paths[index] ?? shortName(io, error.tsconfigFile), index < 0 ? [] : ["references", String(index)]);
  }
  return unreadable(io, { ...where, problem: where.problem === "" ? "it has a value of a kind that it does not take" : where.problem });
}

function missing(io: Io, from: OwnText, name: string, at: readonly string[]): Diagnostic {
  return diagnostic("tsconfig-base-not-found", `${shortName(io, from.file)} refers to ${JSON.stringify(name)}, which does not exist.`, {
    at: positionIn(from.file, from.text, offsetOf(from, at)),
    hint: "Install the package, or run what writes the file (`nuxt prepare`, `svelte-kit sync`), and generate again; or set `importExtension`.",
  });
}

function offsetOf({ text, json }: OwnText, at: readonly string[]): number {
  return json === undefined ? 0 : locateInJson(text)(at).value;
}

function positionIn(file: string, text: string, offset: number): Position {
  return { file: pathToFileURL(file).href, ...linesOf(text).at(offset) };
}

function sentenceEnd(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

/** A file as a person in the current folder names it. */
export function shortName(io: Io, file: string): string {
  return relative(io.cwd, file).split(sep).join("/");
}
