/** Changes of the description, and of where it is. */
import type { Change } from "./change.js";
import type { DescriptionEdits, Subject } from "./subject.js";

/** Changes the description and commits it. */
export async function describe({ repository, description, edits }: Subject, name: keyof DescriptionEdits): Promise<undefined> {
  await repository.edit(description, edits[name]);
  await repository.commit(`Change the description: ${name}`);
}

export const descriptionChanges: readonly Change[] = [
  {
    name: "nothing",
    what: "nothing",
    quick: true,
    everywhere: true,
    verdict: "green",
    says: ["is current"],
    then: "nothing",
    make: () => Promise.resolve(undefined),
  },
  {
    name: "member",
    what: "the description has one more member",
    quick: true,
    everywhere: true,
    verdict: "red",
    says: ["changed", "because the description changed"],
    then: "advice",
    make: (subject) => describe(subject, "member"),
  },
  {
    name: "words",
    what: "a sentence of the description is another, and generated comments have it",
    verdict: "red",
    says: ["changed", "because the description changed"],
    then: "advice",
    make: (subject) => describe(subject, "words"),
  },
  {
    name: "comment",
    what: "a comment in the description, and an empty line",
    quick: true,
    everywhere: true,
    verdict: "green",
    says: ["is current; nothing has to be done", "comments or the layout of"],
    then: "advice",
    make: (subject) => describe(subject, "comment"),
  },
  {
    name: "version",
    what: "the version of the description",
    of: ["sundial", "openapi-typescript", "git diff"],
    verdict: "green",
    says: ["is current; nothing has to be done", "the description changed"],
    then: "advice",
    make: (subject) => describe(subject, "version"),
  },
  {
    name: "description-moved",
    what: "the description moved to another folder, and generated files name it",
    of: ["sundial"],
    verdict: "red",
    says: ["changed", "the option source changed"],
    then: "advice",
    async make({ repository, description, point }) {
      await repository.write("spec/README.md", "Descriptions of APIs.\n");
      await repository.git("mv", description, `spec/${description}`);
      await point({ description: `spec/${description}` });
      await repository.commit("Move the description");
      return undefined;
    },
  },
];
