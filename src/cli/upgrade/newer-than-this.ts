/** What is said of a configuration with mistakes where a newer version of openapi-sundial may know better. */
import { dirname, resolve } from "node:path";
import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import type { Io } from "../../io.js";
import { readRecordedOptions } from "../../output/recorded-options.js";
import { commandOfVersion } from "../../project/generate-script.js";
import { isRecord, readProjectSetup } from "../../project/project-setup.js";
import { installedVersion } from "../../upgrade/plan-versions.js";
import { isOlder, version } from "../../version.js";
import { isVersionWord } from "./other-version.js";

/**
 * That mistakes of a configuration may be none: a newer version has made an output of it, or is installed, and may know its keys. `value`: the
 * configuration as written, as far as it could be loaded; `file`: absolute.
 */
export async function newerThanThis(io: Io, file: string, value: unknown): Promise<readonly Diagnostic[]> {
  const folder = dirname(file);
  const found: string[] = [];
  for (const output of outputsIn(value)) {
    const made = (await readRecordedOptions(io, resolve(folder, output)))?.version;
    if (made !== undefined) found.push(made);
  }
  const installed = await installedVersion(io, folder);
  if (installed !== undefined) found.push(installed);
  const [newest, ...others] = found.filter((each) => isOlder(version, each) && isVersionWord(each));
  if (newest === undefined) return [];
  const wanted = others.reduce((one, other) => (isOlder(one, other) ? other : one), newest);
  const { packageManager = "npm" } = await readProjectSetup(io, folder);
  const message = `This is openapi-sundial ${version}, and the project has ${wanted}, which may know what this version does not.`;
  return [diagnostic("version-mismatch", message, { hint: `Run \`${commandOfVersion(packageManager, wanted, ["generate"])}\`.` })];
}

/** Folders of outputs that a configuration names, whatever else is wrong with it. */
function outputsIn(value: unknown): readonly string[] {
  if (!isRecord(value)) return [];
  const apis = isRecord(value["apis"]) ? Object.values(value["apis"]) : [];
  return [value, ...apis].flatMap((api) => (isRecord(api) && typeof api["output"] === "string" ? [api["output"]] : [])).slice(0, 100);
}
