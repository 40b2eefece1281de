import { relative } from "node:path";
import type { ApiTarget } from "../config/config.js";
import { allParts } from "../config/parts.js";
import type { Io } from "../io.js";
import type { Drift } from "../output/check.js";

/** The command line that makes an output current, to be run in the current folder. `config`: the value of --config. */
export function fixCommand(target: ApiTarget, drift: readonly Drift[], io: Io, config: string | undefined): string {
  const words = ["npx", "sundial", "generate"];
  if (target.configured) words.push(target.label);
  else
    words.push(
      "--input",
      /^(-$|https?:)/.test(target.input) ? target.input : relative(io.cwd, target.input),
      "--output",
      relative(io.cwd, target.output) || ".",
    );
  if (config !== undefined) words.push("--config", config);
  if (!target.configured) {
    if (target.emit.length < allParts.length) words.push("--emit", target.emit.join(","));
    if (target.name !== undefined) words.push("--name", target.name);
    if (target.importExtension !== "auto") words.push("--import-extension", target.importExtension);
    if (target.handlers !== undefined) words.push("--handlers", relative(io.cwd, target.handlers) || ".");
  }
  if (drift.some(({ kind }) => kind === "edited")) words.push("--force");
  return words.map(quoted).join(" ");
}

/** A word as a POSIX shell takes it for one. */
function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
