/**
 * Everything outside the process, in one object. Only `output/` calls the writing half; only `cli/` prints.
 * Paths are absolute, or relative to `cwd`. Tests pass an object backed by a `Map`.
 */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How a person runs this program: "sundial", or "pnpm exec sundial". */
  readonly program: string;
  /** Folders that hold the checkout, by each path that leads to it, absolute: see `findCheckout`. Absent where no CI service reads what is printed. */
  readonly checkout?: readonly string[];
  /** The home folder, absolute; undefined where the system has none. */
  readonly home: string | undefined;
  /** The folder of temporary files, absolute. */
  readonly temporary: string;
  /**
   * The bytes of a plain file. Rejects with a Node-style error that carries `code` ("ENOENT", "EACCES", "EISDIR", …); with "ENOTSUP" where it is
   * a device, a pipe or a socket, and with "EFBIG" when there are more than `most` bytes.
   */
  read(path: string, options?: ReadOptions): Promise<Uint8Array>;
  /**
   * One line that a person types, without its end; undefined where they end the input or press Ctrl-C. Absent where nobody can answer: standard
   * input or output is no terminal.
   */
  readonly readLine?: () => Promise<string | undefined>;
  /** Standard input to its end. Rejects with "EFBIG" when there is much more than any description has. */
  readStdin(): Promise<Uint8Array>;
  /** The whole answer to a GET, after at most five redirects. Rejects when there is none within a minute. */
  fetch(
    url: string,
    init?: {
      readonly headers?: Readonly<Record<string, string>>;
      /** Headers for the origin of `url` alone. A redirect that leaves it leaves them behind, also where a later one comes back. */
      readonly credentials?: Readonly<Record<string, string>>;
      /** Bytes, decompressed, that are taken at most: more rejects with "EFBIG". */
      readonly most?: number;
      /** Asked before each redirect; one that it refuses rejects. All are followed when absent. */
      readonly mayFollow?: (url: string) => boolean;
    },
  ): Promise<Fetched>;
  /** `exclusive`: a file that was not there before, whole and on the disk, not only in its cache, or none. */
  write(path: string, content: Uint8Array | string, options?: { readonly exclusive?: boolean }): Promise<void>;
  /** `keepsMode`: a file that is there passes on who may read, write and run it. */
  rename(from: string, to: string, options?: { readonly keepsMode?: boolean }): Promise<void>;
  remove(path: string): Promise<void>;
  removeEmptyDirectory(path: string): Promise<void>;
  makeDirectory(path: string): Promise<void>;
  /** Entries of a folder, sorted by code unit; an empty list when it does not exist. Rejects when it is no folder. */
  list(path: string): Promise<readonly { readonly name: string; readonly kind: "file" | "directory" | "symlink" | "other" }[]>;
  /** Absolute path with symlinks resolved; undefined when it does not exist, or leads to nothing that can be reached. */
  realPath(path: string): Promise<string | undefined>;
  /**
   * What a program of the user's returns, such as a configuration. Rejects where it would end the process, or keep it from going on. What it
   * prints goes to standard error.
   */
  runProgram<T>(program: () => Promise<T>): Promise<T>;
  /**
   * What another program prints that the user's configuration or repository names, such as a formatter. `command`: the program and its arguments, no
   * shell; "node" is the Node that runs us. Rejects with "ENOENT" where there is no such program, with "ETIMEDOUT" where it takes too long, and with
   * "EFBIG" where it prints too much.
   */
  runCommand(command: readonly [string, ...string[]], options: CommandOptions): Promise<Ran>;
  /** Calls `changed` whenever something in one of the folders may have changed, until what it returns is called. Perhaps also where nothing has. */
  watch(folders: readonly string[], changed: () => void): () => void;
  /** Calls `asked` when somebody asks the process to end, as Ctrl+C does, in place of ending it; until what it returns is called. */
  listenForEnd(asked: () => void): () => void;
  /** Milliseconds since the epoch. Never reaches generated text. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  /** This process, so that a lock can say whose it is. */
  readonly pid: number;
  /** Within what process numbers are unique: this machine since it was started, or a container on it. */
  machine(): string;
  /** Whether a process of this machine with that number is alive. */
  isRunning(pid: number): boolean;
  /** The start of a process of this machine, as a text that another process with its number does not share; undefined where it is not known. */
  startOf(pid: number): string | undefined;
  readonly stdout: Sink;
  readonly stderr: Sink;
}

export interface ReadOptions {
  /** Bytes; `MAX_READ_BYTES` when absent. */
  readonly most?: number;
  /** Whether a pipe that somebody writes to is read, too: for what a user names, such as a shell's `<(command)`. */
  readonly pipes?: boolean;
}

/** Bytes of one file: as many as a text may have, and more than any file that we write. */
export const MAX_READ_BYTES = 512 * 1024 * 1024;

/** Files and pipes, in place of files alone. */
export function withPipes<Reader extends Pick<Io, "read">>(io: Reader): Reader {
  return { ...io, read: (path, options) => io.read(path, { ...options, pipes: true }) };
}

export interface CommandOptions {
  /** Absolute. */
  readonly cwd: string;
  /** For standard input. */
  readonly input: string;
  /** After which it is ended. */
  readonly milliseconds: number;
  /** Folders in which the program is looked for before those of the environment; absolute. */
  readonly path?: readonly string[];
}

/** How a program ended. */
export interface Ran {
  /** Its exit code; -1 where something else ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** An answer of a server. */
export interface Fetched {
  readonly status: number;
  /** Where it came from in the end; empty where that is not known. */
  readonly url: string;
  readonly body: Uint8Array;
  /** Headers of the answer, by names in small letters; absent where they are not known. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Sink {
  write(text: string): void;
  readonly isTTY: boolean;
  readonly columns: number;
}

/** The `code` of a Node-style error ("ENOENT"), when it has one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** In UTF-16 units. */
const PIECE = 32_768;

/**
 * A text in pieces, no character of which is cut in two. To encode a text of megabytes as a whole takes as much new memory, which costs
 * several times what the encoding does.
 */
export function* piecesOf(text: string): Generator<string, undefined> {
  for (let at = 0, next: number; at < text.length; at = next) {
    next = at + PIECE;
    const isCut = (text.charCodeAt(next - 1) & 0xfc00) === 0xd800; // a high surrogate, whose other half comes next
    if (isCut) next += 1;
    yield next - at >= text.length ? text : text.slice(at, next);
  }
}
