import { join } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import { redact } from "../diagnostic/redact.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import type { RemoteInput } from "../source/remote-input.js";
import { nameOfPath } from "../source/uri.js";
import { lockPathOf } from "./pinned-lock.js";
import { changedFiles, type PinnedState } from "./pinned-state.js";

/** What there is to say of a snapshot before it is read. With an error it is not read. */
export function pinnedProblems(state: PinnedState, { url, at }: RemoteInput, io: Io): readonly Diagnostic[] {
  const name = nameOfPath(state.snapshot, io.cwd);
  const lock = nameOfPath(lockPathOf(state.snapshot), io.cwd);
  if (state.journal !== undefined)
    return [
      diagnostic("snapshot-incomplete", `An earlier \`sundial pull\` was interrupted while it wrote ${name}.`, {
        at,
        hint: "Run `sundial pull` again, which completes it.",
      }),
    ];
  if (!state.exists) return [noSnapshot(state, name, lock, at)];
  if (state.lockProblem !== undefined)
    return [
      diagnostic("snapshot-lock-unreadable", `${lock} cannot be read: ${state.lockProblem}.`, {
        at,
        hint: "After a merge conflict take both files of one side. Else run `sundial pull`, which writes the lock anew where the files are what the URL answers, and with `--force` the files, too.",
      }),
    ];
  if (state.lock === undefined)
    return [
      diagnostic("snapshot-unlocked", `${name} has no lock (${lock}): nothing says what it is a copy of, or whether it was edited.`, {
        at,
        hint: "Commit the lock with the snapshot, or run `sundial pull`: a file that is not what the URL answers is overwritten with --force only.",
      }),
    ];
  const { edited, missing } = changedFiles(state);
  const shown = (path: string): string => nameOfPath(join(state.root, path), io.cwd);
  return [
    ...(state.lock.url === redact(url) ? [] : [otherUrl(name, state.lock.url, at)]),
    ...missing.map(({ path }) =>
      diagnostic("snapshot-incomplete", `${shown(path)} is not there, and is a part of the snapshot ${name}.`, {
        at,
        hint: "Commit all files that its lock lists, or run `sundial pull`, which fetches what is missing.",
      }),
    ),
    ...edited.map(({ path }) => editedByHand(shown(path), at)),
  ];
}

function noSnapshot({ lock, lockProblem }: PinnedState, name: string, lockName: string, at: RemoteInput["at"]): Diagnostic {
  const isHalf = lock !== undefined || lockProblem !== undefined;
  const what = isHalf ? `The snapshot ${name} is not there, though its lock ${lockName} is.` : `There is no snapshot ${name} yet.`;
  const hint = isHalf
    ? "Commit both, or run `sundial pull`, which fetches what is missing."
    : "Run `sundial pull`, and commit the snapshot and its lock.";
  return diagnostic("snapshot-missing", what, { at, hint });
}

function otherUrl(name: string, url: string, at: RemoteInput["at"]): Diagnostic {
  return diagnostic("snapshot-other-url", `${name} is a copy of ${url}, and the configuration names another URL.`, {
    at,
    hint: "Run `sundial pull` to fetch it from there.",
  });
}

/** A warning where it is read, and an error where it would be overwritten. */
export function editedByHand(path: string, at: RemoteInput["at"]): Diagnostic {
  return diagnostic("snapshot-edited", `${path} was edited after it was pulled.`, {
    at,
    hint: "The next `sundial pull` refuses to overwrite it. Put the change into an overlay (`overlays` in the configuration), or discard it with `sundial pull --force`.",
  });
}
