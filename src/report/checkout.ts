import { isAbsolute } from "node:path";
import type { Io } from "../io.js";
import { repositoryOf } from "../source/project-folder.js";

/**
 * The folders that paths of a CI service are relative to: the one that the service names, also where links lead from it, as programs are
 * told the real path of the current folder; else the repository of the current folder. Absolute, the first that holds a file counts.
 */
export async function findCheckout(io: Io): Promise<readonly string[]> {
  const named = [io.env["GITHUB_WORKSPACE"] ?? io.env["CI_PROJECT_DIR"] ?? ""].filter((folder) => isAbsolute(folder));
  const real = await Promise.all(named.map((folder) => io.realPath(folder)));
  const repository = await repositoryOf(io.cwd, io);
  return [...named, ...real, repository].filter((folder) => folder !== undefined);
}
