/** A checkout of git: its files, and commands in it. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { attempt, run, type Attempt } from "../commands.js";
import type { Command } from "../project.js";

export type Environment = Readonly<Record<string, string>>;

export interface Repository {
  readonly folder: string;
  readonly environment: Environment;
  /** Runs a command to its end, whatever that is. */
  readonly attempt: (command: Command, options?: { readonly home?: string; readonly environment?: Environment }) => Promise<Attempt>;
  /** Runs a command that must end well, and returns what it printed on standard output. */
  readonly run: (...command: Command) => Promise<string>;
  readonly git: (...args: readonly string[]) => Promise<string>;
  /** Commits all there is, past the hooks. */
  readonly commit: (message: string) => Promise<void>;
  readonly read: (path: string) => Promise<string>;
  readonly write: (path: string, text: string) => Promise<void>;
  /** Changes a file; it is an error where it stays as it was. */
  readonly edit: (path: string, change: (text: string) => string) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  /** Everything as it is in a commit, but for `node_modules`. */
  readonly reset: (commit: string) => Promise<void>;
}

export function repositoryIn(folder: string, environment: Environment): Repository {
  const at = (path: string): string => join(folder, path);
  const git = (...args: readonly string[]): Promise<string> => run(["git", ...args], { folder, environment });
  const read = (path: string): Promise<string> => readFile(at(path), "utf8");
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), text);
  };
  return {
    folder,
    environment,
    attempt: (command, options = {}) =>
      attempt(command, { folder: resolve(folder, options.home ?? "."), environment: { ...environment, ...options.environment } }),
    run: (...command) => run(command, { folder, environment }),
    git,
    async commit(message) {
      await git("add", "--all");
      await git("commit", "--quiet", "--no-verify", "--message", message);
    },
    read,
    write,
    async edit(path, change) {
      const text = await read(path);
      const changed = change(text);
      if (changed === text) throw new Error(`the change of ${path} changes nothing`);
      await write(path, changed);
    },
    remove: (path) => rm(at(path), { recursive: true }),
    async reset(commit) {
      await git("checkout", "--quiet", "--force", "-B", "main", commit);
      await git("clean", "--quiet", "--force", "-d", "-x", "--exclude=node_modules");
    },
  };
}

/** The environment of `git` in tests: a name for commits, and none of this machine's settings. */
export const gitEnvironment: Environment = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "A user",
  GIT_AUTHOR_EMAIL: "user@example.com",
  GIT_COMMITTER_NAME: "A user",
  GIT_COMMITTER_EMAIL: "user@example.com",
};
