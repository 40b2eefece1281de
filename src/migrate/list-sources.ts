import { basename, join, relative } from "node:path";
import type { Io } from "../io.js";
import { walkFolders } from "../project/walk-folders.js";
import { posixPath, readSettings } from "../setup/read-settings.js";
import { secretReasonOf } from "../source/secret-files.js";

/** A file that a person wrote. */
export interface ProjectFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}

/** What of a project is read. */
export interface ProjectFiles {
  /** Every module, by its absolute path. */
  readonly modules: ReadonlyMap<string, ProjectFile>;
  /** Files of other kinds that may name a program or a file: workflows, scripts, settings. */
  readonly others: readonly ProjectFile[];
  /** Whether there were more files than are read. */
  readonly isCut: boolean;
}

/** Folders and files that are looked at, and bytes of one file and of all. */
const limits = { folders: 20_000, files: 30_000, depth: 24, fileBytes: 8 * 1024 * 1024, allBytes: 512 * 1024 * 1024 } as const;

/** Folders that have sources in some projects. */
const entered: ReadonlySet<string> = new Set(
  [
    ".github .gitlab .storybook .husky .circleci .vscode .devcontainer .buildkite .config .idea .lefthook .moon .forgejo .gitea",
    "build out target vendor tmp temp",
  ].flatMap((names) => names.split(" ")),
);

const modulePattern = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
/** Names without an ending are those of scripts, of hooks, of lists of what is left out and of what many tools read. */
const bareName = /^\.?[\w-]+$/;
const otherEnding =
  /\.(?:(?:ba|z|k|fi)?sh|ps1|bat|cmd|ya?ml|json[c5]?|toml|mdx?|properties|mk|nix|cfg|ini|py|rb)$|^(?:Dockerfile|Containerfile|Makefile)\./;
const lockFiles = /(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$|(?:-lock\.ya?ml|\.lock)$|(?:^|\/)(?:CHANGELOG|HISTORY)\.md$/i;

/** The files of a folder and of those below it, in order of their paths by level. */
export async function readProjectFiles(io: Io, folder: string): Promise<ProjectFiles> {
  const modules = new Map<string, ProjectFile>();
  const others: ProjectFile[] = [];
  let bytes = 0;
  const { paths, isCut } = await listPaths(io, folder);
  for (const path of paths) {
    if (bytes > limits.allBytes) return { modules, others, isCut: true };
    const isModule = modulePattern.test(path);
    const text = await readSettings(io, path, isModule ? limits.fileBytes : 512 * 1024);
    if (text === undefined) continue;
    bytes += text.length;
    if (isModule) modules.set(path, { path, text });
    else others.push({ path, text });
  }
  return { modules, others, isCut };
}

async function listPaths(io: Io, folder: string): Promise<{ readonly paths: readonly string[]; readonly isCut: boolean }> {
  const paths: string[] = [];
  const isCut = await walkFolders(io, folder, { ...limits, entered }, (at, entries) => {
    // An output of ours: what is in it, we write.
    if (entries.some(({ name }) => name === "sundial.json")) return false;
    for (const { name, kind } of entries) {
      const path = join(at, name);
      if (kind === "file" && isRead(posixPath(relative(folder, path)))) paths.push(path);
    }
    return paths.length <= limits.files;
  });
  return { paths, isCut: isCut || paths.length > limits.files };
}

function isRead(path: string): boolean {
  if (modulePattern.test(path)) return true;
  const name = basename(path);
  // What may hold a secret names no program and no file of ours.
  if (secretReasonOf(name.replace(/^\.+/, "")) === "secret") return false;
  return (bareName.test(name) || otherEnding.test(name)) && !lockFiles.test(path);
}
