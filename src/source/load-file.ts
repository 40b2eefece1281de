import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { redact } from "../diagnostic/redact.js";
import { errorCode, type Io } from "../io.js";
import { failureProblem } from "./failure-problem.js";
import { answerProblem, type FetchAdvice } from "./fetch-problems.js";
import { MAX_FILE_BYTES } from "./size-limits.js";
import { parseBytes, type Loaded } from "./parse.js";
import { nameOf, pathOf, STDIN, uriOf } from "./uri.js";

/**
 * Reads and parses one file of a description: a path (relative to the current folder), an http(s) URL, a `file:` URL, or `-`
 * for standard input. Reports what keeps it from being read, or every mistake of its syntax. `mayShow`: whether messages may repeat words of such a text.
 * `advice`: what a message can say of what to change where it is fetched.
 */
export async function load(
  input: string,
  io: Io,
  mayShow: (text: string) => boolean = () => true,
  advice: FetchAdvice = {},
): Promise<Loaded> {
  const uri = uriOf(input, io.cwd);
  const name = nameOf(uri, io.cwd);
  const read = await readBytes(uri, name, io, advice);
  if (!("bytes" in read)) return { value: undefined, diagnostics: [read] };
  const { bytes } = read;
  if (bytes.length > MAX_FILE_BYTES) {
    return {
      value: undefined,
      diagnostics: [diagnostic("file-too-large", `${name} has ${bytes.length} bytes; at most ${MAX_FILE_BYTES} are read.`)],
    };
  }
  // From here on a file goes by this URI: no reader of it can tell what it does not know.
  return parseBytes(bytes, redact(read.uri), name, mayShow, read.contentType);
}

export type { Loaded };

/** Bytes, and the URI they were read from: a server may have answered from another one. */
interface Read {
  readonly bytes: Uint8Array;
  readonly uri: string;
  /** What the server calls them. */
  readonly contentType?: string | undefined;
}

async function readBytes(uri: string, name: string, io: Io, advice: FetchAdvice): Promise<Read | Diagnostic> {
  if (uri === STDIN) return readInput(io);
  if (/^https?:/i.test(uri)) return fetchBytes(uri, io, advice);
  const path = pathOf(uri);
  if (path === undefined) return diagnostic("file-not-found", `${uri} is not a file on this machine.`);
  try {
    return { bytes: await io.read(path, { most: MAX_FILE_BYTES }), uri };
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error; // No answer of the file system: our bug.
    if (code === "EFBIG")
      return diagnostic("file-too-large", `${name} has more than ${String(MAX_FILE_BYTES)} bytes, which are all that are read.`);
    return diagnostic("file-not-found", `${name} ${WHY.get(code) ?? `cannot be read (${code})`}.`);
  }
}

const WHY: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "does not exist"],
  ["ENOTDIR", "does not exist"],
  ["EISDIR", "is a folder, not a file"],
  ["EACCES", "cannot be read: permission denied"],
  ["EPERM", "cannot be read: permission denied"],
  ["ELOOP", "is a symbolic link that leads back to itself"],
  ["ENAMETOOLONG", "does not exist: its name is too long for one"],
  ["ERR_INVALID_ARG_VALUE", "is no path"],
  ["ENOTSUP", "is no file"],
  ["ENXIO", "is no file"],
  ["ETIMEDOUT", "is a pipe that nothing is written to"],
]);

async function readInput(io: Io): Promise<Read | Diagnostic> {
  try {
    return { bytes: await io.readStdin(), uri: STDIN };
  } catch (error) {
    if (errorCode(error) !== "EFBIG") throw error;
    return diagnostic("file-too-large", `Standard input has more than ${String(MAX_FILE_BYTES)} bytes, which are all that are read.`);
  }
}

async function fetchBytes(uri: string, io: Io, advice: FetchAdvice): Promise<Read | Diagnostic> {
  if (!URL.canParse(uri)) return diagnostic("fetch-failed", `${uri} is not a valid URL.`);
  try {
    const answer = await io.fetch(uri, {
      headers: { accept: "application/json, application/yaml, */*;q=0.8" },
      most: MAX_FILE_BYTES,
    });
    const from = answer.url === "" ? uri : answer.url.replace(/#.*/s, "");
    return answerProblem(uri, answer, advice) ?? { bytes: answer.body, uri: from, contentType: answer.headers?.["content-type"] };
  } catch (error) {
    return failureProblem(uri, error);
  }
}
