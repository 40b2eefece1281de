/** Other machines: another Node, another folder, no git, no network. */
import { mkdtemp, rm } from "node:fs/promises";
import type { Change, Circumstances } from "./change.js";
import type { Subject } from "./subject.js";

/** A second folder with the repository, as `fill` makes it, and the packages that it needs. */
async function elsewhere({ repository }: Subject, fill: (folder: string) => Promise<unknown>): Promise<Circumstances> {
  const folder = await mkdtemp(`${repository.folder}-`);
  await fill(folder);
  // A link instead of the folder would be told; links to its files are not.
  await repository.run("cp", "--archive", "--link", "node_modules", `${folder}/`);
  return { home: folder, end: () => rm(folder, { recursive: true, force: true }) };
}

export const surroundingChanges: readonly Change[] = [
  {
    name: "clone",
    what: "a new clone in another folder, of one commit",
    verdict: "green",
    says: ["is current"],
    then: "nothing",
    make: (subject) =>
      elsewhere(subject, (folder) =>
        subject.repository.git("clone", "--quiet", "--depth", "1", `file://${subject.repository.folder}`, folder),
      ),
  },
  {
    name: "no-git",
    what: "a copy without git",
    of: ["sundial", "openapi-typescript", "graphql-codegen", "git diff"],
    verdict: "green",
    says: ["is current"],
    then: "nothing",
    make: (subject) =>
      elsewhere(subject, async (folder) => {
        await subject.repository.git("checkout-index", "--all", `--prefix=${folder}/`);
      }),
  },
  ...(["node-22", "node-24"] as const).map((tool): Change => ({
    name: tool,
    what: `Node ${tool.slice(-2)} in place of the one that generated`,
    verdict: "green",
    says: ["is current"],
    then: "nothing",
    make: async ({ repository, tools }) => ({
      environment: { PATH: `${await tools.folder(tool)}:${repository.environment["PATH"] ?? ""}` },
    }),
  })),
];
