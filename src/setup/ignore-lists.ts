import { basename, dirname, join, relative } from "node:path";
import { biomeConfig, prettierConfig } from "../format/find-formatter.js";
import type { Io } from "../io.js";
import { dependsOn, isRecord, type PackageJson } from "../project/project-setup.js";
import { entriesOf } from "../source/project-folder.js";
import { isBelow } from "../source/uri.js";
import { posixPath, readSettings } from "./read-settings.js";

/** A program of the project that would touch or judge generated files, unless it is told to leave them out. */
export interface SourceTool {
  readonly tool: "prettier" | "biome" | "eslint";
  /** What says that it is used; absolute. */
  readonly foundIn: string;
  /** Its list of what it leaves out, a file of patterns as those of Git; absolute. */
  readonly list: { readonly file: string; readonly text: string } | undefined;
  /** Its configuration, where that is a text that can be searched for a folder. */
  readonly settings: string | undefined;
}

const tools: readonly {
  readonly tool: SourceTool["tool"];
  readonly config: RegExp;
  readonly list: string | undefined;
  readonly packages: readonly string[];
  readonly key: string | undefined;
}[] = [
  {
    tool: "prettier",
    config: prettierConfig,
    list: ".prettierignore",
    packages: ["prettier"],
    key: "prettier",
  },
  { tool: "biome", config: biomeConfig, list: undefined, packages: ["@biomejs/biome"], key: undefined },
  {
    tool: "eslint",
    config: /^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.\w+)?)$/,
    list: ".eslintignore",
    packages: ["eslint"],
    key: "eslintConfig",
  },
];

/** The tools of a project. `folders`: the package's and those above it, up to the repository's; `packages`: what is read of them. */
export async function findSourceTools(
  io: Io,
  folders: readonly string[],
  packages: readonly PackageJson[],
): Promise<readonly SourceTool[]> {
  const entries = await Promise.all(folders.map(async (folder) => ({ folder, entries: await entriesOf(folder, io) })));
  const names = entries.flatMap(({ folder, entries: inside }) =>
    inside.filter(({ kind }) => kind === "file" || kind === "symlink").map(({ name }) => join(folder, name)),
  );
  const found: SourceTool[] = [];
  for (const { tool, config, list, packages: wanted, key } of tools) {
    const file = names.find((each) => config.test(basename(each)));
    const listing = packages.find(
      (each) => wanted.some((name) => dependsOn(each, name)) || (key !== undefined && each.content[key] !== undefined),
    );
    const foundIn = file ?? listing?.file;
    if (foundIn === undefined) continue;
    const listFile = list === undefined ? undefined : names.find((each) => basename(each) === list);
    const text = listFile === undefined ? undefined : await readSettings(io, listFile);
    const own = listing !== undefined && key !== undefined && isRecord(listing.content[key]) ? JSON.stringify(listing.content[key]) : "";
    const settings = `${file === undefined ? "" : ((await readSettings(io, file)) ?? "")}${own}`;
    found.push({
      tool,
      foundIn,
      list: listFile === undefined || text === undefined ? undefined : { file: listFile, text },
      settings: settings === "" ? undefined : settings,
    });
  }
  return found;
}

/** Whether a tool is told to leave a folder out. What a configuration says is judged by its text: where the folder is named in it, somebody has thought of it. */
export function leavesOut({ tool, foundIn, list, settings }: SourceTool, folder: string): boolean {
  if (list !== undefined && isBelow(dirname(list.file), folder) && isListed(list.text, posixPath(relative(dirname(list.file), folder))))
    return true;
  if (tool === "prettier" || settings === undefined) return false;
  if (tool === "biome") return isListed(excludedByBiome(settings).join("\n"), posixPath(relative(dirname(foundIn), folder)));
  const parts = posixPath(relative(dirname(foundIn), folder)).split("/");
  const parents = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  return parents.some((each, index) => !sourceFolders.has(parts[index] ?? "") && settings.includes(each));
}

/** What a configuration of Biome leaves out: patterns with a mark before them, and in version 1 those of `ignore`. */
function excludedByBiome(settings: string): readonly string[] {
  const texts = (of: string): readonly string[] => Array.from(of.matchAll(/"([^"\n]*)"/g), ([, text = ""]) => text);
  const [, ...lists] = settings.split('"ignore"');
  const ignored = lists.flatMap((after) => texts(after.slice(0, after.indexOf("]"))));
  const marked = texts(settings).flatMap((text) => (text.startsWith("!") ? text.replace(/^!+/, "") : []));
  return [...ignored, ...marked].map((pattern) => pattern.replace(/^\.\//, ""));
}

/** Folders that a configuration names for what is in them that is not generated. */
const sourceFolders: ReadonlySet<string> = new Set([
  "src",
  "lib",
  "libs",
  "app",
  "apps",
  "packages",
  "modules",
  "projects",
  "services",
  ".",
  "..",
]);

/** Whether lines as Git has them name a folder, or one that it is in. Asterisks within a name are not understood, and name nothing. */
export function isListed(text: string, path: string): boolean {
  const parts = path.split("/");
  const parents = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  let isOut = false;
  for (const line of text.split(/\r?\n/)) {
    const written = line.trim();
    if (written === "" || written.startsWith("#")) continue;
    const isNegated = written.startsWith("!");
    const pattern = (isNegated ? written.slice(1) : written).replace(/\/(?:\*\*?(?:\/\*)?)?$/, "");
    const isAnywhere = pattern.startsWith("**/") || !pattern.includes("/");
    const name = pattern.replace(/^\*\*\//, "").replace(/^\//, "");
    const isNamed = isAnywhere ? parents.some((each) => each === name || each.endsWith(`/${name}`)) : parents.includes(name);
    if (isNamed) isOut = !isNegated;
  }
  return isOut;
}

/** A folder as a line of such a list; undefined where its name has what means something else there. */
export function listedLine(path: string): string | undefined {
  return /^[\p{L}\p{N}_.@+~/-]+$/u.test(path) && !/^[.~]?\.\//.test(path) ? `${path}/` : undefined;
}

/** A text with one more line, which ends as the others do. */
export function withLine(text: string, line: string): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  return `${text}${text === "" || text.endsWith("\n") ? "" : end}${line}${end}`;
}
