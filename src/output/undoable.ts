import { basename, dirname, join, relative } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { errorCode, type Io } from "../io.js";
import { draftOf } from "./drafts.js";
import { lockName } from "./path-containment.js";

/** An `Io` whose changes can be taken back, for what is to be written whole or not at all and is more than one rename. */
export interface Undoable {
  readonly io: Io;
  /** Whether something was changed by way of it, or may have been. */
  isChanged(): boolean;
  /** Puts back all that was there before. Returns the paths that could not be: absolute, sorted. */
  takeBack(): Promise<readonly string[]>;
}

/** What is at a path. */
type State =
  | { readonly kind: "none" }
  | { readonly kind: "folder" }
  | { readonly kind: "file"; readonly content: Uint8Array }
  /** A link, or what cannot be read: there is no way back to it. */
  | { readonly kind: "other" };

/** Before a path is changed for the first time, what is there is read. Locks are not taken back: they are of this moment. */
export function undoable(io: Io): Undoable {
  const before = new Map<string, Promise<State>>();
  const remember = async (path: string): Promise<void> => {
    if (basename(path).startsWith(lockName)) return;
    const state = before.get(path) ?? stateOf(io, path);
    before.set(path, state);
    await state;
  };
  const changing: Pick<Io, "write" | "rename" | "remove" | "removeEmptyDirectory" | "makeDirectory"> = {
    write: async (path, content, options) => {
      await remember(path);
      await io.write(path, content, options);
    },
    rename: async (from, to, options) => {
      await Promise.all([remember(from), remember(to)]);
      await io.rename(from, to, options);
    },
    remove: async (path) => {
      await remember(path);
      await io.remove(path);
    },
    removeEmptyDirectory: async (path) => {
      await remember(path);
      await io.removeEmptyDirectory(path);
    },
    makeDirectory: async (path) => {
      // Those above it may be made with it.
      for (let at = path; (await io.realPath(at)) === undefined; at = dirname(at)) {
        await remember(at);
        if (dirname(at) === at) break;
      }
      await io.makeDirectory(path);
    },
  };
  return { io: { ...io, ...changing }, isChanged: () => before.size > 0, takeBack: () => takeBack(io, before) };
}

/** That files are not as they were, though nothing was to be written. */
export function notTakenBack(left: readonly string[], io: Io): readonly Diagnostic[] {
  if (left.length === 0) return [];
  const shown = left.slice(0, 8).map((path) => relative(io.cwd, path));
  const more = left.length - shown.length;
  const message = `What was written could not be taken back: ${shown.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}.`;
  return [diagnostic("output-failed", message, { hint: "Put back what was there, as your version control has it." })];
}

async function takeBack(io: Io, remembered: ReadonlyMap<string, Promise<State>>): Promise<readonly string[]> {
  const states = await Promise.all(Array.from(remembered, async ([path, state]) => ({ path, state: await state })));
  const fromOutside = states.sort((a, b) => (a.path < b.path ? -1 : 1));
  const left = new Set<string>();
  const attempt = async ({ path, state }: (typeof states)[number], action: typeof restored): Promise<void> => {
    try {
      if (!(await action(io, path, state))) left.add(path);
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      left.add(path);
    }
  };
  // What goes first makes room on a disk that is full.
  for (const each of fromOutside.toReversed()) if (each.state.kind === "none") await attempt(each, removed);
  for (const each of fromOutside) if (each.state.kind !== "none") await attempt(each, restored);
  return [...left].sort();
}

/** Like `restored`, of what was not there. */
async function removed(io: Io, path: string): Promise<boolean> {
  const now = await stateOf(io, path);
  if (now.kind === "folder") await io.removeEmptyDirectory(path);
  else if (now.kind !== "none") await io.remove(path);
  return true;
}

async function restored(io: Io, path: string, state: State): Promise<boolean> {
  const now = await stateOf(io, path);
  switch (state.kind) {
    case "none":
      return true;
    case "other":
      return now.kind === "other";
    case "folder":
      if (now.kind === "none") await io.makeDirectory(path);
      return now.kind === "folder" || now.kind === "none";
    case "file":
      if (now.kind !== "file" || !Buffer.from(now.content).equals(state.content)) await replace(io, path, state.content);
      return true;
  }
}

async function replace(io: Io, path: string, content: Uint8Array): Promise<void> {
  const draft = draftOf(path, io);
  await io.makeDirectory(dirname(path));
  try {
    await io.write(draft, content);
    await io.rename(draft, path, { keepsMode: true });
  } catch (error) {
    await io.remove(draft).catch(() => undefined); // the first error says what is wrong
    throw error;
  }
}

async function stateOf(io: Io, path: string): Promise<State> {
  const place = await io.realPath(path);
  if (place === undefined) return { kind: "none" };
  if (place !== join((await io.realPath(dirname(path))) ?? dirname(path), basename(path))) return { kind: "other" };
  try {
    return { kind: "file", content: await io.read(path) };
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return { kind: errorCode(error) === "EISDIR" ? "folder" : "other" };
  }
}
