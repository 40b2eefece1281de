/** The real descriptions that live beside the project, in ../shared/corpus or where SUNDIAL_CORPUS says. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { projectRoot } from "../support/compile.js";

export interface Description {
  /** "stripe-2024": the path without its ending, slashes as dashes. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly operations: number;
}

export const corpusFolder = resolve(projectRoot, process.env["SUNDIAL_CORPUS"] ?? "../shared/corpus");

/** Whether a machine without the corpus fails instead of saying so. */
export const corpusRequired = (process.env["CI"] ?? "") !== "" || process.env["SUNDIAL_REQUIRE_SERVICES"] === "1";

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
