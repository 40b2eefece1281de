import { join, relative } from "node:path";
import { redact } from "../diagnostic/redact.js";
import { usualParts } from "../emit/emitters.js";
import type { Io } from "../io.js";
import type { Drift } from "../output/check-output.js";
import { manifestName } from "../output/manifest.js";
import { defaultCommand, ownCommand } from "../project/generate-script.js";
import { flagOfFilters } from "./selection-flags.js";
import type { ResolvedTarget } from "./resolve-target.js";

/** An output to be made current; without a command of its own, by the one that its files name. */
type Suggested = Pick<ResolvedTarget, "target" | "request"> & Partial<Pick<ResolvedTarget, "command" | "newer">>;

/**
 * The command line that makes an output current, to be run in the current folder: the repository's own command where that does it, else
 * ours in full; before it `mv` of what stands where a generated file belongs, which no run of ours overwrites, and after it `rm` of what none
 * removes. `drift`: what the output is not; "edited" stands for what --force is needed for.
 * `config`: the value of --config.
 */
export function suggestedCommand(resolved: Suggested, drift: readonly Drift[] | "edited", io: Io, config: string | undefined): string {
  if (drift === "edited") return generateCommand(resolved, drift, io, config);
  const pathsOf = (wanted: Drift["kind"]): readonly string[] =>
    drift.filter(({ kind }) => kind === wanted).map(({ path }) => relative(io.cwd, join(resolved.target.output, path)));
  // What has left the output is known by the manifest alone.
  const isKnown = !drift.some(({ kind, path }) => kind === "unreadable" || (kind === "missing" && path === manifestName));
  const leftovers = isKnown ? pathsOf("leftover").map(quotedWord) : [];
  const isRest = leftovers.length > 0 && leftovers.length === drift.length;
  return [
    ...pathsOf("foreign").map((path) => `mv ${quotedWord(path)} ${quotedWord(`${path}.moved`)}`),
    ...(isRest ? [] : [generateCommand(resolved, drift, io, config)]),
    ...(leftovers.length === 0 ? [] : [`rm ${leftovers.join(" ")}`]),
  ].join(" && ");
}

function generateCommand(
  { target, request, newer, command: { wanted: command } = { wanted: request.command } }: Suggested,
  drift: readonly Drift[] | "edited",
  io: Io,
  config: string | undefined,
): string {
  const kinds = new Set(drift === "edited" ? [drift] : drift.map(({ kind }) => kind));
  // Without a manifest, what is not as it would be written may be an edit.
  const isForced =
    kinds.has("edited") ||
    // A run that writes other first lines writes the whole manifest, too.
    (kinds.has("inputs") && !kinds.has("command")) ||
    (kinds.has("unreadable") && [...kinds].some((kind) => kind !== "unreadable" && kind !== "missing"));
  // It knows neither --force nor where another folder's configuration is.
  const isEnough = target.config !== undefined && config === undefined && !isForced && newer === undefined;
  if (isEnough && !/^npx (?:openapi-)?sundial\b/.test(command)) return command;
  // Ours would refuse to write over what a newer version has made.
  const words = (newer?.command ?? ownCommand(command) ?? defaultCommand).split(" ");
  if (target.config !== undefined) words.push(target.label);
  else
    words.push(
      "--input",
      /^(-$|https?:)/i.test(target.input) ? redact(target.input) : relative(io.cwd, target.input),
      "--output",
      relative(io.cwd, target.output) || ".",
    );
  if (config !== undefined) words.push("--config", config);
  if (target.config === undefined) {
    if (target.overlays !== undefined) words.push("--overlay", target.overlays.map((each) => shownOverlay(each.input, io)).join(","));
    if (target.emit.join() !== usualParts.join()) words.push("--emit", target.emit.join(","));
    if (target.name !== undefined) words.push("--name", target.name);
    if (target.importExtension !== "auto") words.push("--import-extension", target.importExtension);
    if (target.references !== undefined)
      words.push("--references", target.references.map((each) => relative(io.cwd, each) || ".").join(","));
    if (target.strict !== undefined) words.push(target.strict === false ? "--no-strict" : "--strict");
    if (target.include !== undefined) words.push("--include", flagOfFilters(target.include));
    if (target.exclude !== undefined) words.push("--exclude", flagOfFilters(target.exclude));
    if (target.handlers !== undefined) words.push("--handlers", relative(io.cwd, target.handlers) || ".");
  }
  if (isForced) words.push("--force");
  return words.map(quotedWord).join(" ");
}

function shownOverlay(input: string, io: Io): string {
  return /^https?:/i.test(input) ? redact(input) : relative(io.cwd, input);
}

/** A word as a POSIX shell takes it for one. */
export function quotedWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
