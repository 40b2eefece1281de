import { dirname, resolve } from "node:path";
import { errorCode, type Io } from "../io.js";
import { contentHash } from "../output/content-hash.js";
import { print, visible } from "../report/print.js";
import { nearestFolder, realPlace } from "../source/real-place.js";
import { isBelow, nameOf, uriOf } from "../source/uri.js";

/** A run, as far as what is watched depends on it. */
export interface WatchedRun {
  readonly code: number;
  /** Folders that it writes to, absolute: what is read there is no reason to run again. */
  readonly outputs: readonly string[];
  /** Files of descriptions, absolute: they may stand in an output. */
  readonly sources: readonly string[];
  /** Descriptions that are not files, as a person would name them. */
  readonly unwatched: readonly string[];
}

/** What a watched run is made with. */
export interface WatchedRunWith {
  readonly io: Io;
  /** To be told of each module of the configuration, by its absolute path: it may have changed since it was loaded. */
  readonly loaded: (path: string) => void;
}

/**
 * Runs, and runs again whenever a file is another than the run has read, until somebody asks it to end. What fails is waited out: a run that ends with
 * mistakes is over when one of its files has changed, or of those of the run before. One run at a time: a change while one is
 * under way leads to one more.
 */
export async function watchRuns(run: (given: WatchedRunWith) => Promise<WatchedRun>, io: Io): Promise<number> {
  const end = endOf(io);
  try {
    let known: FilesRead = new Map();
    while (!end.isAsked()) {
      const start = io.now();
      const { files, run: last } = await recorded(run, io);
      // One that failed may not have come to all files.
      known = last.code === 0 ? files : new Map([...known, ...files]);
      // Without a configuration, there is nothing to wait for.
      if (known.size === 0) return last.code;
      tell(last, known.size, io.now() - start, io);
      await changeOf(known, end, io);
    }
    return 0;
  } finally {
    end.ignore();
  }
}

/** The end that somebody asks for. */
interface End {
  readonly isAsked: () => boolean;
  readonly asked: Promise<void>;
  readonly ignore: () => void;
}

function endOf(io: Io): End {
  let isAsked = false;
  let ignore: () => void = () => undefined;
  const asked = new Promise<void>((done) => {
    ignore = io.listenForEnd(() => {
      isAsked = true;
      done();
    });
  });
  return { isAsked: () => isAsked, asked, ignore };
}

/** By absolute path: the hash of what was read; undefined where there was nothing. */
type FilesRead = ReadonlyMap<string, string | undefined>;

/** A run, and the files that it read: all but those that it writes, and those of packages. */
async function recorded(
  run: (given: WatchedRunWith) => Promise<WatchedRun>,
  io: Io,
): Promise<{ readonly files: FilesRead; readonly run: WatchedRun }> {
  const read = new Map<string, string | undefined>();
  const note = (path: string, content: Uint8Array | undefined): void => {
    const whole = resolve(io.cwd, path);
    if (!read.has(whole)) read.set(whole, content && contentHash(content));
  };
  const reading: Io["read"] = async (path, options) => {
    try {
      const content = await io.read(path, options);
      note(path, content);
      return content;
    } catch (error) {
      if (errorCode(error) !== undefined) note(path, undefined);
      throw error;
    }
  };
  const modules: Promise<unknown>[] = [];
  const loaded = (path: string): void => void modules.push(reading(path).catch(() => undefined)); // it was noted
  const last = await run({ io: { ...io, read: reading }, loaded });
  await Promise.all(modules);
  // Links may lead to an output, and a run names its files by either path.
  const outputs = [...last.outputs, ...(await Promise.all(last.outputs.map((output) => realPlace(io, output))))];
  const isOurs = (path: string): boolean => outputs.some((output) => isBelow(output, path)) || /[\\/]node_modules[\\/]/.test(path);
  const files = new Map<string, string | undefined>();
  for (const [path, hash] of read)
    if (last.sources.includes(path) || !(isOurs(path) || isOurs((await io.realPath(path)) ?? path))) files.set(path, hash);
  return { files, run: last };
}

/** Settles when one of the files is another than it was, or the end is asked for. */
async function changeOf(files: FilesRead, end: End, io: Io): Promise<void> {
  while (!end.isAsked()) {
    let wake: () => void = () => undefined;
    const woken = new Promise<void>((done) => {
      wake = done;
    });
    // What changes from here on wakes; what has changed before is seen.
    const stop = io.watch(await foldersOf(files, io), wake);
    try {
      if (await isAnother(files, io)) return;
      await Promise.race([woken, end.asked]);
    } finally {
      stop();
    }
    await io.sleep(settling);
  }
}

/** Milliseconds for which an editor that writes in several steps is waited for. */
const settling = 50;

async function isAnother(files: FilesRead, io: Io): Promise<boolean> {
  for (const [path, hash] of files) {
    // What cannot be read is not there; a pipe was read, and is no file that could change.
    const now = await io.read(path).then(contentHash, (error: unknown) => (errorCode(error) === "ENOTSUP" ? hash : undefined));
    if (now !== hash) return true;
  }
  return false;
}

/** The folders of files, each the nearest that is there: where one comes back, the folder above it tells. */
async function foldersOf(files: FilesRead, io: Io): Promise<readonly string[]> {
  const folders = new Set<string>();
  for (const path of files.keys()) {
    folders.add(await nearestFolder(io, dirname(path)));
    // Where a link leads to it, it is changed there.
    const real = await io.realPath(path);
    if (real !== undefined) folders.add(dirname(real));
  }
  return [...folders];
}

function tell({ code, unwatched }: WatchedRun, count: number, time: number, io: Io): void {
  const what = code === 0 ? "done" : "waiting for a change";
  print(
    io,
    "stderr",
    `${what} in ${(time / 1000).toFixed(2)} s; watching ${String(count)} file${count === 1 ? "" : "s"}, Ctrl+C ends it\n`,
  );
  for (const name of unwatched) print(io, "stderr", `  not watched, as it is no file: ${visible(name)}\n`);
}

/** How a person calls a description that is no file; undefined for one that is. */
export function unwatchedName(input: string, io: Io): string | undefined {
  return /^https?:/i.test(input) ? nameOf(uriOf(input, io.cwd), io.cwd) : undefined;
}
