import { relative } from "node:path";
import { errorCode, type Io } from "../../io.js";
import { posixPath } from "../../setup/read-settings.js";

/** Paths that are named to Git one by one; of more, it is asked for all. */
const mostNamed = 200;

/**
 * Which of some files have something that Git has no commit of, by their absolute paths: changes, or all of a file that is new. Undefined where Git
 * refuses to say. None where there is no Git to ask. What Git is told to ignore is not among them.
 */
export async function uncommittedAmong(paths: readonly string[], io: Io): Promise<ReadonlySet<string> | undefined> {
  if (paths.length === 0) return new Set();
  // Nothing of the repository's configuration is run.
  const git = [
    "git",
    "--no-optional-locks",
    "--literal-pathspecs",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
  ] as const;
  const named = paths.length > mostNamed ? ["."] : paths.map((path) => posixPath(relative(io.cwd, path)));
  const status = [...git, "status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--", ...named] as const;
  const options = { cwd: io.cwd, input: "", milliseconds: 20_000 };
  try {
    const { code, stdout } = await io.runCommand(status, options);
    const top = code === 0 ? await io.runCommand([...git, "rev-parse", "--show-prefix"], options) : undefined;
    if (top?.code !== 0) return undefined;
    const prefix = top.stdout.trimEnd();
    const dirty = new Set(stdout.split("\0").map((line) => line.slice(3)));
    return new Set(paths.filter((path) => dirty.has(`${prefix}${posixPath(relative(io.cwd, path))}`)));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return errorCode(error) === "ENOENT" ? new Set() : undefined;
  }
}
