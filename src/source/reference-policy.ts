import { dirname, relative, sep } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import { isBelow, nameOf, nameOfPath, pathOf } from "./uri.js";
import { secretReasonOf } from "./secret-files.js";
import { holdsEverything, mayBeProject, projectFolder } from "./project-folder.js";
import { realPlace } from "./real-place.js";

/** What a configuration says of the files that a description may refer to. */
export interface ReferenceSettings {
  /** Folders and files that it may refer to besides, absolute. */
  readonly references?: readonly string[] | undefined;
  /** Absolute; undefined without a configuration. */
  readonly config?: string | undefined;
}

/** Which files a description may read. */
export interface ReferencePolicy {
  /** Why it may not read a file that it refers to by this absolute URI, if it may not. */
  (uri: string): Promise<Diagnostic | undefined>;
  /** Whether nothing but words in the name keeps a file of its project out: one that is a part by all that is in it may be read. */
  readonly isKeptByName: (uri: string) => Promise<boolean>;
}

/**
 * Which files a description may read, `root` being its URI. A description is someone else's text. One on disk reads files of its own
 * folder and of its project, but no settings, secrets or installed packages, and never the network. One from the network reads its own
 * origin, and never the disk. Symlinks count as what they lead to.
 */
export function referencePolicy(root: string, settings: ReferenceSettings, io: Io): ReferencePolicy {
  if (!root.startsWith("file:"))
    return Object.assign((uri: string) => Promise.resolve(refuseFromElsewhere(root, uri, io)), {
      isKeptByName: () => Promise.resolve(false),
    });
  let allowed: Promise<readonly AllowedFolder[]> | undefined;
  const pathOn = (uri: string): string | undefined => (new URL(uri).host === new URL(root).host ? pathOf(uri) : undefined);
  const refusal = async (uri: string): Promise<Diagnostic | undefined> => {
    const path = pathOn(uri);
    if (path === undefined) return refuseElsewhere(uri, io);
    allowed ??= allowedFoldersOf(root, settings, io);
    return refusePath(path, await allowed, settings, io);
  };
  const isKeptByName = async (uri: string): Promise<boolean> => {
    const path = pathOn(uri);
    if (path === undefined || !/\.(?:ya?ml|json)$/i.test(path)) return false;
    allowed ??= allowedFoldersOf(root, settings, io);
    const folders = await allowed;
    if (!folders.some(({ path: at, real, deep }) => holds(at, deep, path) || holds(real, deep, path))) return false;
    const target = await realPlace(io, path);
    return folders.some(({ real, deep }) => holds(real, deep, target) && hasSecretNames(relative(real, target)));
  };
  return Object.assign(refusal, { isKeptByName });
}

/** Whether no part of a path is hidden or installed, and what it leads to ends as a description does. */
function hasSecretNames(path: string): boolean {
  const reasons = path.split(sep).map(secretReasonOf);
  return /\.(?:ya?ml|json)$/i.test(path) && reasons.every((why) => why === undefined || why === "secret");
}

function refuse(uri: string, why: string, hint: string, io: Io): Diagnostic {
  return diagnostic("ref-outside", `The description refers to ${nameOf(uri, io.cwd)}, ${why}.`, { hint });
}

/** For a description that is no file. */
function refuseFromElsewhere(root: string, uri: string, io: Io): Diagnostic | undefined {
  const own = root.startsWith("http") ? new URL(root).origin : undefined;
  if (own !== undefined && uri.startsWith("http") && new URL(uri).origin === own) return undefined;
  const why = own === undefined ? "and standard input has no folder to read from" : `and one from ${own} may only refer to files there`;
  return refuse(uri, why, "Download the files, and generate from the copy.", io);
}

/** For what is not a file on this machine. */
function refuseElsewhere(uri: string, io: Io): Diagnostic {
  if (!uri.startsWith("file:"))
    return refuse(uri, "which is on the network", "Download it beside the description, and refer to the copy.", io);
  const isOther = URL.canParse(uri) && new URL(uri).host !== "";
  return refuse(
    uri,
    isOther ? "which is on another machine" : "which is not a path on this machine",
    isOther ? "Copy it beside the description." : "Write it without percent-encoded slashes.",
    io,
  );
}

/** A folder whose files may be referred to, or such a file. */
interface AllowedFolder {
  readonly path: string;
  /** Symlinks resolved. */
  readonly real: string;
  /** Whether the folders in it count, too. */
  readonly deep: boolean;
  readonly is: "own" | "project" | "allowed";
}

/** A description that a symlink leads to is of the project that the link is in and of the one it leads to: references in it are relative to the link. */
async function allowedFoldersOf(root: string, { references = [], config }: ReferenceSettings, io: Io): Promise<readonly AllowedFolder[]> {
  const path = pathOf(root) ?? io.cwd;
  const place = async (at: string, is: AllowedFolder["is"], deep = true): Promise<AllowedFolder> => ({
    path: at,
    real: await realPlace(io, at),
    deep,
    is,
  });
  const allowed: AllowedFolder[] = [];
  for (const each of new Set([path, await realPlace(io, path)])) {
    const own = dirname(each);
    const project = (await projectFolder(own, io)) ?? (await withoutMarks(own, config === undefined ? io.cwd : dirname(config), io));
    if (project !== undefined) allowed.push(await place(project, "project"));
    allowed.push(await place(own, "own", !(await holdsEverything(own, io))));
  }
  for (const each of references) allowed.push(await place(each, "allowed"));
  return allowed;
}

/**
 * Where nothing says what the project of a folder is: the folder that sundial works in, when it holds the folder. A description that is kept somewhere
 * else, as one that was downloaded with all its files, often has them in folders beside its own (`spec/api.yaml`, `common/error.yaml`).
 */
async function withoutMarks(folder: string, working: string, io: Io): Promise<string | undefined> {
  const guess = isBelow(working, folder) ? working : dirname(folder);
  return (await mayBeProject(folder, io)) && (await mayBeProject(guess, io)) ? guess : undefined;
}

async function refusePath(
  path: string,
  allowed: readonly AllowedFolder[],
  settings: ReferenceSettings,
  io: Io,
): Promise<Diagnostic | undefined> {
  // What is named outside is not even looked for: who wrote the reference would learn whether it exists, and some paths reach other machines.
  const isNamed = allowed.some(({ path: at, real, deep }) => holds(at, deep, path) || holds(real, deep, path));
  if (!isNamed) return refuseOutside(path, allowed, settings, io);
  const target = await realPlace(io, path);
  let kept: KeptOut | undefined;
  let isHeld = false;
  for (const { real, deep } of allowed) {
    if (!holds(real, deep, target)) continue;
    isHeld = true;
    kept = keptOf(relative(real, target));
    if (kept === undefined) return undefined;
  }
  return isHeld && kept !== undefined ? refuseSecret(path, kept, settings, io) : refuseLink(path, target, allowed, settings, io);
}

function holds(folder: string, deep: boolean, path: string): boolean {
  return deep ? isBelow(folder, path) : dirname(path) === folder;
}

/** A part of a path that says that it is not for a description. */
interface KeptOut {
  readonly part: string;
  readonly why: NonNullable<ReturnType<typeof secretReasonOf>>;
}

function keptOf(path: string): KeptOut | undefined {
  for (const part of path.split(sep)) {
    const why = secretReasonOf(part);
    if (why !== undefined) return { part, why };
  }
  return undefined;
}

const reasons = {
  hidden: "names that begin with a dot are for settings",
  installed: "installed packages are not part of a description",
  secret: "such files commonly hold secrets",
} as const satisfies Record<KeptOut["why"], string>;

function refuseSecret(path: string, { part, why }: KeptOut, settings: ReferenceSettings, io: Io): Diagnostic {
  const what = `${nameOfPath(path, io.cwd)}, and ${JSON.stringify(part)} is not read for one: ${reasons[why]}`;
  return diagnostic("ref-outside", `The description refers to ${what}.`, { hint: `If it is a part of it, ${allow(path, settings, io)}.` });
}

function refuseOutside(path: string, allowed: readonly AllowedFolder[], settings: ReferenceSettings, io: Io): Diagnostic {
  const [home] = allowed.filter(({ is }) => is !== "allowed"); // The project, where there is one.
  const bounds =
    home === undefined || home.deep
      ? `which is outside of its ${home?.is === "project" ? "project" : "folder"} (${home?.path ?? io.cwd})`
      : `and one in ${home.path} reads nothing but the files beside it`;
  // A folder above the project would let in everything that lies beside it.
  const folder = dirname(path);
  const least = home !== undefined && isBelow(folder, home.path) ? path : folder;
  return diagnostic("ref-outside", `The description refers to ${nameOfPath(path, io.cwd)}, ${bounds}.`, {
    hint: `Copy it beside the description, or, if it is a part of it, ${allow(least, settings, io)}.`,
  });
}

/** For what is named inside, and leads outside by a link: what `references` has to name is where it leads. */
function refuseLink(path: string, target: string, allowed: readonly AllowedFolder[], settings: ReferenceSettings, io: Io): Diagnostic {
  const [home] = allowed.filter(({ is }) => is !== "allowed");
  const [named, leads] = [nameOfPath(path, io.cwd), nameOfPath(target, io.cwd)];
  const bounds = `outside of its ${home?.is === "project" ? "project" : "folder"} (${home?.path ?? io.cwd})`;
  return diagnostic("ref-outside", `The description refers to ${named}, where a symbolic link leads to ${leads}, ${bounds}.`, {
    hint: `Copy that in place of the link, or, if it is a part of the description, ${allow(target, settings, io)}.`,
  });
}

/** Advice in the words of where such things are set. What a shell would not take for text is not spelled: the path is the description's. */
function allow(path: string, { config }: ReferenceSettings, io: Io): string {
  const from = relative(config === undefined ? io.cwd : dirname(config), path);
  const way = from.split(sep).join("/");
  if (config !== undefined) return `add ${JSON.stringify(way)} to \`references\` in the configuration`;
  return `name ${/^[\w./@-]+$/.test(way) ? `it with --references ${way}` : "its path with --references"}`;
}
