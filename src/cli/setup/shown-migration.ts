import { relative } from "node:path";
import type { Io } from "../../io.js";
import type { FileChange, Migration } from "../../migrate/plan-migration.js";
import type { NamedApi } from "../../migrate/planned-api.js";
import { unifiedDiff } from "../../output/unified-diff.js";
import { colorsFor } from "../../report/colors.js";
import { print, printAsJson, runnable, visible } from "../../report/print.js";
import { posixPath } from "../../setup/read-settings.js";

/** A migration that is shown, or was written. */
export interface ShownMigration {
  readonly migration: Migration;
  readonly apis: readonly NamedApi[];
  readonly isWritten: boolean;
  readonly hasGit: boolean;
  /** Whether nothing of openapi-typescript is there, and nothing of ours that could have come in its place. */
  readonly wasNone: boolean;
  /** The command that sets a project up. */
  readonly init: string;
  /** Files to change that have changes nobody has committed; relative to the current folder. */
  readonly uncommitted: readonly string[];
}

/** For programs. */
export function printMigrationData({ migration, apis, isWritten, uncommitted }: ShownMigration, io: Io): void {
  printAsJson(io, {
    written: isWritten,
    apis: apis.map(({ label, input, output, emit, old }) => ({
      name: label,
      input,
      output: shown(output, io),
      emit,
      from: shown(old, io),
    })),
    files: migration.changes.map((each) => ({ path: shown(each.path, io), change: kindOf(each) })),
    left: migration.left.map(({ file, line, message, fix }) => ({
      file: file === undefined ? undefined : shown(file, io),
      line,
      message,
      fix,
    })),
    uncommitted,
    next: migration.next,
  });
}

/** For people: a diff of each file, what is left, and what comes next. */
export async function printMigration(all: ShownMigration, io: Io): Promise<void> {
  const { migration, isWritten, hasGit, uncommitted } = all;
  const { changes } = migration;
  if (all.wasNone) {
    print(io, "stdout", "Nothing of openapi-typescript was found: nothing was written.\n");
    print(io, "stderr", `\`${all.init}\` sets a project up, also one that uses another generator.\n`);
  } else if (changes.length === 0) {
    const others = migration.left.length > 0;
    const what = others ? "Nothing here can be rewritten safely" : "Nothing of openapi-typescript is left to rewrite";
    print(io, "stdout", `${what}: nothing was written.\n`);
  }
  for (const each of isWritten ? [] : changes) await printChange(each, io);
  if (isWritten) {
    for (const each of changes) print(io, "stdout", `  ${kindOf(each).padEnd("changed".length)}  ${visible(shown(each.path, io))}\n`);
    print(io, "stdout", `\nwrote ${String(changes.length)} ${changes.length === 1 ? "file" : "files"}\n`);
  }
  printLeft(migration, io);
  if (changes.length > 0 && !isWritten && !hasGit)
    print(io, "stderr", "\nThere is no repository of Git here: make a copy first, as there is no other way back.\n");
  if (uncommitted.length > 0) {
    const names = uncommitted.slice(0, 5).map(visible).join(", ");
    const more = uncommitted.length > 5 ? `, and ${String(uncommitted.length - 5)} more` : "";
    print(
      io,
      "stderr",
      `\nNot committed, and ${isWritten ? "changed now" : "to be changed"}: ${names}${more}. What you wrote there stays.\n`,
    );
  }
  if (changes.length === 0) return;
  if (!isWritten)
    print(io, "stdout", `\nNothing was written. ${runnable("`sundial migrate --write`", io)} writes ${String(changes.length)} files.\n`);
  const color = colorsFor(io, io.stderr);
  print(io, "stderr", isWritten ? "\nNext:\n" : "\nThen:\n");
  for (const command of migration.next) print(io, "stderr", `  ${color.bold(visible(command))}\n`);
}

async function printChange({ path, before, after }: FileChange, io: Io): Promise<void> {
  const name = shown(path, io);
  const color = colorsFor(io, io.stdout);
  // What openapi-typescript has written is thousands of lines.
  if (after === undefined) {
    print(io, "stdout", `${color.red("removed")}  ${visible(name)}\n\n`);
    return;
  }
  const patch = await unifiedDiff(name, before, after);
  const lines = patch.split("\n").map((line) => {
    const text = visible(line);
    return line.startsWith("+") ? color.green(text) : line.startsWith("-") ? color.red(text) : text;
  });
  print(io, "stdout", `${lines.join("\n")}\n`);
}

function printLeft({ left }: Migration, io: Io): void {
  if (left.length === 0) return;
  const color = colorsFor(io, io.stdout);
  print(io, "stdout", `\n${color.bold("Left to you")}\n`);
  for (const { file, line, message, fix } of left) {
    const place = file === undefined ? "" : `${shown(file, io)}${line === undefined ? "" : `:${String(line)}`}`;
    if (place !== "") print(io, "stdout", `  ${visible(place)}\n`);
    print(io, "stdout", `  ${place === "" ? "" : "  "}${visible(message)}.\n`);
    print(io, "stdout", `  ${place === "" ? "" : "  "}${color.dim("fix:")} ${visible(fix)}\n`);
  }
}

function kindOf({ before, after }: FileChange): "new" | "changed" | "removed" {
  if (after === undefined) return "removed";
  return before === undefined ? "new" : "changed";
}

function shown(path: string, io: Io): string {
  return posixPath(relative(io.cwd, path));
}
