/** The versions that projects are tried with, all in `versions.json`, so that a run is the same next month. */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const file = fileURLToPath(new URL("versions.json", import.meta.url));
// What this repository writes itself: a version for each package with the range that makers ask for.
const table = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;

/** The version of what is asked for as `vite@^8.3.4`; looked up and written down where `pin` allows it. */
export async function versionOf(wanted: string, pin: boolean): Promise<string> {
  const known = table[wanted];
  if (known !== undefined) return known;
  if (!pin) throw new Error(`test/projects/versions.json has no version of ${wanted}: run \`npm run test:projects -- --pin\``);
  const { stdout } = await promisify(execFile)("npm", ["view", wanted, "version", "--json"]);
  const found = JSON.parse(stdout) as string | string[]; // a list where several are in the range
  const version = [found].flat().sort(byVersion).at(-1);
  if (version === undefined) throw new Error(`There is no ${wanted}`);
  table[wanted] = version;
  const sorted = Object.fromEntries(Object.entries(table).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, undefined, 2)}\n`);
  return version;
}

/** Releases, oldest first. */
function byVersion(one: string, other: string): number {
  return one.localeCompare(other, "en", { numeric: true });
}
