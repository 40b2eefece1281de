import { basename, dirname, join } from "node:path";
import { errorCode, type Io } from "../io.js";
import { MAX_SETTINGS_BYTES } from "./endless-files.js";

const repositories = [".git", ".hg", ".jj"] as const;
const workspaces = ["pnpm-workspace.yaml", "lerna.json"] as const;

/**
 * The project that a folder is in: the nearest repository, because a description is often kept beside its packages. Without one, as in a
 * container image without `.git`, it is the nearest workspace, else the nearest package. An installed package is a project of its own.
 * `folder`: absolute.
 *
 * A home folder, a temporary folder and the root of a file system are no projects, whatever they contain. They hold everything else, too,
 * and some people keep their settings in a repository at home.
 */
export async function projectFolder(folder: string, io: Io): Promise<string | undefined> {
  const folders = await foldersUp(folder, io);
  return (
    (await repositoryAmong(folders, io)) ??
    (await first(folders, async (each) => (await holds(each, workspaces, io)) || (await namesWorkspaces(each, io)))) ??
    (await first(folders, (each) => holds(each, ["package.json"], io)))
  );
}

/** Whether a folder is one of a repository, a workspace or a package. Absolute. */
function holdsProject(folder: string, io: Io): Promise<boolean> {
  return holds(folder, [...repositories, ...workspaces, "package.json"], io);
}

/** The nearest repository, workspace or package that a folder is in: where a configuration for what is in it would lie. `folder`: absolute. */
export async function nearestProject(folder: string, io: Io): Promise<string | undefined> {
  return first(await foldersUp(folder, io), (each) => holdsProject(each, io));
}

/** The repository that a folder is in, if it is in one. `folder`: absolute. */
export async function repositoryOf(folder: string, io: Io): Promise<string | undefined> {
  return repositoryAmong(await foldersUp(folder, io), io);
}

function repositoryAmong(folders: readonly string[], io: Io): Promise<string | undefined> {
  return first(folders, (each) => holds(each, repositories, io));
}

/** Whether a folder holds everything of a person or a machine: the root of a file system, a home folder. Absolute. */
export async function holdsEverything(folder: string, io: Io): Promise<boolean> {
  return dirname(folder) === folder || (io.home !== undefined && (await isSame(folder, io.home, io)));
}

async function isSame(one: string, other: string, io: Io): Promise<boolean> {
  return ((await io.realPath(one)) ?? one) === ((await io.realPath(other)) ?? other);
}

/** A folder and those above it that may be its project, from within. */
async function foldersUp(folder: string, io: Io): Promise<readonly string[]> {
  const folders: string[] = [];
  for (let each = folder; basename(each) !== "node_modules" && (await mayBeProject(each, io)); each = dirname(each)) folders.push(each);
  return folders;
}

/** Whether a folder may be a project, by its path alone. Absolute. */
export async function mayBeProject(folder: string, io: Io): Promise<boolean> {
  return !(await holdsEverything(folder, io)) && !(await isSame(folder, io.temporary, io));
}

/** What is in a folder: nothing where there is none, or it may not be read. Absolute. */
export async function entriesOf(folder: string, io: Io): ReturnType<Io["list"]> {
  try {
    return await io.list(folder);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}

async function first(folders: readonly string[], has: (folder: string) => Promise<boolean>): Promise<string | undefined> {
  for (const folder of folders) if (await has(folder)) return folder;
  return undefined;
}

async function holds(folder: string, names: readonly string[], io: Io): Promise<boolean> {
  for (const name of names) if ((await io.realPath(join(folder, name))) !== undefined) return true;
  return false;
}

/** npm, Yarn and Bun say it in the package.json. */
async function namesWorkspaces(folder: string, io: Io): Promise<boolean> {
  const file = join(folder, "package.json");
  if ((await io.realPath(file)) === undefined) return false;
  try {
    const content: unknown = JSON.parse(new TextDecoder().decode(await io.read(file, { most: MAX_SETTINGS_BYTES })));
    return typeof content === "object" && content !== null && "workspaces" in content;
  } catch {
    return false; // One that cannot be read says nothing of workspaces, and is no mistake of the description's.
  }
}
