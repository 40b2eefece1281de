import { relative } from "node:path";
import type { Io } from "../io.js";
import type { Api } from "../model/ir/types.js";
import type { WriteReport } from "../output/commit.js";
import { deprecations, deprecationText } from "./deprecations.js";
import { visible } from "../report/print.js";
import type { Produced } from "./produce.js";

/** What was written of one target. */
export interface Written {
  readonly files: WriteReport;
  /** Files of handler stubs, new or added to; relative to the current folder. */
  readonly handlers: readonly string[];
}

/** Deprecated operations that are printed one by one; of more, the number is given. */
const most = 20;

/** One line of figures, one for each file of handlers, and one for each deprecated operation. */
export function summaryText({ target, made, time }: Produced, { files, handlers }: Written, io: Io): string {
  if (made === undefined) return "";
  const { api } = made.generation;
  const { written, unchanged, removed } = files;
  const figures = `${count(api.operations.length, "operation")}, ${count(schemasOf(api), "schema")}; ${count(written.length, "file")} written, ${String(unchanged.length)} unchanged, ${String(removed.length)} removed`;
  const deprecated = deprecations(api);
  const lines = [
    `${visible(target.label)}: ${figures}; ${visible(relative(io.cwd, target.output) || ".")} in ${(time / 1000).toFixed(2)} s`,
    ...handlers.map((path) => `  handlers: ${visible(path)}`),
    ...deprecated.slice(0, most).map((each) => `  deprecated: ${visible(deprecationText(each))}`),
    ...(deprecated.length > most ? [`  and ${String(deprecated.length - most)} more deprecated; --format json lists them all`] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** The same as data, complete. */
export function summaryData({ target, made, time }: Produced, { files, handlers }: Written, io: Io): object {
  const api = made?.generation.api;
  return {
    name: target.label,
    output: relative(io.cwd, target.output) || ".",
    operations: api?.operations.length,
    schemas: api && schemasOf(api),
    ...files,
    handlers,
    milliseconds: time,
    deprecated: api === undefined ? [] : deprecations(api),
  };
}

/** The schemas that a description names, and no others. */
function schemasOf({ schemas }: Api): number {
  return [...schemas.values()].filter(({ hidden }) => hidden !== true).length;
}

function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}
