import { dirname, relative } from "node:path";
import type { FoundMove } from "../../config/moved-keys.js";
import type { Io } from "../../io.js";
import { colorsFor, type Colors } from "../../report/colors.js";
import { visible } from "../../report/print.js";
import { posixPath } from "../../setup/read-settings.js";
import type { ExportChanges } from "../../upgrade/compare-code.js";
import type { AskingPackage } from "../../upgrade/plan-versions.js";
import { version } from "../../version.js";
import type { ChangedFile, OutputPreview } from "./preview.js";

/** All that an upgrade comes to. */
export interface Upgrade {
  /** Outputs of APIs, and before them the runtime that they share. */
  readonly outputs: readonly OutputPreview[];
  readonly config: string | undefined;
  readonly moves: readonly FoundMove[];
  /** Those of them that a person has to make. */
  readonly byHand: readonly FoundMove[];
  readonly asking: AskingPackage | undefined;
  readonly installed: string | undefined;
  /** The command that writes it. */
  readonly write: string;
  /** Commands to run after that, in this order. */
  readonly next: readonly string[];
  /** Other configurations of the repository, absolute. */
  readonly others: readonly string[];
  /** Why writing it is refused as things are: sentences. */
  readonly refusals: readonly string[];
}

/** Whether there is something to write besides a range of versions. */
export function changesFiles({ outputs, moves }: Pick<Upgrade, "outputs" | "moves">): boolean {
  return moves.length > 0 || outputs.some(({ files }) => files.length > 0);
}

/** Names of one file that are printed; of more, the number is given. */
const maxNames = 8;

export function upgradeText(upgrade: Upgrade, io: Io): string {
  const color = colorsFor(io, io.stdout);
  return [
    `${color.bold(`openapi-sundial ${version}`)}${installedText(upgrade)}\n`,
    ...upgrade.outputs.map((each) => outputText(each, color, io)),
    ...configText(upgrade, color, io),
    ...packageText(upgrade, color, io),
    ...othersText(upgrade, io),
  ].join("");
}

function installedText({ installed, asking }: Upgrade): string {
  const parts = [
    ...(asking === undefined ? [] : [`package.json asks for ${asking.range}`]),
    ...(installed === undefined || installed === version ? [] : [`${installed} is installed`]),
  ];
  return parts.length === 0 ? "" : `; ${visible(parts.join(", "))}`;
}

function outputText({ label, folder, made, failed, files, unchanged, reasons }: OutputPreview, color: Colors, io: Io): string {
  const place = visible(posixPath(relative(io.cwd, folder)) || ".");
  const head = `\n${visible(label)}: ${place} ${made === undefined ? "was not generated yet" : `was made by ${visible(made)}`}`;
  if (failed) return `${head}; it ${color.red("cannot be generated")}\n`;
  if (files.length === 0) return `${head}; ${color.green("nothing would change")}\n`;
  const rows = files.map((each) => ({ word: wordOf(each), each }));
  const width = Math.max(...new Set(rows.map(({ word }) => word.length)));
  const lines = rows.map(({ word, each }) => {
    const names = [...namesText(each, color)];
    return `  ${color.yellow(word.padEnd(width))}  ${visible(each.path)}${names.map((line) => `\n  ${" ".repeat(width)}    ${line}`).join("")}\n`;
  });
  const rest =
    unchanged === 0
      ? ""
      : `  ${color.dim(`${String(unchanged)} ${unchanged === 1 ? "file stays" : "files stay"} as ${unchanged === 1 ? "it is" : "they are"}`)}\n`;
  const why = reasons.length === 0 ? "" : `  not by the version alone: ${visible(reasons.join(", and "))}\n`;
  return `${head}\n${lines.join("")}${rest}${why}`;
}

function wordOf({ state, kind }: ChangedFile): string {
  switch (state) {
    case "missing":
      return "new";
    case "obsolete":
      return "removed";
    case "leftover":
      return "left over";
    case "foreign":
      return "in the way";
    case "edited":
      return "edited by hand";
    case "formatted":
      return "layout";
    case "stale":
      return kind;
  }
}

/** What a program can import comes first; of the rest, which only generated files import, there is a number. */
function* namesText({ exports, public: shown, reached }: ChangedFile, color: Colors): Generator<string> {
  const signs = { added: color.green("added"), removed: color.red("removed"), changed: color.yellow("changed") } as const;
  for (const key of ["removed", "changed", "added"] as const) {
    const names = shown[key];
    if (names.length === 0) continue;
    const more = names.length - maxNames;
    yield `${signs[key]} ${visible(names.slice(0, maxNames).join(", "))}${more > 0 ? ` and ${String(more)} more` : ""}`;
  }
  const nearest = reached.slice(0, maxNames);
  for (const through of new Set(nearest.map((each) => each.through))) {
    const names = nearest.flatMap((each) => (each.through === through ? [each.name] : []));
    yield `${signs.changed} ${visible(`${names.join(", ")}, by way of ${through}`)}`;
  }
  if (reached.length > maxNames) yield `${signs.changed} ${String(reached.length - maxNames)} more, by way of such names`;
  const inner = countOf(exports) - countOf(shown);
  if (inner > 0) yield color.dim(`${String(inner)} ${inner === 1 ? "name" : "names"} that the index does not export`);
}

function countOf({ added, removed, changed }: ExportChanges): number {
  return added.length + removed.length + changed.length;
}

function configText({ config, moves, byHand }: Upgrade, color: Colors, io: Io): readonly string[] {
  if (config === undefined || moves.length === 0) return [];
  const lines = moves.map((move) => {
    const word = byHand.includes(move) ? color.red("by hand") : color.yellow("moved  ");
    return `  ${word}  ${visible(`${move.from.join(".")} is ${move.to.join(".")} since ${move.since}`)}\n`;
  });
  return [`\nconfiguration: ${visible(posixPath(relative(io.cwd, config)))}\n${lines.join("")}`];
}

function packageText({ asking }: Upgrade, color: Colors, io: Io): readonly string[] {
  const said = asking && rangeText(asking, color);
  return said === undefined ? [] : [`\n${visible(posixPath(relative(io.cwd, asking?.file ?? "")))}: ${said}\n`];
}

/** What there is to say of the range that a package.json asks for; undefined where it stays, and fits. */
function rangeText({ range: written, wanted, byHand, admits }: AskingPackage, color: Colors): string | undefined {
  const range = visible(written);
  if (byHand && wanted !== undefined) return `${range} cannot be rewritten safely; make it ${visible(wanted)} by hand`;
  if (byHand && admits === false) return `${version} is not in ${range}, which is not rewritten; change it by hand, such as to ^${version}`;
  if (byHand) return `${range} is no range of versions that is read here; see to it by hand that it means ${version}`;
  if (wanted !== undefined) return `openapi-sundial ${range} ${color.yellow("becomes")} ${visible(wanted)}`;
  if (admits === false) return `${range} asks for a ${color.yellow("newer version")} than ${version}, and stays: this goes back`;
  return /\|\||\s|[xX*]/.test(written.trim()) && written.trim() !== "*" ? `${version} is in ${range}, which stays` : undefined;
}

function othersText({ others }: Upgrade, io: Io): readonly string[] {
  if (others.length === 0) return [];
  const shown = others.slice(0, maxNames).map((file) => posixPath(relative(io.cwd, dirname(file))) || ".");
  const more = others.length - shown.length;
  return [
    `\nother configurations, each with a run of its own: ${visible(shown.join(", "))}${more > 0 ? ` and ${String(more)} more` : ""}\n`,
  ];
}

/** The same as data. */
export function upgradeData(upgrade: Upgrade, io: Io): Readonly<Record<string, unknown>> {
  const { outputs, config, moves, byHand, asking, installed, write, next, others, refusals } = upgrade;
  const nameOf = (path: string): string => posixPath(relative(io.cwd, path)) || ".";
  return {
    version,
    installed: installed ?? null,
    changes: changesFiles(upgrade),
    outputs: outputs.map(({ label, folder, made, failed, files, unchanged, reasons, diff }) => ({
      name: label,
      output: nameOf(folder),
      made: made ?? null,
      ...(failed ? { failed } : { files, unchanged, reasons }),
      ...(diff === undefined ? {} : { diff }),
    })),
    configuration:
      config === undefined ? null : { file: nameOf(config), moves: moves.map((move) => ({ ...move, byHand: byHand.includes(move) })) },
    package:
      asking === undefined
        ? null
        : {
            file: nameOf(asking.file),
            range: asking.range,
            wanted: asking.wanted ?? null,
            admits: asking.admits ?? null,
            byHand: asking.byHand,
          },
    others: others.map(nameOf),
    write,
    next,
    refusals,
  };
}
