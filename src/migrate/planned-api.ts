import { basename, dirname, join, relative } from "node:path";
import type { Part } from "../emit/emitters.js";
import type { Io } from "../io.js";
import { recognise } from "../setup/find-descriptions.js";
import { isUrl, shortNameOf } from "../setup/propose.js";
import { posixPath, readSettings } from "../setup/read-settings.js";
import type { Repository } from "../setup/repository.js";
import { entriesOf } from "../source/project-folder.js";
import { stemOf, type TypesFile } from "./old-setup.js";

/** An API as it is to be generated. */
export interface PlannedApi {
  /** Its key in a configuration, and what its names in code are made of. */
  readonly label: string;
  /** A path relative to the project, or a URL. */
  readonly input: string;
  /** The folder of the generated files; absolute. */
  readonly output: string;
  /** The file of types until now; absolute. */
  readonly old: string;
  /** Names that it exports; undefined where it is not there. */
  readonly oldNames: ReadonlySet<string> | undefined;
  /** Those of them that are values, such as enums. */
  readonly oldValues: ReadonlySet<string> | undefined;
  readonly emit: readonly Part[];
}

/** What the generated code of an API is called. */
export interface ApiNames {
  /** "Petstore". */
  readonly type: string;
  /** "petstore". */
  readonly value: string;
  /** What `types.ts` exports; undefined where that is not known before it is generated. */
  readonly types: ReadonlySet<string> | undefined;
}

/** An API with its names. */
export interface NamedApi extends PlannedApi {
  readonly names: ApiNames;
}

/** Chooses a label and a folder for each file of types that has an input. `oldText`: what is in a file now. */
export async function planApis(
  io: Io,
  repository: Repository,
  files: readonly TypesFile[],
  oldText: (path: string) => string | undefined,
): Promise<readonly Omit<PlannedApi, "emit">[]> {
  const planned: Omit<PlannedApi, "emit">[] = [];
  const wanted: WantedLabel[] = [];
  for (const { path, input, label } of files)
    if (input !== undefined) wanted.push({ path, input, label: await labelFor(io, repository.folder, input, label, path) });
  for (const { path, input, label } of distinct(wanted)) {
    const taken = new Set(planned.map((each) => each.label));
    let name = label;
    for (let number = 2; taken.has(name); number += 1) name = `${label}-${String(number)}`;
    const output = await freeFolder(io, repository, path, name, new Set(planned.map((each) => each.output)));
    const text = oldText(path);
    const [oldNames, oldValues] = text === undefined ? [undefined, undefined] : [exportedNames(text), exportedValues(text)];
    planned.push({ label: name, input, output, old: path, oldNames, oldValues });
  }
  return planned;
}

interface WantedLabel {
  readonly path: string;
  readonly input: string;
  readonly label: string;
}

/** APIs whose descriptions have one title are called as their files are, or as the folders of these, where that tells them apart. */
function distinct(wanted: readonly WantedLabel[]): readonly WantedLabel[] {
  const isShared = ({ label }: WantedLabel): boolean => wanted.filter((each) => each.label === label).length > 1;
  const alone = new Set(wanted.filter((each) => !isShared(each)).map(({ label }) => label));
  const shortOf = (name: string): string => shortNameOf(`${name}.yaml`, undefined);
  const ways = [
    ({ path }: WantedLabel) => shortOf(stemOf(path)),
    ({ path }: WantedLabel) => shortOf(basename(dirname(path))),
    ({ path }: WantedLabel) => shortOf(`${basename(dirname(path))}-${stemOf(path)}`),
  ];
  const shared = wanted.filter(isShared);
  const way = ways.find((each) => {
    const labels = shared.map(each);
    return new Set(labels).size === labels.length && labels.every((label) => !alone.has(label));
  });
  return way === undefined ? wanted : wanted.map((each) => (isShared(each) ? { ...each, label: way(each) } : each));
}

async function labelFor(io: Io, folder: string, input: string, label: string | undefined, path: string): Promise<string> {
  const ofFile = shortNameOf(`${stemOf(path)}.yaml`, undefined);
  if (label !== undefined) return shortNameOf(`${label.split("@", 1)[0] ?? ""}.yaml`, undefined);
  if (isUrl(input)) {
    const { hostname } = new URL(input);
    return /^(?:localhost|[\d.]+|\[.*\])$/.test(hostname) ? ofFile : shortNameOf(input, undefined);
  }
  const text = await readSettings(io, join(folder, input), 256 * 1024 * 1024);
  return shortNameOf(input, text === undefined ? undefined : recognise(text));
}

/** The folder in which the code of an API goes that had a file of types. */
export function folderBeside({ folder, hasSources }: Repository, old: string): string {
  const beside = dirname(old);
  return beside === folder ? join(folder, hasSources ? "src" : "generated") : beside;
}

/** A folder beside the old file that is not there yet, or is an output of ours. */
async function freeFolder(io: Io, repository: Repository, old: string, name: string, taken: ReadonlySet<string>): Promise<string> {
  const base = folderBeside(repository, old);
  for (const candidate of [name, `${name}-api`, `${name}-generated`].map((each) => join(base, each))) {
    const entries = await entriesOf(candidate, io);
    const isFree = entries.length === 0 || entries.some((each) => each.name === "sundial.json");
    if (isFree && !taken.has(candidate)) return candidate;
  }
  return join(base, `${name}-sundial`);
}

/** Names that a generated file of types exports. It has each at the beginning of a line. */
export function exportedNames(text: string): ReadonlySet<string> {
  const pattern = /^export (?:declare )?(?:const enum|type|interface|enum|const) ([\w$]+)/gm;
  return new Set(Array.from(text.matchAll(pattern), ([, name = ""]) => name));
}

/** Those of them that are values, too. */
function exportedValues(text: string): ReadonlySet<string> {
  const pattern = /^export (?:declare )?(?:const enum|enum|const) ([\w$]+)/gm;
  return new Set(Array.from(text.matchAll(pattern), ([, name = ""]) => name));
}

/** A path as a configuration of a folder names it. */
export function shownFrom(folder: string, path: string): string {
  return posixPath(relative(folder, path));
}
