import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic, Outcome } from "../diagnostic/diagnostic.js";
import { errorCode, type Io } from "../io.js";
import { LARGEST_FILE } from "./limits.js";
import { parseBytes } from "./parse.js";
import type { SourceFile } from "./source-file.js";
import { nameOf, pathOf, STDIN, uriOf } from "./uri.js";

/**
 * Reads and parses one file of a description: a path (relative to the current folder), an http(s) URL, a `file:` URL, or `-`
 * for standard input. Reports what keeps it from being read, or every mistake of its syntax.
 */
export async function load(input: string, io: Io): Promise<Outcome<SourceFile>> {
  const uri = uriOf(input, io.cwd);
  const name = nameOf(uri, io.cwd);
  const bytes = await readBytes(uri, name, io);
  if (!(bytes instanceof Uint8Array)) return { value: undefined, diagnostics: [bytes] };
  if (bytes.length > LARGEST_FILE) {
    return {
      value: undefined,
      diagnostics: [diagnostic("file-too-large", `${name} has ${bytes.length} bytes; at most ${LARGEST_FILE} are read.`)],
    };
  }
  return parseBytes(bytes, uri, name);
}

async function readBytes(uri: string, name: string, io: Io): Promise<Uint8Array | Diagnostic> {
  if (uri === STDIN) return io.readStdin();
  if (uri.startsWith("http")) return fetchBytes(uri, io);
  const path = pathOf(uri);
  if (path === undefined) return diagnostic("file-not-found", `${uri} is no file of this machine.`);
  try {
    return await io.read(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error; // No answer of the file system: our bug.
    return diagnostic("file-not-found", `${name} ${WHY[code] ?? `cannot be read (${code})`}.`);
  }
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist",
  EISDIR: "is a folder, not a file",
  EACCES: "cannot be read: permission denied",
  EPERM: "cannot be read: permission denied",
};

async function fetchBytes(url: string, io: Io): Promise<Uint8Array | Diagnostic> {
  try {
    const { status, body } = await io.fetch(url, { headers: { accept: "application/json, application/yaml, */*;q=0.8" } });
    return status === 200 ? body : diagnostic("fetch-failed", `${url} answered with status ${status}.`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return diagnostic("fetch-failed", `${url} could not be read: ${reason}.`);
  }
}
