import { posix } from "node:path";
import type { Io, Sink } from "../../src/io.js";

export interface MemoryIo extends Io {
  /** Absolute path to bytes; the test may change it. */
  readonly files: Map<string, Uint8Array>;
  /** Absolute link path to absolute target path; the test may change it. */
  readonly symlinks: Map<string, string>;
  /** The text of a file. Throws when it is not there. */
  text(path: string): string;
  /** Everything printed so far. */
  readonly printed: { readonly stdout: string; readonly stderr: string };
  /** Every call that changed a file or folder, in order: "write /out/a.ts". */
  readonly changes: readonly string[];
  /** Asks whoever listens to end. */
  readonly end: () => void;
}

export interface MemoryOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  /** URL to body; others answer 404. */
  readonly web?: Readonly<
    Record<string, string | Uint8Array | { readonly status?: number; readonly url?: string; readonly body?: string }>
  >;
  /** Link path to target path, both absolute. */
  readonly symlinks?: Readonly<Record<string, string>>;
  /** Empty folders that exist from the start. */
  readonly folders?: readonly string[];
  /** The process dies instead of making the change of this number (1-based): every later call rejects too. */
  readonly dieAtChange?: number;
  /** Rejects a change with this Node error code: (change) => "ENOSPC". */
  readonly failChange?: (change: string) => string | undefined;
  readonly pid?: number;
  readonly program?: string;
  readonly running?: readonly number[];
  readonly machine?: string;
  /** When the process of a number began; a text of its own for each that runs, unless given. `false`: it cannot be told. */
  readonly starts?: Readonly<Record<number, string>> | false;
  readonly terminal?: boolean;
  /** What other programs do; without it, there are none. */
  readonly runs?: Io["runCommand"];
  /** Lines that a person types at a terminal, one for each question; then the input ends. */
  readonly answers?: readonly string[];
}

/** The error of a simulated kill: nothing of ours may catch it and go on. */
export class Killed extends Error {
  override readonly name = "Killed";
}

/** An `Io` on a `Map`. Paths are POSIX; relative ones are relative to `cwd` ("/project" unless given). */
export function memoryIo(initial: Readonly<Record<string, string | Uint8Array>> = {}, options: MemoryOptions = {}): MemoryIo {
  const cwd = options.cwd ?? "/project";
  const files = new Map<string, Uint8Array>();
  const folders = new Set<string>(options.folders ?? []);
  const symlinks = new Map(Object.entries(options.symlinks ?? {}));
  const changes: string[] = [];
  const [watchers, enders] = [new Set<() => void>(), new Set<() => void>()];
  const out = { stdout: "", stderr: "" };
  let dead = false;
  let clock = Date.UTC(2030, 0, 1);
  const answers = options.answers?.values();

  const alive = (): void => {
    if (dead) throw new Killed("killed");
  };
  /** Follows symlinks in every place but, unless told, the last. */
  const real = (path: string, last = true): string => {
    let current = posix.resolve(cwd, path);
    for (let step = 0; step < 40; step += 1) {
      const link = [...symlinks].find(([from]) => (current === from ? last : current.startsWith(`${from}/`)));
      if (link === undefined) return current;
      current = link[1] + current.slice(link[0].length);
    }
    throw nodeError("ELOOP", path);
  };
  const realOrNothing = (path: string): string | undefined => {
    try {
      return real(path);
    } catch {
      return undefined; // a link that leads back to itself
    }
  };
  const isFolder = (path: string): boolean => {
    if (path === "/" || folders.has(path)) return true;
    const prefix = `${path}/`;
    for (const known of [...files.keys(), ...folders, ...symlinks.keys()]) if (known.startsWith(prefix)) return true;
    return false;
  };
  const change = (description: string): void => {
    alive();
    if (options.dieAtChange === changes.length + 1) {
      dead = true;
      throw new Killed(`killed before: ${description}`);
    }
    const code = options.failChange?.(description);
    if (code !== undefined) throw nodeError(code, description);
    changes.push(description);
    // Whoever watches is told when the change is made.
    setImmediate(() => {
      for (const each of watchers) each();
    });
  };
  const keepParents = (path: string): void => {
    for (let parent = posix.dirname(path); parent !== "/"; parent = posix.dirname(parent)) folders.add(parent);
  };
  const isRunning = (pid: number): boolean => (options.running ?? []).includes(pid) || pid === (options.pid ?? 100);
  const sink = (name: "stdout" | "stderr"): Sink => ({
    write: (text) => {
      out[name] += text;
    },
    isTTY: options.terminal === true,
    columns: 100,
  });

  for (const [path, content] of Object.entries(initial)) {
    const absolute = posix.resolve(cwd, path);
    files.set(absolute, bytes(content));
    keepParents(absolute);
  }

  return {
    cwd,
    env: options.env ?? {},
    program: options.program ?? "sundial",
    home: options.env?.["HOME"] ?? "/home/user",
    temporary: "/tmp",
    files,
    symlinks,
    changes,
    printed: out,
    text: (path) => {
      const found = files.get(real(path));
      if (found === undefined) throw new Error(`No file ${path}; there are: ${[...files.keys()].sort().join(", ")}`);
      return new TextDecoder().decode(found);
    },
    read: async (path, { most = Infinity } = {}) => {
      alive();
      const at = real(path);
      const found = files.get(at);
      if (found === undefined) throw nodeError(isFolder(at) ? "EISDIR" : "ENOENT", path);
      if (found.length > most) throw nodeError("EFBIG", path);
      return Promise.resolve(found);
    },
    ...(answers === undefined ? {} : { readLine: () => Promise.resolve(answers.next().value) }),
    readStdin: async () => Promise.resolve(bytes(options.stdin ?? "")),
    fetch: async (url) => {
      alive();
      const found = options.web?.[url];
      if (found === undefined) return Promise.resolve({ status: 404, url, body: bytes("not found") });
      if (typeof found === "string" || found instanceof Uint8Array) return { status: 200, url, body: bytes(found) };
      return { status: found.status ?? 200, url: found.url ?? url, body: bytes(found.body ?? "") };
    },
    write: async (path, content, writeOptions) => {
      const at = real(path, false);
      change(`write ${at}`);
      if (symlinks.has(at)) throw nodeError("ELOOP", path);
      if (isFolder(at)) throw nodeError("EISDIR", path);
      if (!isFolder(posix.dirname(at))) throw nodeError("ENOENT", path);
      if (writeOptions?.exclusive === true && files.has(at)) throw nodeError("EEXIST", path);
      files.set(at, bytes(content));
      return Promise.resolve();
    },
    rename: async (from, to) => {
      const [source, target] = [real(from, false), real(to, false)];
      change(`rename ${source} ${target}`);
      const found = files.get(source);
      if (found === undefined) throw nodeError("ENOENT", from);
      if (isFolder(target)) throw nodeError("EISDIR", to);
      if (!isFolder(posix.dirname(target))) throw nodeError("ENOENT", to);
      files.delete(source);
      symlinks.delete(target);
      files.set(target, found);
      return Promise.resolve();
    },
    remove: async (path) => {
      const at = real(path, false);
      change(`remove ${at}`);
      if (!files.delete(at) && !symlinks.delete(at)) throw nodeError("ENOENT", path);
      return Promise.resolve();
    },
    removeEmptyDirectory: async (path) => {
      const at = real(path);
      change(`rmdir ${at}`);
      if (!isFolder(at)) throw nodeError("ENOENT", path);
      folders.delete(at);
      if (isFolder(at)) {
        folders.add(at);
        throw nodeError("ENOTEMPTY", path);
      }
      return Promise.resolve();
    },
    makeDirectory: async (path) => {
      const at = real(path);
      if (isFolder(at)) return Promise.resolve();
      change(`mkdir ${at}`);
      for (let parent = at; parent !== "/"; parent = posix.dirname(parent)) if (files.has(parent)) throw nodeError("ENOTDIR", path);
      folders.add(at);
      keepParents(at);
      return Promise.resolve();
    },
    list: async (path) => {
      alive();
      const at = real(path);
      for (let parent = at; parent !== "/"; parent = posix.dirname(parent)) if (files.has(parent)) throw nodeError("ENOTDIR", path);
      const prefix = at === "/" ? "/" : `${at}/`;
      const kinds = new Map<string, "file" | "directory" | "symlink">();
      const meet = (known: string, kind: "file" | "directory" | "symlink"): void => {
        if (!known.startsWith(prefix) || known === prefix) return;
        const [name = "", ...rest] = known.slice(prefix.length).split("/");
        kinds.set(name, rest.length > 0 ? "directory" : kind);
      };
      for (const known of folders) meet(known, "directory");
      for (const known of files.keys()) meet(known, "file");
      for (const known of symlinks.keys()) meet(known, "symlink");
      return Promise.resolve([...kinds].map(([name, kind]) => ({ name, kind })).sort((a, b) => (a.name < b.name ? -1 : 1)));
    },
    realPath: async (path) => {
      alive();
      const at = realOrNothing(path);
      return Promise.resolve(at !== undefined && (files.has(at) || isFolder(at)) ? at : undefined);
    },
    runProgram: (program) => program(),
    watch: (_, changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    listenForEnd: (asked) => {
      enders.add(asked);
      return () => enders.delete(asked);
    },
    end: () => {
      for (const each of enders) each();
    },
    runCommand: async (command, given) => {
      alive();
      return options.runs === undefined ? Promise.reject(nodeError("ENOENT", command[0])) : options.runs(command, given);
    },
    now: () => clock,
    sleep: async (milliseconds) => {
      clock += milliseconds;
      return Promise.resolve();
    },
    pid: options.pid ?? 100,
    machine: () => options.machine ?? "here",
    isRunning,
    startOf: (pid) => (options.starts === false || !isRunning(pid) ? undefined : (options.starts?.[pid] ?? `start of ${String(pid)}`)),
    stdout: sink("stdout"),
    stderr: sink("stderr"),
  };
}

function bytes(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

function nodeError(code: string, what: string): Error {
  return Object.assign(new Error(`${code}: ${what}`), { code });
}
