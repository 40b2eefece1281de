import { constants, readFileSync, readlinkSync } from "node:fs";
import { chmod, mkdir, open, readdir, realpath, rename, rm, rmdir, stat, type FileHandle } from "node:fs/promises";
import { homedir, hostname, tmpdir } from "node:os";
import { resolve } from "node:path";
import { errorCode, MAX_READ_BYTES, piecesOf, type Io, type ReadOptions, type Sink } from "./io.js";
import { ownProgram } from "./io-node-own.js";
import { runProgram } from "./io-node-program.js";
import { listenForEnd, watchFolders } from "./io-node-watch.js";

/** The process's own files, network, clock and streams. */
export function nodeIo(): Io {
  const cwd = process.cwd();
  const at = (path: string): string => resolve(cwd, path);
  return {
    cwd,
    env: process.env,
    program: ownProgram(cwd, process.env["npm_config_user_agent"]),
    home: orNothing(homedir).find((path) => path !== ""),
    temporary: at(tmpdir()),
    read: (path, options) => readBytes(at(path), options).catch(withPath(at(path), "read")),
    ...(isTerminal(process.stdin) && isTerminal(process.stdout) ? { readLine } : {}),
    readStdin,
    fetch: async (url, init) => (await import("./io-node-fetch.js")).fetchBytes(url, init),
    write: (path, content, options) => writeWhole(at(path), content, options?.exclusive === true).catch(withPath(at(path), "write")),
    rename: async (from, to, { keepsMode = false } = {}) => {
      if (keepsMode) await passOnMode(at(to), at(from));
      await retryWhileBusy(() => rename(at(from), at(to)));
    },
    remove: (path) => retryWhileBusy(() => rm(at(path))),
    removeEmptyDirectory: (path) => rmdir(at(path)),
    makeDirectory: async (path) => {
      await mkdir(at(path), { recursive: true });
    },
    list: (path) => listFolder(at(path)),
    realPath: (path) => realpath(at(path)).catch(undefinedWhen(...unreachable)),
    runProgram,
    watch: (folders, changed) => watchFolders(folders.map(at), changed),
    listenForEnd,
    runCommand: async (command, options) => (await import("./io-node-command.js")).runCommand(command, options),
    now: () => Date.now(),
    sleep: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
    pid: process.pid,
    machine,
    isRunning,
    startOf,
    stdout: sink(process.stdout),
    stderr: sink(process.stderr),
  };
}

/**
 * Goes on when who reads what is printed has read enough (`| head`). Where it cannot be written, such as on a full disk, the process has another exit
 * code: that of `lost`, which is called once. To be called once in a process.
 */
export function outliveReaders(lost: (error: Error) => number): { readonly codeAfter: (code: number) => number } {
  let code: number | undefined;
  process.stderr.on("error", () => undefined); // there is nowhere to say it
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE" || code !== undefined) return;
    code = lost(error);
    process.exitCode = code;
  });
  return { codeAfter: (given) => code ?? given };
}

/** Gives the process another exit code, `code()`, where something ends it before it is told that the run is over. To be called once in a process. */
export function watchForEnd(code: () => number): { readonly over: () => void } {
  const early = (): void => {
    process.exitCode = code();
  };
  process.on("exit", early);
  return { over: () => void process.off("exit", early) };
}

function sink(stream: NodeJS.WriteStream): Sink {
  return {
    write: (text) => void stream.write(text),
    get isTTY() {
      return isTerminal(stream);
    },
    get columns() {
      return (stream as { readonly columns?: number }).columns ?? 80;
    },
  };
}

/** Node's types say that it always is one. */
function isTerminal(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true;
}

/** The terminal itself lets a person correct the line: what was asked stays above it, whatever is typed. */
async function readLine(): Promise<string | undefined> {
  const { createInterface } = await import("node:readline");
  const reader = createInterface({ input: process.stdin, terminal: false });
  const close = (): void => {
    reader.close();
  };
  process.once("SIGINT", close);
  let line: string | undefined;
  await new Promise<void>((done) => {
    reader.once("line", (text) => {
      line = text;
      close();
    });
    reader.once("close", done);
  });
  process.off("SIGINT", close);
  return line;
}

/** What the system says of a path that leads to nothing, or to nothing that we may reach; the last one where it is no path at all. */
const unreachable = ["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "EACCES", "EPERM", "EINVAL", "ERR_INVALID_ARG_VALUE"] as const;

/** A pipe that nobody writes to would be waited for without end, and a device may have none. */
async function readBytes(path: string, { most = MAX_READ_BYTES, pipes = false }: ReadOptions = {}): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (stat.isFIFO() && pipes) return await readPipe(file, most);
    if (stat.isDirectory()) return await file.readFile(); // which rejects
    if (!stat.isFile()) throw coded("ENOTSUP", `${path} is no file`);
    if (stat.size > most) throw coded("EFBIG", `${path} has more than ${String(most)} bytes`);
    return stat.size === 0 ? await readUnsized(file, path, most) : await file.readFile();
  } finally {
    await file.close();
  }
}

/** A file whose size is not known before it is read, as those below `/proc`: some have no end. */
async function readUnsized(file: FileHandle, path: string, most: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  const buffer = Buffer.alloc(64 * 1024);
  for (let size = 0; ;) {
    const { bytesRead } = await file.read(buffer);
    if (bytesRead === 0) return Buffer.concat(chunks);
    size += bytesRead;
    if (size > most) throw coded("EFBIG", `${path} has more than ${String(most)} bytes`);
    chunks.push(Buffer.from(buffer.subarray(0, bytesRead)));
  }
}

/** Milliseconds between two looks at a pipe, for which a writer is waited for, and for which one is that has not ended. */
const [pipeInterval, writerTimeout, pipeTimeout] = [10, 5_000, 60_000];
/** Bytes, at most: more than any description that is read. */
const maxPipeBytes = 256 * 1024 * 1024;

/** A pipe to its end, such as a shell's `<(command)`. */
async function readPipe(file: FileHandle, most: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  const buffer = Buffer.alloc(64 * 1024);
  let [size, waited] = [0, 0];
  for (;;) {
    const count = await file.read(buffer).then(({ bytesRead }) => bytesRead, undefinedWhen("EAGAIN", "EWOULDBLOCK"));
    if (count !== undefined && count > 0) {
      chunks.push(Buffer.from(buffer.subarray(0, count)));
      size += count;
      waited = 0;
      if (size > Math.min(most, maxPipeBytes)) throw coded("EFBIG", "the pipe does not end");
      continue;
    }
    if (count === 0 && size > 0) return Buffer.concat(chunks);
    waited += pipeInterval;
    if (waited > (count === 0 ? writerTimeout : pipeTimeout)) throw coded("ETIMEDOUT", "nothing is written to the pipe");
    await new Promise((done) => setTimeout(done, pipeInterval));
  }
}

/** Passes an error of the disk on with the path it is of, and what was tried: Node says neither of a file that is open, such as a folder that is read. */
function withPath(path: string, syscall: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error) || errorCode(error) === undefined) throw error;
    const known: NodeJS.ErrnoException = error;
    throw Object.assign(error, { path: known.path ?? path, syscall: known.syscall ?? syscall });
  };
}

function coded(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    const bytes = chunk as Uint8Array; // no encoding was set, so chunks are bytes
    chunks.push(bytes);
    size += bytes.length;
    if (size > maxPipeBytes) throw coded("EFBIG", "standard input does not end");
  }
  return Buffer.concat(chunks);
}

/** A symlink in the last place is not followed: what is written is a file of this folder or nothing. */
async function writeWhole(path: string, content: Uint8Array | string, exclusive: boolean): Promise<void> {
  const mode = exclusive ? constants.O_EXCL : constants.O_TRUNC;
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | mode, 0o666);
  try {
    if (typeof content === "string") await writeText(file, content);
    else await file.writeFile(content);
    // It will be renamed to take another's place: a crash of the machine must find one of the two whole.
    if (exclusive) await flush(file);
  } catch (error) {
    // A file that nothing fits into is not left behind: it was not there before.
    if (exclusive) await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** The files of Yarn's Plug'n'Play cannot do it, and say so with an error that has no code. */
async function flush(file: FileHandle): Promise<void> {
  try {
    await file.datasync();
  } catch (error) {
    if (errorCode(error) !== undefined) throw error;
  }
}

/** Where the file is not there, or the system says nothing of modes, there is none to pass on. */
async function passOnMode(from: string, to: string): Promise<void> {
  try {
    await chmod(to, (await stat(from)).mode & 0o777);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}

/** Every piece goes through the same bytes. */
async function writeText(file: FileHandle, text: string): Promise<void> {
  const encoder = new TextEncoder();
  let bytes: Uint8Array | undefined;
  for (const piece of piecesOf(text)) {
    bytes ??= new Uint8Array(3 * piece.length + 3); // UTF-8 has at most three bytes for a UTF-16 unit
    const { written } = encoder.encodeInto(piece, bytes);
    for (let at = 0; at < written;) at += (await file.write(bytes, at, written - at)).bytesWritten;
  }
}

async function listFolder(path: string): ReturnType<Io["list"]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(undefinedWhen("ENOENT"));
  return (entries ?? [])
    .map((entry) => ({
      name: entry.name,
      kind: entry.isSymbolicLink()
        ? ("symlink" as const)
        : entry.isDirectory()
          ? ("directory" as const)
          : entry.isFile()
            ? ("file" as const)
            : ("other" as const),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Turns an error of one of these codes into undefined, and passes on any other. */
function undefinedWhen(...codes: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (codes.includes(errorCode(error) ?? "")) return undefined;
    throw error;
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and is someone else's.
    return errorCode(error) === "EPERM";
  }
}

/** The name of the machine; on Linux also which start of it, and which container: numbers of processes are unique within these. */
function machine(): string {
  const facts = [() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(), () => readlinkSync("/proc/self/ns/pid")];
  return [hostname(), ...facts.flatMap(orNothing)].join(" ");
}

/** Field 22 of proc(5)'s stat: clock ticks since the machine was started. The name in field 2 may hold anything, parentheses among it. */
function startOf(pid: number): string | undefined {
  const [stat] = orNothing(() => readFileSync(`/proc/${String(pid)}/stat`, "utf8"));
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}

/** What is read, or nothing where there is no such file: other systems have none of them. */
function orNothing(read: () => string): readonly string[] {
  try {
    return [read()];
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}

/** Windows refuses to rename or remove a file that a virus scanner or an editor has open; it passes within moments. */
async function retryWhileBusy(action: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await action();
      return;
    } catch (error) {
      const code = errorCode(error);
      if (process.platform !== "win32" || attempt > 10 || (code !== "EBUSY" && code !== "EPERM" && code !== "EACCES")) throw error;
      await new Promise((done) => setTimeout(done, attempt * 30));
    }
  }
}
