/** Another version of sundial than the one that generated, as after an update of dependencies, or before one on somebody else's machine. */
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { demand, type Change, type Circumstances } from "./change.js";
import type { Subject } from "./subject.js";

/** A line that generated code has of a template. */
const line = "Base URLs by name.";

/** Puts another version in the place of the one that is installed; `end` puts that back. */
async function install({ repository }: Subject, version: string, isOtherCode: boolean): Promise<Circumstances> {
  const root = join(repository.folder, "node_modules/openapi-sundial");
  const { version: own } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { readonly version: string };
  const chunks = await readdir(join(root, "dist/chunks"));
  const before = new Map<string, string>();
  for (const path of ["package.json", ...chunks.filter((name) => name.endsWith(".js")).map((name) => `dist/chunks/${name}`)]) {
    const text = await readFile(join(root, path), "utf8");
    const renumbered = text.replaceAll(`"${own}"`, `"${version}"`);
    const changed = isOtherCode ? renumbered.replaceAll(line, "Base URLs, by their names.") : renumbered;
    if (changed === text) continue;
    before.set(join(root, path), text);
    await replace(join(root, path), changed);
  }
  demand(before.size > (isOtherCode ? 2 : 1), "nothing in the package has its version, or the text of the template");
  return {
    end: async () => {
      for (const [path, text] of before) await replace(path, text);
    },
  };
}

/** A new file in the place of one that may be a link into what all repositories of a machine share. */
async function replace(path: string, text: string): Promise<void> {
  await writeFile(`${path}.next`, text);
  await rename(`${path}.next`, path);
}

export const versionChanges: readonly Change[] = [
  {
    name: "newer",
    what: "a later version of the generator, which writes the same",
    of: ["sundial"],
    quick: true,
    verdict: "green",
    says: ["is current", "openapi-sundial changed from"],
    then: "advice",
    make: (subject) => install(subject, "99.0.0", false),
  },
  {
    name: "newer-writes",
    what: "a later version of the generator, which writes something else",
    of: ["sundial"],
    verdict: "red",
    says: ["openapi-sundial changed from", "and nothing else did"],
    then: "advice",
    make: (subject) => install(subject, "99.0.0", true),
  },
  {
    name: "older",
    what: "an older version of the generator, which writes something else",
    of: ["sundial"],
    verdict: "red",
    says: ["openapi-sundial changed from", "fix: npx openapi-sundial@"],
    then: "nothing",
    make: (subject) => install(subject, "0.0.9", true),
  },
];
