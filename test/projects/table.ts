/** What the run prints in the end: a row per project. */
import type { Unavailable } from "./project.js";
import { steps, type Result, type Step } from "./try-project.js";

const columns = ["project", "version", "install", "generate", "types", "build", "function", "by path", "server", "check", "seconds"];
const ofStep: Readonly<Record<Step, readonly string[]>> = {
  install: ["install"],
  generate: ["generate"],
  types: ["types"],
  build: ["build"],
  calls: ["function", "by path", "server"],
  check: ["check"],
};

/** A table of Markdown, as `docs/platforms.md` has it. */
export function printTable(results: readonly Result[], unavailable: readonly Unavailable[]): string {
  const rows = [columns, ...results.map(row)];
  const widths = columns.map((_, index) => Math.max(...rows.map((cells) => cells[index]?.length ?? 0)));
  const lines = rows.map((cells) => `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(" | ")} |`);
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  const missing = unavailable.map(({ title, reason }) => `${title}: cannot be had here, ${reason}`);
  return [lines[0], rule, ...lines.slice(1), ...(missing.length > 0 ? ["", ...missing] : [])].join("\n");
}

function row(result: Result): readonly string[] {
  const { project, version } = result;
  const cells = steps.flatMap((step) => ofStep[step].map((column) => cell(result, step, column)));
  return [project.title, version, ...cells, result.seconds.toFixed(0)];
}

function cell({ project, done, failed }: Result, step: Step, column: string): string {
  if (failed?.step === step) return "FAILED";
  if (!(step in done)) return "";
  if (column === "server" && project.serves !== true) return "–";
  return done[step] === undefined ? "–" : "yes";
}
