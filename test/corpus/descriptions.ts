/** The real descriptions that live beside the project, in ../shared/corpus or where SUNDIAL_CORPUS says. */
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { projectRoot } from "../support/compile.js";
import type { Source } from "./outputs.js";

export interface Description {
  /** "stripe-2024": the path without its ending, slashes as dashes. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly operations: number;
  readonly settings?: NonNullable<Source["settings"]>;
}

export const corpusFolder = resolve(projectRoot, process.env["SUNDIAL_CORPUS"] ?? "../shared/corpus");

/** Whether a machine without the corpus fails instead of saying so. */
export const corpusRequired = (process.env["CI"] ?? "") !== "" || process.env["SUNDIAL_REQUIRE_SERVICES"] === "1";

/**
 * Descriptions in any folder, by the endings of their files, in the order of their paths: at most `sample` of them, spread over all. They are
 * somebody else's, and have defects.
 */
export function readFolder(folder: string, sample: number): readonly Description[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:json|ya?ml)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const step = Math.max(1, files.length / sample);
  const chosen = Array.from({ length: Math.min(sample, files.length) }, (_, index) => files[Math.floor(index * step)] ?? "");
  return chosen.map((path) => ({
    name: relative(folder, path)
      .replace(/\.\w+$/, "")
      .replaceAll(/[^\w-]+/g, "-"),
    path,
    bytes: statSync(path).size,
    operations: 0,
    settings: { strict: false },
  }));
}

/** Every description of the corpus, in the order of its index; undefined, said loudly, when there is none. */
export function readCorpus(): readonly Description[] | undefined {
  const index = join(corpusFolder, "INDEX.tsv");
  if (!existsSync(index)) {
    console.warn(
      `\n  !!! THE CORPUS IS ABSENT: no ${index}.\n  !!! Nothing is proved about real descriptions. Say where it is with SUNDIAL_CORPUS.\n`,
    );
    return undefined;
  }
  const [head = "", ...lines] = readFileSync(index, "utf8").trimEnd().split("\n");
  const columns = head.split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    const cell = (column: string): string => cells[columns.indexOf(column)] ?? "";
    const file = cell("file");
    return {
      name: file.replace(/\.\w+$/, "").replaceAll("/", "-"),
      path: join(corpusFolder, file),
      bytes: Number(cell("bytes")),
      operations: Number(cell("operations")),
    };
  });
}
