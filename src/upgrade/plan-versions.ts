import { dirname, join, relative } from "node:path";
import type { Io } from "../io.js";
import { installCommand } from "../project/generate-script.js";
import { parseRecord, posixPath, readSettings } from "../setup/read-settings.js";
import type { Repository } from "../setup/repository.js";
import { isOlder } from "../version.js";
import { admits } from "./range-admits.js";
import { askedRange, withRange, type AskedRange } from "./version-range.js";

/** Our name in a package.json. */
const own = "openapi-sundial";

/** The package.json that asks for this package, and what it is to ask for. */
export interface AskingPackage extends AskedRange {
  /** Absolute. */
  readonly file: string;
  readonly before: string;
  /** With the range that is wanted; undefined where nothing is to be written. */
  readonly after: string | undefined;
}

/** The nearest package.json that asks for this package, from a folder up to the root of its repository. `version`: the one that runs. */
export async function askingPackage(io: Io, folder: string, root: string, version: string): Promise<AskingPackage | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, "package.json");
    const before = await readSettings(io, file);
    const content = before === undefined ? undefined : parseRecord(before);
    const asked = content && askedRange(content, own, version);
    if (before !== undefined && asked !== undefined) {
      const after = asked.wanted === undefined ? undefined : withRange(before, asked, own, asked.wanted);
      return { ...asked, byHand: asked.byHand || (asked.wanted !== undefined && after === undefined), file, before, after };
    }
    if (at === root || dirname(at) === at) return undefined;
  }
}

/** The version that is installed where modules in a folder would find it. */
export async function installedVersion(io: Io, folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const text = await readSettings(io, join(at, "node_modules", own, "package.json"));
    const written = text === undefined ? undefined : parseRecord(text)?.["version"];
    if (typeof written === "string") return written;
    if (dirname(at) === at) return undefined;
  }
}

/** What is to be run so that the version that runs is the one that is installed. */
export function installCommands(
  { packageManager }: Pick<Repository, "packageManager">,
  asking: AskingPackage | undefined,
  installed: string | undefined,
  version: string,
  io: Io,
): readonly string[] {
  if (installed === version || (installed !== undefined && isOlder(version, installed)) || asking?.byHand === true) return [];
  if (asking === undefined && installed === undefined) return [];
  const folder = asking === undefined ? "" : posixPath(relative(io.cwd, dirname(asking.file)));
  const there = folder === "" ? "" : `cd ${quotedWord(folder)} && `;
  // What is installed is in no range that leaves it out: an install brings what the range asks for.
  const isOutOfRange = asking?.admits === true && installed !== undefined && admits(asking.range.trim(), installed) === false;
  if (asking?.after !== undefined || isOutOfRange) return [`${there}${packageManager} install`];
  return [`${there}${installCommand(packageManager, [`${own}@${version}`], asking?.list === "dependencies" ? "runtime" : "development")}`];
}

/** A word of a command line, which a shell reads as it is. */
function quotedWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
