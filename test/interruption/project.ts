/** A project that generates two APIs over one runtime, with handlers of its own, and a change of its descriptions. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { projectFolder, runProcess, type Ran } from "../support/cli.js";

/** What stands in the files of a folder, by path. */
export type Files = ReadonlyMap<string, string>;

export interface Project {
  readonly folder: string;
  /** The descriptions as they were, or as they become. */
  readonly describe: (state: "before" | "after") => Promise<void>;
  readonly generate: () => Promise<Ran>;
  readonly read: () => Promise<Files>;
}

/** What both kinds of trial begin with. */
export interface Scene {
  readonly bin: string;
  /** Where trials make their folders. */
  readonly scratch: string;
  /** The files of `src` before the change of the descriptions, with words of a user in one; and after it. */
  readonly before: Files;
  readonly after: Files;
  /** Milliseconds that the change takes. */
  readonly time: number;
  readonly seed: number;
}

const config = `export default {
  runtime: "src/runtime",
  apis: {
    petstore: { input: "petstore.yaml", output: "src/petstore", handlers: "src/handlers" },
    copy: { input: "copy.yaml", output: "src/copy" },
  },
};
`;

/** What a user wrote into a file of handlers, and what of it must be there ever after. */
export const mark = "// Written by hand: an empty answer is right here, too.\n";

export async function makeProject(folder: string, bin: string): Promise<Project> {
  const text = await readFile(join(projectFolder, "spec/petstore.yaml"), "utf8");
  const states = { before: text, after: changed(text) };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  await writeFile(join(folder, "sundial.config.mjs"), config);
  return {
    folder,
    describe: async (state) => {
      for (const name of ["petstore.yaml", "copy.yaml"]) await writeFile(join(folder, name), states[state]);
    },
    generate: () => runProcess(process.execPath, [bin, "generate"], { cwd: folder }),
    read: () => filesOf(join(folder, "src")),
  };
}

/** Members, an operation and a tag more: most files of the output are others. */
function changed(text: string): string {
  const added = `paths:
  /visits:
    get:
      operationId: listVisits
      summary: Visits of all animals.
      tags: [visits]
      responses:
        "200":
          description: Visits.
          content:
            application/json:
              schema: { type: array, items: { type: object, properties: { at: { type: string, format: date-time } } } }
`;
  return text.replace(/^paths:\n/m, added).replaceAll("Get an animal", "Get one animal");
}

export async function filesOf(folder: string): Promise<Files> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return new Map(paths.map((path, index) => [relative(folder, path), texts[index] ?? ""] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Paths by which two folders differ. */
export function differences(one: Files, other: Files): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));
}
