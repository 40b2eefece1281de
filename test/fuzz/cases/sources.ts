/** What is mutated: the project's own descriptions, golden cases, real ones up to a size, and random ones. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { corpusFolder, readCorpus } from "../../corpus/descriptions.js";
import { projectRoot } from "../../support/compile.js";

/** Files by path, the root first. */
export interface Source {
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
}

/** Larger descriptions take longer than many small ones find more in. */
const largestFile = 70_000;

const isDescription = (path: string): boolean => /\.(?:json|ya?ml)$/.test(path);

/** The description of a folder with all that lies below it, where that is not much. */
function withNeighbours(name: string, root: string): Source {
  const folder = dirname(root);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isDescription(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path !== root && !/[\\/]expected[\\/]|options\.json$/.test(path))
    .sort()
    .slice(0, 30);
  const read = (path: string): readonly [string, string] => [relative(folder, path).replaceAll("\\", "/"), readFileSync(path, "utf8")];
  return { name, files: new Map([root, ...paths].map(read)) };
}

const single = (name: string, path: string): Source => ({
  name,
  files: new Map([[path.replace(/^.*[\\/]/, ""), readFileSync(path, "utf8")]]),
});

function goldenSources(): readonly Source[] {
  const folder = join(projectRoot, "test/golden");
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const root = readdirSync(join(folder, name)).find((file) => /^description\.(?:json|ya?ml)$/.test(file));
      return root === undefined ? [] : [withNeighbours(`golden/${name}`, join(folder, name, root))];
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function corpusSources(): readonly Source[] {
  return (readCorpus() ?? [])
    .filter(({ bytes, path }) => bytes <= largestFile && existsSync(path))
    .map(({ name, path }) => (dirname(path) === corpusFolder ? single(name, path) : withNeighbours(name, path)));
}

/** Those that every machine has: a run over these alone is the same everywhere. */
export function ownSources(): readonly Source[] {
  const spec = join(projectRoot, "spec");
  const own = readdirSync(spec).filter(isDescription).sort();
  return [...own.map((file) => single(`spec/${file}`, join(spec, file))), ...goldenSources()];
}

/** Own ones, and real ones where they are. */
export const allSources = (): readonly Source[] => [...ownSources(), ...corpusSources()];
