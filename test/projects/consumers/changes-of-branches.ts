/** What two branches do, and git merges. */
import { demand, type Change } from "./change.js";
import type { DescriptionEdits, Subject } from "./subject.js";

/** A branch with a change of the description, and the code that is generated from it. */
async function branch({ repository, description, edits, generate }: Subject, name: string, edit: keyof DescriptionEdits): Promise<void> {
  await repository.git("checkout", "--quiet", "-b", name, "main");
  await repository.edit(description, edits[edit]);
  await repository.run(...generate);
  await repository.commit(`Add what ${name} needs`);
}

async function dropBranches({ repository }: Subject): Promise<void> {
  await repository.git("checkout", "--quiet", "--force", "main");
  await repository.git("branch", "--quiet", "-D", "ours", "theirs");
}

export const branchChanges: readonly Change[] = [
  {
    name: "merged",
    what: "two branches changed the description in two places, and git merged them",
    quick: true,
    everywhere: true,
    verdict: "green",
    says: ["merged", "nothing has to be done"],
    then: "advice",
    async make(subject) {
      await branch(subject, "ours", "member");
      await branch(subject, "theirs", "other");
      const { end, printed } = await subject.repository.attempt(["git", "merge", "--no-edit", "--quiet", "ours"]);
      demand(end === 0, `git does not merge them\n${printed}`);
      return { end: () => dropBranches(subject) };
    },
  },
  {
    name: "conflict",
    what: "two branches changed the same place; the description was resolved, the generated files were not",
    everywhere: true,
    verdict: "red",
    says: ["changed"],
    then: "advice",
    async make(subject) {
      const { repository, description } = subject;
      await branch(subject, "ours", "member");
      await branch(subject, "theirs", "clash");
      const { end } = await repository.attempt(["git", "merge", "--no-edit", "--quiet", "ours"]);
      demand(end === 1, "git merges them");
      // Both members.
      await repository.edit(description, (text) => text.replace(/^(?:<<<<<<<|=======|>>>>>>>).*\n/gm, ""));
      await repository.commit("Merge ours");
      return { end: () => dropBranches(subject) };
    },
  },
  {
    name: "regenerated-elsewhere",
    what: "a branch changed the description, and its generated files were not committed",
    verdict: "red",
    says: ["changed", "the description changed"],
    then: "advice",
    async make(subject) {
      const { repository, description, output } = subject;
      await branch(subject, "ours", "member");
      await branch(subject, "theirs", "other");
      await repository.git("checkout", "--quiet", "main", "--", output);
      await repository.commit("Take back what is generated");
      demand((await repository.read(description)).length > 0, "there is no description");
      return { end: () => dropBranches(subject) };
    },
  },
];
