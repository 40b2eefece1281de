import { relative } from "node:path";
import type { Io } from "../../io.js";
import { colorsFor } from "../../report/colors.js";
import { print, visible } from "../../report/print.js";
import type { Repository } from "../../setup/repository.js";
import type { SetupPlan } from "../../setup/plan-setup.js";
import { posixPath } from "../../setup/read-settings.js";

/** What was found, a line for each. */
export function printFound(io: Io, lines: readonly (readonly [name: string, text: string])[]): void {
  for (const [name, text] of lines) print(io, "stderr", `  ${name.padEnd("configuration".length)}  ${visible(text)}\n`);
}

/** The project in a line. */
export function projectText({ packageManager, tsconfig, tools, generators, folder, manifest }: Repository): string {
  const files = [...(tsconfig === undefined ? [] : [posixPath(relative(folder, tsconfig))]), ...tools.map(({ tool }) => tool)];
  const others = generators.map(({ tool, where }) => `${tool} (${where})`);
  return [manifest === undefined ? "no package.json here" : packageManager, ...files, ...new Set(others)].join(", ");
}

/** Every file that is written, with every line that it gets. */
export function printEdits(io: Io, { edits }: SetupPlan): void {
  const color = colorsFor(io, io.stdout);
  for (const { path, before, added } of edits) {
    const word = before === undefined ? color.green("new    ") : color.yellow("changed");
    print(io, "stdout", `\n${word}  ${visible(posixPath(relative(io.cwd, path)))}\n`);
    for (const line of added) print(io, "stdout", `  ${color.green("+")} ${visible(line)}\n`);
  }
}

/** What is left to a person. */
export function printRest(io: Io, { byHand, next }: SetupPlan, isWritten: boolean): void {
  const color = colorsFor(io, io.stderr);
  if (byHand.length > 0) print(io, "stderr", "\nBy hand:\n");
  for (const { text, lines } of byHand) {
    print(io, "stderr", `- ${visible(text)}\n`);
    for (const line of lines) print(io, "stderr", `    ${visible(line)}\n`);
  }
  print(io, "stderr", isWritten ? "\nNext:\n" : "\nThen:\n");
  for (const command of next) print(io, "stderr", `  ${color.bold(visible(command))}\n`);
}
