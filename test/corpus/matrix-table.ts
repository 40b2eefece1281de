/** What was found under the tsconfigs, as a table. */
import type { Compiler } from "../support/compile.js";

/** Outputs that one compiler judged under one tsconfig. */
export interface Count {
  readonly of: "project" | "corpus";
  readonly compiler: Compiler;
  /** Of the tsconfig, and of the descriptions. */
  readonly name: string;
  /** What results are counted by: flags, or the maker of a tsconfig. */
  readonly group: string;
  readonly outputs: number;
  readonly errors: number;
}

const titles: Readonly<Record<Count["of"], string>> = { project: "Petstore and features", corpus: "corpus" };

/** Markdown: a line for each group, a column for each compiler and kind of descriptions; tsconfigs, outputs and errors in each cell. */
export function printTable(counts: readonly Count[]): string {
  const columns = (["project", "corpus"] as const).flatMap((of) =>
    (["5.9", "6", "7"] as const).map((compiler) => ({ of, compiler, title: `${titles[of]}, ${compiler}` })),
  );
  const cells = (those: readonly Count[]): readonly string[] =>
    columns.map(({ of, compiler }) => cell(those.filter((each) => each.of === of && each.compiler === compiler)));
  const groups = [...new Set(counts.map(({ group }) => group))];
  const lines = [
    ["tsconfig", ...columns.map(({ title }) => title)],
    ["---", ...columns.map(() => "--:")],
    ...groups.map((group) => [group, ...cells(counts.filter((each) => each.group === group))]),
    ["all", ...cells(counts)],
  ];
  const sum = (those: readonly number[]): string => String(those.reduce((total, each) => total + each, 0));
  const outputs = sum(counts.map((each) => each.outputs));
  const errors = sum(counts.map((each) => each.errors));
  return `${lines.map((line) => `| ${line.join(" | ")} |`).join("\n")}\n\n${String(counts.length)} tsconfigs, ${outputs} outputs, ${errors} errors`;
}

function cell(counts: readonly Count[]): string {
  if (counts.length === 0) return "";
  const sum = (of: "outputs" | "errors"): string => String(counts.reduce((total, each) => total + each[of], 0));
  return `${String(counts.length)} / ${sum("outputs")} / ${sum("errors")}`;
}
